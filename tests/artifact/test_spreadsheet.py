"""The spreadsheet view over JSON in the shapes that the Sheets API sends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.spreadsheet import Range, Tab, Workbook, a1, column_letters, parse_a1
from pytest_knows.errors import DamagedEvidence, WorkspaceError


def no_picture(url: str) -> bytes:
    raise DamagedEvidence(url)


def workbook(*sheets: Any, **more: Any) -> Workbook:
    return Workbook({"sheets": list(sheets), **more}, no_picture)


def sheet(*rows: list[Any], **more: Any) -> dict[str, Any]:
    """A sheet of one grid; a cell is its `CellData`, or a text or number shown as such."""
    lines = [{"values": [data(value) for value in row]} for row in rows]
    return {"properties": {"sheetId": 0, "title": "Sheet1"}, "data": [{"rowData": lines}], **more}


def data(value: Any) -> Any:
    if isinstance(value, str):
        return {"effectiveValue": {"stringValue": value}, "formattedValue": value} if value else {}
    if isinstance(value, int | float):
        return {"effectiveValue": {"numberValue": value}, "formattedValue": f"{value:,.2f}"}
    return value


def tab(*rows: list[Any], **more: Any) -> Tab:
    return workbook(sheet(*rows, **more)).tabs[0]


# addresses


@pytest.mark.parametrize(("place", "address"), [((0, 0), "A1"), ((9, 25), "Z10"), ((0, 26), "AA1"), ((4, 701), "ZZ5")])
def test_a1(place: tuple[int, int], address: str) -> None:
    assert a1(*place) == address
    assert parse_a1(address) == place
    assert parse_a1("$" + address.lower()) == place


@given(st.integers(0, 10**6), st.integers(0, 18277))
def test_a1_there_and_back(row: int, column: int) -> None:
    assert parse_a1(a1(row, column)) == (row, column)


@pytest.mark.parametrize("address", ["", "A", "1", "A0", "A1:B2", "Ä1", "A1 B"])
def test_no_address(address: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a cell"):
        parse_a1(address)


def test_column_letters_follow_each_other() -> None:
    assert [column_letters(place) for place in (0, 25, 26, 51, 52, 702)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


def test_range_defaults() -> None:
    """An absent sheet is 0, an absent start 0, an absent end open."""
    assert Range.of({"endColumnIndex": 2}) == Range(sheet_id=0, end_column=2)
    assert Range.of({"startRowIndex": 3}, 7) == Range(sheet_id=7, start_row=3)
    assert repr(Range.of({"startRowIndex": 1, "endRowIndex": 6, "endColumnIndex": 2})) == "0!A2:B6"


@pytest.mark.parametrize("spoilt", [None, [], "A1", {"startRowIndex": "x", "endRowIndex": -1, "sheetId": True}])
def test_range_of_nonsense(spoilt: Any) -> None:
    assert Range.of(spoilt) == Range(sheet_id=0)


# cells


def test_cell_values() -> None:
    found = tab(
        ["text", 1234.5, data({"effectiveValue": {"boolValue": True}, "formattedValue": "TRUE"})],
        [{"effectiveValue": {"numberValue": 0.1234}, "formattedValue": "12%"}, {}, None],
    )
    assert (found["A1"].text, found["A1"].number, found["A1"].empty) == ("text", None, False)
    assert (found["B1"].text, found["B1"].number) == ("1,234.50", 1234.5)
    assert found["C1"].boolean is True
    assert (found["A2"].text, found["A2"].number) == ("12%", 0.1234)
    assert [found[address].empty for address in ("B2", "C2", "D2", "Z99")] == [True] * 4
    assert repr(found["B1"]) == "B1 '1,234.50'"


def test_cell_without_a_formatted_value() -> None:
    assert tab([{"effectiveValue": {"numberValue": 42.0}}])["A1"].text == "42"


def test_cell_error_formula_note() -> None:
    broken = {
        "userEnteredValue": {"formulaValue": "=1/0"},
        "effectiveValue": {"errorValue": {"type": "DIVIDE_BY_ZERO", "message": "..."}},
        "formattedValue": "#DIV/0!",
        "note": "why?",
    }
    cell = tab([broken])["A1"]
    assert (cell.error, cell.formula, cell.note, cell.number) == ("DIVIDE_BY_ZERO", "=1/0", "why?", None)


def test_a_value_that_the_embedded_workspace_does_not_know_is_an_error_of_the_step_that_needs_it() -> None:
    unknown = {
        "userEnteredValue": {"formulaValue": '=GOOGLEFINANCE("GOOG")'},
        "effectiveValue": {
            "errorValue": {
                "type": "N_A",
                "message": "GOOGLEFINANCE is not available in the embedded Workspace.",
            }
        },
    }
    cell = tab([unknown])["A1"]
    assert (cell.unsupported, cell.error, cell.text) == ("GOOGLEFINANCE", "N_A", "")
    with pytest.raises(WorkspaceError, match="A1 needs GOOGLEFINANCE"):
        _ = cell.number
    assert tab([{"effectiveValue": {"errorValue": {"message": "Did not find value"}}}])["A1"].unsupported == ""


def test_cell_links_from_everywhere_each_once() -> None:
    linked = {
        "formattedValue": "a b c",
        "hyperlink": "https://a.example/",
        "textFormatRuns": [{}, {"startIndex": 2, "format": {"link": {"uri": "https://b.example/"}}}],
        "userEnteredFormat": {"textFormat": {"link": {"uri": "https://a.example/"}}},
        "userEnteredValue": {"formulaValue": '=IF(TRUE, hyperlink("https://c.example/?q=""x""", "c"))'},
        "chipRuns": [{"chip": {"richLinkProperties": {"uri": "https://d.example/"}}}, {"startIndex": 3}],
    }
    assert tab([linked])["A1"].links == (
        "https://a.example/",
        "https://b.example/",
        "https://d.example/",
        'https://c.example/?q="x"',
    )


