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
from pytest_knows.workspace.local.editor.sheets.moves import MOVES, Move, moves_of
from pytest_knows.workspace.local.editor.sheets.patches import Change, difference, revert
from pytest_knows.workspace.local.editor.sheets.pictures import change_pictures
from pytest_knows.workspace.local.engine import Engine, Environment
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.spreadsheets.a1 import format_area
from pytest_knows.workspace.local.spreadsheets.grid import Area
from pytest_knows.workspace.local.store import StoredFile

Act = Callable[[Engine, Json, Environment], tuple[Any, list[Move]]]
"""Changes the state; what it answers, and the lines that it moved."""
_VALUES = "spreadsheets.values.batchUpdate"


def act(service: Service, call: Call, file_id: str) -> Json:
    """`{"seen": revision, "steps": [...]}` -> `{replies, undo, revision}`.

    A step is one of `{"requests": [...]}` and `{"values": {...}}` as the API takes them, `{"pictures": {...}}` (see
    `pictures`), and `{"enter": {sheetId, row, column, text}}`: text typed into a cell of the revision that was seen.
    """
    body = call.json()
    steps = body.get("steps")
    if not isinstance(steps, list) or not steps:
        raise ApiError(400, "Invalid value at 'steps': a list of actions is needed.")

    def apply(engine: Engine, state: Json, env: Environment) -> tuple[list[Json], list[Move]]:
        file = f"{service.address}/{file_id}"
        given = [_located(file, state, body.get("seen"), step if isinstance(step, dict) else {}) for step in steps]
        replies = [_step(engine, state, env, step) for step in given]
        return replies, [move for step in given for move in moves_of(step.get("requests", []))]

    return _changed(service, call, file_id, apply)


def undo(service: Service, call: Call, file_id: str) -> Json:
    """`{"undo": id}` -> `{undo, revision}` with the id under which the undoing is undone."""
    edit = EDITS.take(str(call.json().get("undo")), file_id, call.caller.email)
    if edit is None:
        raise ApiError(409, "This can no longer be undone.")

    def apply(_engine: Engine, state: Json, _env: Environment) -> tuple[list[Json], list[Move]]:
        done: list[Change] = revert(state, edit.changes)
        if not done:
            raise ApiError(409, "This was changed since and can no longer be undone.")
        return [], [move.turned for move in reversed(edit.moves)]

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
        moves: list[Move] = []

        def kept(engine: Engine, state: Json, env: Environment) -> tuple[Json, bool]:
            replies, moved = apply(engine, state, env)
            moves.extend(moved)
            changes.extend(difference(before, json_copy(state)))
            return replies, bool(changes)

        replies, file = service.change(file, call.caller, kept)
        MOVES.keep(f"{service.address}/{file_id}", file.revision, moves)
    edit = Edit(file_id=file_id, email=call.caller.email, changes=changes, moves=moves)
    return {"replies": replies, "revision": file.revision, "undo": EDITS.keep(edit) if changes else ""}


def _located(file: str, state: Json, seen: Any, step: Json) -> Json:
    """The step; typed text as the values that the API takes, at the place where its cell is now."""
    typed = step.get("enter")
    if not isinstance(typed, dict):
        return step
    try:
        sheet_id, row, column = (int(typed[name]) for name in ("sheetId", "row", "column"))
    except (KeyError, TypeError, ValueError) as error:
        raise ApiError(400, "Invalid value at 'enter': sheetId, row and column are whole numbers.") from error
    sheet = next((one for one in state["sheets"] if one["properties"]["sheetId"] == sheet_id), None)
    place = MOVES.cell(file, seen, sheet_id, (row, column)) if isinstance(seen, int) else (row, column)
    if sheet is None or place is None or min(place) < 0:
        raise ApiError(409, f"The cell was deleted meanwhile; this was not entered: {str(typed.get('text'))[:100]}")
    spot = Area(top=place[0], left=place[1], bottom=place[0] + 1, right=place[1] + 1)
    name = format_area(sheet["properties"]["title"], spot)
    return {"values": {"valueInputOption": "USER_ENTERED", "data": [{"range": name, "values": [[typed.get("text")]]}]}}


def _step(engine: Engine, state: Json, env: Environment, step: Json) -> Any:
    match step:
        case {"requests": list(requests)}:
            return engine.apply(state, requests, env)
        case {"values": dict(values)}:
            return engine.call(_VALUES, state, {}, values, env)[0]
        case {"pictures": dict(change)}:
            return change_pictures(state, env, change)
    raise ApiError(400, "Each of the steps needs one of: requests, values, pictures, enter.")
