"""What must change nothing: the order of columns, the place of the table, titles, other tabs, formats, formulas.

Tried on an analysis that deserves full points, and on one with faults of many kinds.
"""

from __future__ import annotations

import pytest

from .building import DATE, DISTANCE, LINE, PACE, TOTAL, Analysis, basic, full_score, number, places


def faulty() -> Analysis:
    one = full_score(3)
    for row in one.rows[:5]:
        row[DISTANCE], row[PACE] = 1, 99
    one.rows[8][DATE] = "soon"
    one.rows[9][LINE] = 4.2
    one.cumulative["spec"]["title"] = "x" * 90
    basic(one.metric)["series"][0]["pointStyle"]["shape"] = "STAR"
    return one


def all_places(one: Analysis):
    return [place for chart in one.charts for place in places(chart)]


def moved(one: Analysis, rows: int, columns: int, titles: list[str]) -> None:
    """Everything further down and to the right."""
    blank = [None] * columns
    top = [[*blank, title] for title in titles] + [[]] * (rows - len(titles))
    one.tabs = {"Sheet1": [*top, *([*blank, *row] for row in one.grid)]}
    area = one.tables[0]["range"]
    for place in (area, *all_places(one)):
        for name in ("startRowIndex", "endRowIndex"):
            place[name] += rows
        for name in ("startColumnIndex", "endColumnIndex"):
            place[name] = place.get(name, 0) + columns
    for chart in one.charts:
        anchor = chart["position"]["overlayPosition"]["anchorCell"]
        anchor |= {"rowIndex": anchor["rowIndex"] + rows, "columnIndex": anchor["columnIndex"] + columns}


def permuted(one: Analysis) -> None:
    """Paces, dates, distances, baseline, totals."""
    order = [PACE, DATE, DISTANCE, LINE, TOTAL]
    for row in one.grid[:35]:
        row[:5] = [row[place] for place in order]
    for place in all_places(one):
        column = order.index(place["startColumnIndex"])
        place |= {"startColumnIndex": column, "endColumnIndex": column + 1}


def other_tabs(one: Analysis) -> None:
    one.tabs["Shopping"] = [["Date", "Item"], ["2021-09-27", "Wax"]]
    one.tabs["Empty"] = []


def other_formats(one: Analysis) -> None:
    for row in one.rows[:34]:
        for column in (DISTANCE, PACE, TOTAL, LINE):
            row[column] = number(row[column], "NUMBER", "#,##0.0")
    one.more.append({"updateSpreadsheetProperties": {"properties": {"locale": "fr_FR"}, "fields": "locale"}})


def formulas(one: Analysis) -> None:
    for row in one.rows[:34]:
        for column in (DISTANCE, PACE, TOTAL, LINE):
            row[column] = f"={row[column]}*1"


def plain(one: Analysis) -> None:
    one.plain()


CHANGES = [
    permuted,
    lambda one: moved(one, 3, 0, ["My winter"]),
    lambda one: moved(one, 6, 2, ["My winter", "All the trips"]),
    other_tabs,
    other_formats,
    formulas,
    plain,
]


@pytest.fixture(scope="module")
def unchanged(grade):
    return {make: grade(make()).differing() for make in (lambda: full_score(3), faulty)}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("make", ["right", "faulty"])
def test_outcomes_stay(grade, unchanged, make, change):
    makers = dict(zip(("right", "faulty"), unchanged, strict=True))
    one = makers[make]()
    change(one)
    assert grade(one).differing() == unchanged[makers[make]]


def test_the_faulty_one_is_faulty(unchanged):
    right, wrong = unchanged.values()
    assert right == {}
    assert set(wrong) == {
        *("date_match", "distance_match", "speed_match", "circular_points", "klaebo_data", "cum_title"),
    }
