"""Where things lie on a page: inside, over one another, off the page. Ratios are shares of an area, 0 to 1."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_knows.artifact.geometry import Rect
from pytest_knows.scoring import Mechanism, consulted


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
