"""drive.revisions and drive.changes: what a file was, and what changed since a page token.

Of an editor's file there is the latest revision only; an uploaded file keeps every content that it had.
"""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.calls import Call, Json, Reply, whole_number
from pytest_knows.workspace.local.drive.listing import one_of, visible
from pytest_knows.workspace.local.drive.resource import (
    DEFAULT_FILE,
    export_links,
    file_json,
    required,
    selected,
    user_json,
)
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.ranges import ranged
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile, StoredRevision

_DEFAULT_REVISION = ("kind", "id", "mimeType", "modifiedTime")
_DEFAULT_CHANGE = ("kind", "changeType", "time", "removed", "fileId", "file")


def list_revisions(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803 - Google's name
    """`revisions.list`, oldest first, all on one page; only for those who may change the file."""
    file = required(service, call, fileId, "writer")
    found = [selected(call, _json(service, call, file, item), _DEFAULT_REVISION) for item in _revisions(service, file)]
    return {"kind": "drive#revisionList", "revisions": found}


def get_revision(service: Service, call: Call, fileId: str, revisionId: str) -> Json | Reply:  # noqa: N803
    """`revisions.get`: its metadata, or with `alt=media` the bytes of an uploaded file."""
    file = required(service, call, fileId, "writer")
    wanted = "head" if revisionId == "head" else whole_number(revisionId)
    revisions = _revisions(service, file)
    for item in reversed(revisions):
        if wanted in ("head", item.number):
            break
    else:
        raise ApiError(404, f"Revision not found: {revisionId}.")
    if call.one("alt") != "media":
        return selected(call, _json(service, call, file, item), _DEFAULT_REVISION)
    kept = service.store.blob(item.blob) if item.blob else None
    if kept is None:
        raise ApiError(403, "Only files with binary content can be downloaded.", reason="fileNotDownloadable")
    return ranged(kept[0], item.mime, call.headers)


def _revisions(service: Service, file: StoredFile) -> list[StoredRevision]:
    head = StoredRevision(
        number=file.revision, modified=file.modified, editor=file.editor, name=file.name, mime=file.mime
    )
    return service.store.revisions(file.id) or [head]


def _json(service: Service, call: Call, file: StoredFile, revision: StoredRevision) -> Json:
    value: Json = {
        "kind": "drive#revision",
        "id": str(revision.number),
        "mimeType": revision.mime,
        "modifiedTime": revision.modified,
        "lastModifyingUser": user_json(service, revision.editor, call.caller),
        "published": False,
    }
    if revision.blob:
        value |= {"size": str(revision.size), "md5Checksum": revision.md5, "originalFilename": revision.name}
        return value | {"keepForever": False}
    links = export_links(service, file)
    return value | ({"exportLinks": links} if links else {})


def start_page_token(service: Service, _call: Call) -> Json:
    """`changes.getStartPageToken`: what `changes.list` takes to tell of everything from now on."""
    return {"kind": "drive#startPageToken", "startPageToken": str(_latest(service) + 1)}


def _latest(service: Service) -> int:
    [(latest,)] = service.store.rows("SELECT COALESCE(MAX(seq), 0) FROM changes")
    return int(latest)


def list_changes(service: Service, call: Call) -> Json:
    """`changes.list`: the latest change of each file that changed since; what was deleted is told to its owner."""
    start = whole_number(call.one("pageToken"))
    if start is None:
        raise ApiError(400, "The pageToken parameter is required and comes from changes.getStartPageToken.")
    size = one_of(1000, call.one("pageSize", "100"))
    seen, email = visible(call.caller), call.caller.email
    removed = "c.removed AND (? OR c.owner = ?)" if call.one("includeRemoved") != "false" else "? AND ? = 0"
    rows = service.store.rows(
        "SELECT c.seq, c.file, c.removed, c.time FROM changes c LEFT JOIN files f ON f.id = c.file "
        f"WHERE c.seq >= ? AND (({removed}) OR (NOT c.removed AND {seen.sql} AND f.parent IS NOT NULL)) "
        "ORDER BY c.seq LIMIT ?",
        start, call.caller.admin, email, *seen.values, size + 1,
    )  # fmt: skip
    changes = [_change(service, call, *row[1:]) for row in rows[:size]]
    more = (
        {"nextPageToken": str(rows[size][0])} if len(rows) > size else {"newStartPageToken": str(_latest(service) + 1)}
    )
    return {"kind": "drive#changeList", "changes": changes, **more}


def _change(service: Service, call: Call, file_id: str, removed: int, time: str) -> Json:
    change: dict[str, Any] = {
        "kind": "drive#change", "changeType": "file", "type": "file", "time": time, "fileId": file_id,
        "removed": bool(removed),
    }  # fmt: skip
    file = service.store.file(file_id)
    if file:
        change["file"] = selected(call, file_json(service, file, call.caller), DEFAULT_FILE)
    return selected(call, change, _DEFAULT_CHANGE)
