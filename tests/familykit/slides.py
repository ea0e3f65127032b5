"""Slides through Google's client: boxes of text, pictures, notes. Sizes and places in EMU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from familykit.docs import data_url, utf16
from pytest_knows.workspace import FileRef, Kind, Workspace

Requests = list[dict[str, Any]]


@dataclass
class Box:
    """A shape with text, in EMU; `shape` is the API's type, `links` maps words to the URL behind them."""

    x: float
    y: float
    w: float
    h: float
    text: str = ""
    size: float | None = None
    bold: bool | None = None
    italic: bool | None = None
    align: str | None = None
    colour: tuple[float, float, float] | None = None
    fill: tuple[float, float, float] | None = None
    shape: str = "TEXT_BOX"
    links: dict[str, str] = field(default_factory=dict)
    bulleted: bool = False
    """Every paragraph is a list item."""

    def requests(self, name: str, page: str) -> Requests:
        """Requests that put it on the page under the object id `name`."""
        return [
            {"createShape": {"objectId": name, "shapeType": self.shape, "elementProperties": placed(self, page)}},
            *([{"insertText": {"objectId": name, "text": self.text}}] if self.text else []),
            *(self._styles(name) if self.text else []),
            *self._fill(name),
        ]

    def _styles(self, name: str) -> Requests:
        style = {"bold": self.bold, "italic": self.italic}
        style["fontSize"] = {"magnitude": self.size, "unit": "PT"} if self.size else None
        style["foregroundColor"] = {"opaqueColor": {"rgbColor": rgb(self.colour)}} if self.colour else None
        style = {key: value for key, value in style.items() if value is not None}
        found = [text_style(name, style, {"type": "ALL"})] if style else []
        for words, url in self.links.items():
            start = utf16(self.text[: self.text.index(words)])
            span = {"type": "FIXED_RANGE", "startIndex": start, "endIndex": start + utf16(words)}
            found.append(text_style(name, {"link": {"url": url}}, span))
        if self.align:
            aligned = {"objectId": name, "style": {"alignment": self.align}, "fields": "alignment"}
            found.append({"updateParagraphStyle": {**aligned, "textRange": {"type": "ALL"}}})
        if self.bulleted:
            found.append({"createParagraphBullets": {"objectId": name, "textRange": {"type": "ALL"}}})
        return found

    def _fill(self, name: str) -> Requests:
        if not self.fill:
            return []
        filled = {"shapeBackgroundFill": {"solidFill": {"color": {"rgbColor": rgb(self.fill)}}}}
        fields = "shapeBackgroundFill.solidFill.color"
        return [{"updateShapeProperties": {"objectId": name, "shapeProperties": filled, "fields": fields}}]


@dataclass
class Image:
    """A picture that fills the box (`data` should have its proportions: the API keeps a picture's)."""

    x: float
    y: float
    w: float
    h: float
    data: bytes
    alt: str | None = None

    def requests(self, name: str, page: str) -> Requests:
        """Requests that put it on the page under the object id `name`."""
        made = {"objectId": name, "url": data_url(self.data), "elementProperties": placed(self, page)}
        found: Requests = [{"createImage": made}]
        if self.alt is not None:
            found.append({"updatePageElementAltText": {"objectId": name, "description": self.alt}})
        return found


@dataclass
class Slide:
    """A slide with boxes by name (their object ids are `<slide>_<name>`); without a title, of the blank layout."""

    boxes: dict[str, Box | Image] = field(default_factory=dict)
    title: str = ""
    """In the title placeholder, whose object id is `<slide>_title`."""
    notes: str = ""
    background: tuple[float, float, float] | None = None
    more: Requests = field(default_factory=list)
    """Further requests, after the boxes are made."""

    def requests(self, page: str) -> Requests:
        found = [request for name, box in self.boxes.items() for request in box.requests(f"{page}_{name}", page)]
        if self.background:
            fill = {"pageBackgroundFill": {"solidFill": {"color": {"rgbColor": rgb(self.background)}}}}
            fields = "pageBackgroundFill.solidFill.color"
            found.append({"updatePageProperties": {"objectId": page, "pageProperties": fill, "fields": fields}})
        return found + self.more

    def created(self, page: str) -> Requests:
        """Requests that make the slide itself, its title included."""
        if not self.title:
            return [{"createSlide": {"objectId": page}}]
        mapping = {"layoutPlaceholder": {"type": "TITLE", "index": 0}, "objectId": f"{page}_title"}
        layout = {"predefinedLayout": "TITLE_ONLY"}
        made = {"objectId": page, "slideLayoutReference": layout, "placeholderIdMappings": [mapping]}
        return [{"createSlide": made}, {"insertText": {"objectId": f"{page}_title", "text": self.title}}]


def write(workspace: Workspace, slides: Sequence[Slide], more: Requests | None = None) -> FileRef:
    """A new presentation with these slides, ids slide_1, slide_2, ..."""
    file = workspace.create_file(Kind.PRESENTATION, "presentation")
    decks = workspace.clients.slides.presentations()
    first = decks.get(presentationId=file.id).execute()["slides"][0]["objectId"]
    pages = {f"slide_{number}": slide for number, slide in enumerate(slides, 1)}
    requests: Requests = [request for page, slide in pages.items() for request in slide.created(page)]
    requests += [request for page, slide in pages.items() for request in slide.requests(page)]
    requests += [{"deleteObject": {"objectId": first}}] if pages else []
    requests += more or []
    if requests:
        decks.batchUpdate(presentationId=file.id, body={"requests": requests}).execute()
    noted = {page: slide.notes for page, slide in pages.items() if slide.notes}
    if noted:
        made = decks.get(presentationId=file.id).execute()["slides"]
        body = {"requests": [_note(slide, noted[slide["objectId"]]) for slide in made if slide["objectId"] in noted]}
        decks.batchUpdate(presentationId=file.id, body=body).execute()
    return file


def _note(slide: dict[str, Any], text: str) -> dict[str, Any]:
    shape = slide["slideProperties"]["notesPage"]["notesProperties"]["speakerNotesObjectId"]
    return {"insertText": {"objectId": shape, "text": text}}


def placed(box: Box | Image, page: str) -> dict[str, Any]:
    """PageElementProperties."""
    return {
        "pageObjectId": page,
        "size": {"width": {"magnitude": box.w, "unit": "EMU"}, "height": {"magnitude": box.h, "unit": "EMU"}},
        "transform": {"scaleX": 1, "scaleY": 1, "translateX": box.x, "translateY": box.y, "unit": "EMU"},
    }


def text_style(name: str, style: dict[str, Any], span: dict[str, Any]) -> dict[str, Any]:
    return {"updateTextStyle": {"objectId": name, "style": style, "textRange": span, "fields": ",".join(style)}}


def rgb(colour: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip(("red", "green", "blue"), colour, strict=True))
