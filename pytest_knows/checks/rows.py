"""The rows of a table that stand for something (a stock, a guest, a run), read by logical column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Table
from pytest_knows.checks.quantifiers import Open
from pytest_knows.checks.tables import Column, Columns, is_total
from pytest_knows.checks.values import Number, in_cell


class Row:
    """A data row; a column that only a judge can tell is asked for when its cell is needed.

    `naming` are the columns that say what the row stands for, the shortest name first.
    """

    __slots__ = ("_columns", "_naming", "cells")

    def __init__(self, cells: Sequence[Cell], columns: Columns, naming: Sequence[str]) -> None:
        self.cells = tuple(cells)
        self._columns = columns
        self._naming = tuple(naming)

    def __repr__(self) -> str:
        return next((text for name in self._naming if (text := self.known(name))), "a row without a name")

    def cell(self, name: str) -> Cell | None:
        """The cell in a logical column, None if the table has no such column; raises as `Columns.find`."""
        column = self._columns.find(name)
        return None if column is None else self.cells[column.index]

    def text(self, name: str) -> str:
        """The cell's text, "" without such a column; a whole number as its digits, however it is formatted."""
        cell = self.cell(name)
        if cell is None:
            return ""
        if cell.number is not None and cell.number.is_integer():
            return str(int(cell.number))
        return " ".join(cell.text.split())

    def number(self, column: str | Column) -> Number | None:
        """The number in a logical column; None if it holds none, or the table has no such column."""
        cell = self.cell(column) if isinstance(column, str) else self.cells[column.index]
        return None if cell is None else in_cell(cell)

    def known(self, name: str) -> str:
        """The text, or "" while it cannot be told which column it stands in."""
        return "" if self._columns.open(name) else self.text(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows found; `doubt` is why there may be more."""

    sure: tuple[Row, ...]
    doubt: Open | None


def named_rows(table: Table, columns: Columns, naming: Sequence[str], total_words: Collection[str]) -> Rows:
    """The rows with a text in a naming column; rows of totals are left out.

    While a naming column cannot be told, a row that has texts only in columns not yet assigned is in doubt.
    """
    unknown = [name for name in naming if columns.open(name)]
    unassigned = columns.unused(unknown[0]) if unknown else ()
    sure: list[Row] = []
    doubt = None
    for cells in table.rows:
        row = Row(cells, columns, naming)
        named = [text for name in naming if (text := row.known(name))]
        perhaps = [cells[place].text for place in unassigned if cells[place].number is None and not cells[place].empty]
        if any(is_total(text, total_words) for text in (*named, *perhaps)):
            continue
        if named:
            sure.append(row)
        elif perhaps:
            doubt = columns.open(unknown[0])
    return Rows(sure=tuple(sure), doubt=doubt)
