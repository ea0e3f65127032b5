"""A file's bytes: uploads (simple, multipart) and downloads."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from pytest_knows.workspace.local.calls import Call, Json, Reply, parse_object
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.ranges import ranged
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import StoredFile

OCTETS = "application/octet-stream"
OFFICE_MODULE = "pytest_knows.workspace.local.office"


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """What came with a media upload."""

    metadata: Json
    mime: str
    data: bytes


def simple(call: Call) -> Upload:
    """`uploadType=media`: the body is the bytes."""
    return Upload(metadata={}, mime=_content_type(call) or OCTETS, data=call.body)


def multipart(call: Call) -> Upload:
    """`uploadType=multipart`: JSON metadata, then the bytes. Raises ApiError 400."""
    parts = split_multipart(call)
    if len(parts) != 2:
        raise ApiError(400, f"A multipart upload has 2 parts, not {len(parts)}.", reason="badContent")
    (_, metadata), (headers, data) = parts
    if headers.get("content-transfer-encoding", "").lower() == "base64":
        data = base64.b64decode(data)
    return Upload(metadata=parse_object(metadata), mime=headers.get("content-type", "").partition(";")[0], data=data)


def split_multipart(call: Call) -> list[tuple[dict[str, str], bytes]]:
    """Headers (lower case) and bytes of each part of a multipart body. Raises ApiError 400.

    Not done with the email package, which would change line ends in binary parts.
    """
    match = re.search(r'boundary="?([^";,]+)"?', call.headers.get("content-type", ""))
    if not match:
        raise ApiError(400, "Content-Type names no multipart boundary.", reason="badContent")
    mark = b"--" + match[1].strip().encode("latin-1", "replace")
    # The client ends lines with a bare line feed, others as MIME demands. Whichever the first line has parts the
    # rest: a carriage return before the client's boundary belongs to the bytes.
    first = re.search(re.escape(mark) + rb"[ \t]*(\r?\n)", call.body)
    line_end = first[1] if first else b"\r\n"
    pieces = re.split(rb"(?:^|" + line_end + rb")" + re.escape(mark) + rb"(?=--|[ \t]*\r?\n)", call.body)
    if len(pieces) < 3 or not pieces[-1].startswith(b"--"):
        raise ApiError(400, "Malformed multipart body.", reason="malformedBody")
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> tuple[dict[str, str], bytes]:
    match = re.match(rb"[ \t]*\r?\n((?:[^\r\n]+\r?\n)*)\r?\n?", piece)
    head = match[1] if match else b""
    parsed: Any = BytesParser(policy=HTTP).parsebytes(head, headersonly=True)
    return {name.lower(): str(value) for name, value in parsed.items()}, piece[match.end() if match else 0 :]


def _content_type(call: Call) -> str:
    return call.headers.get("content-type", "").partition(";")[0].strip()


def media(service: Service, call: Call, file: StoredFile) -> Reply:
    """The bytes of an upload, or the part that a Range header asks for. Raises ApiError 403 for an editor's file."""
    kept = service.store.blob(file.blob) if file.blob else None
    if kept is None:
        raise ApiError(
            403,
            "Only files with binary content can be downloaded. Use Export with Docs Editors files.",
            reason="fileNotDownloadable",
        )
    return ranged(kept[0], file.mime, call.headers)
