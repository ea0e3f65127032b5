"""What the page of a spreadsheet asks for: actions, undoing them.

An action is what the API can do (`batchUpdate`, `values.batchUpdate`), and pictures over the cells, for which the API
has no request. It is applied as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.editor.sheets.edits import EDITS, Edit
from pytest_knows.workspace.local.editor.sheets.patches import Change, difference, revert
from pytest_knows.workspace.local.editor.sheets.pictures import change_pictures
from pytest_knows.workspace.local.engine import Engine, Environment
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile

Act = Callable[[Engine, Json, Environment], Any]
_VALUES = "spreadsheets.values.batchUpdate"


def act(service: Service, call: Call, file_id: str) -> Json:
    """`{"steps": [{"requests": [...]} | {"values": {...}} | {"pictures": {...}}]}` -> `{replies, undo, revision}`."""
    steps = call.json().get("steps")
    if not isinstance(steps, list) or not steps:
        raise ApiError(400, "Invalid value at 'steps': a list of actions is needed.")

    def apply(engine: Engine, state: Json, env: Environment) -> list[Json]:
        return [_step(engine, state, env, step if isinstance(step, dict) else {}) for step in steps]

    return _changed(service, call, file_id, apply)


def undo(service: Service, call: Call, file_id: str) -> Json:
    """`{"undo": id}` -> `{undo, revision}` with the id under which the undoing is undone."""
    edit = EDITS.take(str(call.json().get("undo")), file_id, call.caller.email)
    if edit is None:
        raise ApiError(409, "This can no longer be undone.")

    def apply(_engine: Engine, state: Json, _env: Environment) -> list[Json]:
        done: list[Change] = revert(state, edit.changes)
        if not done:
            raise ApiError(409, "This was changed since and can no longer be undone.")
        return []

    return _changed(service, call, file_id, apply)


def spreadsheet(service: Service, call: Call, file_id: str) -> StoredFile:
    """The spreadsheet of that id. Raises ApiError 404 for none that the caller may read."""
    file = service.file(file_id, call.caller)
    if file is None or file.mime != Kind.SPREADSHEET.mime_type:
        raise not_found(file_id)
    return file


def _changed(service: Service, call: Call, file_id: str, apply: Act) -> Json:
    spreadsheet(service, call, file_id)
    with service.store.editing(file_id):
        file = spreadsheet(service, call, file_id)
        before = service.store.state(file_id)
        changes: list[Change] = []

        def kept(engine: Engine, state: Json, env: Environment) -> tuple[Json, bool]:
            replies = apply(engine, state, env)
            changes.extend(difference(before, json_copy(state)))
            return replies, bool(changes)

        replies, file = service.change(file, call.caller, kept)
    edit = Edit(file_id=file_id, email=call.caller.email, changes=changes)
    return {"replies": replies, "revision": file.revision, "undo": EDITS.keep(edit) if changes else ""}


def _step(engine: Engine, state: Json, env: Environment, step: Json) -> Any:
    match step:
        case {"requests": list(requests)}:
            return engine.apply(state, requests, env)
        case {"values": dict(values)}:
            return engine.call(_VALUES, state, {}, values, env)[0]
        case {"pictures": dict(change)}:
            return change_pictures(state, env, change)
    raise ApiError(400, "Each of the steps needs one of: requests, values, pictures.")
