"""Tables of slides: rows grow with their text; borders lie over the edges and take no room."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points, pt, tag
from pytest_knows.workspace.local.rendering.slides_geometry import Placed
from pytest_knows.workspace.local.rendering.slides_text import text_html
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css

_ALIGN = {"MIDDLE": "middle", "BOTTOM": "bottom"}
_BORDER = "0.75pt solid rgb(158,158,158)"  # of a table that says nothing of its borders: those of a new one
_PADDING = 7.2  # points: 91425 EMU
_LINES = {"DOT": "dotted", "DASH": "dashed", "DASH_DOT": "dashed", "LONG_DASH": "dashed", "LONG_DASH_DOT": "dashed"}
_MOST = 1000  # lines that a cell may span

Edges = dict[tuple[int, int], str]
"""Row and column of an edge -> CSS border."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    page: Json
    theme: Theme
    columns: list[float]
    rows: list[float]
    horizontal: Edges | None
    vertical: Edges | None
    editing: bool


def slide_table_html(one: Placed, table: Json, page: Json, theme: Theme, *, editing: bool = False) -> str:
    """A `Table` at its place; widths and heights are its columns' and rows' own.

    `editing`: the text of a cell is in a box that names its row and column (`data-cell`).
    """
    rows = items(table.get("tableRows"))
    drawn = _Table(
        page=page,
        theme=theme,
        columns=[points(column.get("columnWidth")) for column in items(table.get("tableColumns"))],
        rows=[points(row.get("rowHeight")) for row in rows],
        horizontal=_edges(table.get("horizontalBorderRows"), page, theme),
        vertical=_edges(table.get("verticalBorderRows"), page, theme),
        editing=editing,
    )
    cols = "".join(tag("col", "", {"width": pt(width)}) for width in drawn.columns)
    lines = "".join(_row(drawn, number_, row) for number_, row in enumerate(rows))
    css: Css = {"table-layout": "fixed", "width": pt(sum(drawn.columns) or one.width)}
    place: Css = {**one.css(), "width": "auto", "height": "auto", "isolation": "isolate"}
    return tag("div", tag("table", cols + lines, css), place)


def _edges(rows: object, page: Json, theme: Theme) -> Edges | None:
    """The borders of a grid; None if the table has none at all."""
    cells = [cell for row in items(rows) for cell in items(row.get("tableBorderCells"))]
    found = {_place(cell): _border(cell.get("tableBorderProperties"), page, theme) for cell in cells}
    return found if found else None


def _place(cell: Json) -> tuple[int, int]:
    row, column = (int(number(at(cell, "location", name))) for name in ("rowIndex", "columnIndex"))
    return row, column


def _border(properties: object, page: Json, theme: Theme) -> str:
    colour, weight = theme.fill(page, at(properties, "tableBorderFill")), points(at(properties, "weight"))
    kind = _LINES.get(str(at(properties, "dashStyle")), "solid")
    return f"{pt(weight)} {kind} {colour}" if colour is not None and weight > 0 else ""


def _row(table: _Table, index: int, row: Json) -> str:
    cells = [cell for cell in items(row.get("tableCells")) if all(_spans(cell))]
    html = "".join(_cell(table, (index, column), cell) for column, cell in enumerate(cells))
    return tag("tr", html, {"height": pt(table.rows[index])})


def _spans(cell: Json) -> tuple[int, int]:
    # The cells that a merged one covers are left out or have a span of 0; a lone cell has 1 or leaves it out.
    rows, columns = (min(_MOST, int(number(cell.get(name), 1))) for name in ("rowSpan", "columnSpan"))
    return rows, columns


def _cell(table: _Table, position: tuple[int, int], cell: Json) -> str:
    properties = mapping(cell.get("tableCellProperties"))
    css: Css = {
        "position": "relative",
        "padding": pt(_PADDING),
        "vertical-align": _ALIGN.get(str(at(properties, "contentAlignment")), "top"),
        "background": table.theme.fill(table.page, properties.get("tableCellBackgroundFill")),
    }
    place = _place(cell) if "location" in cell else position
    rows, columns = _spans(cell)
    text = text_html(cell.get("text"), {}, table.page, table.theme, editing=table.editing)
    if table.editing:
        mark: dict[str, str | int] = {"data-cell": f"{place[0]},{place[1]}", "data-text": ""}
        text = tag("div", text, None, **mark)
    return tag("td", text + _borders(table, place, (rows, columns)), css, rowspan=rows, colspan=columns)


def _borders(table: _Table, place: tuple[int, int], spans: tuple[int, int]) -> str:
    """A line for every piece of the cell's edges: a merged cell may have different neighbours along a side."""
    (row, column), (rows, columns) = place, spans
    html = ""
    for offset, share, along in _pieces(table.columns, column, columns):
        for side, at_row in (("top", row), ("bottom", row + rows)):
            css = {"left": f"{offset:.4f}%", "width": f"{share:.4f}%"}
            html += _line("border-top", side, _edge(table.horizontal, at_row, along), css)
    for offset, share, along in _pieces(table.rows, row, rows):
        for side, at_column in (("left", column), ("right", column + columns)):
            css = {"top": f"{offset:.4f}%", "height": f"{share:.4f}%"}
            html += _line("border-left", side, _edge(table.vertical, along, at_column), css)
    return html


def _pieces(sizes: list[float], first: int, count: int) -> list[tuple[float, float, int]]:
    """Start and length in percent, and the line's number, of the lines that a cell spans."""
    lengths = sizes[first : first + count]
    total = sum(lengths)
    if count == 1 or total <= 0:
        return [(0.0, 100.0, first)]
    starts = [100 * sum(lengths[:n]) / total for n in range(len(lengths))]
    return [(start, 100 * one / total, first + n) for n, (start, one) in enumerate(zip(starts, lengths, strict=True))]


def _edge(edges: Edges | None, row: int, column: int) -> str:
    return _BORDER if edges is None else edges.get((row, column), "")


def _line(property_: str, side: str, border: str, along: dict[str, str]) -> str:
    if not border:
        return ""
    move = "translateY" if property_ == "border-top" else "translateX"
    shift = f"{move}({'-' if side in ('top', 'left') else ''}50%)"
    css: Css = {"position": "absolute", "z-index": "1", side: "0", property_: border, "transform": shift}
    return tag("div", "", {**css, **along})
