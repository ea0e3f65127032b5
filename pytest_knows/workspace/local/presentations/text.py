"""The text of a shape or table cell: edited as characters, stored as Google's textElements.

Indices are UTF-16 code units, as everywhere in the API. The text of a box ends with a newline that cannot be deleted.
Only what was set is stored in styles; see `reading` for what Google answers beyond that.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from pytest_knows.workspace.local.engine import Json, RequestError

_STRIPPED = re.compile("[\x00-\x08\x0c-\x1f\ue000-\uf8ff]")
"""Google strips these from inserted text; vertical tab (a soft line break) stays."""


@dataclass(slots=True)
class Char:
    """One character; `auto` is the type of an AutoText (`SLIDE_NUMBER`), which counts as one character."""

    text: str
    style: Json
    auto: str | None = None

    @property
    def width(self) -> int:
        return 1 if self.auto else 2 if ord(self.text) > 0xFFFF else 1


@dataclass(slots=True)
class Paragraph:
    style: Json = field(default_factory=dict)
    bullet: Json | None = None


@dataclass(slots=True)
class Text:
    """Characters, and one Paragraph for each newline among them."""

    chars: list[Char] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    lists: Json = field(default_factory=dict)

    @property
    def length(self) -> int:
        """UTF-16 length, with the final newline."""
        return sum(char.width for char in self.chars)

    @property
    def plain(self) -> str:
        return "".join("" if char.auto else char.text for char in self.chars)

    def position(self, index: int, name: str) -> int:
        """The place in `chars` of a UTF-16 index; raises `RequestError` inside a surrogate pair or beyond the end."""
        at = 0
        for place, char in enumerate(self.chars):
            if at == index:
                return place
            at += char.width
            if at > index:
                raise RequestError(f"The {name} ({index}) should not be inside a surrogate pair.")
        if at != index:
            raise RequestError(
                f"The {name} ({index}) should not be greater than the existing text length ({max(at - 1, 0)})."
            )
        return len(self.chars)

    def span(self, text_range: Json | None) -> tuple[int, int]:
        """The places in `chars` of a Range (absent = all); raises `RequestError`."""
        kind = (text_range or {"type": "ALL"}).get("type", "RANGE_TYPE_UNSPECIFIED")
        if kind == "ALL":
            return 0, len(self.chars)
        start = (text_range or {}).get("startIndex", 0)
        if kind == "FROM_START_INDEX":
            return self.position(start, "start index"), len(self.chars)
        if kind != "FIXED_RANGE":
            raise RequestError("textRange.type must be FIXED_RANGE, FROM_START_INDEX or ALL.")
        end = (text_range or {}).get("endIndex", 0)
        if start >= end or start < 0:
            raise RequestError(f"The start index ({start}) should be less than the end index ({end}).")
        return self.position(start, "start index"), self.position(end, "end index")

    def paragraph_numbers(self, start: int, end: int) -> range:
        """The paragraphs that places start..end-1 of `chars` touch."""
        first = sum(char.text == "\n" for char in self.chars[:start])
        last = first + sum(char.text == "\n" for char in self.chars[start : max(end - 1, start)])
        return range(first, min(last, len(self.paragraphs) - 1) + 1)

    def insert(self, index: int, text: str) -> None:
        """Insert with the style of the character before, or at a paragraph's start of the one after."""
        text = _STRIPPED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        if not self.chars:
            self.chars, self.paragraphs = [Char("\n", {})], [Paragraph()]
        place = self.position(index, "insertion index")
        if place == len(self.chars):
            self.position(index + 1, "insertion index")
        at_start = place == 0 or self.chars[place - 1].text == "\n"
        style = self.chars[place if at_start else place - 1].style
        number = self.paragraph_numbers(place, place)[0]
        self.chars[place:place] = [Char(char, copy.deepcopy(style)) for char in text]
        copies = [copy.deepcopy(self.paragraphs[number]) for _ in range(text.count("\n"))]
        self.paragraphs[number:number] = copies

    def delete(self, start: int, end: int) -> None:
        """Delete places start..end-1 of `chars`, but not the final newline.

        Paragraphs that run together keep the style of the first.
        """
        end = min(end, len(self.chars) - 1)
        if start >= end:
            return
        first = self.paragraph_numbers(start, start)[0]
        gone = sum(char.text == "\n" for char in self.chars[start:end])
        del self.chars[start:end]
        del self.paragraphs[first + 1 : first + 1 + gone]

    def replace(self, start: int, end: int, text: str) -> None:
        """Put text in the place of characters, in the style of the first of them."""
        style = self.chars[start].style
        number = self.paragraph_numbers(start, start)[0]
        kept = self.paragraphs[number]
        self.delete(start, end)
        self.chars[start:start] = [Char(char, copy.deepcopy(style)) for char in text]
        self.paragraphs[number:number] = [copy.deepcopy(kept) for _ in range(text.count("\n"))]


def load(stored: Any) -> Text:
    """A TextContent; None, or one without elements, is an empty text."""
    text = Text(lists=copy.deepcopy(stored.get("lists", {})) if isinstance(stored, dict) else {})
    for element in stored.get("textElements", []) if isinstance(stored, dict) else []:
        if "paragraphMarker" in element:
            marker = element["paragraphMarker"]
            text.paragraphs.append(Paragraph(dict(marker.get("style", {})), copy.deepcopy(marker.get("bullet"))))
        elif "textRun" in element:
            run = element["textRun"]
            text.chars.extend(Char(char, run.get("style", {})) for char in run.get("content", ""))
        elif "autoText" in element:
            auto = element["autoText"]
            text.chars.append(Char("", auto.get("style", {}), auto.get("type", "SLIDE_NUMBER")))
    return text


def dump(text: Text) -> Json:
    """The TextContent: paragraph markers each followed by its runs, one for each stretch of equal style."""
    elements: list[Json] = []
    at = 0
    for paragraph, chars in zip(text.paragraphs, _split(text.chars), strict=True):
        width = sum(char.width for char in chars)
        marker: Json = {"style": paragraph.style}
        if paragraph.bullet is not None:
            marker["bullet"] = paragraph.bullet
        elements.append({**index_range(at, at + width), "paragraphMarker": marker})
        for run in _runs(chars):
            end = at + sum(char.width for char in run)
            elements.append({**index_range(at, end), **_content(run)})
            at = end
    return {"textElements": elements, **({"lists": text.lists} if text.lists else {})}


def index_range(start: int, end: int) -> Json:
    """Indices as Google answers them: 0 is left out."""
    return {**({"startIndex": start} if start else {}), "endIndex": end}


def _split(chars: list[Char]) -> Iterator[list[Char]]:
    line: list[Char] = []
    for char in chars:
        line.append(char)
        if char.text == "\n":
            yield line
            line = []


def _runs(chars: list[Char]) -> Iterator[list[Char]]:
    for auto, group in groupby(chars, key=lambda char: char.auto is not None):
        if auto:
            yield from ([char] for char in group)
        else:
            yield from (list(run) for _, run in groupby(group, key=lambda char: char.style))


def _content(run: list[Char]) -> Json:
    first = run[0]
    if first.auto:
        return {"autoText": {"type": first.auto, "style": copy.deepcopy(first.style)}}
    content = "".join(char.text for char in run)
    return {"textRun": {"content": content, "style": copy.deepcopy(first.style)}}
