"""Spreadsheets out as .xlsx and in again: what the views see stays as it is."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.artifact.spreadsheet import Cell, Range, Tab, Workbook
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office_formats import XLSX

openpyxl = pytest.importorskip("openpyxl")

from openpyxl.chart import BarChart, DoughnutChart, LineChart, PieChart, Reference  # noqa: E402
from openpyxl.comments import Comment  # noqa: E402
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule, FormulaRule  # noqa: E402
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side  # noqa: E402
from openpyxl.worksheet.datavalidation import DataValidation  # noqa: E402
from openpyxl.worksheet.table import Table  # noqa: E402

from .differing import differences  # noqa: E402

Json = dict[str, Any]
_LOOKS = ("background", "text_colour", "bold", "italic", "underline", "strikethrough", "font", "size", "number_type",
          "number_pattern", "wrap", "horizontal")  # fmt: skip


def cell_seen(cell: Cell) -> list[Any]:
    value = (cell.text, cell.unsupported or cell.number, cell.boolean, cell.error, cell.formula, cell.note, cell.links)
    stated = cell.raw.get("userEnteredFormat", {})
    lines = {
        side: (line["style"], {part: line.get("color", {}).get(part, 0) for part in ("red", "green", "blue")})
        for side, line in stated.get("borders", {}).items()
    }
    more = (lines, stated.get("verticalAlignment"), stated.get("textRotation"))
    return [*value, *(repr(getattr(cell.format, name)) for name in _LOOKS), *more, cell.raw.get("dataValidation")]


def tab_seen(tab: Tab) -> Json:
    rows, columns = range(tab.used_rows + 2), range(tab.used_columns + 2)
    grid = tab.raw["properties"]["gridProperties"]
    covered = {
        (row, column)
        for merge in tab.merges
        for row in tab.rows_of(merge)
        for column in tab.columns_of(merge)
        if (row, column) != (merge.start_row, merge.start_column)
    }
    return {
        "properties": (tab.title, tab.hidden, tab.raw["properties"].get("tabColor")),
        "grid": [grid.get(name) for name in ("frozenRowCount", "frozenColumnCount", "hideGridlines")],
        "cells": {
            (row, column): cell_seen(tab.cell(row, column))
            for row in rows
            for column in columns
            if (row, column) not in covered
        },
        "merges": sorted(map(repr, tab.merges)),
        "columns": [(tab.column_width(column), tab.column_hidden(column)) for column in range(26)],
        "rows": [(tab.row_height(row), tab.row_hidden(row)) for row in range(60)],
        "tables": [(table.name, table.headers, table.as_text()) for table in tab.tables],
        "charts": [
            (chart.kind, chart.title, chart.domains, chart.series, chart.header_count, chart_seen(chart.raw))
            for chart in tab.charts
        ],
        "rules": [
            {**rule, "ranges": sorted(repr(Range.of({**spot, "sheetId": 0})) for spot in rule["ranges"])}
            for rule in tab.conditional_formats
        ],
        "filter": tab.filter.get("range"),
    }


def chart_seen(raw: Json) -> list[Any]:
    spec = raw["spec"]
    body = spec.get("basicChart") or spec["pieChart"]
    axes = {axis["position"]: axis["title"] for axis in body.get("axis", []) if axis.get("title")}
    names = ("legendPosition", "stackedType", "pieHole")
    return [axes, [body.get(name) for name in names], raw["position"].get("overlayPosition", {}).get("anchorCell")]


def seen(view: Workbook) -> Json:
    named = {
        name: (view.tab(area.sheet_id).title, repr(area).partition("!")[2]) for name, area in view.named_ranges.items()
    }
    return {"tabs": [tab_seen(tab) for tab in view.tabs], "named": named}


@pytest.fixture
def sheets(workspace: Workspace) -> Any:
    return workspace.clients.sheets.spreadsheets()


@pytest.fixture
def view_of(sheets: Any) -> Callable[[str], Workbook]:
    def view_of(file_id: str) -> Workbook:
        return Workbook(sheets.get(spreadsheetId=file_id, includeGridData=True).execute(), lambda _: b"")

    return view_of


@pytest.fixture
def exported(workspace: Workspace) -> Callable[[str], bytes]:
    def exported(file_id: str) -> bytes:
        data: bytes = workspace.clients.drive.files().export(fileId=file_id, mimeType=XLSX).execute()
        return data

    return exported


@pytest.fixture
def kept(view_of: Any, exported: Any, uploaded: Any) -> Callable[[str], Workbook]:
    """`kept(file_id)`: asserts that the file is the same after a round through .xlsx; the view."""

    def kept(file_id: str) -> Workbook:
        before = view_of(file_id)
        after = view_of(uploaded("again.xlsx", exported(file_id), Kind.SPREADSHEET))
        assert differences(seen(before), seen(after)) == []
        return before

    return kept


@pytest.fixture
def made(workspace: Workspace, sheets: Any) -> Callable[..., str]:
    """`made({"A1:B2": rows}, request, ...)`: the id of a new spreadsheet on which they were carried out."""

    def made(values: dict[str, list[list[Any]]], *requests: Json) -> str:
        file_id = workspace.create_file(Kind.SPREADSHEET, "A sheet").id
        for spot, rows in values.items():
            sheets.values().update(
                spreadsheetId=file_id, range=spot, valueInputOption="USER_ENTERED", body={"values": rows}
            ).execute()
        if requests:
            sheets.batchUpdate(spreadsheetId=file_id, body={"requests": [*requests]}).execute()
        return file_id

    return made


def area(spot: str, sheet_id: int = 0) -> Json:
    found = openpyxl.worksheet.cell_range.CellRange(spot)
    return {"sheetId": sheet_id, "startRowIndex": found.min_row - 1, "endRowIndex": found.max_row,
            "startColumnIndex": found.min_col - 1, "endColumnIndex": found.max_col}  # fmt: skip


def formatted(spot: str, form: Json) -> Json:
    return {"repeatCell": {"range": area(spot), "cell": {"userEnteredFormat": form}, "fields": "userEnteredFormat"}}


def sources(*spots: str) -> list[Json]:
    return [{"sourceRange": {"sources": [area(spot)]}} for spot in spots]


def chart(spec: Json, row: int = 9) -> Json:
    anchor = {"sheetId": 0, "rowIndex": row, "columnIndex": 5}
    return {"addChart": {"chart": {"spec": spec, "position": {"overlayPosition": {"anchorCell": anchor}}}}}


def test_a_budget_made_by_requests(made, kept):
    values = {"A1:D4": [["Item", "Q1", "Q2", "Total"], ["Rent", 1200, 1250.5, "=B2+C2"], ["Food", 300, 280, "=B3+C3"],
                        ["All", "=SUM(B2:B3)", "=SUM(C2:C3)", "=SUM(D2:D3)"]]}  # fmt: skip
    domain, first, second = sources("A1:A3", "B1:B3", "C1:C3")
    spec = {
        "title": "Spending",
        "basicChart": {
            "chartType": "COLUMN",
            "stackedType": "STACKED",
            "headerCount": 1,
            "legendPosition": "BOTTOM_LEGEND",
            "axis": [{"position": "BOTTOM_AXIS", "title": "Item"}, {"position": "LEFT_AXIS", "title": "€"}],
            "domains": [{"domain": domain}],
            "series": [{"series": item, "targetAxis": "LEFT_AXIS"} for item in (first, second)],
        },
    }
    header = {"textFormat": {"bold": True}, "backgroundColor": {"red": 0.8, "green": 0.9, "blue": 1}}
    money = {"numberFormat": {"type": "CURRENCY", "pattern": "[$€]#,##0.00"}}
    view = kept(made(values, formatted("A1:D1", header), formatted("B2:D4", money), chart(spec)))
    assert (view.tabs[0]["D4"].number, view.tabs[0]["D4"].text) == (3030.5, "€3,030.50")


def test_a_schedule_with_merges(made, kept):
    values = {"A1:C5": [["Week 12"], ["Time", "Mon", "Tue"], ["9:00", "Maths", "Physics"], ["10:30", "", "漢字 🌵"]]}
    border = {"style": "SOLID_MEDIUM", "colorStyle": {"rgbColor": {"red": 1}}}
    kept(
        made(
            values,
            {"mergeCells": {"range": area("A1:C1"), "mergeType": "MERGE_ALL"}},
            {"mergeCells": {"range": area("B3:B4"), "mergeType": "MERGE_ALL"}},
            {"updateBorders": {"range": area("A2:C4"), "top": border, "innerHorizontal": {"style": "DOTTED"}}},
            formatted("A1", {"horizontalAlignment": "CENTER", "verticalAlignment": "MIDDLE"}),
            {"updateDimensionProperties": {
                "range": {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 1, "endIndex": 3},
                "properties": {"pixelSize": 187}, "fields": "pixelSize"}},
            {"updateDimensionProperties": {
                "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1},
                "properties": {"pixelSize": 53}, "fields": "pixelSize"}},
        )
    )  # fmt: skip


def rule(condition: str, values: list[str], form: Json, spot: str = "B2:B9") -> Json:
    said = [{"userEnteredValue": value} for value in values]
    boolean = {"condition": {"type": condition, **({"values": said} if said else {})}, "format": form}
    return {"addConditionalFormatRule": {"rule": {"ranges": [area(spot)], "booleanRule": boolean}}}


def test_a_grade_book_with_conditional_formats(made, kept):
    red, bold = {"backgroundColor": {"red": 1}}, {"textFormat": {"bold": True, "foregroundColor": {}}}
    scale = {"minpoint": {"type": "MIN", "color": {"red": 1}},
             "midpoint": {"type": "PERCENTILE", "value": "50", "color": {"red": 1, "green": 1}},
             "maxpoint": {"type": "NUMBER", "value": "100", "color": {"green": 1}}}  # fmt: skip
    gradient = {"ranges": [area("C2:C9"), area("E2:E3")], "gradientRule": scale}
    view = kept(
        made(
            {"A1:C4": [["Name", "Mark", "Share"], ["Ann", 41, 0.41], ["Bo", 93, 0.93], ["Cy", "", 0.2]]},
            rule("NUMBER_LESS", ["50"], red),
            rule("NUMBER_BETWEEN", ["90", "=MAX(B2:B9)"], bold),
            rule("TEXT_CONTAINS", ['b "o"'], red, "A2:A9"),
            rule("TEXT_STARTS_WITH", ["A"], bold, "A2:A9"),
            rule("BLANK", [], red),
            rule("CUSTOM_FORMULA", ["=$B2>80"], {"textFormat": {"italic": True}}, "A2:C9"),
            {"addConditionalFormatRule": {"rule": gradient}},
        )
    )
    assert repr(view.tabs[0]["B2"].format.background) == "#FF0000"


def test_an_inventory_with_a_table_and_lists(made, kept):
    rows = [["Part", "State", "Count"], ["bolt", "ok", 5], ["nut", "low", 2]]
    states = {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "ok"}, {"userEnteredValue": "low"}]}
    parts = {"type": "ONE_OF_RANGE", "values": [{"userEnteredValue": "=$A$2:$A$3"}]}
    view = kept(
        made(
            {"A1:C3": rows},
            {"addTable": {"table": {"name": "Stock", "range": area("A1:C3")}}},
            {"setDataValidation": {"range": area("E2:E4"), "rule": {"condition": states, "strict": True,
                                                                    "showCustomUi": True}}},
            {"setDataValidation": {"range": area("F2:G2"), "rule": {"condition": parts, "showCustomUi": True}}},
        )
    )  # fmt: skip
    assert [table.name for table in view.tables] == ["Stock"]


def test_an_invoice_with_number_formats(made, kept):
    rows = [["2026-03-01", 0.195, 12345.678, "1:30 PM", 0.00001234, "'007", True, "=1/0", '=IFERROR(1/0,"none")']]
    patterns = {"A1": ("DATE", "dd.mm.yyyy"), "B1": ("PERCENT", "0.0%"), "C1": ("NUMBER", "#,##0.000"),
                "D1": ("TIME", "hh:mm"), "E1": ("SCIENTIFIC", "0.00E+00"), "F1": ("TEXT", "@")}  # fmt: skip
    forms = [
        formatted(spot, {"numberFormat": {"type": kind, "pattern": text}}) for spot, (kind, text) in patterns.items()
    ]
    view = kept(made({"A1:I1": rows}, *forms))
    assert [view.tabs[0][f"{column}1"].text for column in "ABF"] == ["01.03.2026", "19.5%", "007"]


def test_functions_that_excel_has_not(made, kept, exported):
    formulas = ["=ARRAYFORMULA(A2:A3*2)", "=SUM(A2:A)", '=REGEXMATCH("abc","b")', "=CONCAT(A2,A3)",
                '=QUERY(A2:A3,"select A")', "=COUNTUNIQUE(A2:A3)", '=IF(A2=1,"FILTER(""x"")","no")']  # fmt: skip
    file_id = made({"A2:A3": [[1], [2]], "C1:I1": [formulas]})
    kept(file_id)
    saved = openpyxl.load_workbook(io.BytesIO(exported(file_id)))
    assert saved.active["D1"].value == '=IFERROR(__xludf.DUMMYFUNCTION("SUM(A2:A)"),3)'
    assert saved.active["F1"].value == "=_xlfn.CONCAT(A2,A3)"
    shown = openpyxl.load_workbook(io.BytesIO(exported(file_id)), data_only=True).active
    assert [shown[f"{column}1"].value for column in "DEF"] == [3, True, "12"]


def test_contacts_with_links_and_notes(made, kept):
    link = {"textFormat": {"link": {"uri": "https://example.org/ann?a=1&b=2#c"}}}
    runs = [{"startIndex": 0, "format": {"link": {"uri": "https://example.org/bo"}}}, {"startIndex": 2, "format": {}}]
    cells = [{"note": "A note\nof two lines"}, {"userEnteredValue": {"stringValue": "Bo Li"}, "textFormatRuns": runs}]
    view = kept(
        made(
            {"A1:C1": [["Ann", '=HYPERLINK("https://example.org/","Home")', "mail"]]},
            formatted("A1", link),
            {"updateCells": {"range": area("A2:B2"), "rows": [{"values": cells}], "fields": "note,userEnteredValue"}},
        )
    )
    assert view.tabs[0]["A1"].links == ("https://example.org/ann?a=1&b=2#c",)


def test_a_link_in_a_part_of_the_text_becomes_the_cells(made, view_of, exported, uploaded):
    runs = [{"startIndex": 0, "format": {"link": {"uri": "https://example.org/bo"}}}, {"startIndex": 2, "format": {}}]
    cell = {"userEnteredValue": {"stringValue": "Bo Li"}, "textFormatRuns": runs}
    body = {"range": area("A1"), "rows": [{"values": [cell]}], "fields": "userEnteredValue,textFormatRuns"}
    after = view_of(uploaded("again.xlsx", exported(made({}, {"updateCells": body})), Kind.SPREADSHEET))
    assert (after.tabs[0]["A1"].links, after.tabs[0]["A1"].text) == (("https://example.org/bo",), "Bo Li")


def test_many_tabs_names_frozen_panes_and_a_filter(made, kept):
    view = kept(
        made(
            {"A1:B3": [["Year", "Sum"], [2024, 1], [2025, 2]]},
            {"addSheet": {"properties": {"sheetId": 5, "title": "It's 2.", "hidden": True,
                                         "tabColorStyle": {"rgbColor": {"blue": 1}}}}},
            {"updateCells": {"range": area("A1", 5), "fields": "userEnteredValue", "rows": [
                {"values": [{"userEnteredValue": {"formulaValue": "=SUM(Sheet1!B2:B3)"}}]}]}},
            {"updateSheetProperties": {"fields": "gridProperties(frozenRowCount,frozenColumnCount,hideGridlines)",
                "properties": {"sheetId": 0, "gridProperties": {"frozenRowCount": 1, "frozenColumnCount": 2,
                                                                "hideGridlines": True}}}},
            {"addNamedRange": {"namedRange": {"name": "sums", "range": area("B2:B3")}}},
            {"addNamedRange": {"namedRange": {"name": "total", "range": area("A1", 5)}}},
            {"setBasicFilter": {"filter": {"range": area("A1:B3")}}},
            {"updateDimensionProperties": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3},
                                           "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}},
        )
    )  # fmt: skip
    assert (view.tabs[1].hidden, view.tabs[1]["A1"].number) == (True, 3)


def test_a_dashboard_of_every_chart(made, kept):
    domain, first, second = sources("A1:A4", "B1:B4", "C1:C4")

    def basic(kind: str, **more: Any) -> Json:
        kinds = ("COLUMN", "LINE") if kind == "COMBO" else (None, None)
        axis = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
        lines = [
            {"series": data, "targetAxis": axis, **({"type": own} if own else {})}
            for data, own in zip((first, second), kinds, strict=True)
        ]
        body = {"chartType": kind, "domains": [{"domain": domain}], "series": lines, "headerCount": 1, **more}
        return {"title": f"A {kind}", "basicChart": {"legendPosition": "NO_LEGEND", **body}}

    pie = {"domain": sources("A2:A4")[0], "series": sources("B2:B4")[0], "legendPosition": "LEFT_LEGEND"}
    specs = [*map(basic, ("BAR", "LINE", "AREA", "SCATTER", "COMBO")), basic("COLUMN", stackedType="PERCENT_STACKED"),
             {"pieChart": pie}, {"title": "Hole", "pieChart": {**pie, "pieHole": 0.4}}]  # fmt: skip
    values = {"A1:C4": [["x", "North", "South"], [1, 2, 3], [2, 4, 5], [3, 6, 9]]}
    view = kept(made(values, *(chart(spec, 20 * row) for row, spec in enumerate(specs))))
    assert [found.kind for found in view.charts] == ["BAR", "LINE", "AREA", "SCATTER", "COMBO", "COLUMN", "PIE", "PIE"]


def test_a_plan_with_bands(made, view_of, exported, uploaded):
    """Excel has no bands of that kind: they become the cells' own fills."""
    band = {"firstBandColor": {"red": 1, "green": 1, "blue": 0.6}, "secondBandColor": {"green": 1}}
    body = {"bandedRange": {"range": area("A1:A3"), "rowProperties": band}}
    file_id = made({"A1:A3": [["a"], ["b"], ["c"]]}, {"addBanding": body})
    after = view_of(uploaded("again.xlsx", exported(file_id), Kind.SPREADSHEET)).tabs[0]
    assert [repr(after[f"A{row}"].format.background) for row in (1, 2, 3)] == ["#FFFF99", "#00FF00", "#FFFF99"]


