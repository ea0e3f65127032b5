"""Lines and connectors with their heads."""

from __future__ import annotations

import math

from pytest_knows.workspace.local.rendering.markup import Json, mapping, points, tag
from pytest_knows.workspace.local.rendering.slides_forms import Point, polygon
from pytest_knows.workspace.local.rendering.slides_geometry import Placed
from pytest_knows.workspace.local.rendering.slides_shapes import canvas, strokes
from pytest_knows.workspace.local.rendering.slides_theme import Theme

_BENDS: dict[str, list[Point]] = {
    "BENT_CONNECTOR_2": [(0, 0), (1, 0), (1, 1)],
    "BENT_CONNECTOR_3": [(0, 0), (0.5, 0), (0.5, 1), (1, 1)],
    "BENT_CONNECTOR_4": [(0, 0), (0.5, 0), (0.5, 0.5), (1, 0.5), (1, 1)],
    "BENT_CONNECTOR_5": [(0, 0), (0.5, 0), (0.5, 1), (1, 1)],
    "CURVED_CONNECTOR_2": [(0, 0), (0.5, 0), (1, 0.5), (1, 1)],
}
"""Corners of bent lines, control points of curved ones: ECMA-376's presets with their default adjustments."""
_CURVE: list[Point] = [(0, 0), (0.25, 0), (0.5, 0.25), (0.5, 0.5), (0.5, 0.75), (0.75, 1), (1, 1)]
_HEADS: dict[str, list[Point]] = {
    "ARROW": [(0, 0), (1, 0.5), (1, -0.5)],
    "STEALTH": [(0, 0), (1, 0.5), (0.65, 0), (1, -0.5)],
    "SQUARE": [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)],
    "DIAMOND": [(-0.5, 0), (0, 0.5), (0.5, 0), (0, -0.5)],
    "CIRCLE": [(0.5 * math.cos(n * math.pi / 12), 0.5 * math.sin(n * math.pi / 12)) for n in range(24)],
}
"""Heads at the origin of a line that goes on to the right; one head is as long as wide."""
_COVERED = {
    ("FILL", "ARROW"): 0.65,
    ("STEALTH", "ARROW"): 0.65,
    ("OPEN", "ARROW"): 1.0,
    **{("OPEN", form): 0.5 for form in ("CIRCLE", "SQUARE", "DIAMOND")},
}
"""How far a line ends behind the tip of a head, in lengths of the head."""
_HEAD = 3.0  # line weights
_THIN = 2.0  # points: thinner lines have heads as large as this weight's


def line_html(one: Placed, line: Json, page: Json, theme: Theme) -> str:
    """A `Line` over its place."""
    properties = mapping(line.get("lineProperties"))
    weight = points(properties.get("weight"), 1.0) or 1.0
    colour = theme.fill(page, properties.get("lineFill")) or "black"
    kind = str(line.get("lineType"))
    size = _HEAD * max(weight, _THIN)
    corners = [(x * one.width, y * one.height) for x, y in _corners(kind)]
    heads = ""
    for name, end, towards in (("startArrow", 0, 1), ("endArrow", -1, -2)):
        style, _, form = str(properties.get(name) or "NONE").partition("_")
        outline = _HEADS.get(form if style in ("FILL", "OPEN") else style)
        if outline:
            tip, direction = corners[end], _direction(corners, end, towards)
            paint = {"fill": "none", **strokes(colour, weight, "SOLID")} if style == "OPEN" else {"fill": colour}
            heads += tag("path", "", None, d=_head(outline, tip, direction, size), **paint)
            # The line's blunt end must not show beside the tip, nor inside of an open head.
            back = size * _COVERED.get((style, form), 0.0)
            corners[end] = (tip[0] + direction[0] * back, tip[1] + direction[1] * back)
    attributes = strokes(colour, weight, properties.get("dashStyle"))
    path = tag("path", "", None, d=_path(kind, corners), fill="none", **attributes)
    return tag("div", canvas(path + heads, 1, 1), one.css())


def _corners(kind: str) -> list[Point]:
    if kind.startswith("CURVED"):
        return _BENDS.get(kind, _CURVE)
    return _BENDS.get(kind, [(0, 0), (1, 1)])


def _path(kind: str, corners: list[Point]) -> str:
    start, *others = (f"{x:.3f} {y:.3f}" for x, y in corners)
    return f"M{start}{'C' if kind.startswith('CURVED') else 'L'}{' '.join(others)}"


def _direction(corners: list[Point], end: int, towards: int) -> Point:
    """The unit vector from an end of the line into it; to the right for a line without length."""
    (x, y), (to_x, to_y) = corners[end], corners[towards]
    length = math.hypot(to_x - x, to_y - y)
    if not length:
        (x, y), (to_x, to_y) = corners[end], corners[-1 - end if end else -1]
        length = math.hypot(to_x - x, to_y - y)
    return ((to_x - x) / length, (to_y - y) / length) if length else (1.0, 0.0)


def _head(outline: list[Point], tip: Point, direction: Point, size: float) -> str:
    (x, y), (dx, dy) = tip, direction
    return polygon((x + size * (dx * a - dy * b), y + size * (dy * a + dx * b)) for a, b in outline)
