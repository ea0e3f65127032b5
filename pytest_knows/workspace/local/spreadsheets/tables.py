"""Requests about formal tables (Insert > Table)."""

from __future__ import annotations

import copy
import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    area_of,
    area_or_none,
    get_cell,
    grid_range,
    put_cell,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format

_TABLE_NAME = re.compile(r"[^\W\d]\w*")


@REQUESTS.handles("addTable")
def add_table(book: Book, body: Json) -> Json:
    given = pair_colours(book.state, need(body, "table"))
    sheet, area = book.area(need(given, "range"))
    name = given.get("name") or _free_name(book)
    _require_table(book, sheet, area, name, None)
    if "tableId" in given:
        book.require_fresh(given["tableId"], "A table")
    table = {
        **given,
        "tableId": given.get("tableId") or str(book.new_number()),
        "name": name,
        "range": grid_range(sheet, area),
        "columnProperties": _columns(book, sheet, area, given.get("columnProperties", [])),
    }
    add_to(sheet, "tables", table)
    return {"table": copy.deepcopy(table)}


def _all_tables(book: Book) -> list[tuple[Json, Json]]:
    return [(sheet, table) for sheet in book.sheets for table in sheet.get("tables", [])]


def _free_name(book: Book) -> str:
    taken = {str(table.get("name", "")).lower() for _, table in _all_tables(book)}
    number = 1
    while f"table{number}" in taken:
        number += 1
    return f"Table{number}"


def _require_table(book: Book, sheet: Json, area: Area, name: str, own: Json | None) -> None:
    if not _TABLE_NAME.fullmatch(name):
        raise RequestError(f"Invalid table name: '{name}'. It may have letters, digits and underscores only.")
    for home, other in _all_tables(book):
        if other is own:
            continue
        if str(other.get("name", "")).lower() == name.lower():
            raise RequestError(f"A table named '{name}' already exists.")
        taken = area_or_none(home, other.get("range"))
        if home is sheet and taken and taken.overlaps(area):
            raise RequestError(f"The range overlaps the table '{other.get('name', '')}'.")
    if len(area.rows) < 2 and own is None and area.bottom >= size(sheet)[0]:
        raise RequestError("A table needs a header row and at least one more row.")


def _columns(book: Book, sheet: Json, area: Area, given: list[Json]) -> list[Json]:
    """One entry for each column; a name comes from the request, else from the header cell, else `Column 1`.

    The names are written to the header row, where the editor shows them.
    """
    by_index: dict[int, Json] = {}
    for place, column in enumerate(given):
        index = column.get("columnIndex", place)
        if not 0 <= index < len(area.columns) or index in by_index:
            raise RequestError(f"columnProperties: columnIndex {index} is outside of the table or given twice.")
        if column.get("columnType") == "DROPDOWN" and "dataValidationRule" not in column:
            raise RequestError("columnProperties: a DROPDOWN column needs a dataValidationRule.")
        by_index[index] = column
    columns: list[Json] = []
    taken: set[str] = set()
    for index in range(len(area.columns)):
        column = by_index.get(index, {})
        name = column.get("columnName") or _header(book, sheet, area, index) or f"Column {index + 1}"
        if "columnName" in column and name.lower() in taken:
            raise RequestError(f"columnProperties: the name '{name}' is used twice.")
        taken.add(name.lower())
        if _header(book, sheet, area, index) != name:
            spot = (area.top, area.left + index)
            put_cell(sheet, *spot, {**get_cell(sheet, *spot), "userEnteredValue": {"stringValue": name}})
        columns.append({**({"columnIndex": index} if index else {}), "columnName": name, **_rest(column)})
    return columns


def _rest(column: Json) -> Json:
    return {key: value for key, value in column.items() if key not in ("columnIndex", "columnName")}


def _header(book: Book, sheet: Json, area: Area, index: int) -> str:
    cell = get_cell(sheet, area.top, area.left + index)
    if "formulaValue" not in cell.get("userEnteredValue", {}):
        value = effective_value(cell, None)
        return formatted(value, number_format(cell, None)) if value else ""
    place = (book.number(sheet), area.top, area.left + index)
    value = compute(book.state, book.env.today).values.get(place, {})
    return formatted(value, number_format(cell, None))


@REQUESTS.handles("updateTable")
def update_table(book: Book, body: Json) -> None:
    given = pair_colours(book.state, need(body, "table"))
    sheet, number = book.find("tables", given.get("tableId"))
    table = sheet["tables"][number]
    changed = copy.deepcopy(table)
    paths = schema_of("sheets").mask("Table", need(body, "fields"))
    apply_paths(changed, given, [path for path in pair_paths(paths) if path[0] != "tableId"])
    target = book.sheet(need(changed, "range").get("sheetId", 0))
    if target is not sheet:
        raise RequestError("A table cannot be moved to another sheet.")
    area = area_of(sheet, changed["range"])
    name = changed.get("name") or table["name"]
    _require_table(book, sheet, area, name, table)
    columns = changed.get("columnProperties", [])
    if ("columnProperties",) not in paths:
        columns = [column for column in columns if column.get("columnIndex", 0) < len(area.columns)]
    changed.update(name=name, range=grid_range(sheet, area), columnProperties=_columns(book, sheet, area, columns))
    sheet["tables"][number] = changed


@REQUESTS.handles("deleteTable")
def delete_table(book: Book, body: Json) -> None:
    """The table goes, and with it its cells' contents, as Google documents for deleteTable."""
    sheet, number = book.find("tables", need(body, "tableId"))
    table = drop_from(sheet, "tables", number)
    area = area_or_none(sheet, table.get("range"))
    for row, column, _ in list(stored_cells(sheet, area)) if area else ():
        put_cell(sheet, row, column, {})
