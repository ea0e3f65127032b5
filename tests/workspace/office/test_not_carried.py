"""What a conversion leaves out is said: in a header of the answer, and with the file."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office.left_out import left_out_in
from pytest_knows.workspace.local.office_formats import DOCX, OFFICE, PPTX, XLSX

openpyxl = pytest.importorskip("openpyxl")
docx = pytest.importorskip("docx")
pptx = pytest.importorskip("pptx")

HEADER = "X-Knows-Not-Carried"
EMPTY: dict[str, Callable[[], Any]] = {DOCX: docx.Document, XLSX: openpyxl.Workbook, PPTX: pptx.Presentation}
RULE = b"""<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<v:rect id="x" o:hr="t"/></w:pict></w:r></w:p>"""
MAIN = {DOCX: "word/document.xml", XLSX: "xl/worksheets/sheet1.xml", PPTX: "ppt/slides/slide1.xml"}


def plain(mime: str) -> bytes:
    made = EMPTY[mime]()
    if mime == PPTX:
        made.slides.add_slide(made.slide_layouts[6])
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def upload(http: httpx.Client, data: bytes, mime: str, file_id: str = "") -> httpx.Response:
    """The bytes as they are, converted because the file is (to be) an editor's."""
    kind = next(kind for kind, own in OFFICE.items() if own == mime)
    if not file_id:
        body = {"name": "made", "mimeType": kind.mime_type}
        file_id = http.post("/drive/v3/files", json=body).json()["id"]
    address = f"/upload/drive/v3/files/{file_id}?uploadType=media&fields=id,appProperties,description"
    answer = http.patch(address, content=data, headers={"Content-Type": mime})
    assert answer.status_code == 200, answer.text
    return answer


def said(answer: httpx.Response) -> set[str]:
    return set(filter(None, answer.headers.get(HEADER, "").split("; ")))


@pytest.mark.parametrize("mime", EMPTY)
def test_nothing_is_said_where_nothing_is_lost(http: httpx.Client, mime: str) -> None:
    answer = upload(http, plain(mime), mime)
    assert HEADER not in answer.headers
    assert "appProperties" not in answer.json()


@pytest.mark.parametrize(
    ("mime", "part", "xml", "told"),
    [
        (DOCX, "word/vbaProject.bin", b"...", "macros"),
        (DOCX, "", b'<w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins>',
         "tracked changes (insertions kept, deletions dropped)"),
        (DOCX, "", b"<m:oMath xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'></m:oMath>",
         "equations (kept as plain text)"),
        (XLSX, "xl/pivotTables/pivotTable1.xml", b"<a/>", "pivot tables (their values are kept)"),
        (XLSX, "xl/slicers/slicer1.xml", b"<a/>", "slicers"),
        (XLSX, "", b'<row r="1" outlineLevel="1"></row>', "groups of rows and columns"),
        (DOCX, "", b'<w:p><w:hyperlink w:history="1" w:anchor="there"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
         "links to bookmarks"),
        (DOCX, "", b'<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:rect id="x"/></w:pict></w:r></w:p>',
         "drawings, shapes and text boxes"),
        (DOCX, "", RULE, ""),
        (XLSX, "xl/drawings/drawing9.xml", b'<a xmlns:a="a"><a:srcRect l="10"/></a>', "crops of pictures"),
        (PPTX, "ppt/diagrams/data1.xml", b"<a/>", "SmartArt"),
        (PPTX, "", b"<p:timing/>", ""),
        (PPTX, "", b"<p:timing><p:tnLst></p:tnLst></p:timing>", "animations"),
        (PPTX, "", b"<p:transition/>", "transitions"),
    ],
)  # fmt: skip
def test_what_an_upload_loses(http: httpx.Client, rezip: Any, mime: str, part: str, xml: bytes, told: str) -> None:
    ends = {DOCX: b"<w:sectPr", XLSX: b"</sheetData>", PPTX: b"</p:sld>"}

    def add(members: dict[str, bytes]) -> None:
        if part:
            members[part] = xml
        else:
            before, end, after = (
                members[MAIN[mime]].replace(b"<sheetData/>", b"<sheetData></sheetData>").partition(ends[mime])
            )
            assert end
            members[MAIN[mime]] = before + xml + end + after

    answer = upload(http, rezip(plain(mime), add), mime)
    assert said(answer) == ({told} if told else set())
    assert answer.json().get("appProperties", {}).get("knowsNotCarried", "") == told


