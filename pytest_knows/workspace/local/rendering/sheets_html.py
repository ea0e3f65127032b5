"""A spreadsheet as HTML: every visible tab a table of its used cells, its charts as plain drawings below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from pytest_knows.workspace.local.rendering.charts_html import chart_html
from pytest_knows.workspace.local.rendering.markup import (
    Json,
    at,
    escape,
    font_family,
    items,
    mapping,
    number,
    page,
    pt,
    rgb,
    tag,
)
from pytest_knows.workspace.local.rendering.text_css import Css

_Place = tuple[int, int]
"""Row and column, or how many of them."""

_PIXEL = 0.75  # points to a pixel of a sheet
_COLUMN_WIDTH = 100.0  # pixels, a new column's
_ROW_HEIGHT = 21.0  # pixels, a new row's
_RULES = (
    "@page{size:792pt 612pt;margin:36pt}html{print-color-adjust:exact}"
    "table{border-collapse:collapse;table-layout:fixed;width:0}"
    "td{border:0.5pt solid #ccc;padding:1.5pt 2.25pt;font:10pt Arial,sans-serif;vertical-align:bottom}"
    "h1{font:bold 12pt Arial,sans-serif;margin:0 0 6pt}"
)
_ALIGN = {"LEFT": "left", "CENTER": "center", "RIGHT": "right"}
_VERTICAL = {"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom"}


def spreadsheet_html(book: Json) -> str:
    """The HTML of a `Spreadsheet` with grid data, on US Letter pages in landscape format."""
    visible = [sheet for sheet in items(book.get("sheets")) if not at(sheet, "properties", "hidden")]
    pages = (tag("div", _sheet(sheet), {"break-after": "page"}) for sheet in visible)
    return page("".join(pages), _RULES)


def _sheet(sheet: Json) -> str:
    title = at(sheet, "properties", "title")
    grid = next(iter(items(sheet.get("data"))), {})
    charts = [chart_html(chart, sheet) for chart in items(sheet.get("charts"))]
    return tag("h1", escape(str(title or ""))) + _table(sheet, grid) + "".join(charts)


def _table(sheet: Json, grid: Json) -> str:
    rows = items(grid.get("rowData"))
    count = max([0, *(len(items(row.get("values"))) for row in rows)])
    widths = [
        number(column.get("pixelSize"), _COLUMN_WIDTH) * _PIXEL
        for column in _padded(items(grid.get("columnMetadata")), count)
    ]
    covered, spans = _merges(sheet, len(rows), count)
    lines = []
    for r, (row, metadata) in enumerate(zip_longest(rows, items(grid.get("rowMetadata"))[: len(rows)])):
        cells = _padded(items(mapping(row).get("values")), count)
        html = "".join(_cell(cell, spans.get((r, c))) for c, cell in enumerate(cells) if (r, c) not in covered)
        height = number(mapping(metadata).get("pixelSize"), _ROW_HEIGHT) * _PIXEL
        lines.append(tag("tr", html, {"height": pt(height)}))
    columns = "".join(tag("col", "", {"width": pt(width)}) for width in widths)
    return tag("table", columns + "".join(lines), {"width": pt(sum(widths))})


def _padded(given: list[Json], count: int) -> list[Json]:
    return [*given[:count], *({} for _ in range(count - len(given)))]


def _merges(
    sheet: Json, rows: int, columns: int
) -> tuple[set[tuple[int, int]], dict[tuple[int, int], tuple[int, int]]]:
    """The drawn cells that merges cover, and the spans of their upper-left cells."""
    covered: set[_Place] = set()
    spans: dict[_Place, _Place] = {}
    for merge in items(sheet.get("merges")):
        top, bottom = (int(number(merge.get(f"{edge}RowIndex"))) for edge in ("start", "end"))
        left, right = (int(number(merge.get(f"{edge}ColumnIndex"))) for edge in ("start", "end"))
        if bottom - top <= 0 or right - left <= 0:
            continue
        spans[top, left] = (bottom - top, right - left)
        covered |= set(_inside(top, min(bottom, rows), left, min(right, columns)))
    return covered, spans


def _inside(top: int, bottom: int, left: int, right: int) -> Iterator[_Place]:
    cells = ((r, c) for r in range(top, bottom) for c in range(left, right))
    return (cell for cell in cells if cell != (top, left))


def _cell(cell: Json, span: _Place | None) -> str:
    style = mapping(cell.get("effectiveFormat") or cell.get("userEnteredFormat"))
    text = escape(str(cell.get("formattedValue") or "")).replace("\n", "<br>")
    rows, columns = span or (1, 1)
    return tag("td", text, _cell_css(cell, style), rowspan=rows, colspan=columns)


def _cell_css(cell: Json, style: Json) -> Css:
    text = mapping(style.get("textFormat"))
    value = mapping(cell.get("effectiveValue"))
    natural = "right" if "numberValue" in value else "center" if value.keys() & {"boolValue", "errorValue"} else "left"
    fill, ink = _colour(style, "backgroundColor"), _colour(text, "foregroundColor")
    size = number(text.get("fontSize"))
    lines = [css for name, css in (("underline", "underline"), ("strikethrough", "line-through")) if text.get(name)]
    wrap = style.get("wrapStrategy") == "WRAP"
    return {
        "background-color": fill,
        "color": ink,
        "font-family": font_family(text.get("fontFamily")),
        "font-size": pt(size) if size > 0 else None,
        "font-weight": "bold" if text.get("bold") else None,
        "font-style": "italic" if text.get("italic") else None,
        "text-decoration": " ".join(lines) or None,
        "text-align": _ALIGN.get(str(style.get("horizontalAlignment")), natural),
        "vertical-align": _VERTICAL.get(str(style.get("verticalAlignment"))),
        "white-space": "pre-wrap" if wrap else "nowrap",
        "overflow": "hidden" if not wrap and style.get("wrapStrategy") == "CLIP" else None,
    }


def _colour(style: Json, name: str) -> str | None:
    found = at(style, f"{name}Style", "rgbColor")
    found = style.get(name) if found is None else found
    return None if found is None else rgb(found)
