"""The forms of shapes as SVG paths, in points, and the rectangles inside of them that hold their text.

Proportions are the default adjustments of ECMA-376's preset geometries (presetShapeDefinitions.xml). A form that is not
here is drawn as its rectangle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

Point = tuple[float, float]
Form = Callable[[float, float, float], str]
"""Width, height and shorter side -> path data."""
Corners = Callable[[float, float, float], list[Point]]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom as fractions of width and height."""

_CORNER = 0.16667  # of the shorter side: rounded and snipped corners
_BEND = 1 - math.sqrt(0.5)  # how far a quarter circle stays inside of its corner, in radii
_SQUARE: list[Point] = [(0, 0), (1, 0), (1, 1), (0, 1)]


def form_path(kind: str, width: float, height: float) -> str:
    """Path data of a shape type, filled by the even-odd rule."""
    return _FORMS.get(kind, _scaled(_SQUARE))(width, height, min(width, height))


def text_box(kind: str, width: float, height: float) -> Box:
    """The rectangle of a shape type's text."""
    if kind in _ROUNDED:
        inset = _CORNER * _BEND * min(width, height)
        across, down = (inset / side if side else 0.0 for side in (width, height))
        return across, down, 1 - across, 1 - down
    return _TEXT.get(kind, (0, 0, 1, 1))


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) + "Z"


def _corners(make: Corners) -> Form:
    return lambda w, h, s: polygon(make(w, h, s))


def _scaled(points: Iterable[Point]) -> Form:
    fractions = list(points)
    return lambda w, h, _: polygon((x * w, y * h) for x, y in fractions)


def _mirrored(make: Corners) -> Corners:
    return lambda w, h, s: [(w - x, y) for x, y in make(w, h, s)]


def _turned(make: Corners) -> Corners:
    """What points right points down."""
    return lambda w, h, s: [(y, x) for x, y in make(h, w, s)]


def _upwards(make: Corners) -> Corners:
    return lambda w, h, s: [(x, h - y) for x, y in _turned(make)(w, h, s)]


def _star(points: int, inner: float, across: float = 1, down: float = 1) -> Form:
    """A star; `inner`: radius of its dents, in outer radii; `across`, `down`: what makes it fill its box."""
    angles = [math.pi * n / points - math.pi / 2 for n in range(2 * points)]
    radii = [1 if n % 2 == 0 else inner for n in range(2 * points)]
    return _scaled(
        (0.5 + 0.5 * across * radius * math.cos(angle), 0.5 * down + 0.5 * down * radius * math.sin(angle))
        for radius, angle in zip(radii, angles, strict=True)
    )


def _ellipse(left: float, top: float, right: float, bottom: float) -> str:
    rx, ry, middle = (right - left) / 2, (bottom - top) / 2, (top + bottom) / 2
    half = f"A{rx:.3f} {ry:.3f} 0 1 1 "
    return f"M{left:.3f} {middle:.3f}{half}{right:.3f} {middle:.3f}{half}{left:.3f} {middle:.3f}Z"


def _sector(start: float, end: float, *, closing: str) -> Form:
    """Part of an ellipse, clockwise from `start` to `end` degrees; `closing`: `pie`, `chord` or `arc`."""

    def form(w: float, h: float, _: float) -> str:
        (x1, y1), (x2, y2) = (
            (w / 2 + w / 2 * math.cos(math.radians(angle)), h / 2 + h / 2 * math.sin(math.radians(angle)))
            for angle in (start, end)
        )
        large = int((end - start) % 360 > 180)
        arc = f"M{x1:.3f} {y1:.3f}A{w / 2:.3f} {h / 2:.3f} 0 {large} 1 {x2:.3f} {y2:.3f}"
        return arc + {"pie": f"L{w / 2:.3f} {h / 2:.3f}Z", "chord": "Z", "arc": ""}[closing]

    return form


