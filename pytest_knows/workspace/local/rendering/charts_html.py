"""Charts as plain drawings: columns, bars, lines, areas, points or sectors, with axes, categories and a legend."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, number, page, pt, tag
from pytest_knows.workspace.local.rendering.text_css import Css

DEFAULT_SIZE = (450.0, 278.25)
"""Points: 600 x 371 pixels, a new chart's size."""
_MOST_POINTS, _MOST_SERIES, _MOST_LABELS = 200, 20, 12
_COLOURS = ("#4285f4", "#ea4335", "#fbbc04", "#34a853", "#ff6d01", "#46bdc6")
"""The accents of a new spreadsheet's theme."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 44.0, 34.0, 12.0, 40.0
"""Points around the plot, for the title, the axes' labels and the legend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What a chart shows. `kind` is a `chartType` of the Sheets API, or PIE; each series has a name and numbers."""

    kind: str
    title: str
    categories: list[str]
    series: list[tuple[str, list[float]]]
    stacked: bool = False


def chart_html(chart: Json, sheets: list[Json], size: tuple[float, float] = DEFAULT_SIZE) -> str:
    """An `EmbeddedChart`, with the numbers and names that it reads from the tabs; `size` in pt."""
    return plot_html(_plot(chart, sheets), size)


def chart_page(plot: Plot, size: tuple[float, float] = DEFAULT_SIZE) -> tuple[str, int]:
    """A chart alone on a page of its size, and how wide that is in pixels."""
    rules = f"@page{{size:{pt(size[0])} {pt(size[1])};margin:0}}"
    return page(plot_html(plot, size), rules), round(size[0] / 0.75)


def sheet_chart_page(chart: Json, sheets: list[Json]) -> tuple[str, int]:
    """The same of an `EmbeddedChart` in the size of a new one."""
    return chart_page(_plot(chart, sheets))


def _plot(chart: Json, sheets: list[Json]) -> Plot:
    spec = at(chart, "spec")
    pie, basic = at(spec, "pieChart"), at(spec, "basicChart")
    headed = 0 if pie else int(number(at(basic, "headerCount")))
    data = [at(pie, "series")] if pie else [at(item, "series") for item in items(at(basic, "series"))]
    domains = [at(pie, "domain")] if pie else [at(item, "domain") for item in items(at(basic, "domains"))]
    columns = [_cells(one, sheets) for one in data[:_MOST_SERIES]]
    names = [str(at(cells[0], "formattedValue") or "") if headed and cells else "" for cells in columns]
    shown = [str(at(cell, "formattedValue") or "") for cell in (_cells(domains[0], sheets) if domains else [])]
    rows = [n for n in range(headed, max(map(len, columns), default=0)) if headed or _is_data(columns, n)]
    return Plot(
        kind="PIE" if pie else str(at(basic, "chartType") or ""),
        title=str(at(spec, "title") or ""),
        categories=[shown[n] for n in rows if n < len(shown)],
        series=[
            (name, [_value(cells[n]) for n in rows if n < len(cells)])
            for name, cells in zip(names, columns, strict=True)
        ],
        stacked="STACKED" in str(at(basic, "stackedType") or "NONE"),
    )


def _cells(data: object, sheets: list[Json]) -> list[Json]:
    """The cells of the first source of a ChartData."""
    source = next(iter(items(at(data, "sourceRange", "sources"))), {})
    wanted = number(source.get("sheetId"))
    sheet = next((tab for tab in sheets if number(at(tab, "properties", "sheetId")) == wanted), {})
    if not source:
        return []
    rows = [items(row.get("values")) for grid in items(sheet.get("data"))[:1] for row in items(grid.get("rowData"))]
    top, left = (max(0, int(number(source.get(name)))) for name in ("startRowIndex", "startColumnIndex"))
    bottom = max(top, int(number(source.get("endRowIndex"), len(rows))))
    right = max(left, int(number(source.get("endColumnIndex"), left + 1)))
    return [cell for row in rows[top:bottom] for cell in row[left:right]][: _MOST_POINTS + 1]


