"""A Google Doc as it is read: tabs, the page's header and footer, lines and pictures in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_knows.artifact.document.elements import Block, Line, Paragraph, Picture, Place, lines_of, paragraphs_of
from pytest_knows.artifact.document.reader import Reader
from pytest_knows.artifact.geometry import points
from pytest_knows.artifact.lenient import at, boolean, entries, string, table

_LETTER = (612.0, 792.0)
"""pt; what a new document has, and what Google assumes where `pageSize` is absent."""

_MARGIN = {"magnitude": 72, "unit": "PT"}
"""What a new document has."""

MAX_TAB_DEPTH = 5
"""Google nests tabs three deep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """The content of a body, header, footer or footnote."""

    segment_id: str
    place: Place
    blocks: tuple[Block, ...]
    on_first_page: bool = True
    """Of headers and footers: whether page 1 shows it."""

    def __repr__(self) -> str:
        return f"Segment({self.place.value}, {len(self.blocks)} blocks)"

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(lines_of(self.blocks))

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Also those in tables."""
        return tuple(paragraphs_of(self.blocks))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(picture for line in self.lines for picture in line.pictures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a body between two section breaks: in how many columns it is set, and whether it begins a page."""

    blocks: tuple[Block, ...]
    columns: int = 1
    new_page: bool = False

    def __repr__(self) -> str:
        return f"Section({self.columns} columns, {len(self.blocks)} blocks)"


class Tab:
    """One tab. A document read without `includeTabsContent` is one tab without id."""

    def __init__(self, content: Mapping[str, Any], properties: object, picture: Callable[[str], bytes]) -> None:
        self.tab_id = string(properties, "tabId")
        self.title = string(properties, "title")
        self._content = content
        self._reader = Reader(content, picture)

    def __repr__(self) -> str:
        return f"Tab({self.title[:40]!r})"

    @cached_property
    def body(self) -> Segment:
        blocks = tuple(block for section in self.sections for block in section.blocks)
        return Segment(segment_id="", place=Place.BODY, blocks=blocks)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The body's parts in order; at least one. A section break states the style of what follows it."""
        parts: list[tuple[Mapping[str, Any], list[Mapping[str, Any]]]] = [({}, [])]
        for element in entries(self._content, "body", "content"):
            if isinstance(element.get("sectionBreak"), dict):
                parts.append((table(element, "sectionBreak", "sectionStyle"), []))
            else:
                parts[-1][1].append(element)
        return tuple(
            Section(
                blocks=self._reader.blocks(elements, Place.BODY),
                columns=max(1, len(entries(style, "columnProperties"))),
                new_page=string(style, "sectionType") == "NEXT_PAGE",
            )
            for style, elements in (parts if parts[0][1] or len(parts) == 1 else parts[1:])
        )

    @cached_property
    def margins(self) -> tuple[Segment, ...]:
        """The headers, then the footers, that some page shows; those of page 1 first."""
        return (*self._margins("header", Place.HEADER), *self._margins("footer", Place.FOOTER))

    @cached_property
    def footnotes(self) -> tuple[Segment, ...]:
        return tuple(self._segment("footnotes", key, Place.FOOTNOTE) for key in table(self._content, "footnotes"))

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height in pt."""
        size = table(self._content, "documentStyle", "pageSize")
        width, height = points(size.get("width")), points(size.get("height"))
        return (width, height) if width > 0 and height > 0 else _LETTER

    @property
    def text_width(self) -> float:
        """How wide a line of text can be, in pt: the page without the margins of the document's style."""
        style = table(self._content, "documentStyle")
        left, right = (points(style.get(side, _MARGIN)) for side in ("marginLeft", "marginRight"))
        return max(0.0, self.page_size[0] - left - right)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the body, tables flattened row by row, then those of the header and footer of page 1."""
        margins = (line for segment in self.margins if segment.on_first_page for line in segment.lines)
        return (*self.body.lines, *margins)

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """Every picture that some page shows, in reading order: the body's, then those of headers and footers."""
        return (*self.body.pictures, *(picture for segment in self.margins for picture in segment.pictures))

    def after(self, picture: Picture) -> tuple[Line, ...] | None:
        """The body's lines behind the picture, the rest of its own line first; None if it is not in the body."""
        lines = self.body.lines
        for position in reversed(range(len(lines))):
            if picture in lines[position].pieces:
                return (lines[position].after(picture), *lines[position + 1 :])
        return None

    def _margins(self, kind: str, place: Place) -> Iterator[Segment]:
        first, others = self._margin_ids(kind.capitalize())
        for key in dict.fromkeys(key for key in (first, *others) if key):
            yield self._segment(f"{kind}s", key, place, on_first_page=key == first)

    def _segment(self, group: str, key: str, place: Place, *, on_first_page: bool = True) -> Segment:
        content = at(self._content, group, key, "content")
        blocks = self._reader.blocks(content, place)
        return Segment(segment_id=key, place=place, blocks=blocks, on_first_page=on_first_page)

    def _margin_ids(self, kind: str) -> tuple[str, list[str]]:
        """The id of page 1's header or footer ("" for none), and those that later pages show.

        A section states only what differs from the section before; the first one from the document's style.
        """
        style: dict[str, Any] = {**table(self._content, "documentStyle")}
        first, others = "", []
        sections = [
            section for entry in entries(self._content, "body", "content") if (section := table(entry, "sectionBreak"))
        ]
        for position, section in enumerate(sections or [{}]):
            style.update(table(section, "sectionStyle"))
            own_first = boolean(style, "useFirstPageHeaderFooter") is True
            if position == 0:
                first = string(style, f"firstPage{kind}Id" if own_first else f"default{kind}Id")
            elif own_first:
                others.append(string(style, f"firstPage{kind}Id"))
            others.append(string(style, f"default{kind}Id"))
            if boolean(style, "useEvenPageHeaderFooter") is True:
                others.append(string(style, f"evenPage{kind}Id"))
        return first, others


