"""Pictures of .xlsx files: over the cells and in cells, in, moved, drawn, and out again."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office_formats import XLSX
from pytest_knows.workspace.local.rendering import find_chromium
from pytest_knows.workspace.local.spreadsheets.images import for_excel, from_excel, image_url

openpyxl = pytest.importorskip("openpyxl")
xlsxwriter = pytest.importorskip("xlsxwriter")

Json = dict[str, Any]


def png(colour: str, size: tuple[int, int] = (40, 20)) -> io.BytesIO:
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "PNG")
    return stream


@pytest.fixture(scope="module")
def pictured() -> bytes:
    """As Excel writes it: red and lime in B2 and B3, blue (30 x 30) hanging on D5, 10 pixels right, 5 down."""
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet("Pictures")
    sheet.write("A1", "x")
    sheet.embed_image("B2", "red.png", {"image_data": png("red"), "description": "A red one"})
    sheet.embed_image("B3", "lime.png", {"image_data": png("lime")})
    place = {"image_data": png("blue", (30, 30)), "x_offset": 10, "y_offset": 5, "description": "Over the cells"}
    sheet.insert_image("D5", "blue.png", place)
    book.close()
    return stream.getvalue()


@pytest.fixture
def file_id(uploaded: Callable[..., str], pictured: bytes) -> str:
    return uploaded("pictured.xlsx", pictured, Kind.SPREADSHEET)


@pytest.fixture
def sheets(workspace: Workspace) -> Any:
    return workspace.clients.sheets.spreadsheets()


@pytest.fixture
def exported(workspace: Workspace) -> Callable[[str], bytes]:
    return lambda file_id: workspace.clients.drive.files().export(fileId=file_id, mimeType=XLSX).execute()


def view(sheets: Any, file_id: str) -> Workbook:
    return Workbook(sheets.get(spreadsheetId=file_id, includeGridData=True).execute(), lambda _: b"")


def colour(picture: bytes) -> Any:
    return Image.open(io.BytesIO(picture)).convert("RGB").getpixel((5, 5))


def hanging(data: bytes) -> list[Json]:
    """The pictures over the cells of the first sheet, as another program reads them."""
    worksheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    return [
        {
            "cell": (image.anchor._from.row, image.anchor._from.col),
            "into": (image.anchor._from.colOff // 9525, image.anchor._from.rowOff // 9525),
            "size": (image.anchor.ext.width // 9525, image.anchor.ext.height // 9525),
            "colour": colour(image._data()),
        }
        for image in worksheet._images
    ]


def test_a_picture_in_a_cell_is_an_image_formula(workspace: Workspace, sheets: Any, file_id: str) -> None:
    [tab] = view(sheets, file_id).tabs
    for spot, wanted in (("B2", (255, 0, 0)), ("B3", (0, 255, 0))):
        assert (tab[spot].text, tab[spot].error) == ("", "")
        assert colour(workspace.picture(image_url(tab[spot].formula))[0]) == wanted


def test_pictures_over_the_cells_are_not_in_the_json_but_in_the_export(
    sheets: Any, file_id: str, exported: Callable[[str], bytes]
) -> None:
    raw = sheets.get(spreadsheetId=file_id, includeGridData=True).execute()
    assert "pictures" not in raw["sheets"][0]
    data = exported(file_id)
    assert hanging(data) == [{"cell": (4, 3), "into": (10, 5), "size": (30, 30), "colour": (0, 0, 255)}]
    assert b'descr="Over the cells"' in zipfile.ZipFile(io.BytesIO(data)).read("xl/drawings/drawing1.xml")


def test_what_goes_out_comes_in_again(
    sheets: Any, file_id: str, exported: Callable[[str], bytes], uploaded: Callable[..., str]
) -> None:
    again = uploaded("again.xlsx", exported(file_id), Kind.SPREADSHEET)
    before, after = (view(sheets, one).tabs[0] for one in (file_id, again))
    assert [after[spot].formula for spot in ("B2", "B3")] == [before[spot].formula for spot in ("B2", "B3")]
    assert hanging(exported(again)) == hanging(exported(file_id))


def test_other_programs_see_an_error_value_where_they_know_no_pictures(
    file_id: str, exported: Callable[[str], bytes]
) -> None:
    worksheet = openpyxl.load_workbook(io.BytesIO(exported(file_id))).worksheets[0]
    assert [worksheet[spot].value for spot in ("A1", "B2", "B3")] == ["x", "#VALUE!", "#VALUE!"]


def test_they_move_with_rows_and_columns_as_charts_do(
    sheets: Any, file_id: str, exported: Callable[[str], bytes]
) -> None:
    source = {"sourceRange": {"sources": [{"startRowIndex": 0, "endRowIndex": 3, "endColumnIndex": 1}]}}
    spec = {"basicChart": {"chartType": "COLUMN", "series": [{"series": source}]}}
    place = {"overlayPosition": {"anchorCell": {"rowIndex": 8, "columnIndex": 2}}}

    def lines(axis: str, start: int, end: int) -> Json:
        return {"range": {"dimension": axis, "startIndex": start, "endIndex": end}}

    requests = [
        {"addChart": {"chart": {"spec": spec, "position": place}}},
        {"insertDimension": lines("ROWS", 3, 5)},
        {"insertDimension": lines("COLUMNS", 0, 1)},
        {"deleteDimension": lines("ROWS", 9, 12)},
    ]
    sheets.batchUpdate(spreadsheetId=file_id, body={"requests": requests}).execute()
    [item] = hanging(exported(file_id))
    assert item["cell"] == (6, 4)
    chart = sheets.get(spreadsheetId=file_id).execute()["sheets"][0]["charts"][0]
    anchor = chart["position"]["overlayPosition"]["anchorCell"]
    assert (anchor["rowIndex"], anchor["columnIndex"]) == (9, 3)  # its own row is gone: it stays where that was
    cut = {"properties": {"gridProperties": {"rowCount": 5, "columnCount": 3}}, "fields": "gridProperties"}
    sheets.batchUpdate(spreadsheetId=file_id, body={"requests": [{"updateSheetProperties": cut}]}).execute()
    assert hanging(exported(file_id))[0]["cell"] == (4, 2)


def test_a_copied_tab_takes_them_along(sheets: Any, file_id: str, exported: Callable[[str], bytes]) -> None:
    requests = [{"duplicateSheet": {"sourceSheetId": 0, "insertSheetIndex": 0}}]
    sheets.batchUpdate(spreadsheetId=file_id, body={"requests": requests}).execute()
    book = openpyxl.load_workbook(io.BytesIO(exported(file_id)))
    assert [len(worksheet._images) for worksheet in book.worksheets] == [1, 1]


@pytest.mark.skipif(find_chromium() is None, reason="there is no Chromium")
def test_they_are_drawn_where_they_are(workspace: Workspace, sheets: Any, file_id: str) -> None:
    import pypdfium2

    values = {"values": [["=IMAGE(A9,4,30,60)"], ['=IMAGE("https://nowhere.invalid/a.png")']]}
    formula = view(sheets, file_id).tabs[0]["B2"].formula
    named = {"values": [[image_url(formula)]]}
    for spot, body in (("F1", values), ("A9", named)):
        sheets.values().update(spreadsheetId=file_id, range=spot, valueInputOption="USER_ENTERED", body=body).execute()
    pdf = workspace.clients.drive.files().export(fileId=file_id, mimeType="application/pdf").execute()
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")

    def box(wanted: str, span: tuple[float, float] = (0, 792)) -> list[float]:
        """Left, top, width and height in pt of what has that colour between two places from the left."""
        part = page.crop((int(2 * span[0]), 0, int(2 * span[1]), page.height))
        same = (
            ImageChops.difference(part, Image.new("RGB", part.size, wanted)).convert("L").point(lambda v: 255 * (not v))
        )
        left, top, right, bottom = same.getbbox()
        return [left / 2 + span[0], top / 2, (right - left) / 2, (bottom - top) / 2]

    # Columns are 75 pt wide and begin at 36; in cells the pictures are fitted, and keep their proportions.
    left, top, width, height = box("blue")
    assert (left, width, height) == pytest.approx((36 + 3 * 75 + 7.5, 22.5, 22.5), abs=1)
    red = box("red", (36, 300))
    assert red[2] / red[3] == pytest.approx(2, abs=0.25)
    assert 36 + 75 <= red[0] < red[0] + red[2] <= 36 + 150
    assert red[1] < box("lime")[1] < top
    assert box("red", (400, 600))[2:] == pytest.approx([45, 22.5], abs=1)


@pytest.mark.parametrize(
    ("google", "excel"),
    [
        ('=IMAGE("u")', '=_xlfn.IMAGE("u")'),
        ('=IMAGE("u",2)', '=_xlfn.IMAGE("u",,1)'),
        ('=IMAGE(A1&"(,",4,B1,70)', '=_xlfn.IMAGE(A1&"(,",,3,B1,70)'),
        ("=IMAGE(A1,B1)", "=_xlfn.IMAGE(A1,,B1-1)"),
    ],
)
def test_excel_counts_the_ways_to_fit_from_0_and_has_a_text_before_them(google: str, excel: str) -> None:
    assert for_excel(google) == excel
    back = from_excel(excel)
    assert back == (google if "B1-1" not in excel else "=IMAGE(A1,B1-1+1)")


@pytest.mark.parametrize("other", ['=IMAGE("a")&IMAGE("b")', "=IF(1,IMAGE(A1))", "=SUM(A1)", "=IMAGE()", "IMAGE"])
def test_other_formulas_are_left_alone(other: str) -> None:
    assert (for_excel(other), from_excel(other), image_url(other)) == ("", other, "")


@pytest.mark.parametrize(
    ("member", "old", "new"),
    [
        ("xl/worksheets/sheet1.xml", b'vm="1"', b'vm="99"'),
        ("xl/worksheets/sheet1.xml", b'vm="1"', b'vm="-1"'),
        ("xl/metadata.xml", b'i="0"', b'i="77"'),
        ("xl/metadata.xml", b'v="0"', b'v="-5"'),
        ("xl/richData/rdrichvalue.xml", b'<rv s="0">', b'<rv s="9">'),
        ("xl/richData/rdrichvalue.xml", b"<v>0</v>", b"<v>nan</v>"),
        ("xl/richData/richValueRel.xml", b"rId1", b"rId9"),
        ("xl/richData/rdrichvaluestructure.xml", b"_rvRel", b"_other"),
        ("xl/drawings/drawing1.xml", b"<xdr:row>4</xdr:row>", b"<xdr:row>99999999999</xdr:row>"),
        ("xl/drawings/drawing1.xml", b"<xdr:col>3</xdr:col>", b"<xdr:col>x</xdr:col>"),
        ("xl/drawings/_rels/drawing1.xml.rels", b"image3.png", b"../../../etc/passwd"),
    ],
)
def test_nonsense_leads_to_no_picture_and_no_error(
    tmp_path: Path,
    workspace: Workspace,
    exported: Any,
    rezip: Any,
    pictured: bytes,
    member: str,
    old: bytes,
    new: bytes,
) -> None:
    def spoil(members: dict[str, bytes]) -> None:
        assert old in members[member]
        members[member] = members[member].replace(old, new)

    path = tmp_path / "spoiled.xlsx"
    path.write_bytes(rezip(pictured, spoil))
    file_id = workspace.upload(path, kind=Kind.SPREADSHEET).id
    assert exported(file_id)[:2] == b"PK"
    told = workspace.clients.drive.files().get(fileId=file_id, fields="appProperties").execute()
    if "passwd" in str(new):
        assert "pictures that are missing" in told["appProperties"]["knowsNotCarried"]
