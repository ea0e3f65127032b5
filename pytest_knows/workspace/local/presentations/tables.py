"""Requests about tables on slides: creating, cells, columns, rows, borders."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.create import add_element, size_of
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, in_emu
from pytest_knows.workspace.local.presentations.grid import (
    COLUMNS,
    MOST_CELLS,
    ROWS,
    Grid,
    Place,
    default_border,
    default_cell,
)
from pytest_knows.workspace.local.presentations.properties import update_properties
from pytest_knows.workspace.local.presentations.template import length

_COLUMN_WIDTH, _ROW_HEIGHT = 952500, 396200
"""EMU of a column and a row of a table that was given no size (own choice; Google spreads a table over the slide)."""
_MIN_COLUMN = 406400
"""Google refuses narrower columns (32 pt)."""
_LIMIT = 400


@REQUESTS.handles("createTable")
def create_table(deck: Deck, body: Json) -> Json:
    rows, columns = body.get("rows", 0), body.get("columns", 0)
    if not (1 <= rows <= _LIMIT and 1 <= columns <= _LIMIT and rows * columns <= MOST_CELLS):
        raise RequestError(f"A table needs 1 to {_LIMIT} rows and columns, and at most {MOST_CELLS} cells.")
    given = body.get("elementProperties", {}).get("size")
    width, height = size_of(given, (columns * _COLUMN_WIDTH, rows * _ROW_HEIGHT))
    height = max(height, rows * _ROW_HEIGHT)
    grid = Grid(lines=([_row(height / rows) for _ in range(rows)], [_column(width / columns) for _ in range(columns)]))
    grid.fill()
    reply = add_element(deck, body, "table", {}, (width, height))
    grid.store(deck.find(reply["objectId"]).element)
    return reply


def _row(height: float) -> Json:
    return {"rowHeight": length(height), "tableRowProperties": {"minRowHeight": length(height)}}


def _column(width: float) -> Json:
    return {"columnWidth": length(width)}


def table_of(deck: Deck, object_id: str | None) -> tuple[Json, Grid]:
    """The page element of a table and its grid; raises `RequestError`."""
    return deck.find(object_id).element, Grid.load(deck.part(object_id, "table"))


@REQUESTS.handles("updateTableCellProperties")
def update_table_cell_properties(deck: Deck, body: Json) -> None:
    element, grid = table_of(deck, body.get("objectId"))
    given, fields = body.get("tableCellProperties", {}), need(body, "fields")
    for place in grid.chosen(body.get("tableRange")):
        properties = grid.cells[place].setdefault("tableCellProperties", {})
        update_properties(properties, "TableCellProperties", given, fields, default_cell())
    grid.store(element)


@REQUESTS.handles("updateTableColumnProperties")
def update_table_column_properties(deck: Deck, body: Json) -> None:
    element, grid = table_of(deck, body.get("objectId"))
    width = in_emu(need(body, "tableColumnProperties", "columnWidth"))
    if width < _MIN_COLUMN:
        raise RequestError(f"The column width should not be less than {_MIN_COLUMN} EMU.")
    for index in _indices(grid, COLUMNS, body.get("columnIndices"), "column"):
        grid.lines[COLUMNS][index] = _column(width)
    grid.store(element)


@REQUESTS.handles("updateTableRowProperties")
def update_table_row_properties(deck: Deck, body: Json) -> None:
    element, grid = table_of(deck, body.get("objectId"))
    height = in_emu(need(body, "tableRowProperties", "minRowHeight"))
    if height < 0:
        raise RequestError("The row height must not be negative.")
    for index in _indices(grid, ROWS, body.get("rowIndices"), "row"):
        grid.lines[ROWS][index] = _row(height)
    grid.store(element)


def _indices(grid: Grid, axis: int, given: list[int] | None, name: str) -> list[int]:
    chosen = given or list(range(grid.size[axis]))
    for index in chosen:
        if not 0 <= index < grid.size[axis]:
            raise RequestError(f"The table has no {name} {index}.")
    return chosen


_POSITIONS = {
    "ALL": {"TOP", "BOTTOM", "LEFT", "RIGHT", "INNER_HORIZONTAL", "INNER_VERTICAL"},
    "OUTER": {"TOP", "BOTTOM", "LEFT", "RIGHT"},
    "INNER": {"INNER_HORIZONTAL", "INNER_VERTICAL"},
}
_SIDES = {ROWS: ("BOTTOM", "TOP", "INNER_HORIZONTAL"), COLUMNS: ("RIGHT", "LEFT", "INNER_VERTICAL")}
"""What an edge is to the chosen cells that lie before it, behind it, on both sides."""


@REQUESTS.handles("updateTableBorderProperties")
def update_table_border_properties(deck: Deck, body: Json) -> None:
    element, grid = table_of(deck, body.get("objectId"))
    given, fields = body.get("tableBorderProperties", {}), need(body, "fields")
    if "weight" in given and in_emu(given["weight"]) <= 0:
        raise RequestError("tableBorderProperties.weight must be greater than 0.")
    position = body.get("borderPosition", "ALL")
    wanted = _POSITIONS.get(position, {position})
    chosen = grid.chosen(body.get("tableRange"))
    for axis in (ROWS, COLUMNS):
        for place, pair in grid.edges(axis).items():
            if _side(axis, pair, chosen) in wanted:
                border = grid.borders[axis].setdefault(place, default_border())
                update_properties(border, "TableBorderProperties", given, fields, default_border())
    grid.store(element)


def _side(axis: int, pair: tuple[Place | None, Place | None], chosen: set[Place]) -> str:
    """What an edge is to the chosen cells; empty if it does not touch them."""
    before, behind = (place in chosen for place in pair)
    return _SIDES[axis][2 if before and behind else 0 if before else 1] if before or behind else ""