class Document:
    """`raw` is the JSON of `documents.get`, with or without tabs; `picture` gives the bytes behind a picture's URL.

    Suggested insertions count as text, suggested deletions do not: the document as its author means it.
    """

    def __init__(self, raw: object, picture: Callable[[str], bytes]) -> None:
        self._raw = table(raw)
        self._picture = picture
        self.document_id = string(raw, "documentId")
        self.title = string(raw, "title")

    def __repr__(self) -> str:
        return f"Document({self.title[:40]!r})"

    @cached_property
    def tabs(self) -> tuple[Tab, ...]:
        """All tabs in reading order, each before its children; at least one."""
        found = tuple(self._tabs(self._raw.get("tabs"), 0))
        return found or (Tab(self._raw, None, self._picture),)

    def _tabs(self, raw: object, depth: int) -> Iterator[Tab]:
        for entry in entries(raw):
            yield Tab(table(entry, "documentTab"), entry.get("tabProperties"), self._picture)
            if depth < MAX_TAB_DEPTH:
                yield from self._tabs(entry.get("childTabs"), depth + 1)

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the first tab's pages in pt."""
        return self.tabs[0].page_size

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all tabs: of each its body, then the header and footer of its first page."""
        return tuple(line for tab in self.tabs for line in tab.lines)

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of all tabs in reading order: of each its body's, then those of headers and footers."""
        return tuple(picture for tab in self.tabs for picture in tab.pictures)

    @cached_property
    def footnotes(self) -> tuple[Segment, ...]:
        return tuple(note for tab in self.tabs for note in tab.footnotes)

    def after(self, picture: Picture) -> tuple[Line, ...]:
        """The lines behind the picture in the body of its own tab; none for one in a header or footer."""
        return next((lines for tab in self.tabs if (lines := tab.after(picture)) is not None), ())
