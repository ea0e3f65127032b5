"""Files made to harm, damaged and mislabelled ones: always a 400 that says what is wrong, never more."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from pytest_knows.errors import WorkspaceError
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.engine import Environment, RequestError
from pytest_knows.workspace.local.office import import_file
from pytest_knows.workspace.local.office_formats import OFFICE

docx = pytest.importorskip("docx")
openpyxl = pytest.importorskip("openpyxl")
pptx = pytest.importorskip("pptx")

Change = Callable[[dict[str, bytes]], object]
SUFFIX = {Kind.DOCUMENT: "docx", Kind.SPREADSHEET: "xlsx", Kind.PRESENTATION: "pptx"}
MAIN = {
    Kind.DOCUMENT: "word/document.xml",
    Kind.SPREADSHEET: "xl/worksheets/sheet1.xml",
    Kind.PRESENTATION: "ppt/slides/slide1.xml",
}


def made(kind: Kind) -> Any:
    if kind is Kind.DOCUMENT:
        document = docx.Document()
        document.add_heading("Head", 1)
        document.add_paragraph("text", style="List Bullet")
        document.add_table(2, 2).cell(0, 0).text = "cell"
        return document
    if kind is Kind.SPREADSHEET:
        workbook = openpyxl.Workbook()
        workbook.active.append(["a", 1, "=B1+1"])
        return workbook
    presentation = pptx.Presentation()
    presentation.slides.add_slide(presentation.slide_layouts[1]).shapes.title.text = "title"
    return presentation


@pytest.fixture(scope="module")
def files(save) -> dict[Kind, bytes]:
    return {kind: save(made(kind)) for kind in Kind}


@pytest.fixture
def refusal(uploaded, workspace: Workspace):
    """`refusal(data, kind)`: the message of the 400 with which an upload is refused; nothing is left behind."""

    def refusal(data: bytes, kind: Kind) -> str:
        before = len(workspace.clients.drive.files().list(pageSize=1000).execute()["files"])
        with pytest.raises(WorkspaceError) as error:
            uploaded(f"file.{SUFFIX[kind]}", data, kind)
        assert " 400 " in str(error.value)
        assert len(workspace.clients.drive.files().list(pageSize=1000).execute()["files"]) == before
        return str(error.value)

    return refusal


def environment() -> Environment:
    counter = iter(range(1, 10_000_000))

    def refuse(_: object) -> Any:
        raise RequestError("no pictures here")

    return Environment(
        file_id="f", title="t", new_id=lambda: str(next(counter)), fetch_picture=refuse, today="2026-03-14"
    )


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"<html></html>"], ids=repr)
def test_no_zip(refusal, kind, data):
    assert "not a complete" in refusal(data, kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_truncated(refusal, files, kind):
    assert "not a complete" in refusal(files[kind][: len(files[kind]) // 2], kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_of_another_kind(refusal, files, kind):
    other = next(candidate for candidate in Kind if candidate is not kind)
    assert "is not a" in refusal(files[other], kind)


def test_an_old_or_encrypted_file(refusal):
    assert "encrypted" in refusal(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), Kind.DOCUMENT)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities(refusal, files, rezip, kind, encoding):
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'

    def add(members: dict[str, bytes]) -> None:
        text = members[MAIN[kind]].decode()
        text = text[text.index("?>") + 2 :] if text.startswith("<?xml") else text
        members[MAIN[kind]] = f'<?xml version="1.0" encoding="{encoding}"?>{bomb}{text}'.encode(encoding)

    assert "document type declaration" in refusal(rezip(files[kind], add), kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_zip_bomb(refusal, files, rezip, kind):
    bomb = rezip(files[kind], lambda members: members.update({"media/zero.bin": bytes(30 << 20)}))
    assert len(bomb) < 200_000
    assert "zip bomb" in refusal(bomb, kind)


def test_too_many_members(refusal, files, rezip):
    data = rezip(files[Kind.DOCUMENT], lambda members: members.update({f"x/{n}": b"" for n in range(5001)}))
    assert "members" in refusal(data, Kind.DOCUMENT)


def test_too_much_xml(refusal, files, rezip):
    noise = random.Random(1).randbytes(4 << 20).hex().encode()
    data = rezip(files[Kind.DOCUMENT], lambda members: members.update({"word/x.xml": b"<x>" + noise + b"</x>"}))
    assert "XML unpacks to" in refusal(data, Kind.DOCUMENT)


def test_a_member_that_lies_about_its_size(files):
    data = bytearray(files[Kind.DOCUMENT])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    assert names
    with pytest.raises(RequestError):
        import_file(bytes(data), OFFICE[Kind.DOCUMENT], Kind.DOCUMENT.mime_type, environment())


@pytest.mark.parametrize(
    "inner",
    [
        '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        "<mergeCells><mergeCell ref='&#65;1:XFD1048576'/></mergeCells>",
        '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
    ],
)
def test_a_merge_of_billions_of_cells(refusal, files, rezip, inner):
    def add(members: dict[str, bytes]) -> None:
        text = members[MAIN[Kind.SPREADSHEET]].decode()
        members[MAIN[Kind.SPREADSHEET]] = text.replace("</sheetData>", f"</sheetData>{inner}").encode()

    assert "too large" in refusal(rezip(files[Kind.SPREADSHEET], add), Kind.SPREADSHEET)


def test_too_many_cells(refusal, files, rezip):
    row = "".join(f'<row r="{n}"><c r="A{n}"/><c r="B{n}"/></row>' for n in range(1, 75_002))

    def add(members: dict[str, bytes]) -> None:
        text = members[MAIN[Kind.SPREADSHEET]].decode()
        members[MAIN[Kind.SPREADSHEET]] = (
            text[: text.index("<row")] + row + text[text.index("</sheetData>") :]
        ).encode()

    assert "too large" in refusal(rezip(files[Kind.SPREADSHEET], add), Kind.SPREADSHEET)


def test_tables_of_little_xml_and_many_cells(refusal, files, rezip):
    row = '<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr><w:p/></w:tc></w:tr>'

    def add(members: dict[str, bytes]) -> None:
        noise = "".join(f"<!--{n * 2654435761 % 2**32:x}-->" for n in range(500))
        text = members[MAIN[Kind.DOCUMENT]].decode()
        wide = f"{noise}<w:tbl>{row * 500}</w:tbl>"
        members[MAIN[Kind.DOCUMENT]] = text.replace("<w:body>", f"<w:body>{wide}").encode()

    assert "more than 30000 cells" in refusal(rezip(files[Kind.DOCUMENT], add), Kind.DOCUMENT)


def test_deeply_nested_xml(refusal, files, rezip):
    deep = "<w:tbl><w:tr><w:tc>" * 2000 + "</w:tc></w:tr></w:tbl>" * 2000

    def add(members: dict[str, bytes]) -> None:
        text = members[MAIN[Kind.DOCUMENT]].decode()
        members[MAIN[Kind.DOCUMENT]] = text.replace("<w:body>", f"<w:body>{deep}").encode()

    assert "damaged" in refusal(rezip(files[Kind.DOCUMENT], add), Kind.DOCUMENT)


@pytest.mark.parametrize("kind", list(Kind))
def test_members_that_would_escape_are_only_names(uploaded, files, rezip, kind, tmp_path):
    escaping = rezip(files[kind], lambda members: members.update({"../../escaped.xml": b"<x/>"}))
    assert uploaded(f"file.{SUFFIX[kind]}", escaping, kind)
    assert not (tmp_path.parent / "escaped.xml").exists()


@pytest.mark.parametrize("kind", list(Kind))
def test_macros_are_ignored(uploaded, files, rezip, kind):
    macro = {Kind.DOCUMENT: b"ms-word.document", Kind.SPREADSHEET: b"ms-excel.sheet"}.get(
        kind, b"ms-powerpoint.presentation"
    )

    def add(members: dict[str, bytes]) -> None:
        types = members["[Content_Types].xml"]
        changed = re.sub(
            rb"vnd\.openxmlformats-officedocument\.\w+\.\w+\.main\+", rb"vnd." + macro + rb".macroEnabled.main+", types
        )
        assert changed != types
        members["[Content_Types].xml"] = changed
        members["vbaProject.bin"] = b"Sub AutoOpen()"

    assert uploaded(f"file.{SUFFIX[kind]}", rezip(files[kind], add), kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_random_damage_is_refused_or_read(files, rezip, kind):
    """Whatever happens to the XML, the importer answers with a state or a `RequestError`."""
    chance = random.Random(7)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(60):
        data = rezip(files[kind], lambda members: _damage(members, chance))
        try:
            assert import_file(data, OFFICE[kind], kind.mime_type, environment())
            outcomes["read"] += 1
        except RequestError as error:
            outcomes["refused"] += error.status == "INVALID_ARGUMENT"
    assert sum(outcomes.values()) == 60
    assert min(outcomes.values()) > 0


def _damage(members: dict[str, bytes], chance: random.Random) -> None:
    names = [name for name in members if name.endswith((".xml", ".rels"))]
    name = chance.choice(names)
    data = members[name]
    way = chance.randrange(4)
    if way == 0:
        del members[name]
    elif way == 1:
        members[name] = data[: chance.randrange(len(data))]
    elif way == 2:
        numbers = [b'"-1"', b'"99999999999999999999"', b'"x"', b'""']
        at = chance.randrange(len(data))
        start = data.find(b'"', at)
        end = data.find(b'"', start + 1)
        if start >= 0 and end >= 0:
            members[name] = data[:start] + chance.choice(numbers) + data[end + 1 :]
    else:
        at, end = sorted(chance.randrange(len(data)) for _ in range(2))
        members[name] = data[:at] + data[end:]
