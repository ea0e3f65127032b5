"""What Google's editor can do and its API cannot: crop a picture, change a slide's layout, copy to another slide."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from pytest_knows.workspace.local.calls import Json
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.presentations.create import copied_placeholders, instance_of
from pytest_knows.workspace.local.presentations.deck import EMU_PER_PT, Deck, in_emu
from pytest_knows.workspace.local.presentations.elements import add_copy
from pytest_knows.workspace.local.presentations.template import emu
from pytest_knows.workspace.local.presentations.transforms import IDENTITY, moved_by
from pytest_knows.workspace.local.rendering.markup import number
from pytest_knows.workspace.local.rendering.pictures import crop_of

_SIDES = ("left", "top", "right", "bottom")
_LEAST = 0.01
"""Share of a picture that a crop must leave."""
_ALIKE = {"CENTERED_TITLE": "TITLE", "SUBTITLE": "BODY"}
"""Placeholders that take each other's place when the layout changes."""


def crop(deck: Deck, body: Json) -> None:
    """`{objectId, left, top, right, bottom}`: show less (or more) of a picture, in fractions of the whole.

    What stays visible keeps its place and scale on the slide, as when a person drags the crop handles.
    Raises RequestError if nothing would be left.
    """
    element = deck.find(body.get("objectId")).element
    image = deck.part(body.get("objectId"), "image")
    wanted = [number(body.get(side)) for side in _SIDES]
    if min(wanted) < 0 or wanted[0] + wanted[2] > 1 - _LEAST or wanted[1] + wanted[3] > 1 - _LEAST:
        raise RequestError("A crop is between 0 and 1 on each side, and must leave something of the picture.")
    properties = image.setdefault("imageProperties", {})
    had = crop_of(properties.get("cropProperties"))
    width, height = in_emu(element["size"]["width"]), in_emu(element["size"]["height"])
    whole = (width / (1 - had[0] - had[2]), height / (1 - had[1] - had[3]))
    element["size"] = emu(whole[0] * (1 - wanted[0] - wanted[2]), whole[1] * (1 - wanted[1] - wanted[3]))
    across, down = whole[0] * (wanted[0] - had[0]), whole[1] * (wanted[1] - had[1])
    element["transform"] = moved_by(element.get("transform", IDENTITY), across, down)
    offsets = {f"{side}Offset": cut for side, cut in zip(_SIDES, wanted, strict=True) if cut}
    properties.pop("cropProperties", None)
    if offsets:
        properties["cropProperties"] = offsets


def apply_layout(deck: Deck, body: Json) -> None:
    """`{objectId, layoutId}`: a slide's placeholders take the places of the layout's; empty ones without a place go,
    missing ones come. Raises RequestError."""
    slide = deck.slide(body.get("objectId"))
    layout = deck.page(body.get("layoutId"))
    if layout.get("pageType") != "LAYOUT":
        raise RequestError(f"The page ({body.get('layoutId')}) is no layout.")
    elements: list[Json] = slide.setdefault("pageElements", [])
    free = [one for one in elements if "placeholder" in one.get("shape", {})]
    for source in copied_placeholders(layout):
        own = next((one for one in free if _kind(one) == _kind(source)), None)
        if own is None:
            elements.append(instance_of(source, deck.object_id(None)))
            continue
        free.remove(own)
        fresh = instance_of(source, own["objectId"])
        own["shape"]["placeholder"] = fresh["shape"]["placeholder"]
        own.update(size=fresh["size"], transform=copy.deepcopy(fresh["transform"]))
    unused = [one for one in free if not _has_text(one)]
    elements[:] = [one for one in elements if not any(one is gone for gone in unused)]
    properties = slide.setdefault("slideProperties", {})
    properties["layoutObjectId"] = layout["objectId"]
    properties["masterObjectId"] = layout.get("layoutProperties", {}).get("masterObjectId", "")


def paste(deck: Deck, body: Json, cut: Mapping[str, Json]) -> None:
    """`{objectIds, copies, pageId, shift}`: copies of elements, with the ids `copies`, on a page; `shift` in points.

    `cut`: elements that were deleted, by id. Raises RequestError for an element that is in neither place.
    """
    page = deck.page(body.get("pageId"))
    ids, copies = body.get("objectIds"), body.get("copies")
    if not isinstance(ids, list) or not isinstance(copies, list) or len(ids) != len(copies):
        raise RequestError("objectIds and copies must be lists of the same length.")
    by = number(body.get("shift")) * EMU_PER_PT
    for object_id, wanted in zip(ids, copies, strict=True):
        source = cut.get(str(object_id)) or deck.find(object_id).element
        siblings: list[Json] = page.setdefault("pageElements", [])
        add_copy(deck, source, siblings, {source["objectId"]: str(wanted)})
        siblings[-1]["transform"] = _shifted(siblings[-1].get("transform", IDENTITY), by)


def _shifted(transform: Json, by: float) -> Json:
    """Moved to the right and down on the page."""
    return {**transform, **{name: transform.get(name, 0) + by for name in ("translateX", "translateY")}}


def _kind(element: Json) -> tuple[str, int]:
    placeholder = element["shape"]["placeholder"]
    kind = str(placeholder.get("type"))
    return _ALIKE.get(kind, kind), int(placeholder.get("index", 0))


def _has_text(element: Json) -> bool:
    runs = element["shape"].get("text", {}).get("textElements", [])
    return any(run.get("textRun", {}).get("content", "").strip() for run in runs)
