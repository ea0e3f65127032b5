"""Requests that replace pictures: replaceImage, replaceAllShapesWithImage."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError, StoredPicture
from pytest_knows.workspace.local.presentations.create import EMU_PER_PIXEL, image_of
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, elements_of
from pytest_knows.workspace.local.presentations.template import emu
from pytest_knows.workspace.local.presentations.text import load
from pytest_knows.workspace.local.presentations.texts import pages_meant, pattern_of
from pytest_knows.workspace.local.presentations.transforms import moved_by


@REQUESTS.handles("replaceImage")
def replace_image(deck: Deck, body: Json) -> None:
    object_id = body.get("imageObjectId")
    element = deck.find(object_id).element
    if "image" not in element:
        raise RequestError(f"The object ({object_id}) is not of type IMAGE.")
    picture = deck.env.fetch_picture(need(body, "url"))
    place_picture(element, picture, body.get("imageReplaceMethod"))


@REQUESTS.handles("replaceAllShapesWithImage")
def replace_all_shapes_with_image(deck: Deck, body: Json) -> Json:
    method = body.get("imageReplaceMethod") or body.get("replaceMethod")
    chosen = shapes_with_text(deck, body)
    picture = deck.env.fetch_picture(need(body, "imageUrl"))
    for element in chosen:
        element.pop("shape")
        place_picture(element, picture, method)
    return {"occurrencesChanged": len(chosen)} if chosen else {}


def shapes_with_text(deck: Deck, body: Json) -> list[Json]:
    """The shapes of the pages meant whose text matches `containsText`."""
    pattern = pattern_of(need(body, "containsText"))
    return [
        found.element
        for page in pages_meant(deck, body)
        for found in elements_of(page)
        if "shape" in found.element and pattern.search(load(found.element["shape"].get("text")).plain)
    ]


def place_picture(element: Json, picture: StoredPicture, method: str | None) -> None:
    """Put a picture into an element's box: cropped to fill it (CENTER_CROP), else fitted inside and centred."""
    box = element["size"]
    width, height = box["width"].get("magnitude", 0), box["height"].get("magnitude", 0)
    across, down = _visual_scale(element["transform"])
    natural = (picture.width * EMU_PER_PIXEL, picture.height * EMU_PER_PIXEL)
    ratio = (width * across / natural[0], height * down / natural[1])
    properties = element.get("image", {}).get("imageProperties")
    element["image"] = image_of(picture.url, picture.source_url)
    if properties:
        element["image"]["imageProperties"] = {k: v for k, v in properties.items() if k != "cropProperties"}
    if method in ("CENTER_CROP",):
        element["image"]["imageProperties"]["cropProperties"] = _crop(ratio)
        return
    factor = min(ratio)
    fitted = (natural[0] * factor / across, natural[1] * factor / down)
    element["size"] = emu(*fitted)
    element["transform"] = moved_by(element["transform"], (width - fitted[0]) / 2, (height - fitted[1]) / 2)


def _visual_scale(transform: Json) -> tuple[float, float]:
    """How much the transform stretches the element's own x and y directions."""
    x = (transform.get("scaleX", 0) ** 2 + transform.get("shearY", 0) ** 2) ** 0.5
    y = (transform.get("scaleY", 0) ** 2 + transform.get("shearX", 0) ** 2) ** 0.5
    return x or 1.0, y or 1.0


def _crop(ratio: tuple[float, float]) -> Json:
    """CropProperties that fill the box: what the larger factor pushes over the edge is cut on both sides."""
    factor = max(ratio)
    if not factor:
        return {}
    sides = {"left": ratio[0], "right": ratio[0], "top": ratio[1], "bottom": ratio[1]}
    cuts = {f"{side}Offset": (1 - own / factor) / 2 for side, own in sides.items()}
    return {name: cut for name, cut in cuts.items() if cut}
