"""One tab (a `Sheet` of the API): its grid, merges, tables and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pytest_knows.artifact.lenient import at, boolean, entries, number, string, table
from pytest_knows.artifact.spreadsheet.cell import Cell
from pytest_knows.artifact.spreadsheet.chart import Chart
from pytest_knows.artifact.spreadsheet.edges import Edges
from pytest_knows.artifact.spreadsheet.format import Look
from pytest_knows.artifact.spreadsheet.ranges import Range, index, parse_a1
from pytest_knows.artifact.spreadsheet.table import Table

_EMPTY: Mapping[str, Any] = {}
_SHOWN = {"formattedValue", "effectiveValue"}
"""Without these a cell is empty."""
FARTHEST_ROW, FARTHEST_COLUMN = 200_000, 20_000
"""Blocks of cells said to start beyond are left out: Google ends at column ZZZ, and loops run over the used part."""
DEFAULT_WIDTH = 100.0
DEFAULT_HEIGHT = 21.0
"""Pixels of a column and a row that nobody sized."""


def _objects(value: object, *keys: str) -> list[Mapping[str, Any]]:
    """Like `lenient.entries`, but keeps the places: what is no object is an empty one."""
    found = at(value, *keys)
    return [entry if isinstance(entry, dict) else _EMPTY for entry in found] if isinstance(found, list) else []


class Tab:
    """Read by zero-based (row, column) or by A1. Cells that the response does not hold are empty cells."""

    def __init__(self, raw: Mapping[str, Any], look: Look) -> None:
        self.raw = raw
        self._look = look
        self.title = string(raw, "properties", "title")
        self.id = index(raw, "properties", "sheetId") or 0
        self.index = index(raw, "properties", "index") or 0
        self.hidden = boolean(raw, "properties", "hidden") or False
        self.row_count = index(raw, "properties", "gridProperties", "rowCount") or 0
        self.column_count = index(raw, "properties", "gridProperties", "columnCount") or 0
        self.frozen_rows = index(raw, "properties", "gridProperties", "frozenRowCount") or 0

    def __repr__(self) -> str:
        return f"Tab({self.title!r}, {self.used_rows} x {self.used_columns})"

    # cells

    @cached_property
    def _lines(self) -> dict[int, dict[int, Mapping[str, Any]]]:
        """Row -> column -> `CellData`; of what is stated twice, the last."""
        found: dict[int, dict[int, Mapping[str, Any]]] = {}
        for block in entries(self.raw, "data"):
            top, left = index(block, "startRow") or 0, index(block, "startColumn") or 0
            if top > FARTHEST_ROW or left > FARTHEST_COLUMN:
                continue
            for row, line in enumerate(_objects(block, "rowData"), top):
                found.setdefault(row, {}).update(enumerate(_objects(line, "values"), left))
        return found

    @cached_property
    def _made(self) -> dict[tuple[int, int], Cell]:
        """The cells that somebody has read: most of a large tab nobody does."""
        return {}

    def cell(self, row: int, column: int) -> Cell:
        """The cell itself; one that a merge covers is empty."""
        made = self._made.get((row, column))
        if made is None:
            line = self._lines.get(row)
            data = None if line is None else line.get(column)
            made = Cell(tab=self.title, row=row, column=column, raw=_EMPTY if data is None else data, look=self._look)
            if data is not None:
                self._made[row, column] = made
        return made

    def __getitem__(self, address: str) -> Cell:
        """`tab["B2"]`; raises `ValueError` for what is no address."""
        return self.cell(*parse_a1(address))

    def shown(self, row: int, column: int) -> Cell:
        """What is seen at that place: of merged cells, the top left one."""
        merge = self.merge_at(row, column)
        return self.cell(row, column) if merge is None else self.cell(merge.start_row, merge.start_column)

    @cached_property
    def merges(self) -> tuple[Range, ...]:
        return tuple(Range.of(raw, self.id) for raw in entries(self.raw, "merges"))

    def merge_at(self, row: int, column: int) -> Range | None:
        """The merge that the place belongs to, the first if the response lists several; None if none."""
        if not self.merges:
            return None
        near = self._merges_of.get(row, ()) if row < self._held_rows else self.merges
        return next((merge for merge in near if merge.holds(row, column)), None)

    @cached_property
    def _held_rows(self) -> int:
        """Rows down to the last one that the response holds."""
        return max(self._lines, default=-1) + 1

    @cached_property
    def _merges_of(self) -> dict[int, list[Range]]:
        """The merges of each row that the response holds."""
        found: dict[int, list[Range]] = {}
        for merge in self.merges:
            for row in range(merge.start_row, self._end(merge.end_row, self._held_rows)):
                found.setdefault(row, []).append(merge)
        return found

    # size

    @cached_property
    def _used(self) -> tuple[int, int]:
        """Only cells at the ends of rows are read for it."""
        rows = columns = 0
        for row, line in self._lines.items():
            held = (column for column in sorted(line, reverse=True) if not _SHOWN.isdisjoint(line[column]))
            last = next((column for column in held if not self.cell(row, column).empty), None)
            if last is not None:
                rows, columns = max(rows, row + 1), max(columns, last + 1)
        return rows, columns

    @property
    def used_rows(self) -> int:
        """Rows down to the last one that holds anything."""
        return self._used[0]

    @property
    def used_columns(self) -> int:
        """Columns up to the last one that holds anything."""
        return self._used[1]

    def rows_of(self, area: Range) -> range:
        """The rows of a range, cut at the last used one."""
        return range(area.start_row, self._end(area.end_row, self.used_rows))

    def columns_of(self, area: Range) -> range:
        """The columns of a range, cut at the last used one."""
        return range(area.start_column, self._end(area.end_column, self.used_columns))

    @staticmethod
    def _end(stated: int | None, used: int) -> int:
        return used if stated is None else min(stated, used)

    def all_cells(self) -> Iterator[Cell]:
        """Every cell that the response holds, row by row: a coloured one may show nothing."""
        yield from (self.cell(row, column) for row in sorted(self._lines) for column in sorted(self._lines[row]))

    def cells(self) -> Iterator[Cell]:
        """Every cell that shows something, row by row."""
        yield from (cell for cell in self.all_cells() if not cell.empty)

    # rows and columns

    @cached_property
    def _row_metadata(self) -> dict[int, Mapping[str, Any]]:
        return self._dimension("rowMetadata", "startRow")

    @cached_property
    def _column_metadata(self) -> dict[int, Mapping[str, Any]]:
        return self._dimension("columnMetadata", "startColumn")

    def _dimension(self, name: str, start: str) -> dict[int, Mapping[str, Any]]:
        return {
            place: entry
            for block in entries(self.raw, "data")
            for place, entry in enumerate(_objects(block, name), index(block, start) or 0)
        }

    def row_hidden(self, row: int) -> bool:
        """Hidden by the user or by a filter."""
        return _hidden(self._row_metadata.get(row))

    def column_hidden(self, column: int) -> bool:
        """Hidden by the user or by a filter."""
        return _hidden(self._column_metadata.get(column))

    def column_width(self, column: int) -> float:
        """Pixels."""
        return number(self._column_metadata.get(column), "pixelSize", default=DEFAULT_WIDTH)

    def row_height(self, row: int) -> float:
        """Pixels."""
        return number(self._row_metadata.get(row), "pixelSize", default=DEFAULT_HEIGHT)

    @cached_property
    def row_edges(self) -> Edges:
        """Of the rows as they are seen: a hidden one has no height."""
        sizes = {row: 0.0 if self.row_hidden(row) else self.row_height(row) for row in self._row_metadata}
        return Edges(sizes, DEFAULT_HEIGHT)

    @cached_property
    def column_edges(self) -> Edges:
        """Of the columns as they are seen: a hidden one has no width."""
        sizes = {
            column: 0.0 if self.column_hidden(column) else self.column_width(column) for column in self._column_metadata
        }
        return Edges(sizes, DEFAULT_WIDTH)

    # tables and charts

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The formal tables (Insert > Table)."""
        return tuple(self._formal(raw) for raw in entries(self.raw, "tables"))

    def _formal(self, raw: Mapping[str, Any]) -> Table:
        area = Range.of(table(raw, "range"), self.id)
        names = _column_names(raw)
        used = self.columns_of(area)
        columns = range(area.start_column, max(used.stop, area.start_column + max(names, default=-1) + 1))
        rows = range(area.start_row + 1, max(self.rows_of(area).stop, area.start_row + 1))
        headers = tuple(
            names.get(place) or self.shown(area.start_row, column).text for place, column in enumerate(columns)
        )
        return self._table(headers, rows, columns, name=string(raw, "name"), formal=True)

    def range_under(self, row: int, gap: int = 1) -> Table:
        """The range that `row` is the header of: its cells up to the last filled one, down to the last row before
        `gap` empty ones."""
        filled = [column for column in range(self.used_columns) if not self.cell(row, column).empty]
        columns = range(min(filled, default=0), max(filled, default=-1) + 1)
        end = row + 1
        for place in range(row + 1, self.used_rows):
            if any(not self.shown(place, column).empty for column in columns):
                end = place + 1
            elif place >= end + gap - 1:
                break
        headers = tuple(self.cell(row, column).text for column in columns)
        return self._table(headers, range(row + 1, end), columns, name="", formal=False)

    def _table(self, headers: tuple[str, ...], rows: range, columns: range, *, name: str, formal: bool) -> Table:
        cells = tuple(tuple(self.shown(row, column) for column in columns) for row in rows)
        area = Range(
            sheet_id=self.id,
            start_row=rows.start - 1,
            end_row=rows.stop,
            start_column=columns.start,
            end_column=columns.stop,
        )
        return Table(tab=self.title, name=name, headers=headers, rows=cells, formal=formal, area=area)

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        return tuple(Chart.of(raw, self.title) for raw in entries(self.raw, "charts"))

    # what no view reads further yet, as the API gives it

    @property
    def conditional_formats(self) -> list[Mapping[str, Any]]:
        return entries(self.raw, "conditionalFormats")

    @property
    def filter(self) -> Mapping[str, Any]:
        """The basic filter."""
        return table(self.raw, "basicFilter")

    @property
    def filter_views(self) -> list[Mapping[str, Any]]:
        return entries(self.raw, "filterViews")

    @property
    def bandings(self) -> list[Mapping[str, Any]]:
        return entries(self.raw, "bandedRanges")


def _hidden(metadata: object) -> bool:
    return bool(boolean(metadata, "hiddenByUser") or boolean(metadata, "hiddenByFilter"))


def _column_names(raw: Mapping[str, Any]) -> dict[int, str]:
    """Header names by place within the table: `columnIndex`, else the place in the list; absurd ones left out."""
    properties = _objects(raw, "columnProperties")
    found = {}
    for place, entry in enumerate(properties):
        stated = index(entry, "columnIndex")
        column = place if stated is None else stated
        if column <= len(properties) and string(entry, "columnName"):
            found[column] = string(entry, "columnName")
    return found
