"""An .xlsx becomes a spreadsheet that reads as the Excel file does."""

from __future__ import annotations

import datetime
import re

import pytest

openpyxl = pytest.importorskip("openpyxl")

from openpyxl import Workbook  # noqa: E402
from openpyxl.chart import (  # noqa: E402
    AreaChart,
    BarChart,
    DoughnutChart,
    LineChart,
    PieChart,
    Reference,
    ScatterChart,
    Series,
)
from openpyxl.comments import Comment  # noqa: E402
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule, FormulaRule  # noqa: E402
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side  # noqa: E402
from openpyxl.styles.colors import Color  # noqa: E402
from openpyxl.workbook.defined_name import DefinedName  # noqa: E402
from openpyxl.worksheet.datavalidation import DataValidation  # noqa: E402
from openpyxl.worksheet.formula import ArrayFormula  # noqa: E402
from openpyxl.worksheet.hyperlink import Hyperlink  # noqa: E402
from openpyxl.worksheet.table import Table  # noqa: E402


def book(*rows, title: str = "Data"):
    made = Workbook()
    made.active.title = title
    for row in rows:
        made.active.append(row)
    return made, made.active


def test_values_of_every_kind(workbook):
    made, sheet = book(["text", 1.5, True, datetime.date(2024, 2, 29), datetime.time(12), "漢字"])
    sheet["A2"], sheet["B2"] = datetime.datetime(2024, 1, 1, 6), "#DIV/0!"
    view, _ = workbook(made)
    tab = view.tabs[0]
    assert (tab.title, tab["A1"].text, tab["B1"].number, tab["C1"].boolean) == ("Data", "text", 1.5, True)
    assert (tab["D1"].number, tab["D1"].format.number_type, tab["D1"].text) == (45351, "DATE", "2024-02-29")
    assert (tab["E1"].number, tab["F1"].text) == (0.5, "漢字")
    assert (tab["A2"].number, tab["A2"].format.number_type) == (45292.25, "DATE_TIME")
    assert tab["B2"].error == "DIVIDE_BY_ZERO"


def test_formulas_are_kept_and_computed(workbook):
    made, sheet = book([1, 2])
    second = made.create_sheet("Other one")
    sheet["C1"] = "=SUM(A1:B1)"
    second["A1"] = "=Data!C1*2"
    sheet["D1"] = ArrayFormula("D1", "=SUM(A1:B1*2)")
    sheet["E1"] = "=_xlfn.CONCAT(A1,B1)"
    view, _ = workbook(made)
    data, other = view.tabs
    assert (data["C1"].formula, data["C1"].number) == ("=SUM(A1:B1)", 3)
    assert other["A1"].number == 6
    assert (data["D1"].formula, data["E1"].formula) == ("=SUM(A1:B1*2)", "=CONCAT(A1,B1)")


def with_cached(rezip, data: bytes, *values: str) -> bytes:
    """The workbook as if Excel had computed these values for its formulas, in order."""

    def cache(members: dict[str, bytes]) -> None:
        text = members["xl/worksheets/sheet1.xml"].decode()
        parts = re.split("<v ?/>|<v></v>", text)
        assert len(parts) == len(values) + 1
        filled = [f"{part}<v>{value}</v>" for part, value in zip(parts, values, strict=False)]
        members["xl/worksheets/sheet1.xml"] = "".join([*filled, parts[-1]]).encode()

    return rezip(data, cache)


def test_the_cached_value_of_what_the_engine_cannot_compute(workbook, rezip, save):
    made, sheet = book([1])
    for address, formula in (
        ("B1", "=SOMETHINGNEW(A1)"),
        ("C1", "=A1+1"),
        ("D1", '=QUERY(A1:A1,"x")'),
        ("E1", "=D1+1"),
    ):
        sheet[address] = formula
    view, _ = workbook(with_cached(rezip, save(made), "77", "78", "79", "81"))
    found = [(cell.number, cell.formula) for cell in (view.tabs[0][f"{column}1"] for column in "BCDE")]
    assert found == [(77, ""), (2, "=A1+1"), (79, ""), (80, "=D1+1")]


