"""A spreadsheet as HTML: every visible tab a table of its used cells, with charts and pictures over them."""

from __future__ import annotations

from collections.abc import Iterator

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
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.sheets_floating import Floating, ImagePainter, floating
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
    "table.plain td{border-color:transparent}"
    "h1{font:bold 12pt Arial,sans-serif;margin:0 0 6pt}"
)
_ALIGN = {"LEFT": "left", "CENTER": "center", "RIGHT": "right"}
_BORDERS = {
    "DOTTED": (1, "dotted"), "DASHED": (1, "dashed"), "SOLID": (1, "solid"), "SOLID_MEDIUM": (2, "solid"),
    "SOLID_THICK": (3, "solid"), "DOUBLE": (3, "double"),
}  # fmt: skip
"""Pixels and CSS style of each border style, as the API documents them."""
_VERTICAL = {"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom"}


def spreadsheet_html(book: Json, pictures: Pictures) -> str:
    """The HTML of a `Spreadsheet` with grid data, on US Letter pages in landscape format.

    `pictures` of a tab lie over its cells as its charts do.
    """
    visible = [sheet for sheet in items(book.get("sheets")) if not at(sheet, "properties", "hidden")]
    sheets = items(book.get("sheets"))
    pages = (tag("div", _sheet(sheet, sheets, pictures), {"break-after": "page"}) for sheet in visible)
    return page("".join(pages), _RULES)


def _sheet(sheet: Json, sheets: list[Json], pictures: Pictures) -> str:
    title = at(sheet, "properties", "title")
    grid = next(iter(items(sheet.get("data"))), {})
    rows = items(grid.get("rowData"))
    count = max([0, *(len(items(row.get("values"))) for row in rows)])
    over, below = floating(sheet, sheets, pictures, (len(rows), count))
    return tag("h1", escape(str(title or ""))) + _table(sheet, grid, over, pictures) + "".join(below)


def _table(sheet: Json, grid: Json, over: list[Floating], pictures: Pictures) -> str:
    rows = items(grid.get("rowData"))
    rows += [{}] * (max([0, *(item.last_row + 1 for item in over)]) - len(rows))
    count = max([0, *(len(items(row.get("values"))) for row in rows), *(item.column + 1 for item in over)])
    metadata = _padded(items(grid.get("columnMetadata")), count)
    widths = [number(column.get("pixelSize"), _COLUMN_WIDTH) * _PIXEL for column in metadata]
    heads = _padded(items(grid.get("rowMetadata")), len(rows))
    heights = [0 if _hidden(line) else number(line.get("pixelSize"), _ROW_HEIGHT) * _PIXEL for line in heads]
    shown = [not _hidden(line) for line in heads]
    covered, spans = _merges(sheet, shown, count)
    placed = _placed(over, shown, spans)
    painter = ImagePainter(rows, pictures)
    lines = []
    for r, row in enumerate(rows):
        cells = _padded(items(mapping(row).get("values")), count)
        if not shown[r]:
            continue
        html = ""
        for c, cell in enumerate(cells):
            if (r, c) not in covered:
                down, across = spans.get((r, c), (1, 1))
                image = painter.image(cell, sum(widths[c : c + across]), sum(heights[r : r + down]))
                html += _cell(cell, spans.get((r, c)), image, placed.get((r, c), ""))
        lines.append(tag("tr", html, {"height": pt(heights[r])}))
    columns = "".join(
        tag("col", "", {"width": pt(width), "visibility": "collapse" if _hidden(column) else None})
        for width, column in zip(widths, metadata, strict=True)
    )
    plain = {"class": "plain"} if at(sheet, "properties", "gridProperties", "hideGridlines") is True else {}
    return tag("table", columns + "".join(lines), {"width": pt(sum(widths))}, **plain)


def _placed(over: list[Floating], shown: list[bool], spans: dict[_Place, _Place]) -> dict[_Place, str]:
    """The HTML of what lies over the cells, by the cell that it hangs on: one that is there, of a merge the first."""
    found: dict[_Place, str] = {}
    for item in over:
        row = next((row for row in range(item.row, len(shown)) if shown[row]), item.row)
        place = next(
            (top, left)
            for (top, left), (down, across) in [*spans.items(), ((row, item.column), (1, 1))]
            if top <= row < top + down and left <= item.column < left + across
        )
        found[place] = found.get(place, "") + item.html
    return found


def _hidden(metadata: Json) -> bool:
    """Whether a row or column takes no room."""
    return metadata.get("hiddenByUser") is True or metadata.get("hiddenByFilter") is True


def _padded(given: list[Json], count: int) -> list[Json]:
    return [*given[:count], *({} for _ in range(count - len(given)))]


