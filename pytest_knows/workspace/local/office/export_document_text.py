"""Paragraphs, tables and what stands in them as WordprocessingML. What a suggestion deletes is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.office import export_document_pictures as pictures
from pytest_knows.workspace.local.office.document_text import AUTO_FIELDS, HEADING
from pytest_knows.workspace.local.office.export_document_lists import NumberingWriter
from pytest_knows.workspace.local.office.export_document_package import Node, PartWriter, made
from pytest_knows.workspace.local.office.export_document_styles import (
    NORMAL,
    StyleSheet,
    inverse,
    paragraph_properties,
    run_properties,
    style_id,
)
from pytest_knows.workspace.local.office.export_document_tables import table
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping

_AUTO = inverse(AUTO_FIELDS)
_PIECES = re.compile("([\t\n\v])")
_MAX_NESTING = 20
"""Tables within tables; nobody nests so deep, and damaged JSON must not exhaust the stack."""
_INDENTS = ("indentStart", "indentFirstLine")


@dataclass(slots=True, kw_only=True)
class Tab:
    """What all parts of a tab share."""

    place: int
    """Among the tabs, from 0."""
    content: Json
    styles: StyleSheet
    numbering: NumberingWriter
    notes: dict[str, int]
    """Footnote's id -> Word's."""
    width: float
    """Of the text, in pt."""


@dataclass(slots=True)
class BlocksWriter:
    """Writes the contents of one part."""

    tab: Tab
    part: PartWriter
    _widths: list[float] = field(default_factory=list)
    """Of the cells that are being written, the innermost last."""

    def blocks(self, content: object, width: float | None = None) -> list[Node]:
        """Paragraphs and tables of structural elements; at least one, the last a paragraph, as Word demands.

        They stand in a cell that is `width` points wide inside, or in the text.
        """
        self._widths.append(self.tab.width if width is None else width)
        found = list(self._blocks(content, len(self._widths)))
        self._widths.pop()
        if not found or found[-1].name != "w:p":
            found.append(made("w:p"))
        return found

    def _blocks(self, content: object, depth: int) -> Iterator[Node]:
        for element in _present(content):
            if isinstance(element.get("paragraph"), Mapping):
                yield self._paragraph(element["paragraph"])
            elif depth > _MAX_NESTING:
                continue
            elif isinstance(element.get("table"), Mapping):
                written = table(element["table"], self._widths[-1], self.blocks)
                yield from () if written is None else (written,)
            else:
                yield from self._blocks(at(element, "tableOfContents", "content"), depth + 1)

    def _paragraph(self, raw: Json) -> Node:
        style = mapping(raw.get("paragraphStyle"))
        elements = list(_present(raw.get("elements")))
        element = made("w:p", None, self._properties(raw, style, elements))
        heading = style.get("headingId")
        if isinstance(heading, str) and heading:
            place = self.part.package.next_number()
            element.inner.append(made("w:bookmarkStart", {"w:id": place, "w:name": f"{HEADING}{heading}"}))
            element.inner.append(made("w:bookmarkEnd", {"w:id": place}))
        element.inner.extend(self._floating(raw))
        for position, piece in enumerate(elements, 1):
            element.inner.extend(self._element(piece, last=position == len(elements)))
        return element

    def _properties(self, raw: Json, style: Json, elements: list[Json]) -> Node | None:
        named = str(style.get("namedStyleType"))
        base = self.tab.styles.base(named)
        bullet = raw.get("bullet")
        numbering = self.tab.numbering.reference(self.tab.place, bullet) if isinstance(bullet, Mapping) else None
        # A list's level has indents too; those of the paragraph are what Google shows.
        stated = {**{key: base.get(key) for key in _INDENTS}, **style} if numbering is not None else style
        name = style_id(named)
        pointer = made("w:pStyle", {"w:val": name}) if name and named != NORMAL else None
        # The last run holds the newline, whose style is that of the paragraph's mark.
        mark = run_properties(at(elements[-1], "textRun", "textStyle")) if elements else None
        found = [pointer, *paragraph_properties(stated, base, numbering), mark]
        return made("w:pPr", None, *found) if any(element is not None for element in found) else None

    def _floating(self, raw: Json) -> Iterator[Node]:
        ids = raw.get("positionedObjectIds")
        for object_id in ids if isinstance(ids, list) else []:
            held = mapping(at(self.tab.content, "positionedObjects", str(object_id)))
            drawn = pictures.floating(
                mapping(held.get("positionedObjectProperties")), self.part, self.part.package.next_number()
            )
            yield from () if drawn is None or held.get("suggestedDeletionIds") else (made("w:r", None, drawn),)

    def _element(self, element: Json, *, last: bool) -> Iterator[Node]:
        """One paragraph element: runs, within a link if it has one. Equations and dropdowns show nothing here."""
        kind, value = next(((key, v) for key, v in element.items() if isinstance(v, Mapping)), ("", {}))
        style = mapping(value.get("textStyle"))
        if kind == "inlineObjectElement":
            yield from self._picture(value, style)
        elif kind == "autoText" and str(value.get("type")) in _AUTO:
            run = made("w:r", None, run_properties(style), made("w:t", text="1"))
            yield made("w:fldSimple", {"w:instr": f" {_AUTO[value['type']]} "}, run)
        elif kind in _MARKS:
            yield made("w:r", None, run_properties(style), _MARKS[kind]())
        elif kind == "footnoteReference" and str(value.get("footnoteId")) in self.tab.notes:
            raised = run_properties({**style, "baselineOffset": "SUPERSCRIPT"})
            yield made("w:r", None, raised, made("w:footnoteReference", {"w:id": self.tab.notes[value["footnoteId"]]}))
        else:
            yield from self._text(*_shown(kind, value, last=last), style)

    def _picture(self, value: Json, style: Json) -> Iterator[Node]:
        held = mapping(at(self.tab.content, "inlineObjects", str(value.get("inlineObjectId"))))
        embedded = mapping(at(held, "inlineObjectProperties", "embeddedObject"))
        drawn = pictures.inline(embedded, self.part, self.part.package.next_number(), _string(at(style, "link", "url")))
        if drawn is not None:
            yield made("w:r", None, run_properties(style), drawn)

    def _text(self, text: str, link: Json, style: Json) -> Iterator[Node]:
        if not text:
            return
        pieces = [_piece(piece) for piece in _PIECES.split(text) if piece]
        run = made("w:r", None, run_properties(style), *pieces)
        url, heading = _string(link.get("url")), _heading(link)
        if url:
            target = self.part.relate("hyperlink", url, external=True)
            yield made("w:hyperlink", {"r:id": target}, run)
        elif heading:
            yield made("w:hyperlink", {"w:anchor": f"{HEADING}{heading}"}, run)
        else:
            yield run


def _rule() -> Node:
    """Word has horizontal lines only in VML, as Google's export writes them."""
    stated = {"style": "width:0;height:1.5pt", "o:hr": "t", "o:hrstd": "t", "o:hralign": "center", "stroked": "f"}
    return made("w:pict", None, made("v:rect", {**stated, "fillcolor": "#A0A0A0"}))