def test_a_table_that_excel_could_not_open(made, exported):
    table = {"name": "Years", "range": area("A1:B2")}
    file_id = made({"A1:B2": [[2024, 2025], [1, 2]]}, {"addTable": {"table": table}})
    sheet = openpyxl.load_workbook(io.BytesIO(exported(file_id))).active
    assert ([*sheet.tables], sheet["B1"].value) == ([], 2025)


def test_titles_that_excel_refuses(made, view_of, exported, uploaded):
    long = "Revenue [2024/25]: all of the regions"
    file_id = made(
        {"A1": [["=1+1"]]},
        {"addSheet": {"properties": {"sheetId": 7, "title": long}}},
        {"updateCells": {"range": area("A1", 7), "fields": "userEnteredValue", "rows": [
            {"values": [{"userEnteredValue": {"numberValue": 4}}]}]}},
        {"updateCells": {"range": area("B1"), "fields": "userEnteredValue", "rows": [
            {"values": [{"userEnteredValue": {"formulaValue": f"='{long}'!A1*2"}}]}]}},
    )  # fmt: skip
    after = view_of(uploaded("again.xlsx", exported(file_id), Kind.SPREADSHEET))
    assert [tab.title for tab in after.tabs] == ["Sheet1", "Revenue _2024_25__ all of the r"]
    assert after.tabs[0]["B1"].number == 8


