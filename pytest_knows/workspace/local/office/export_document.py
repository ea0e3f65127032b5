"""A document as a .docx. Of a document read with its tabs, the first one: what Word has no place for is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_document_lists import NumberingWriter
from pytest_knows.workspace.local.office.export_document_package import PackageWriter, PartWriter, made, valued, whole
from pytest_knows.workspace.local.office.export_document_styles import StyleSheet, hex_of, twips
from pytest_knows.workspace.local.office.export_document_text import BlocksWriter, Tab
from pytest_knows.workspace.local.office.markup import Element
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number

_IGNORABLE = {"mc:Ignorable": "k"}
_MARGINS = ("Top", "Right", "Bottom", "Left", "Header", "Footer")
_USES = {"default": "default", "first": "firstPage", "even": "evenPage"}


def export_package(rest: Json, picture: PictureSource) -> bytes:
    """The file for what `documents.get` answers, with tabs or without."""
    content = mapping(at(items(rest.get("tabs"))[0], "documentTab")) if items(rest.get("tabs")) else rest
    package = PackageWriter(picture=picture)
    return _Document(content, package).written()


@dataclass(slots=True)
class _Section:
    style: Json
    """What its break states; for the first one the document's own below."""
    content: list[Json]


class _Document:
    """One tab being written."""

    def __init__(self, content: Json, package: PackageWriter) -> None:
        self._content = content
        self._package = package
        self._style = mapping(content.get("documentStyle"))
        notes = {str(key): place for place, key in enumerate(mapping(content.get("footnotes")), 1)}
        self._tab = Tab(
            content=content,
            styles=StyleSheet(content.get("namedStyles")),
            numbering=NumberingWriter(content.get("lists")),
            notes=notes,
            width=_text_width(self._style),
        )
        self._main = PartWriter(name="word/document.xml", package=package)
        self._margins: dict[str, str] = {}

    def written(self) -> bytes:
        """The bytes of the package."""
        body = made("w:body", None, *self._body())
        colour = hex_of(at(self._style, "background"), "")
        background = made("w:background", {"w:color": colour}) if colour else None
        self._notes()
        self._part("styles", self._tab.styles.part())
        self._part("numbering", self._tab.numbering.part())
        self._part("settings", self._settings(bool(colour)))
        self._main.finish(made("w:document", _IGNORABLE, background, body), "document.main")
        self._package.relations("", [("officeDocument", "word/document.xml", False)])
        return self._package.packed()

    def _part(self, name: str, root: Element) -> None:
        self._package.add(f"word/{name}.xml", root, name)
        self._main.relate(name, f"{name}.xml")

    def _settings(self, coloured: bool) -> Element:
        even = self._style.get("useEvenPageHeaderFooter") is True
        return made(
            "w:settings",
            None,
            made("w:displayBackgroundShape") if coloured else None,
            made("w:evenAndOddHeaders") if even else None,
        )

    def _body(self) -> list[Element]:
        """Word has the properties of a section in its last paragraph, those of the last one at the end."""
        sections = _sections(at(self._content, "body", "content"))
        found: list[Element] = []
        running: dict[str, Any] = dict(self._style)
        blocks = BlocksWriter(self._tab, self._main)
        for place, section in enumerate(sections):
            own = {**self._style, **section.style} if place == 0 else section.style
            running |= own
            properties = self._section(own, running)
            found += blocks.blocks(section.content)
            if place < len(sections) - 1:
                _closing_properties(found).append(properties)
            else:
                found.append(properties)
        return found

    def _section(self, own: Json, running: Json) -> Element:
        shown = {**self._style, **own}
        kind = "nextPage" if own.get("sectionType") == "NEXT_PAGE" else "continuous"
        width, height = _page(shown)
        sideways = {"w:orient": "landscape"} if width > height else {}
        start = own.get("pageNumberStart")
        return made(
            "w:sectPr",
            None,
            *self._references(own),
            valued("w:type", kind),
            made("w:pgSz", {"w:w": width, "w:h": height, **sideways}),
            made("w:pgMar", {f"w:{side.lower()}": _margin(shown, side) for side in _MARGINS} | {"w:gutter": 0}),
            made("w:pgNumType", {"w:start": whole(number(start, 1), 0)}) if start is not None else None,
            _columns(shown),
            made("w:titlePg") if running.get("useFirstPageHeaderFooter") is True else None,
        )

    def _references(self, style: Json) -> list[Element]:
        found = []
        for kind in ("header", "footer"):
            for use, prefix in _USES.items():
                key = style.get(f"{prefix}{kind.capitalize()}Id")
                relation = self._margin(kind, key) if isinstance(key, str) and key else ""
                if relation:
                    found.append(made(f"w:{kind}Reference", {"w:type": use, "r:id": relation}))
        return found

    def _margin(self, kind: str, key: str) -> str:
        """The relationship of a header or footer, each written once; "" if there is none."""
        segment = at(self._content, f"{kind}s", key)
        if key not in self._margins and isinstance(segment, Mapping):
            name = f"{kind}{len(self._margins) + 1}.xml"
            part = PartWriter(name=f"word/{name}", package=self._package)
            blocks = BlocksWriter(self._tab, part).blocks(segment.get("content"))
            part.finish(made("w:hdr" if kind == "header" else "w:ftr", _IGNORABLE, *blocks), kind)
            self._margins[key] = self._main.relate(kind, name)
        return self._margins.get(key, "")

    def _notes(self) -> None:
        if not self._tab.notes:
            return
        part = PartWriter(name="word/footnotes.xml", package=self._package)
        notes = [
            made("w:footnote", {"w:type": kind, "w:id": place}, made("w:p", None, made("w:r", None, made(f"w:{kind}"))))
            for place, kind in ((-1, "separator"), (0, "continuationSeparator"))
        ]
        blocks = BlocksWriter(self._tab, part)
        for key, place in self._tab.notes.items():
            content = blocks.blocks(at(self._content, "footnotes", key, "content"))
            _number(content[0])
            notes.append(made("w:footnote", {"w:id": place}, *content))
        part.finish(made("w:footnotes", _IGNORABLE, *notes), "footnotes")
        self._main.relate("footnotes", "footnotes.xml")