@pytest.mark.parametrize("value", [True, "1", 10**400, float("nan"), float("inf"), None, [1]])
def test_no_number(value: Any) -> None:
    assert tab([{"effectiveValue": {"numberValue": value}}])["A1"].number is None


# formats


def test_colours_of_a_cell() -> None:
    """Black is `{}`; the style wins over the older field; a theme colour is that of the spreadsheet, else the usual."""
    theme = {"themeColors": [{"colorType": "ACCENT1", "color": {"rgbColor": {"red": 1}}}]}
    cells = [
        {"effectiveFormat": {"backgroundColor": {}}},
        {"effectiveFormat": {"backgroundColor": {"red": 1}, "backgroundColorStyle": {"rgbColor": {"blue": 1}}}},
        {"effectiveFormat": {"backgroundColorStyle": {"themeColor": "ACCENT1"}}},
        {"effectiveFormat": {"backgroundColorStyle": {"themeColor": "ACCENT2"}}},
        {"userEnteredFormat": {"textFormat": {"foregroundColor": {"green": 1}}}},
        {},
    ]
    found = workbook(sheet(cells), properties={"spreadsheetTheme": theme}).tabs[0]
    shown = [found.cell(0, column).format.background for column in range(6)]
    assert [repr(colour) for colour in shown] == ["#000000", "#0000FF", "#FF0000", "#EA4335", "#FFFFFF", "#FFFFFF"]
    assert found["E1"].format.text_colour == Colour(0, 1, 0)


def test_number_format_and_inherited_text_style() -> None:
    percent = {"effectiveFormat": {"numberFormat": {"type": "PERCENT", "pattern": "0%"}, "textFormat": {"bold": True}}}
    default = {"textFormat": {"fontFamily": "Lato", "fontSize": 12, "italic": True}}
    cell = workbook(sheet([percent]), properties={"defaultFormat": default}).tabs[0]["A1"]
    look = cell.format
    assert (look.number_type, look.number_pattern) == ("PERCENT", "0%")
    assert (look.bold, look.italic, look.font, look.size) == (True, True, "Lato", 12)
    assert tab([{}])["A1"].format.size == 10


