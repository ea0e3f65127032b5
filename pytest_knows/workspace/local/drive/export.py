"""drive.files.export: an editor's file in another format."""

from __future__ import annotations

import csv
import io
from importlib import import_module

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.drive.content import OFFICE_MODULE
from pytest_knows.workspace.local.drive.resource import required
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.office_formats import CSV, EXPORTS, OFFICE, PDF
from pytest_knows.workspace.local.plain_text import plain_text
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.thumbnails import rendered

_WITH_CELLS = {"includeGridData": ["true"]}


def export(service: Service, call: Call, fileId: str) -> Reply:  # noqa: N803 - Google's name
    """`files.export`. Raises ApiError 400 for a format it has not, 501 `rendererMissing` without a browser."""
    file = required(service, call, fileId)
    mime = call.one("mimeType")
    kind = Kind.of_mime(file.mime)
    if kind is None:
        raise ApiError(403, "Export only supports Docs Editors files.", reason="fileNotExportable")
    if mime not in EXPORTS[kind]:
        raise ApiError(400, f"The requested conversion is not supported: {kind} to {mime or 'no type'}.")
    rest = service.read(file, call.caller, _WITH_CELLS if kind is Kind.SPREADSHEET else {})

    def picture(url: str) -> tuple[bytes, str]:
        return service.picture(url, call.caller)

    if mime == PDF:
        content = rendered(lambda rendering: rendering.render_pdf(kind.value, rest, picture))
    elif mime == OFFICE[kind]:
        content = _office(rest, mime, picture)
    else:
        content = _csv(rest) if mime == CSV else _text(rest)
    return Reply(content=content, mime=mime)


def _office(rest: Json, mime: str, picture: object) -> bytes:
    try:
        write = import_module(OFFICE_MODULE).export_file
    except (ImportError, AttributeError) as error:
        raise ApiError(400, f"The export to {mime} is not available.") from error
    content: bytes = write(rest, mime, picture)
    return content


def _csv(rest: Json) -> bytes:
    """The first sheet as people see it, as Google writes it: RFC 4180 with CRLF, no line end after the last row."""
    rows = []
    for grid in rest.get("sheets", [{}])[0].get("data", [])[:1]:
        for row in grid.get("rowData", []):
            rows.append([cell.get("formattedValue", "") for cell in row.get("values", [])])
    width = max(map(len, rows), default=0)
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(row + [""] * (width - len(row)) for row in rows)
    return text.getvalue().removesuffix("\r\n").encode()


def _text(rest: Json) -> bytes:
    """The visible text as Google writes it: a byte order mark first, CRLF for line ends."""
    return ("\ufeff" + plain_text(rest).replace("\n", "\r\n")).encode("utf-8", "surrogatepass")
