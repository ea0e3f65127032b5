"""Tables: making them, their rows and columns, merged cells, looks."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents import grid
from pytest_knows.workspace.local.documents.content import split_paragraph, style_at
from pytest_knows.workspace.local.documents.editor import Editor, Segment
from pytest_knows.workspace.local.documents.indexing import end, start
from pytest_knows.workspace.local.documents.registry import REQUESTS, mask
from pytest_knows.workspace.local.documents.styling import tidy
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths


@REQUESTS.handles("insertTable")
def insert_table(editor: Editor, body: Json) -> None:
    """A newline, then an empty table."""
    rows, columns = need(body, "rows"), need(body, "columns")
    if rows < 1 or columns < 1:
        raise RequestError("A table must have at least 1 row and 1 column.")
    segment, spot = editor.place(body)
    editor.check_room(segment, rows * (1 + 2 * columns), rows * columns)
    if segment.is_footnote:
        raise RequestError("Tables cannot be inserted inside a footnote.")
    index = start(spot.node) + spot.offset
    rest = split_paragraph(spot, style_at(spot))
    rest.container.insert(rest.position, grid.new_table(rows, columns))
    editor.changed(segment, index)


def _table(editor: Editor, location: Json) -> tuple[Segment, list[Json], Json]:
    """The segment, the list and the node of the table that starts at a location. Raises `RequestError`."""
    segment = editor.segment(location)
    found = _find(segment.content, location.get("index", 0))
    if found is None:
        raise RequestError("Invalid table start location. Must specify the start index of the table.")
    return segment, *found


def _find(content: list[Json], index: int) -> tuple[list[Json], Json] | None:
    for node in content:
        if "table" not in node or not start(node) <= index < end(node):
            continue
        if start(node) == index:
            return content, node
        cells = [cell for row in node["table"]["tableRows"] for cell in row["tableCells"]]
        return next((found for cell in cells if (found := _find(cell["content"], index))), None)
    return None


def _cell(editor: Editor, where: Json) -> tuple[Segment, list[Json], Json, int, int]:
    """Segment, container, table node, row and column of a `TableCellLocation`."""
    segment, container, node = _table(editor, need(where, "tableStartLocation"))
    row, column = where.get("rowIndex", 0), where.get("columnIndex", 0)
    grid.cell_at(node["table"], row, column)
    return segment, container, node, row, column


@REQUESTS.handles("insertTableRow")
def insert_table_row(editor: Editor, body: Json) -> None:
    """An empty row above or below a cell."""
    segment, _, node, row, column = _cell(editor, need(body, "tableCellLocation"))
    table = node["table"]
    editor.check_room(segment, 2 * table["columns"], table["columns"])
    height, _ = grid.spans(grid.cell_at(table, row, column))
    at = min(row + height, table["rows"]) if body.get("insertBelow") else row
    index = start(table["tableRows"][at]) if at < len(table["tableRows"]) else end(node) - 1
    grid.insert_row(table, at, row)
    editor.changed(segment, index)


@REQUESTS.handles("insertTableColumn")
def insert_table_column(editor: Editor, body: Json) -> None:
    """An empty column left or right of a cell."""
    segment, _, node, row, column = _cell(editor, need(body, "tableCellLocation"))
    editor.check_room(segment, 2 * node["table"]["rows"], node["table"]["rows"])
    _, width = grid.spans(grid.cell_at(node["table"], row, column))
    grid.insert_column(node["table"], column + width if body.get("insertRight") else column, column)
    editor.changed(segment, start(node))


@REQUESTS.handles("deleteTableRow")
def delete_table_row(editor: Editor, body: Json) -> None:
    """Remove the rows that a cell spans; with the last row the table goes."""
    segment, container, node, row, column = _cell(editor, need(body, "tableCellLocation"))
    table = node["table"]
    index = start(table["tableRows"][row])
    for _ in range(grid.spans(grid.cell_at(table, row, column))[0]):
        if row < len(table["tableRows"]):
            grid.delete_row(table, row)
    if not table["tableRows"]:
        container.remove(node)
    editor.changed(segment, index)


@REQUESTS.handles("deleteTableColumn")
def delete_table_column(editor: Editor, body: Json) -> None:
    """Remove the columns that a cell spans; with the last column the table goes."""
    segment, container, node, row, column = _cell(editor, need(body, "tableCellLocation"))
    table = node["table"]
    for _ in range(grid.spans(grid.cell_at(table, row, column))[1]):
        if table["columns"]:
            grid.delete_column(table, column)
    if not table["columns"]:
        container.remove(node)
    editor.changed(segment, start(node))


def _rectangle(editor: Editor, where: Json) -> tuple[Segment, Json, int, int, int, int]:
    segment, _, node, row, column = _cell(editor, need(where, "tableCellLocation"))
    rows, columns = where.get("rowSpan", 0), where.get("columnSpan", 0)
    if rows < 1 or columns < 1:
        raise RequestError("The row span and column span of a table range must be greater than 0.")
    grid.cell_at(node["table"], row + rows - 1, column + columns - 1)
    return segment, node, row, column, rows, columns


@REQUESTS.handles("mergeTableCells")
def merge_table_cells(editor: Editor, body: Json) -> None:
    """Merge a rectangle of cells."""
    segment, node, *rectangle = _rectangle(editor, need(body, "tableRange"))
    grid.merge(node["table"], *rectangle)
    editor.changed(segment, start(node))


@REQUESTS.handles("unmergeTableCells")
def unmerge_table_cells(editor: Editor, body: Json) -> None:
    """Split the merged cells of a rectangle."""
    _, node, *rectangle = _rectangle(editor, need(body, "tableRange"))
    grid.unmerge(node["table"], *rectangle)


@REQUESTS.handles("updateTableCellStyle")
def update_table_cell_style(editor: Editor, body: Json) -> None:
    """Style a rectangle of cells, or all of a table; a border is also the neighbour's."""
    paths = [path for path in mask(body, "TableCellStyle") if path[0] not in ("rowSpan", "columnSpan")]
    if ("tableRange" in body) == ("tableStartLocation" in body):
        raise RequestError("Exactly one of tableRange and tableStartLocation must be set.")
    if "tableRange" in body:
        _, node, row, column, rows, columns = _rectangle(editor, body["tableRange"])
    else:
        _, _, node = _table(editor, body["tableStartLocation"])
        row = column = 0
        rows, columns = node["table"]["rows"], node["table"]["columns"]
    new = tidy(body.get("tableCellStyle", {}))
    for r in range(row, row + rows):
        for c in range(column, column + columns):
            apply_paths(grid.cell_at(node["table"], r, c).setdefault("tableCellStyle", {}), new, paths)
            _style_shared_borders(node["table"], r, c, new, paths)


