"""From the REST JSON of one tab (`DocumentTab`, or a `Document` read without tabs) to elements."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.colour import BLACK, WHITE, Colour
from pytest_knows.artifact.document.elements import (
    Block,
    Bullet,
    Cell,
    Crop,
    Line,
    Paragraph,
    Picture,
    Piece,
    Place,
    Run,
    Table,
)
from pytest_knows.artifact.document.styles import ParagraphStyle, StyleSheet, TextStyle, colour
from pytest_knows.artifact.geometry import points
from pytest_knows.artifact.lenient import at, entries, number, string, table

MAX_NESTING = 20
"""Tables within tables that are read; nobody nests so deep, and damaged JSON must not exhaust the stack."""

_INVISIBLE = 0.02
"""Of each channel, 0 to 1: text that differs less from what is behind it is not seen."""
_SMALLEST = 2
"""pt; nobody reads smaller text, and a file seldom says it but to hide something."""
_LINE_END = re.compile("[\n\v\f\r\x85\u2028\u2029]")
_BREAKS = {"pageBreak": "page", "columnBreak": "column", "horizontalRule": ""}


@dataclass(frozen=True, slots=True)
class _LineEnd:
    """Stands between the pieces of two lines; `begins` is what the second one begins by it."""

    begins: str = ""


_END = _LineEnd()


class Reader:
    """Reads the content lists of one tab; `picture` gives the bytes behind a picture's URL."""

    def __init__(self, tab: Mapping[str, Any], picture: Callable[[str], bytes]) -> None:
        self._styles = StyleSheet(tab.get("namedStyles"))
        self._inline = table(tab, "inlineObjects")
        self._positioned = table(tab, "positionedObjects")
        self._lists = table(tab, "lists")
        self._picture = picture
        self._ranges = sorted(_named_ranges(tab))
        self._behind = _page_colour(tab)

    def blocks(self, content: object, place: Place, depth: int = 0) -> tuple[Block, ...]:
        """The paragraphs and tables of a list of structural elements; a table of contents is its paragraphs."""
        found: list[Block] = []
        for element in _present(content):
            if isinstance(element.get("paragraph"), dict):
                found.append(self._paragraph(element["paragraph"], place, self._range_names(element, place)))
            elif isinstance(element.get("table"), dict) and depth < MAX_NESTING:
                found.append(self._table(element["table"], place, depth + 1))
            elif depth < MAX_NESTING:
                found += self.blocks(at(element, "tableOfContents", "content"), place, depth + 1)
        return tuple(found)

    def _table(self, raw: Mapping[str, Any], place: Place, depth: int) -> Table:
        inner = Place.TABLE if place is Place.BODY else place
        rows = (
            tuple(self._cell(cell, inner, depth) for cell in _present(row.get("tableCells")))
            for row in _present(raw.get("tableRows"))
        )
        return Table(rows=tuple(rows))

    def _cell(self, raw: Mapping[str, Any], place: Place, depth: int) -> Cell:
        style, outside = table(raw, "tableCellStyle"), self._behind
        background = colour(style.get("backgroundColor"))
        self._behind = background or outside
        blocks = self.blocks(raw.get("content"), place, depth)
        self._behind = outside
        return Cell(
            blocks=blocks,
            row_span=max(1, int(number(style, "rowSpan", default=1))),
            column_span=max(1, int(number(style, "columnSpan", default=1))),
            background=background,
        )

    def _paragraph(self, raw: Mapping[str, Any], place: Place, range_names: tuple[str, ...]) -> Paragraph:
        style = self._styles.paragraph_style(raw.get("paragraphStyle"))
        pieces: list[Piece | _LineEnd] = [*self._floating(raw, place)]
        for element in _present(raw.get("elements")):
            pieces += self._pieces(element, style, place)
        return Paragraph(
            lines=_lines(pieces, place),
            style=style,
            bullet=self._bullet(raw),
            plain=self._styles.plain(style.named),
            range_names=range_names,
        )

    def _range_names(self, element: Mapping[str, Any], place: Place) -> tuple[str, ...]:
        """Of the body's ranges that begin in the element; those of other segments count from 0 again."""
        if place not in (Place.BODY, Place.TABLE) or not self._ranges:
            return ()
        ends = (number(element, "startIndex"), ""), (number(element, "endIndex"), "")
        first, stop = (bisect_left(self._ranges, end) for end in ends)
        return tuple(name for _, name in self._ranges[first:stop])

    def _floating(self, raw: Mapping[str, Any], place: Place) -> Iterator[Picture]:
        ids = raw.get("positionedObjectIds")
        named = [*ids] if isinstance(ids, list) else []
        for suggested in table(raw, "suggestedPositionedObjectIds").values():
            more = at(suggested, "objectIds")
            named += more if isinstance(more, list) else []
        for object_id in named:
            properties = table(self._positioned.get(object_id) if isinstance(object_id, str) else None)
            embedded = table(properties, "positionedObjectProperties", "embeddedObject")
            if embedded and not _deleted(properties):
                yield self._image(object_id, embedded, place, positioned=True)

    def _pieces(self, element: Mapping[str, Any], around: ParagraphStyle, place: Place) -> Iterator[Piece | _LineEnd]:
        """What one paragraph element shows. Page numbers, equations and footnote marks show nothing to compare, and
        text in the colour of what is behind it nothing at all."""
        kind, value = _kind(element)
        if _deleted(value):
            return
        if kind in _BREAKS:
            yield _LineEnd(_BREAKS[kind])
        elif kind == "inlineObjectElement":
            yield from self._inline_picture(value, place)
        else:
            shown, link = _shown(kind, value)
            style = self._styles.text_style(around.named, value.get("textStyle"))
            hidden = _hidden(style, around.shading or self._behind)
            for position, part in enumerate(_LINE_END.split(shown)):
                if position:
                    yield _END
                if part and not hidden:
                    yield Run(text=part, style=style, link=link)

    def _inline_picture(self, value: Mapping[str, Any], place: Place) -> Iterator[Picture]:
        object_id = string(value, "inlineObjectId")
        embedded = table(self._inline.get(object_id), "inlineObjectProperties", "embeddedObject")
        if embedded:
            link = string(value, "textStyle", "link", "url")
            yield self._image(object_id, embedded, place, positioned=False, link=link)

    def _image(
        self, object_id: str, embedded: Mapping[str, Any], place: Place, *, positioned: bool, link: str = ""
    ) -> Picture:
        crop = table(embedded, "imageProperties", "cropProperties")
        return Picture(
            object_id=object_id,
            url=string(embedded, "imageProperties", "contentUri"),
            width=points(at(embedded, "size", "width")),
            height=points(at(embedded, "size", "height")),
            crop=Crop(
                **{side.lower(): _fraction(crop, f"offset{side}") for side in ("Left", "Top", "Right", "Bottom")}
            ),
            positioned=positioned,
            place=place,
            description=string(embedded, "description") or string(embedded, "title"),
            link=link,
            source=self._picture,
        )

    def _bullet(self, raw: Mapping[str, Any]) -> Bullet | None:
        if not isinstance(raw.get("bullet"), dict):
            return None
        list_id, level = string(raw, "bullet", "listId"), int(number(raw, "bullet", "nestingLevel"))
        levels = entries(self._lists.get(list_id), "listProperties", "nestingLevels")
        glyph = levels[level] if 0 <= level < len(levels) else {}
        kind = string(glyph, "glyphType")
        ordered = kind not in ("", "NONE", "GLYPH_TYPE_UNSPECIFIED")
        return Bullet(
            list_id=list_id, level=level, glyph=kind if ordered else string(glyph, "glyphSymbol"), ordered=ordered
        )


