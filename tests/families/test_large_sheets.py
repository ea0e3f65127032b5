"""What grading a large workbook costs, in things that can be counted: cells made, values read, functions called."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from familykit import large

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge

RUBRICS = Path(__file__).parents[2] / "rubrics"
FAMILIES = sorted(path.parent.name for path in RUBRICS.glob("sheets_*/facts.toml"))


@pytest.fixture(params=FAMILIES)
def grader(request, tmp_path):
    """`grader(rows, columns)`: of a workbook of that size."""
    rubric = Rubric.load(RUBRICS / request.param)

    def grader(rows: int, columns: int) -> Grader:
        snapshot = large.frozen(large.mixed(rows, columns), tmp_path / f"{rows}x{columns}")
        return Grader(rubric, rubric.tasks[0], snapshot, Resources(judge=NoJudge()))

    return grader


def test_every_cell_is_read_once(grader, monkeypatch):
    read = Counter()
    for name in ("_shown_text", "_stated_number"):
        monkeypatch.setattr(Cell, name, _counted(getattr(Cell, name), read))
    grader(80, 25).results()
    assert read, "nothing was read"
    assert {place: times for place, times in read.items() if times > 1} == {}


def _counted(method, read):
    def counted(cell):
        if cell.raw:
            read[method.__name__, cell.tab, cell.a1] += 1
        return method(cell)

    return counted


def test_the_work_grows_as_the_workbook_does(grader):
    """Four times the rows: at most five times the calls, so nothing goes through all rows for each of them."""
    # what is imported, compiled and remembered once is no part of either
    grader(50, 8).results()
    assert _calls(grader(240, 8)) <= 5 * _calls(grader(60, 8))


def _calls(grader: Grader) -> int:
    """How often grading calls a function, built-in ones included."""
    called, before = Counter(), sys.getprofile()
    sys.setprofile(lambda _frame, event, _what: called.update((event,)))
    try:
        grader.results()
    finally:
        sys.setprofile(before)
    return called["call"] + called["c_call"]
