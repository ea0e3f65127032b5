"""The sections of a tab: page setup, columns, headers and footers. Lengths are twips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.office.export_document_package import Node, PartWriter, made, valued, whole
from pytest_knows.workspace.local.office.export_document_styles import twips
from pytest_knows.workspace.local.office.export_document_text import BlocksWriter, Tab
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number

IGNORABLE = {"mc:Ignorable": "k"}
_MARGINS = ("Top", "Right", "Bottom", "Left", "Header", "Footer")
_USES = {"default": "default", "first": "firstPage", "even": "evenPage"}
_KINDS = {"header": "w:hdr", "footer": "w:ftr"}


@dataclass(slots=True)
class _Section:
    style: Json
    """What its break states; for the first one the document's own below."""
    content: list[Json]


class SectionsWriter:
    """Writes tab after tab into the main part; each tab begins a page, as in Google's export."""

    def __init__(self, main: PartWriter) -> None:
        self._main = main
        self._margins: dict[tuple[int, str], str] = {}
        self._referred: set[tuple[str, str]] = set()

    def write(self, tab: Tab) -> list[tuple[list[Node], Node]]:
        """Of each section its blocks and its properties."""
        found: list[tuple[list[Node], Node]] = []
        style = mapping(tab.content.get("documentStyle"))
        running: dict[str, Any] = dict(style)
        blocks = BlocksWriter(tab, self._main)
        for place, section in enumerate(_sections(at(tab.content, "body", "content"))):
            own = section.style if place else {**style, **section.style}
            if tab.place and not place:
                own = {**own, "sectionType": "NEXT_PAGE"}
            running |= own
            references = self._references(tab, own, fresh=not place)
            found.append((blocks.blocks(section.content), _properties({**style, **own}, own, running, references)))
        return found

    def _references(self, tab: Tab, style: Json, *, fresh: bool) -> list[Node]:
        """What a section does not state it takes from the one before; a tab (`fresh`) takes nothing from another."""
        found = []
        for kind in _KINDS:
            for use, prefix in _USES.items():
                key = style.get(f"{prefix}{kind.capitalize()}Id")
                relation = self._margin(tab, kind, key) if isinstance(key, str) and key else ""
                if not relation and fresh and (kind, use) in self._referred:
                    relation = self._margin(tab, kind, "")
                if relation:
                    self._referred.add((kind, use))
                    found.append(made(f"w:{kind}Reference", {"w:type": use, "r:id": relation}))
        return found

    def _margin(self, tab: Tab, kind: str, key: str) -> str:
        """The relationship of a header or footer, each written once; "" if there is none. A blank one without `key`."""
        known = (tab.place, key or f"blank {kind}")
        segment = at(tab.content, f"{kind}s", key) if key else {}
        if known not in self._margins and isinstance(segment, Mapping):
            name = f"{kind}{len(self._margins) + 1}.xml"
            part = PartWriter(name=f"word/{name}", package=self._main.package)
            blocks = BlocksWriter(tab, part).blocks(segment.get("content"))
            part.finish(made(_KINDS[kind], IGNORABLE, *blocks), kind)
            self._margins[known] = self._main.relate(kind, name)
        return self._margins.get(known, "")


def _properties(shown: Json, own: Json, running: Json, references: list[Node]) -> Node:
    kind = "nextPage" if own.get("sectionType") == "NEXT_PAGE" else "continuous"
    width, height = _page(shown)
    sideways = {"w:orient": "landscape"} if width > height else {}
    start = own.get("pageNumberStart")
    return made(
        "w:sectPr",
        None,
        *references,
        valued("w:type", kind),
        made("w:pgSz", {"w:w": width, "w:h": height, **sideways}),
        made("w:pgMar", {f"w:{side.lower()}": _margin(shown, side) for side in _MARGINS} | {"w:gutter": 0}),
        made("w:pgNumType", {"w:start": whole(number(start, 1), 0)}) if start is not None else None,
        _columns(shown),
        made("w:titlePg") if running.get("useFirstPageHeaderFooter") is True else None,
    )


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


def _page(style: Json) -> tuple[int, int]:
    """Twips; US Letter where nothing is stated."""
    width, height = (twips(at(style, "pageSize", side)) for side in ("width", "height"))
    if not (width and height):
        width, height = 12240, 15840
    return (height, width) if style.get("flipPageOrientation") is True else (width, height)


def _margin(style: Json, side: str) -> int:
    stated = style.get(f"margin{side}")
    return twips(stated) if isinstance(stated, Mapping) else 720 if side in ("Header", "Footer") else 1440


def text_width(style: Json) -> float:
    """Between the margins of a document, in pt."""
    width, _ = _page(style)
    return max(1.0, (width - _margin(style, "Left") - _margin(style, "Right")) / 20)


def _columns(style: Json) -> Node | None:
    columns = items(style.get("columnProperties"))[:3]
    if len(columns) < 2:
        return None
    space = twips(columns[0].get("paddingEnd"))
    line = {"w:sep": "1"} if style.get("columnSeparatorStyle") == "BETWEEN_EACH_COLUMN" else {}
    return made("w:cols", {"w:num": len(columns), "w:space": space, "w:equalWidth": "1", **line})
