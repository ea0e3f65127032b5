"""Requests about tables on slides."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.create import add_element, size_of
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, in_emu, table_cell
from pytest_knows.workspace.local.presentations.properties import update_properties

_COLUMN_WIDTH, _ROW_HEIGHT = 952500, 396200
"""EMU of a column and a row of a table that was given no size (own choice; Google spreads a table over the slide)."""
_MIN_COLUMN = 406400
"""Google refuses narrower columns (32 pt)."""
_LIMIT = 400


def _empty_cell(row: int, column: int) -> Json:
    fill = {"solidFill": {"color": {"rgbColor": {}}, "alpha": 1}, "propertyState": "NOT_RENDERED"}
    return {
        "location": _location(row, column),
        "rowSpan": 1,
        "columnSpan": 1,
        "tableCellProperties": {"tableCellBackgroundFill": fill, "contentAlignment": "TOP"},
    }


def _location(row: int, column: int) -> Json:
    return {**({"rowIndex": row} if row else {}), **({"columnIndex": column} if column else {})}


@REQUESTS.handles("createTable")
def create_table(deck: Deck, body: Json) -> Json:
    rows, columns = body.get("rows", 0), body.get("columns", 0)
    if not (1 <= rows <= _LIMIT and 1 <= columns <= _LIMIT):
        raise RequestError(f"A table needs 1 to {_LIMIT} rows and columns.")
    given = body.get("elementProperties", {}).get("size")
    width, height = size_of(given, (columns * _COLUMN_WIDTH, rows * _ROW_HEIGHT))
    height = max(height, rows * _ROW_HEIGHT)
    table = {
        "rows": rows,
        "columns": columns,
        "tableRows": [_row(row, columns, height / rows) for row in range(rows)],
        "tableColumns": [{"columnWidth": {"magnitude": width / columns, "unit": "EMU"}} for _ in range(columns)],
    }
    return add_element(deck, body, "table", table, (width, height))


def _row(row: int, columns: int, height: float) -> Json:
    return {
        "rowHeight": {"magnitude": height, "unit": "EMU"},
        "tableRowProperties": {"minRowHeight": {"magnitude": height, "unit": "EMU"}},
        "tableCells": [_empty_cell(row, column) for column in range(columns)],
    }


def _cells(table: Json, table_range: Json | None) -> Iterator[Json]:
    """The cells of a TableRange (absent = all); raises `RequestError` beyond the table."""
    if table_range is None:
        for row in table["tableRows"]:
            yield from row["tableCells"]
        return
    start = table_range.get("location", {})
    rows, columns = table_range.get("rowSpan", 0), table_range.get("columnSpan", 0)
    if rows < 1 or columns < 1 or rows > _LIMIT or columns > _LIMIT:
        raise RequestError("tableRange: rowSpan and columnSpan must be positive.")
    for row in range(rows):
        for column in range(columns):
            place = {"rowIndex": start.get("rowIndex", 0) + row, "columnIndex": start.get("columnIndex", 0) + column}
            yield table_cell(table, place)


@REQUESTS.handles("updateTableCellProperties")
def update_table_cell_properties(deck: Deck, body: Json) -> None:
    table = deck.part(body.get("objectId"), "table")
    given, fields = body.get("tableCellProperties", {}), need(body, "fields")
    for cell in _cells(table, body.get("tableRange")):
        defaults = _empty_cell(0, 0)["tableCellProperties"]
        update_properties(cell.setdefault("tableCellProperties", {}), "TableCellProperties", given, fields, defaults)


@REQUESTS.handles("updateTableColumnProperties")
def update_table_column_properties(deck: Deck, body: Json) -> None:
    element = deck.find(body.get("objectId")).element
    columns = deck.part(body.get("objectId"), "table")["tableColumns"]
    width = in_emu(need(body, "tableColumnProperties", "columnWidth"))
    if width < _MIN_COLUMN:
        raise RequestError(f"The column width should not be less than {_MIN_COLUMN} EMU.")
    for index in body.get("columnIndices") or range(len(columns)):
        if not 0 <= index < len(columns):
            raise RequestError(f"The table has no column {index}.")
        columns[index]["columnWidth"] = {"magnitude": width, "unit": "EMU"}
    total = sum(column["columnWidth"]["magnitude"] for column in columns)
    element["size"]["width"] = {"magnitude": total, "unit": "EMU"}


@REQUESTS.handles("updateTableRowProperties")
def update_table_row_properties(deck: Deck, body: Json) -> None:
    element = deck.find(body.get("objectId")).element
    rows = deck.part(body.get("objectId"), "table")["tableRows"]
    height = in_emu(need(body, "tableRowProperties", "minRowHeight"))
    if height < 0:
        raise RequestError("The row height must not be negative.")
    for index in body.get("rowIndices") or range(len(rows)):
        if not 0 <= index < len(rows):
            raise RequestError(f"The table has no row {index}.")
        rows[index]["tableRowProperties"] = {"minRowHeight": {"magnitude": height, "unit": "EMU"}}
        rows[index]["rowHeight"] = {"magnitude": height, "unit": "EMU"}
    total = sum(row["rowHeight"]["magnitude"] for row in rows)
    element["size"]["height"] = {"magnitude": total, "unit": "EMU"}