def _page_colour(tab: Mapping[str, Any]) -> Colour | None:
    """None where it is not known what is behind the text: a picture or drawing may be."""
    floating = table(tab, "positionedObjects").values()
    layouts = {string(one, "positionedObjectProperties", "positioning", "layout") for one in floating}
    return None if "BEHIND_TEXT" in layouts else colour(at(tab, "documentStyle", "background", "color")) or WHITE


def _hidden(style: TextStyle, behind: Colour | None) -> bool:
    """Whether nobody can see the text, for its colour or because it is smaller than any print."""
    behind, shown = style.background or behind, style.colour or BLACK
    if style.size is not None and style.size < _SMALLEST:
        return True
    pairs = zip(shown.channels, behind.channels, strict=True) if behind else ()
    return behind is not None and all(abs(a - b) <= _INVISIBLE for a, b in pairs)


def _named_ranges(tab: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """Start and name of the named ranges of the tab's body."""
    for name, group in table(tab, "namedRanges").items():
        for named in entries(group, "namedRanges"):
            places = (place for place in entries(named, "ranges") if not string(place, "segmentId"))
            yield from ((number(place, "startIndex"), name) for place in places)


def _present(value: object) -> Iterator[Mapping[str, Any]]:
    """The objects of a list, without those that a suggestion deletes: a document is read as its author means it."""
    return (entry for entry in entries(value) if not _deleted(entry))


def _deleted(value: Mapping[str, Any]) -> bool:
    return bool(value.get("suggestedDeletionIds"))


def _kind(element: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    for name, value in element.items():
        if isinstance(value, dict):
            return name, value
    return "", {}


def _shown(kind: str, value: Mapping[str, Any]) -> tuple[str, str]:
    """The text and the link of a text run or chip."""
    link = string(value, "textStyle", "link", "url")
    if kind == "textRun":
        return string(value, "content"), link
    if kind == "person":
        mail = string(value, "personProperties", "email")
        return string(value, "personProperties", "name") or mail, f"mailto:{mail}" if mail else link
    if kind == "richLink":
        uri = string(value, "richLinkProperties", "uri")
        return string(value, "richLinkProperties", "title") or uri, uri or link
    if kind == "dateElement":
        return string(value, "dateElementProperties", "displayText"), link
    return "", ""


def _lines(pieces: list[Piece | _LineEnd], place: Place) -> tuple[Line, ...]:
    lines: list[tuple[str, list[Piece]]] = [("", [])]
    for piece in pieces:
        if isinstance(piece, _LineEnd):
            lines.append((piece.begins, []))
        else:
            lines[-1][1].append(piece)
    if len(lines) > 1 and lines[-1] == ("", []):
        lines.pop()  # the newline that ends the paragraph starts no further line
    return tuple(Line(pieces=tuple(line), place=place, begins=begins) for begins, line in lines)


def _fraction(crop: Mapping[str, Any], name: str) -> float:
    """An offset of a crop; a negative one (the frame is larger than the picture) cuts nothing off."""
    return min(1.0, max(0.0, number(crop, name)))
