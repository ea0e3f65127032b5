"""A presentation as HTML: one page per slide, every element at its exact place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_knows.workspace.local.rendering.markup import (
    Json,
    at,
    escape,
    items,
    mapping,
    number,
    page,
    page_size,
    pt,
    tag,
)
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.slides_forms import polygon, text_box
from pytest_knows.workspace.local.rendering.slides_geometry import Placed, placed
from pytest_knows.workspace.local.rendering.slides_lines import line_html
from pytest_knows.workspace.local.rendering.slides_shapes import canvas, drawn, shape_background
from pytest_knows.workspace.local.rendering.slides_table import slide_table_html
from pytest_knows.workspace.local.rendering.slides_text import text_html
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css, link_target

_INSET = 7.2  # points between a shape's edge and its text: 91425 EMU, what Slides uses on all sides
_CENTRE = {"MIDDLE": "center", "BOTTOM": "flex-end"}


def presentation_html(deck: Json, pictures: Pictures) -> str:
    """The HTML of a `Presentation`; skipped slides are drawn, too, as in Google's export."""
    width, height = page_size(deck.get("pageSize"), 720, 405)
    theme = Theme(deck)
    slides = "".join(SlidePage(slide, theme, pictures).html(width, height) for slide in items(deck.get("slides")))
    rules = f"@page{{size:{pt(width)} {pt(height)};margin:0}}html{{print-color-adjust:exact}}"
    return page(slides, rules)


def single_page(deck: Json, page_id: str) -> Json:
    """The presentation with one page as its only slide: a slide, or a layout, master or notes page drawn as one.

    Raises `KeyError` if there is no such page.
    """
    slides = items(deck.get("slides"))
    notes = [mapping(at(slide, "slideProperties", "notesPage")) for slide in slides]
    others = [one for group in ("layouts", "masters") for one in items(deck.get(group))]
    for one in (*slides, *others, *notes, mapping(deck.get("notesMaster"))):
        if one.get("objectId") == page_id:
            return {**deck, "slides": [one]}
    raise KeyError(page_id)


class SlidePage:
    """One slide with what it shows of its layout and master."""

    editing = False
    """Whether texts are made for an editor: there even when empty, and saying where they begin."""

    def __init__(self, slide: Json, theme: Theme, pictures: Pictures) -> None:
        self.slide = slide
        self.theme = theme
        self.pictures = pictures

    def html(self, width: float, height: float) -> str:
        css: Css = {
            "position": "relative",
            "overflow": "hidden",
            "width": pt(width),
            "height": pt(height),
            "break-after": "page",
            "break-inside": "avoid",
            **self.background(),
        }
        return tag("div", self.drawn(self.furniture()) + self.drawn(items(self.slide.get("pageElements"))), css)

    def drawn(self, elements: Iterable[Json]) -> str:
        """Elements as HTML, one above the other."""
        return "".join(self.element(one) for one in placed(list(elements)))

    def furniture(self) -> Iterator[Json]:
        """What master and layout show on the slide; their placeholders are only models."""
        for parent in reversed(self.theme.parents(self.slide)):
            for element in items(parent.get("pageElements")):
                if at(element, "shape", "placeholder") is None and at(element, "image", "placeholder") is None:
                    yield element

    def background(self) -> Css:
        """CSS of the nearest background that is set."""
        for source in (self.slide, *self.theme.parents(self.slide)):
            fill = at(source, "pageProperties", "pageBackgroundFill")
            if fill is None or at(fill, "propertyState") == "INHERIT":
                continue
            url = self.pictures.data_url({}, at(fill, "stretchedPictureFill", "contentUrl"))
            if url is not None:
                return {"background": f'url("{url}") 0 0/100% 100%'}
            return {"background": self.theme.fill(self.slide, fill)}
        return {}

    def element(self, one: Placed) -> str:
        """An element at its place; empty where nothing is to be seen."""
        element = one.element
        if "shape" in element:
            return self._shape(one, mapping(element["shape"]))
        if "image" in element:
            image = mapping(element["image"])
            return self._picture(one, mapping(image.get("imageProperties")), image.get("contentUrl"))
        if "table" in element:
            return slide_table_html(one, mapping(element["table"]), self.slide, self.theme, editing=self.editing)
        if "line" in element:
            return line_html(one, mapping(element["line"]), self.slide, self.theme)
        if "wordArt" in element:
            return tag("div", escape(str(at(element, "wordArt", "renderedText") or "")), one.css())
        if "sheetsChart" in element:
            properties = at(element, "sheetsChart", "sheetsChartProperties", "chartImageProperties")
            return self._picture(one, mapping(properties), at(element, "sheetsChart", "contentUrl"))
        return self._video(one, mapping(element["video"])) if "video" in element else ""

    def _shape(self, one: Placed, shape: Json) -> str:
        background = shape_background(one, shape, self.slide, self.theme)
        text = text_html(shape.get("text"), shape, self.slide, self.theme, editing=self.editing)
        if not background and not text:
            return ""
        alignment = str(self.theme.shape_property(shape, "contentAlignment"))
        left, top, right, bottom = text_box(str(shape.get("shapeType")), one.width, one.height)
        css: Css = {
            "position": "absolute",
            "left": f"{100 * left:.4f}%",
            "top": f"{100 * top:.4f}%",
            "width": f"{100 * (right - left):.4f}%",
            "height": f"{100 * (bottom - top):.4f}%",
            "display": "flex",
            "flex-direction": "column",
            "justify-content": _CENTRE.get(alignment, "flex-start"),
            "padding": pt(_INSET),
            # Mirrored shapes keep readable text.
            "transform": "scaleX(-1)" if one.flipped else None,
        }
        mark = {"data-text": ""} if self.editing else {}
        content = background + (tag("div", text, css, **mark) if text else "")
        return self._linked(one, content, at(shape, "shapeProperties", "link"))

    def _linked(self, one: Placed, content: str, link: object) -> str:
        target = link_target({"link": link})
        return tag("div", content, one.css()) if target is None else tag("a", content, one.css(), href=target)

    def _picture(self, one: Placed, properties: Json, url: object) -> str:
        transparency = number(properties.get("transparency"))
        css: Css = {
            "position": "absolute",
            "width": "100%",
            "height": "100%",
            "opacity": f"{max(0.0, 1 - transparency):.4f}" if transparency else None,
        }
        frame = drawn(one, "RECTANGLE", None, properties.get("outline"), self.slide, self.theme)
        return self._linked(one, self.image(properties, url, css) + frame, properties.get("link"))

    def image(self, properties: Json, url: object, css: Css) -> str:
        """The picture itself, filling its place; empty if it cannot be had."""
        source = self.pictures.data_url(properties, url)
        return tag("img", "", css, src=source, alt="") if source else ""

    def _video(self, one: Placed, video: Json) -> str:
        """A dark box with the sign for playing: the server has no picture of the video."""
        properties = mapping(video.get("videoProperties"))
        box = drawn(one, "RECTANGLE", "#212121", properties.get("outline"), self.slide, self.theme)
        side = min(one.width, one.height) / 4
        x, y = (one.width - side) / 2, (one.height - side) / 2
        sign = tag("path", d=polygon([(x, y), (x + side, y + side / 2), (x, y + side)]), fill="white")
        return self._linked(one, box + canvas(sign, one.width, one.height), {"url": video.get("url")})
