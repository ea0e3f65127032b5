"""What Google's editor can do and its API cannot: place and size pictures, page numbers, lines across the page."""

from __future__ import annotations

from collections.abc import Callable

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.defaults import points
from pytest_knows.workspace.local.documents.editor import Editor, all_content
from pytest_knows.workspace.local.documents.indexing import paragraphs, start
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.rendering.markup import number
from pytest_knows.workspace.local.schema import schema_of

_FLOATING = ("WRAP_TEXT", "BREAK_LEFT_RIGHT", "IN_FRONT_OF_TEXT", "BEHIND_TEXT")
_LEAST, _MOST = 1.0, 10_000.0
"""Points of a picture's side."""


def size_picture(editor: Editor, body: Json) -> None:
    """`{objectId, width, height, tabId?}` in points: show a picture larger or smaller. Raises RequestError."""
    embedded = _embedded(editor.tab(body.get("tabId"))["documentTab"], _object_id(body))
    sides = {side: number(body.get(side)) for side in ("width", "height")}
    if not all(_LEAST <= length <= _MOST for length in sides.values()):
        raise RequestError(f"A picture is {_LEAST:g} to {_MOST:g} points wide and high.")
    embedded["size"] = {side: points(length) for side, length in sides.items()}


def describe_picture(editor: Editor, body: Json) -> None:
    """`{objectId, title?, description?, tabId?}`: the alternative text. Raises RequestError."""
    embedded = _embedded(editor.tab(body.get("tabId"))["documentTab"], _object_id(body))
    for name in ("title", "description"):
        embedded.pop(name, None)
        if isinstance(body.get(name), str) and body[name]:
            embedded[name] = body[name]


def place_picture(editor: Editor, body: Json) -> None:
    """`{objectId, layout, leftOffset?, topOffset?, tabId?}`: INLINE, or floating at an offset (points) from the column
    and from the start of its paragraph. Raises RequestError."""
    contents, object_id = editor.tab(body.get("tabId"))["documentTab"], _object_id(body)
    layout = need(body, "layout")
    if layout == "INLINE":
        return _put_in_line(editor, contents, object_id)
    if layout not in _FLOATING:
        raise RequestError(f"The layout must be INLINE or one of {', '.join(_FLOATING)}.")
    if object_id in contents.get("inlineObjects", {}):
        _let_float(editor, contents, object_id)
    held = contents.get("positionedObjects", {}).get(object_id)
    if held is None:
        raise RequestError(f"The picture with ID {object_id} was not found.")
    offsets = {name: points(number(body.get(name))) for name in ("leftOffset", "topOffset")}
    held["positionedObjectProperties"]["positioning"] = {"layout": layout, **offsets}
    return None


def _object_id(body: Json) -> str:
    return str(need(body, "objectId"))


def _location(body: Json) -> Json:
    """The request's Location. Raises RequestError."""
    return schema_of("docs").body("Location", need(body, "location"), "location")


def _embedded(contents: Json, object_id: str) -> Json:
    for group, properties in (
        ("inlineObjects", "inlineObjectProperties"),
        ("positionedObjects", "positionedObjectProperties"),
    ):
        if object_id in contents.get(group, {}):
            found: Json = contents[group][object_id][properties]["embeddedObject"]
            return found
    raise RequestError(f"The picture with ID {object_id} was not found.")


def _let_float(editor: Editor, contents: Json, object_id: str) -> None:
    """An inline picture leaves the text and is anchored to its paragraph."""
    for content in all_content(contents):
        for node in paragraphs(content):
            paragraph = node["paragraph"]
            elements = paragraph["elements"]
            place = next((at for at, one in enumerate(elements) if _shows(one, object_id)), None)
            if place is None:
                continue
            held = contents["inlineObjects"].pop(object_id)
            contents.setdefault("positionedObjects", {})[object_id] = {
                "objectId": object_id,
                "positionedObjectProperties": held["inlineObjectProperties"],
            }
            paragraph.setdefault("positionedObjectIds", []).append(object_id)
            where, segment_id = elements[place], _segment_id(contents, content)
            segment = editor.segment({"segmentId": segment_id, "tabId": _tab_id(editor, contents)})
            editor.delete(segment, start(where), start(where) + 1)
            return
    raise RequestError(f"The picture with ID {object_id} is nowhere in the text.")


def _put_in_line(editor: Editor, contents: Json, object_id: str) -> None:
    """A floating picture becomes the first character of its paragraph."""
    if object_id in contents.get("inlineObjects", {}):
        return
    for content in all_content(contents):
        for node in paragraphs(content):
            anchored = node["paragraph"].get("positionedObjectIds", [])
            if object_id not in anchored:
                continue
            anchored.remove(object_id)
            held = contents["positionedObjects"].pop(object_id)["positionedObjectProperties"]
            contents.setdefault("inlineObjects", {})[object_id] = {
                "objectId": object_id,
                "inlineObjectProperties": {"embeddedObject": held["embeddedObject"]},
            }
            segment = editor.segment({"segmentId": _segment_id(contents, content), "tabId": _tab_id(editor, contents)})
            element = {"inlineObjectElement": {"inlineObjectId": object_id, "textStyle": {}}}
            editor.insert(segment, editor.spot(segment, start(node)), element)
            return
    raise RequestError(f"The picture with ID {object_id} was not found.")


def _shows(element: Json, object_id: str) -> bool:
    return bool(element.get("inlineObjectElement", {}).get("inlineObjectId") == object_id)


def _segment_id(contents: Json, content: list[Json]) -> str:
    """The segment that a content list is; empty for the body."""
    for group in ("headers", "footers", "footnotes"):
        for segment_id, segment in contents.get(group, {}).items():
            if segment["content"] is content:
                return str(segment_id)
    return ""


def _tab_id(editor: Editor, contents: Json) -> str:
    return next(str(tab["tabProperties"]["tabId"]) for tab in editor.all_tabs() if tab["documentTab"] is contents)


def insert_page_number(editor: Editor, body: Json) -> None:
    """`{location, type}`: PAGE_NUMBER or PAGE_COUNT. Raises RequestError."""
    if body.get("type") not in ("PAGE_NUMBER", "PAGE_COUNT"):
        raise RequestError("The type must be PAGE_NUMBER or PAGE_COUNT.")
    segment, spot = editor.place({"location": _location(body)})
    editor.insert(segment, spot, {"autoText": {"type": body["type"], "textStyle": {}}})


def insert_horizontal_rule(editor: Editor, body: Json) -> None:
    """`{location}`: a line across the page. Raises RequestError."""
    segment, spot = editor.place({"location": _location(body)})
    editor.insert(segment, spot, {"horizontalRule": {"textStyle": {}}})


ACTS: dict[str, Callable[[Editor, Json], None]] = {
    "sizePicture": size_picture,
    "describePicture": describe_picture,
    "placePicture": place_picture,
    "insertPageNumber": insert_page_number,
    "insertHorizontalRule": insert_horizontal_rule,
}