# made by openpyxl, imported first


def time_sheet():
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(["Day", "From", "To", "Hours"])
    for row, day in enumerate(range(1, 6), 2):
        sheet.append([datetime.date(2025, 3, day), datetime.time(9), datetime.time(17, 30), f"=(C{row}-B{row})*24"])
        sheet[f"D{row}"].number_format = "0.00"
    sheet.column_dimensions["F"].hidden = True
    sheet.column_dimensions["A"].width = 22
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[1].height = 33
    return made


def survey():
    made = openpyxl.Workbook()
    sheet = made.active
    sheet["A1"], sheet["B1"], sheet["C1"], sheet["D1"] = "Größe", "turned", "wrapped text\nin lines", "struck"
    sheet["A1"].font = Font(name="Georgia", size=18, bold=True, italic=True, underline="single", color="FF336699")
    sheet["A1"].fill = PatternFill("solid", fgColor="FF000000")
    sheet["B1"].alignment = Alignment(textRotation=135, horizontal="center")
    sheet["C1"].alignment = Alignment(wrap_text=True, vertical="top")
    sheet["D1"].font = Font(strike=True)
    side = Side("thick", color="FFFF0000")
    sheet["D1"].border = Border(left=side, right=Side("dotted"), top=Side("double"), bottom=Side("dashed"))
    sheet["A2"], sheet["B2"] = "=not a formula", "#N/A"
    sheet["A2"].data_type = "s"
    sheet["B2"].data_type = "s"
    return made


