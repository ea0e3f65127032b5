"""drive.files: make, look at, copy, change and remove files (their bytes: `content`; finding them: `listing`)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from pytest_knows.kind import FOLDER_MIME, GOOGLE_APPS, SHORTCUT_MIME, Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.drive.content import OCTETS, Upload, media
from pytest_knows.workspace.local.drive.converting import converted
from pytest_knows.workspace.local.drive.listing import one_of
from pytest_knows.workspace.local.drive.query import utc_time
from pytest_knows.workspace.local.drive.resource import (
    DEFAULT_FILE,
    file_json,
    kept_fields,
    required,
    selected,
    with_note,
)
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.routes_editors import new_file
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile, now
from pytest_knows.workspace.local.tokens import FILE_ID, new_file_id


def create(service: Service, call: Call, upload: Upload | None = None) -> Json:
    """`files.create`: a folder, a shortcut, a blank editor's file, an upload, or an upload converted to one."""
    body = upload.metadata if upload else call.json()
    mime = _mime(body) or (upload.mime if upload else OCTETS)
    parent = _parent(service, call, body)
    more: dict[str, Any] = {"id": _chosen_id(body), "extra": kept_fields(_with_target(service, call, body))}
    more |= _times(body, "createdTime", "modifiedTime")
    kind = Kind.of_mime(mime)
    name = _text(body, "name") or "Untitled"
    state: Json | None = None
    if kind:
        file, state = new_file(service, call, kind, name, parent, **more)
        if upload:
            state = converted(service, call, file, kind, upload, state)
            file = replace(file, extra=with_note(call, file.extra))
    else:
        file = _plain(service, call, name, mime, parent, upload, more)
    service.store.add(file, state)
    return answer(service, call, file)


def _plain(
    service: Service, call: Call, name: str, mime: str, parent: str, upload: Upload | None, more: dict[str, Any]
) -> StoredFile:
    """A file without an engine: a folder, a shortcut, or bytes (none are given: no bytes)."""
    if not mime.startswith(GOOGLE_APPS):
        more |= service.store.content(upload.data if upload else b"", mime)
    elif upload:
        raise ApiError(400, f"A file of type {mime} has no content.", reason="fileContentNotAllowed")
    email, time = call.caller.email, now()
    more = {"created": time, "modified": time} | more
    return StoredFile(name=name, mime=mime, parent=parent, owner=email, editor=email, **more)


def _times(body: Json, *names: str) -> dict[str, str]:
    """The columns of the times that a body sets."""
    given = {name: _text(body, name) for name in names if _text(body, name)}
    return {name.removesuffix("Time"): utc_time(text) for name, text in given.items()}


def _mime(body: Json) -> str:
    mime = _text(body, "mimeType")
    if mime and not re.fullmatch(r"[\w.+*-]+/[\w.+*;= -]+", mime, re.ASCII):
        raise ApiError(400, "Invalid MIME type provided for the uploaded content.", reason="badContent")
    return mime


def answer(service: Service, call: Call, file: StoredFile) -> Json:
    """The `File` resource, as far as the caller wants it."""
    return selected(call, file_json(service, file, call.caller), DEFAULT_FILE)


def _text(body: Json, name: str) -> str:
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise ApiError(400, f"Invalid value for {name}: it must be a string.", reason="invalid")
    return value or ""


def _chosen_id(body: Json) -> str:
    """The caller's own id (as from `files.generateIds`), or a fresh one. `Store.add` sees whether it is taken."""
    chosen = _text(body, "id")
    if chosen and not FILE_ID.fullmatch(chosen):
        raise ApiError(400, "The provided file ID is not usable.", reason="invalid")
    return chosen or new_file_id()


def _parent(service: Service, call: Call, body: Json) -> str:
    """The folder that a new file goes into: the one named, else the caller's My Drive."""
    parents = body.get("parents") or ["root"]
    if not isinstance(parents, list) or len(parents) != 1 or not isinstance(parents[0], str):
        raise ApiError(400, "A file has exactly one parent.", reason="invalid")
    return folder(service, call, parents[0]).id


def folder(service: Service, call: Call, folder_id: str) -> StoredFile:
    """A folder that the caller may put something into. Raises ApiError 404 or 403."""
    found = required(service, call, folder_id, "writer")
    if found.mime != FOLDER_MIME:
        raise ApiError(403, "The specified parent is not a folder.", reason="parentNotAFolder")
    return found


def _with_target(service: Service, call: Call, body: Json) -> Json:
    """A shortcut's details, completed with the target's type as Drive does; other bodies as they are."""
    if body.get("mimeType") != SHORTCUT_MIME:
        return {name: value for name, value in body.items() if name != "shortcutDetails"}
    details = body.get("shortcutDetails")
    target_id = details.get("targetId") if isinstance(details, dict) else None
    if not isinstance(target_id, str):
        raise ApiError(400, "A shortcut needs shortcutDetails.targetId.", reason="invalid")
    target = required(service, call, target_id)
    return body | {"shortcutDetails": {"targetId": target.id, "targetMimeType": target.mime}}


def get(service: Service, call: Call, fileId: str) -> Json | Reply:  # noqa: N803 - Google's name
    """`files.get`: metadata, or the bytes with `alt=media`."""
    file = required(service, call, fileId)
    if call.one("alt") == "media":
        return media(service, call, file)
    return answer(service, call, file)


