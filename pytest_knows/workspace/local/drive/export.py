"""drive.files.export: an editor's file in another format."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from importlib import import_module

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.drive.content import OFFICE_MODULE
from pytest_knows.workspace.local.drive.resource import required
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.office_formats import CSV, DOCX, EXPORTS, HTML, OFFICE, PDF, PNG, TEXT, XLSX
from pytest_knows.workspace.local.plain_text import plain_text
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.spreadsheets.reading import PICTURES
from pytest_knows.workspace.local.store import StoredFile
from pytest_knows.workspace.local.thumbnails import rendered

_QUERIES = {XLSX: {"includeGridData": ["true"], PICTURES: ["true"]}, DOCX: {"includeTabsContent": ["true"]}}
"""Office's type -> what is asked of `get` for it."""

_PNG_WIDTH = 1600
"""Pixels."""


def export(service: Service, call: Call, fileId: str) -> Reply:  # noqa: N803 - Google's name
    """`files.export`. Raises ApiError 400 for a format it has not, 501 `rendererMissing` without a browser."""
    return exported(service, call, required(service, call, fileId), call.one("mimeType"))


def exported(service: Service, call: Call, file: StoredFile, mime: str, part: str = "") -> Reply:
    """The file in another format; `part` is the slide of a picture or the sheet (`gid`) of a CSV, by default the first.

    Raises ApiError as `export`.
    """
    kind = Kind.of_mime(file.mime)
    if kind is None:
        raise ApiError(403, "Export only supports Docs Editors files.", reason="fileNotExportable")
    if mime not in EXPORTS[kind]:
        raise ApiError(400, f"The requested conversion is not supported: {kind} to {mime or 'no type'}.")
    rest = service.read(file, call.caller, query_of(kind, mime))

    def picture(url: str) -> tuple[bytes, str]:
        return service.picture(url, call.caller)

    if mime == PDF:
        content = rendered(lambda rendering: rendering.render_pdf(kind.value, rest, picture))
    elif mime == HTML:
        content = rendered(lambda rendering: rendering.render_html(kind.value, rest, picture).encode())
    elif mime == PNG:
        page = _page(rest, part)
        content = rendered(lambda rendering: rendering.render_png(kind.value, rest, page, _PNG_WIDTH, picture))
    elif mime == OFFICE[kind]:
        content = _office(rest, mime, picture, call.not_carried)
    else:
        content = _text(rest) if mime == TEXT else _values(rest, part, "," if mime == CSV else "\t")
    return Reply(content=content, mime=mime)


def query_of(kind: Kind, mime: str = HTML) -> Mapping[str, list[str]]:
    """What is asked of `get` for an export to that type."""
    return _QUERIES[XLSX] if kind is Kind.SPREADSHEET else _QUERIES.get(mime, {})


def _page(rest: Json, asked: str) -> str:
    """The id of the slide that is asked for, or of the first."""
    ids = [slide["objectId"] for slide in rest.get("slides", [])]
    if asked not in ids and (asked or not ids):
        raise ApiError(404, f"The page ({asked or 'the first'}) could not be found.")
    return asked or str(ids[0])


def _office(rest: Json, mime: str, picture: object, not_carried: list[str]) -> bytes:
    try:
        office = import_module(OFFICE_MODULE)
    except ImportError as error:
        raise ApiError(400, f"The export to {mime} is not available.") from error
    content: bytes = office.export_file(rest, mime, picture)
    not_carried += sorted(office.left_out_of(rest, mime))
    return content


def _values(rest: Json, gid: str, delimiter: str) -> bytes:
    """A sheet as people see it, as Google writes it: RFC 4180 with CRLF, no line end after the last row."""
    rows = []
    for grid in _sheet(rest, gid).get("data", [])[:1]:
        for row in grid.get("rowData", []):
            rows.append([cell.get("formattedValue", "") for cell in row.get("values", [])])
    width = max(map(len, rows), default=0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", delimiter=delimiter)
    writer.writerows(row + [""] * (width - len(row)) for row in rows)
    return text.getvalue().removesuffix("\r\n").encode()


def _sheet(rest: Json, gid: str) -> Json:
    for sheet in rest.get("sheets", []):
        if gid in ("", str(sheet["properties"]["sheetId"])):
            found: Json = sheet
            return found
    raise ApiError(404, f"The sheet ({gid}) could not be found.")


def _text(rest: Json) -> bytes:
    """The visible text as Google writes it: a byte order mark first, CRLF for line ends."""
    return ("\ufeff" + plain_text(rest).replace("\n", "\r\n")).encode("utf-8", "surrogatepass")
