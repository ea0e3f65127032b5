"""Requests about page elements and slides as wholes: transforms, order, groups, deleting, duplicating."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, Found, elements_of
from pytest_knows.workspace.local.presentations.template import notes_page
from pytest_knows.workspace.local.presentations.transforms import IDENTITY, compose, determinant, transform_of

CONNECTIONS = ("startConnection", "endConnection")
"""LineProperties that hold the ends of a line to other page elements."""


@REQUESTS.handles("updatePageElementTransform")
def update_page_element_transform(deck: Deck, body: Json) -> None:
    element = deck.find(body.get("objectId")).element
    transform = transform_of(need(body, "transform"))
    mode = body.get("applyMode")
    if mode == "RELATIVE":
        transform = compose(transform, element.get("transform", IDENTITY))
        if not determinant(transform):
            raise RequestError("The resulting transform is not invertible.")
    elif mode != "ABSOLUTE":
        raise RequestError("applyMode must be ABSOLUTE or RELATIVE.")
    element["transform"] = transform


def _same_level(deck: Deck, object_ids: list[Any]) -> list[Found]:
    """The elements, which must be different, on one page and not inside groups."""
    found = [deck.find(object_id) for object_id in object_ids]
    if not found or len(set(object_ids)) != len(object_ids):
        raise RequestError("At least one page element is needed, and none twice.")
    if any(item.siblings is not found[0].page["pageElements"] for item in found):
        raise RequestError("The page elements must be on the same page, and not in a group.")
    return found


@REQUESTS.handles("updatePageElementsZOrder")
def update_page_elements_z_order(deck: Deck, body: Json) -> None:
    found = _same_level(deck, body.get("pageElementObjectIds", []))
    operation = body.get("operation")
    siblings = found[0].siblings
    chosen = [element for element in siblings if any(element is item.element for item in found)]
    rest = [element for element in siblings if not any(element is item for item in chosen)]
    places = [n for n, element in enumerate(siblings) if any(element is item for item in chosen)]
    targets = {
        "BRING_TO_FRONT": len(rest),
        "SEND_TO_BACK": 0,
        "BRING_FORWARD": places[-1] - len(chosen) + 2,
        "SEND_BACKWARD": places[0] - 1,
    }
    if operation not in targets:
        raise RequestError("operation must be BRING_TO_FRONT, BRING_FORWARD, SEND_BACKWARD or SEND_TO_BACK.")
    at = min(max(targets[operation], 0), len(rest))
    siblings[:] = [*rest[:at], *chosen, *rest[at:]]


@REQUESTS.handles("groupObjects")
def group_objects(deck: Deck, body: Json) -> Json:
    found = _same_level(deck, body.get("childrenObjectIds", []))
    if len(found) < 2:
        raise RequestError("A group needs at least two page elements.")
    if any("placeholder" in item.element.get(kind, {}) for item in found for kind in ("shape", "image")):
        raise RequestError("A placeholder cannot be grouped.")
    if any(item.element.keys() & {"table", "video"} for item in found):
        raise RequestError("Tables and videos cannot be grouped.")
    object_id = deck.object_id(body.get("groupObjectId"))
    siblings = found[0].siblings
    children = [element for element in siblings if any(element is item.element for item in found)]
    at = siblings.index(children[-1]) + 1 - len(children)
    siblings[:] = [element for element in siblings if not any(element is child for child in children)]
    # The children keep their own transforms under the group's identity; Google may factor them differently.
    group = {"objectId": object_id, "transform": dict(IDENTITY), "elementGroup": {"children": children}}
    siblings.insert(at, group)
    return {"objectId": object_id}


@REQUESTS.handles("ungroupObjects")
def ungroup_objects(deck: Deck, body: Json) -> None:
    for found in _same_level(deck, body.get("objectIds", [])):
        group = found.element
        if "elementGroup" not in group:
            raise RequestError(f"The object ({group['objectId']}) is not a group.")
        outer = group.get("transform", IDENTITY)
        children = group["elementGroup"].get("children", [])
        for child in children:
            child["transform"] = compose(outer, child.get("transform", IDENTITY))
        at = next(n for n, element in enumerate(found.siblings) if element is group)
        found.siblings[at : at + 1] = children


@REQUESTS.handles("deleteObject")
def delete_object(deck: Deck, body: Json) -> None:
    object_id = body.get("objectId")
    for number, slide in enumerate(deck.slides):
        if slide["objectId"] == object_id:
            del deck.slides[number]
            return
    if any(page["objectId"] == object_id for page in deck.pages()):
        raise RequestError(f"The page ({object_id}) cannot be deleted: only slides can.")
    remove_element(deck.find(object_id))


def remove_element(found: Found) -> None:
    """Take an element from its page, and with it groups that have too few children left and connections to it."""
    found.siblings[:] = [element for element in found.siblings if element is not found.element]
    _dissolve_small_groups(found.page)
    left = [item.element for item in elements_of(found.page)]
    ids = {element["objectId"] for element in left}
    for element in left:
        properties = element.get("line", {}).get("lineProperties", {})
        for name in CONNECTIONS:
            if properties.get(name, {}).get("connectedObjectId", "") not in ids:
                properties.pop(name, None)


def _dissolve_small_groups(page: Json) -> None:
    """A group that is left with one child gives way to it, one without children goes, as Google documents."""
    for found in list(elements_of(page)):
        group = found.element.get("elementGroup")
        if group is not None and len(group["children"]) < 2:
            outer = found.element.get("transform", IDENTITY)
            for child in group["children"]:
                child["transform"] = compose(outer, child.get("transform", IDENTITY))
            at = next(n for n, element in enumerate(found.siblings) if element is found.element)
            found.siblings[at : at + 1] = group["children"]


@REQUESTS.handles("duplicateObject")
def duplicate_object(deck: Deck, body: Json) -> Json:
    object_id, wanted = body.get("objectId"), body.get("objectIds", {})
    for number, slide in enumerate(deck.slides):
        if slide["objectId"] == object_id:
            copied = copy.deepcopy(slide)
            old_notes = copied["slideProperties"].pop("notesPage", None)
            copied.pop("commentAnchors", None)
            deck.slides.insert(number + 1, copied)
            ids = _rename(deck, [copied, *(found.element for found in elements_of(copied))], wanted)
            _copy_notes(copied, old_notes)
            return {"objectId": ids}
    found = deck.find(object_id)
    return {"objectId": add_copy(deck, found.element, found.siblings, wanted)}


def add_copy(deck: Deck, element: Json, siblings: list[Json], wanted: Json) -> str:
    """Append a copy of an element to `siblings`, with new ids (`wanted`: old -> new); returns the copy's id."""
    copied = copy.deepcopy(element)
    inside = elements_of({"objectId": "", "pageElements": [copied]})
    object_id = _rename(deck, [item.element for item in inside], wanted)
    siblings.append(copied)
    return object_id


