"""The cells of one tab: a sparse grid, and rectangles in it.

A tab's state is its REST JSON without `data`, plus `cells` ({row: {column: CellData}}, only what was entered, keys are
decimal strings because the state is JSON) and `rows` / `columns` ({index: DimensionProperties}, only what differs
from the default).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pytest_knows.workspace.local.engine import Json, RequestError

Axis = Literal["ROWS", "COLUMNS"]
MAX_CELLS = 10_000_000
"""Google's limit of cells in a spreadsheet."""
MAX_TOUCHED = 300_000
"""Cells that one request may change one by one (own limit: each stored cell takes about half a kilobyte)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A rectangle of a tab, half-open: rows top..bottom-1, columns left..right-1, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> range:
        return range(self.top, self.bottom)

    @property
    def columns(self) -> range:
        return range(self.left, self.right)

    def contains(self, row: int, column: int) -> bool:
        return self.top <= row < self.bottom and self.left <= column < self.right

    def overlaps(self, other: Area) -> bool:
        return (
            self.top < other.bottom and other.top < self.bottom and self.left < other.right and other.left < self.right
        )

    def covers(self, other: Area) -> bool:
        return self.contains(other.top, other.left) and self.contains(other.bottom - 1, other.right - 1)


def size(sheet: Json) -> tuple[int, int]:
    """Rows and columns of a tab's grid."""
    grid = sheet["properties"]["gridProperties"]
    return int(grid["rowCount"]), int(grid["columnCount"])


def whole(sheet: Json) -> Area:
    rows, columns = size(sheet)
    return Area(top=0, left=0, bottom=rows, right=columns)


def area_of(sheet: Json, grid_range: Json) -> Area:
    """A GridRange with its open ends filled from the tab's size; what lies beyond the grid is an error."""
    rows, columns = size(sheet)
    area = Area(
        top=grid_range.get("startRowIndex", 0),
        left=grid_range.get("startColumnIndex", 0),
        bottom=grid_range.get("endRowIndex", rows),
        right=grid_range.get("endColumnIndex", columns),
    )
    if min(area.top, area.left) < 0 or area.bottom <= area.top or area.right <= area.left:
        raise RequestError(
            f"GridRange is invalid: rows {area.top} to {area.bottom}, columns {area.left} to {area.right} (half-open)"
        )
    if area.bottom > rows or area.right > columns:
        title = sheet["properties"]["title"]
        raise RequestError(f"Range ({title}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return area


def area_or_none(sheet: Json, grid_range: Any) -> Area | None:
    """As `area_of`, cut to the grid; None for a stored range that is empty (a state may come from a foreign file)."""
    if not isinstance(grid_range, dict):
        return None
    rows, columns = size(sheet)
    area = Area(
        top=grid_range.get("startRowIndex", 0),
        left=grid_range.get("startColumnIndex", 0),
        bottom=min(grid_range.get("endRowIndex", rows), rows),
        right=min(grid_range.get("endColumnIndex", columns), columns),
    )
    return area if area.top < area.bottom and area.left < area.right else None


def grid_range(sheet: Json, area: Area) -> Json:
    """The GridRange of an area, as Google writes it: `sheetId` 0 is left out."""
    sheet_id = sheet["properties"]["sheetId"]
    return {
        **({"sheetId": sheet_id} if sheet_id else {}),
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }


def get_cell(sheet: Json, row: int, column: int) -> Json:
    """The entered data of a cell; an empty object (not stored) where nothing was entered."""
    found: Json = sheet["cells"].get(str(row), {}).get(str(column), {})
    return found


def put_cell(sheet: Json, row: int, column: int, cell: Json) -> None:
    """Store a cell, or forget it when it is empty."""
    line = sheet["cells"].setdefault(str(row), {})
    if cell:
        line[str(column)] = cell
    else:
        line.pop(str(column), None)
    if not line:
        del sheet["cells"][str(row)]


def stored_cells(sheet: Json, area: Area | None = None) -> Iterator[tuple[int, int, Json]]:
    """Every stored cell (of an area), in reading order; the tab may be changed meanwhile."""
    for row in sorted(map(int, sheet["cells"])):
        if area is not None and row not in area.rows:
            continue
        line = sheet["cells"].get(str(row), {})
        for column in sorted(map(int, line)):
            if area is None or column in area.columns:
                yield row, column, line[str(column)]


def require_modest(area: Area) -> None:
    """Raises `RequestError` if a request would touch more cells one by one than the embedded server has memory for."""
    if len(area.rows) * len(area.columns) > MAX_TOUCHED:
        raise RequestError(
            f"The embedded Workspace changes at most {MAX_TOUCHED} cells in one request; name a smaller range."
        )


def has_value(cell: Json) -> bool:
    return "userEnteredValue" in cell


def block_at(sheet: Json, area: Area) -> Area | None:
    """The block of adjoining non-empty cells that the range touches, or None."""
    filled = {(row, column) for row, column, cell in stored_cells(sheet) if has_value(cell)}
    inside = [place for place in filled if area.contains(*place)]
    if not inside:
        return None
    seen = {max(inside) if area.bottom - area.top > 1 else min(inside)}
    edge = list(seen)
    while edge:
        row, column = edge.pop()
        around = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}
        fresh = (around & filled) - seen
        seen |= fresh
        edge.extend(fresh)
    rows, columns = {row for row, _ in seen}, {column for _, column in seen}
    return Area(top=min(rows), left=min(columns), bottom=max(rows) + 1, right=max(columns) + 1)


def require_room(state: Json) -> None:
    """Raises `RequestError` when the tabs together have more cells than Google allows."""
    total = 0
    for sheet in state["sheets"]:
        rows, columns = size(sheet)
        total += rows * columns
    if total > MAX_CELLS:
        raise RequestError(
            f"This action would increase the number of cells in the workbook above the limit of {MAX_CELLS} cells."
        )


def remap(sheet: Json, axis: Axis, moved: Callable[[int], int | None]) -> None:
    """Renumber rows or columns: cells and sizes go to `moved(index)`, or away when that is None."""
    if axis == "ROWS":
        sheet["cells"] = _renumber(sheet["cells"], moved)
        sheet["rows"] = _renumber(sheet["rows"], moved)
        return
    lines = {row: _renumber(line, moved) for row, line in sheet["cells"].items()}
    sheet["cells"] = {row: line for row, line in lines.items() if line}
    sheet["columns"] = _renumber(sheet["columns"], moved)


def _renumber(mapping: Json, moved: Callable[[int], int | None]) -> Json:
    renumbered = {key: moved(int(key)) for key in mapping}
    return {str(renumbered[key]): value for key, value in mapping.items() if renumbered[key] is not None}
