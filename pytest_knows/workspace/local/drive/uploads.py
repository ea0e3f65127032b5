"""Media uploads to `files.create` and `files.update`: at once, or resumable in chunks."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from pytest_knows.workspace.local.calls import Call, Json, Reply, token_of, whole_number
from pytest_knows.workspace.local.drive import files
from pytest_knows.workspace.local.drive.content import OCTETS, Upload, multipart, simple
from pytest_knows.workspace.local.drive.resource import required
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.upload_sessions import UploadSession

MAX_UPLOAD = 64 * 1024 * 1024
"""Bytes of one resumable upload: as many as fit into one request."""
_RANGE = re.compile(r"bytes (?:([0-9]{1,18})-([0-9]{1,18})|\*)/([0-9]{1,18}|\*)")


def receive(service: Service, call: Call, file_id: str | None) -> Json | Reply:
    """One request of an upload to a new file (`file_id` None) or an existing one. Raises ApiError."""
    if call.one("upload_id"):
        return _go_on(service, call)
    how = call.one("uploadType", "media")
    if how == "resumable":
        return _begin(service, call, file_id)
    if how not in ("media", "multipart"):
        raise ApiError(400, f"Invalid value for uploadType: {how}", reason="invalidParameter")
    return _finish(service, call, file_id, multipart(call) if how == "multipart" else simple(call))


def _finish(service: Service, call: Call, file_id: str | None, upload: Upload) -> Json:
    if file_id is None:
        return files.create(service, call, upload)
    return files.update(service, call, file_id, upload)


def _begin(service: Service, call: Call, file_id: str | None) -> Reply:
    """Answer with the address for the chunks; it repeats the query, so that `fields` holds for the last answer."""
    if file_id is not None:
        required(service, call, file_id, "writer")
    total = whole_number(call.headers.get("x-upload-content-length"))
    _check_size(total or 0)
    session = UploadSession(
        email=call.caller.email,
        token=token_of(call.headers, call.query),
        file_id=file_id,
        metadata=call.json(),
        mime=call.headers.get("x-upload-content-type", OCTETS).partition(";")[0],
        total=total,
    )
    query = {name: values for name, values in call.query.items() if not name.endswith("token")}
    query["upload_id"] = [service.uploads.begin(session)]
    return Reply(headers={"Location": f"{service.address}{call.path}?{urlencode(query, doseq=True)}"})


def _check_size(size: int) -> None:
    if size > MAX_UPLOAD:
        raise ApiError(413, f"The upload is larger than {MAX_UPLOAD} bytes.")


def _go_on(service: Service, call: Call) -> Json | Reply:
    upload_id = call.one("upload_id")
    session = service.uploads.get(upload_id)
    if session is None or session.email != call.caller.email:
        raise ApiError(404, "This upload is not under way; begin it again.")
    if call.method == "DELETE":
        service.uploads.end(upload_id)
        return Reply(status=204)
    with service.store.editing(upload_id):
        _append(session, call)
        if session.total is None or len(session.data) < session.total:
            received = {"Range": f"bytes=0-{len(session.data) - 1}"} if session.data else {}
            return Reply(status=308, headers=received)
        upload = Upload(metadata=session.metadata, mime=session.mime, data=bytes(session.data))
        session.data.clear()  # a large upload is not held twice while it is written
        service.uploads.end(upload_id)
        return _finish(service, call, session.file_id, upload)


def _append(session: UploadSession, call: Call) -> None:
    """Take over a chunk. Bytes that came before are skipped; a gap is refused."""
    header = call.headers.get("content-range")
    match = _RANGE.fullmatch(header) if header else None
    if header and not match:
        raise ApiError(400, f"Invalid Content-Range: {header}", reason="badRequest")
    start = len(session.data)
    if match is None:
        session.total = start + len(call.body)
    else:
        start = int(match[1]) if match[1] else start
        session.total = session.total if match[3] == "*" else int(match[3])
    _check_size(max(session.total or 0, start + len(call.body)))
    if start > len(session.data) or (match and match[1] and int(match[2]) - start + 1 != len(call.body)):
        raise ApiError(400, f"Content-Range {header} does not fit the bytes.", reason="badRequest")
    del session.data[start:]
    session.data += call.body