def _sections(content: object) -> list[_Section]:
    sections: list[_Section] = []
    for element in items(content):
        if isinstance(element.get("sectionBreak"), Mapping):
            sections.append(_Section(mapping(at(element, "sectionBreak", "sectionStyle")), []))
        elif sections:
            sections[-1].content.append(element)
        else:
            sections.append(_Section({}, [element]))
    return sections or [_Section({}, [])]


def _closing_properties(found: list[Element]) -> Element:
    """The `w:pPr` of the last paragraph."""
    last = found[-1]
    if len(last) == 0 or not last[0].tag.endswith("}pPr"):
        last.insert(0, made("w:pPr"))
    return last[0]


def _number(paragraph: Element) -> None:
    """Put the footnote's own number before its text."""
    if not paragraph.tag.endswith("}p"):
        return
    raised = made("w:rPr", None, valued("w:vertAlign", "superscript"))
    first = 1 if len(paragraph) and paragraph[0].tag.endswith("}pPr") else 0
    paragraph.insert(first, made("w:r", None, raised, made("w:footnoteRef")))


def _page(style: Json) -> tuple[int, int]:
    """Twips; US Letter where nothing is stated."""
    width, height = (twips(at(style, "pageSize", side)) for side in ("width", "height"))
    if not (width and height):
        width, height = 12240, 15840
    return (height, width) if style.get("flipPageOrientation") is True else (width, height)


def _margin(style: Json, side: str) -> int:
    stated = style.get(f"margin{side}")
    return twips(stated) if isinstance(stated, Mapping) else 720 if side in ("Header", "Footer") else 1440


def _text_width(style: Json) -> float:
    width, _ = _page(style)
    return max(1.0, (width - _margin(style, "Left") - _margin(style, "Right")) / 20)


def _columns(style: Json) -> Element | None:
    columns = items(style.get("columnProperties"))[:3]
    if len(columns) < 2:
        return None
    space = twips(columns[0].get("paddingEnd"))
    line = {"w:sep": "1"} if style.get("columnSeparatorStyle") == "BETWEEN_EACH_COLUMN" else {}
    return made("w:cols", {"w:num": len(columns), "w:space": space, "w:equalWidth": "1", **line})