_MARKS = {
    "pageBreak": lambda: made("w:br", {"w:type": "page"}),
    "columnBreak": lambda: made("w:br", {"w:type": "column"}),
    "horizontalRule": _rule,
}


def _present(value: object) -> Iterator[Json]:
    return (entry for entry in items(value) if not entry.get("suggestedDeletionIds") and not _deleted(entry))


def _deleted(element: Json) -> bool:
    return any(isinstance(value, Mapping) and value.get("suggestedDeletionIds") for value in element.values())


def _piece(piece: str) -> Node:
    if piece == "\t":
        return made("w:tab")
    if piece in ("\v", "\n"):
        return made("w:br")
    return made("w:t", {"xml:space": "preserve"} if piece != piece.strip() else None, text=piece)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _heading(link: Json) -> str:
    return _string(link.get("headingId")) or _string(at(link, "heading", "id"))


def _shown(kind: str, value: Json, *, last: bool) -> tuple[str, Json]:
    """Text and link of a text run or chip; the paragraph's own newline is no text."""
    link: Any = mapping(at(value, "textStyle", "link"))
    if kind == "textRun":
        text = _string(value.get("content"))
        return text.removesuffix("\n") if last else text, link
    if kind == "person":
        mail = _string(at(value, "personProperties", "email"))
        return _string(at(value, "personProperties", "name")) or mail, {"url": f"mailto:{mail}"} if mail else link
    if kind == "richLink":
        uri = _string(at(value, "richLinkProperties", "uri"))
        return _string(at(value, "richLinkProperties", "title")) or uri, {"url": uri} if uri else link
    return _string(at(value, "dateElementProperties", "displayText")), link