def _cut(corners: str, *, rounded: bool, share: float = _CORNER) -> Form:
    """A rectangle; `corners` has a 1 for each cut one of upper left, upper right, lower right, lower left."""

    def form(w: float, h: float, s: float) -> str:
        path = ""
        for (x, y), cut in zip(_SQUARE, corners, strict=True):
            across, down = (s * share * (1 if cut == "1" else 0) * sign for sign in (1 - 2 * x, 1 - 2 * y))
            beside, below = (x * w + across, y * h), (x * w, y * h + down)
            first, last = (below, beside) if x == y else (beside, below)
            step = f"A{abs(across):.3f} {abs(down):.3f} 0 0 1 " if rounded else "L"
            path += f"{'L' if path else 'M'}{first[0]:.3f} {first[1]:.3f}{step}{last[0]:.3f} {last[1]:.3f}"
        return path + "Z"

    return form


def _right_arrow(w: float, h: float, s: float) -> list[Point]:
    neck = w - s / 2
    return [(0, h / 4), (neck, h / 4), (neck, 0), (w, h / 2), (neck, h), (neck, 3 * h / 4), (0, 3 * h / 4)]


def _two_way_arrow(w: float, h: float, s: float) -> list[Point]:
    left, right, quarters = s / 2, w - s / 2, (h / 4, 3 * h / 4)
    upper = [(0, h / 2), (left, 0), (left, quarters[0]), (right, quarters[0]), (right, 0)]
    return [*upper, (w, h / 2), (right, h), (right, quarters[1]), (left, quarters[1]), (left, h)]


def _plus(w: float, h: float, s: float) -> list[Point]:
    d = s / 4
    upper = [(0, d), (d, d), (d, 0), (w - d, 0), (w - d, d), (w, d)]
    return [*upper, *((w - x, h - y) for x, y in upper)]


def _donut(w: float, h: float, s: float) -> str:
    ring = s / 4
    return _ellipse(0, 0, w, h) + _ellipse(ring, ring, w - ring, h - ring)


def _frame(w: float, h: float, s: float) -> str:
    d = s / 8
    return polygon([(0, 0), (w, 0), (w, h), (0, h)]) + polygon([(d, d), (w - d, d), (w - d, h - d), (d, h - d)])


def _can(w: float, h: float, s: float) -> str:
    y = s / 8
    lid = f"A{w / 2:.3f} {y:.3f} 0 0 "
    body = f"M0 {y:.3f}{lid}1 {w:.3f} {y:.3f}L{w:.3f} {h - y:.3f}{lid}1 0 {h - y:.3f}Z"
    return f"{body}M0 {y:.3f}{lid}0 {w:.3f} {y:.3f}{lid}0 0 {y:.3f}M0 {y:.3f}{lid}1 {w:.3f} {y:.3f}{lid}1 0 {y:.3f}"


def _cube(w: float, h: float, s: float) -> str:
    d = s / 4
    corner = (w - d, d)
    # There and back, so that the edges enclose nothing.
    edges = polygon([(0, d), corner, (w, 0), corner]) + polygon([corner, (w - d, h)])
    return polygon([(0, d), (d, 0), (w, 0), (w, h - d), (w - d, h), (0, h)]) + edges


def _heart(w: float, h: float, _: float) -> str:
    near, far, middle = w * 10 / 48, w * 49 / 48, w / 2
    right = f"C{middle + near:.3f} {-h / 3:.3f} {middle + far:.3f} {h / 4:.3f} {middle:.3f} {h:.3f}"
    left = f"C{middle - far:.3f} {h / 4:.3f} {middle - near:.3f} {-h / 3:.3f} {middle:.3f} {h / 4:.3f}"
    return f"M{middle:.3f} {h / 4:.3f}{right}{left}Z"


def _cloud(w: float, h: float, _: float) -> str:
    """Eleven bows around an ellipse (own form: the preset's has as many, of different sizes)."""
    turns = [2 * math.pi * n / 11 for n in range(12)]
    points = [(w / 2 * (1 + 0.86 * math.cos(turn)), h / 2 * (1 + 0.84 * math.sin(turn))) for turn in turns]
    bows = "".join(f"A{w * 0.135:.3f} {h * 0.135:.3f} 0 0 1 {x:.3f} {y:.3f}" for x, y in points[1:])
    return f"M{points[0][0]:.3f} {points[0][1]:.3f}{bows}Z"


