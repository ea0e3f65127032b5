"""Functions that ironcalc lacks or understands otherwise: what Google answers, worked out by hand."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.spreadsheets.dependents import depending
from pytest_knows.workspace.local.spreadsheets.functions import MAX_LENGTH
from pytest_knows.workspace.local.spreadsheets.rewriting import rewrite


@pytest.fixture
def table(book):
    """A1:A5 = 3, 1, 2, empty, empty; B1:B3 = "a-b", "c", empty."""
    book.enter("A1", ["3", "a-b"], ["1", "c"], ["2"])
    return book


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=ADD(1,MULTIPLY(2,3))", "7"),
        ("=MINUS(5,2)&DIVIDE(6,3)&POW(2,3)", "328"),
        ("=AND(EQ(1,1),NE(1,2),GT(2,1),GTE(2,2),LT(1,2),LTE(1,1))", "TRUE"),
        ("=UMINUS(5)+UPLUS(2)+UNARY_PERCENT(50)", "-2.5"),
        ('=JOIN(", ",A1:A3)', "3, 1, 2"),
        ('=JOIN("-",FILTER(B1:B3,B1:B3<>""))', "a-b-c"),
        ('=TEXTJOIN("+",TRUE,SORT(UNIQUE(A1:A3)))', "1+2+3"),
        ("=COUNTUNIQUE(A1:B5)", "5"),
        ("=COUNTUNIQUE(A1:A3,1,9)", "4"),
        ('=ISURL("https://example.com/a?b")&ISURL("www.example.com")&ISURL("hello")', "TRUETRUEFALSE"),
        ('=ISEMAIL("a.b@example.org")&ISEMAIL("a.b@example")', "TRUEFALSE"),
        ('=REGEXMATCH("Hello","(?i)h.l")', "TRUE"),
        ('=REGEXEXTRACT("costs $12.50","\\$([0-9.]+)")', "12.50"),
        ('=REGEXEXTRACT("ab12","\\d+")', "12"),
        ('=IFERROR(REGEXEXTRACT("abc","(\\d)"),"none")', "none"),
        ('=REGEXREPLACE("ab12","(\\d+)","<$1>")', "ab<12>"),
        ("=TO_DATE(44931)", "1/5/2023"),
        ("=TO_PERCENT(0.25)", "25.00%"),
        ("=TO_DOLLARS(1234.5)", "$1,234.50"),
        ("=TO_TEXT(5)&TO_PURE_NUMBER(7)", "57"),
        ("=EPOCHTODATE(86400)", "1/2/1970 0:00:00"),
        ("=ISBETWEEN(3,1,3)&ISBETWEEN(3,1,3,TRUE,FALSE)", "TRUEFALSE"),
        ("=RANK(A1,A1:A3)&RANK(A1,A1:A3,TRUE)", "13"),
        ("=AVERAGE.WEIGHTED(A1:A3,A1:A3)", "2.333333333"),
        ('=CONCATENATE(A1:A3,"x")', "312x"),
        ('=SUMPRODUCT(--ISNUMBER(SEARCH("a",B1:B3)))', "1"),
        ("=COUNT(FILTER(A1:A3,A1:A3>1))", "2"),
        ('=INDEX(SPLIT("a-b","-"),1,2)', "b"),
        ('=IF(A1>2,"big, (yes)","no")', "big, (yes)"),
        ('=ISDATE("1/5/2023")&ISDATE("x")', "TRUEFALSE"),
    ],
)
def test_one_value(table, formula, shown) -> None:
    table.enter("E1", [formula])
    assert table.cell(0, 4)["formattedValue"] == shown


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ("=SORT(A1:A5)", [["1"], ["2"], ["3"]]),
        ("=SORT(A1:B3,1,FALSE)", [["3", "a-b"], ["2"], ["1", "c"]]),
        ("=SORT(A1:B2,A1:A2,TRUE)", [["1", "c"], ["3", "a-b"]]),
        ("=SORTN(A1:A3,2,0,1,FALSE)", [["3"], ["2"]]),
        ("=UNIQUE(A1:A5)", [["3"], ["1"], ["2"]]),
        ("=FILTER(A1:B3,A1:A3>1,A1:A3<3)", [["2"]]),
        ("=FILTER(A1:A3,A1:A3>9)", [["#N/A"]]),
        ("={A1:A2,B1:B2}", [["3", "a-b"], ["1", "c"]]),
        ('={"h";A1:A2}', [["h"], ["3"], ["1"]]),
        ("={1,2;3,4}", [["1", "2"], ["3", "4"]]),
        ('=SPLIT("a,b;1",",;")', [["a", "b", "1"]]),
        ('=SPLIT("a--b-c","--",FALSE)', [["a", "b-c"]]),
        ('=SPLIT("a,,b",",",TRUE,FALSE)', [["a", "", "b"]]),
        ("=FLATTEN(A1:B2)", [["3"], ["a-b"], ["1"], ["c"]]),
        ("=ARRAY_CONSTRAIN(A1:B3,2,1)", [["3"], ["1"]]),
        ('=ARRAYFORMULA(REGEXMATCH(B1:B2,"-"))', [["TRUE"], ["FALSE"]]),
        ("=ARRAYFORMULA(VLOOKUP(A1:A2,A1:B3,2,FALSE))", [["a-b"], ["c"]]),
        ('=ARRAYFORMULA(IF(A1:A5="","",A1:A5*2))', [["6"], ["2"], ["4"]]),
        ('=REGEXEXTRACT("2020-01","(\\d+)-(\\d+)")', [["2020", "01"]]),
        ("=ARRAYFORMULA(ROUND(A1:A3/3,2))", [["1"], ["0.33"], ["0.67"]]),
    ],
)
def test_arrays_fill_the_cells_around(table, formula, rows) -> None:
    table.enter("E1", [formula])
    assert table.values("E1:H9") == rows


@pytest.mark.parametrize("formula", ['=IMAGE("https://example.org/a.png")', "=SPARKLINE(A1:A3)"])
def test_pictures_show_no_text(table, formula) -> None:
    table.enter("E1", [formula])
    cell = table.cell(0, 4)
    assert cell["userEnteredValue"] == {"formulaValue": formula}
    assert not cell.keys() & {"effectiveValue", "formattedValue"}


def test_a_cell_that_needs_the_network_names_the_function_and_so_do_those_that_depend_on_it(table) -> None:
    table.enter("E1", ['=GOOGLEFINANCE("GOOG")', "=E1*2", "=IFERROR(F1,5)", "=SUM(A1:A3)", '=SUM(QUERY(A1:A3,"x"))'])
    messages = [table.cell(0, n)["effectiveValue"].get("errorValue", {}).get("message") for n in range(4, 9)]
    finance = "GOOGLEFINANCE is not available in the embedded Workspace."
    assert messages == [finance, finance, finance, None, finance.replace("GOOGLEFINANCE", "QUERY")]


def test_unknown_functions_are_what_they_are_at_google(table) -> None:
    table.enter("E1", ["=NOSUCH(1)"])
    assert table.cell(0, 4)["effectiveValue"]["errorValue"]["type"] == "NAME"


def test_long_chains_and_circles_of_dependent_cells_end() -> None:
    chain = {(0, row, 0): f"=A{row + 2}" for row in range(50_000)} | {(0, 50_000, 0): "=QUERY(1)"}
    assert len(depending(chain, {(0, 50_000, 0): "QUERY"})) == 50_001
    circle = {(0, 0, 0): "=A2", (0, 1, 0): "=A1", (0, 2, 0): "=QUERY(1)"}
    assert depending(circle, {(0, 2, 0): "QUERY"}) == {(0, 2, 0): "QUERY"}


def test_what_grows_without_end_is_given_up_and_what_is_broken_stays() -> None:
    nested = "=" + "ISBETWEEN(" * 40 + "1" + ",1,2)" * 40
    assert rewrite(nested, nested) is None
    assert MAX_LENGTH == 50_000
    for text in ("=SUM(1,2", "=)(", "=}{", "=(,", '="(', "=SPLIT()", "=JOIN(1)", "={"):
        assert rewrite(text, text) == text


@pytest.mark.soak
def test_a_hundred_thousand_cells_half_of_them_formulas(make_book) -> None:
    book = make_book({"sheets": [{"properties": {"gridProperties": {"rowCount": 50_000, "columnCount": 3}}}]})
    book.enter("A1", *[[number, f"=A{number + 1}*2"] for number in range(50_000)])
    book.enter("C1", ["=SUM(B1:B50000)"])
    assert book.values("C1") == [["2499950000"]]
    assert book.values("B49999:B50000") == [["99996"], ["99998"]]