def copy(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803
    """`files.copy`: a file of the caller's own with the same content, converted if `mimeType` asks for it."""
    source = required(service, call, fileId)
    if source.mime == FOLDER_MIME:
        raise ApiError(403, "This file cannot be copied by the user.", reason="cannotCopyFile")
    body = call.json()
    # As Drive does: into the same folder if the caller may write there, else into the caller's own.
    parent = _parent(service, call, body) if body.get("parents") else _copy_parent(service, call, source)
    extra = kept_fields(body, json.loads(source.extra))
    row: dict[str, Any] = {"id": _chosen_id(body), "extra": extra}
    name = _text(body, "name") or f"Copy of {source.name}"
    target = Kind.of_mime(_mime(body))
    kept = service.store.blob(source.blob) if source.blob else None
    state: Json | None
    if target and kept:
        file, state = new_file(service, call, target, name, parent, **row)
        upload = Upload(metadata={}, mime=source.mime, data=kept[0])
        state = converted(service, call, file, target, upload, state)
        file = replace(file, extra=with_note(call, file.extra))
    else:
        file = _same(source, call.caller.email, name=name, parent=parent, **row)
        state = service.store.state(source.id) if Kind.of_mime(source.mime) else None
    service.store.add(file, state)
    return answer(service, call, file)


def _same(source: StoredFile, email: str, **changes: Any) -> StoredFile:
    time = now()
    return replace(source, owner=email, editor=email, created=time, modified=time, revision=1, trashed=False, **changes)


def _copy_parent(service: Service, call: Call, source: StoredFile) -> str:
    writes = source.parent is not None and service.role(source.parent, call.caller) in ("writer", "owner")
    return source.parent if writes and source.parent else call.caller.root


def update(service: Service, call: Call, fileId: str, upload: Upload | None = None) -> Json:  # noqa: N803
    """`files.update`: name, place, bin, kept fields and content."""
    with service.store.editing(fileId):
        file = required(service, call, fileId, "writer")
        body = upload.metadata if upload else call.json()
        kept = {name: value for name, value in body.items() if name != "shortcutDetails"}
        changes: dict[str, Any] = {"extra": kept_fields(kept, json.loads(file.extra))}
        changes |= {"name": _text(body, "name")} if _text(body, "name") else {}
        changes |= _bin(service, call, file, body) | _place(service, call, file)
        state = None
        if upload:
            kind = Kind.of_mime(file.mime)
            if kind:
                _, blank = new_file(service, call, kind, file.name, "", id=file.id)
                state = converted(service, call, file, kind, upload, blank)
                changes["extra"] = with_note(call, changes["extra"])
            else:
                changes |= _bytes(service, file, upload, _mime(body))
        file = service.store.edited(file, call.caller.email, **changes, **_times(body, "modifiedTime"))
        service.store.save(file, state)
    return answer(service, call, file)


def _bytes(service: Service, file: StoredFile, upload: Upload, mime: str) -> dict[str, Any]:
    if file.mime.startswith(GOOGLE_APPS):
        raise ApiError(400, f"A file of type {file.mime} has no content.", reason="fileContentNotAllowed")
    mime = mime or (upload.mime if upload.mime != OCTETS else file.mime)
    return service.store.content(upload.data, mime) | {"mime": mime}


def _bin(service: Service, call: Call, file: StoredFile, body: Json) -> dict[str, Any]:
    trashed = body.get("trashed")
    if not isinstance(trashed, bool) or trashed == file.trashed:
        return {}
    required(service, call, file.id, "owner")
    return {"trashed": trashed}


def _place(service: Service, call: Call, file: StoredFile) -> dict[str, Any]:
    """`addParents` moves the file; `removeParents` alone leaves it in the caller's My Drive. No folder into itself."""
    removed = [item for item in call.one("removeParents").split(",") if item]
    added = [item for item in call.one("addParents").split(",") if item]
    if len(added) > 1:
        raise ApiError(403, "Increasing the number of parents is not allowed", reason="cannotAddParent")
    if not added:
        return {"parent": call.caller.root} if file.parent in removed else {}
    target = folder(service, call, added[0])
    if file.id in service.store.ancestry(target.id):
        raise ApiError(403, "A folder cannot be moved into itself.", reason="cyclicMembershipsNotAllowed")
    return {"parent": target.id}


def delete(service: Service, call: Call, fileId: str) -> Reply:  # noqa: N803
    """`files.delete`: for good, without the bin, with everything inside."""
    with service.store.editing(fileId):
        file = required(service, call, fileId, "owner")
        if file.parent is None:
            raise ApiError(403, "The root folder cannot be deleted.")
        service.store.delete(file.id)
    return Reply(status=204)


def empty_trash(service: Service, call: Call) -> Reply:
    """`files.emptyTrash`: delete what the caller owns and has put into the bin."""
    for file in service.store.select("WHERE f.trashed AND f.owner = ?", call.caller.email):
        service.store.delete(file.id)
    return Reply(status=204)


def generate_ids(_service: Service, call: Call) -> Json:
    """`files.generateIds`: ids that `files.create` will accept."""
    count = one_of(1000, call.one("count", "10"))
    return {"kind": "drive#generatedIds", "space": "drive", "ids": [new_file_id() for _ in range(count)]}