def _document(w: float, h: float, _: float) -> str:
    wave = f"C{w / 2:.3f} {h * 0.802:.3f} {w / 2:.3f} {h * 1.1075:.3f} 0 {h * 0.934:.3f}"
    return f"M0 0L{w:.3f} 0L{w:.3f} {h * 0.802:.3f}{wave}Z"


def _round_callout(w: float, h: float, _: float) -> str:
    toward = math.atan2(0.625 * h * h, -0.20833 * w * w)
    (x1, y1), (x2, y2) = (
        (w / 2 + w / 2 * math.cos(toward + turn), h / 2 + h / 2 * math.sin(toward + turn)) for turn in (0.19, -0.19)
    )
    tip = f"L{w * 0.29167:.3f} {h * 1.125:.3f}Z"
    return f"M{x1:.3f} {y1:.3f}A{w / 2:.3f} {h / 2:.3f} 0 1 1 {x2:.3f} {y2:.3f}{tip}"


_CALLOUT = [(0, 0), (1, 0), (1, 1), (5 / 12, 1), (0.29167, 1.125), (1 / 6, 1), (0, 1)]
_BOLT = (
    (8472, 0), (12860, 6080), (11050, 6797), (16577, 12007), (14767, 12877), (21600, 21600), (10012, 14915),
    (12222, 13987), (5022, 9705), (7602, 8382), (0, 3890),
)  # fmt: skip
_PENTAGON = [(0.5 + math.sin(n * 0.4 * math.pi) / 1.9021, (1 - math.cos(n * 0.4 * math.pi)) / 1.809) for n in range(5)]
_ROUND = _cut("1111", rounded=True)


def _oval(w: float, h: float, _: float) -> str:
    return _ellipse(0, 0, w, h)


def _point(w: float, h: float, s: float) -> list[Point]:
    return [(0, 0), (w - s / 2, 0), (w, h / 2), (w - s / 2, h), (0, h)]


