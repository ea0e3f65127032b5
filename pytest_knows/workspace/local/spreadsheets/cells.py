"""Requests that write cells: updateCells, repeatCell, appendCells, updateBorders."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    area_or_none,
    get_cell,
    has_value,
    put_cell,
    require_modest,
    require_room,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.refs import shifted

Paths = list[tuple[str, ...]]
_READ_ONLY = {"effectiveValue", "formattedValue", "effectiveFormat", "hyperlink"}
_VALUE_KINDS = {"numberValue", "stringValue", "boolValue", "formulaValue"}


def cell_paths(fields: str) -> Paths:
    """The writable paths of a CellData mask."""
    paths = schema_of("sheets").mask("CellData", fields)
    return [path for path in pair_paths(paths) if path[0] not in _READ_ONLY]


def change_cell(sheet: Json, place: tuple[int, int], source: Json, paths: Paths) -> None:
    """Lay the masked fields of a CellData on a cell; raises `RequestError` for a value that a user cannot enter."""
    cell = copy.deepcopy(get_cell(sheet, *place))
    apply_paths(cell, source, paths)
    value = cell.get("userEnteredValue")
    if (value is not None and len(value) != 1) or set(value or ()) - _VALUE_KINDS:
        if value:
            raise RequestError(f"A cell needs exactly one of {', '.join(sorted(_VALUE_KINDS))}.")
        del cell["userEnteredValue"]
    if (value or {}).get("stringValue") == "":
        del cell["userEnteredValue"]
    if not cell.get("note", True):
        del cell["note"]
    if any(path[0] == "userEnteredValue" for path in paths) and ("textFormatRuns",) not in paths:
        cell.pop("textFormatRuns", None)
    put_cell(sheet, *place, cell)


def normal_cell(book: Book, cell: Json) -> Json:
    """A CellData of a request with its colour pairs completed and a formula's value kept as a formula."""
    normal: Json = pair_colours(book.state, cell)
    text = normal.get("userEnteredValue", {}).get("stringValue")
    if text is not None and len(text) > 1 and text.startswith("="):
        # A string stays a string; only formulaValue is computed. Google stores it behind an apostrophe.
        normal["userEnteredValue"] = {"stringValue": text}
    return normal


def write_rows(book: Book, sheet: Json, start: tuple[int, int], rows: list[Json], paths: Paths) -> None:
    """Write RowData from a cell on; what lies beyond the grid is an error."""
    height, width = size(sheet)
    widest = max((len(row.get("values", [])) for row in rows), default=0)
    if start[0] + len(rows) > height:
        raise RequestError(f"Attempting to write row: {height}, beyond the last requested row of: {height - 1}")
    if start[1] + widest > width:
        raise RequestError(f"Attempting to write column: {width}, beyond the last requested column of: {width - 1}")
    for down, row in enumerate(rows):
        for across, cell in enumerate(row.get("values", [])):
            change_cell(sheet, (start[0] + down, start[1] + across), normal_cell(book, cell), paths)


@REQUESTS.handles("updateCells")
def update_cells(book: Book, body: Json) -> None:
    paths = cell_paths(need(body, "fields"))
    rows = body.get("rows", [])
    if "start" in body:
        start = body["start"]
        place = (start.get("rowIndex", 0), start.get("columnIndex", 0))
        if min(place) < 0:
            raise RequestError("start must not be negative.")
        write_rows(book, book.sheet(start.get("sheetId", 0)), place, rows, paths)
        return
    sheet, area = book.area(need(body, "range"))
    _require_rows_fit(rows, area)
    for row, column in _places(area, sheet, rows):
        line = rows[row - area.top].get("values", []) if row - area.top < len(rows) else []
        source = line[column - area.left] if column - area.left < len(line) else {}
        change_cell(sheet, (row, column), normal_cell(book, source), paths)


def _require_rows_fit(rows: list[Json], area: Area) -> None:
    if len(rows) > len(area.rows):
        last = area.bottom - 1
        raise RequestError(f"Attempting to write row: {area.bottom}, beyond the last requested row of: {last}")
    if any(len(row.get("values", [])) > len(area.columns) for row in rows):
        raise RequestError(
            f"Attempting to write column: {area.right}, beyond the last requested column of: {area.right - 1}"
        )


def _places(area: Area, sheet: Json, rows: list[Json]) -> Iterable[tuple[int, int]]:
    """The cells of the area that the request writes or that hold something which it clears."""
    given = {
        (area.top + down, area.left + across)
        for down, row in enumerate(rows)
        for across in range(len(row.get("values", [])))
    }
    return sorted(given | {(row, column) for row, column, _ in stored_cells(sheet, area)})


@REQUESTS.handles("repeatCell")
def repeat_cell(book: Book, body: Json) -> None:
    paths = cell_paths(need(body, "fields"))
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    source = normal_cell(book, body.get("cell", {}))
    formula = source.get("userEnteredValue", {}).get("formulaValue")
    for row in area.rows:
        for column in area.columns:
            if formula:
                moved = shifted(formula, row - area.top, column - area.left)
                source = {**source, "userEnteredValue": {"formulaValue": moved}}
            change_cell(sheet, (row, column), source, paths)


@REQUESTS.handles("appendCells")
def append_cells(book: Book, body: Json) -> None:
    paths = cell_paths(need(body, "fields"))
    rows = body.get("rows", [])
    if "tableId" in body:
        sheet, number = book.find("tables", body["tableId"])
        table = sheet["tables"][number]
        area = area_or_none(sheet, table.get("range"))
        if area is None:
            raise RequestError(f"The range of table {body['tableId']} is outside of the grid.")
        table["range"] = {**table["range"], "endRowIndex": area.bottom + len(rows)}
        place = (area.bottom, area.left)
    else:
        sheet = book.sheet(body.get("sheetId", 0))
        place = (max((row for row, _, cell in stored_cells(sheet) if has_value(cell)), default=-1) + 1, 0)
    grid = sheet["properties"]["gridProperties"]
    grid["rowCount"] = max(grid["rowCount"], place[0] + len(rows))
    require_room(book.state)
    write_rows(book, sheet, place, rows, paths)


@REQUESTS.handles("updateBorders")
def update_borders(book: Book, body: Json) -> None:
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    for row in area.rows:
        for column in area.columns:
            edges = {
                "top": body.get("top" if row == area.top else "innerHorizontal"),
                "bottom": body.get("bottom" if row == area.bottom - 1 else "innerHorizontal"),
                "left": body.get("left" if column == area.left else "innerVertical"),
                "right": body.get("right" if column == area.right - 1 else "innerVertical"),
            }
            _set_borders(book, sheet, (row, column), {k: v for k, v in edges.items() if v is not None})


def _set_borders(book: Book, sheet: Json, place: tuple[int, int], edges: Json) -> None:
    source = {"userEnteredFormat": {"borders": pair_colours(book.state, edges)}}
    none = {edge for edge, border in edges.items() if border.get("style", "NONE") == "NONE"}
    for edge in none:
        del source["userEnteredFormat"]["borders"][edge]
    paths: Paths = [("userEnteredFormat", "borders", edge) for edge in edges]
    change_cell(sheet, place, source, paths)