def test_an_error_that_was_one_before_stays(workbook):
    made, sheet = book([1])
    sheet["B1"] = "=A1/0"
    view, _ = workbook(made)
    assert (view.tabs[0]["B1"].error, view.tabs[0]["B1"].formula) == ("DIVIDE_BY_ZERO", "=A1/0")


def test_what_google_writes_for_its_own_functions(workbook, rezip, save):
    made, sheet = book([3], [1])
    dummy = '=IFERROR(__xludf.DUMMYFUNCTION("{}"),{})'
    sheet["B1"] = dummy.format('GOOGLEFINANCE(""GOOG"")', "12.5")
    sheet["C1"] = dummy.format('""COMPUTED_VALUE""', "7")
    sheet["D1"] = dummy.format("COUNTUNIQUE(A1:A2)", "2")
    view, _ = workbook(with_cached(rezip, save(made), "12.5", "7", "2"))
    b, c, d = (view.tabs[0][f"{column}1"] for column in "BCD")
    assert (b.number, c.number) == (12.5, 7)
    assert (d.number, d.formula) == (2, "=COUNTUNIQUE(A1:A2)")


def test_formats(workbook):
    made, sheet = book([1234.5, 0.25, "x", "y"])
    sheet["A1"].number_format, sheet["B1"].number_format = "[$€-407]#,##0.00;[Red]-#,##0.00", "0.0%"
    sheet["C1"].font = Font(name="Georgia", size=18, bold=True, italic=True, underline="single", color="FF336699")
    sheet["C1"].fill = PatternFill("solid", fgColor="FFFFCC00")
    sheet["C1"].alignment = Alignment(horizontal="center", vertical="top", wrap_text=True)
    sheet["C1"].border = Border(bottom=Side("thick", color="FFFF0000"))
    sheet["D1"].fill = PatternFill("solid", fgColor=Color(theme=4, tint=-0.5))
    view, raw = workbook(made)
    a, b, c, d = (view.tabs[0][f"{column}1"] for column in "ABCD")
    assert (a.format.number_type, a.text) == ("CURRENCY", "€1,234.50")
    assert (b.format.number_type, b.text) == ("PERCENT", "25.0%")
    look = c.format
    assert (look.font, look.size, look.bold, look.italic, look.underline) == ("Georgia", 18, True, True, True)
    assert (repr(look.text_colour), repr(look.background), look.horizontal) == ("#336699", "#FFCC00", "CENTER")
    entered = raw["sheets"][0]["data"][0]["rowData"][0]["values"][2]["userEnteredFormat"]
    assert (entered["verticalAlignment"], entered["wrapStrategy"]) == ("TOP", "WRAP")
    assert entered["borders"]["bottom"]["style"] == "SOLID_THICK"
    assert repr(d.format.background) == "#254061"  # the theme's 4F81BD, half as light
    assert (a.format.font, a.format.size, a.format.bold) == ("Calibri", 11, False)


def test_sheets_sizes_and_merges(workbook):
    made, sheet = book(["wide"])
    sheet.merge_cells("B2:C4")
    sheet.freeze_panes = "B3"
    sheet.column_dimensions["A"].width = 20
    sheet.row_dimensions[1].height = 30
    sheet.column_dimensions["D"].hidden = True
    hidden = made.create_sheet("Hidden")
    hidden.sheet_state = "hidden"
    view, raw = workbook(made)
    first, second = view.tabs
    [merge] = first.merges
    assert repr(merge) == "0!B2:C4"
    grid = raw["sheets"][0]["properties"]["gridProperties"]
    assert (grid["frozenRowCount"], grid["frozenColumnCount"]) == (2, 1)
    assert (first.column_width(0), first.row_height(0)) == (145, 40)
    assert first.column_hidden(3)
    assert not first.column_hidden(2)
    assert (first.hidden, second.hidden) == (False, True)