def _is_data(columns: list[list[Json]], row: int) -> bool:
    """Whether a row is none of headers, where the chart does not say how many are: some series has a number there."""
    return any(row < len(cells) and _is_number(cells[row]) for cells in columns)


def _is_number(cell: Json) -> bool:
    return isinstance(at(cell, "effectiveValue", "numberValue"), int | float)


def _value(cell: Json) -> float:
    return number(at(cell, "effectiveValue", "numberValue"))


def plot_html(plot: Plot, size: tuple[float, float]) -> str:
    """A framed drawing of that size in pt."""
    width, height = (max(side, 1.0) for side in size)
    series = [(name, values[:_MOST_POINTS]) for name, values in plot.series[:_MOST_SERIES] if values]
    drawn = "".join(_drawn(plot, series, width, height)) if series else ""
    title = _text(plot.title, 8, 18, "start", "bold 12px")
    css: Css = {
        "display": "block", "width": pt(width), "height": pt(height), "outline": "0.5pt solid #ccc",
        "background": "#fff", "break-inside": "avoid", "overflow": "hidden",
    }  # fmt: skip
    return tag("svg", title + drawn, css, viewBox=f"0 0 {width:.2f} {height:.2f}")


def _drawn(plot: Plot, series: list[tuple[str, list[float]]], width: float, height: float) -> Iterator[str]:
    names = plot.categories if plot.kind == "PIE" else [name for name, _ in series]
    yield _legend(names[: len(series[0][1]) if plot.kind == "PIE" else len(series)], height)
    room = (_LEFT, _TOP, max(width - _LEFT - _RIGHT, 1), max(height - _TOP - _BOTTOM, 1))
    if plot.kind == "PIE":
        yield _pie(series[0][1], room)
        return
    levels = [value for _, values in series for value in values]
    if plot.stacked:
        length = max(len(values) for _, values in series)
        levels = [sum(values[place] for _, values in series if place < len(values)) for place in range(length)]
    low, high = min(0.0, *levels), max(0.0, *levels)
    if not math.isfinite(high - low) or high == low:
        return
    yield _axes(plot, room, low, high)
    yield from _marks(plot, series, room, (low, high))


def _legend(names: list[str], height: float) -> str:
    parts, x = "", 8.0
    for place, name in enumerate(names):
        if name:
            box = tag("rect", x=f"{x:.1f}", y=f"{height - 13:.1f}", width=8, height=8, fill=_colour(place))
            parts += box + _text(name[:24], x + 11, height - 6, "start")
            x += 20 + 5 * min(len(name), 24)
    return parts


def _axes(plot: Plot, room: tuple[float, ...], low: float, high: float) -> str:
    """Five lines with their values, and the categories; bars have them the other way round."""
    left, top, width, height = room
    lines = ""
    for step in range(5):
        label, share = f"{low + (high - low) * step / 4:.4g}", step / 4
        if plot.kind == "BAR":
            x = left + share * width
            lines += _line(x, top, x, top + height) + _text(label, x, top + height + 10, "middle")
        else:
            y = top + (1 - share) * height
            lines += _line(left, y, left + width, y) + _text(label, left - 4, y + 3, "end")
    count = max(len(values) for _, values in plot.series)
    for place, name in enumerate(plot.categories[:count]):
        if place % max(1, math.ceil(count / _MOST_LABELS)) == 0:
            along = (place + 0.5) / count
            lines += (
                _text(name[:8], left - 4, top + along * height + 3, "end")
                if plot.kind == "BAR"
                else _text(name[:14], left + along * width, top + height + 10, "middle")
            )
    return lines