def _merges(
    sheet: Json, shown: list[bool], columns: int
) -> tuple[set[tuple[int, int]], dict[tuple[int, int], tuple[int, int]]]:
    """The cells that merges cover, and the spans of their upper-left cells in rows that are shown, and columns."""
    covered: set[_Place] = set()
    spans: dict[_Place, _Place] = {}
    for merge in items(sheet.get("merges")):
        top, bottom = (int(number(merge.get(f"{edge}RowIndex"))) for edge in ("start", "end"))
        left, right = (int(number(merge.get(f"{edge}ColumnIndex"))) for edge in ("start", "end"))
        if bottom - top <= 0 or right - left <= 0:
            continue
        first = next((row for row in range(max(top, 0), min(bottom, len(shown))) if shown[row]), top)
        spans[first, left] = (sum(shown[max(top, 0) : max(bottom, 0)]) or 1, right - left)
        covered |= set(_inside(top, min(bottom, len(shown)), left, min(right, columns))) - {(first, left)}
    return covered, spans


def _inside(top: int, bottom: int, left: int, right: int) -> Iterator[_Place]:
    cells = ((r, c) for r in range(top, bottom) for c in range(left, right))
    return (cell for cell in cells if cell != (top, left))


def _cell(cell: Json, span: _Place | None, image: str, over: str) -> str:
    """`image`: what an IMAGE formula shows; `over`: what lies over the cells from here on."""
    style = mapping(cell.get("effectiveFormat") or cell.get("userEnteredFormat"))
    rows, columns = span or (1, 1)
    css = _cell_css(cell, style) | _borders_css(mapping(style.get("borders")))
    css |= {"position": "relative", "overflow": None} if over else {}
    return tag("td", (image or _content(cell)) + over, css, rowspan=rows, colspan=columns)


def _content(cell: Json) -> str:
    """What the cell shows: its text in runs, or a box for a truth value that is edited as one."""
    text = str(cell.get("formattedValue") or "")
    if at(cell, "dataValidation", "condition", "type") == "BOOLEAN":
        return {"TRUE": "\u2611", "FALSE": "\u2610"}.get(text, escape(text))
    runs = [
        (int(number(run.get("startIndex"))), mapping(run.get("format"))) for run in items(cell.get("textFormatRuns"))
    ]
    starts = [start for start, _ in runs]
    if not starts or starts != sorted(set(starts)) or starts[0] < 0:
        return _lines(text)
    units = text.encode("utf-16-le")  # indices count UTF-16 code units
    parts = [_lines(_piece(units, 0, starts[0]))]
    for (start, style), end in zip(runs, [*starts[1:], len(units) // 2], strict=True):
        parts.append(tag("span", _lines(_piece(units, start, end)), _text_css(style)))
    return "".join(parts)


def _piece(units: bytes, start: int, end: int) -> str:
    return units[2 * start : 2 * end].decode("utf-16-le", "replace")


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _borders_css(borders: Json) -> Css:
    css: Css = {}
    for edge in ("top", "bottom", "left", "right"):
        border = mapping(borders.get(edge))
        if str(border.get("style")) in _BORDERS:
            width, line = _BORDERS[str(border["style"])]
            css[f"border-{edge}"] = f"{pt(width * _PIXEL)} {line} {_colour(border, 'color') or '#000'}"
    return css


def _cell_css(cell: Json, style: Json) -> Css:
    text = mapping(style.get("textFormat"))
    value = mapping(cell.get("effectiveValue"))
    natural = "right" if "numberValue" in value else "center" if value.keys() & {"boolValue", "errorValue"} else "left"
    wrap = style.get("wrapStrategy") == "WRAP"
    return _text_css(text) | {
        "background-color": _colour(style, "backgroundColor"),
        "text-align": _ALIGN.get(str(style.get("horizontalAlignment")), natural),
        "vertical-align": _VERTICAL.get(str(style.get("verticalAlignment"))),
        "white-space": "pre-wrap" if wrap else "nowrap",
        "overflow": "hidden" if not wrap and style.get("wrapStrategy") == "CLIP" else None,
    }


def _text_css(text: Json) -> Css:
    """CSS of a sheet's `TextFormat`."""
    size = number(text.get("fontSize"))
    lines = [css for name, css in (("underline", "underline"), ("strikethrough", "line-through")) if text.get(name)]
    return {
        "color": _colour(text, "foregroundColor"),
        "font-family": font_family(text.get("fontFamily")),
        "font-size": pt(size) if size > 0 else None,
        "font-weight": "bold" if text.get("bold") else None,
        "font-style": "italic" if text.get("italic") else None,
        "text-decoration": " ".join(lines) or None,
    }


def _colour(style: Json, name: str) -> str | None:
    found = at(style, f"{name}Style", "rgbColor")
    found = style.get(name) if found is None else found
    return None if found is None else rgb(found)