def test_links_notes_tables_lists_names(workbook):
    made, sheet = book(["Name", "Value"], ["a", 1], ["b", 2])
    sheet["A2"].hyperlink = "https://example.org/a"
    sheet["A3"].hyperlink = Hyperlink(ref="A3", location="Data!B2")
    sheet["B2"].comment = Comment("a note", "me")
    sheet.add_table(Table(displayName="My.Table", ref="A1:B3"))
    choices = DataValidation(type="list", formula1='"yes,no"')
    choices.add("D1:D2")
    sheet.add_data_validation(choices)
    made.defined_names["values"] = DefinedName("values", attr_text="Data!$B$2:$B$3")
    view, raw = workbook(made)
    tab = view.tabs[0]
    assert tab["A2"].links == ("https://example.org/a",)
    assert tab["A3"].links == ()
    assert tab["B2"].note == "a note"
    [table] = [found for found in view.tables if found.formal]
    assert (table.name, table.headers, [[cell.text for cell in row] for row in table.rows]) == (
        "My_Table",
        ("Name", "Value"),
        [["a", "1"], ["b", "2"]],
    )
    rule = raw["sheets"][0]["data"][0]["rowData"][1]["values"][3]["dataValidation"]
    assert rule["condition"] == {
        "type": "ONE_OF_LIST",
        "values": [{"userEnteredValue": "yes"}, {"userEnteredValue": "no"}],
    }
    [named] = raw["namedRanges"]
    assert (named["name"], named["range"]["startRowIndex"], named["range"]["endRowIndex"]) == ("values", 1, 3)


def test_conditional_formats(workbook):
    made, sheet = book([1], [5])
    yellow = PatternFill("solid", bgColor="FFFFFF00")
    spot = "A1:A2"
    sheet.conditional_formatting.add(spot, CellIsRule(operator="between", formula=["1", "3"], fill=yellow))
    sheet.conditional_formatting.add(spot, FormulaRule(formula=["A1>4"], font=Font(bold=True)))
    sheet.conditional_formatting.add(
        spot,
        ColorScaleRule(start_type="min", start_color="FFFF0000", end_type="num", end_value=9, end_color="FF00FF00"),
    )
    _, raw = workbook(made)
    between, formula, scale = raw["sheets"][0]["conditionalFormats"]
    assert between["booleanRule"]["condition"] == {
        "type": "NUMBER_BETWEEN",
        "values": [{"userEnteredValue": "1"}, {"userEnteredValue": "3"}],
    }
    assert between["booleanRule"]["format"]["backgroundColor"] == {"red": 1, "green": 1}
    assert formula["booleanRule"]["condition"]["values"] == [{"userEnteredValue": "=A1>4"}]
    assert formula["booleanRule"]["format"]["textFormat"] == {"bold": True}
    assert (scale["gradientRule"]["minpoint"]["type"], scale["gradientRule"]["maxpoint"]["value"]) == ("MIN", "9")


def fed(chart, sheet, *, titled: bool = True):
    """Series in B and C, categories in A."""
    chart.title = "Sales"
    chart.add_data(
        Reference(sheet, min_col=2, max_col=3, min_row=1 if titled else 2, max_row=3), titles_from_data=titled
    )
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    return chart


@pytest.mark.parametrize(
    ("make", "kind"), [(BarChart, "COLUMN"), (LineChart, "LINE"), (AreaChart, "AREA"), ("bar", "BAR")]
)
def test_charts(workbook, make, kind):
    made, sheet = book(["", "North", "South"], ["May", 1, 2], ["June", 3, 4])
    chart = fed(BarChart() if make == "bar" else make(), sheet)
    if make == "bar":
        chart.type = "bar"
    chart.x_axis.title, chart.y_axis.title = "Month", "Euro"
    sheet.add_chart(chart, "E5")
    view, raw = workbook(made)
    [found] = view.charts
    assert (found.kind, found.title, found.header_count) == (kind, "Sales", 1)
    assert [repr(line[0]) for line in (*found.domains, *found.series)] == ["0!A1:A3", "0!B1:B3", "0!C1:C3"]
    axes = {axis["position"]: axis["title"] for axis in raw["sheets"][0]["charts"][0]["spec"]["basicChart"]["axis"]}
    upright = {"BOTTOM_AXIS": "Month", "LEFT_AXIS": "Euro"}
    assert axes == (upright if kind != "BAR" else {"LEFT_AXIS": "Month", "BOTTOM_AXIS": "Euro"})
    anchor = raw["sheets"][0]["charts"][0]["position"]["overlayPosition"]["anchorCell"]
    assert (anchor["rowIndex"], anchor["columnIndex"]) == (4, 4)


