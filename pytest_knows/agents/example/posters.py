"""A one-slide event poster in Google Slides, its sources in the speaker notes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pytest_knows.agents.example import pictures, research
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]

_COLOURS = {
    "black": "#000000", "grey": "#D9D9D9", "mint green": "#3EB489", "light orange": "#FCD5A5",
    "deep ocean blue": "#004B80", "seafoam green": "#93E9BE", "navy blue": "#000080", "charcoal grey": "#36454F",
    "deep teal": "#004D4D", "warm amber": "#FFBF33", "white": "#FFFFFF", "bright blue": "#2979FF",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What the prompt says about the event."""

    event: str
    details: str
    speaker: str
    header_colour: str
    sidebar_colour: str
    achievements: int


def read_talk(prompt: str) -> Talk | None:
    """The event, of a prompt that describes its poster part by part ("Header (top, centered): ..."), else None."""
    header = re.search(r"Header \(top, centered\):\s*(.+?), large, bold, in color ([\w ]+)", prompt)
    details = re.search(r"Subheader \(.+?\):\s*(.+?), (.+), and (?:hosted (?:by )?)?(?:the )?(.+?), styled in", prompt)
    sidebar = re.search(r"Right Sidebar \(shaded box, color ([\w ]+)\):\s*\S+ bio \((.+?)\)", prompt)
    count = re.search(r"mention (\d+) of their main", prompt)
    if not (header and details and sidebar and count):
        return None
    date, place, host = details.groups()
    return Talk(
        event=header[1],
        details=f"{date}  |  {place}\nHosted by {host}",
        speaker=sidebar[2],
        header_colour=header[2].strip().lower(),
        sidebar_colour=sidebar[1].lower(),
        achievements=int(count[1]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A shape with text; place and size in pt on a slide of 720 x 405."""

    name: str
    at: tuple[float, float, float, float]
    """Left, top, width, height."""
    text: str = ""
    size: float = 12
    bold: bool = False
    italic: bool = False
    align: str = "START"
    colour: str = "black"
    fill: str = ""
    gap: float = 0
    """Space below each paragraph, in pt."""
    title: str = ""
    """The beginning of the text that is set in bold."""
    middle: bool = False
    """Vertically centred."""

    def requests(self, page: str) -> list[Json]:
        """What makes it."""
        kind = "RECTANGLE" if self.fill else "TEXT_BOX"
        made: list[Json] = [{"createShape": {
            "objectId": self.name, "shapeType": kind, "elementProperties": _placed(page, self.at)}}]  # fmt: skip
        return made + self._shaped() + (self._written() if self.text else [])

    def _shaped(self) -> list[Json]:
        properties: Json = {"contentAlignment": "MIDDLE" if self.middle else "TOP"}
        if self.fill:
            properties["shapeBackgroundFill"] = {"solidFill": {"color": _rgb(self.fill)}}
            properties["outline"] = {"propertyState": "NOT_RENDERED"}
        changed = {"objectId": self.name, "shapeProperties": properties, "fields": ",".join(properties)}
        return [{"updateShapeProperties": changed}]

    def _written(self) -> list[Json]:
        style = {"fontSize": _pt(self.size), "bold": self.bold, "italic": self.italic, "fontFamily": "Arial",
                 "foregroundColor": {"opaqueColor": _rgb(self.colour)}}  # fmt: skip
        paragraph = {"alignment": self.align, "spaceBelow": _pt(self.gap), "lineSpacing": 100}
        target = {"objectId": self.name, "textRange": {"type": "ALL"}}
        requests: list[Json] = [
            {"insertText": {"objectId": self.name, "text": self.text}},
            {"updateTextStyle": {**target, "style": style, "fields": ",".join(style)}},
            {"updateParagraphStyle": {**target, "style": paragraph, "fields": ",".join(paragraph)}},
        ]
        if self.title:
            span = {"type": "FIXED_RANGE", "startIndex": 0, "endIndex": len(self.title)}
            bold = {"objectId": self.name, "textRange": span, "style": {"bold": True}, "fields": "bold"}
            requests.append({"updateTextStyle": bold})
        return requests


def make_poster(task: AgentTask) -> list[str] | None:
    """Build it; the pages read, or None for a speaker whom the notes do not know."""
    notes, talk = research.find("posters", task.prompt), read_talk(task.prompt)
    if notes is None or talk is None:
        return None
    presentations = task.clients.slides.presentations()
    slide = presentations.get(presentationId=task.file.id).execute()["slides"][0]
    page = slide["objectId"]
    logo = pictures.upload(task, pictures.emblem(notes["initials"], _COLOURS[talk.header_colour]))
    placed = _placed(page, (612, 14, 80, 50))
    requests = [
        *({"deleteObject": {"objectId": placeholder["objectId"]}} for placeholder in slide.get("pageElements", [])),
        *(request for box in _boxes(talk, notes) for request in box.requests(page)),
        {"createImage": {"objectId": "logo_image", "url": logo, "elementProperties": placed}},
    ]
    if notes["cite"]:
        speaker_notes = slide["slideProperties"]["notesPage"]["notesProperties"]["speakerNotesObjectId"]
        requests.append({"insertText": {"objectId": speaker_notes, "text": _citations(notes)}})
    presentations.batchUpdate(presentationId=task.file.id, body={"requests": requests}).execute()
    return [url for _, url in notes["sources"]]


def _boxes(talk: Talk, notes: Json) -> list[Box]:
    """The parts of the poster; `notes` may say where and how a part goes wrong."""
    body, footer = notes.get("body_at", [30, 122, 400, 220]), notes.get("footer_at", [290, 358, 406, 34])
    bio = [talk.speaker, notes["bio"], *notes["achievements"][: talk.achievements], notes["connection"]]
    on_dark = "white" if talk.sidebar_colour == "charcoal grey" else "black"
    return [
        Box(name="accent_line", at=(30, 110, 660, 2), fill=talk.header_colour),
        Box(name="header_box", at=(110, 10, 500, 62), text=talk.event, size=24, bold=notes.get("header_bold", True),
            align="CENTER", colour=notes.get("header_colour", talk.header_colour), middle=True),
        Box(name="details_box", at=(30, 72, 560, 36), text=talk.details, size=12, italic=True),
        Box(name="body_box", at=tuple(body), text="\n".join(notes["summary"]), size=notes.get("body_size", 15), gap=8),
        Box(name="sidebar_box", at=(446, 122, 244, 226), text="\n".join(bio), size=11, gap=5, title=talk.speaker,
            fill=talk.sidebar_colour, colour=on_dark),
        *(Box(name="callout_box", at=(37, 350, 240, 38), text=text, italic=True, align="CENTER", middle=True,
              fill=talk.sidebar_colour) for text in notes.get("callout", [])),
        Box(name="footer_box", at=tuple(footer), text=notes["contact"], size=9.5, align="END"),
    ]  # fmt: skip


def _citations(notes: Json) -> str:
    """One line for each source, saying what on the poster it stands for."""
    return "Sources\n" + "\n".join(f"[{n}] {claim}: {url}" for n, (claim, url) in enumerate(notes["sources"], 1))


def _placed(page: str, at: tuple[float, float, float, float]) -> Json:
    left, top, width, height = at
    move = {"scaleX": 1, "scaleY": 1, "translateX": left, "translateY": top, "unit": "PT"}
    return {"pageObjectId": page, "size": {"width": _pt(width), "height": _pt(height)}, "transform": move}


def _pt(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "PT"}


def _rgb(colour: str) -> Json:
    """The API's form of a colour that _COLOURS names."""
    digits = _COLOURS[colour].removeprefix("#")
    channels = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return {"rgbColor": dict(zip(("red", "green", "blue"), channels, strict=True))}
