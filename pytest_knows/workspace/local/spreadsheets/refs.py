"""References in formulas: found, moved with rows and columns, renamed with their tab.

A formula is split by one regular expression into strings, references, table references, numbers and words; everything
else is left as it is. That is enough to rewrite references without parsing the formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pytest_knows.workspace.local.spreadsheets.a1 import column_index, column_name, quoted
from pytest_knows.workspace.local.spreadsheets.grid import Area, Axis

_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_ROW = r"\$?[1-9]\d{0,6}"
TOKEN = re.compile(
    rf"""
    (?P<string>"(?:[^"]|"")*"?)
  | (?P<ref>(?:(?P<sheet>'(?:[^']|'')+'|[^\W\d][\w.]*)!)?
        (?P<cells>{_CELL}(?::(?:{_CELL}|{_COLUMN}|{_ROW}))?|{_COLUMN}:(?:{_CELL}|{_COLUMN})|{_ROW}:(?:{_CELL}|{_ROW}))
        (?![\w(!\[.]))
  | (?P<table>[^\W\d]\w*\[(?:[^\[\]]|\[[^\[\]]*\])*\])
  | (?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)
  | (?P<clock>(?i:TODAY|NOW)\s*\(\s*\))
  | (?P<word>[^\W\d][\w.]*)
    """,
    re.VERBOSE,
)
_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?")
BROKEN = "#REF!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corner:
    """One end of a reference, counted from 0; None = open in that direction."""

    column: int | None
    row: int | None
    column_fixed: bool
    row_fixed: bool

    def __str__(self) -> str:
        column = "" if self.column is None else "$" * self.column_fixed + column_name(self.column)
        row = "" if self.row is None else "$" * self.row_fixed + str(self.row + 1)
        return column + row


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """`Sheet1!A1`, `A1:B2`, `A:C`: `sheet` is the title as meant (unquoted), None for the formula's own tab."""

    sheet: str | None
    first: Corner
    last: Corner | None

    def __str__(self) -> str:
        mark = "" if self.sheet is None else quoted(self.sheet) + "!"
        return mark + str(self.first) + ("" if self.last is None else f":{self.last}")


def _corner(text: str) -> Corner:
    match = _CORNER.fullmatch(text)
    assert match is not None  # TOKEN only lets corners through
    first, column, second, row = match.groups()
    row_fixed = bool(second or (first and not column))
    return Corner(
        column=column_index(column) if column else None,
        row=int(row) - 1 if row else None,
        column_fixed=bool(first and column),
        row_fixed=row_fixed,
    )


def reference(match: re.Match[str]) -> Reference:
    """The reference that a `ref` token of TOKEN stands for."""
    sheet = match["sheet"]
    if sheet and sheet[0] == "'":
        sheet = sheet[1:-1].replace("''", "'")
    first, mark, last = match["cells"].partition(":")
    return Reference(sheet=sheet, first=_corner(first), last=_corner(last) if mark else None)


def rewrite(formula: str, change: Callable[[Reference], str]) -> str:
    """The formula with each reference replaced by what `change` returns."""
    return TOKEN.sub(lambda match: change(reference(match)) if match["ref"] else match[0], formula)


def shifted(formula: str, rows: int, columns: int) -> str:
    """The formula as it reads after being copied that many rows down and columns right ($ parts stay)."""

    def move(corner: Corner) -> Corner | None:
        row, column = corner.row, corner.column
        if row is not None and not corner.row_fixed:
            row += rows
        if column is not None and not corner.column_fixed:
            column += columns
        if (row is not None and row < 0) or (column is not None and column < 0):
            return None
        return replace(corner, row=row, column=column)

    def change(found: Reference) -> str:
        first = move(found.first)
        last = move(found.last) if found.last else None
        if first is None or (found.last and last is None):
            return BROKEN
        return str(replace(found, first=first, last=last))

    return rewrite(formula, change)


def renamed(formula: str, old: str, new: str) -> str:
    """The formula after the tab `old` was renamed."""

    def change(found: Reference) -> str:
        same = found.sheet is not None and found.sheet.lower() == old.lower()
        return str(replace(found, sheet=new) if same else found)

    return rewrite(formula, change)


def kept_span(low: int, high: int, moved: Callable[[int], int | None]) -> tuple[int, int] | None:
    """Where the rows or columns low..high (inclusive) lie after a move; None if none is left."""
    kept = [place for place in (moved(low), moved(high)) if place is not None]
    if len(kept) < 2:
        kept = [place for place in map(moved, range(low, high + 1)) if place is not None]
    return (min(kept), max(kept)) if kept else None


def remapped(
    formula: str, axis: Axis, moved: Callable[[int], int | None], *, refers: Callable[[str | None], bool]
) -> str:
    """The formula after rows or columns of a tab were inserted, deleted or moved.

    `refers(sheet)` says whether a reference with that tab name points into the changed tab. A range keeps what is left
    of it; a reference of which nothing is left becomes #REF!.
    """
    name = "row" if axis == "ROWS" else "column"

    def change(found: Reference) -> str:
        low = getattr(found.first, name)
        high = getattr(found.last or found.first, name)
        if not refers(found.sheet) or low is None or high is None:
            return str(found)
        place = kept_span(min(low, high), max(low, high), moved)
        if place is None:
            return BROKEN
        first = _moved(found.first, axis, place[0])
        return str(replace(found, first=first, last=found.last and _moved(found.last, axis, place[1])))

    return rewrite(formula, change)


def _moved(corner: Corner, axis: Axis, place: int) -> Corner:
    return replace(corner, row=place) if axis == "ROWS" else replace(corner, column=place)


def shifted_within(formula: str, band: Area, move: tuple[int, int], title: str, *, own: str | None) -> str:
    """The formula after the cells of a band of the tab `title` (lower case) were moved rows down and columns right.

    References that lie wholly in the band follow; `own` is the tab of references without one (None: another tab).
    """

    def change(found: Reference) -> str:
        last = found.last or found.first
        rows, columns = (found.first.row, last.row), (found.first.column, last.column)
        if None in rows or None in columns or (own if found.sheet is None else found.sheet.lower()) != title:
            return str(found)
        if not all(band.contains(row or 0, column or 0) for row in rows for column in columns):
            return str(found)
        ends = [replace(end, row=(end.row or 0) + move[0], column=(end.column or 0) + move[1])
                for end in (found.first, last)]  # fmt: skip
        return str(replace(found, first=ends[0], last=found.last and ends[1]))

    return rewrite(formula, change)