@pytest.mark.parametrize(("make", "hole"), [(PieChart, None), (DoughnutChart, 0.1)])
def test_pies(workbook, make, hole):
    made, sheet = book(["", "North", "South"], ["May", 1, 2], ["June", 3, 4])
    sheet.add_chart(fed(make(), sheet), "E5")
    view, raw = workbook(made)
    [found] = view.charts
    assert (found.kind, [repr(line[0]) for line in (*found.domains, *found.series)]) == (
        "PIE",
        ["0!A2:A3", "0!B2:B3"],
    )
    assert raw["sheets"][0]["charts"][0]["spec"]["pieChart"].get("pieHole") == hole


def test_scatter_and_untitled_series(workbook):
    made, sheet = book(["x", "y"], [1, 2], [3, 4])
    chart = ScatterChart()
    x, y = (Reference(sheet, min_col=column, min_row=2, max_row=3) for column in (1, 2))
    chart.series.append(Series(y, x))
    sheet.add_chart(chart, "E5")
    view, _ = workbook(made)
    [found] = view.charts
    assert (found.kind, found.header_count) == ("SCATTER", 0)
    assert [repr(line[0]) for line in (*found.domains, *found.series)] == ["0!A2:A3", "0!B2:B3"]


def test_combined_charts(workbook):
    made, sheet = book(["", "North", "South"], ["May", 1, 2], ["June", 3, 4])
    bars, line = BarChart(), LineChart()
    bars.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    line.add_data(Reference(sheet, min_col=3, min_row=1, max_row=3), titles_from_data=True)
    bars += line
    sheet.add_chart(bars, "E5")
    view, raw = workbook(made)
    assert view.charts[0].kind == "COMBO"
    series = raw["sheets"][0]["charts"][0]["spec"]["basicChart"]["series"]
    assert [item["type"] for item in series] == ["COLUMN", "LINE"]


def test_lines_points_and_colours_of_series(workbook):
    made, sheet = book(["", "Pace", "Mean", "Best"], ["May", 1, 2, 3], ["June", 3, 2, 3])
    lines = LineChart()
    lines.add_data(Reference(sheet, min_col=2, max_col=4, min_row=1, max_row=3), titles_from_data=True)
    pace, mean, _ = lines.series
    pace.graphicalProperties.line.noFill = True
    pace.marker.symbol, pace.marker.size = "diamond", 9
    pace.marker.graphicalProperties.solidFill = "0000FF"
    mean.graphicalProperties.line.prstDash, mean.graphicalProperties.line.width = "sysDot", 2 * 9525
    mean.graphicalProperties.line.solidFill = "FF0000"
    sheet.add_chart(lines, "F5")
    _, raw = workbook(made)
    looks = [
        {name: value for name, value in item.items() if name in ("lineStyle", "pointStyle", "colorStyle")}
        for item in raw["sheets"][0]["charts"][0]["spec"]["basicChart"]["series"]
    ]
    assert looks == [
        {
            "lineStyle": {"type": "INVISIBLE"},
            "pointStyle": {"size": 9, "shape": "DIAMOND"},
            "colorStyle": {"rgbColor": {"blue": 1}},
        },
        {"lineStyle": {"type": "DOTTED", "width": 2}, "colorStyle": {"rgbColor": {"red": 1}}},
        {},
    ]


def test_a_chart_sheet(workbook):
    made, sheet = book(["", "North", "South"], ["May", 1, 2], ["June", 3, 4])
    made.create_chartsheet("Picture").add_chart(fed(BarChart(), sheet))
    view, _ = workbook(made)
    assert [chart.title for chart in view.charts] == ["Sales"]
