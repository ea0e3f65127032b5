"""Where things lie on a page: inside, over one another, off the page. Ratios are shares of an area, 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeVar

from pytest_knows.artifact.geometry import Rect
from pytest_knows.scoring import Mechanism, consulted

T = TypeVar("T")


def zone(page: Rect, *, left: float = 0, top: float = 0, right: float = 1, bottom: float = 1) -> Rect:
    """A part of the page, its edges given as fractions of the page's width and height."""
    return Rect(
        page.left + left * page.width,
        page.top + top * page.height,
        page.left + right * page.width,
        page.top + bottom * page.height,
    )


def inside_ratio(parts: Rect | Iterable[Rect], area: Rect) -> float:
    """The share of a rectangle, or of several added up, that lies in `area`; 0 if they have no area."""
    rects = [parts] if isinstance(parts, Rect) else list(parts)
    consulted(Mechanism.SPATIAL)
    whole = sum(rect.area for rect in rects)
    return sum(rect.intersection(area) for rect in rects) / whole if whole > 0 else 0.0


def within(rect: Rect, area: Rect, slack: float = 0) -> bool:
    """Whether it lies wholly in the area, give or take `slack` (in the unit of both) on each side."""
    consulted(Mechanism.SPATIAL)
    sides = (rect.left - area.left, rect.top - area.top, area.right - rect.right, area.bottom - rect.bottom)
    return min(sides) >= -slack


def overlap(a: Rect, b: Rect) -> float:
    """The larger of the two shares that each has inside the other."""
    consulted(Mechanism.SPATIAL)
    common = a.intersection(b)
    return common / min(a.area, b.area) if common > 0 else 0.0


def overlapped(rect: Rect, others: Iterable[Rect], more_than: float) -> Rect | None:
    """The first of the others that overlaps it by more than the ratio."""
    consulted(Mechanism.SPATIAL)
    return next((other for other in others if overlap(rect, other) > more_than), None)


def contains_point(area: Rect, point: tuple[float, float]) -> bool:
    """Whether the point lies in the area or on its edge."""
    x, y = point
    return area.left <= x <= area.right and area.top <= y <= area.bottom


def on_page(rect: Rect, page: Rect, at_least: float) -> bool:
    """Whether its centre is on the page, and at least that share of its area."""
    return contains_point(page, rect.centre) and inside_ratio(rect, page) >= at_least


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Between two points, in EMU."""
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def alike(a: Rect, b: Rect) -> float:
    """What both cover of what either covers (intersection over union), 0 to 1."""
    common = a.intersection(b)
    either = a.area + b.area - common
    return common / either if either > 0 else 0.0


def covered(parts: Iterable[Rect], area: Rect) -> float:
    """The share of `area` that the rectangles cover together: what lies outside or twice does not count."""
    consulted(Mechanism.SPATIAL)
    clipped = [rect for part in parts if (rect := part.clipped(area)).area > 0]
    edges = sorted({x for rect in clipped for x in (rect.left, rect.right)})
    total = sum((right - left) * _height_at(clipped, (left + right) / 2) for left, right in pairwise(edges))
    return total / area.area if area.area > 0 else 0.0


def _height_at(rects: Iterable[Rect], x: float) -> float:
    """How much of the vertical line at x the rectangles cover."""
    total, reached = 0.0, float("-inf")
    for top, bottom in sorted((rect.top, rect.bottom) for rect in rects if rect.left <= x <= rect.right):
        total += max(0.0, bottom - max(top, reached))
        reached = max(reached, bottom)
    return total


def unlevel(a: Rect, b: Rect, page: Rect) -> float:
    """How far the centres of two rectangles are from being level, as a share of the page's height."""
    consulted(Mechanism.SPATIAL)
    return abs(a.centre[1] - b.centre[1]) / page.height if page.height > 0 else 0.0


def in_one_row(rects: Iterable[Rect], *, height: float = 0.5, width: float = 0.05) -> bool:
    """Whether the rectangles stand side by side: from left to right, each overlaps the next by at least `height` of
    the smaller height, and by at most `width` of the smaller width. One alone is in a row."""
    consulted(Mechanism.SPATIAL)
    ordered = sorted(rects, key=lambda rect: (rect.left, rect.top))
    return all(
        min(a.bottom, b.bottom) - max(a.top, b.top) >= height * min(a.height, b.height)
        and min(a.right, b.right) - max(a.left, b.left) <= width * min(a.width, b.width)
        for a, b in pairwise(ordered)
    )


def reading_order(items: Iterable[T], place: Callable[[T], Rect]) -> list[T]:
    """As one reads: line by line from the top, each from the left. What overlaps the first of a line by half of the
    smaller height stands in that line."""
    rest = sorted(items, key=lambda item: (place(item).top, place(item).left))
    ordered: list[T] = []
    while rest:
        first = place(rest[0])
        line = [item for item in rest if item is rest[0] or _same_line(first, place(item))]
        ordered += sorted(line, key=lambda item: place(item).left)
        rest = [item for item in rest if not any(item is taken for taken in line)]
    return ordered


def _same_line(a: Rect, b: Rect) -> bool:
    return min(a.bottom, b.bottom) - max(a.top, b.top) > 0.5 * min(a.height, b.height)
