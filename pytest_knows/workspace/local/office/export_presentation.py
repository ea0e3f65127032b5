"""A presentation as a .pptx; the inverse of `presentations`. python-pptx keeps the package."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.office.drawing import SCHEME
from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_document_package import whole
from pytest_knows.workspace.local.office.export_presentation_shapes import ShapeWriter, picture_relation
from pytest_knows.workspace.local.office.export_presentation_text import Writer
from pytest_knows.workspace.local.office.export_presentation_xml import made
from pytest_knows.workspace.local.office.export_spreadsheet_formats import argb
from pytest_knows.workspace.local.office.markup import EMU_PER_PT, Element, find, find_all, q, root_of
from pytest_knows.workspace.local.office.presentations import LAYOUT_NAMES, MAX_SIDE
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, points
from pytest_knows.workspace.local.rendering.slides_theme import Theme

_LAYOUT_KINDS = {name: kind for kind, name in LAYOUT_NAMES.items()}
_SMALLEST = 914_400
"""EMU: PowerPoint's smallest side of a slide, an inch."""
_BLANK_LAYOUT = (
    '<p:sldLayout xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree><p:nvGrpSpPr>'
    '<p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld>'
    "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
)


def export_package(rest: Json, picture: PictureSource) -> bytes:
    """The .pptx of what `presentations.get` answers."""
    from pptx import Presentation

    deck = Presentation()
    stream = io.BytesIO()
    _DeckWriter(deck, rest, picture).write()
    deck.save(stream)
    return stream.getvalue()


class _DeckWriter:
    """One master with the layouts of all masters, and the slides."""

    def __init__(self, deck: Any, rest: Json, picture: PictureSource) -> None:
        self._deck, self._rest, self._picture = deck, rest, picture
        self._theme = Theme(rest)
        [self._first] = items(rest.get("masters"))[:1] or [{}]

    def write(self) -> None:
        deck = self._deck
        sides = (points(at(self._rest, "pageSize", side)) * EMU_PER_PT for side in ("width", "height"))
        deck.slide_width, deck.slide_height = (whole(side, _SMALLEST, MAX_SIDE) for side in sides)
        self._master()
        layouts = {str(page.get("objectId")): self._layout(page) for page in items(self._rest.get("layouts"))}
        plain = next(iter(layouts.values()), None) or self._layout({})
        for page in items(self._rest.get("slides")):
            chosen = layouts.get(str(at(page, "slideProperties", "layoutObjectId")), plain)
            slide = deck.slides.add_slide(chosen)
            self._fill(page, slide)
            if at(page, "slideProperties", "isSkipped") is True:
                slide._element.set("show", "0")
            self._notes(mapping(at(page, "slideProperties", "notesPage")), slide)

    def _master(self) -> None:
        """The template's master: its layouts, shapes and text styles make room for those of the deck."""
        from pptx.opc.constants import RELATIONSHIP_TYPE

        master = self._deck.slide_master
        for layout in [*master.slide_layouts]:
            master.slide_layouts.remove(layout)
        for level in find_all(master._element, "p:txStyles/*/*"):
            level.getparent().remove(level)
        part = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        part._blob = _themed(part.blob, self._first)
        self._fill(self._first, master)

    def _layout(self, page: Json) -> Any:
        """A new layout of the master."""
        from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
        from pptx.opc.packuri import PackURI
        from pptx.parts.slide import SlideLayoutPart

        master = self._deck.slide_master.part
        listed = master._element.get_or_add_sldLayoutIdLst()
        name = PackURI(f"/ppt/slideLayouts/slideLayout{len(listed) + 1}.xml")
        part = SlideLayoutPart.load(name, CONTENT_TYPE.PML_SLIDE_LAYOUT, master.package, _BLANK_LAYOUT.encode())
        part.relate_to(master, RELATIONSHIP_TYPE.SLIDE_MASTER)
        relation = master.relate_to(part, RELATIONSHIP_TYPE.SLIDE_LAYOUT)
        listed.append(made("p:sldLayoutId", {"id": 2_147_483_700 + len(listed), "r:id": relation}))
        properties = mapping(page.get("layoutProperties"))
        part._element.cSld.set("name", str(properties.get("displayName") or properties.get("name") or ""))
        kind = _LAYOUT_KINDS.get(str(properties.get("name")))
        if kind:
            part._element.set("type", kind)
        self._fill(page, part.slide_layout)
        return part.slide_layout

    def _writer(self, page: Json, part: Any) -> Writer:
        own = (page, *self._theme.parents(page))
        schemes = (at(source, "pageProperties", "colorScheme") for source in own)
        scheme = next((found for found in schemes if found), None)
        shared = scheme is None or scheme == at(self._first, "pageProperties", "colorScheme")
        return Writer(page=page, theme=self._theme, part=part, shared=shared)

    def _fill(self, page: Json, target: Any) -> None:
        """Replace what is on a page of python-pptx by what is on the deck's."""
        tree = target._element.cSld.spTree
        for child in tree[2:]:
            tree.remove(child)
        writer = self._writer(page, target.part)
        for element in ShapeWriter(writer=writer, picture=self._picture).elements(items(page.get("pageElements"))):
            tree.append(element)
        background = self._background(page, writer)
        if background is not None:
            for old in find_all(target._element, "p:cSld/p:bg"):
                old.getparent().remove(old)
            tree.addprevious(background)

    def _background(self, page: Json, writer: Writer) -> Element | None:
        stated = mapping(at(page, "pageProperties", "pageBackgroundFill"))
        picture = picture_relation(writer.part, self._picture, at(stated, "stretchedPictureFill", "contentUrl"))
        if picture:
            stretch = made("a:stretch", None, made("a:fillRect"))
            fill = made("a:blipFill", None, made("a:blip", {"r:embed": picture}), stretch)
        elif stated.get("solidFill") and stated.get("propertyState") != "INHERIT":
            fill = writer.fill(stated)
        else:
            return None
        return made("p:bg", None, made("p:bgPr", None, fill, made("a:effectLst")))

    def _notes(self, page: Json, slide: Any) -> None:
        """The speaker's notes, if there are any."""
        for element in items(page.get("pageElements")):
            shape = mapping(element.get("shape"))
            if at(shape, "placeholder", "type") != "BODY" or not items(at(shape, "text", "textElements")):
                continue
            notes = slide.notes_slide
            frame = notes.notes_text_frame
            if frame is not None:
                writer = Writer(page=page, theme=self._theme, part=notes.part, shared=True)
                old = frame._txBody
                old.getparent().replace(old, writer.body("p:txBody", shape.get("text"), shape, made("a:bodyPr")))


def _themed(blob: bytes, master: Json) -> bytes:
    """The theme with the colours of the master; Arial is Google's font where nothing else is said."""
    from lxml import etree

    root = root_of(blob, "theme")
    colours = dict(_colours(master))
    for base, name in SCHEME.items():
        slot = find(root, f"a:themeElements/a:clrScheme/a:{base}")
        if name in colours and slot is not None:
            slot[:] = [made("a:srgbClr", {"val": colours[name]})]
    for latin in root.iter(q("a:latin")):
        latin.set("typeface", "Arial")
    written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written


def _colours(master: Json) -> Iterator[tuple[str, str]]:
    """Name of each theme colour -> RRGGBB."""
    for entry in items(at(master, "pageProperties", "colorScheme", "colors")):
        yield str(entry.get("type")), argb(dict(mapping(entry.get("color"))))[2:]
