"""Fill and outline of shapes and pictures, drawn as SVG over their place."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.markup import Json, at, points, pt, tag
from pytest_knows.workspace.local.rendering.slides_forms import form_path
from pytest_knows.workspace.local.rendering.slides_geometry import Placed
from pytest_knows.workspace.local.rendering.slides_theme import Theme

_DASHES = {
    "DOT": (1, 1),
    "DASH": (4, 3),
    "DASH_DOT": (4, 3, 1, 3),
    "LONG_DASH": (8, 3),
    "LONG_DASH_DOT": (8, 3, 1, 3),
}
"""Lengths of dashes and gaps, in line weights (ECMA-376, ST_PresetLineDashVal)."""


def shape_background(one: Placed, shape: Json, page: Json, theme: Theme) -> str:
    """The form behind a shape's text; empty if it is not drawn."""
    fill = theme.fill(page, theme.shape_property(shape, "shapeBackgroundFill"))
    kind = str(shape.get("shapeType"))
    return drawn(one, kind, fill, theme.shape_property(shape, "outline"), page, theme)


def drawn(one: Placed, kind: str, fill: str | None, outline: object, page: Json, theme: Theme) -> str:
    """A form over the whole of a placed element, its outline centred on its edge; empty if nothing is to be seen."""
    stroke = outline_strokes(outline, page, theme)
    if fill is None and not stroke:
        return ""
    attributes = {"fill": fill or "none", "fill-rule": "evenodd", **stroke}
    path = tag("path", "", None, d=form_path(kind, one.width, one.height), **attributes)
    return canvas(path, one.width, one.height)


def canvas(content: str, width: float, height: float) -> str:
    """An SVG over its parent, in points; what reaches beyond it is seen."""
    # Chromium leaves out a drawing of no width or height.
    across, down = max(1.0, width), max(1.0, height)
    css: dict[str, str | None] = {"position": "absolute", "left": "0", "top": "0", "overflow": "visible"}
    box = f"0 0 {across:.4f} {down:.4f}"
    return tag("svg", content, {**css, "width": pt(across), "height": pt(down)}, viewBox=box)


def outline_strokes(outline: object, page: Json, theme: Theme) -> dict[str, str]:
    """SVG attributes of an `Outline`; empty if it is not drawn."""
    if outline is None or at(outline, "propertyState") in ("NOT_RENDERED", "INHERIT"):
        return {}
    colour = theme.fill(page, at(outline, "outlineFill"))
    return strokes(colour, points(at(outline, "weight")), at(outline, "dashStyle"))


def strokes(colour: str | None, weight: float, dash: object) -> dict[str, str]:
    """SVG attributes of a line of a weight in points; empty for none."""
    if colour is None or weight <= 0:
        return {}
    pattern = " ".join(f"{length * weight:.3f}" for length in _DASHES.get(str(dash), ()))
    dashes = {"stroke-dasharray": pattern} if pattern else {}
    return {"stroke": colour, "stroke-width": f"{weight:.3f}", **dashes}
