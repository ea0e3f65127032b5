"""Where the elements of a slide stand: affine transforms of nested groups, in points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points, pt
from pytest_knows.workspace.local.rendering.text_css import Css

_EMU = 12700.0
_DEPTH = 50  # groups in groups; deeper ones can only be hostile


@dataclass(frozen=True, slots=True, kw_only=True)
class Affine:
    """x' = a x + c y + e, y' = b x + d y + f; lengths in points."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, outer: Affine) -> Affine:
        """This transform, then `outer`."""
        return Affine(
            a=outer.a * self.a + outer.c * self.b,
            b=outer.b * self.a + outer.d * self.b,
            c=outer.a * self.c + outer.c * self.d,
            d=outer.b * self.c + outer.d * self.d,
            e=outer.a * self.e + outer.c * self.f + outer.e,
            f=outer.b * self.e + outer.d * self.f + outer.f,
        )


def affine(transform: object) -> Affine:
    """An `AffineTransform`; the identity for none."""
    if not isinstance(transform, dict):
        return Affine()
    unit = 1.0 if transform.get("unit") == "PT" else _EMU
    return Affine(
        a=number(transform.get("scaleX")),
        b=number(transform.get("shearY")),
        c=number(transform.get("shearX")),
        d=number(transform.get("scaleY")),
        e=number(transform.get("translateX")) / unit,
        f=number(transform.get("translateY")) / unit,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """An element with its displayed size in points, and the turn or flip that is left when size is taken out."""

    element: Json
    width: float
    height: float
    place: Affine

    @property
    def flipped(self) -> bool:
        """Whether the element is mirrored; its text is not."""
        return self.place.a * self.place.d - self.place.b * self.place.c < 0

    def css(self) -> Css:
        """Absolute position, size, rotation and flip."""
        p = self.place
        turned = (round(p.a, 6), round(p.b, 6), round(p.c, 6), round(p.d, 6)) != (1, 0, 0, 1)
        matrix = f"matrix({p.a:.6f},{p.b:.6f},{p.c:.6f},{p.d:.6f},0,0)"
        return {
            "position": "absolute",
            "left": pt(p.e),
            "top": pt(p.f),
            "width": pt(self.width),
            "height": pt(self.height),
            "transform": matrix if turned else None,
            "transform-origin": "0 0" if turned else None,
        }


def placed(elements: list[Json], outer: Affine | None = None, depth: int = 0) -> Iterator[Placed]:
    """All elements in drawing order, those of groups in place of the group."""
    for element in elements:
        own = affine(element.get("transform")).after(outer or Affine())
        children = items(at(element, "elementGroup", "children"))
        if children and depth < _DEPTH:
            yield from placed(children, own, depth + 1)
        elif not children:
            yield _placed(element, own)


def _placed(element: Json, own: Affine) -> Placed:
    size = mapping(element.get("size"))
    across, down = math.hypot(own.a, own.b), math.hypot(own.c, own.d)
    place = Affine(
        a=own.a / across if across else 1.0,
        b=own.b / across if across else 0.0,
        c=own.c / down if down else 0.0,
        d=own.d / down if down else 1.0,
        e=own.e,
        f=own.f,
    )
    width, height = points(size.get("width")) * across, points(size.get("height")) * down
    return Placed(element=element, width=width, height=height, place=place)
