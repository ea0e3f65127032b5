"""Docs, Sheets and Slides: create, get, batchUpdate, and whatever else an engine offers, by the discovery documents."""

from __future__ import annotations

from typing import Any

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.discovery import Method, typed_path, typed_query
from pytest_knows.workspace.local.editor.docs.batches import apply_batch
from pytest_knows.workspace.local.editor.sheets.moves import MOVES, moves_of
from pytest_knows.workspace.local.engine import Engine, Environment
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.service import Service, revision_id
from pytest_knows.workspace.local.store import StoredFile, now
from pytest_knows.workspace.local.thumbnails import thumbnail
from pytest_knows.workspace.local.tokens import new_file_id

KIND_OF_API = {kind.api: kind for kind in Kind}
_NEW_NAME = {
    Kind.DOCUMENT: "Untitled document",
    Kind.SPREADSHEET: "Untitled spreadsheet",
    Kind.PRESENTATION: "Untitled presentation",
}


def answer(service: Service, method: Method, call: Call, path: dict[str, str]) -> Json:
    """The JSON that a method of one of the three editors answers. Raises ApiError and RequestError."""
    kind = KIND_OF_API[method.api]
    query = typed_query(method, call.query)
    name = method.id.removeprefix(f"{method.api}.")
    if name == f"{kind.collection}.create":
        return _create(service, kind, call)
    file = _file(service, kind, call, path[kind.id_field])
    if name == f"{kind.collection}.get":
        return service.read(file, call.caller, call.query)
    if name == "presentations.pages.getThumbnail":
        return thumbnail(service, call, file, path["pageObjectId"], query)
    if name == "spreadsheets.sheets.copyTo":
        # The sheet goes into another file: that is the one which changes.
        file = _file(service, kind, call, str(call.json().get("destinationSpreadsheetId")))
    with service.store.editing(file.id):
        file = _file(service, kind, call, file.id)
        if name == f"{kind.collection}.batchUpdate":
            return _batch_update(service, kind, call, file)
        return _other(service, method, name, call, file, typed_path(method, path) | query)


def _file(service: Service, kind: Kind, call: Call, file_id: str) -> StoredFile:
    file = service.store.file(file_id)
    if file is None:
        raise ApiError(404, "Requested entity was not found.")
    if not service.role(file_id, call.caller):
        raise ApiError(403, "The caller does not have permission", reason="forbidden")
    if file.mime != kind.mime_type:
        raise ApiError(
            400,
            f"This operation is not supported for this document: {file_id} is {file.mime}.",
            status="FAILED_PRECONDITION",
            reason="failedPrecondition",
        )
    return file


def _create(service: Service, kind: Kind, call: Call) -> Json:
    request = {Kind.DOCUMENT: "Document", Kind.SPREADSHEET: "Spreadsheet", Kind.PRESENTATION: "Presentation"}[kind]
    body = schema_of(kind.api).body(request, call.json())
    inner = body.get("properties", {}) if kind is Kind.SPREADSHEET else body
    name = inner.get("title") or _NEW_NAME[kind]
    file, state = new_file(service, call, kind, name, call.caller.root, body=body)
    service.store.add(file, state)
    return service.read(file, call.caller)


def new_file(
    service: Service, call: Call, kind: Kind, name: str, parent: str, *, body: Json | None = None, **more: Any
) -> tuple[StoredFile, Json]:
    """A blank file and its state, not kept yet. `body`: what `create` was given; `more`: columns of the row."""
    if body is None:
        body = {"properties": {"title": name}} if kind is Kind.SPREADSHEET else {"title": name}
    time = now()
    row: dict[str, Any] = {"id": new_file_id(), "created": time, "modified": time} | more
    file = StoredFile(
        name=name, mime=kind.mime_type, parent=parent, owner=call.caller.email, editor=call.caller.email, **row
    )
    return file, service.engines[kind].blank(body, service.environment(file.id, name, kind, call.caller))


def _batch_update(service: Service, kind: Kind, call: Call, file: StoredFile) -> Json:
    body = call.json()
    requests = body.get("requests") or []
    if not isinstance(requests, list):
        raise ApiError(400, "Invalid value at 'requests' (LIST)")
    if not requests and kind is Kind.SPREADSHEET:
        raise ApiError(400, "Must specify at least one request.")
    control = body.get("writeControl")
    _check_revision(control, file)

    def act(engine: Engine, state: Json, env: Environment) -> tuple[list[Json], bool]:
        if kind is Kind.DOCUMENT and requests:
            target = control.get("targetRevisionId") if isinstance(control, dict) else None
            return apply_batch(service, file, engine, state, requests, env, target=target), True
        return engine.apply(state, requests, env), bool(requests)

    replies, file = service.change(file, call.caller, act)
    if kind is Kind.SPREADSHEET:
        MOVES.keep(f"{service.address}/{file.id}", file.revision, moves_of(requests))
    result: Json = {kind.id_field: file.id, "replies": replies}
    if kind is not Kind.SPREADSHEET:
        result["writeControl"] = {"requiredRevisionId": revision_id(file)}
    elif body.get("includeSpreadsheetInResponse") is True:
        result["updatedSpreadsheet"] = service.read(file, call.caller, _response_query(body))
    return result


def _response_query(body: Json) -> dict[str, list[str]]:
    ranges = body.get("responseRanges")
    return {
        "includeGridData": ["true" if body.get("responseIncludeGridData") is True else "false"],
        "ranges": [str(item) for item in ranges] if isinstance(ranges, list) else [],
    }


def _check_revision(control: Any, file: StoredFile) -> None:
    """`writeControl`: a required revision must be the latest; a target revision is merged with later ones (Docs)."""
    if not isinstance(control, dict):
        return
    if control.get("writeMode") == "SUGGEST":
        raise ApiError(400, "The embedded Workspace does not make suggestions: writeControl.writeMode must be EDIT.")
    required = control.get("requiredRevisionId")
    if required and required != revision_id(file):
        raise ApiError(
            400,
            f"The required revision ID '{required}' does not match the latest revision.",
            status="FAILED_PRECONDITION",
            reason="failedPrecondition",
        )


def _other(service: Service, method: Method, name: str, call: Call, file: StoredFile, params: Json) -> Json:
    body = call.json() if method.http != "GET" else {}
    if method.request:
        # Google's parser names the body of values.update and values.append `data`.
        body = schema_of(method.api).body(method.request, body, "data" if method.request == "ValueRange" else "")

    def act(engine: Engine, state: Json, env: Environment) -> tuple[Json, bool]:
        return engine.call(name, state, params, body, env)

    result, _ = service.change(file, call.caller, act)
    return result
