"""Requests about rows and columns: inserting, deleting, appending, moving, sizes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.defaults import COLUMN_PIXELS, ROW_PIXELS
from pytest_knows.workspace.local.spreadsheets.grid import (
    Axis,
    get_cell,
    put_cell,
    remap,
    require_room,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format
from pytest_knows.workspace.local.spreadsheets.refs import kept_span, remapped

Moved = Callable[[int], int | None]
_CHARACTER_PIXELS = 7
"""Width that auto-resizing allots to a character of 10 pt Arial (own estimate; Google measures the text)."""


def _axis_names(axis: Axis) -> tuple[str, str, str]:
    return ("startRowIndex", "endRowIndex", "rowCount") if axis == "ROWS" else (
        "startColumnIndex", "endColumnIndex", "columnCount")  # fmt: skip


def dimension_range(book: Book, body: Json) -> tuple[Json, Axis, int, int]:
    """Tab, axis, first and end index of a DimensionRange; raises `RequestError` outside of the grid."""
    sheet = book.sheet(body.get("sheetId", 0))
    axis = require_axis(body.get("dimension"))
    count = size(sheet)[axis == "COLUMNS"]
    start, end = body.get("startIndex", 0), body.get("endIndex", count)
    if not 0 <= start < end:
        raise RequestError(f"range.startIndex {start} must be 0 or more and less than range.endIndex {end}")
    return sheet, axis, start, end


def require_axis(axis: Any) -> Axis:
    if axis == "ROWS":
        return "ROWS"
    if axis == "COLUMNS":
        return "COLUMNS"
    raise RequestError("dimension must be ROWS or COLUMNS.")


def move_lines(book: Book, sheet: Json, axis: Axis, moved: Moved) -> None:
    """Renumber rows or columns everywhere: cells, sizes, every range that points into the tab, formulas."""
    remap(sheet, axis, moved)
    for other in book.sheets:
        for key, value in other.items():
            if key not in ("properties", "cells", "rows", "columns"):
                other[key] = _move_ranges(value, sheet, axis, moved)
    for other in book.sheets:
        for key in [key for key, value in other.items() if value == [] or value is None]:
            del other[key]
    for key in book.state.keys() & {"namedRanges", "developerMetadata"}:
        book.state[key] = _move_ranges(book.state[key], sheet, axis, moved)
    _move_formulas(book, sheet, axis, moved)


def _move_ranges(value: Any, sheet: Json, axis: Axis, moved: Moved) -> Any:
    """The value with its GridRanges moved; an item of a list whose range is gone goes with it."""
    if isinstance(value, list):
        kept = [_move_ranges(item, sheet, axis, moved) for item in value]
        return [item for item in kept if item is not None]
    if not isinstance(value, dict):
        return value
    sheet_id, (start, end, _) = sheet["properties"]["sheetId"], _axis_names(axis)
    if (start in value or end in value) and value.get("sheetId", 0) == sheet_id:
        span = _span(value.get(start, 0), value.get(end), moved)
        if span is None:
            return None
        return {**value, start: span[0], **({} if span[1] is None else {end: span[1]})}
    if value.get("dimension") == axis and value.get("sheetId", 0) == sheet_id:
        span = _span(value.get("startIndex", 0), value.get("endIndex"), moved)
        return span and {**value, "startIndex": span[0], "endIndex": span[1]}
    changed = {key: _move_ranges(item, sheet, axis, moved) for key, item in value.items()}
    if isinstance(value.get("anchorCell"), dict) and value["anchorCell"].get("sheetId", 0) == sheet_id:
        changed["anchorCell"] = _move_anchor(value["anchorCell"], sheet, axis, moved)
    gone = any(changed.get(name, True) is None for name in ("range", "dimensionRange", "location"))
    if gone or changed.get("ranges", True) == [] != value.get("ranges"):
        return None
    return {key: item for key, item in changed.items() if item is not None}


def _move_anchor(cell: Json, sheet: Json, axis: Axis, moved: Moved) -> Json:
    """Where the upper left corner of a chart or picture goes: it stays when its row or column is deleted."""
    name = "rowIndex" if axis == "ROWS" else "columnIndex"
    place: int = cell.get(name, 0)
    before = next((there for n in range(place - 1, -1, -1) if (there := moved(n)) is not None), -1)
    now = moved(place)
    return {**cell, name: min(before + 1 if now is None else now, size(sheet)[axis == "COLUMNS"] - 1)}


def _span(start: int, end: int | None, moved: Moved) -> tuple[int, int | None] | None:
    if end is None:
        place = moved(start)
        return (start if place is None else place), None
    kept = kept_span(start, end - 1, moved)
    return (kept[0], kept[1] + 1) if kept else None


def _move_formulas(book: Book, changed: Json, axis: Axis, moved: Moved) -> None:
    title = changed["properties"]["title"].lower()
    for sheet in book.sheets:
        own = sheet is changed

        def refers(name: str | None, own: bool = own) -> bool:
            return own if name is None else name.lower() == title

        for _, _, cell in stored_cells(sheet):
            value = cell.get("userEnteredValue", {})
            if "formulaValue" in value:
                value["formulaValue"] = remapped(value["formulaValue"], axis, moved, refers=refers)


def insert_lines(book: Book, sheet: Json, axis: Axis, at: int, count: int) -> None:
    """Insert empty rows or columns before `at`."""
    sheet["properties"]["gridProperties"][_axis_names(axis)[2]] += count
    require_room(book.state)
    move_lines(book, sheet, axis, lambda n: n + count if n >= at else n)


def delete_lines(book: Book, sheet: Json, axis: Axis, start: int, end: int) -> None:
    sheet["properties"]["gridProperties"][_axis_names(axis)[2]] -= end - start
    move_lines(book, sheet, axis, lambda n: None if start <= n < end else n - (end - start) if n >= end else n)


def cut_to_size(book: Book, sheet: Json, before: Json) -> None:
    """After a tab's size was set: what lies beyond the new edge is deleted."""
    grid = sheet["properties"]["gridProperties"]
    axes: tuple[Axis, Axis] = ("ROWS", "COLUMNS")
    for axis in axes:
        count = _axis_names(axis)[2]
        if grid[count] < before[count]:
            wanted = grid[count]
            move_lines(book, sheet, axis, lambda n, wanted=wanted: None if n >= wanted else n)  # type: ignore[misc]


