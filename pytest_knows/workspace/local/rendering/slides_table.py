"""Tables of slides."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points, pt, tag
from pytest_knows.workspace.local.rendering.slides_geometry import Placed
from pytest_knows.workspace.local.rendering.slides_text import text_html
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css

_ALIGN = {"MIDDLE": "middle", "BOTTOM": "bottom"}
_BORDER = "1pt solid rgb(158,158,158)"  # the grey of a new table's borders
_PADDING = 7.2  # points: 91425 EMU


def slide_table_html(one: Placed, table: Json, page: Json, theme: Theme) -> str:
    """A `Table` at its place; widths and heights are its columns' and rows' own."""
    columns = [points(column.get("columnWidth")) for column in items(table.get("tableColumns"))]
    cols = "".join(tag("col", "", {"width": pt(width)}) for width in columns)
    rows = "".join(_row(row, page, theme) for row in items(table.get("tableRows")))
    css: Css = {"border-collapse": "collapse", "table-layout": "fixed", "width": pt(sum(columns) or one.width)}
    return tag("div", tag("table", cols + rows, css), {**one.css(), "width": "auto", "height": "auto"})


def _row(row: Json, page: Json, theme: Theme) -> str:
    cells = [cell for cell in items(row.get("tableCells")) if _span(cell, "rowSpan") and _span(cell, "columnSpan")]
    html = "".join(_cell(cell, page, theme) for cell in cells)
    return tag("tr", html, {"height": pt(points(row.get("rowHeight")))})


def _span(cell: Json, name: str) -> int:
    # The cells that a merged one covers have no span at all or 0; a lone cell has 1 or leaves it out.
    return int(number(cell.get(name), 1))


def _cell(cell: Json, page: Json, theme: Theme) -> str:
    properties = mapping(cell.get("tableCellProperties"))
    css: Css = {
        "border": _BORDER,
        "padding": pt(_PADDING),
        "vertical-align": _ALIGN.get(str(at(properties, "contentAlignment")), "top"),
        "background": theme.fill(page, properties.get("tableCellBackgroundFill")),
    }
    text = text_html(cell.get("text"), {}, page, theme)
    return tag("td", text, css, rowspan=_span(cell, "rowSpan"), colspan=_span(cell, "columnSpan"))