def test_borders_and_frozen_rows() -> None:
    edges = {"bottom": {"style": "SOLID"}, "top": {"style": "NONE"}, "left": {}}
    look = tab([data({"effectiveFormat": {"borders": edges}})])["A1"].format
    assert [look.line(side) for side in ("bottom", "top", "left", "right")] == [True, False, False, False]
    frozen = {"properties": {"gridProperties": {"frozenRowCount": 2}}}
    assert [found.frozen_rows for found in workbook(frozen, sheet()).tabs] == [2, 0]


# the grid


def test_blocks_with_offsets() -> None:
    """A response may hold several ranges of one sheet, each with its own start."""
    blocks = [
        {"rowData": [{"values": [data("a"), {"note": "blank"}]}]},
        {
            "startRow": 4,
            "startColumn": 2,
            "rowData": [{}, {"values": [data("b")]}],
            "columnMetadata": [{"pixelSize": 40}],
        },
    ]
    found = workbook({"properties": {"title": "T"}, "data": blocks}).tabs[0]
    assert (found["A1"].text, found["C6"].text) == ("a", "b")
    assert (found.used_rows, found.used_columns) == (6, 3)
    assert (found.column_width(2), found.column_width(0)) == (40, 100)
    assert [cell.a1 for cell in found.cells()] == ["A1", "C6"]
    assert [cell.a1 for cell in found.all_cells()] == ["A1", "B1", "C6"]


