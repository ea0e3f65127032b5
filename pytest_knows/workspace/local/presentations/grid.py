"""A table as a grid: cells and borders by place. What changes a table's structure works on this and writes it back."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.deck import in_emu
from pytest_knows.workspace.local.presentations.template import length

Place = tuple[int, int]
"""Row and column."""

ROWS, COLUMNS = 0, 1
"""Axes: which number of a `Place` counts along them."""
MOST_CELLS = 2_500
"""Own limit, so that no batch fills the memory."""
_SPANS = ("rowSpan", "columnSpan")
_OWN = {"location", *_SPANS}


def location(place: Place) -> Json:
    """A TableCellLocation; zeros are left out, as Google does."""
    return {name: number for name, number in zip(("rowIndex", "columnIndex"), place, strict=True) if number}


def place_of(given: Json) -> Place:
    """The place of a TableCellLocation."""
    return given.get("rowIndex", 0), given.get("columnIndex", 0)


def default_border() -> Json:
    """The borders of a new table: 0.75 pt in the editor's grey, 158 of 255."""
    grey = dict.fromkeys(("red", "green", "blue"), 0.61960787)
    return {
        "tableBorderFill": {"solidFill": {"color": {"rgbColor": grey}, "alpha": 1}},
        "weight": {"magnitude": 9525, "unit": "EMU"},
        "dashStyle": "SOLID",
    }


def default_cell() -> Json:
    """The TableCellProperties of a new table's cells."""
    fill = {"solidFill": {"color": {"rgbColor": {}}, "alpha": 1}, "propertyState": "NOT_RENDERED"}
    return {"tableCellBackgroundFill": fill, "contentAlignment": "TOP"}


def spans(cell: Json) -> Place:
    """How many rows and columns a cell covers."""
    rows, columns = (max(1, cell.get(name, 1)) for name in _SPANS)
    return rows, columns


def _stretched(cell: Json, axis: int, by: int) -> Json:
    return {**cell, _SPANS[axis]: spans(cell)[axis] + by}


def _moved(place: Place, axis: int, by: int) -> Place:
    return (place[0] + by, place[1]) if axis == ROWS else (place[0], place[1] + by)


def _sum(lengths: list[Json | None]) -> Json:
    return length(sum(in_emu(one) for one in lengths if one))


