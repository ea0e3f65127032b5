"""Pictures: insertInlineImage, replaceImage, deletePositionedObject."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.content import style_at
from pytest_knows.workspace.local.documents.defaults import grey, points
from pytest_knows.workspace.local.documents.editor import Editor, all_content
from pytest_knows.workspace.local.documents.indexing import paragraphs
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json, RequestError, StoredPicture

_POINTS_PER_PIXEL = 0.75  # 96 pixels and 72 points to the inch
_MAX_PIXELS = 25_000_000  # "cannot exceed 25 megapixels" (InsertInlineImageRequest.uri)
_MAX_URI = 2048  # "at most 2 kB in length" (ibid.)


@REQUESTS.handles("insertInlineImage")
def insert_inline_image(editor: Editor, body: Json) -> Json:
    """Insert a picture as one character."""
    segment, spot = editor.place(body)
    if segment.is_footnote:
        raise RequestError("Inline images cannot be inserted inside a footnote.")
    picture = _fetch(editor, need(body, "uri"))
    size = _size(picture, body.get("objectSize", {}), _column_width(segment.tab))
    object_id = editor.env.new_id()
    segment.tab.setdefault("inlineObjects", {})[object_id] = {
        "objectId": object_id,
        "inlineObjectProperties": {"embeddedObject": embedded_picture(picture, size)},
    }
    element = {"inlineObjectId": object_id, "textStyle": style_at(spot)}
    editor.insert(segment, spot, {"inlineObjectElement": element})
    return {"objectId": object_id}


def _fetch(editor: Editor, uri: str) -> StoredPicture:
    if len(uri) > _MAX_URI and not uri.startswith("data:"):
        raise RequestError("The provided image URI must be at most 2 kB in length.")
    picture = editor.env.fetch_picture(uri)
    if picture.width * picture.height > _MAX_PIXELS:
        raise RequestError("The provided image must not exceed 25 megapixels.")
    return picture


def embedded_picture(picture: StoredPicture, size: Json) -> Json:
    """An `EmbeddedObject` with an uncropped picture and Docs' default border and margins; `size` in points."""
    border = {"color": grey(0), "width": points(0), "dashStyle": "SOLID", "propertyState": "NOT_RENDERED"}
    sides = ("Top", "Bottom", "Right", "Left")
    return {
        "imageProperties": {
            "contentUri": picture.url,
            "sourceUri": picture.source_url,
            "cropProperties": {},
        },
        "embeddedObjectBorder": border,
        "size": size,
        **{f"margin{side}": points(9) for side in sides},
    }


def _size(picture: StoredPicture, asked: Json, column: float) -> Json:
    """The displayed size by the rules of InsertInlineImageRequest.objectSize, always in the picture's proportions."""
    width, height = (asked.get(side, {}).get("magnitude") for side in ("width", "height"))
    if any(given is not None and given <= 0 for given in (width, height)):
        raise RequestError("The object size must be greater than 0.")
    natural = (max(1, picture.width) * _POINTS_PER_PIXEL, max(1, picture.height) * _POINTS_PER_PIXEL)
    scales = [given / own for given, own in zip((width, height), natural, strict=True) if given is not None]
    # Without a size, a picture wider than the column is fitted to it.
    scale = min(scales) if scales else min(1.0, column / natural[0])
    return {"height": points(natural[1] * scale), "width": points(natural[0] * scale)}


def _column_width(contents: Json) -> float:
    style = contents["documentStyle"]
    page = style.get("pageSize", {}).get("width", {}).get("magnitude", 612)
    margins = [style.get(name, {}).get("magnitude", 0) for name in ("marginLeft", "marginRight")]
    return max(1.0, float(page - sum(margins)))


@REQUESTS.handles("replaceImage")
def replace_image(editor: Editor, body: Json) -> None:
    """Show another picture in the same rectangle, scaled and centred as CENTER_CROP does."""
    contents = editor.tab(body.get("tabId"))["documentTab"]
    embedded = _embedded(contents, need(body, "imageObjectId"))
    picture = _fetch(editor, need(body, "uri"))
    embedded["imageProperties"] = {
        "contentUri": picture.url,
        "sourceUri": picture.source_url,
        "cropProperties": _centre_crop(picture, embedded.get("size", {})),
    }


def _embedded(contents: Json, object_id: str) -> Json:
    for group, properties in (
        ("inlineObjects", "inlineObjectProperties"),
        ("positionedObjects", "positionedObjectProperties"),
    ):
        if object_id in contents.get(group, {}):
            found: Json = contents[group][object_id][properties]["embeddedObject"]
            return found
    raise RequestError(f"The image with ID {object_id} was not found.")


def _centre_crop(picture: StoredPicture, size: Json) -> Json:
    width, height = (size.get(side, {}).get("magnitude", 0) for side in ("width", "height"))
    if not (width and height and picture.width and picture.height):
        return {}
    excess = (picture.width / picture.height) / (width / height)
    if abs(excess - 1) < 1e-3:
        return {}
    cut = (1 - min(excess, 1 / excess)) / 2
    return {"offsetLeft": cut, "offsetRight": cut} if excess > 1 else {"offsetTop": cut, "offsetBottom": cut}


@REQUESTS.handles("deletePositionedObject")
def delete_positioned_object(editor: Editor, body: Json) -> None:
    """Remove a floating object and its anchor."""
    contents = editor.tab(body.get("tabId"))["documentTab"]
    object_id = need(body, "objectId")
    if object_id not in contents.get("positionedObjects", {}):
        raise RequestError(f"The positioned object with ID {object_id} was not found.")
    del contents["positionedObjects"][object_id]
    for content in all_content(contents):
        for node in paragraphs(content):
            anchored = node["paragraph"].get("positionedObjectIds", [])
            if object_id in anchored:
                anchored.remove(object_id)
