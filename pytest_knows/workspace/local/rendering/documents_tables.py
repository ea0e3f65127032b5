"""Tables of documents as HTML tables with fixed column widths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points, pt, rgb, tag
from pytest_knows.workspace.local.rendering.text_css import Css

if TYPE_CHECKING:
    from pytest_knows.workspace.local.rendering.documents_blocks import Blocks

_SIDES = ("Top", "Right", "Bottom", "Left")
_DEFAULT_PADDING = 5.0  # points, as in a new table
_ALIGN = {"MIDDLE": "middle", "BOTTOM": "bottom"}


def table_html(table: Json, blocks: Blocks, width: float) -> str:
    """A `Table` in a column of that width (points)."""
    rows = items(table.get("tableRows"))
    count = max([1, *(len(items(row.get("tableCells"))) for row in rows)])
    widths = _column_widths(table, count, width)
    columns = "".join(tag("col", "", {"width": pt(column)}) for column in widths)
    covered: set[tuple[int, int]] = set()
    drawn = [_row(r, row, widths, covered, blocks) for r, row in enumerate(rows)]
    headers = _header_count(rows)
    # Chromium repeats a head on every page that the table goes on to, as Docs does with pinned rows.
    head = tag("thead", "".join(drawn[:headers])) if headers else ""
    body = tag("tbody", "".join(drawn[headers:]))
    css: Css = {"border-collapse": "collapse", "table-layout": "fixed", "width": pt(sum(widths))}
    return tag("table", columns + head + body, css)


def _header_count(rows: list[Json]) -> int:
    """How many rows at the top are headers."""
    plain = (r for r, row in enumerate(rows) if at(row, "tableRowStyle", "tableHeader") is not True)
    return next(plain, len(rows))


def _column_widths(table: Json, count: int, width: float) -> list[float]:
    properties = items(at(table, "tableStyle", "tableColumnProperties"))
    fixed = [points(p.get("width")) if p.get("widthType") == "FIXED_WIDTH" else 0.0 for p in properties[:count]]
    fixed += [0.0] * (count - len(fixed))
    open_columns = fixed.count(0.0)
    share = max(1.0, (width - sum(fixed)) / open_columns) if open_columns else 0.0
    return [own or share for own in fixed]


def _row(r: int, row: Json, widths: list[float], covered: set[tuple[int, int]], blocks: Blocks) -> str:
    html = ""
    for c, cell in enumerate(items(row.get("tableCells"))):
        if (r, c) in covered:
            continue
        style = mapping(cell.get("tableCellStyle"))
        rows, columns = (max(1, int(number(style.get(name), 1))) for name in ("rowSpan", "columnSpan"))
        columns = min(columns, len(widths) - c)
        covered.update((r + down, c + right) for down in range(min(rows, 1000)) for right in range(columns))
        padding = [points(style.get(f"padding{side}"), _DEFAULT_PADDING) for side in _SIDES]
        inner = max(1.0, sum(widths[c : c + columns]) - padding[1] - padding[3])
        content = blocks.blocks(items(cell.get("content")), inner)
        html += tag("td", content, _cell_css(style, padding), rowspan=rows, colspan=columns)
    height = points(at(row, "tableRowStyle", "minRowHeight"))
    whole = at(row, "tableRowStyle", "preventOverflow") is True
    return tag("tr", html, {"height": pt(height) if height else None, "break-inside": "avoid" if whole else None})


def _cell_css(style: Json, padding: list[float]) -> Css:
    fill = at(style, "backgroundColor", "color", "rgbColor")
    return {
        "padding": " ".join(pt(side) for side in padding),
        "vertical-align": _ALIGN.get(str(style.get("contentAlignment")), "top"),
        "background-color": rgb(fill) if fill is not None else None,
        **{f"border-{side.lower()}": _border(style.get(f"border{side}")) for side in _SIDES},
    }


def _border(border: object) -> str:
    if not isinstance(border, dict):
        return "1pt solid black"  # what Docs draws around the cells of a new table
    width = points(border.get("width"))
    dash = {"DOT": "dotted", "DASH": "dashed"}.get(str(border.get("dashStyle")), "solid")
    colour = at(border, "color", "color", "rgbColor")
    return f"{pt(width)} {dash} {rgb(colour)}" if width > 0 and colour is not None else "none"
