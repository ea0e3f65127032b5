"""Requests that create slides, shapes, lines and pictures."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError, StoredPicture
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, in_emu
from pytest_knows.workspace.local.presentations.template import (
    bare_shape,
    emu,
    hidden_outline,
    hidden_shadow,
    inherited_shape,
    notes_page,
)
from pytest_knows.workspace.local.presentations.transforms import moved_by, transform_of

DEFAULT_SIDE = 3000000
"""Width and height in EMU of an element that was given no size."""
EMU_PER_PIXEL = 9525
"""At 96 pixels per inch."""

_NOT_COPIED = {"SLIDE_NUMBER", "DATE_AND_TIME", "FOOTER", "HEADER"}
"""Placeholders that a layout has but that a new slide does not get."""


def size_of(given: Json | None, default: tuple[float, float]) -> tuple[float, float]:
    """Width and height in EMU; raises `RequestError` if not positive."""
    if not given:
        return default
    width, height = in_emu(need(given, "width")), in_emu(need(given, "height"))
    if width < 0 or height < 0 or width + height <= 0:
        raise RequestError("size: width and height must be positive.")
    return width, height


def add_element(deck: Deck, body: Json, kind: str, content: Json, size: tuple[float, float] | None = None) -> Json:
    """Append a new page element to the page that the request names; returns the reply."""
    properties = body.get("elementProperties", {})
    page = deck.page(need(body, "elementProperties", "pageObjectId"))
    object_id = deck.object_id(body.get("objectId"))
    width, height = size or size_of(properties.get("size"), (DEFAULT_SIDE, DEFAULT_SIDE))
    element = {
        "objectId": object_id,
        "size": emu(width, height),
        "transform": transform_of(properties.get("transform")),
        kind: content,
    }
    page.setdefault("pageElements", []).append(element)
    return {"objectId": object_id}


def shape_properties(shape_type: str) -> Json:
    """What the editor gives a new shape: a text box is bare, any other has a light fill and a thin dark outline."""
    properties = bare_shape()
    if shape_type == "TEXT_BOX":
        return {**properties, "contentAlignment": "TOP"}
    outline = hidden_outline()
    outline["outlineFill"]["solidFill"]["color"] = {"themeColor": "DARK2"}
    del outline["propertyState"]
    fill = {"solidFill": {"color": {"themeColor": "LIGHT2"}, "alpha": 1}}
    return {**properties, "shapeBackgroundFill": fill, "outline": outline, "contentAlignment": "MIDDLE"}


@REQUESTS.handles("createShape")
def create_shape(deck: Deck, body: Json) -> Json:
    shape_type = need(body, "shapeType")
    if shape_type in ("TYPE_UNSPECIFIED", "CUSTOM"):
        raise RequestError(f"A shape of type {shape_type} cannot be created.")
    shape = {"shapeType": shape_type, "shapeProperties": shape_properties(shape_type)}
    return add_element(deck, body, "shape", shape)


@REQUESTS.handles("createImage")
def create_image(deck: Deck, body: Json) -> Json:
    deck.page(need(body, "elementProperties", "pageObjectId"))
    picture = deck.env.fetch_picture(need(body, "url"))
    return add_picture(deck, body, picture, "image", image_of(picture.url, picture.source_url))


def add_picture(deck: Deck, body: Json, picture: StoredPicture, kind: str, content: Json) -> Json:
    """A new page element that shows a picture; returns the reply.

    The picture keeps its proportions: it is fitted into the given size and centred in it, then transformed.
    """
    natural = (picture.width * EMU_PER_PIXEL, picture.height * EMU_PER_PIXEL)
    properties = body["elementProperties"]
    width, height = size_of(properties.get("size"), natural)
    factor = min(width / natural[0], height / natural[1])
    fitted = (natural[0] * factor, natural[1] * factor)
    if not min(fitted):
        raise RequestError("size: width and height of a picture must be positive.")
    transform = moved_by(transform_of(properties.get("transform")), (width - fitted[0]) / 2, (height - fitted[1]) / 2)
    placed = {**body, "elementProperties": {**properties, "transform": transform}}
    return add_element(deck, placed, kind, content, fitted)


def image_of(url: str, source: str) -> Json:
    return {
        "contentUrl": url,
        "imageProperties": {"outline": hidden_outline(), "shadow": hidden_shadow()},
        "sourceUrl": source,
    }


@REQUESTS.handles("createSlide")
def create_slide(deck: Deck, body: Json) -> Json:
    layout = _layout(deck, body.get("slideLayoutReference", {"predefinedLayout": "BLANK"}))
    index = body.get("insertionIndex", len(deck.slides))
    if not 0 <= index <= len(deck.slides):
        raise RequestError(
            f"The insertion index ({index}) should not be greater than the number of slides ({len(deck.slides)})."
        )
    object_id = deck.object_id(body.get("objectId"))
    slide = new_slide(object_id, layout)
    deck.slides.insert(index, slide)
    wanted = _mapped_ids(layout, body.get("placeholderIdMappings", []))
    for source in copied_placeholders(layout):
        own_id = deck.object_id(wanted.get(source["objectId"]))
        slide["pageElements"].append(instance_of(source, own_id))
    return {"objectId": object_id}


def new_slide(object_id: str, layout: Json) -> Json:
    """A slide on a layout, without elements. Google leaves `pageType` out of slides."""
    return {
        "objectId": object_id,
        "pageElements": [],
        "slideProperties": {
            "layoutObjectId": layout["objectId"],
            "masterObjectId": layout.get("layoutProperties", {}).get("masterObjectId", ""),
            "notesPage": notes_page(object_id),
        },
        "pageProperties": {"pageBackgroundFill": {"propertyState": "INHERIT"}},
    }


def _layout(deck: Deck, reference: Json) -> Json:
    name = reference.get("predefinedLayout")
    wanted = reference.get("layoutId")
    for layout in deck.state.get("layouts", []):
        if wanted == layout["objectId"] or (name and name == layout.get("layoutProperties", {}).get("name")):
            found: Json = layout
            return found
    raise RequestError(f"The layout ({wanted or name}) could not be found in the presentation.")


def copied_placeholders(layout: Json) -> list[Json]:
    """The placeholders of a layout that a slide on it has as well."""
    return [
        element
        for element in layout.get("pageElements", [])
        if "placeholder" in element.get("shape", {}) and element["shape"]["placeholder"].get("type") not in _NOT_COPIED
    ]


def instance_of(source: Json, object_id: str) -> Json:
    """The slide's own copy of a layout's placeholder: empty, everything inherited."""
    placeholder = source["shape"]["placeholder"]
    kept = {name: placeholder[name] for name in ("type", "index") if placeholder.get(name)}
    shape = {
        "shapeType": source["shape"].get("shapeType", "TEXT_BOX"),
        "shapeProperties": inherited_shape(),
        "placeholder": {**kept, "parentObjectId": source["objectId"]},
    }
    return {
        "objectId": object_id,
        "size": copy.deepcopy(source["size"]),
        "transform": copy.deepcopy(source["transform"]),
        "shape": shape,
    }


def _mapped_ids(layout: Json, mappings: list[Json]) -> dict[str, str]:
    """Id of the layout's placeholder -> id wished for the slide's."""
    wished: dict[str, str] = {}
    for mapping in mappings:
        place = mapping.get("layoutPlaceholder", {})
        for source in copied_placeholders(layout):
            own = source["shape"]["placeholder"]
            same = (own.get("type"), own.get("index", 0)) == (place.get("type"), place.get("index", 0))
            if same or mapping.get("layoutPlaceholderObjectId") == source["objectId"]:
                wished[source["objectId"]] = mapping.get("objectId", "")
                break
        else:
            shown = mapping.get("layoutPlaceholderObjectId") or place
            raise RequestError(f"The layout placeholder ({shown}) could not be found on the slide's layout.")
    return wished
