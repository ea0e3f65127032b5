"""Requests that clean data: deleteDuplicates, trimWhitespace, randomizeRange, textToColumns."""

from __future__ import annotations

import datetime as dt
import json
import random
import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.dimensions import dimension_range
from pytest_knows.workspace.local.spreadsheets.editing import arrange
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    get_cell,
    has_value,
    put_cell,
    require_modest,
    require_room,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format
from pytest_knows.workspace.local.spreadsheets.values import write_value

_MARKS = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " "}


@REQUESTS.handles("deleteDuplicates")
def delete_duplicates(book: Book, body: Json) -> Json:
    """Of rows that are equal (formats and the case of letters aside) the first stays; those below move up."""
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    columns = _compared(book, sheet, area, body.get("comparisonColumns", []))
    tab, computed = book.number(sheet), compute(book.state, book.env.today)

    def shown(row: int, column: int) -> str:
        cell = get_cell(sheet, row, column)
        value = effective_value(cell, computed.values.get((tab, row, column)))
        return json.dumps({key: item.lower() if isinstance(item, str) else item for key, item in value.items()})

    first: dict[tuple[str, ...], int] = {}
    for row in area.rows:
        first.setdefault(tuple(shown(row, column) for column in columns), row)
    kept = sorted(first.values())
    arrange(sheet, area, kept)
    return {"duplicatesRemovedCount": len(area.rows) - len(kept)} if len(kept) < len(area.rows) else {}


def _compared(book: Book, sheet: Json, area: Area, given: list[Json]) -> list[int]:
    """The columns that tell rows apart: those of the request, else all of the range."""
    found: set[int] = set()
    for spot in given:
        home, axis, start, end = dimension_range(book, spot)
        if home is not sheet or axis != "COLUMNS" or start < area.left or end > area.right:
            raise RequestError("comparisonColumns must be columns of the range.")
        found.update(range(start, end))
    return sorted(found) or list(area.columns)


@REQUESTS.handles("trimWhitespace")
def trim_whitespace(book: Book, body: Json) -> Json:
    """Blanks at both ends go, and of several in a row one stays."""
    sheet, area = book.area(need(body, "range"))
    changed = 0
    for row, column, cell in list(stored_cells(sheet, area)):
        text = cell.get("userEnteredValue", {}).get("stringValue")
        if text is None or (trimmed := re.sub(r"\s+", " ", text).strip()) == text:
            continue
        entered = {"userEnteredValue": {"stringValue": trimmed}} if trimmed else {}
        rest = {name: item for name, item in cell.items() if name not in ("userEnteredValue", "textFormatRuns")}
        put_cell(sheet, row, column, {**rest, **entered})
        changed += 1
    return {"cellsChangedCount": changed} if changed else {}


@REQUESTS.handles("randomizeRange")
def randomize_range(book: Book, body: Json) -> None:
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    order = list(area.rows)
    random.shuffle(order)
    arrange(sheet, area, order)


@REQUESTS.handles("textToColumns")
def text_to_columns(book: Book, body: Json) -> None:
    """Each text of one column is split over the cells to its right; the grid grows where that needs it."""
    sheet, area = book.area(need(body, "source"))
    if len(area.columns) != 1:
        raise RequestError("source must span exactly one column.")
    rows = {row: _text(cell) for row, _, cell in stored_cells(sheet, area) if has_value(cell)}
    mark = _delimiter(body, list(rows.values()))
    parts = {row: text.split(mark) for row, text in rows.items() if text and mark in text}
    grid = sheet["properties"]["gridProperties"]
    widest = max(map(len, parts.values()), default=1)
    grid["columnCount"] = max(size(sheet)[1], area.left + widest)
    require_room(book.state)
    require_modest(Area(top=0, left=0, bottom=max(len(parts), 1), right=widest))
    today = dt.date.fromisoformat(book.env.today)
    for row, texts in parts.items():
        for across, text in enumerate(texts):
            write_value(sheet, row, area.left + across, text.strip(), "USER_ENTERED", today)


def _text(cell: Json) -> str:
    value = cell["userEnteredValue"]
    return "" if "formulaValue" in value else formatted(value, number_format(cell, None))


def _delimiter(body: Json, texts: list[str]) -> str:
    kind = body.get("delimiterType", "DELIMITER_TYPE_UNSPECIFIED")
    if kind == "CUSTOM":
        if not body.get("delimiter"):
            raise RequestError("delimiter is required when delimiterType is CUSTOM.")
        return str(body["delimiter"])
    if kind == "AUTODETECT":
        return max(_MARKS.values(), key=lambda mark: sum(mark in text for text in texts))
    if kind not in _MARKS:
        raise RequestError("delimiterType is required.")
    return _MARKS[kind]