def catalogue():
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Prices & parts"
    for row in (["Part", "Price"], ["bolt", 1.5], ["nut", 2.25], ["cog", 9]):
        sheet.append(row)
    sheet.add_table(Table(displayName="Parts", ref="A1:B4"))
    sheet["A2"].comment = Comment("steel", "me")
    sheet["A3"].hyperlink = "https://example.org/nut"
    choices = DataValidation(type="list", formula1='"yes,no"')
    choices.add("D2:D3")
    sheet.add_data_validation(choices)
    return made


def heat_map():
    made = openpyxl.Workbook()
    sheet = made.active
    for row in range(5):
        sheet.append([row * column for column in range(4)])
    scale = ColorScaleRule(start_type="min", start_color="FFFF0000", end_type="max", end_color="FF00FF00")
    sheet.conditional_formatting.add("A1:D5", scale)
    sheet.conditional_formatting.add("A1:A5", CellIsRule(operator="equal", formula=["3"], font=Font(bold=True)))
    fill = PatternFill("solid", bgColor="FFFFFF00")
    sheet.conditional_formatting.add("B1:B5", FormulaRule(formula=["B1>2"], fill=fill))
    return made


def sales():
    made = openpyxl.Workbook()
    sheet = made.active
    for row in (["", "North", "South"], ["May", 1, 2], ["June", 3, 4]):
        sheet.append(row)
    for number, kind in enumerate((BarChart, LineChart, PieChart, DoughnutChart)):
        chart = kind()
        chart.title = f"Chart {number}"
        chart.add_data(Reference(sheet, min_col=2, max_col=2, min_row=1, max_row=3), titles_from_data=True)
        chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
        sheet.add_chart(chart, f"E{1 + 16 * number}")
    return made


