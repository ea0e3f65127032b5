"""A spreadsheet as `spreadsheets.get` with grid data gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from pytest_knows.artifact.lenient import entries, string, table
from pytest_knows.artifact.spreadsheet.cell import Cell
from pytest_knows.artifact.spreadsheet.chart import Chart
from pytest_knows.artifact.spreadsheet.format import Look, sheets_theme
from pytest_knows.artifact.spreadsheet.ranges import Range
from pytest_knows.artifact.spreadsheet.tab import Tab
from pytest_knows.artifact.spreadsheet.table import Table


class Workbook:
    """A read-only view; malformed JSON gives empty values.

    `picture` gives the bytes behind a picture's URL and raises `DamagedEvidence` where they were not recorded.
    """

    def __init__(self, raw: object, picture: Callable[[str], bytes]) -> None:
        self.raw: Mapping[str, Any] = table(raw)
        self.picture = picture
        self.title = string(self.raw, "properties", "title")
        self.locale = string(self.raw, "properties", "locale")
        self.time_zone = string(self.raw, "properties", "timeZone")

    def __repr__(self) -> str:
        return f"Workbook({self.title!r}, {len(self.tabs)} tabs)"

    @cached_property
    def tabs(self) -> tuple[Tab, ...]:
        """All tabs, from left to right as the response lists them."""
        properties = table(self.raw, "properties")
        look = Look(theme=sheets_theme(properties), default=table(properties, "defaultFormat"))
        return tuple(Tab(raw, look) for raw in entries(self.raw, "sheets"))

    def tab(self, wanted: str | int) -> Tab | None:
        """By title or by sheet id."""
        return next((tab for tab in self.tabs if wanted == (tab.id if isinstance(wanted, int) else tab.title)), None)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The formal tables of all tabs."""
        return tuple(found for tab in self.tabs for found in tab.tables)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts of all tabs."""
        return tuple(found for tab in self.tabs for found in tab.charts)

    @property
    def named_ranges(self) -> dict[str, Range]:
        return {string(raw, "name"): Range.of(raw.get("range")) for raw in entries(self.raw, "namedRanges")}

    def cells(self, area: Range) -> tuple[tuple[Cell, ...], ...]:
        """The cells of a range, row by row; an open end is the last used row or column. No such tab: no cells."""
        tab = self.tab(area.sheet_id)
        if tab is None:
            return ()
        return tuple(tuple(tab.cell(row, column) for column in tab.columns_of(area)) for row in tab.rows_of(area))

    def line(self, areas: Iterable[Range]) -> tuple[Cell, ...]:
        """The cells of ranges of one row or one column each, one after the other; of a block, its first column."""
        found: list[Cell] = []
        for area in areas:
            tab = self.tab(area.sheet_id)
            if tab is not None and tab.columns_of(area):
                rows, columns = tab.rows_of(area), tab.columns_of(area)
                columns = columns if len(rows) == 1 else columns[:1]
                found += [tab.cell(row, column) for row in rows for column in columns]
        return tuple(found)
