"""Finding tables and columns, and the rows that stand for something."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.matching import Rule, ask_which, match_rows
from pytest_knows.checks.rows import named_rows
from pytest_knows.checks.tables import (
    Columns,
    Wanted,
    best_table,
    by_keywords,
    is_total,
    wanted_columns,
)
from pytest_knows.errors import DamagedEvidence, JudgeError, Ungraded
from pytest_knows.judge import NoJudge
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.rubric import StepFailed
from pytest_knows.scoring import Mechanism, recording

WANTED = {
    "name": Wanted(title="Name", keywords=("name", "stock", "company")),
    "price": Wanted(title="Price", keywords=("price", "current price", "price ($)")),
    "count": Wanted(title="Count", keywords=("count",)),
}


def no_picture(url: str) -> bytes:
    raise DamagedEvidence(url)


def sheet(title: str, *rows: list[Any], **more: Any) -> dict[str, Any]:
    lines = [{"values": [cell(value) for value in row]} for row in rows]
    return {"properties": {"title": title}, "data": [{"rowData": lines}], **more}


def cell(value: Any) -> dict[str, Any]:
    if isinstance(value, int | float):
        return {"effectiveValue": {"numberValue": value}, "formattedValue": str(value)}
    return {"effectiveValue": {"stringValue": value}, "formattedValue": value} if value else {}


def book(*sheets: dict[str, Any]) -> Workbook:
    return Workbook({"sheets": list(sheets)}, no_picture)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Price", True),
        ("  CURRENT\u00a0\n price\t", True),
        ("Current Price (USD)", True),
        ("Price [EUR]", True),
        ("Price ($)", True),
        ("Price (USD) (now)", False),
        ("Price now", False),
        ("My price", False),
        ("(Price)", False),
        ("", False),
    ],
)
def test_a_header_equals_a_keyword(header: str, found: bool) -> None:
    assert by_keywords([header], WANTED) == ({"price": 0} if found else {})


def test_longest_keyword_then_leftmost() -> None:
    assert by_keywords(["Price", "Stock", "Current price", "Company", "Company"], WANTED) == {"name": 3, "price": 2}


def test_no_header_serves_two() -> None:
    both = {"a": Wanted(title="A", keywords=("x",)), "b": Wanted(title="B", keywords=("x",))}
    assert by_keywords(["x"], both) == {"a": 0}
    assert by_keywords(["x", "x"], both) == {"a": 0, "b": 1}


def test_wanted_columns_from_facts() -> None:
    facts = {"name": {"title": "Name", "keywords": ["name"]}, "price": {"title": "Price", "keywords": ["price"]}}
    assert wanted_columns(facts, {"name": ("bank",)}) == {
        "name": Wanted(title="Name", keywords=("name", "bank")),
        "price": Wanted(title="Price", keywords=("price",)),
    }


def test_table_with_most_columns_the_first_of_equals() -> None:
    found = book(
        sheet("Notes", ["Note"], ["x"]),
        sheet("A", ["Title"], ["Name", "Price"], ["a", 1]),
        sheet("B", ["Name", "Price"], ["b", 2]),
    )
    table = best_table(found, WANTED)
    assert table is not None
    assert (table.tab, table.headers) == ("A", ("Name", "Price"))


def test_formal_tables_leave_plain_ranges_out() -> None:
    area = {"startRowIndex": 0, "endRowIndex": 2, "endColumnIndex": 1}
    formal = sheet("F", ["Name"], ["a"], tables=[{"name": "T", "range": area}])
    table = best_table(book(sheet("A", ["Name", "Price"], ["x", 1]), formal), WANTED)
    assert table is not None
    assert (table.tab, table.formal) == ("F", True)


def test_header_below_the_tenth_row_is_not_looked_for() -> None:
    rows = [["x"] for _ in range(9)]
    assert best_table(book(sheet("A", *rows, ["Name", "Price"])), WANTED).headers == ("Name", "Price")  # type: ignore[union-attr]
    assert best_table(book(sheet("A", ["x"], *rows, ["Name", "Price"])), WANTED).headers == ("x",)  # type: ignore[union-attr]


def test_where_keywords_find_nothing_the_widest_header_is_it() -> None:
    """A cover sheet and a title are no headers; the judge is then asked about those of the table."""
    found = book(sheet("Cover", ["My stocks"], ["2026"]), sheet("Data", ["Title"], [], ["Firm", "Cost"], ["a", 1]))
    table = best_table(found, WANTED)
    assert table is not None
    assert table.headers == ("Firm", "Cost")


def test_no_table_without_a_filled_cell() -> None:
    assert best_table(book(sheet("A"), sheet("B", ["", ""])), WANTED) is None
    assert best_table(book(), WANTED) is None


@pytest.mark.parametrize(
    ("text", "total"),
    [
        *(
            ("Total", True),
            (" TOTAL : ", True),
            ("Total (min)", True),
            ("Totals [US $]:", False),
            ("Sum (US $):", True),
            ("Total running time: 778 min", True),
        ),
        *(("Sum of all 5 films", True), ("Totalenergies", False), ("Total Recall", False), ("Running time", False)),
        ("", False),
    ],
)
def test_is_total(text: str, total: bool) -> None:
    assert is_total(text, ["total", "sum"]) is total


# asking for columns


def test_one_question_per_missing_column_in_order() -> None:
    judge = ScriptedJudge([{"key": "column_price", "answer": "2"}, {"key": "column_count", "answer": "NONE"}])
    columns = Columns(["Name", "Notes", "Cost"], WANTED, judge)
    assert columns.find("count") is None
    assert judge.asked == ["column_price", "column_count"]
    price = columns.find("price")
    assert price is not None
    assert (price.index, price.header, price.mechanism) == (2, "Cost", Mechanism.LLM_VLM_JUDGEMENT)
    assert columns.find("name").mechanism is Mechanism.DETERMINISTIC  # type: ignore[union-attr]
    assert judge.asked == ["column_price", "column_count"]
    assert columns.unused("count") == (1,)


def test_columns_that_a_rule_of_the_rubrics_own_found() -> None:
    judge = ScriptedJudge([{"key": "column_name", "answer": "1"}])
    columns = Columns(["Name", "Price"], WANTED, judge, found={"price": 1})
    assert (columns.by_keyword("price"), columns.by_keyword("name")) == (True, False)
    assert columns.find("name").index == 0  # type: ignore[union-attr]
    assert judge.asked == ["column_name"]


def test_nothing_left_is_not_asked() -> None:
    judge = ScriptedJudge([])
    columns = Columns(["Name", "", "Price"], WANTED, judge)
    assert columns.find("count") is None
    assert not columns.asked("count")
    assert judge.asked == []


def test_the_order_of_asking_does_not_change_the_answers() -> None:
    rules = [{"key": "column_*", "answer": "1"}]
    forwards, backwards = (Columns(["A", "B", "C"], WANTED, ScriptedJudge(rules)) for _ in range(2))
    found = {name: forwards.find(name) for name in ("name", "price", "count")}
    assert {name: backwards.find(name) for name in ("count", "price", "name")} == found
    assert [column.index for column in found.values() if column] == [0, 1, 2]


def test_a_column_that_cannot_be_asked_for_leaves_the_others() -> None:
    columns = Columns(["Cost", "Name"], WANTED, NoJudge())
    assert columns.find("name").index == 1  # type: ignore[union-attr]
    assert columns.open("name") is None
    assert isinstance(columns.open("price"), Ungraded)
    for _ in range(2):
        with pytest.raises(Ungraded):
            columns.find("price")


# rows


def rows_of(judge: Any, *rows: list[Any]) -> Any:
    table = best_table(book(sheet("A", *rows)), WANTED)
    assert table is not None
    return named_rows(table, Columns(table.headers, WANTED, judge), ["name"], ["total"])


def test_rows_that_name_something() -> None:
    found = rows_of(NoJudge(), ["Name", "Price"], ["a", 1], ["", 2], [700, 3], ["Total:", 6])
    assert [repr(row) for row in found.sure] == ["a", "700"]
    assert found.doubt is None
    assert found.sure[0].number("price").value == 1
    assert found.sure[0].text("name") == "a"


def test_a_row_named_in_a_column_not_yet_assigned_is_in_doubt() -> None:
    found = rows_of(NoJudge(), ["Who", "Price", "Count"], ["a", 1, 2], ["Total", 3, 4])
    assert found.sure == ()
    assert isinstance(found.doubt, Ungraded)
    assert rows_of(NoJudge(), ["Who", "Price", "Count"], ["", 1, 2]).doubt is None
    assert rows_of(NoJudge(), ["Who", "Price", "Count"], [5, 1, 2]).doubt is None


def test_a_row_without_the_column_has_neither_text_nor_number() -> None:
    row = rows_of(ScriptedJudge([{"key": "*", "answer": "NONE"}]), ["Name", "Other"], ["a", 1]).sure[0]
    assert (row.cell("price"), row.text("price"), row.number("price")) == (None, "", None)


# matching


def equal(row: str, wanted: str) -> bool:
    return row == wanted


def alike(row: str, wanted: str) -> bool:
    return row.casefold() == wanted.casefold()


EXACT = Rule(mechanism=Mechanism.DETERMINISTIC, same=equal)
ALIKE = Rule(mechanism=Mechanism.FUZZY_MATCH, same=alike)


def nobody(wanted: str, rows: Any) -> None:
    raise AssertionError(f"asked for {wanted} among {rows}")


def test_each_rule_looks_at_all_wanted_things_before_the_next() -> None:
    """By the loose rule "a" would take "A", which is exactly what "A" needs."""
    found = match_rows({"a": "a", "A": "A"}, ["A", "a"], [EXACT, ALIKE], nobody)
    assert {key: match.get().row for key, match in found.items()} == {"a": "a", "A": "A"}


def test_each_row_once_and_the_judge_last() -> None:
    asked = []

    def ask(wanted: str, rows: Any) -> Any:
        asked.append((wanted, rows))
        return rows[0]

    found = match_rows({"x": "x", "b": "b", "y": "y", "z": "z"}, ["p", "B", "q"], [EXACT, ALIKE], ask)
    assert asked == [("x", ("p", "q")), ("y", ("q",))]
    assert {key: match.get().row for key, match in found.items()} == {"x": "p", "b": "B", "y": "q", "z": None}
    mechanisms = [match.get().mechanism for match in found.values()]
    assert mechanisms == [*[Mechanism.LLM_VLM_JUDGEMENT, Mechanism.FUZZY_MATCH], *mechanisms[2:]]
    assert mechanisms[2:] == [Mechanism.LLM_VLM_JUDGEMENT, Mechanism.DETERMINISTIC]


def test_a_rule_that_cannot_be_applied_leaves_the_rest_undecided() -> None:
    gap = Ungraded("no judge", need="judge")
    closed = Rule(mechanism=Mechanism.FUZZY_MATCH, same=alike, open=gap)
    found = match_rows({"a": "a", "b": "b"}, ["a", "B"], [EXACT, closed], nobody)
    assert found["a"].get().row == "a"
    assert found["b"].open is gap


def test_rows_in_doubt_leave_the_rest_undecided() -> None:
    found = match_rows({"a": "a", "b": "b"}, ["a"], [EXACT], nobody, doubt=JudgeError("down"))
    assert found["a"].open is None
    assert isinstance(found["b"].open, JudgeError)


def test_ask_which() -> None:
    judge = ScriptedJudge([{"key": "q", "contains": "2. B", "answer": "2"}, {"key": "q", "answer": "no"}])
    assert ask_which(judge, "q", "Which?", ["a", "b"], str.upper) == "b"
    assert ask_which(judge, "q", "Which?", ["a"], str.upper) is None
    judge = ScriptedJudge([{"key": "q", "contains": "further", "answer": "1"}])
    assert ask_which(judge, "q", "Which?", ["a"], str.upper, more="further evidence") == "a"


def test_a_column_that_has_to_be_there():
    """How it was decided is recorded, by keyword or by a judge; without it the step fails."""
    columns = Columns(["Price", "Firm", "Odds"], WANTED, ScriptedJudge([
        {"key": "column_name", "answer": "1"}, {"key": "column_count", "answer": "NONE"},
    ]))  # fmt: skip
    for name, header, mechanism in (("price", "Price", "deterministic"), ("name", "Firm", "llm_vlm_judgement")):
        with recording() as record:
            assert columns.required(name).header == header
        assert record.mechanisms[-1] == mechanism
    with recording() as record, pytest.raises(StepFailed, match=r"no header of .*'Odds'.* names this column"):
        columns.required("count")
    assert record.mechanisms[-1] == "llm_vlm_judgement"
