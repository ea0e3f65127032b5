"""The content of a part of a .docx: paragraphs, runs, links and fields. Insertions are accepted, deletions dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pytest_knows.workspace.local.documents.content import join_runs
from pytest_knows.workspace.local.documents.defaults import paragraph
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.document_context import Context, Part
from pytest_knows.workspace.local.office.document_lists import LEVELS
from pytest_knows.workspace.local.office.document_pictures import read_drawing, read_vml
from pytest_knows.workspace.local.office.document_styles import paragraph_properties, paragraph_style
from pytest_knows.workspace.local.office.document_tables import read_table
from pytest_knows.workspace.local.office.markup import (
    Element,
    attribute,
    children,
    clean,
    find,
    number,
    toggle,
    val,
)

_LINK_FIELD = re.compile(r'\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]*)"', re.IGNORECASE)
AUTO_FIELDS = {"PAGE": "PAGE_NUMBER", "NUMPAGES": "PAGE_COUNT"}
HEADING = "_heading="
"""What Google's export puts before the id of a heading to name its bookmark."""
_DROPPED = {"w:del", "w:moveFrom", "w:pPr", "w:rPr", "w:sdtPr", "w:sdtEndPr"}
_SIMPLE = {"w:tab": "\t", "w:cr": "\v", "w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad", "w:ptab": "\t"}


@dataclass(slots=True)
class _Field:
    """A complex field being read: its instruction, then (once separated) its result."""

    instruction: str = ""
    in_result: bool = False


@dataclass(slots=True)
class _Line:
    """A paragraph being read: its elements, floating pictures, and what its runs inherit."""

    elements: list[Json] = field(default_factory=list)
    floating: list[str] = field(default_factory=list)
    text: Json = field(default_factory=dict)
    heading: str = ""
    """The id that a bookmark of Google's export gives to the heading."""