_SHARED = (
    ("borderRight", "borderLeft", 0, 1),
    ("borderLeft", "borderRight", 0, -1),
    ("borderBottom", "borderTop", 1, 0),
    ("borderTop", "borderBottom", -1, 0),
)


def _style_shared_borders(table: Json, row: int, column: int, new: Json, paths: list[tuple[str, ...]]) -> None:
    for own, shared, down, right in _SHARED:
        r, c = row + down, column + right
        if own not in {path[0] for path in paths} or not 0 <= r < table["rows"] or not 0 <= c < table["columns"]:
            continue
        renamed = [(shared, *path[1:]) for path in paths if path[0] == own]
        style = grid.cell_at(table, r, c).setdefault("tableCellStyle", {})
        apply_paths(style, {shared: new.get(own)} if own in new else {}, renamed)


@REQUESTS.handles("updateTableColumnProperties")
def update_table_column_properties(editor: Editor, body: Json) -> None:
    """Widths of columns; without `columnIndices` of all."""
    paths = mask(body, "TableColumnProperties")
    _, _, node = _table(editor, need(body, "tableStartLocation"))
    columns = node["table"]["tableStyle"]["tableColumnProperties"]
    new = tidy(body.get("tableColumnProperties", {}))
    if new.get("width", {}).get("magnitude", 5) < 5:
        raise RequestError("The width of a column must be at least 5 points.")
    for column in _chosen(columns, body.get("columnIndices"), "column"):
        apply_paths(column, new, paths)


@REQUESTS.handles("updateTableRowStyle")
def update_table_row_style(editor: Editor, body: Json) -> None:
    """Smallest heights of rows and the like; without `rowIndices` of all."""
    paths = mask(body, "TableRowStyle")
    _, _, node = _table(editor, need(body, "tableStartLocation"))
    for row in _chosen(node["table"]["tableRows"], body.get("rowIndices"), "row"):
        apply_paths(row.setdefault("tableRowStyle", {}), tidy(body.get("tableRowStyle", {})), paths)


@REQUESTS.handles("pinTableHeaderRows")
def pin_table_header_rows(editor: Editor, body: Json) -> None:
    """Make the first rows headers, which every page repeats, and the others plain rows."""
    _, _, node = _table(editor, need(body, "tableStartLocation"))
    rows, pinned = node["table"]["tableRows"], body.get("pinnedHeaderRowsCount", 0)
    if not 0 <= pinned <= len(rows):
        raise RequestError(f"The number of pinned header rows must be between 0 and {len(rows)}.")
    for number, row in enumerate(rows):
        row.setdefault("tableRowStyle", {})["tableHeader"] = number < pinned


def _chosen(items: list[Json], indices: list[int] | None, what: str) -> list[Json]:
    if any(not 0 <= index < len(items) for index in indices or ()):
        raise RequestError(f"A {what} index must be less than the number of {what}s, {len(items)}.")
    return [items[index] for index in indices] if indices else items
