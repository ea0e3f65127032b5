"""A document as a .docx: all its tabs, one after the other. What Word has no place for is left out."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.office.export import PictureSource
from pytest_knows.workspace.local.office.export_document_lists import NumberingWriter
from pytest_knows.workspace.local.office.export_document_package import Node, PackageWriter, PartWriter, made, valued
from pytest_knows.workspace.local.office.export_document_sections import IGNORABLE, SectionsWriter, text_width
from pytest_knows.workspace.local.office.export_document_styles import StyleSheet, hex_of
from pytest_knows.workspace.local.office.export_document_text import BlocksWriter, Tab
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping

_MOST_LEVELS = 5
"""Google nests tabs three deep."""


def export_package(rest: Json, picture: PictureSource) -> bytes:
    """The file for what `documents.get` answers, with tabs or without; its styles are those of the first tab."""
    package = PackageWriter(picture=picture)
    main = PartWriter(name="word/document.xml", package=package)
    tabs = _tabs([*_contents(rest.get("tabs"))] or [rest])
    style = mapping(tabs[0].content.get("documentStyle"))
    colour = hex_of(at(style, "background"), "")
    body = made("w:body", None, *_body(tabs, main))
    _notes(tabs, main)
    even = any(at(tab.content, "documentStyle", "useEvenPageHeaderFooter") is True for tab in tabs)
    settings = (made("w:displayBackgroundShape") if colour else None, made("w:evenAndOddHeaders") if even else None)
    for name, root in (
        ("styles", tabs[0].styles.part()),
        ("numbering", tabs[0].numbering.part()),
        ("settings", made("w:settings", None, *settings)),
    ):
        package.add(f"word/{name}.xml", root, name)
        main.relate(name, f"{name}.xml")
    background = made("w:background", {"w:color": colour}) if colour else None
    main.finish(made("w:document", IGNORABLE, background, body), "document.main")
    package.relations("", [("officeDocument", "word/document.xml", False)])
    return package.packed()


def _contents(tabs: object, level: int = 1) -> Iterator[Json]:
    """The contents of all tabs, each before its children."""
    for tab in items(tabs):
        yield mapping(tab.get("documentTab"))
        if level < _MOST_LEVELS:
            yield from _contents(tab.get("childTabs"), level + 1)


def _tabs(contents: list[Json]) -> list[Tab]:
    numbering = NumberingWriter([content.get("lists") for content in contents])
    tabs: list[Tab] = []
    notes = 0
    for place, content in enumerate(contents):
        own = {str(key): notes + n for n, key in enumerate(mapping(content.get("footnotes")), 1)}
        notes += len(own)
        tabs.append(
            Tab(
                place=place,
                content=content,
                styles=StyleSheet(content.get("namedStyles")),
                numbering=numbering,
                notes=own,
                width=text_width(mapping(content.get("documentStyle"))),
            )
        )
    return tabs


def _body(tabs: list[Tab], main: PartWriter) -> list[Node]:
    """Word has the properties of a section in its last paragraph, those of the last one at the end."""
    writer = SectionsWriter(main)
    sections = [section for tab in tabs for section in writer.write(tab)]
    found: list[Node] = []
    for blocks, properties in sections:
        found += blocks
        (_closing_properties(found).inner if properties is not sections[-1][1] else found).append(properties)
    return found


def _notes(tabs: list[Tab], main: PartWriter) -> None:
    if not any(tab.notes for tab in tabs):
        return
    part = PartWriter(name="word/footnotes.xml", package=main.package)
    notes = [
        made("w:footnote", {"w:type": kind, "w:id": place}, made("w:p", None, made("w:r", None, made(f"w:{kind}"))))
        for place, kind in ((-1, "separator"), (0, "continuationSeparator"))
    ]
    for tab in tabs:
        blocks = BlocksWriter(tab, part)
        for key, place in tab.notes.items():
            content = blocks.blocks(at(tab.content, "footnotes", key, "content"))
            _number(content[0])
            notes.append(made("w:footnote", {"w:id": place}, *content))
    part.finish(made("w:footnotes", IGNORABLE, *notes), "footnotes")
    main.relate("footnotes", "footnotes.xml")


def _closing_properties(found: list[Node]) -> Node:
    """The `w:pPr` of the last paragraph."""
    last = found[-1]
    if not last.inner or last.inner[0].name != "w:pPr":
        last.inner.insert(0, made("w:pPr"))
    return last.inner[0]


def _number(paragraph: Node) -> None:
    """Put the footnote's own number before its text."""
    if paragraph.name != "w:p":
        return
    raised = made("w:rPr", None, valued("w:vertAlign", "superscript"))
    first = 1 if paragraph.inner and paragraph.inner[0].name == "w:pPr" else 0
    paragraph.inner.insert(first, made("w:r", None, raised, made("w:footnoteRef")))
