"""Requests that change properties by field mask: shapes, pictures, lines, pages, slides."""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.colours import channels
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.presentations.autofit import settle_autofit
from pytest_knows.workspace.local.presentations.create import shape_properties
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, as_answered
from pytest_knows.workspace.local.presentations.template import inherited_shape
from pytest_knows.workspace.local.schema import schema_of

_FILLS = ("shapeBackgroundFill", "pageBackgroundFill", "tableCellBackgroundFill", "outline", "shadow")
_OPAQUE = (*_FILLS, "tableBorderFill", "lineFill")


def update_properties(target: Json, message: str, given: Json, fields: Any, defaults: Json) -> None:
    """Apply a mask to properties. A field that the request leaves out goes back to its default (or is inherited).

    Setting a fill makes it rendered: a stored `propertyState` of INHERIT or NOT_RENDERED gives way.
    """
    paths = schema_of("slides").mask(message, fields)
    values = as_answered(given)
    apply_paths(target, values, paths)
    for path in paths:
        name = path[0]
        if name not in target and name in defaults:
            target[name] = defaults[name]
        if name in _FILLS and name in values and not _names_state(path, values[name]):
            target[name].pop("propertyState", None)
    for name in _OPAQUE:
        _complete_fill(target.get(name))


def _names_state(path: tuple[str, ...], value: Json) -> bool:
    """Whether the request itself says if the fill is rendered."""
    return path[1:] == ("propertyState",) or (len(path) == 1 and "propertyState" in value)


def _complete_fill(fill: Any) -> None:
    """A solid fill without alpha is opaque."""
    if isinstance(fill, dict):
        solid = fill.get("solidFill") or fill.get("outlineFill", {}).get("solidFill")
        if isinstance(solid, dict):
            solid.setdefault("alpha", 1)


@REQUESTS.handles("updateShapeProperties")
def update_shape_properties(deck: Deck, body: Json) -> None:
    shape = deck.part(body.get("objectId"), "shape")
    given = dict(body.get("shapeProperties", {}))
    autofit = given.get("autofit", {})
    if autofit.get("autofitType", "NONE") not in ("NONE", "AUTOFIT_TYPE_UNSPECIFIED"):
        raise RequestError("autofit.autofitType can only be set to NONE.")
    if "autofit" in given:
        settle_autofit(shape)
        given["autofit"] = {"autofitType": "NONE", "fontScale": 1}
    inherits = shape.get("placeholder", {}).get("parentObjectId")
    defaults = inherited_shape() if inherits else shape_properties(shape.get("shapeType", "TEXT_BOX"))
    properties = shape.setdefault("shapeProperties", {})
    update_properties(properties, "ShapeProperties", given, need(body, "fields"), defaults)


@REQUESTS.handles("updateImageProperties")
def update_image_properties(deck: Deck, body: Json) -> None:
    image = deck.part(body.get("objectId"), "image")
    given, fields = body.get("imageProperties", {}), need(body, "fields")
    read_only = {"brightness", "contrast", "transparency", "cropProperties", "recolor", "shadow"}
    named = {path[0] for path in schema_of("slides").mask("ImageProperties", fields)}
    if fields.strip() != "*" and named & read_only:
        raise RequestError(f"imageProperties: {', '.join(sorted(named & read_only))} can only be read.")
    kept = {name: image.get("imageProperties", {}).get(name) for name in read_only}
    properties = image.setdefault("imageProperties", {})
    update_properties(properties, "ImageProperties", given, fields, {})
    properties.update({name: value for name, value in kept.items() if value is not None})


@REQUESTS.handles("updatePageProperties")
def update_page_properties(deck: Deck, body: Json) -> None:
    page = deck.page(body.get("objectId"))
    given, fields = dict(body.get("pageProperties", {})), need(body, "fields")
    picture = given.get("pageBackgroundFill", {}).get("stretchedPictureFill", {})
    if picture:
        stored = deck.env.fetch_picture(need(picture, "contentUrl"))
        given["pageBackgroundFill"] = {
            **given["pageBackgroundFill"],
            "stretchedPictureFill": {**picture, "contentUrl": stored.url},
        }
    is_master = page.get("pageType") == "MASTER"
    properties = page.setdefault("pageProperties", {})
    defaults: Json = {} if is_master else {"pageBackgroundFill": {"propertyState": "INHERIT"}}
    if any(path[0] == "colorScheme" for path in schema_of("slides").mask("PageProperties", fields)):
        if is_master:
            given["colorScheme"] = _color_scheme(given.get("colorScheme", {}))
        elif fields.strip() != "*" or "colorScheme" in given:
            raise RequestError("The color scheme can only be updated on master pages.")
    update_properties(properties, "PageProperties", given, fields, defaults)
    _one_fill(properties.get("pageBackgroundFill", {}), given.get("pageBackgroundFill", {}))


def _one_fill(fill: Json, given: Json) -> None:
    """A background is a colour or a picture: the one that was given replaces the other."""
    kinds = {"solidFill", "stretchedPictureFill"}
    if kinds & given.keys():
        for name in kinds - given.keys():
            fill.pop(name, None)


_EDITABLE = (
    *("DARK1", "LIGHT1", "DARK2", "LIGHT2", "ACCENT1", "ACCENT2", "ACCENT3", "ACCENT4", "ACCENT5", "ACCENT6"),
    *("HYPERLINK", "FOLLOWED_HYPERLINK"),
)
_FOLLOWING = {"TEXT1": "DARK1", "BACKGROUND1": "LIGHT1", "TEXT2": "LIGHT2", "BACKGROUND2": "DARK2"}
"""Colours that stand for others in the theme of a new presentation."""


def _color_scheme(given: Json) -> Json:
    """A whole ColorScheme from the twelve colours that may be set; further ones are ignored, as Google documents."""
    colours = {pair.get("type"): pair.get("color", {}) for pair in given.get("colors", [])}
    missing = [name for name in _EDITABLE if name not in colours]
    if missing:
        raise RequestError(f"The color scheme needs a color for each of the first 12 types; missing: {missing}.")
    whole = {**{name: colours[name] for name in _EDITABLE}, **{n: colours[of] for n, of in _FOLLOWING.items()}}
    return {"colors": [{"type": name, "color": channels(colour)} for name, colour in whole.items()]}


@REQUESTS.handles("updateSlideProperties")
def update_slide_properties(deck: Deck, body: Json) -> None:
    slide = deck.slide(body.get("objectId"))
    paths = schema_of("slides").mask("SlideProperties", need(body, "fields"))
    paths = [path for path in paths if path == ("isSkipped",)]
    apply_paths(slide.setdefault("slideProperties", {}), body.get("slideProperties", {}), paths)


@REQUESTS.handles("updatePageElementAltText")
def update_page_element_alt_text(deck: Deck, body: Json) -> None:
    """An absent title or description keeps its value, as Google documents; an empty one removes it."""
    element = deck.find(body.get("objectId")).element
    for name in ("title", "description"):
        if body.get(name):
            element[name] = body[name]
        elif name in body:
            element.pop(name, None)
