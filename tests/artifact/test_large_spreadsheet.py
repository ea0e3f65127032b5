"""Views of a large tab read what they are asked for, once."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.artifact.spreadsheet import Cell, Range, Tab, Workbook
from pytest_knows.artifact.spreadsheet import tab as tab_module
from pytest_knows.artifact.spreadsheet.edges import Edges
from pytest_knows.checks.on_sheet import place_of


def first_tab(sheet: dict[str, Any]) -> Tab:
    return Workbook({"sheets": [sheet]}, lambda _: b"").tabs[0]


def tab(rows: int, columns: int, **more: Any) -> Tab:
    lines = [{"values": [{"formattedValue": f"{row} {column}"} for column in range(columns)]} for row in range(rows)]
    return first_tab({"properties": {"title": "Sheet1"}, "data": [{"rowData": lines}], **more})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Cell]:
    """The cells that tabs make."""
    found: list[Cell] = []

    def make(**fields: Any) -> Cell:
        found.append(Cell(**fields))
        return found[-1]

    monkeypatch.setattr(tab_module, "Cell", make)
    return found


def test_the_size_of_a_tab_takes_a_cell_a_row(made: list[Cell]) -> None:
    sheet = tab(40, 30)
    assert (sheet.used_rows, sheet.used_columns) == (40, 30)
    assert len(made) == 40


def test_cells_without_a_value_are_not_made_to_see_that_they_are_empty(made: list[Cell]) -> None:
    painted = {"rowData": [{"values": [{"formattedValue": "x"}, *[{"effectiveFormat": {}}] * 500]}] * 20}
    sheet = first_tab({"data": [painted]})
    assert (sheet.used_rows, sheet.used_columns) == (20, 1)
    assert len(made) == 20


def test_a_cell_is_made_once(made: list[Cell]) -> None:
    sheet = tab(3, 3)
    assert sheet.cell(1, 2) is sheet["C2"] is sheet.shown(1, 2)
    assert len(made) == 1
    assert len(list(sheet.cells())) == 9
    assert len(made) == 9


class Counting(dict[str, Any]):
    """Counts what is looked up."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.asked: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.append(key)
        return super().get(key, default)


def test_text_and_number_are_read_once() -> None:
    raw = Counting({"effectiveValue": {"numberValue": 2}, "formattedValue": "2.0"})
    cell = Cell(tab="Sheet1", row=0, column=0, raw=raw, look=tab(1, 1)._look)
    for _ in range(3):
        assert (cell.text, cell.number, cell.empty) == ("2.0", 2.0, False)
    assert sorted(raw.asked) == ["effectiveValue", "formattedValue"]


def test_cells_are_equal_by_what_they_hold_not_by_what_was_read() -> None:
    look = tab(1, 1)._look
    first, second, other = (
        Cell(tab="Sheet1", row=0, column=0, raw={"formattedValue": text}, look=look) for text in ("a", "a", "b")
    )
    assert first.text == "a"
    assert first == second
    assert other.text != first.text
    assert first != other


def test_merges_elsewhere_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    merges = [{"startRowIndex": row, "endRowIndex": row + 1, "endColumnIndex": 2} for row in range(200)]
    sheet, asked = tab(200, 3, merges=merges), []
    holds = Range.holds
    monkeypatch.setattr(Range, "holds", lambda self, *place: asked.append(self) or holds(self, *place))
    assert [sheet.shown(row, 1).text for row in range(200)] == [f"{row} 0" for row in range(200)]
    assert len(asked) == 200


def test_a_merge_reaches_beyond_the_rows_that_the_response_holds() -> None:
    sheet = tab(2, 2, merges=[{"startRowIndex": 1, "endRowIndex": 500, "endColumnIndex": 1}])
    assert sheet.shown(499, 0).text == "1 0"
    assert sheet.shown(500, 0).text == ""
    assert sheet.merge_at(0, 0) is None


def test_of_two_merges_the_first_counts() -> None:
    sheet = tab(3, 3, merges=[{"endRowIndex": 3, "endColumnIndex": 2}, {"startRowIndex": 1, "endRowIndex": 3}])
    assert sheet.shown(2, 1).text == "0 0"
    assert sheet.shown(2, 2).text == "1 0"


SIZES = st.dictionaries(st.integers(0, 30), st.integers(0, 400))


@given(SIZES, st.integers(0, 40))
def test_edges_are_the_sums_of_the_sizes_before(sizes: dict[int, int], place: int) -> None:
    edges = Edges(sizes, 21)
    assert edges.before(place) == sum(sizes.get(row, 21) for row in range(place))


@given(SIZES, st.sets(st.integers(0, 30)))
def test_places_leave_hidden_rows_out(sizes: dict[int, int], hidden: set[int]) -> None:
    stated = [
        {"hiddenByUser": row in hidden} | ({"pixelSize": sizes[row]} if row in sizes else {}) for row in range(31)
    ]
    sheet = first_tab({"data": [{"rowMetadata": stated}]})
    heights = [0 if row in hidden else sizes.get(row, 21) for row in range(31)]
    tops = [0, *accumulate(heights)]
    for row in range(31):
        place = place_of(sheet, range(row, row + 1), range(2, 4))
        assert (place.left, place.top, place.right, place.bottom) == (200, tops[row], 400, tops[row + 1])
