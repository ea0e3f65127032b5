"""Breaks, headers and footers."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.documents.content import (
    Spot,
    insert_elements,
    split_paragraph,
    style_at,
)
from pytest_knows.workspace.local.documents.defaults import paragraph, section_break
from pytest_knows.workspace.local.documents.editor import Editor, Segment, number_footnotes, renumber
from pytest_knows.workspace.local.documents.indexing import start
from pytest_knows.workspace.local.documents.registry import REQUESTS, mask
from pytest_knows.workspace.local.documents.styling import tidy
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths


def _body_place(editor: Editor, body: Json, what: str) -> tuple[Segment, Spot]:
    segment, spot = editor.place(body)
    if segment.id:
        raise RequestError(f"A {what} cannot be inserted inside a header, footer or footnote.")
    if spot.container is not segment.content:
        raise RequestError(f"A {what} cannot be inserted inside a table.")
    return segment, spot


@REQUESTS.handles("insertPageBreak")
def insert_page_break(editor: Editor, body: Json) -> None:
    """A page break, followed by a newline."""
    segment, spot = _body_place(editor, body, "page break")
    index, style = start(spot.node) + spot.offset, style_at(spot)
    insert_elements(spot, [{"pageBreak": {"textStyle": style}}])
    split_paragraph(Spot(container=spot.container, position=spot.position, offset=spot.offset + 1), style)
    editor.changed(segment, index)


@REQUESTS.handles("insertSectionBreak")
def insert_section_break(editor: Editor, body: Json) -> None:
    """A newline, then a break that begins the next section, in the columns and margins of the one that it divides."""
    kind = need(body, "sectionType")
    if kind == "SECTION_TYPE_UNSPECIFIED":
        raise RequestError("The section type must be specified.")
    segment, spot = _body_place(editor, body, "section break")
    index = start(spot.node) + spot.offset
    rest = split_paragraph(spot, style_at(spot))
    breaks = [node["sectionBreak"] for node in segment.content[: rest.position] if "sectionBreak" in node]
    style = breaks[-1].get("sectionStyle", {}) if breaks else {}
    made = section_break(kind)
    made["sectionBreak"]["sectionStyle"] |= {name: json_copy(style[name]) for name in style if _is_layout(name)}
    rest.container.insert(rest.position, made)
    editor.changed(segment, index)


def _is_layout(name: str) -> bool:
    return name.startswith(("margin", "column", "flip", "content"))


def _style_with_references(tab: Json, location: Json | None) -> Json:
    """Where the ids of a section's headers are kept: the section's style, or the document's for the first section."""
    contents: Json = tab["documentTab"]
    index = (location or {}).get("index", 0)
    if not index:
        document_style: Json = contents["documentStyle"]
        return document_style
    for node in contents["body"]["content"]:
        if "sectionBreak" in node and start(node) == index:
            section_style: Json = node["sectionBreak"]["sectionStyle"]
            return section_style
    raise RequestError(f"There is no section break at index {index}.")


def _create(editor: Editor, body: Json, kind: str) -> Json:
    if need(body, "type") != "DEFAULT":
        raise RequestError(f"The {kind} type must be DEFAULT.")
    location = body.get("sectionBreakLocation")
    tab = editor.tab((location or {}).get("tabId"))
    style = _style_with_references(tab, location)
    reference = f"default{kind.capitalize()}Id"
    if style.get(reference):
        raise RequestError(f"A {kind} of type DEFAULT already exists.")
    segment_id = editor.env.new_id()
    style[reference] = segment_id
    segments = tab["documentTab"].setdefault(f"{kind}s", {})
    segments[segment_id] = {f"{kind}Id": segment_id, "content": [paragraph()]}
    renumber(tab["documentTab"])
    return {f"{kind}Id": segment_id}


def _delete(editor: Editor, body: Json, kind: str) -> None:
    segment_id = need(body, f"{kind}Id")
    contents = editor.tab(body.get("tabId"))["documentTab"]
    if segment_id not in contents.get(f"{kind}s", {}):
        raise RequestError(f"The {kind} with ID {segment_id} was not found.")
    del contents[f"{kind}s"][segment_id]
    sections = (node["sectionBreak"] for node in contents["body"]["content"] if "sectionBreak" in node)
    for style in (contents["documentStyle"], *(section.get("sectionStyle", {}) for section in sections)):
        for name in [name for name, value in style.items() if value == segment_id]:
            del style[name]


@REQUESTS.handles("createHeader")
def create_header(editor: Editor, body: Json) -> Json:
    """An empty header for the document, or for the section that a break begins."""
    return _create(editor, body, "header")


@REQUESTS.handles("createFooter")
def create_footer(editor: Editor, body: Json) -> Json:
    """An empty footer for the document, or for the section that a break begins."""
    return _create(editor, body, "footer")


@REQUESTS.handles("deleteHeader")
def delete_header(editor: Editor, body: Json) -> None:
    """Remove a header and all references to it."""
    _delete(editor, body, "header")


@REQUESTS.handles("deleteFooter")
def delete_footer(editor: Editor, body: Json) -> None:
    """Remove a footer and all references to it."""
    _delete(editor, body, "footer")


@REQUESTS.handles("updateSectionStyle")
def update_section_style(editor: Editor, body: Json) -> None:
    """Style the sections that overlap a range of the body."""
    paths = [path for path in mask(body, "SectionStyle") if not path[0].endswith(("HeaderId", "FooterId"))]
    segment, first, stop = editor.bounds(need(body, "range"))
    if segment.id:
        raise RequestError("Sections are in the body: segmentId must be empty.")
    breaks = [node for node in segment.content if "sectionBreak" in node]
    ends = [start(node) for node in breaks[1:]] + [segment.end]
    for node, section_end in zip(breaks, ends, strict=True):
        if start(node) < stop and section_end > first:
            apply_paths(node["sectionBreak"]["sectionStyle"], tidy(body.get("sectionStyle", {})), paths)


@REQUESTS.handles("createFootnote")
def create_footnote(editor: Editor, body: Json) -> Json:
    """A footnote with a blank, and the reference to it in the body."""
    segment, spot = editor.place(body)
    if segment.id:
        raise RequestError("A footnote cannot be inserted inside a header, footer or footnote.")
    footnote_id = editor.env.new_id()
    run = {"textRun": {"content": " \n", "textStyle": {}}}
    segment.tab.setdefault("footnotes", {})[footnote_id] = {
        "footnoteId": footnote_id,
        "content": [paragraph([run])],
    }
    index = start(spot.node) + spot.offset
    reference = {"footnoteId": footnote_id, "footnoteNumber": "1", "textStyle": style_at(spot)}
    insert_elements(spot, [{"footnoteReference": reference}])
    renumber(segment.tab)
    editor.changed(segment, index)
    number_footnotes(segment.content)
    return {"footnoteId": footnote_id}
