"""What must change nothing: the order of the colours and objects, the place of the list, other tabs, looks, formulas.

Tried on a planner that deserves full points, and on one with faults of many kinds.
"""

from __future__ import annotations

from typing import Any

import pytest

from .building import ARTICLE, FILL, NAME, STORE, Planner, filled, full_score, store_of


def faulty() -> Planner:
    one = full_score(5)
    one.listed[2][ARTICLE] = None
    one.listed[4][FILL] = None
    one.pages[store_of(one.listed[5][NAME])] = 404
    one.objects[1][1:] = []
    one.palettes[3][2] = filled("#0000FF")
    one.palettes[5][0] = "Afternoon"
    one.tabs["Decor checklist"][2][3] = None
    return one


def other_order(one: Planner) -> None:
    """Colours and objects from the last to the first, in the matrix too; the palettes likewise."""
    one.grid[1 : one.count + 1] = one.listed[::-1]
    for row in (one.header, *one.objects):
        row += [None] * (one.count + 1 - len(row))
        row[1:] = row[:0:-1]
    one.grid[one.count + 4 :] = one.objects[::-1]
    one.palettes.reverse()


def moved(one: Planner) -> None:
    """Four rows further down and in column B."""
    grid = [[None, *row] for row in one.grid]
    one.tabs = {"Colors": [["Our wedding"], [], [], [], *grid], **dict(list(one.tabs.items())[1:])}


def other_tabs(one: Planner) -> None:
    one.tabs["Guests"] = [["Name", "Coming"], ["Ada", "yes"]]
    one.tabs["Empty"] = []


def other_looks(one: Planner) -> None:
    look = {"textFormat": {"bold": True, "fontFamily": "Lora", "fontSize": 14}, "wrapStrategy": "WRAP"}
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 40, "startColumnIndex": 0, "endColumnIndex": 20}
    fields = "userEnteredFormat(textFormat,wrapStrategy)"
    one.more.append({"repeatCell": {"range": area, "cell": {"userEnteredFormat": look}, "fields": fields}})
    one.more.append({"updateSpreadsheetProperties": {"properties": {"locale": "fr_FR"}, "fields": "locale"}})


def formulas(one: Planner) -> None:
    for row in one.listed:
        for column in (NAME, ARTICLE, STORE):
            row[column] = row[column] and f'="{row[column]}"'


def hidden_rows(one: Planner) -> None:
    """A filter that hides half of the list: the rows are still there."""
    area = {"sheetId": 0, "dimension": "ROWS", "startIndex": 3, "endIndex": 6}
    request = {"range": area, "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}
    one.more.append({"updateDimensionProperties": request})


def capitals(one: Planner) -> None:
    for row in one.listed:
        row[NAME] = row[NAME].upper()


MAKERS: dict[str, Any] = {"right": lambda: full_score(5), "faulty": faulty}


@pytest.fixture(scope="module")
def unchanged(grade):
    return {name: grade(make()).differing() for name, make in MAKERS.items()}


@pytest.mark.parametrize(
    "change", [other_order, moved, other_tabs, other_looks, formulas, hidden_rows, capitals], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("make", MAKERS)
def test_outcomes_stay(grade, unchanged, make, change):
    one = MAKERS[make]()
    change(one)
    assert grade(one).differing() == unchanged[make]


def test_the_faulty_one_is_faulty(unchanged):
    assert unchanged["right"] == {}
    assert set(unchanged["faulty"]) == {
        *("article_present", "article_relevant", "fill_coverage", "fill_visual", "fill_colorhexa"),
        *("store_reachable", "store_relevant", "image_coverage", "image_correct"),
        *("palette_from_list", "palette_labels", "checklist_cells"),
    }