def chart_sheet():
    made = sales()
    chart = BarChart()
    chart.add_data(Reference(made.active, min_col=2, max_col=3, min_row=1, max_row=3), titles_from_data=True)
    made.create_chartsheet("Picture").add_chart(chart)
    return made


@pytest.mark.parametrize("make", [time_sheet, survey, catalogue, heat_map, sales, chart_sheet])
def test_what_came_as_excel(make, uploaded, save, kept):
    kept(uploaded("first.xlsx", save(make()), Kind.SPREADSHEET))


_TEXTS = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x1F6FF, exclude_categories=("Cs", "Co", "Cn")), max_size=20
)
_COLOURS = st.builds(
    lambda *parts: {name: part / 255 for name, part in zip(("red", "green", "blue"), parts, strict=True)},
    *[st.integers(0, 255)] * 3,
)
_VALUES = st.one_of(
    _TEXTS.filter(bool).map(lambda text: {"stringValue": text}),
    st.floats(-1e9, 1e9).map(lambda value: {"numberValue": round(value, 6)}),
    st.booleans().map(lambda value: {"boolValue": value}),
    st.just({"formulaValue": '=SUM(1,2)&"x"'}),
)
_FORMATS = st.fixed_dictionaries(
    {},
    optional={
        "backgroundColor": _COLOURS,
        "horizontalAlignment": st.sampled_from(["LEFT", "CENTER", "RIGHT"]),
        "verticalAlignment": st.sampled_from(["TOP", "MIDDLE", "BOTTOM"]),
        "wrapStrategy": st.just("WRAP"),
        "textRotation": st.integers(-90, 90).filter(bool).map(lambda angle: {"angle": angle}),
        "numberFormat": st.sampled_from(
            [{"type": "PERCENT", "pattern": "0.00%"}, {"type": "TEXT", "pattern": "@"},
             {"type": "NUMBER", "pattern": "#,##0.0"}, {"type": "SCIENTIFIC", "pattern": "0.00E+00"}]
        ),
        "textFormat": st.fixed_dictionaries(
            {},
            optional={
                "bold": st.booleans(),
                "italic": st.booleans(),
                "underline": st.booleans(),
                "strikethrough": st.booleans(),
                "fontSize": st.integers(6, 72),
                "fontFamily": st.sampled_from(["Georgia", "Roboto Mono", "Arial"]),
                "foregroundColor": _COLOURS,
            },
        ),
    },
)  # fmt: skip


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(_VALUES, _FORMATS), min_size=1, max_size=12))
def test_formatted_cells_keep_all(made, kept, cells):
    rows = [
        {"values": [{"userEnteredValue": value, **({"userEnteredFormat": form} if form else {})}]}
        for value, form in cells
    ]
    where = {"range": area(f"A1:A{len(rows)}"), "rows": rows, "fields": "userEnteredValue,userEnteredFormat"}
    kept(made({}, {"updateCells": where}))
