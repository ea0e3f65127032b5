"""Formulas: their values, errors, and what rows and copies do to their references."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.spreadsheets.refs import renamed, shifted


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=1+2*3", "7"),
        ("=SUM(A1:A3)", "60"),
        ("=SUM(A:A)", "60"),
        ("=SUM(A2:A)", "50"),
        ("=AVERAGE(A1:A3)", "20"),
        ("=ROUND(A1/3,2)", "3.33"),
        ('=IF(A1>5,"big","small")', "big"),
        ("='Other tab'!A1&\"!\"", "there!"),
        ("='other TAB'!A1", "there"),
        ("=SUM(T[Price])", "50"),
        ("=SUM(T[[#ALL],[Price]])", "60"),
        ("=COUNTA(T[#HEADERS])", "2"),
        ("=T[@Price]", "20"),
        ("=SUM(amounts)", "30"),
        ('=HYPERLINK("https://example.org/","site")', "site"),
        ("=TODAY()", "3/14/2026"),
        ("=A1=10", "TRUE"),
        ("=Z99", ""),
    ],
)
def test_values_of_formulas(book, formula, shown) -> None:
    book.apply({"addSheet": {"properties": {"title": "Other tab"}}})
    book.enter("'Other tab'!A1", ["there"])
    book.enter("A1", ["10", "x"], ["20", "y"], ["30", "z"])
    columns = [{"columnIndex": 0, "columnName": "Price"}]
    span = {"startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    amounts = {"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1}
    book.apply(
        {"addNamedRange": {"namedRange": {"name": "amounts", "range": amounts}}},
        {"addTable": {"table": {"name": "T", "range": span, "columnProperties": columns}}},
    )
    book.enter("A1", ["10"])
    book.enter("E2", [formula])
    assert book.cell(1, 4).get("formattedValue", "") == shown


@pytest.mark.parametrize(
    ("formula", "kind", "shown"),
    [
        ("=1/0", "DIVIDE_BY_ZERO", "#DIV/0!"),
        ("=NOSUCH(1)", "NAME", "#NAME?"),
        ('=GOOGLEFINANCE("GOOG")', "N_A", "#N/A"),
        ('=1+"a"', "VALUE", "#VALUE!"),
        ("=B1+1", "REF", "#REF!"),
        ("=Gone!A1", "REF", "#REF!"),
        ("=NA()", "N_A", "#N/A"),
        ("=SQRT(-1)", "NUM", "#NUM!"),
        ("=((", "ERROR", "#ERROR!"),
        ("=" + "(" * 20_000 + "1", "ERROR", "#ERROR!"),
        ("=" + "-" * 20_000 + "1", "ERROR", "#ERROR!"),
    ],
)
def test_errors_of_formulas(book, formula, kind, shown) -> None:
    book.enter("Sheet1!B1", [formula])
    cell = book.cell(0, 1)
    assert cell["userEnteredValue"] == {"formulaValue": formula}
    assert cell["effectiveValue"]["errorValue"]["type"] == kind
    assert cell["effectiveValue"]["errorValue"]["message"]
    assert cell["formattedValue"] == shown


def test_a_formula_takes_over_the_number_format_of_what_it_refers_to(book) -> None:
    book.enter("A1", ["$5.00", "=A1*2", "=B1+1"])
    cell = book.cell(0, 2)
    assert cell["formattedValue"] == "$11.00"
    assert cell["effectiveFormat"]["numberFormat"]["type"] == "CURRENCY"
    assert "userEnteredFormat" not in cell


def test_an_array_formula_fills_the_cells_below(book) -> None:
    book.enter("A1", ["1", "=ARRAYFORMULA(A1:A3*2)"], ["2"], ["3"])
    assert book.values("B1:B3") == [["2"], ["4"], ["6"]]
    assert "userEnteredValue" not in book.cell(1, 1)


def test_a_formula_in_a_plain_string_is_not_computed(book) -> None:
    rows = [{"values": [{"userEnteredValue": {"stringValue": "=1+1"}}]}]
    book.apply({"updateCells": {"start": {}, "rows": rows, "fields": "userEnteredValue"}})
    assert book.cell(0, 0)["formattedValue"] == "=1+1"


def formulas(book, range_: str) -> list[list[str]]:
    return book.values(range_, valueRenderOption="FORMULA")


@pytest.mark.parametrize(
    ("dimension", "start", "end", "insert", "delete"),
    [
        ("ROWS", 1, 2, "=SUM(A1:A4)+A4+$B$1+SUM(A:A)", "=SUM(A1:A2)+A2+$B$1+SUM(A:A)"),
        ("ROWS", 2, 3, "=SUM(A1:A4)+A4+$B$1+SUM(A:A)", "=SUM(A1:A2)+#REF!+$B$1+SUM(A:A)"),
        ("COLUMNS", 0, 1, "=SUM(B1:B3)+B3+$C$1+SUM(B:B)", "=SUM(#REF!)+#REF!+$A$1+SUM(#REF!)"),
    ],
)
def test_references_follow_rows_and_columns(make_book, dimension, start, end, insert, delete) -> None:
    lines = {"sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": end}
    for request, expected in (("insertDimension", insert), ("deleteDimension", delete)):
        book = make_book()
        book.apply({"addSheet": {"properties": {"title": "Other"}}})
        book.enter("Other!C1", ["=SUM(Sheet1!A1:A3)", "=A1"])
        book.enter("D1", ["=SUM(A1:A3)+A3+$B$1+SUM(A:A)"])
        book.apply({request: {"range": lines}})
        found = [one for row in formulas(book, "Sheet1") for one in row if one]
        assert found == [expected]
        assert formulas(book, "Other!D1") == [["=A1"]]
        assert formulas(book, "Other!C1") != [["=SUM(Sheet1!A1:A3)"]]


def test_named_ranges_merges_tables_and_charts_follow_rows(book) -> None:
    span = {"startRowIndex": 2, "endRowIndex": 5, "startColumnIndex": 0, "endColumnIndex": 2}
    source = {"sourceRange": {"sources": [span]}}
    pie = {"pieChart": {"domain": source, "series": source}}
    place = {"overlayPosition": {"anchorCell": {"rowIndex": 9}}}
    book.apply(
        {"addNamedRange": {"namedRange": {"name": "block", "range": span}}},
        {"addTable": {"table": {"name": "T", "range": span}}},
        {"addChart": {"chart": {"spec": pie, "position": place}}},
        {"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 2}}},
        {"deleteDimension": {"range": {"dimension": "ROWS", "startIndex": 5, "endIndex": 6}}},
    )
    moved = {**span, "startRowIndex": 4, "endRowIndex": 6}
    tab = book.tab()
    assert book.read()["namedRanges"][0]["range"] == moved
    assert tab["tables"][0]["range"] == moved
    assert tab["charts"][0]["spec"]["pieChart"]["domain"]["sourceRange"]["sources"] == [moved]
    book.apply({"deleteDimension": {"range": {"dimension": "ROWS", "startIndex": 3, "endIndex": 7}}})
    assert "tables" not in book.tab()
    assert "namedRanges" not in book.read()


def test_renaming_a_tab_renames_it_in_formulas(book) -> None:
    book.apply({"addSheet": {"properties": {"title": "Other"}}})
    book.enter("Other!A1", ["=Sheet1!A1"])
    book.apply({"updateSheetProperties": {"properties": {"title": "New name"}, "fields": "title"}})
    assert formulas(book, "Other!A1") == [["='New name'!A1"]]


@pytest.mark.parametrize(
    ("formula", "moved"),
    [
        ("=A1+$B$2+C$3+$D4", "=B3+$B$2+D$3+$D6"),
        ("=SUM(A1:B2)", "=SUM(B3:C4)"),
        ("=SUM(A:B)", "=SUM(B:C)"),
        ('="A1"&A1', '="A1"&B3'),
        ("=LOG10(A1)", "=LOG10(B3)"),
        ("='A1 tab'!A1", "='A1 tab'!B3"),
        ("=1E5+A1", "=1E5+B3"),
        ("=T[A1]+A1", "=T[A1]+B3"),
    ],
)
def test_copied_formulas_move_their_relative_references(formula, moved) -> None:
    assert shifted(formula, 2, 1) == moved


def test_a_reference_pushed_off_the_sheet_is_broken() -> None:
    assert shifted("=A1+B2", -1, 0) == "=#REF!+B1"


def test_renaming_quotes_and_unquotes() -> None:
    assert renamed("='Old name'!A1+Other!B2", "old name", "New") == "=New!A1+Other!B2"
