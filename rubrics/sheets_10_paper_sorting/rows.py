"""The rows of the table, and which of them is which paper."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pytest_knows.artifact.lenient import entries, string
from pytest_knows.artifact.spreadsheet import Cell, Table, Workbook
from pytest_knows.artifact.spreadsheet.ranges import index
from pytest_knows.checks import arxiv, tables
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Open
from pytest_knows.checks.text import fold
from pytest_knows.checks.values.number import one_line

from .authors import Authors
from .papers import SAME_TITLE, likeness

GAP = 5
"""Empty rows that end a table."""
TOTALS = ("total", "total papers", "papers in total", "number of papers", "count")
AN_ORIGINAL = 90
"""Likeness of a title, 0 to 100, from which on a row is no new paper."""


def find_table(sheet: Workbook, wanted: Mapping[str, tables.Wanted]) -> Table | None:
    """The one with most of the headers, a formal one of equals, then the first; None with fewer than two of them."""
    plain = (tables.plain_table(tab, wanted, GAP) for tab in sheet.tabs)
    candidates = [*sheet.tables, *(table for table in plain if table is not None)]
    best = max(candidates, key=lambda table: tables.likeness(bare_headers(table), wanted)[0], default=None)
    return best if best and tables.likeness(bare_headers(best), wanted)[0] >= 2 else None


def bare_headers(table: Table) -> tuple[str, ...]:
    """Without the mark that some headers end with: "New paper?", "Title:"."""
    return tuple(header.rstrip("?:* \n\t\xa0") for header in table.headers)


class Row:
    """One paper of the table. A cell's column may be one that only the judge can tell: then `cell` raises."""

    def __init__(self, place: int, cells: Sequence[Cell], columns: tables.Columns, aliases: Mapping[str, str]) -> None:
        """`place` is the row of the tab, counted from 0."""
        self.place = place
        self.cells = cells
        self._columns = columns
        self._aliases = aliases

    def __repr__(self) -> str:
        return f"row {self.place + 1} {one_line(self.title)[:40]!r}"

    def cell(self, name: str) -> Cell | None:
        """None if the table has no such column."""
        column = self._columns.find(name)
        return None if column is None else self.cells[column.index]

    def known(self, name: str) -> Cell | None:
        """The same; None also while nobody can tell."""
        return None if self._columns.open(name) else self.cell(name)

    @cached_property
    def title(self) -> str:
        cell = self.known("title")
        return " ".join(cell.text.split()) if cell else ""

    @cached_property
    def number(self) -> str:
        """Of the arXiv's page that it links to; "" if it links to none."""
        cell = self.known("arxiv")
        return arxiv.number_of(first_link(cell)) if cell else ""

    def authors(self) -> Authors:
        cell = self.cell("authors")
        return Authors.in_cell(cell.text if cell else "", self._aliases)


def records(table: Table, columns: tables.Columns, aliases: Mapping[str, str]) -> list[Row]:
    """The rows that hold anything, up to five empty ones; checkboxes alone, made in advance, are nothing.

    Neither are headings, totals and the headers said once more: they are no papers.
    """
    found: list[Row] = []
    empty = 0
    for place, cells in enumerate(table.rows, table.area.start_row + 1):
        filled = any(not cell.empty and cell.boolean is None for cell in cells)
        empty = 0 if filled else empty + 1
        if empty == GAP:
            break
        if filled and not _is_heading(cells, table.headers):
            found.append(Row(place, cells, columns, aliases))
    return found


def _is_heading(cells: Sequence[Cell], headers: Sequence[str]) -> bool:
    """Whether a row is the headers again, a total, or a heading: one text that is bold or goes over several columns."""
    if [fold(cell.text) for cell in cells] == [fold(header) for header in headers]:
        return True
    filled = [cell for cell in cells if not cell.empty]
    distinct = {(cell.row, cell.column) for cell in filled}
    if len(distinct) <= 2 and tables.is_total(filled[0].text, TOTALS):
        return True
    return len(distinct) == 1 and (len(filled) > 1 or filled[0].bold)


class Originals:
    """The row of each original, by the original's number."""

    def __init__(self, rows: Sequence[Row], papers: Sequence[Any], doubt: Open | None) -> None:
        """`doubt` is why a row may not have been found."""
        self._doubt = doubt
        self.found = {paper.number: row for paper in papers if (row := _with_number(rows, paper.number)) is not None}
        for paper in papers:
            if paper.number not in self.found and (row := self._titled(paper.title, rows, papers)) is not None:
                self.found[paper.number] = row

    def __repr__(self) -> str:
        return f"Originals({', '.join(self.found)})"

    def row(self, number: str) -> Row:
        """Fails by an assert if there is none; raises what keeps it from being known."""
        if number not in self.found and self._doubt is not None:
            raise self._doubt.with_traceback(None)
        assert number in self.found, "it is in no row"
        return self.found[number]

    def cell(self, number: str, column: tables.Column) -> Cell:
        """As `row`."""
        return self.row(number).cells[column.index]

    def _titled(self, title: str, rows: Sequence[Row], papers: Sequence[Any]) -> Row | None:
        """The row with the likeliest title, the upper of equals, that is not another original's."""
        taken = {row.place for row in self.found.values()}
        others = (row for row in rows if row.place not in taken and not _is_numbered(row, papers))
        best = max(others, key=lambda row: likeness(row.title, title), default=None)
        return best if best and likeness(best.title, title) >= SAME_TITLE else None


def _with_number(rows: Sequence[Row], number: str) -> Row | None:
    return next((row for row in rows if arxiv.same(row.number, number)), None)


def _is_numbered(row: Row, papers: Sequence[Any]) -> bool:
    return any(arxiv.same(row.number, paper.number) for paper in papers)


def is_original(row: Row, originals: Sequence[Any]) -> bool:
    """By its number or its title, whichever row stands for the paper."""
    return _is_numbered(row, originals) or any(likeness(row.title, one.title) >= AN_ORIGINAL for one in originals)


def without_repeats(rows: Sequence[Row]) -> list[Row]:
    """Of rows of one paper the first."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(arxiv.bare(row.number) or fold(row.title) or str(row.place), row)
    return list(found.values())


class Checkboxes:
    """Which cells of a table are checkboxes, and which of these are on or off."""

    def __init__(self, table: Table, sheet: Workbook) -> None:
        tab = sheet.tab(table.area.sheet_id)
        self._columns = set()
        named = [raw for raw in entries(tab.raw, "tables") if string(raw, "name") == table.name] if tab else []
        for raw in named if table.formal else ():
            for place, column in enumerate(entries(raw, "columnProperties")):
                if string(column, "columnType") == "CHECKBOX":
                    stated = index(column, "columnIndex")
                    self._columns.add(table.area.start_column + (place if stated is None else stated))

    def __repr__(self) -> str:
        return "Checkboxes"

    def __contains__(self, cell: Cell) -> bool:
        stated = string(cell.raw, "dataValidation", "condition", "type") == "BOOLEAN"
        return stated or cell.column in self._columns

    def on(self, cell: Cell) -> bool | None:
        """Checked or not; None for a cell that is neither."""
        if cell.boolean is not None:
            return cell.boolean
        if cell not in self:
            return None
        stated = entries(cell.raw, "dataValidation", "condition", "values")
        on, off = ([string(value, "userEnteredValue") for value in stated] + ["", ""])[:2]
        text = cell.text.strip()
        return False if text in ("", off) else True if text == on else None