@REQUESTS.handles("insertDimension")
def insert_dimension(book: Book, body: Json) -> None:
    sheet, axis, start, end = dimension_range(book, need(body, "range"))
    count = size(sheet)[axis == "COLUMNS"]
    if start > count:
        raise RequestError(f"range.startIndex {start} is beyond the grid's {count} {axis.lower()}")
    if body.get("inheritFromBefore") and start == 0:
        raise RequestError("inheritFromBefore cannot be true when inserting at the first row or column.")
    insert_lines(book, sheet, axis, start, end - start)
    source = start - 1 if body.get("inheritFromBefore") else end
    _inherit_formats(sheet, axis, source, range(start, end))


def _inherit_formats(sheet: Json, axis: Axis, source: int, targets: range) -> None:
    """New rows and columns take over the formats of a neighbour, as in the editor."""
    for row, column, cell in list(stored_cells(sheet)):
        if (row if axis == "ROWS" else column) == source and "userEnteredFormat" in cell:
            for target in targets:
                place = (target, column) if axis == "ROWS" else (row, target)
                fresh = {"userEnteredFormat": copy.deepcopy(cell["userEnteredFormat"])}
                put_cell(sheet, *place, {**get_cell(sheet, *place), **fresh})


@REQUESTS.handles("deleteDimension")
def delete_dimension(book: Book, body: Json) -> None:
    sheet, axis, start, end = dimension_range(book, need(body, "range"))
    count = size(sheet)[axis == "COLUMNS"]
    if end > count:
        raise RequestError(f"Cannot delete {axis.lower()} {start} to {end}: the grid has {count}.")
    if end - start == count:
        raise RequestError(f"You can't delete all the {axis.lower()} on the sheet.")
    delete_lines(book, sheet, axis, start, end)