def _marks(
    plot: Plot, series: list[tuple[str, list[float]]], room: tuple[float, ...], span: tuple[float, float]
) -> Iterator[str]:
    left, top, width, height = room
    low, high = span
    count = max(len(values) for _, values in series)
    bases = [0.0] * count
    for place, (_, values) in enumerate(series):
        points = []
        for index, value in enumerate(values):
            base = bases[index] if plot.stacked else 0.0
            bases[index] += value
            start, end = ((level - low) / (high - low) for level in (base, base + value))
            points.append((left + (index + 0.5) / count * width, top + (1 - end) * height))
            if plot.kind not in ("LINE", "AREA", "STEPPED_AREA", "SCATTER"):
                slot, thick = 1 / count, 0.8 / count / (1 if plot.stacked else len(series))
                along = index * slot + 0.1 * slot + (0 if plot.stacked else place * thick)
                yield _bar(plot.kind == "BAR", room, (along, thick), (min(start, end), abs(end - start)), place)
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        zero = top + (1 - (0 - low) / (high - low)) * height
        if plot.kind == "LINE":
            yield tag("polyline", "", {"stroke-width": "2"}, points=path, fill="none", stroke=_colour(place))
        elif plot.kind in ("AREA", "STEPPED_AREA"):
            closed = f"{points[0][0]:.2f},{zero:.2f} {path} {points[-1][0]:.2f},{zero:.2f}"
            yield tag("polygon", "", {"fill-opacity": "0.6"}, points=closed, fill=_colour(place))
        elif plot.kind == "SCATTER":
            yield from (tag("circle", cx=f"{x:.2f}", cy=f"{y:.2f}", r=3, fill=_colour(place)) for x, y in points)


def _bar(flat: bool, room: tuple[float, ...], across: tuple[float, float], up: tuple[float, float], place: int) -> str:
    """A bar: where it begins and how much it takes of the axis of categories, and of that of values."""
    left, top, width, height = room
    if flat:
        x, y, wide, tall = left + up[0] * width, top + across[0] * height, up[1] * width, across[1] * height
    else:
        x, wide = left + across[0] * width, across[1] * width
        y, tall = top + (1 - up[0] - up[1]) * height, up[1] * height
    return tag("rect", x=f"{x:.2f}", y=f"{y:.2f}", width=f"{wide:.2f}", height=f"{tall:.2f}", fill=_colour(place))


def _pie(numbers: list[float], room: tuple[float, ...]) -> str:
    """Sectors from the top, clockwise, as large as their share."""
    left, top, width, height = room
    x, y, radius = left + width / 2, top + height / 2, min(width, height) / 2
    whole = sum(map(abs, numbers))
    if not whole or not math.isfinite(whole):
        return ""
    sectors, turned = "", 0.0
    for place, value in enumerate(numbers):
        start, turned = turned, turned + abs(value) / whole
        (from_x, from_y), (to_x, to_y) = (
            (x + radius * math.sin(2 * math.pi * turn), y - radius * math.cos(2 * math.pi * turn))
            for turn in (start, turned)
        )
        arc = f"A{radius:.3f} {radius:.3f} 0 {int(turned - start > 0.5)} 1 {to_x:.3f} {to_y:.3f}Z"
        path = f"M{x:.3f} {y:.3f}L{from_x:.3f} {from_y:.3f}{arc}"
        full = turned - start > 0.9999
        circle = tag("circle", cx=f"{x:.3f}", cy=f"{y:.3f}", r=f"{radius:.3f}", fill=_colour(place))
        sectors += circle if full else tag("path", d=path, fill=_colour(place))
    return sectors


def _colour(place: int) -> str:
    return _COLOURS[place % len(_COLOURS)]


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return tag("line", x1=f"{x:.2f}", y1=f"{y:.2f}", x2=f"{to_x:.2f}", y2=f"{to_y:.2f}", stroke="#e0e0e0")


def _text(text: str, x: float, y: float, anchor: str, font: str = "9px") -> str:
    css: Css = {"font": f"{font} Arial,sans-serif", "text-anchor": anchor}
    return tag("text", escape(text), css, x=f"{x:.1f}", y=f"{y:.1f}") if text else ""