class Blocks:
    """Reads the blocks of one part. Fields may go on from paragraph to paragraph, so they are kept here."""

    def __init__(self, context: Context, part: Part) -> None:
        self.context, self.part = context, part
        self._fields: list[_Field] = []
        self._carried: list[Json] = []
        """Elements of paragraphs whose mark a tracked change deletes: they begin the next one."""

    def read(self, container: Element | None) -> list[Json]:
        """Structural elements; they end with a paragraph, as Google's contents do."""
        found: list[Json] = []
        self._read(container, found)
        if self._carried:
            found.append(paragraph([*self._carried, _run("\n", {})]))
            self._carried = []
        if not found or "paragraph" not in found[-1]:
            found.append(paragraph(style={"namedStyleType": "NORMAL_TEXT"}))
        return found

    def _read(self, container: Element | None, found: list[Json]) -> None:
        for name, child in children(container):
            if name == "w:p":
                found += self._paragraph(child)
            elif name == "w:tbl":
                made = read_table(child, self.read, self.context.count_cells)
                found += [made] if made else []
            elif name == "w:sdt":
                self._read(find(child, "w:sdtContent"), found)
            elif name in ("w:ins", "w:moveTo", "w:customXml", "w:smartTag"):
                self._read(child, found)

    def _paragraph(self, element: Element) -> list[Json]:
        properties = find(element, "w:pPr")
        style = self.context.styles.of(val(properties, "w:pStyle"))
        line = _Line(elements=self._carried, text=style.text)
        self._carried = []
        self._inline(element, line, "")
        if find(properties, "w:rPr/w:del") is not None:
            self._carried = line.elements
            return []
        mark = {**style.text, **self.context.styles.text(find(properties, "w:rPr"))}
        made: Json = {"elements": join_runs([*line.elements, _run("\n", mark)])}
        own = paragraph_properties(properties)
        made["bullet"], levels = self._bullet(properties, style.numbering)
        stated = {**style.paragraph, **levels, **own}
        inherited = self.context.styles.inherited[style.named]
        base = {"namedStyleType": style.named, "direction": "LEFT_TO_RIGHT"}
        made["paragraphStyle"] = {**base, **paragraph_style(stated, inherited)}
        if line.heading and style.named != "NORMAL_TEXT":
            made["paragraphStyle"]["headingId"] = line.heading
        made["positionedObjectIds"] = line.floating
        return [{"paragraph": {name: value for name, value in made.items() if value}}]

    def _bullet(self, properties: Element | None, inherited: Element | None) -> tuple[Json | None, Json]:
        """The bullet, and the indents that its list level gives."""
        own = find(properties, "w:numPr")
        num_id = val(own, "w:numId") or val(inherited, "w:numId")
        if num_id not in self.context.numbering:
            return None, {}
        level = min(max(int(number(val(own, "w:ilvl") or val(inherited, "w:ilvl")) or 0), 0), LEVELS - 1)
        nesting = {"nestingLevel": level} if level else {}
        bullet = {"listId": self.context.list_id(num_id), **nesting, "textStyle": {}}
        return bullet, self.context.numbering.indents(num_id, level)

    def _inline(self, container: Element | None, line: _Line, link: str) -> None:
        """What stands in a paragraph, or in something within it; `link` is the URL around it."""
        for name, child in children(container):
            if name == "w:r":
                self._run(child, line, link)
            elif name == "w:hyperlink":
                address, place = self.part.address(attribute(child, "r:id")), attribute(child, "w:anchor")
                inside = f"#{place}" if place.startswith(HEADING) else ""
                self._inline(child, line, f"{address}#{place}" if address and place else address or inside or link)
            elif name == "w:bookmarkStart":
                line.heading = line.heading or attribute(child, "w:name").partition(HEADING)[2]
            elif name == "w:fldSimple":
                self._simple_field(child, line, link)
            elif name == "w:sdt":
                self._inline(find(child, "w:sdtContent"), line, link)
            elif name in ("m:oMath", "m:oMathPara"):
                text = "".join(child.itertext(f"{{{child.nsmap.get('m', '*')}}}t"))
                line.elements += [_run(clean(text), line.text)] if text else []
            elif name.startswith("w:") and name not in _DROPPED:
                self._inline(child, line, link)

    def _simple_field(self, element: Element, line: _Line, link: str) -> None:
        instruction = attribute(element, "w:instr")
        automatic = _automatic(instruction)
        if automatic:
            line.elements.append({"autoText": {"type": automatic, "textStyle": line.text}})
        else:
            self._inline(element, line, _address(instruction) or link)

    def _run(self, element: Element, line: _Line, link: str) -> None:
        properties = find(element, "w:rPr")
        if toggle(properties, "w:vanish"):
            return
        styles = self.context.styles
        character = styles.of(val(properties, "w:rStyle"), "character").text if properties is not None else {}
        style = {**line.text, **character, **styles.text(properties)}
        for name, child in children(element):
            if name == "w:fldChar":
                self._field_mark(attribute(child, "w:fldCharType"), line, style)
            elif name == "w:instrText" and self._fields:
                self._fields[-1].instruction += child.text or ""
            elif all(open_field.in_result for open_field in self._fields) and not self._automatic():
                linked = next((a for f in self._fields[::-1] if (a := _address(f.instruction))), "") or link
                self._content(name, child, line, {**style, "link": _link(linked)} if linked else style)

    def _automatic(self) -> str:
        """The AutoText type of an open field, whose result we do not keep."""
        return next((kind for open_field in self._fields if (kind := _automatic(open_field.instruction))), "")

    def _field_mark(self, kind: str, line: _Line, style: Json) -> None:
        if kind == "begin":
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].in_result = True
        elif kind == "end" and self._fields:
            automatic = _automatic(self._fields.pop().instruction)
            if automatic:
                line.elements.append({"autoText": {"type": automatic, "textStyle": style}})

    def _content(self, name: str, child: Element, line: _Line, style: Json) -> None:
        """One child of a run."""
        if name == "w:t":
            line.elements.append(_run(clean(child.text or "").replace("\n", " "), style))
        elif name in _SIMPLE:
            line.elements.append(_run(_SIMPLE[name], style))
        elif name == "w:br":
            line.elements.append(_break(attribute(child, "w:type"), style))
        elif name == "w:sym":
            line.elements.append(_run(_symbol(attribute(child, "w:char")), style))
        elif name == "w:drawing":
            inline, floating = read_drawing(child, self.part, self.context)
            line.elements += [inline] if inline else []
            line.floating += [floating] if floating else []
        elif name in ("w:pict", "w:object"):
            old = read_vml(child, self.part, self.context)
            line.elements += [old] if old else []
        elif name in ("w:footnoteReference", "w:endnoteReference"):
            note = self.context.notes.get((name[2:-9], attribute(child, "w:id")))
            reference = {"footnoteId": note, "footnoteNumber": "1", "textStyle": style}
            line.elements += [{"footnoteReference": reference}] if note else []


def _run(text: str, style: Json) -> Json:
    """Styles are shared between runs: the state is written as JSON before anything changes it."""
    return {"textRun": {"content": text, "textStyle": style}}


def _link(address: str) -> Json:
    within = address.startswith(f"#{HEADING}")
    return {"headingId": address.removeprefix(f"#{HEADING}")} if within else {"url": address}


def _break(kind: str, style: Json) -> Json:
    if kind in ("page", "column"):
        return {f"{kind}Break": {"textStyle": style}}
    return _run("\v", style)


def _symbol(code: str) -> str:
    """A character of a symbol font; Word writes it in the private area from F000 on."""
    try:
        character = int(code, 16)
    except ValueError:
        return ""
    return clean(chr(character)) if 0 < character < 0x10000 and not 0xD800 <= character < 0xE000 else ""


def _address(instruction: str) -> str:
    match = _LINK_FIELD.match(instruction)
    return match[1] if match else ""


def _automatic(instruction: str) -> str:
    return AUTO_FIELDS.get((instruction.split() or [""])[0].upper(), "")