@dataclass(slots=True, kw_only=True)
class Grid:
    """`lines`: properties of the rows (without cells) and of the columns. `cells`: by the place of their upper left.

    `borders`: horizontal edges (one more than rows) and vertical edges (one more than columns), as far as set.
    """

    lines: tuple[list[Json], list[Json]]
    cells: dict[Place, Json] = field(default_factory=dict)
    borders: tuple[dict[Place, Json], dict[Place, Json]] = field(default_factory=lambda: ({}, {}))

    @classmethod
    def load(cls, table: Json) -> Grid:
        rows = [{name: row[name] for name in row if name != "tableCells"} for row in table["tableRows"]]
        grid = cls(lines=(rows, list(table["tableColumns"])))
        for row in table["tableRows"]:
            grid.cells.update((place_of(cell.get("location", {})), cell) for cell in row.get("tableCells", []))
        for edges, name in zip(grid.borders, ("horizontalBorderRows", "verticalBorderRows"), strict=True):
            for line in table.get(name, []):
                for cell in line.get("tableBorderCells", []):
                    edges[place_of(cell.get("location", {}))] = cell.get("tableBorderProperties", {})
        grid.fill()
        return grid

    @property
    def size(self) -> Place:
        return len(self.lines[ROWS]), len(self.lines[COLUMNS])

    def owners(self) -> dict[Place, Place]:
        """Every place -> the upper left of the cell that covers it."""
        return {
            (r, c): head
            for head, cell in self.cells.items()
            for r in range(head[0], head[0] + spans(cell)[0])
            for c in range(head[1], head[1] + spans(cell)[1])
        }

    def covering(self, given: Json) -> Place:
        """The upper left of the cell that covers a TableCellLocation; raises `RequestError` beyond the table."""
        place = place_of(given)
        if not all(0 <= number < size for number, size in zip(place, self.size, strict=True)):
            raise RequestError(f"The table has no cell at row {place[0]}, column {place[1]}.")
        return self.owners()[place]

    def chosen(self, table_range: Json | None) -> set[Place]:
        """The upper lefts of all cells that a TableRange (absent = all) touches; raises `RequestError` beyond."""
        if table_range is None:
            return set(self.cells)
        first, count = place_of(table_range.get("location", {})), tuple(table_range.get(name, 0) for name in _SPANS)
        ends = (first[0] + count[0], first[1] + count[1])
        if min(*first, count[0] - 1, count[1] - 1) < 0 or ends[0] > self.size[0] or ends[1] > self.size[1]:
            raise RequestError("tableRange must be at least one row and column, and inside of the table.")
        owners = self.owners()
        return {owners[r, c] for r in range(first[0], ends[0]) for c in range(first[1], ends[1])}

    def fill(self) -> None:
        """Give a new cell to every place that none covers."""
        rows, columns = self.size
        covered = self.owners()
        for place in ((r, c) for r in range(rows) for c in range(columns)):
            if place not in covered:
                self.cells[place] = {"tableCellProperties": default_cell()}

    def insert(self, axis: int, at: int, count: int, like: int) -> None:
        """Insert lines before line `at`, each like line `like`: its width or height, fills and borders.

        Cells that reach over the place grow. Raises `RequestError` for too many cells.
        """
        if (len(self.lines[axis]) + count) * len(self.lines[1 - axis]) > MOST_CELLS:
            raise RequestError(f"A table may have at most {MOST_CELLS} cells.")
        models = {place[1 - axis]: self.cells[head] for place, head in self.owners().items() if place[axis] == like}
        self.lines[axis][at:at] = [copy.deepcopy(self.lines[axis][like]) for _ in range(count)]
        old, self.cells = self.cells, {}
        for place, cell in old.items():
            if place[axis] >= at:
                self.cells[_moved(place, axis, count)] = cell
            else:
                grows = place[axis] + spans(cell)[axis] > at
                self.cells[place] = _stretched(cell, axis, count) if grows else cell
        covered = self.owners()
        for number in range(at, at + count):
            for cross, model in models.items():
                place = (number, cross) if axis == ROWS else (cross, number)
                if place not in covered:
                    self.cells[place] = {"tableCellProperties": copy.deepcopy(model.get("tableCellProperties", {}))}
        self._insert_borders(axis, at, count, like)

    def _insert_borders(self, axis: int, at: int, count: int, like: int) -> None:
        # Edges between lines are one more than lines: the new ones come behind edge `at` and look like it.
        for edges, first, model in ((self.borders[axis], at + 1, at), (self.borders[1 - axis], at, like)):
            copied = [(place, border) for place, border in edges.items() if place[axis] == model]
            shifted = {
                _moved(place, axis, count if place[axis] >= first else 0): border for place, border in edges.items()
            }
            for place, border in copied:
                for number in range(first, first + count):
                    shifted[_moved(place, axis, number - model)] = copy.deepcopy(border)
            edges.clear()
            edges.update(shifted)

    def delete(self, axis: int, first: int, count: int) -> None:
        """Delete lines; cells that reach beyond them shrink."""
        last = first + count
        at_end = last == len(self.lines[axis])
        del self.lines[axis][first:last]
        old, self.cells = self.cells, {}
        for place, cell in old.items():
            start, end = place[axis], place[axis] + spans(cell)[axis]
            lost = max(0, min(end, last) - max(start, first))
            if lost < end - start:
                back = min(count, max(0, start - first))
                self.cells[_moved(place, axis, -back)] = _stretched(cell, axis, -lost)
        # Of the edges on both sides of the gap the table's outer one stays.
        self._delete_borders(self.borders[axis], axis, first if at_end else first + 1, count)
        self._delete_borders(self.borders[1 - axis], axis, first, count)

    def _delete_borders(self, edges: dict[Place, Json], axis: int, first: int, count: int) -> None:
        kept = {place: border for place, border in edges.items() if not first <= place[axis] < first + count}
        edges.clear()
        for place, border in kept.items():
            edges[_moved(place, axis, -count if place[axis] >= first else 0)] = border

    def edges(self, axis: int) -> dict[Place, tuple[Place | None, Place | None]]:
        """The edges across an axis that can be seen, with the cells before and after them (None: outside)."""
        owners = self.owners()
        rows, columns = _moved(self.size, axis, 1)
        sides = {
            (r, c): (owners.get(_moved((r, c), axis, -1)), owners.get((r, c)))
            for r in range(rows)
            for c in range(columns)
        }
        return {place: pair for place, pair in sides.items() if pair[0] != pair[1]}

    def store(self, element: Json) -> None:
        """Write the grid into a page element as its `table`, and the table's size as the element's."""
        rows, columns = self.size
        cells: list[list[Json]] = [[] for _ in range(rows)]
        for place in sorted(self.cells):
            cell = self.cells[place]
            across = dict(zip(_SPANS, spans(cell), strict=True))
            cells[place[0]].append(
                {"location": location(place), **across, **{k: cell[k] for k in cell if k not in _OWN}}
            )
        table = {
            "rows": rows,
            "columns": columns,
            "tableRows": [{**row, "tableCells": line} for row, line in zip(self.lines[ROWS], cells, strict=True)],
            "tableColumns": self.lines[COLUMNS],
            "horizontalBorderRows": self._border_rows(ROWS, rows + 1),
            "verticalBorderRows": self._border_rows(COLUMNS, rows),
        }
        element["table"] = table
        element.setdefault("size", {}).update(
            width=_sum([column.get("columnWidth") for column in self.lines[COLUMNS]]),
            height=_sum([row.get("rowHeight") for row in self.lines[ROWS]]),
        )

    def _border_rows(self, axis: int, count: int) -> list[Json]:
        rows: list[Json] = [{"tableBorderCells": []} for _ in range(count)]
        for place in self.edges(axis):
            border = self.borders[axis].get(place) or default_border()
            rows[place[0]]["tableBorderCells"].append({"location": location(place), "tableBorderProperties": border})
        return rows
