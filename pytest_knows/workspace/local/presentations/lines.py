"""Requests about lines: creating, properties, categories, and connections that hold their ends to other elements."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.create import add_element
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, in_emu
from pytest_knows.workspace.local.presentations.elements import CONNECTIONS
from pytest_knows.workspace.local.presentations.properties import update_properties
from pytest_knows.workspace.local.presentations.template import emu
from pytest_knows.workspace.local.presentations.transforms import (
    IDENTITY,
    Point,
    apply,
    compose,
    inverse,
)
from pytest_knows.workspace.local.schema import schema_of

_PREFIX = {"STRAIGHT": "STRAIGHT_CONNECTOR_", "BENT": "BENT_CONNECTOR_", "CURVED": "CURVED_CONNECTOR_"}

Sites = tuple[tuple[float, float], ...]
_SIDES: Sites = ((0.5, 0), (0, 0.5), (0.5, 1), (1, 0.5))
_DIAGONAL = (0.5 - math.sqrt(0.125), 0.5 + math.sqrt(0.125))
_SITES: dict[str, Sites] = {
    "ELLIPSE": (
        (0.5, 0), (_DIAGONAL[0], _DIAGONAL[0]), (0, 0.5), (_DIAGONAL[0], _DIAGONAL[1]),
        (0.5, 1), (_DIAGONAL[1], _DIAGONAL[1]), (1, 0.5), (_DIAGONAL[1], _DIAGONAL[0]),
    ),
    "TRIANGLE": ((0.5, 0), (0.25, 0.5), (0, 1), (0.5, 1), (1, 1), (0.75, 0.5)),
    "RIGHT_TRIANGLE": ((0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1), (0.5, 0.5)),
}  # fmt: skip
"""Connection sites as fractions of width and height, counterclockwise from the top (ECMA-376, annex H: `cxnLst`)."""


@REQUESTS.handles("createLine")
def create_line(deck: Deck, body: Json) -> Json:
    category = body.get("category") or body.get("lineCategory") or "STRAIGHT"
    line = {"lineProperties": _new_properties(), **_kind(category)}
    return add_element(deck, body, "line", line)


def _new_properties() -> Json:
    return {
        "lineFill": {"solidFill": {"color": {"themeColor": "DARK2"}, "alpha": 1}},
        "weight": {"magnitude": 9525, "unit": "EMU"},
        "dashStyle": "SOLID",
        "startArrow": "NONE",
        "endArrow": "NONE",
    }


def _kind(category: str, segments: int = 3) -> Json:
    """Type and category of a connector; a straight one has one segment."""
    if category not in _PREFIX:
        raise RequestError(f"A line cannot be of category {category}.")
    return {
        "lineType": f"{_PREFIX[category]}{1 if category == 'STRAIGHT' else segments}",
        "lineCategory": category,
    }


def _connector(deck: Deck, object_id: Any) -> Json:
    """The page element of a line that is a connector; raises `RequestError`."""
    if "CONNECTOR" not in deck.part(object_id, "line").get("lineType", ""):
        raise RequestError(f"The line ({object_id}) is not a connector.")
    return deck.find(object_id).element


@REQUESTS.handles("updateLineProperties")
def update_line_properties(deck: Deck, body: Json) -> None:
    """A new connection moves that end of the line to the connection site; the other end stays."""
    object_id, fields = body.get("objectId"), need(body, "fields")
    line, given = deck.part(object_id, "line"), body.get("lineProperties", {})
    named = {path[0] for path in schema_of("slides").mask("LineProperties", fields)}
    if "weight" in given and in_emu(given["weight"]) <= 0:
        raise RequestError("lineProperties.weight must be greater than 0.")
    properties = line.setdefault("lineProperties", {})
    update_properties(properties, "LineProperties", given, fields, _new_properties())
    if named & set(CONNECTIONS) & properties.keys():
        element = _connector(deck, object_id)
        _lay(deck, element, [properties.get(end) for end in CONNECTIONS])


@REQUESTS.handles("updateLineCategory")
def update_line_category(deck: Deck, body: Json) -> None:
    element = _connector(deck, body.get("objectId"))
    line = element["line"]
    line.update(_kind(need(body, "lineCategory")))
    connections = [line.get("lineProperties", {}).get(end) for end in CONNECTIONS]
    if any(connections):
        _lay(deck, element, connections)


@REQUESTS.handles("rerouteLine")
def reroute_line(deck: Deck, body: Json) -> None:
    """Connect the line at the two closest sites of the elements that it connects."""
    element = _connector(deck, body.get("objectId"))
    properties = element["line"].setdefault("lineProperties", {})
    ids = [properties.get(end, {}).get("connectedObjectId") for end in CONNECTIONS]
    if not all(ids) or ids[0] == ids[1]:
        raise RequestError("The start and the end of the line must be connected to different page elements.")
    pairs = product(*(_sites(deck, object_id) for object_id in ids))
    best = min(pairs, key=lambda pair: math.dist(pair[0].at, pair[1].at))
    for name, site in zip(CONNECTIONS, best, strict=True):
        properties[name] = site.connection
    _lay(deck, element, [site.connection for site in best])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """A connection site: its LineConnection, where it is on the page, and whether a line leaves it up or down."""

    connection: Json
    at: Point
    upright: bool


def _sites(deck: Deck, object_id: Any) -> Iterator[_Site]:
    """The connection sites of a page element; raises `RequestError` if it has none."""
    element = deck.find(object_id).element
    if not element.keys() & {"shape", "image", "video", "sheetsChart"}:
        raise RequestError(f"The object ({object_id}) has no connection sites.")
    placed = compose(_outer(deck, object_id), element.get("transform", IDENTITY))
    width, height = _size(element)
    sites = _SITES.get(element.get("shape", {}).get("shapeType", ""), _SIDES)
    for index, (x, y) in enumerate(sites):
        connection = {"connectedObjectId": object_id, **({"connectionSiteIndex": index} if index else {})}
        at = apply(placed, (x * width, y * height))
        yield _Site(connection=connection, at=at, upright=abs(y - 0.5) >= abs(x - 0.5))


def _size(element: Json) -> Point:
    size = element.get("size", {})
    width, height = (in_emu(size[name]) if name in size else 0.0 for name in ("width", "height"))
    return width, height


def _outer(deck: Deck, object_id: Any) -> Json:
    """The transform of the groups that hold an element."""
    page = deck.find(object_id).page
    pending = [(element, IDENTITY) for element in page["pageElements"]]
    while pending:
        element, outer = pending.pop()
        if element["objectId"] == object_id:
            return outer
        children = element.get("elementGroup", {}).get("children", [])
        pending += [(child, compose(outer, element.get("transform", IDENTITY))) for child in children]
    return IDENTITY


def _lay(deck: Deck, element: Json, connections: list[Json | None]) -> None:
    """Place a line between the sites of its connections; an end without one stays where it is."""
    outer = _outer(deck, element["objectId"])
    own = compose(outer, element.get("transform", IDENTITY))
    sites = [_site(deck, element, connection) for connection in connections]
    ends = [
        site.at if site else apply(own, corner)
        for site, corner in zip(sites, ((0.0, 0.0), _size(element)), strict=True)
    ]
    upright = [bool(site and site.upright) for site in sites]
    category = element["line"].get("lineCategory", "STRAIGHT")
    turned = upright[0] and category != "STRAIGHT"
    element["line"].update(_kind(category, 2 if all(sites) and upright[0] != upright[1] else 3))
    start, end = (apply(inverse(outer), point) for point in ends)
    element["size"], element["transform"] = _span(start, end, turned)


def _site(deck: Deck, element: Json, connection: Json | None) -> _Site | None:
    if connection is None:
        return None
    object_id, index = need(connection, "connectedObjectId"), connection.get("connectionSiteIndex", 0)
    if deck.find(object_id).page is not deck.find(element["objectId"]).page:
        raise RequestError(f"The object ({object_id}) is not on the page of the line.")
    sites = list(_sites(deck, object_id))
    if not 0 <= index < len(sites):
        raise RequestError(f"The object ({object_id}) has no connection site {index}: it has {len(sites)}.")
    return sites[index]


def _span(start: Point, end: Point, turned: bool) -> tuple[Json, Json]:
    """Size and transform of a line from one point to another; `turned`: its own x axis is the page's y axis."""
    across, down = end[0] - start[0], end[1] - start[1]
    signs = (math.copysign(1, across), math.copysign(1, down))
    at = {"translateX": start[0], "translateY": start[1], "unit": "EMU"}
    if turned:
        return emu(abs(down), abs(across)), {"shearX": signs[0], "shearY": signs[1], **at}
    return emu(abs(across), abs(down)), {"scaleX": signs[0], "scaleY": signs[1], **at}
