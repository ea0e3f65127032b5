"""Requests that fill cells: autoFill, pasteData."""

from __future__ import annotations

import csv
import datetime as dt
import io
from html.parser import HTMLParser

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.dimensions import require_axis
from pytest_knows.workspace.local.spreadsheets.editing import pasted
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    Axis,
    get_cell,
    has_value,
    put_cell,
    require_modest,
    require_room,
    size,
)
from pytest_knows.workspace.local.spreadsheets.series import continued
from pytest_knows.workspace.local.spreadsheets.values import write_value

_VALUES = ("PASTE_NORMAL", "PASTE_VALUES", "PASTE_FORMULA", "PASTE_NO_BORDERS")


@REQUESTS.handles("autoFill")
def auto_fill(book: Book, body: Json) -> None:
    """Continue rows or columns: series go on (numbers, dates, names of months), formulas move, the rest repeats."""
    sheet, source, axis, length = _source(book, body)
    goal = _goal(source, axis, length)
    rows, columns = size(sheet)
    if min(goal.top, goal.left) < 0 or goal.bottom > rows or goal.right > columns:
        raise RequestError("The cells to fill are outside of the grid.")
    require_modest(source)
    require_modest(goal)
    alternate = body.get("useAlternateSeries", False)
    for line in source.columns if axis == "ROWS" else source.rows:
        spots = [(row, line) for row in source.rows] if axis == "ROWS" else [(line, c) for c in source.columns]
        _fill_line(sheet, spots, axis, length, alternate=alternate)


def _source(book: Book, body: Json) -> tuple[Json, Area, Axis, int]:
    """Tab, area with data, direction, and how many rows or columns to fill (negative: before the data)."""
    if "sourceAndDestination" in body:
        given = body["sourceAndDestination"]
        sheet, area = book.area(need(given, "source"))
        length = given.get("fillLength", 0)
        if not length:
            raise RequestError("sourceAndDestination.fillLength must not be 0.")
        return sheet, area, require_axis(given.get("dimension")), length
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    rows = [row for row in area.rows if any(has_value(get_cell(sheet, row, column)) for column in area.columns)]
    columns = [column for column in area.columns if any(has_value(get_cell(sheet, row, column)) for row in area.rows)]
    if not rows:
        raise RequestError("The range has no data to fill from.")
    if rows[-1] + 1 < area.bottom:
        filled = Area(top=area.top, left=area.left, bottom=rows[-1] + 1, right=area.right)
        return sheet, filled, "ROWS", area.bottom - filled.bottom
    filled = Area(top=area.top, left=area.left, bottom=area.bottom, right=columns[-1] + 1)
    if filled.right == area.right:
        raise RequestError("The range has no empty rows or columns to fill.")
    return sheet, filled, "COLUMNS", area.right - filled.right


def _goal(source: Area, axis: Axis, length: int) -> Area:
    start, end = (source.bottom, source.bottom + length) if axis == "ROWS" else (source.right, source.right + length)
    if length < 0:
        end = source.top if axis == "ROWS" else source.left
        start = end + length
    if axis == "ROWS":
        return Area(top=start, bottom=end, left=source.left, right=source.right)
    return Area(top=source.top, bottom=source.bottom, left=start, right=end)


def _fill_line(sheet: Json, spots: list[tuple[int, int]], axis: Axis, length: int, *, alternate: bool) -> None:
    back = length < 0
    order = spots[::-1] if back else spots
    cells = [get_cell(sheet, *spot) for spot in order]
    values = continued([cell.get("userEnteredValue", {}) for cell in cells], abs(length), alternate=alternate)
    step = -1 if back else 1
    for number in range(abs(length)):
        source, cell = order[number % len(order)], cells[number % len(order)]
        row, column = order[-1]
        goal = (row + step * (number + 1), column) if axis == "ROWS" else (row, column + step * (number + 1))
        move = (goal[0] - source[0], goal[1] - source[1])
        filled = pasted({}, cell, "PASTE_NORMAL", move, None)
        filled.pop("note", None)
        if values is not None:
            filled["userEnteredValue"] = values[number]
        put_cell(sheet, *goal, filled)


@REQUESTS.handles("pasteData")
def paste_data(book: Book, body: Json) -> None:
    """Text with a delimiter, or the tables of an HTML text, from a cell on; the grid grows where that needs it."""
    start = need(body, "coordinate")
    sheet = book.sheet(start.get("sheetId", 0))
    top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
    if not (0 <= top < size(sheet)[0] and 0 <= left < size(sheet)[1]):
        raise RequestError("coordinate is outside of the grid.")
    lines = _lines(body)
    if body.get("type", "PASTE_NORMAL") not in _VALUES:
        return  # plain text has neither formats nor validation to paste
    width = max(map(len, lines), default=0)
    require_modest(Area(top=0, left=0, bottom=len(lines), right=width))
    grid = sheet["properties"]["gridProperties"]
    grid["rowCount"] = max(grid["rowCount"], top + len(lines))
    grid["columnCount"] = max(grid["columnCount"], left + width)
    require_room(book.state)
    today = dt.date.fromisoformat(book.env.today)
    for row, line in enumerate(lines, top):
        for column, text in enumerate(line, left):
            write_value(sheet, row, column, text, "USER_ENTERED", today)


def _lines(body: Json) -> list[list[str]]:
    data: str = body.get("data", "")
    if body.get("html"):
        return _Tables.of(data)
    mark = body.get("delimiter")
    if not mark:
        raise RequestError("Either delimiter or html is required.")
    if len(mark) > 1 or mark in '\r\n"':
        return [line.split(mark) for line in data.splitlines()]
    try:
        return list(csv.reader(io.StringIO(data, newline=""), delimiter=mark))
    except (csv.Error, ValueError) as error:
        raise RequestError(f"data: {error}") from error


class _Tables(HTMLParser):
    """The cells of all tables of an HTML text; text outside of tables is a row of its own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._inside = False

    @classmethod
    def of(cls, html: str) -> list[list[str]]:
        parser = cls()
        parser.feed(html)
        parser.close()
        return [[" ".join(text.split()) for text in row] for row in parser.rows]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            if not self.rows:
                self.rows.append([])
            span = dict(attrs).get("colspan") or "1"
            count = int(span) if span.isascii() and span.isdigit() and len(span) < 4 else 1
            self.rows[-1].append("")
            self._extra = [""] * (count - 1)
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._inside:
            self.rows[-1].extend(self._extra)
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data
        elif data.strip() and not self.rows:
            self.rows.append([data])
