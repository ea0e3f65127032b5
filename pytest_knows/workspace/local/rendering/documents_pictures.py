"""Embedded objects of documents: pictures in the text and floating ones."""

from __future__ import annotations

import math

from pytest_knows.workspace.local.rendering.markup import Json, at, escape, mapping, number, points, pt, rgb, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.text_css import Css


def embedded_html(embedded: Json, pictures: Pictures, css: Css | None = None) -> str:
    """A picture in its displayed size; an empty box for what cannot be drawn (a drawing, a lost picture)."""
    image = mapping(embedded.get("imageProperties"))
    width, height = (points(at(embedded, "size", side)) for side in ("width", "height"))
    look: Css = {"width": pt(width), "height": pt(height), **_effects(embedded, image), **(css or {})}
    source = pictures.data_url(image, image.get("contentUri"))
    if source is None:
        return tag("span", "", {"display": "inline-block", **look})
    alt = escape(str(embedded.get("description") or ""))
    return tag("img", "", look, src=source, alt=alt)


def _effects(embedded: Json, image: Json) -> Css:
    angle = number(image.get("angle"))
    transparency = number(image.get("transparency"))
    border = mapping(embedded.get("embeddedObjectBorder"))
    line = points(border.get("width")) if border.get("propertyState") == "RENDERED" else 0
    return {
        "transform": f"rotate({math.degrees(angle):.4f}deg)" if angle else None,
        "opacity": f"{max(0.0, 1 - transparency):.4f}" if transparency else None,
        "outline": f"{pt(line)} solid {rgb(at(border, 'color', 'color', 'rgbColor'))}" if line > 0 else None,
    }


def floating_html(properties: Json, pictures: Pictures, column: float) -> str:
    """A positioned object at its offset from the start of its paragraph; text flows around it if its layout says so."""
    positioning = mapping(properties.get("positioning"))
    left, top = points(positioning.get("leftOffset")), points(positioning.get("topOffset"))
    embedded = mapping(properties.get("embeddedObject"))
    layout = positioning.get("layout")
    css: Css
    if layout in ("IN_FRONT_OF_TEXT", "BEHIND_TEXT"):
        depth = "-1" if layout == "BEHIND_TEXT" else "1"
        css = {"position": "absolute", "left": pt(left), "top": pt(top), "z-index": depth}
    else:
        css = _float_css(embedded, left, top, column)
    return embedded_html(embedded, pictures, css)


def _float_css(embedded: Json, left: float, top: float, column: float) -> Css:
    """A float at its offset; it leaves the wider side of the column (points) to the text."""
    width = points(at(embedded, "size", "width"))
    beside, below = points(embedded.get("marginRight")), points(embedded.get("marginBottom"))
    if left + width / 2 > column / 2:
        beside = points(embedded.get("marginLeft"))
        return {"float": "right", "margin": f"{pt(top)} {pt(column - left - width)} {pt(below)} {pt(beside)}"}
    return {"float": "left", "margin": f"{pt(top)} {pt(beside)} {pt(below)} {pt(left)}"}
