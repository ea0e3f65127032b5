"""Tables as grids: making, growing, shrinking, merging.

The cells that a merge covers stay in their rows, empty and unseen, as in the API's answers.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from pytest_knows.workspace.local.documents.defaults import paragraph, points
from pytest_knows.workspace.local.documents.indexing import plain_text
from pytest_knows.workspace.local.engine import Json, RequestError

_SPANS = ("rowSpan", "columnSpan")


def new_table(rows: int, columns: int) -> Json:
    """A structural element with an empty table whose columns share the width evenly."""
    return {
        "table": {
            "rows": rows,
            "columns": columns,
            "tableRows": [new_row([new_cell() for _ in range(columns)]) for _ in range(rows)],
            "tableStyle": {"tableColumnProperties": [_even_column() for _ in range(columns)]},
        }
    }


def _even_column() -> Json:
    return {"widthType": "EVENLY_DISTRIBUTED"}


def new_row(cells: list[Json]) -> Json:
    """A row of those cells."""
    return {"tableCells": cells, "tableRowStyle": {"minRowHeight": points(0)}}


def new_cell(like: Json | None = None) -> Json:
    """An empty cell, in the style of another one."""
    style = {
        "backgroundColor": {},
        **{f"padding{side}": points(5) for side in ("Left", "Right", "Top", "Bottom")},
        "contentAlignment": "TOP",
    }
    if like:
        style = copy.deepcopy(like.get("tableCellStyle", {}))
    cell_style = {**style, "rowSpan": 1, "columnSpan": 1}
    return {"content": [paragraph(style={"lineSpacing": 100})], "tableCellStyle": cell_style}


def cell_at(table: Json, row: int, column: int) -> Json:
    """The cell at 0-based coordinates. Raises `RequestError` outside of the table."""
    if not 0 <= row < len(table["tableRows"]):
        raise RequestError(f"Row index {row} must be less than the number of rows, {len(table['tableRows'])}.")
    cells = table["tableRows"][row]["tableCells"]
    if not 0 <= column < len(cells):
        raise RequestError(f"Column index {column} must be less than the number of columns, {len(cells)}.")
    found: Json = cells[column]
    return found


def spans(cell: Json) -> tuple[int, int]:
    """Rows and columns that a cell takes."""
    style = cell.get("tableCellStyle", {})
    rows, columns = (max(1, int(style.get(name, 1))) for name in _SPANS)
    return rows, columns


def _set_spans(cell: Json, rows: int, columns: int) -> None:
    cell.setdefault("tableCellStyle", {}).update(rowSpan=rows, columnSpan=columns)


def heads(table: Json) -> Iterable[tuple[int, int, Json]]:
    """Row, column and cell of every merged cell."""
    for r, row in enumerate(table["tableRows"]):
        for c, cell in enumerate(row["tableCells"]):
            if spans(cell) != (1, 1):
                yield r, c, cell


def insert_row(table: Json, at: int, like: int) -> None:
    """Insert an empty row before row `at` in the style of row `like`; merged cells across the line grow."""
    cells = [new_cell(cell) for cell in table["tableRows"][like]["tableCells"]]
    for r, _, head in heads(table):
        rows, columns = spans(head)
        if r < at < r + rows:
            _set_spans(head, rows + 1, columns)
    table["tableRows"].insert(at, new_row(cells))
    table["rows"] = len(table["tableRows"])


def insert_column(table: Json, at: int, like: int) -> None:
    """Insert an empty column before column `at` in the style of column `like`; merged cells across the line grow."""
    for _, c, head in heads(table):
        rows, columns = spans(head)
        if c < at < c + columns:
            _set_spans(head, rows, columns + 1)
    for row in table["tableRows"]:
        cells = row["tableCells"]
        cells.insert(at, new_cell(cells[min(like, len(cells) - 1)]))
    table["columns"] += 1
    table["tableStyle"]["tableColumnProperties"].insert(at, _even_column())


def delete_row(table: Json, at: int) -> None:
    """Remove a row; a merged cell that begins in it goes on in the next one."""
    for r, c, head in list(heads(table)):
        rows, columns = spans(head)
        if r < at < r + rows:
            _set_spans(head, rows - 1, columns)
        elif r == at and rows > 1:
            _set_spans(table["tableRows"][at + 1]["tableCells"][c], rows - 1, columns)
    del table["tableRows"][at]
    table["rows"] = len(table["tableRows"])


def delete_column(table: Json, at: int) -> None:
    """Remove a column; a merged cell that begins in it goes on in the next one."""
    for r, c, head in list(heads(table)):
        rows, columns = spans(head)
        if c < at < c + columns:
            _set_spans(head, rows, columns - 1)
        elif c == at and columns > 1:
            _set_spans(table["tableRows"][r]["tableCells"][at + 1], rows, columns - 1)
    for row in table["tableRows"]:
        del row["tableCells"][at : at + 1]
    table["columns"] -= 1
    del table["tableStyle"]["tableColumnProperties"][at : at + 1]


def merge(table: Json, row: int, column: int, rows: int, columns: int) -> None:
    """Merge a rectangle; the text of all its cells goes into the upper-left one. Raises `RequestError`."""
    head = cell_at(table, row, column)
    cell_at(table, row + rows - 1, column + columns - 1)
    for r, c, other in heads(table):
        other_rows, other_columns = spans(other)
        apart = r + other_rows <= row or row + rows <= r or c + other_columns <= column or column + columns <= c
        inside = row <= r and r + other_rows <= row + rows and column <= c and c + other_columns <= column + columns
        if not apart and not inside:
            raise RequestError("The provided table range is not rectangular: it cuts a merged cell.")
    _collect(table, head, row, column, rows, columns)
    _set_spans(head, rows, columns)


def _collect(table: Json, head: Json, row: int, column: int, rows: int, columns: int) -> None:
    content: list[Json] = []
    for r in range(row, row + rows):
        for c in range(column, column + columns):
            cell = cell_at(table, r, c)
            if not _is_empty(cell["content"]):
                content.extend(cell["content"])
            cell["content"] = new_cell()["content"]
            _set_spans(cell, 1, 1)
    head["content"] = content or head["content"]


def _is_empty(content: list[Json]) -> bool:
    return len(content) == 1 and "paragraph" in content[0] and plain_text(content[0]) == "\n"


def unmerge(table: Json, row: int, column: int, rows: int, columns: int) -> None:
    """Split the merged cells that begin in a rectangle; the text stays in their upper-left cells."""
    for r, c, head in heads(table):
        if row <= r < row + rows and column <= c < column + columns:
            _set_spans(head, 1, 1)