_ROUNDED = frozenset(("ROUND_RECTANGLE", "FLOW_CHART_ALTERNATE_PROCESS"))
_FORMS: dict[str, Form] = {
    "ELLIPSE": _oval,
    "FLOW_CHART_CONNECTOR": _oval,
    "ROUND_RECTANGLE": _ROUND,
    "FLOW_CHART_ALTERNATE_PROCESS": _ROUND,
    "FLOW_CHART_TERMINATOR": _cut("1111", rounded=True, share=0.5),
    "FLOW_CHART_DELAY": _cut("0110", rounded=True, share=0.5),
    "ROUND_1_RECTANGLE": _cut("0100", rounded=True),
    "ROUND_2_SAME_RECTANGLE": _cut("1100", rounded=True),
    "ROUND_2_DIAGONAL_RECTANGLE": _cut("1010", rounded=True),
    "SNIP_1_RECTANGLE": _cut("0100", rounded=False),
    "SNIP_2_SAME_RECTANGLE": _cut("1100", rounded=False),
    "SNIP_2_DIAGONAL_RECTANGLE": _cut("0101", rounded=False),
    "FOLDED_CORNER": _cut("0010", rounded=False),
    "FLOW_CHART_PUNCHED_CARD": _cut("1000", rounded=False, share=0.2),
    "OCTAGON": _cut("1111", rounded=False, share=0.29289),
    "TRIANGLE": _scaled([(0.5, 0), (1, 1), (0, 1)]),
    "FLOW_CHART_EXTRACT": _scaled([(0.5, 0), (1, 1), (0, 1)]),
    "FLOW_CHART_MERGE": _scaled([(0, 0), (1, 0), (0.5, 1)]),
    "RIGHT_TRIANGLE": _scaled([(0, 0), (1, 1), (0, 1)]),
    "DIAMOND": _scaled([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]),
    "FLOW_CHART_DECISION": _scaled([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]),
    "PARALLELOGRAM": _corners(lambda w, h, s: [(0, h), (s / 4, 0), (w, 0), (w - s / 4, h)]),
    "FLOW_CHART_INPUT_OUTPUT": _scaled([(0, 1), (0.2, 0), (1, 0), (0.8, 1)]),
    "TRAPEZOID": _corners(lambda w, h, s: [(0, h), (s / 4, 0), (w - s / 4, 0), (w, h)]),
    "FLOW_CHART_MANUAL_INPUT": _scaled([(0, 0.2), (1, 0), (1, 1), (0, 1)]),
    "FLOW_CHART_MANUAL_OPERATION": _scaled([(0, 0), (1, 0), (0.8, 1), (0.2, 1)]),
    "FLOW_CHART_OFFPAGE_CONNECTOR": _scaled([(0, 0), (1, 0), (1, 0.8), (0.5, 1), (0, 0.8)]),
    "FLOW_CHART_PREPARATION": _scaled([(0, 0.5), (0.2, 0), (0.8, 0), (1, 0.5), (0.8, 1), (0.2, 1)]),
    "FLOW_CHART_DOCUMENT": _document,
    "FLOW_CHART_MAGNETIC_DISK": _can,
    "PENTAGON": _scaled(_PENTAGON),
    "HEXAGON": _corners(
        lambda w, h, s: [(0, h / 2), (s / 4, 0), (w - s / 4, 0), (w, h / 2), (w - s / 4, h), (s / 4, h)]
    ),
    "CORNER": _corners(lambda w, h, s: [(0, 0), (s / 2, 0), (s / 2, h - s / 2), (w, h - s / 2), (w, h), (0, h)]),
    "CHEVRON": _corners(lambda w, h, s: [*_point(w, h, s), (s / 2, h / 2)]),
    "HOME_PLATE": _corners(_point),
    "PLUS": _corners(_plus),
    "RIGHT_ARROW": _corners(_right_arrow),
    "LEFT_ARROW": _corners(_mirrored(_right_arrow)),
    "DOWN_ARROW": _corners(_turned(_right_arrow)),
    "UP_ARROW": _corners(_upwards(_right_arrow)),
    "LEFT_RIGHT_ARROW": _corners(_two_way_arrow),
    "UP_DOWN_ARROW": _corners(_turned(_two_way_arrow)),
    "STAR_4": _star(4, 0.25),
    "STAR_5": _star(5, 0.38196, 1.05146, 1.10557),
    "STAR_6": _star(6, 0.57735, 1.1547),
    "STAR_8": _star(8, 0.75),
    "STAR_10": _star(10, 0.85066, 1.05146),
    **{f"STAR_{points}": _star(points, 0.75) for points in (12, 16, 24, 32)},
    "WEDGE_RECTANGLE_CALLOUT": _scaled(_CALLOUT),
    "WEDGE_ROUND_RECTANGLE_CALLOUT": _scaled(_CALLOUT),
    "WEDGE_ELLIPSE_CALLOUT": _round_callout,
    "LIGHTNING_BOLT": _scaled((x / 21600, y / 21600) for x, y in _BOLT),
    "ARC": _sector(270, 360, closing="arc"),
    "PIE": _sector(0, 270, closing="pie"),
    "CHORD": _sector(45, 270, closing="chord"),
    "DONUT": _donut,
    "FRAME": _frame,
    "CAN": _can,
    "CUBE": _cube,
    "HEART": _heart,
    "CLOUD": _cloud,
}
_OVAL_TEXT: Box = (_BEND / 2, _BEND / 2, 1 - _BEND / 2, 1 - _BEND / 2)
_TEXT: dict[str, Box] = {
    **dict.fromkeys(("ELLIPSE", "FLOW_CHART_CONNECTOR", "WEDGE_ELLIPSE_CALLOUT", "DONUT", "CLOUD"), _OVAL_TEXT),
    **dict.fromkeys(("DIAMOND", "FLOW_CHART_DECISION"), (0.25, 0.25, 0.75, 0.75)),
    **dict.fromkeys(("TRIANGLE", "FLOW_CHART_EXTRACT"), (0.25, 0.5, 0.75, 1)),
    "RIGHT_TRIANGLE": (1 / 12, 7 / 12, 7 / 12, 11 / 12),
    "HEART": (1 / 6, 0.25, 5 / 6, 2 / 3),
    "PENTAGON": (0.191, 0.2764, 0.809, 1),
    "STAR_5": (0.309, 0.382, 0.691, 0.7705),
    "CAN": (0, 0.25, 1, 0.875),
}
