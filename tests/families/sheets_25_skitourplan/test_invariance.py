"""What must change nothing: the order of columns, the place of the table, titles, other tabs, formats, formulas.

Tried on a plan that deserves full points, and on one with faults of many kinds.
"""

from __future__ import annotations

import pytest
from familykit.sheets import cell

from .building import ANGLE, ASPECT, DATE, GPS, LINK, START, VERTICAL, Tour, full_score, page


def faulty() -> Tour:
    tour = full_score(1)
    tour.put(1, START, "")
    tour.put(2, GPS, "somewhere")
    tour.put(2, VERTICAL, 4000)
    tour.put(3, LINK, page(2160))
    tour.put(3, ANGLE, 31)
    tour.put(1, DATE, "02/06/2025")
    tour.fill(2, "FF0000")
    tour.merges = tour.merges[1:]
    return tour


def permuted(tour: Tour) -> None:
    order = [ANGLE, DATE, GPS, 0, 9, ASPECT, START, 8, VERTICAL, LINK]
    tour.grid = [[row[place] for place in order] for row in tour.grid]
    places = {old: new for new, old in enumerate(order)}
    tour.merges = [(top, end, places[a], places[a] + 1) for top, end, a, _ in tour.merges]


def other_tabs(tour: Tour) -> None:
    tour.title = "Plan"
    tour.before = {"Packing": [["Name", "Angle"], ["Shovel", 3], ["Probe", 4]], "Empty": []}


def other_formats(tour: Tour) -> None:
    for row in tour.grid[1:]:
        for column in (VERTICAL, ANGLE):
            value = row[column]["userEnteredValue"].get("numberValue")
            if value is not None:
                row[column] = cell((value, "#,##0.00"))
    tour.more = [{"updateSpreadsheetProperties": {"properties": {"locale": "de_DE"}, "fields": "locale"}}]


def formulas(tour: Tour) -> None:
    for row in range(1, 4):
        for column in (VERTICAL, ANGLE):
            tour.put(row, column, f"={tour.grid[row][column]['userEnteredValue']['numberValue']}*1")
        tour.put(row, ASPECT, f'=CONCATENATE("{tour.grid[row][ASPECT]["userEnteredValue"]["stringValue"]}", "")')


CHANGES = [
    permuted,
    lambda tour: tour.move(3, 0, "My tour"),
    lambda tour: tour.move(6, 2, "My tour", "All of it"),
    other_tabs,
    other_formats,
    formulas,
]
MAKERS = {"right": lambda: full_score(1), "faulty": faulty}


@pytest.fixture(scope="module")
def unchanged(grade):
    return {kind: grade(make()).differing() for kind, make in MAKERS.items()}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", MAKERS)
def test_outcomes_stay(grade, unchanged, kind, change):
    tour = MAKERS[kind]()
    change(tour)
    assert grade(tour).differing() == unchanged[kind]


def test_the_faulty_one_is_faulty(unchanged):
    assert unchanged["right"] == {}
    assert set(unchanged["faulty"]) == {
        *("run1_start", "run2_gps", "run2_vertical", "run3_name_valid", "angle_ok_run3", "run3_angle", "run3_gps"),
        *("run3_start", "run3_vertical", "run3_aspect", "run_count", "forecast_date", "merged_cells"),
        *("run2_colored", "run2_rating"),
    }
