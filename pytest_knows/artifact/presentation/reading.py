"""From the JSON of one page to its elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_knows.artifact.colour import Colour, Theme
from pytest_knows.artifact.geometry import EMU_PER_PT, Affine, emu
from pytest_knows.artifact.lenient import entries, number, string, table
from pytest_knows.artifact.presentation.elements import Box, Element, Other, Picture, PictureSource
from pytest_knows.artifact.presentation.extent import LINE_HEIGHT, Frame, placed_lines
from pytest_knows.artifact.presentation.fill import is_opaque, is_patterned, line_colour, outline_colour, solid_fill
from pytest_knows.artifact.presentation.inherit import MAX_DEPTH, Parents, stated_property
from pytest_knows.artifact.presentation.tables import read_table
from pytest_knows.artifact.presentation.text import Inheritance, Raw, read_text

Place = dict[str, Any]
"""The arguments that every `Element` takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReader:
    """Reads one page. `ancestors` are the JSON of the pages that it inherits from, nearest first."""

    theme: Theme
    parents: Parents
    ancestors: Sequence[object]
    background: Colour
    picture: PictureSource

    def elements(self, page: object) -> tuple[Element, ...]:
        """The page's elements in z-order, groups entered."""
        flat = _flat(entries(page, "pageElements"), Affine())
        return tuple(self._element(raw, _place(raw, transform, z)) for z, (raw, transform) in enumerate(flat))

    def _element(self, raw: Raw, place: Place) -> Element:
        if table(raw, "shape"):
            return self._shape(raw["shape"], place)
        if table(raw, "image"):
            return self._image(raw["image"], place)
        if table(raw, "table"):
            return read_table(raw["table"], place, self.theme, self.background)
        if table(raw, "wordArt"):
            return _word_art(string(raw, "wordArt", "renderedText"), place)
        return self._other(raw, place)

    def _shape(self, shape: Raw, place: Place) -> Box:
        chain = [shape, *self.parents.of(shape, self.ancestors)]
        body = read_text(shape.get("text"), Inheritance([one.get("text") for one in chain[1:]]), self.theme)
        vertical = next((v for one in chain if (v := string(one, "shapeProperties", "contentAlignment"))), "")
        stated = number(shape, "shapeProperties", "autofit", "fontScale", default=1.0)
        scale = stated if 0 < stated <= 1 else 1.0
        fill = stated_property(chain, "shapeBackgroundFill")
        frame = Frame.of(place["transform"], place["width"], place["height"])
        return Box(
            **place,
            shape_type=string(shape, "shapeType"),
            placeholder=string(shape, "placeholder", "type"),
            body=body,
            fill=solid_fill(fill, self.theme, self.background),
            opaque=is_opaque(fill),
            patterned=is_patterned(fill),
            outline=outline_colour(stated_property(chain, "outline"), self.theme, self.background),
            link=string(shape, "shapeProperties", "link", "url"),
            font_scale=scale,
            placed=placed_lines(body, frame, vertical, scale),
        )

    def _image(self, image: Raw, place: Place) -> Picture:
        crop = table(image, "imageProperties", "cropProperties")
        left, top, right, bottom = (_cut(crop, side) for side in ("left", "top", "right", "bottom"))
        return Picture(
            **place,
            url=string(image, "contentUrl"),
            source_url=string(image, "sourceUrl"),
            crop=(left, top, right, bottom),
            opacity=1 - min(max(number(image, "imageProperties", "transparency"), 0.0), 1.0),
            outline=outline_colour(table(image, "imageProperties", "outline"), self.theme, self.background),
            link=string(image, "imageProperties", "link", "url"),
            placeholder=string(image, "placeholder", "type"),
            source=self.picture,
        )

    def _other(self, raw: Raw, place: Place) -> Other:
        kind = next(
            (key for key, value in raw.items() if isinstance(value, dict) and key not in ("size", "transform")),
            "",
        )
        stroke = table(raw, "line", "lineProperties")
        colour = line_colour(table(stroke, "lineFill"), table(stroke, "weight"), self.theme, self.background)
        url = string(raw, kind, "contentUrl") or string(raw, kind, "url")
        return Other(**place, kind=kind, url=url, outline=colour)


def _flat(raws: Sequence[Raw], outer: Affine, depth: int = 0) -> Iterator[tuple[Raw, Affine]]:
    for raw in raws:
        transform = outer.after(Affine.of(raw.get("transform")))
        children = entries(raw, "elementGroup", "children")
        if not children:
            yield raw, transform
        elif depth < MAX_DEPTH:
            yield from _flat(children, transform, depth + 1)


def _place(raw: Raw, transform: Affine, z: int) -> Place:
    return {
        "id": string(raw, "objectId"),
        "z": z,
        "transform": transform,
        "width": emu(table(raw, "size").get("width")),
        "height": emu(table(raw, "size").get("height")),
        "title": string(raw, "title"),
        "description": string(raw, "description"),
    }


def _word_art(text: str, place: Place) -> Box:
    """WordArt has no styles in the API; its letters fill its box, whose height gives their size."""
    height = Frame.of(place["transform"], place["width"], place["height"]).height
    size = height / EMU_PER_PT / LINE_HEIGHT / max(len(text.splitlines()), 1)
    run = {"content": text, "style": {"fontSize": {"magnitude": size, "unit": "PT"}}}
    body = read_text({"textElements": [{"textRun": run}]}, Inheritance(), Theme({}))
    box = Box(**place, kind="word_art", body=body)
    return replace(box, placed=tuple((line, box.rect) for line in body.lines if line.text.strip()))


def _cut(crop: Raw, side: str) -> float:
    """The share that is cut off; a picture that is drawn smaller than its frame (negative) is not cut."""
    return min(max(number(crop, f"{side}Offset"), 0.0), 0.999)
