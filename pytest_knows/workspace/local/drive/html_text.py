"""The text of an HTML page as requests for a blank document: headings, lists, links, bold and kin.

Tables become lines with tabs between their cells; pictures, colours, sizes and layout are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from pytest_knows.workspace.local.calls import Json
from pytest_knows.workspace.local.errors import ApiError

_STYLES: dict[str, Json] = {
    "b": {"bold": True}, "strong": {"bold": True}, "i": {"italic": True}, "em": {"italic": True},
    "u": {"underline": True}, "s": {"strikethrough": True}, "del": {"strikethrough": True},
    "sup": {"baselineOffset": "SUPERSCRIPT"}, "sub": {"baselineOffset": "SUBSCRIPT"},
}  # fmt: skip
_HEADINGS = {f"h{level}": f"HEADING_{level}" for level in range(1, 7)}
_BLOCKS = {"p", "div", "ul", "ol", "li", "table", "tr", "blockquote", "pre", "section", "article", "header", "footer"}
_UNSEEN = {"script", "style", "head", "title", "template", "noscript"}
_BULLETS = {"ul": "BULLET_DISC_CIRCLE_SQUARE", "ol": "NUMBERED_DECIMAL_ALPHA_ROMAN"}
_DEEPEST = 8
"""Levels of a list below the first: a document has nine."""
_PART = 40
"""Paragraphs that are made in one go."""
_MOST_REQUESTS = 600
_LONGEST = 2_000_000
_MOST_OPEN = 50
"""Styles within one another; a page that opens more and closes none gets no more."""


@dataclass(slots=True)
class _Line:
    """A paragraph: its runs with their styles, its heading, and in a list the preset and the level."""

    runs: list[tuple[str, Json]] = field(default_factory=list)
    heading: str = ""
    preset: str = ""
    level: int = 0


def read_html(text: str) -> list[list[Json]]:
    """Batches of requests, each for a blank document of its own; those documents in a row are the page.

    One document for all would be slow: what a request costs grows with the document that it changes.
    Raises ApiError 400 for a page that would take minutes.
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    lines = [line for line in reader.lines if any(run.strip() for run, _ in line.runs)]
    parts: list[list[_Line]] = []
    for line in lines:
        # A list stays in one part: its paragraphs belong together.
        if not parts or (len(parts[-1]) >= _PART and not line.preset):
            parts.append([])
        parts[-1].append(line)
    batches = [_requests(part) for part in parts]
    if len(text) > _LONGEST or any(len(batch) > _MOST_REQUESTS for batch in batches):
        raise ApiError(
            400,
            f"The page cannot be converted: it has more than {_LONGEST} characters, or a list or paragraph with more "
            f"than {_MOST_REQUESTS} changes of style.",
        )
    return batches


def _style(tag: str, attrs: list[tuple[str, str | None]]) -> Json:
    href = dict(attrs).get("href") if tag == "a" else None
    return {"link": {"url": href}} if href else _STYLES.get(tag, {})


class _Reader(HTMLParser):
    """Gathers lines; an element that is never closed ends with the page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [_Line()]
        self._open: list[tuple[str, Json]] = []
        self._lists: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        if tag in _BULLETS:
            self._lists.append(tag)
        if tag in _BLOCKS or tag in _HEADINGS:
            self._new_line(_HEADINGS.get(tag, ""), listed=tag == "li")
        elif tag == "br":
            self._add("\v")
        elif tag in ("td", "th") and self.lines[-1].runs:
            self._add("\t")
        style = _style(tag, attrs)
        if style and len(self._open) < _MOST_OPEN:
            self._open.append((tag, style))

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))
        if tag in _BULLETS and self._lists:
            self._lists.pop()
        if tag in _BLOCKS or tag in _HEADINGS:
            self._new_line("", listed=False)
        for place in reversed(range(len(self._open))):
            if self._open[place][0] == tag:
                del self._open[place]
                break

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            shown = re.sub(r"[ \t\r\n\f]+", " ", data)
            self._add(shown if self.lines[-1].runs else shown.lstrip(" "))

    def _new_line(self, heading: str, *, listed: bool) -> None:
        kind = self._lists[-1] if listed and self._lists else ""
        level = min(len(self._lists) - 1, _DEEPEST)
        self.lines.append(_Line(heading=heading, preset=_BULLETS.get(kind, ""), level=max(level, 0)))

    def _add(self, text: str) -> None:
        if text:
            style: Json = {}
            for _, own in self._open:
                style = style | own
            self.lines[-1].runs.append((text, style))


def _requests(lines: list[_Line]) -> list[Json]:
    """Text first, then styles, then bullets from the last line to the first: they take leading tabs away."""
    styles: list[Json] = []
    bullets: list[Json] = []
    text, index = "", 1
    for line in lines:
        start = index
        tabs = "\t" * (line.level if line.preset else 0)
        text, index = text + tabs, index + len(tabs)
        for run, style in _trimmed(line.runs):
            end = index + len(run.encode("utf-16-le")) // 2
            if style:
                span = {"startIndex": index, "endIndex": end}
                styles.append({"updateTextStyle": {"range": span, "textStyle": style, "fields": ",".join(style)}})
            text, index = text + run, end
        text, index = text + "\n", index + 1
        whole = {"startIndex": start, "endIndex": index}
        if line.heading:
            named = {"namedStyleType": line.heading}
            styles.append(
                {"updateParagraphStyle": {"range": whole, "paragraphStyle": named, "fields": "namedStyleType"}}
            )
        if line.preset and bullets and bullets[-1]["bulletPreset"] == line.preset and bullets[-1]["end"] == start:
            bullets[-1]["end"] = index
        elif line.preset:
            bullets.append({"start": start, "end": index, "bulletPreset": line.preset})
    inserted = [{"insertText": {"location": {"index": 1}, "text": text.removesuffix("\n")}}]
    made = [
        {"createParagraphBullets": {"range": {"startIndex": item["start"], "endIndex": item["end"]},
                                    "bulletPreset": item["bulletPreset"]}}
        for item in reversed(bullets)
    ]  # fmt: skip
    return [*inserted, *styles, *made]


def _trimmed(runs: list[tuple[str, Json]]) -> list[tuple[str, Json]]:
    """The runs without blanks at the end of the line."""
    *before, (last, style) = runs
    return [*before, (last.rstrip(" "), style)] if last.rstrip(" ") else before
