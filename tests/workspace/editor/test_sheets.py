"""What can be done on the page of a spreadsheet, and that the API answers as if it had been asked itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import Open
from .sheetpage import SheetPage, cells, tab, texts
from .test_names import check

STOCKS = [["Name", "Now", "Past"], ["Unilever", "60", "50"], ["Estée Lauder", "80", "260"], ["P&G", "160", "153"]]
EVIL = '<img src=x onerror="document.title=1"><script>document.title=1</script>'


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.SPREADSHEET, "Stocks")


@pytest.fixture
def stocks(workspace: Workspace, file: FileRef) -> FileRef:
    """Four rows from A1 on."""
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": STOCKS}
    values.update(spreadsheetId=file.id, range="A1", valueInputOption="USER_ENTERED", body=body).execute()
    return file


def batch(workspace: Workspace, file: FileRef, *requests: dict[str, Any]) -> None:
    body = {"requests": list(requests)}
    workspace.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=file.id, body=body).execute()


def format_of(workspace: Workspace, file: FileRef, cell: str) -> dict[str, Any]:
    found: dict[str, Any] = cells(workspace, file, cell)[0][0].get("userEnteredFormat", {})
    return found


def test_typing_and_moving(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = SheetPage(open_file(file))
    page.fill("B2", [["$1,200.50", "10%", "x"], ["=B2*C2", "'007", "TRUE"]])
    assert texts(workspace, file, "B2:D3") == [["$1,200.50", "10%", "x"], ["$120.05", "007", "TRUE"]]
    expect(page.cell("B3")).to_have_text("$120.05")
    page.click("B3")
    expect(page.page.get_by_label("Formula bar")).to_have_value("=B2*C2")
    page.page.get_by_label("Formula bar").fill("=SUM(B2,1)")
    page.keys("Enter")
    page.cell("D2").dblclick()
    page.page.keyboard.type("yz")
    page.keys("Alt+Enter")
    page.page.keyboard.type("second")
    page.keys("Enter")
    page.click("C3")
    page.page.keyboard.type("lost")
    page.keys("Escape")
    page.page.get_by_label("Name box").fill("C2:D3")
    page.keys("Enter", "Delete")
    page.saved()
    assert texts(workspace, file, "B2:D3") == [["$1,200.50"], ["$1,201.50"]]
    page.keys("Control+z")
    page.saved()
    assert texts(workspace, file, "B2:D3") == [["$1,200.50", "10%", "xyz\nsecond"], ["$1,201.50", "007", "TRUE"]]
    page.keys("Control+Shift+z")
    page.saved()
    assert texts(workspace, file, "C2:D3") == []


def test_a_formula_takes_the_cells_that_are_clicked(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.click("D2")
    page.page.keyboard.type("=")
    page.click("B2")
    page.page.keyboard.type("-")
    page.click("C2")
    page.keys("Enter")
    page.select("D2", "D4")
    page.keys("Control+d")
    page.saved()
    assert texts(workspace, stocks, "D2:D4") == [["10"], ["-180"], ["7"]]
    assert [row[0]["userEnteredValue"] for row in cells(workspace, stocks, "D2:D3")] == [
        {"formulaValue": "=B2-C2"}, {"formulaValue": "=B3-C3"},
    ]  # fmt: skip


def test_formats(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.select("A1", "C1")
    page.keys("Control+b", "Control+i")
    page.tool("Fill colour")
    page.page.get_by_role("button", name="light green 3", exact=True).click()
    page.tool("Horizontal align")
    page.page.get_by_role("menuitemcheckbox", name="Center").click()
    page.tool("Text wrapping")
    page.page.get_by_role("menuitemcheckbox", name="Wrap").click()
    size = page.page.get_by_role("spinbutton", name="Font size")
    size.fill("14")
    size.press("Enter")
    page.page.get_by_role("combobox", name="Font").select_option("Georgia")
    page.tool("Borders")
    page.page.get_by_role("menuitem", name="Bottom border").click()
    page.saved()
    style = format_of(workspace, stocks, "C1")
    font = style["textFormat"]
    assert (font["bold"], font["italic"], font["fontSize"], font["fontFamily"]) == (True, True, 14, "Georgia")
    assert (style["horizontalAlignment"], style["wrapStrategy"]) == ("CENTER", "WRAP")
    assert style["backgroundColorStyle"]["rgbColor"]["green"] == pytest.approx(0.918, abs=0.001)
    assert style["borders"]["bottom"]["style"] == "SOLID"
    page.select("B2", "C4")
    page.tool("Format as currency")
    page.tool("Decrease decimal places")
    page.saved()
    assert texts(workspace, stocks, "B2:C2") == [["$60.0", "$50.0"]]
    page.menu("Format", "Clear formatting")
    page.saved()
    assert format_of(workspace, stocks, "B2") == {}


def test_rows_and_columns(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.click("A2")
    page.menu("Insert", "Insert 1 row above")
    page.click("B1")
    page.menu("Edit", "Delete column B")
    page.menu("View", "Freeze", "1 row")
    page.page.get_by_role("columnheader", name="A", exact=True).click(button="right")
    page.page.get_by_role("menuitem", name="Resize column A").click()
    page.answer("OK", **{"Column width": "180"})
    assert texts(workspace, stocks, "A1:C3") == [["Name", "Past"], [], ["Unilever", "50"]]
    assert tab(workspace, stocks)["properties"]["gridProperties"]["frozenRowCount"] == 1
    box = page.page.get_by_role("columnheader", name="B", exact=True).bounding_box()
    assert box
    page.page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 8)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] + 58, box["y"] + 8)
    page.page.mouse.up()
    page.saved()
    book = workspace.clients.sheets.spreadsheets().get(spreadsheetId=stocks.id, includeGridData=True).execute()
    widths = [column["pixelSize"] for column in book["sheets"][0]["data"][0]["columnMetadata"][:2]]
    assert widths == [180, 160]
    for _ in range(4):
        page.keys("Control+z")
        page.saved()
    page.click("A1")
    page.keys("Control+z")
    page.saved()
    assert texts(workspace, stocks, "A1:C4") == STOCKS


def test_merge_sort_and_filter(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.select("A6", "C6")
    page.tool("Merge cells")
    page.page.get_by_role("menuitem", name="Merge all").click()
    page.select("A1", "C4")
    page.menu("Data", "Sort range", "Advanced range sorting options")
    page.answer("Sort", Data_has_header_row=True, Sort_by="Column B (Now)", Order="Z to A")
    assert [row[0] for row in texts(workspace, stocks, "A1:A4")] == ["Name", "P&G", "Estée Lauder", "Unilever"]
    assert tab(workspace, stocks)["merges"][0]["endColumnIndex"] == 3
    page.select("A1", "C4")
    page.tool("Create a filter")
    page.saved()
    page.page.get_by_role("button", name="Filter column A").click()
    page.page.get_by_role("checkbox", name="P&G").uncheck()
    page.page.get_by_role("button", name="OK").click()
    page.saved()
    expect(page.page.get_by_role("gridcell", name="A2 P&G")).to_have_count(0)
    expect(page.page.get_by_role("gridcell", name="A3 Estée Lauder")).to_be_visible()
    assert tab(workspace, stocks)["basicFilter"]["criteria"] == {"0": {"hiddenValues": ["P&G"]}}


def test_rules_boxes_and_lists(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.select("B2", "B4")
    page.menu("Format", "Conditional formatting")
    page.answer("Done", **{"Format cells if": "Greater than", "Value or formula": "100", "Fill colour": "light red 3"})
    page.page.get_by_role("button", name="Close conditional format rules").click()
    shown = cells(workspace, stocks, "B2:B4")
    assert [row[0]["effectiveFormat"]["backgroundColor"].get("green") for row in shown] == [1, 1, pytest.approx(0.8)]
    page.select("E2", "E3")
    page.menu("Insert", "Checkbox")
    page.saved()
    page.page.get_by_role("checkbox", name="Checkbox E2").click()
    page.saved()
    page.keys("ArrowDown", "Space")
    page.saved()
    assert texts(workspace, stocks, "E2:E3") == [["TRUE"], ["TRUE"]]
    page.click("F2")
    page.menu("Insert", "Dropdown")
    page.answer("Done", Items="Buy\nSell")
    page.page.get_by_role("button", name="Options of F2").click()
    page.page.get_by_role("menuitem", name="Sell").click()
    page.saved()
    assert texts(workspace, stocks, "F2") == [["Sell"]]


def test_tabs(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.page.get_by_role("button", name="Add sheet").click()
    expect(page.page.get_by_role("tab", name="Sheet2")).to_have_attribute("aria-selected", "true")
    page.fill("A1", [["=Sheet1!B2*2"]])
    page.page.get_by_role("tab", name="Sheet2").dblclick()
    page.answer("OK", Name="Sums")
    page.page.get_by_role("tab", name="Sums").click(button="right")
    page.page.get_by_role("menuitem", name="Move left").click()
    page.saved()
    book = workspace.clients.sheets.spreadsheets().get(spreadsheetId=stocks.id).execute()
    assert [sheet["properties"]["title"] for sheet in book["sheets"]] == ["Sums", "Sheet1"]
    assert texts(workspace, stocks, "Sums!A1") == [["120"]]
    page.page.get_by_role("tab", name="Sums").click(button="right")
    page.page.get_by_role("menuitem", name="Delete").click()
    page.answer("Delete")
    expect(page.page.get_by_role("tab", name="Sums")).to_have_count(0)


def test_copy_and_paste(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.fill("D2", [["=B2-C2"]])
    page.click("D2")
    page.keys("Control+c")
    page.select("D3", "D4")
    page.keys("Control+v")
    page.saved()
    assert texts(workspace, stocks, "D2:D4") == [["10"], ["-180"], ["7"]]
    page.select("A2", "B3")
    page.keys("Control+x")
    page.click("F6")
    page.keys("Control+v")
    page.saved()
    assert texts(workspace, stocks, "F6:G7") == [["Unilever", "60"], ["Estée Lauder", "80"]]
    assert texts(workspace, stocks, "A2:B3") == []


def test_charts_and_pictures(open_file: Open, workspace: Workspace, stocks: FileRef, png_file: Path) -> None:
    page = SheetPage(open_file(stocks))
    page.select("A1", "C4")
    page.tool("Insert chart")
    page.answer("Insert", Chart_type="Bar chart", Chart_title="Prices", Horizontal_axis_title="USD")
    (chart,) = tab(workspace, stocks)["charts"]
    basic = chart["spec"]["basicChart"]
    assert (basic["chartType"], basic["headerCount"], len(basic["series"])) == ("BAR", 1, 2)
    shown = page.page.get_by_role("group", name="Bar chart: Prices")
    expect(shown).to_be_focused()
    assert shown.get_by_role("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.keys("ArrowDown", "ArrowDown")
    page.saved()
    shown.dblclick()
    page.answer("Apply", Chart_type="Pie chart", Chart_title="Shares")
    (chart,) = tab(workspace, stocks)["charts"]
    assert (chart["spec"]["title"], "pieChart" in chart["spec"]) == ("Shares", True)
    assert chart["position"]["overlayPosition"]["offsetYPixels"] == 20
    page.click("A8")
    page.menu("Insert", "Image", "Insert image in cell")
    page.page.get_by_label(re.compile("^Upload from")).set_input_files(png_file)
    page.answer("Insert")
    assert cells(workspace, stocks, "A8")[0][0]["userEnteredValue"]["formulaValue"].startswith('=IMAGE("http')
    inside = page.cell("A8").locator("img")
    assert inside.evaluate("image => image.decode().then(() => image.naturalWidth)") == 40
    page.click("A10")
    page.menu("Insert", "Image", "Insert image over cells")
    page.page.get_by_label(re.compile("^Upload from")).set_input_files(png_file)
    page.answer("Insert", Alt_text="A teal box")
    page.page.get_by_role("group", name="A teal box").click()
    page.keys("Delete")
    page.saved()
    expect(page.page.get_by_role("group", name="A teal box")).to_have_count(0)


def test_three_at_once_lose_nothing(open_file: Open, workspace: Workspace, stocks: FileRef) -> None:
    """Two browsers and an API client change different things; each sees all of it, and undoes only its own."""
    first, second = SheetPage(open_file(stocks)), SheetPage(open_file(stocks))
    first.click("A2")
    second.click("B2")
    first.page.keyboard.type("by the first")
    second.page.keyboard.type("22")
    values = workspace.clients.sheets.spreadsheets().values()
    body = {"values": [["33"]]}
    values.update(spreadsheetId=stocks.id, range="C2", valueInputOption="USER_ENTERED", body=body).execute()
    first.keys("Enter")
    second.keys("Enter")
    for page in (first, second):
        expect(page.cell("A2")).to_have_text("by the first")
        expect(page.cell("B2")).to_have_text("22")
        expect(page.cell("C2")).to_have_text("33")
    first.keys("Control+z")
    expect(second.cell("A2")).to_have_text("Unilever")
    assert texts(workspace, stocks, "A2:C2") == [["Unilever", "22", "33"]]
    second.select("A1", "C1")
    second.keys("Control+b")
    second.saved()
    first.click("A4")
    first.page.keyboard.type("in the row of")
    above = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    batch(workspace, stocks, {"insertDimension": {"range": above}})
    first.page.keyboard.type(" P&G")
    first.keys("Enter")
    expect(second.cell("A5")).to_have_text("in the row of P&G")
    assert texts(workspace, stocks, "A2:A5") == [["Name"], ["Unilever"], ["Estée Lauder"], ["in the row of P&G"]]
    assert format_of(workspace, stocks, "B2")["textFormat"]["bold"] is True


def test_hostile_content_stays_text(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    link = {
        "userEnteredValue": {"stringValue": "x"},
        "textFormatRuns": [{"format": {"link": {"uri": "javascript:a()"}}}],
    }
    rows = [{"values": [{"userEnteredValue": {"stringValue": EVIL}, "note": EVIL}, link]}]
    kind = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": EVIL}]}, "showCustomUi": True}
    batch(
        workspace, file,
        {"updateCells": {"start": {"sheetId": 0}, "rows": rows, "fields": "userEnteredValue,note,textFormatRuns"}},
        {"setDataValidation": {"range": {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 2}, "rule": kind}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": EVIL[:90]}, "fields": "title"}},
        {"addChart": {"chart": {"spec": {"title": EVIL, "pieChart": {"series": {"sourceRange": {"sources": [
            {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}]}}}},
            "position": {"overlayPosition": {"anchorCell": {"rowIndex": 5}}}}}},
    )  # fmt: skip
    page = SheetPage(open_file(file))
    expect(page.cell("A1")).to_contain_text("<script>")
    page.click("B1")
    expect(page.page.get_by_role("link", name="javascript")).to_have_count(0)
    page.page.get_by_role("button", name="Options of A2").click()
    expect(page.page.get_by_role("menuitem", name="<img")).to_be_visible()
    page.keys("Escape")
    assert page.page.title() == "Stocks"
    other = workspace.create_file(Kind.SPREADSHEET, "Somebody else's")
    status = "id => fetch(`/_knows/sheets/${id}/view`).then((answer) => answer.status)"
    assert [page.page.evaluate(status, one.id) for one in (file, other)] == [200, 404]


def test_everything_has_a_name(open_file: Open, stocks: FileRef) -> None:
    page = SheetPage(open_file(stocks))
    page.tool("Create a filter")
    page.saved()
    check(page.page)
    for label in ("File", "Edit", "View", "Insert", "Format", "Data"):
        page.page.get_by_role("menubar").get_by_role("menuitem", name=label, exact=True).click()
        assert page.page.get_by_role("menu", name=label).locator("> [role^=menuitem]").count() > 0
        check(page.page)
        page.keys("Escape")
    page.tool("Insert chart")
    check(page.page)
    page.keys("Escape")
    page.page.get_by_role("button", name="Filter column A").click()
    check(page.page)
    page.keys("Escape")
    page.click("A1")
    page.keys("Control+h")
    check(page.page)
    cell = page.cell("B2")
    assert [cell.get_attribute(name) for name in ("aria-label", "aria-colindex")] == ["B2 60", "3"]
    assert cell.locator("..").get_attribute("aria-rowindex") == "3"
    assert page.page.get_by_role("grid").get_attribute("aria-rowcount") == "1001"
