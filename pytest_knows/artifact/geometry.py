"""Positions on a page: affine transforms, rectangles, lengths. Everything is in EMU, x to the right and y down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.lenient import number, string, table

EMU_PER_PT = 12700
EMU_PER_INCH = 914400

Point = tuple[float, float]


def emu(dimension: object) -> float:
    """A `Dimension` of the API ({"magnitude", "unit": "EMU" | "PT"}) in EMU; 0 if there is none."""
    return number(dimension, "magnitude") * _unit(dimension)


def points(dimension: object) -> float:
    """A `Dimension` of the API in points (1 pt = 12700 EMU); 0 if there is none."""
    return emu(dimension) / EMU_PER_PT


def _unit(value: object) -> float:
    return EMU_PER_PT if string(value, "unit") == "PT" else 1


@dataclass(frozen=True, slots=True)
class Affine:
    """x' = scale_x * x + shear_x * y + x0, y' = shear_y * x + scale_y * y + y0."""

    scale_x: float = 1
    scale_y: float = 1
    shear_x: float = 0
    shear_y: float = 0
    x: float = 0
    y: float = 0

    @classmethod
    def of(cls, transform: object) -> Affine:
        """From an `AffineTransform` of the API, where what is 0 is left out; a mere shift if no scale is stated."""
        parts: Mapping[str, Any] = table(transform)
        unit = _unit(transform)
        x, y = number(parts, "translateX") * unit, number(parts, "translateY") * unit
        scale_x, scale_y, shear_x, shear_y = (number(parts, key) for key in ("scaleX", "scaleY", "shearX", "shearY"))
        if not (scale_x or scale_y or shear_x or shear_y):
            return cls(x=x, y=y)
        return cls(scale_x, scale_y, shear_x, shear_y, x, y)

    def __call__(self, point: Point) -> Point:
        x, y = point
        return self.scale_x * x + self.shear_x * y + self.x, self.shear_y * x + self.scale_y * y + self.y

    def after(self, inner: Affine) -> Affine:
        """This transform applied to the result of `inner` (an element's within its group)."""
        x, y = self((inner.x, inner.y))
        return Affine(
            self.scale_x * inner.scale_x + self.shear_x * inner.shear_y,
            self.shear_y * inner.shear_x + self.scale_y * inner.scale_y,
            self.scale_x * inner.shear_x + self.shear_x * inner.scale_y,
            self.shear_y * inner.scale_x + self.scale_y * inner.shear_y,
            x,
            y,
        )


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def __repr__(self) -> str:
        return f"({self.left:.0f},{self.top:.0f} {self.width:.0f}x{self.height:.0f})"

    @classmethod
    def around(cls, corners: Iterable[Point]) -> Rect:
        """The smallest one that holds all the points (at least one)."""
        xs, ys = zip(*corners, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @classmethod
    def union(cls, rects: Iterable[Rect]) -> Rect:
        """The smallest one that holds all the rectangles (at least one)."""
        return cls.around(point for rect in rects for point in ((rect.left, rect.top), (rect.right, rect.bottom)))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def intersection(self, other: Rect) -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0) * max(height, 0)

    def inside(self, other: Rect) -> float:
        """The share of this one's area that lies in `other`, 0 to 1; of one without area 0."""
        return self.intersection(other) / self.area if self.area > 0 else 0.0

    def clipped(self, other: Rect) -> Rect:
        """The part within `other`; without area, at its edge, if there is none."""

        def bounded(value: float, low: float, high: float) -> float:
            return max(low, min(value, high))

        return Rect(
            bounded(self.left, other.left, other.right),
            bounded(self.top, other.top, other.bottom),
            bounded(self.right, other.left, other.right),
            bounded(self.bottom, other.top, other.bottom),
        )
