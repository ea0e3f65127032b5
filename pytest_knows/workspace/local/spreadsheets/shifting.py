"""Requests that push the cells beside a range aside: insertRange, deleteRange."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.dimensions import require_axis
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    Axis,
    area_or_none,
    grid_range,
    put_cell,
    require_room,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.refs import shifted_within


@REQUESTS.handles("insertRange")
def insert_range(book: Book, body: Json) -> None:
    """Cells below (or to the right) move away by the range's size; the grid grows if something would fall off."""
    sheet, area = book.area(need(body, "range"))
    axis = require_axis(body.get("shiftDimension"))
    count = len(area.rows) if axis == "ROWS" else len(area.columns)
    band = _band(sheet, area, axis)
    _require_whole_merges(sheet, band)
    last = max((place[axis == "COLUMNS"] for *place, _ in stored_cells(sheet, band)), default=-1)
    grid, name = sheet["properties"]["gridProperties"], "rowCount" if axis == "ROWS" else "columnCount"
    if last >= 0:
        grid[name] = max(grid[name], last + count + 1)
        require_room(book.state)
    _shift(book, sheet, _band(sheet, area, axis), axis, count)


@REQUESTS.handles("deleteRange")
def delete_range(book: Book, body: Json) -> None:
    """The cells of the range go, and those below (or to the right) take their place."""
    sheet, area = book.area(need(body, "range"))
    axis = require_axis(body.get("shiftDimension"))
    band = _band(sheet, area, axis)
    _require_whole_merges(sheet, band)
    for row, column, _ in list(stored_cells(sheet, area)):
        put_cell(sheet, row, column, {})
    _drop_merges(sheet, area)
    after = (
        Area(top=area.bottom, left=band.left, bottom=band.bottom, right=band.right)
        if axis == "ROWS"
        else Area(top=band.top, left=area.right, bottom=band.bottom, right=band.right)
    )
    _shift(book, sheet, after, axis, -(len(area.rows) if axis == "ROWS" else len(area.columns)))


def _band(sheet: Json, area: Area, axis: Axis) -> Area:
    """The range with all that lies below it, or to the right."""
    rows, columns = size(sheet)
    bottom, right = (rows, area.right) if axis == "ROWS" else (area.bottom, columns)
    return Area(top=area.top, left=area.left, bottom=bottom, right=right)


def _require_whole_merges(sheet: Json, band: Area) -> None:
    for merge in sheet.get("merges", []):
        taken = area_or_none(sheet, merge)
        if taken and taken.overlaps(band) and not band.covers(taken):
            raise RequestError("This operation would move a part of a merged cell only.")


def _drop_merges(sheet: Json, area: Area) -> None:
    merges = [(merge, area_or_none(sheet, merge)) for merge in sheet.pop("merges", [])]
    kept = [merge for merge, taken in merges if taken is None or not taken.overlaps(area)]
    if kept:
        sheet["merges"] = kept


def _shift(book: Book, sheet: Json, band: Area, axis: Axis, count: int) -> None:
    """Move the cells and merges of a band by `count` along the axis, and all references that lie wholly in it."""
    down, across = (count, 0) if axis == "ROWS" else (0, count)
    cells = list(stored_cells(sheet, band))
    for row, column, _ in cells:
        put_cell(sheet, row, column, {})
    for row, column, cell in cells:
        put_cell(sheet, row + down, column + across, cell)
    for number, merge in enumerate(sheet.get("merges", [])):
        taken = area_or_none(sheet, merge)
        if taken and band.covers(taken):
            moved = Area(
                top=taken.top + down, bottom=taken.bottom + down, left=taken.left + across, right=taken.right + across
            )
            sheet["merges"][number] = grid_range(sheet, moved)
    title = sheet["properties"]["title"].lower()
    for other in book.sheets:
        for _, _, cell in stored_cells(other):
            value = cell.get("userEnteredValue", {})
            if "formulaValue" in value:
                own = title if other is sheet else None
                value["formulaValue"] = shifted_within(value["formulaValue"], band, (down, across), title, own=own)
