"""What only our own process may do: mint and revoke agents' tokens, put files in place under chosen ids."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.errors import ApiError, not_found
from pytest_knows.workspace.local.routes_editors import new_file
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import Permission, StoredFile, now, permission_id
from pytest_knows.workspace.local.tokens import FILE_ID, new_file_id

Handler = Callable[..., "Json | Reply"]
Route = tuple[str, re.Pattern[str], Handler]


def admin_only(call: Call) -> None:
    """Raises ApiError 403 for an agent."""
    if not call.caller.admin:
        raise ApiError(403, "The caller does not have permission", reason="forbidden")


def mint(service: Service, call: Call) -> Json:
    """`{email?, name?, files?: [id], view?: [id]}` -> `{token, email, code}`: who may change `files`, read `view`.

    A granted folder grants what lies below it. Without an address a fresh user is made. A browser enters by the code.
    """
    admin_only(call)
    body = call.json()
    email = body.get("email") or f"agent-{new_file_id()[1:13].lower()}@knows.invalid"
    name = body.get("name") or "Agent"
    if not isinstance(email, str) or not isinstance(name, str):
        raise ApiError(400, "email and name must be strings.")
    grants = [(id_, "writer") for id_ in _ids(body, "files")] + [(id_, "reader") for id_ in _ids(body, "view")]
    with service.store.transaction():
        for file_id, role in grants:
            if service.store.file(file_id) is None:
                raise not_found(file_id)
            service.store.set_permission(
                Permission(file=file_id, id=permission_id(email), type="user", role=role, email=email)
            )
        token = service.tokens.mint(email, name)
        return {"token": token, "email": email, "code": service.tokens.code(token)}


def _ids(body: Json, name: str) -> list[str]:
    value = body.get(name) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ApiError(400, f"{name} must be a list of file ids.")
    return value


def revoke(service: Service, call: Call, token: str) -> Json:
    """Make a token worthless from now on."""
    admin_only(call)
    if not service.tokens.revoke(token):
        raise ApiError(404, "No such token.")
    return {}


def seed(service: Service, call: Call) -> Json:
    """`{id?, name, mimeType, parent?, data?: base64, state?}` -> `{id}`: a file under a chosen id.

    An editor's file is blank, or has the `state` of its engine; any other file has the bytes of `data`.
    Raises ApiError 409 if the id is taken.
    """
    admin_only(call)
    body = call.json()
    file_id = body.get("id") or new_file_id()
    name, mime = body.get("name"), body.get("mimeType")
    if not isinstance(file_id, str) or not FILE_ID.fullmatch(file_id):
        raise ApiError(400, "id must be 5 to 100 characters out of A-Z, a-z, 0-9, _ and -.")
    if not isinstance(name, str) or not isinstance(mime, str):
        raise ApiError(400, "name and mimeType must be strings.")
    parent = body.get("parent") or call.caller.root
    kind = Kind.of_mime(mime)
    if kind:
        file, blank = new_file(service, call, kind, name, parent, id=file_id)
        given = body.get("state")
        service.store.add(file, given if isinstance(given, dict) else blank)
    else:
        with service.store.transaction():
            service.store.add(_plain(service, call, body, file_id, parent))
    return {"id": file_id}


def _plain(service: Service, call: Call, body: Json, file_id: str, parent: str) -> StoredFile:
    time = now()
    row: dict[str, Any] = {"id": file_id, "name": body["name"], "mime": body["mimeType"], "parent": parent}
    if isinstance(body.get("data"), str):
        try:
            data = base64.b64decode(body["data"], validate=True)
        except ValueError as error:
            raise ApiError(400, f"data is not base64: {error}") from error
        row |= service.store.content(data, body["mimeType"])
    email = call.caller.email
    return StoredFile(owner=email, editor=email, created=time, modified=time, **row)


ROUTES: list[Route] = [
    ("POST", re.compile(r"/_knows/tokens"), mint),
    ("DELETE", re.compile(r"/_knows/tokens/(?P<token>[\w-]+)"), revoke),
    ("POST", re.compile(r"/_knows/files"), seed),
]