@REQUESTS.handles("appendDimension")
def append_dimension(book: Book, body: Json) -> None:
    sheet = book.sheet(body.get("sheetId", 0))
    axis = require_axis(body.get("dimension"))
    if body.get("length", 0) < 1:
        raise RequestError("length must be at least 1.")
    sheet["properties"]["gridProperties"][_axis_names(axis)[2]] += body["length"]
    require_room(book.state)


@REQUESTS.handles("moveDimension")
def move_dimension(book: Book, body: Json) -> None:
    sheet, axis, start, end = dimension_range(book, need(body, "source"))
    to, count = body.get("destinationIndex", 0), size(sheet)[axis == "COLUMNS"]
    if not 0 <= to <= count or end > count or start < to < end:
        raise RequestError(f"Cannot move {axis.lower()} {start} to {end} before {to}.")
    order = [n for n in range(count) if not start <= n < end]
    at = to if to <= start else to - (end - start)
    order[at:at] = range(start, end)
    place = {old: new for new, old in enumerate(order)}
    move_lines(book, sheet, axis, lambda n: place.get(n, n))


@REQUESTS.handles("updateDimensionProperties")
def update_dimension_properties(book: Book, body: Json) -> None:
    sheet, axis, start, end = dimension_range(book, need(body, "range"))
    count = size(sheet)[axis == "COLUMNS"]
    if end > count:
        raise RequestError(f"The grid has only {count} {axis.lower()}.")
    paths = schema_of("sheets").mask("DimensionProperties", need(body, "fields"))
    given = body.get("properties", {})
    if given.get("pixelSize", 0) < 0 or given.get("pixelSize", 0) > 2000:
        raise RequestError("pixelSize must be between 0 and 2000.")
    for index in range(start, end):
        set_line(sheet, axis, index, given, paths)


def set_line(sheet: Json, axis: Axis, index: int, given: Json, paths: list[tuple[str, ...]]) -> None:
    lines = sheet["rows" if axis == "ROWS" else "columns"]
    line = lines.setdefault(str(index), {})
    apply_paths(line, given, paths)
    if not line.get("hiddenByUser", True):
        del line["hiddenByUser"]
    if not line:
        del lines[str(index)]


@REQUESTS.handles("autoResizeDimensions")
def auto_resize_dimensions(book: Book, body: Json) -> None:
    sheet, axis, start, end = dimension_range(book, need(body, "dimensions"))
    needs = _needed_pixels(book, sheet, axis)
    default = ROW_PIXELS if axis == "ROWS" else COLUMN_PIXELS
    for index in range(start, min(end, size(sheet)[axis == "COLUMNS"])):
        set_line(sheet, axis, index, {"pixelSize": needs.get(index, default)}, [("pixelSize",)])


def _needed_pixels(book: Book, sheet: Json, axis: Axis) -> dict[int, int]:
    """Row or column -> pixels that its longest content needs."""
    number = book.number(sheet)
    computed = compute(book.state, book.env.today)
    needs: dict[int, int] = {}
    for row, column, cell in stored_cells(sheet):
        place = (number, row, column)
        value = effective_value(cell, computed.values.get(place))
        text = formatted(value, number_format(cell, computed.formats.get(place))) if value else ""
        lines = text.split("\n")
        wide, high = max(map(len, lines)) * _CHARACTER_PIXELS + 8, len(lines) * ROW_PIXELS
        index, needed = (row, high) if axis == "ROWS" else (column, wide)
        needs[index] = max(needs.get(index, 0), needed)
    return needs