def test_merged_cells() -> None:
    """The covered cell is empty in itself, and shows what the top left one holds."""
    merge = {"startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    found = tab(["title", "", "x"], ["", "", "y"], ["", "", "z"], merges=[merge])
    assert found.cell(2, 1).empty
    assert found.shown(2, 1).text == "title"
    assert found.shown(2, 2).text == "z"


def test_hidden_rows_and_columns() -> None:
    metadata = {
        "rowMetadata": [{}, {"hiddenByUser": True}, {"hiddenByFilter": True}],
        "columnMetadata": [{"pixelSize": 21, "hiddenByUser": True}],
    }
    raw = sheet(["a"], ["b"], ["c"])
    raw["data"][0] |= metadata
    found = workbook(raw).tabs[0]
    assert [found.row_hidden(row) for row in range(4)] == [False, True, True, False]
    assert found.column_hidden(0)
    assert not found.column_hidden(1)


def test_tabs_by_title_and_id() -> None:
    book = workbook(sheet(["a"]), {"properties": {"sheetId": 7, "title": "Data", "index": 1, "hidden": True}})
    assert book.tab("Data") is book.tab(7)
    assert book.tab(7).hidden
    assert book.tab("Nothing") is None


# tables


def table(**more: Any) -> dict[str, Any]:
    area = {"startRowIndex": 1, "endRowIndex": 4, "startColumnIndex": 1, "endColumnIndex": 3}
    names = [{"columnName": "Name"}, {"columnIndex": 1, "columnName": "Price"}]
    return {"name": "Stocks", "range": area, "columnProperties": names, **more}


ROWS = (["", "", ""], ["", "Name", "Price"], ["", "PG", 160], ["", "UL", 60])


def test_formal_table_off_the_corner() -> None:
    found = tab(*ROWS, tables=[table()]).tables[0]
    assert found.formal
    assert found.headers == ("Name", "Price")
    assert [[cell.text for cell in row] for row in found.rows] == [["PG", "160.00"], ["UL", "60.00"]]
    assert found.as_text() == "Name\tPrice\nPG\t160.00\nUL\t60.00"
    assert repr(found) == "table 'Stocks' of 2 columns and 2 rows"


def test_column_index_says_which_column_a_name_is_of() -> None:
    swapped = [{"columnIndex": 1, "columnName": "Price"}, {"columnIndex": 0, "columnName": "Name"}]
    assert tab(*ROWS, tables=[table(columnProperties=swapped)]).tables[0].headers == ("Name", "Price")


@pytest.mark.parametrize("names", [None, [], [{}, {}], "x", [7, None]])
def test_headers_from_the_cells_where_the_table_names_none(names: Any) -> None:
    assert tab(*ROWS, tables=[table(columnProperties=names)]).tables[0].headers == ("Name", "Price")


def test_absent_start_of_a_table_is_the_corner() -> None:
    raw = table(range={"endRowIndex": 2, "endColumnIndex": 2})
    found = tab(["Name", "Price"], ["PG", 160], tables=[raw]).tables[0]
    assert [cell.text for cell in found.rows[0]] == ["PG", "160.00"]


def test_range_under_a_header_ends_at_the_first_empty_row() -> None:
    found = tab(["Title"], ["", "Name", "Price"], ["", "PG", 160], ["", "", ""], ["", "UL", 60]).range_under(1)
    assert not found.formal
    assert found.headers == ("Name", "Price")
    assert [row[0].text for row in found.rows] == ["PG"]
    assert found.area == Range(sheet_id=0, start_row=1, end_row=3, start_column=1, end_column=3)


def test_range_under_a_header_over_a_gap() -> None:
    found = tab(["Name"], ["PG"], [""], [""], ["UL"], [""], [""], [""], ["far"])
    assert [row[0].text for row in found.range_under(0, gap=3).rows] == ["PG", "", "", "UL"]
    assert [row[0].text for row in found.range_under(0, gap=2).rows] == ["PG"]


# charts


def source(column: int, **rows: int) -> dict[str, Any]:
    area = {"startColumnIndex": column, "endColumnIndex": column + 1, **rows}
    return {"sourceRange": {"sources": [area]}}


def test_pie_chart() -> None:
    spec = {
        "title": "Portfolio",
        "pieChart": {"domain": source(0), "series": source(1, startRowIndex=1, endRowIndex=3)},
    }
    book = workbook(sheet(["Name", "Value"], ["PG", 1], ["UL", 2], charts=[{"chartId": 1, "spec": spec}]))
    (chart,) = book.charts
    assert (chart.kind, chart.title, chart.tab, chart.header_count) == ("PIE", "Portfolio", "Sheet1", None)
    assert [cell.text for cell in book.line(chart.domains[0])] == ["Name", "PG", "UL"]
    assert [cell.number for cell in book.line(chart.series[0])] == [1, 2]


def test_basic_chart_over_two_tabs() -> None:
    lines = [{"series": source(0, sheetId=5)}, {"series": source(1)}]
    basic = {"chartType": "COLUMN", "headerCount": 1, "domains": [{"domain": source(0)}], "series": lines}
    other = sheet(["far"], ["away"]) | {"properties": {"sheetId": 5, "title": "Other"}}
    book = workbook(sheet(["a", "b"], charts=[{"spec": {"basicChart": basic}}]), other)
    (chart,) = book.charts
    assert (chart.kind, chart.header_count) == ("COLUMN", 1)
    assert [[cell.text for cell in book.line(line)] for line in chart.series] == [["far", "away"], ["b"]]
    assert book.line(chart.series[0])[0].tab == "Other"


def test_sources_of_a_row_and_of_several_pieces() -> None:
    pieces = [{"startRowIndex": 0, "endRowIndex": 1}, {"startRowIndex": 2, "endRowIndex": 3, "endColumnIndex": 1}]
    book = workbook(sheet(["a", "b", "c"], ["no", "no"], ["d", "no"]))
    assert [cell.text for cell in book.line(map(Range.of, pieces))] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "spec", [{}, None, {"pieChart": None}, {"basicChart": {"series": 3, "domains": [None]}}, {"pieChart": {}}]
)
def test_charts_that_say_little(spec: Any) -> None:
    (chart,) = tab(["a"], charts=[{"spec": spec}]).charts
    assert (chart.domains, chart.series) == ((), ())


def test_other_kinds_of_chart_have_their_name() -> None:
    assert tab(["a"], charts=[{"spec": {"histogramChart": {}}}]).charts[0].kind == "HISTOGRAM"


def test_a_range_of_no_tab_has_no_cells() -> None:
    assert workbook(sheet(["a"])).line([Range(sheet_id=9)]) == ()
    assert workbook(sheet(["a"])).cells(Range(sheet_id=9)) == ()


