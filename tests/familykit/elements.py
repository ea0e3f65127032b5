"""Elements and slides of the API's JSON, to be put into a frozen deck; ways to hide its texts. Places in EMU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Raw = dict[str, Any]


def at(name: str, x: float, y: float, w: float, h: float) -> Raw:
    size = {side: {"magnitude": length, "unit": "EMU"} for side, length in (("width", w), ("height", h))}
    transform = {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "EMU"}
    return {"objectId": name, "size": size, "transform": transform}


def text(words: str, size: float = 18) -> Raw:
    """A paragraph for each line."""
    style = {"fontSize": {"magnitude": size, "unit": "PT"}}
    lines = [
        [{"paragraphMarker": {}}, {"textRun": {"content": f"{line}\n", "style": style}}] for line in words.split("\n")
    ]
    return {"textElements": [part for line in lines for part in line]}


def box(place: Raw, words: str, size: float = 18, placeholder: str = "") -> Raw:
    kind = {"placeholder": {"type": placeholder}} if placeholder else {}
    return {**place, "shape": {"shapeType": "TEXT_BOX", "text": text(words, size), **kind}}


def framed(place: Raw, words: str, size: float = 18) -> Raw:
    """A table of a single cell."""
    width, height = place["size"]["width"], place["size"]["height"]
    rows = [{"rowHeight": height, "tableCells": [{"location": {}, "text": text(words, size)}]}]
    return {**place, "table": {"rows": 1, "columns": 1, "tableColumns": [{"columnWidth": width}], "tableRows": rows}}


def word_art(place: Raw, words: str) -> Raw:
    return {**place, "wordArt": {"renderedText": words}}


def image(place: Raw, url: str, **properties: Any) -> Raw:
    return {**place, "image": {"contentUrl": url, "imageProperties": properties}}


def blank(name: str = "blank") -> Raw:
    """A slide as an editor adds it: its title placeholder is empty."""
    title = {**at(f"{name}_title", 300000, 300000, 8000000, 800000), "shape": {"placeholder": {"type": "TITLE"}}}
    return {"objectId": name, "pageElements": [title]}


def remove(raw: Raw, name: str) -> None:
    for slide in raw["slides"]:
        slide["pageElements"] = [one for one in slide["pageElements"] if one["objectId"] != name]


def restyled(one: Raw, **style: Any) -> None:
    for part in one["shape"]["text"]["textElements"]:
        if "textRun" in part:
            part["textRun"]["style"] = {**part["textRun"].get("style", {}), **style}


def _white(one: Raw) -> None:
    restyled(one, foregroundColor={"opaqueColor": {"rgbColor": {"red": 1, "green": 1, "blue": 1}}})


def _tiny(one: Raw) -> None:
    restyled(one, fontSize={"magnitude": 1, "unit": "PT"})


def _beside(one: Raw) -> None:
    one["transform"]["translateY"] = -9000000


HIDDEN: dict[str, Callable[[Raw], None]] = {"white on white": _white, "of one point": _tiny, "beside the page": _beside}
"""Ways to hide a text of a white slide."""
