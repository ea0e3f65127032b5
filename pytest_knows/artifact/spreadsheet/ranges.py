"""Cell addresses and ranges: zero-based indices as in the API, A1 notation for people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.artifact.lenient import at

LAST_INDEX = 10_000_000
"""No larger row or column index is believed: Google allows ten million cells a spreadsheet."""

_A1 = re.compile(r"\$?([A-Za-z]{1,4})\$?([1-9][0-9]{0,7})")


def index(value: object, *keys: str) -> int | None:
    """The index at the path `keys`: a whole number from 0 to `LAST_INDEX` (larger ones are cut), else None."""
    found = at(value, *keys)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    if not 0 <= found < float("inf") or found != int(found):
        return None
    return min(int(found), LAST_INDEX)


def column_letters(column: int) -> str:
    """0 -> "A", 25 -> "Z", 26 -> "AA"."""
    letters = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def a1(row: int, column: int) -> str:
    """The address of a cell: (1, 1) -> "B2"."""
    return f"{column_letters(column)}{row + 1}"


def parse_a1(address: str) -> tuple[int, int]:
    """(row, column) of an address such as "B2" or "$B$2"; raises `ValueError` for anything else."""
    match = _A1.fullmatch(address.strip())
    if match is None:
        raise ValueError(f"{address!r} is not the address of a cell, such as B2")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]) - 1, column - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A `GridRange`: half-open, an end of None is open. An absent sheet id is 0, an absent start 0."""

    sheet_id: int
    start_row: int = 0
    end_row: int | None = None
    start_column: int = 0
    end_column: int | None = None

    def __repr__(self) -> str:
        start = f"{column_letters(self.start_column)}{self.start_row + 1}"
        column = "" if self.end_column is None else column_letters(self.end_column - 1)
        row = "" if self.end_row is None else str(self.end_row)
        return f"{self.sheet_id}!{start}:{column}{row}"

    @classmethod
    def of(cls, raw: object, sheet_id: int = 0) -> Range:
        """From the API's JSON; `sheet_id` where the range does not name its sheet."""
        named = index(raw, "sheetId")
        return cls(
            sheet_id=sheet_id if named is None else named,
            start_row=index(raw, "startRowIndex") or 0,
            end_row=index(raw, "endRowIndex"),
            start_column=index(raw, "startColumnIndex") or 0,
            end_column=index(raw, "endColumnIndex"),
        )

    def holds(self, row: int, column: int) -> bool:
        """Whether the cell lies in the range."""
        return self.start_row <= row < (
            LAST_INDEX if self.end_row is None else self.end_row
        ) and self.start_column <= column < (LAST_INDEX if self.end_column is None else self.end_column)