@pytest.mark.parametrize(
    ("mime", "part", "bit"),
    [
        (DOCX, MAIN[DOCX], b"<w:hyperlink a='b' "),
        (PPTX, MAIN[PPTX], b"<p:spPr>"),
        (XLSX, MAIN[XLSX], b'<dataValidation a="'),
    ],
)
def test_no_part_is_slow_to_search(mime: str, part: str, bit: bytes) -> None:
    """Megabytes of beginnings: with patterns that look far ahead each of them would take minutes."""
    assert left_out_in({part: bit * (4_000_000 // len(bit))}, mime) == set()


def test_the_note_goes_with_the_content_that_it_is_about(http: httpx.Client, rezip: Any) -> None:
    spoiled = rezip(plain(XLSX), lambda members: members.update({"xl/vbaProject.bin": b"."}))
    file_id = upload(http, spoiled, XLSX).json()["id"]
    http.patch(f"/drive/v3/files/{file_id}", json={"appProperties": {"mine": "kept"}})
    assert upload(http, plain(XLSX), XLSX, file_id).json()["appProperties"] == {"mine": "kept"}


def test_a_new_file_and_a_converted_copy_say_it_too(workspace: Workspace, http: httpx.Client, rezip: Any) -> None:
    data = rezip(plain(PPTX), lambda members: members.update({"ppt/comments/comment1.xml": b"<a/>"}))
    raw = http.post("/upload/drive/v3/files?uploadType=media", content=data, headers={"Content-Type": PPTX}).json()
    body = {"mimeType": Kind.PRESENTATION.mime_type}
    copied = http.post(f"/drive/v3/files/{raw['id']}/copy?fields=appProperties", json=body)
    assert said(copied) == {"comments"}
    assert copied.json() == {"appProperties": {"knowsNotCarried": "comments"}}


def export(http: httpx.Client, file_id: str, mime: str) -> httpx.Response:
    answer = http.get(f"/drive/v3/files/{file_id}/export", params={"mimeType": mime})
    assert answer.status_code == 200, answer.text
    return answer


def test_what_an_export_loses(workspace: Workspace, http: httpx.Client) -> None:
    file = workspace.create_file(Kind.SPREADSHEET, "sheet")
    assert HEADER not in export(http, file.id, XLSX).headers
    area = {"startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    requests = [
        {"addFilterView": {"filter": {"title": "f", "range": area}}},
        {"addProtectedRange": {"protectedRange": {"range": area}}},
        {"addDimensionGroup": {"range": {"dimension": "ROWS", "startIndex": 1, "endIndex": 2}}},
    ]
    sheets = workspace.clients.sheets.spreadsheets()
    sheets.batchUpdate(spreadsheetId=file.id, body={"requests": requests}).execute()
    assert said(export(http, file.id, XLSX)) == {"filter views", "protection", "groups of rows and columns"}
    assert HEADER not in export(http, file.id, "text/csv").headers


def test_what_a_document_loses(workspace: Workspace, http: httpx.Client) -> None:
    file = workspace.create_file(Kind.DOCUMENT, "doc")
    requests = [
        {"insertText": {"location": {"index": 1}, "text": "some text"}},
        {"createNamedRange": {"name": "n", "range": {"startIndex": 1, "endIndex": 3}}},
    ]
    workspace.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": requests}).execute()
    assert said(export(http, file.id, DOCX)) == {"named ranges"}
