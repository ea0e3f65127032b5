"""Fill and outline of shapes: the common forms exactly, the others as their rectangle."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.markup import Json, at, points, pt, tag
from pytest_knows.workspace.local.rendering.slides_geometry import Placed
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css

_POLYGONS = {
    "TRIANGLE": "50% 0,100% 100%,0 100%",
    "RIGHT_TRIANGLE": "0 0,100% 100%,0 100%",
    "DIAMOND": "50% 0,100% 50%,50% 100%,0 50%",
    "PARALLELOGRAM": "25% 0,100% 0,75% 100%,0 100%",
    "TRAPEZOID": "25% 0,75% 0,100% 100%,0 100%",
    "HEXAGON": "25% 0,75% 0,100% 50%,75% 100%,0 50%",
    "CHEVRON": "0 0,50% 0,100% 50%,50% 100%,0 100%,50% 50%",
    "HOME_PLATE": "0 0,50% 0,100% 50%,50% 100%,0 100%",
    "RIGHT_ARROW": "0 25%,50% 25%,50% 0,100% 50%,50% 100%,50% 75%,0 75%",
    "LEFT_ARROW": "100% 25%,50% 25%,50% 0,0 50%,50% 100%,50% 75%,100% 75%",
}
_ROUNDING = 0.16667  # of the shorter side: the corner of a ROUND_RECTANGLE


def shape_background(one: Placed, shape: Json, page: Json, theme: Theme) -> str:
    """The form behind a shape's text; empty if it is not drawn."""
    fill = theme.fill(page, theme.shape_property(shape, "shapeBackgroundFill"))
    outline = outline_css(theme.shape_property(shape, "outline"), page, theme)
    if fill is None and not outline:
        return ""
    css: Css = {"position": "absolute", "inset": "0", "background": fill, **outline}
    return tag("div", "", {**css, **_form(one, str(shape.get("shapeType")))})


def _form(one: Placed, kind: str) -> Css:
    if kind == "ELLIPSE":
        return {"border-radius": "50%"}
    if kind == "ROUND_RECTANGLE":
        return {"border-radius": pt(_ROUNDING * min(one.width, one.height))}
    if kind in _POLYGONS:
        return {"clip-path": f"polygon({_POLYGONS[kind]})"}
    return {}


def outline_css(outline: object, page: Json, theme: Theme) -> Css:
    """An `Outline` as a CSS border; empty if it is not drawn."""
    if outline is None or at(outline, "propertyState") in ("NOT_RENDERED", "INHERIT"):
        return {}
    colour = theme.fill(page, at(outline, "outlineFill"))
    weight = points(at(outline, "weight"))
    dash = {"SOLID": "solid", "DOT": "dotted"}.get(str(at(outline, "dashStyle") or "SOLID"), "dashed")
    return {"border": f"{pt(weight)} {dash} {colour}"} if colour is not None and weight > 0 else {}
