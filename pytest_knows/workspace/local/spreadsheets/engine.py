"""The spreadsheets engine: Sheets v4 on a sparse grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets import (
    cells,
    comments,
    dimensions,
    editing,
    filling,
    filters,
    groups,
    metadata,
    objects,
    ranges,
    rules,
    sheets,
    shifting,
    tables,
    tidying,
)
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.by_filter import METHODS as BY_FILTER
from pytest_knows.workspace.local.spreadsheets.defaults import new_sheet, spreadsheet_properties
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours
from pytest_knows.workspace.local.spreadsheets.reading import read_spreadsheet
from pytest_knows.workspace.local.spreadsheets.values import METHODS

_REQUEST_MODULES = (
    cells, comments, dimensions, editing, filling, filters, groups, metadata, objects, ranges, rules, sheets, shifting,
    tables, tidying,
)  # fmt: skip
"""Imported for their handlers."""


_METHODS = {**METHODS, **BY_FILTER, "spreadsheets.sheets.copyTo": sheets.copy_to}

_DESCRIBED = (
    ("merges", "mergeCells", "range"),
    ("tables", "addTable", "table"),
    ("charts", "addChart", "chart"),
    ("bandedRanges", "addBanding", "bandedRange"),
    ("protectedRanges", "addProtectedRange", "protectedRange"),
    ("basicFilter", "setBasicFilter", "filter"),
    ("filterViews", "addFilterView", "filter"),
    ("slicers", "addSlicer", "slicer"),
)
"""Part of a Sheet in `spreadsheets.create`, the request that makes it, and the request's field for it."""


class SpreadsheetEngine:
    """Sheets v4. State: `properties`, `sheets` (see `grid`), `namedRanges`."""

    api = "sheets"
    mime_type = "application/vnd.google-apps.spreadsheet"

    @property
    def request_types(self) -> frozenset[str]:
        return REQUESTS.names

    def blank(self, body: Mapping[str, Any], env: Environment) -> Json:
        """A new spreadsheet: by default one tab, `Sheet1`, id 0, 1000 x 26; else the tabs that the body describes."""
        checked = schema_of("sheets").body("Spreadsheet", dict(body))
        state: Json = {"properties": spreadsheet_properties(env.title), "sheets": [], "namedRanges": []}
        book = Book(state=state, env=env)
        given = pair_colours(state, checked.get("properties", {}))
        apply_paths(state["properties"], given, [(name,) for name in given])
        for sheet in checked.get("sheets", []):
            _add_described(book, sheet)
        if not book.sheets:
            book.sheets.append(new_sheet({"sheetId": 0, "title": "Sheet1", "index": 0}))
        for named in checked.get("namedRanges", []):
            REQUESTS.apply(book, [{"addNamedRange": {"namedRange": named}}])
        return state

    def read(self, state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
        return read_spreadsheet(state, query, env)

    def apply(self, state: Json, requests: Sequence[Json], env: Environment) -> list[Json]:
        return REQUESTS.apply(Book(state=state, env=env), requests)

    def call(self, name: str, state: Json, params: Json, body: Json, env: Environment) -> tuple[Json, bool]:
        method = _METHODS.get(name)
        if method is None:
            raise RequestError(
                f"The embedded Workspace does not implement sheets.{name} yet.", status="NOT_FOUND", http=404
            )
        return method(Book(state=state, env=env), params, body)


def _add_described(book: Book, sheet: Json) -> None:
    """A tab of `spreadsheets.create`: its properties, the cells and sizes under `data`, and what lies on it."""
    properties = dict(sheet.get("properties", {}))
    if not book.sheets:
        properties.setdefault("sheetId", 0)
    added = sheets.insert_sheet(book, {**properties, "index": len(book.sheets)})
    for grid in sheet.get("data", []):
        _add_grid(added, book, grid)
    for kind, request, field in _DESCRIBED:
        items = sheet.get(kind, [])
        for item in items if isinstance(items, list) else [items]:
            REQUESTS.apply(book, [{request: {field: item}}])
    _add_rules(book, sheet)
    for group in [*sheet.get("rowGroups", []), *sheet.get("columnGroups", [])]:
        REQUESTS.apply(book, [{"addDimensionGroup": {"range": group.get("range", {})}}])
        if group.get("collapsed"):
            REQUESTS.apply(book, [{"updateDimensionGroup": {"dimensionGroup": group, "fields": "collapsed"}}])


def _add_rules(book: Book, sheet: Json) -> None:
    """Conditional formats, in their order."""
    for index, rule in enumerate(sheet.get("conditionalFormats", [])):
        REQUESTS.apply(book, [{"addConditionalFormatRule": {"rule": rule, "index": index}}])


def _add_grid(sheet: Json, book: Book, grid: Json) -> None:
    row, column = grid.get("startRow", 0), grid.get("startColumn", 0)
    if min(row, column) < 0:
        raise RequestError("data: startRow and startColumn must not be negative.")
    cells.write_rows(book, sheet, (row, column), grid.get("rowData", []), cells.cell_paths("*"))
    paths = schema_of("sheets").mask("DimensionProperties", "pixelSize,hiddenByUser")
    for offset, line in enumerate(grid.get("rowMetadata", [])):
        dimensions.set_line(sheet, "ROWS", row + offset, line, paths)
    for offset, line in enumerate(grid.get("columnMetadata", [])):
        dimensions.set_line(sheet, "COLUMNS", column + offset, line, paths)


ENGINE = SpreadsheetEngine()
