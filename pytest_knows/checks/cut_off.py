"""Whether the text of a cell can be read in full: its width against the column's, wrapped lines, empty neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Tab
from pytest_knows.artifact.spreadsheet.tab import DEFAULT_HEIGHT
from pytest_knows.checks.text_width import Width, arial
from pytest_knows.scoring import Mechanism, consulted

_WRAPPING = ("WRAP", "LEGACY_WRAP")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How sight is judged: `width` measures a line; a line may be `slack` times as wide as its room (measuring is
    inexact); a wrapped line needs `line_height` pixels of a row that somebody sized."""

    width: Width = arial
    slack: float = 1.0
    line_height: float = 16.0


def cut_off(tab: Tab, cell: Cell, sight: Sight = Sight()) -> str:
    """Why the text of a cell is not fully seen; "" if it is, or if there is none (spatial).

    The room is the column's width, or that of the merge. A wider text is seen if it is wrapped and the row grows with
    it or is high enough, or if it runs over: only text does, with OVERFLOW_CELL or no strategy stated, into the empty
    cells at its right.
    """
    consulted(Mechanism.SPATIAL)
    style = cell.format
    size, bold = style.size, style.bold
    widest = max([sight.width(line, size, bold) for line in cell.text.splitlines()], default=0.0)
    columns = _columns(tab, cell)
    room = sum(map(tab.column_width, columns)) * sight.slack
    if widest <= room:
        return ""
    if style.wrap in _WRAPPING:
        return _too_low(tab, cell, room, sight)
    if style.wrap != "CLIP" and cell.number is None:
        room += _free_width(tab, cell.row, columns.stop, widest - room) * sight.slack
        if widest <= room:
            return ""
    return f"{cell!r} is {widest:.0f} px wide, there is room for {room:.0f}"


def _columns(tab: Tab, cell: Cell) -> range:
    merge = tab.merge_at(cell.row, cell.column)
    return (tab.columns_of(merge) if merge else ()) or range(cell.column, cell.column + 1)


def _rows(tab: Tab, cell: Cell) -> range:
    merge = tab.merge_at(cell.row, cell.column)
    return (tab.rows_of(merge) if merge else ()) or range(cell.row, cell.row + 1)


def _too_low(tab: Tab, cell: Cell, room: float, sight: Sight) -> str:
    """A row that nobody sized grows with its text."""
    rows = _rows(tab, cell)
    heights = [tab.row_height(row) for row in rows]
    if all(height == DEFAULT_HEIGHT for height in heights):
        return ""
    style = cell.format
    widths = (sight.width(line, style.size, style.bold) for line in cell.text.splitlines())
    lines = sum(max(1, math.ceil(width / room)) for width in widths) if room > 0 else math.inf
    if sum(heights) >= sight.line_height * lines:
        return ""
    return f"{cell!r} needs {lines} lines of {sight.line_height:g} px, its row is {sum(heights):.0f} px high"


def _free_width(tab: Tab, row: int, column: int, needed: float) -> float:
    """The width of the empty cells from a column on, as far as needed."""
    free = 0.0
    while free < needed and column < max(tab.column_count, tab.used_columns) and _blank(tab.shown(row, column)):
        free += tab.column_width(column)
        column += 1
    return free


def _blank(cell: Cell) -> bool:
    """An image has no text, but it is in the way."""
    return cell.empty and not cell.formula