def _rename(deck: Deck, things: list[Json], wanted: Json) -> str:
    """Give copies new ids: those wished for in `wanted` (old -> new), else fresh ones; returns the first's."""
    old_ids = [thing["objectId"] for thing in things]
    for old, thing in zip(old_ids, things, strict=True):
        thing["objectId"] = "\x00"
        thing["objectId"] = deck.object_id(wanted.get(old))
    taken = [thing["objectId"] for thing in things]
    if len(set(taken)) != len(taken):
        raise RequestError("objectIds gives the same new id twice.")
    renamed = dict(zip(old_ids, taken, strict=True))
    for connection in _connections(things):
        connection["connectedObjectId"] = renamed.get(connection["connectedObjectId"], connection["connectedObjectId"])
    return str(taken[0])


def _connections(things: list[Json]) -> Iterator[Json]:
    """The connections of the lines among page elements."""
    for thing in things:
        properties = thing.get("line", {}).get("lineProperties", {})
        yield from (properties[name] for name in CONNECTIONS if "connectedObjectId" in properties.get(name, {}))


def _copy_notes(slide: Json, old: Any) -> None:
    notes = notes_page(slide["objectId"])
    if isinstance(old, dict):
        for fresh, source in zip(notes["pageElements"], old.get("pageElements", []), strict=False):
            if "text" in source.get("shape", {}):
                fresh["shape"]["text"] = copy.deepcopy(source["shape"]["text"])
    slide["slideProperties"]["notesPage"] = notes


@REQUESTS.handles("updateSlidesPosition")
def update_slides_position(deck: Deck, body: Json) -> None:
    """`insertionIndex` counts the slides as they stand before the move."""
    wanted = body.get("slideObjectIds", [])
    moved = [deck.slide(object_id) for object_id in wanted]
    at = body.get("insertionIndex", 0)
    if not moved or len(set(wanted)) != len(wanted):
        raise RequestError("slideObjectIds needs at least one slide, and none twice.")
    if not 0 <= at <= len(deck.slides):
        raise RequestError(f"The insertion index ({at}) should not be greater than the number of slides.")
    in_order = [slide for slide in deck.slides if any(slide is item for item in moved)]
    if [slide["objectId"] for slide in in_order] != wanted:
        raise RequestError("The slides must be in the order in which they stand, without duplicates.")
    before = [slide for slide in deck.slides[:at] if slide["objectId"] not in wanted]
    after = [slide for slide in deck.slides[at:] if slide["objectId"] not in wanted]
    deck.slides[:] = [*before, *moved, *after]