# hostile input

KEYS = """sheets properties data rowData values startRow startColumn effectiveValue numberValue formattedValue tables
columnProperties range columnName charts spec basicChart pieChart series domain domains sourceRange sources merges
sheetId startRowIndex endRowIndex startColumnIndex endColumnIndex title"""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=5),
    max_leaves=40,
)


@given(JSON)
def test_any_json_is_read(raw: Any) -> None:
    read_everything(Workbook(raw, no_picture))
    read_everything(Workbook({"sheets": [raw]}, no_picture))


def read_everything(book: Workbook) -> int:
    """Touches every property; the number of cells that show something."""
    cells = [cell for tab in book.tabs for cell in tab.cells()]
    for cell in cells:
        repr((cell, cell.number, cell.links, cell.format, cell.format.number_type, cell.error, cell.note, cell.formula))
    for tab in book.tabs:
        repr((tab, tab.merges, tab.conditional_formats, tab.filter, tab.filter_views, tab.bandings, tab.shown(0, 0)))
        repr(
            (
                tab.row_hidden(0),
                tab.column_hidden(0),
                tab.column_width(0),
                tab.row_height(0),
                tab.range_under(0).as_text(),
            )
        )
    repr((book, book.named_ranges, [table.as_text() for table in book.tables]))
    for chart in book.charts:
        repr((chart, [book.line(line) for line in (*chart.domains, *chart.series)]))
    return len(cells)


def test_absurd_indices_cost_nothing() -> None:
    far = {"startRow": 10**9, "startColumn": 10**9, "rowData": [{"values": [data("far")]}]}
    raw = sheet(["Name"], ["a"], tables=[table(range={"endRowIndex": 10**15, "endColumnIndex": 10**15})])
    raw["data"].append(far)
    raw["merges"] = [{"endRowIndex": 10**15, "endColumnIndex": 10**15}]
    found = workbook(raw).tabs[0]
    assert (found.used_rows, found.used_columns) == (2, 1)
    assert len(found.tables[0].rows) == 1


@pytest.mark.parametrize(
    ("whole", "runs", "bold"),
    [
        (True, None, True),
        (False, None, False),
        (False, [{"format": {"bold": True}}], True),
        (False, [{"format": {"bold": True}}, {"startIndex": 2, "format": {}}], False),
        (True, [{"format": {}}, {"startIndex": 2, "format": {"bold": True}}], True),
        (False, [{"startIndex": 2, "format": {"bold": True}}], False),
        (True, [{"startIndex": 2, "format": {"bold": True}}], True),
        (True, {"no": "list"}, True),
    ],
)
def test_bold_as_a_whole_or_by_parts(whole: bool, runs: Any, bold: bool) -> None:
    cell = {"formattedValue": "8.8", "effectiveFormat": {"textFormat": {"bold": whole}}, "textFormatRuns": runs}
    assert tab([cell])["A1"].bold is bold


_RED, _BLUE = ({"foregroundColorStyle": {"rgbColor": {name: 1}}} for name in ("red", "blue"))


@pytest.mark.parametrize(
    ("runs", "colours"),
    [
        (None, "[#0000FF]"),
        ([{"format": {}}, {"startIndex": 2, "format": _RED}], "[#0000FF, #FF0000]"),
        ([{"startIndex": 2, "format": _RED}, {"startIndex": 4, "format": {}}], "[#0000FF, #FF0000]"),
        ([{"format": _RED}, {"startIndex": 4, "format": _BLUE}, {"startIndex": 5, "format": _RED}], "[#FF0000]"),
        ([{"startIndex": 99, "format": _RED}, {"startIndex": -3, "format": 7}, 5], "[#0000FF]"),
    ],
)
def test_text_colours_by_parts(runs: Any, colours: str) -> None:
    """The blank between both words is no text that anybody sees."""
    cell = {"formattedValue": "\U0001f600bc de", "effectiveFormat": {"textFormat": _BLUE}, "textFormatRuns": runs}
    assert repr(list(tab([cell])["A1"].text_colours)) == colours
