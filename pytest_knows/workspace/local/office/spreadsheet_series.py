"""How a chart draws a series: its line, its points, its colour; from an .xlsx and into one."""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.markup import Element, amount, attribute, find, hex_colour
from pytest_knows.workspace.local.office.spreadsheet_drawings import EMU_PER_PIXEL

_DASHES = {"solid": "SOLID", "sysDot": "DOTTED", "dot": "DOTTED", "dash": "MEDIUM_DASHED", "sysDash": "MEDIUM_DASHED",
           "dashDot": "MEDIUM_DASHED_DOTTED", "sysDashDot": "MEDIUM_DASHED_DOTTED", "lgDash": "LONG_DASHED",
           "lgDashDot": "LONG_DASHED_DOTTED", "lgDashDotDot": "LONG_DASHED_DOTTED"}  # fmt: skip
_SHAPES = {"circle": "CIRCLE", "dot": "CIRCLE", "diamond": "DIAMOND", "square": "SQUARE", "star": "STAR",
           "triangle": "TRIANGLE", "x": "X_MARK"}  # fmt: skip
# The first name of each is the one that is written.
_DASH_NAMES = {name: dash for dash, name in reversed(_DASHES.items())}
_SYMBOLS = {name: shape for shape, name in reversed(_SHAPES.items())}
_FILLED = ("COLUMN", "BAR", "AREA", "PIE")
"""Kinds whose colour is that of an area; the line around it is no series' line."""
_POINT_SIZE = 7.0
"""Of a marker whose size nobody stated (Excel's and Google's default)."""


def look_of(kind: str, series: Element) -> Json:
    """`lineStyle`, `pointStyle` and `colorStyle` of a BasicChartSeries, as far as a `c:ser` states them."""
    line = find(series, "c:spPr/a:ln")
    holders = [find(series, "c:spPr")] if kind in _FILLED else [line, find(series, "c:marker/c:spPr")]
    codes = (attribute(find(holder, "a:solidFill/a:srgbClr"), "val") for holder in holders)
    colour = next((colour for code in codes if (colour := hex_colour(code)) is not None), None)
    found: Json = {"colorStyle": {"rgbColor": colour}} if colour is not None else {}
    if kind in _FILLED:
        return found
    scattered = kind == "SCATTER"  # without anything said, circles and no line
    dash, width = _DASHES.get(attribute(find(line, "a:prstDash"), "val")), round(amount(line, "w") / EMU_PER_PIXEL)
    if find(line, "a:noFill") is not None:
        found |= {} if scattered else {"lineStyle": {"type": "INVISIBLE"}}
    elif dash and (dash != "SOLID" or width > 0 or scattered):
        found["lineStyle"] = {"type": dash, **({"width": width} if width > 0 else {})}
    shape = _SHAPES.get(attribute(find(series, "c:marker/c:symbol"), "val"))
    size = amount(find(series, "c:marker/c:size"), "val")
    if shape and (size or shape != "CIRCLE" or not scattered):
        found["pointStyle"] = {"size": size or _POINT_SIZE, "shape": shape}
    return found


def draw(made: Any, kind: str, stated: Json) -> None:
    """The inverse, for a series of openpyxl."""
    properties = made.graphicalProperties
    colour = stated.get("colorStyle", {}).get("rgbColor", stated.get("color"))
    code = None if colour is None else "".join(f"{round(255 * colour.get(c, 0)):02X}" for c in ("red", "green", "blue"))
    if kind in _FILLED:
        if code:
            properties.solidFill = code
        return
    line = stated.get("lineStyle", {})
    if line.get("type") == "INVISIBLE" or (kind == "SCATTER" and not line.get("type")):
        properties.line.noFill = True
    else:
        properties.line.prstDash = _DASH_NAMES.get(line.get("type", ""))
        properties.line.width = line["width"] * EMU_PER_PIXEL if line.get("width") else None
        properties.line.solidFill = code
    point = stated.get("pointStyle", {})
    if point.get("size") or kind == "SCATTER":
        made.marker.symbol = _SYMBOLS.get(point.get("shape", ""), "circle")
        made.marker.graphicalProperties.solidFill = code
        made.marker.size = min(max(round(point["size"]), 2), 72) if point.get("size") else None
