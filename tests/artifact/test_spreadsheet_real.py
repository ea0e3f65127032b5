"""The spreadsheet view over what the real Sheets API answered."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.artifact.spreadsheet import Workbook

from .test_spreadsheet import no_picture, read_everything

SHARED = os.environ.get("KNOWS_SHARED", "")
pytestmark = pytest.mark.skipif(not SHARED, reason="KNOWS_SHARED does not name the folder with the API samples")
REAL = Path(SHARED) / "real-api"


def spreadsheets(file: Path) -> list[Any]:
    """Every spreadsheet in the recorded answers of one exchange."""
    answers = [entry.get("response") for entry in json.loads(file.read_bytes())]
    return [answer for answer in answers if isinstance(answer, dict) and "sheets" in answer]


def test_every_recorded_spreadsheet_is_read() -> None:
    found = [raw for file in sorted((REAL / "exchanges").glob("*.json")) for raw in spreadsheets(file)]
    whole = [raw for raw in found if "spreadsheetId" in raw]  # the others answer to a mask of fields
    assert (len(found), len(whole)) == (364, 342)
    assert sum(read_everything(Workbook(raw, no_picture)) for raw in found) == 0  # none was asked for its cells
    for raw in whole:
        book = Workbook(raw, no_picture)
        assert book.title == raw["properties"]["title"]
        assert [tab.title for tab in book.tabs] == [sheet["properties"]["title"] for sheet in raw["sheets"]]
        assert (book.locale, book.time_zone) == (raw["properties"]["locale"], raw["properties"]["timeZone"])


def test_merges_of_the_first_sheet_which_has_id_0() -> None:
    raw = spreadsheets(REAL / "exchanges/WorksheetTest.test_get_merge_cells_and_unmerge_cells.json")
    merged = next(answer for answer in raw if "merges" in answer["sheets"][0])
    tab = Workbook(merged, no_picture).tabs[0]
    assert (tab.row_count, tab.column_count) == (4, 4)
    assert [repr(area) for area in tab.merges] == ["0!A1:B2", "0!C1:C2", "0!D1:D2", "0!B3:C3", "0!B4:C4"]
    assert [tab.shown(row, column).a1 for row, column in ((1, 1), (1, 2), (2, 2), (2, 3))] == ["A1", "C1", "B3", "D3"]


def test_hidden_tab() -> None:
    raw = spreadsheets(REAL / "exchanges/WorksheetTest.test_hide_show_worksheet.json")
    assert {tab.hidden for answer in raw for tab in Workbook(answer, no_picture).tabs} == {True, False}


def test_grid_of_form_answers() -> None:
    book = Workbook(json.loads((REAL / "sheets/form_responses.json").read_bytes()), no_picture)
    assert read_everything(book) == 18
    (tab,) = book.tabs
    assert (tab.title, tab.id, tab.row_count, tab.column_count) == ("Sheet title 2", 1001, 102, 12)
    assert (tab.used_rows, tab.used_columns) == (3, 6)
    assert tab["A1"].text == "value 3"
    assert tab["A2"].number == 45463.51943700232
    assert tab["A2"].text == "6/20/2024 12:27:59"
    assert tab["A3"].format.number_pattern == "m/d/yyyy h:mm:ss"
    look = tab["A1"].format
    assert (repr(look.background), repr(look.text_colour), look.font, look.size) == ("#FFFFFF", "#000000", "Arial", 10)
    assert tab.column_width(0) == 150
    assert tab.range_under(0).headers[0] == "value 3"
