"""Affine transforms of page elements: checked, composed, inverted, applied; lengths in EMU."""

from __future__ import annotations

import math

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.deck import EMU_PER_PT

IDENTITY: Json = {"scaleX": 1, "scaleY": 1, "unit": "EMU"}
Point = tuple[float, float]


def transform_of(given: Json | None) -> Json:
    """An AffineTransform in EMU; absent = identity. Raises `RequestError` if it cannot be inverted."""
    transform = given or {"scaleX": 1, "scaleY": 1, "unit": "EMU"}
    factor = EMU_PER_PT if transform.get("unit") == "PT" else 1
    moved = {name: transform[name] * factor for name in ("translateX", "translateY") if transform.get(name)}
    scaled = {name: transform[name] for name in ("scaleX", "scaleY", "shearX", "shearY") if transform.get(name)}
    if transform.get("unit") not in ("EMU", "PT"):
        raise RequestError("transform.unit must be EMU or PT.")
    if not determinant({**scaled, **moved}):
        raise RequestError("The transform is not invertible: scaleX and scaleY must be set (1 = unscaled).")
    return {**scaled, **moved, "unit": "EMU"}


def determinant(transform: Json) -> float:
    """Of the linear part of an AffineTransform; absent parts are 0. 0, too, if a number is beyond what JSON holds."""
    if not all(math.isfinite(value) for value in transform.values() if not isinstance(value, str)):
        return 0
    a, b, c, d = (float(transform.get(name, 0)) for name in ("scaleX", "shearX", "shearY", "scaleY"))
    found = a * d - b * c
    return found if math.isfinite(found) else 0


def compose(outer: Json, inner: Json) -> Json:
    """The transform that applies `inner` first, then `outer`; parts that are 0 are left out.

    Raises `RequestError` for numbers beyond what JSON holds.
    """

    def part(transform: Json, name: str) -> float:
        value: float = transform.get(name, 0)
        return value

    a, b = part(outer, "scaleX"), part(outer, "shearX")
    c, d = part(outer, "shearY"), part(outer, "scaleY")
    p, q = part(inner, "scaleX"), part(inner, "shearX")
    r, s = part(inner, "shearY"), part(inner, "scaleY")
    x, y = part(inner, "translateX"), part(inner, "translateY")
    result = {
        "scaleX": a * p + b * r,
        "scaleY": c * q + d * s,
        "shearX": a * q + b * s,
        "shearY": c * p + d * r,
        "translateX": a * x + b * y + part(outer, "translateX"),
        "translateY": c * x + d * y + part(outer, "translateY"),
    }
    if not all(map(math.isfinite, result.values())):
        raise RequestError("The resulting transform has numbers that are too large.")
    return {**{name: value for name, value in result.items() if value}, "unit": "EMU"}


def moved_by(transform: Json, across: float, down: float) -> Json:
    """The transform after moving the element by that much in its own coordinates."""
    x = transform.get("translateX", 0) + transform.get("scaleX", 0) * across + transform.get("shearX", 0) * down
    y = transform.get("translateY", 0) + transform.get("shearY", 0) * across + transform.get("scaleY", 0) * down
    return {**transform, "translateX": x, "translateY": y}


def apply(transform: Json, point: Point) -> Point:
    """Where a transform takes a point."""
    moved = moved_by(transform, *point)
    return moved["translateX"], moved["translateY"]


def inverse(transform: Json) -> Json:
    """The transform that undoes another; raises `RequestError` if none does."""
    whole = determinant(transform)
    if not whole:
        raise RequestError("The transform of the group is not invertible.")
    linear = {
        "scaleX": transform.get("scaleY", 0) / whole,
        "shearX": -transform.get("shearX", 0) / whole,
        "shearY": -transform.get("shearY", 0) / whole,
        "scaleY": transform.get("scaleX", 0) / whole,
        "unit": "EMU",
    }
    return moved_by(linear, -transform.get("translateX", 0), -transform.get("translateY", 0))
