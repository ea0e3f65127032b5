"""Charts as plain drawings: the title and one bar, or one sector of a pie, per number of the first series.

This says that a chart is there and where; no rule reads its form.
"""

from __future__ import annotations

import math

from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, number, page, pt, tag
from pytest_knows.workspace.local.rendering.text_css import Css

DEFAULT_SIZE = (450.0, 278.25)
"""Points: 600 x 371 pixels, a new chart's size."""
_MOST_BARS = 60
_SECTORS = (
    "#4285f4",
    "#ea4335",
    "#fbbc04",
    "#34a853",
    "#ff6d01",
    "#46bdc6",
)  # the accents of a new spreadsheet's theme


def chart_html(chart: Json, sheet: Json, size: tuple[float, float] = DEFAULT_SIZE) -> str:
    """An `EmbeddedChart` of a sheet, with the numbers that its first series reads from that sheet; `size` in pt."""
    title = at(chart, "spec", "title")
    numbers = _numbers(chart, sheet)[:_MOST_BARS]
    heading = tag("div", escape(str(title or "")), {"font": "bold 12pt Arial,sans-serif", "padding": "6pt"})
    width, height = size
    css: dict[str, str | None] = {
        "width": pt(width), "height": pt(height), "border": "0.5pt solid #ccc", "background": "#fff",
        "break-inside": "avoid", "overflow": "hidden",
    }  # fmt: skip
    draw = _pie if at(chart, "spec", "pieChart") else _bars
    room: Css = {"width": pt(max(width - 24, 1)), "height": pt(max(height - 60, 1)), "margin": "0 12pt"}
    return tag("div", heading + draw(numbers, room), css)


def chart_page(chart: Json, sheet: Json) -> tuple[str, int]:
    """A chart alone on a page of its size, and how wide that is in pixels."""
    width, height = DEFAULT_SIZE
    rules = f"@page{{size:{pt(width)} {pt(height)};margin:0}}"
    return page(chart_html(chart, sheet), rules), round(width / 0.75)


def _numbers(chart: Json, sheet: Json) -> list[float]:
    source = _first_source(chart)
    rows = [items(row.get("values")) for grid in items(sheet.get("data"))[:1] for row in items(grid.get("rowData"))]
    top, left = (max(0, int(number(source.get(name)))) for name in ("startRowIndex", "startColumnIndex"))
    bottom = max(top, int(number(source.get("endRowIndex"), len(rows))))
    right = max(left, int(number(source.get("endColumnIndex"), left + 1)))
    cells = [cell for row in rows[top:bottom] for cell in row[left:right]]
    values = (at(cell, "effectiveValue", "numberValue") for cell in cells)
    return [number(value) for value in values if isinstance(value, int | float)]


def _first_source(chart: Json) -> Json:
    series = items(at(chart, "spec", "basicChart", "series"))
    data = at(series[0], "series") if series else at(chart, "spec", "pieChart", "series")
    sources = items(at(data, "sourceRange", "sources"))
    return sources[0] if sources else {}


def _bars(numbers: list[float], css: Css) -> str:
    largest = max((abs(value) for value in numbers), default=0.0)
    if not largest:
        return ""
    step = 100 / len(numbers)
    bars = [
        tag(
            "rect",
            "",
            None,
            x=f"{(place + 0.1) * step:.3f}",
            y=f"{100 - 100 * abs(value) / largest:.3f}",
            width=f"{0.8 * step:.3f}",
            height=f"{100 * abs(value) / largest:.3f}",
            fill="#4285f4",
        )
        for place, value in enumerate(numbers)
    ]
    return tag("svg", "".join(bars), css, viewBox="0 0 100 100", preserveAspectRatio="none")


def _pie(numbers: list[float], css: Css) -> str:
    """Sectors from the top, clockwise, as large as their share."""
    whole = sum(map(abs, numbers))
    if not whole or not math.isfinite(whole):
        return ""
    sectors, turned = "", 0.0
    for place, value in enumerate(numbers):
        start, turned = turned, turned + abs(value) / whole
        (x, y), (to_x, to_y) = (
            (50 + 50 * math.sin(2 * math.pi * turn), 50 - 50 * math.cos(2 * math.pi * turn)) for turn in (start, turned)
        )
        large = int(turned - start > 0.5)
        arc = f"M50 50L{x:.3f} {y:.3f}A50 50 0 {large} 1 {to_x:.3f} {to_y:.3f}Z"
        fill = _SECTORS[place % len(_SECTORS)]
        full = turned - start > 0.9999
        sectors += tag("circle", cx=50, cy=50, r=50, fill=fill) if full else tag("path", d=arc, fill=fill)
    return tag("svg", sectors, css, viewBox="0 0 100 100")
