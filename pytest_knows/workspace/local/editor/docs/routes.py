"""The addresses under `/_knows/docs/`: a document as its editor shows it, and the editor's actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.editor.docs.batches import apply_batch, place_of
from pytest_knows.workspace.local.editor.docs.changes import Change, changes, take_back
from pytest_knows.workspace.local.editor.journal import Journal
from pytest_knows.workspace.local.engine import Engine, Environment
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.service import Service, revision_id
from pytest_knows.workspace.local.store import StoredFile

Handler = Callable[..., "Json | Reply"]
JOURNAL: Journal[Change] = Journal()
_WHOLE: Mapping[str, list[str]] = {"includeTabsContent": ["true"]}


def show(service: Service, call: Call, file_id: str) -> Json:
    """`{revisionId, document}`: the whole document with its tabs. Raises ApiError 404."""
    return _shown(service, call, _document(service, call, file_id))


def act(service: Service, call: Call, file_id: str) -> Json:
    """Apply `requests`, or take back the actions of the ids in `undo`; made at the revision `since`.

    Answers `{revisionId, replies, made, skipped}` with `changes` if the page saw all that was there before, else with
    the whole `document`. `made` is the id of the action. Raises ApiError and RequestError.
    """
    body = call.json()
    made: list[Change] = []

    def apply(engine: Engine, state: Json, env: Environment) -> tuple[Json, bool]:
        before = json_copy(state)
        done = _applied(service, file, engine, state, env, body)
        made.extend(changes(before, state))
        return done, bool(made)

    with service.store.editing(file_id):
        file = _document(service, call, file_id)
        done, edited = service.change(file, call.caller, apply)
    if made:
        done["made"] = JOURNAL.keep(place_of(service, file), made)
    if body.get("since") != revision_id(file):
        return {**_shown(service, call, edited), **done}
    return {"revisionId": revision_id(edited), "changes": [change.shown() for change in made], **done}


def _applied(service: Service, file: StoredFile, engine: Engine, state: Json, env: Environment, body: Json) -> Json:
    names, requests = body.get("undo"), body.get("requests")
    if isinstance(names, list):
        return {"skipped": sum(_taken_back(service, file, state, name) for name in names)}
    if not isinstance(requests, list):
        raise ApiError(400, "Invalid value at 'requests' (LIST)")
    replies = apply_batch(service, file, engine, state, requests, env, target=body.get("since"), own=True)
    return {"replies": replies}


def _taken_back(service: Service, file: StoredFile, state: Json, name: Any) -> int:
    """How much of an action could not be taken back."""
    made = JOURNAL.made(name, place_of(service, file))
    return 1 if made is None else take_back(state, made)


def _document(service: Service, call: Call, file_id: str) -> StoredFile:
    file = service.file(file_id, call.caller)
    if file is None or file.mime != Kind.DOCUMENT.mime_type:
        raise not_found(file_id)
    return file


def _shown(service: Service, call: Call, file: StoredFile) -> Json:
    document = service.read(file, call.caller, _WHOLE)
    return {"revisionId": document["revisionId"], "document": document}


_FILE = r"/_knows/docs/(?P<file_id>[\w-]+)"
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = [
    ("GET", re.compile(_FILE), show),
    ("POST", re.compile(_FILE), act),
]
