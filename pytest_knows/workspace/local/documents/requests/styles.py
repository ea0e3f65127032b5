"""Looks: updateTextStyle, updateParagraphStyle, updateNamedStyle, updateDocumentStyle."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.content import element_style, join_numbered, split_numbered
from pytest_knows.workspace.local.documents.defaults import default_style
from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.documents.indexing import end, start
from pytest_knows.workspace.local.documents.links import check_link
from pytest_knows.workspace.local.documents.registry import REQUESTS, mask
from pytest_knows.workspace.local.documents.styling import Paths, named_style, style_paragraph, style_text, tidy
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths


@REQUESTS.handles("updateTextStyle")
def update_text_style(editor: Editor, body: Json) -> None:
    """Style a range; the bullet of a list paragraph follows when the range covers all of it."""
    update, paths = body.get("textStyle", {}), mask(body, "TextStyle")
    segment, first, stop = editor.bounds(need(body, "range"), late=True)
    if any(path[0] == "link" for path in paths):
        check_link(editor, update.get("link", {}), segment.tab_id)
    for node in editor.paragraphs_in(segment, first, stop):
        paragraph = node["paragraph"]
        inherited = named_style(segment.tab, paragraph, "textStyle")
        span = (max(first, start(node)), min(stop, end(node)))
        _style_elements(editor.joined(node), span, update, paths, inherited)
        # The newline counts as covered when only it is missing: agents and Docs itself leave it out.
        if "bullet" in paragraph and first <= start(node) and stop >= end(node) - 1:
            bullet = paragraph["bullet"]
            without_link = [path for path in paths if path[0] != "link"]
            bullet["textStyle"] = style_text(bullet.get("textStyle", {}), update, without_link, {})


def _style_elements(elements: list[Json], span: tuple[int, int], update: Json, paths: Paths, inherited: Json) -> None:
    """Style the units of a span in joined and numbered elements, which they are again afterwards."""
    begin, stop = (split_numbered(elements, index) for index in span)
    for element in elements[begin:stop]:
        for value in element.values():
            if isinstance(value, dict) and "equation" not in element:
                value["textStyle"] = style_text(element_style(element), update, paths, inherited)
    join_numbered(elements, max(0, begin - 1), stop + 1)


@REQUESTS.handles("updateParagraphStyle")
def update_paragraph_style(editor: Editor, body: Json) -> None:
    """Style all paragraphs that overlap the range."""
    update, paths = body.get("paragraphStyle", {}), mask(body, "ParagraphStyle")
    segment, first, stop = editor.bounds(need(body, "range"), late=True)
    for node in editor.paragraphs_in(segment, first, stop):
        paragraph = node["paragraph"]
        # The named style goes first: it decides what the other properties are compared with.
        if ("namedStyleType",) in paths and "namedStyleType" in update:
            paragraph.setdefault("paragraphStyle", {})["namedStyleType"] = update["namedStyleType"]
        inherited = {} if "bullet" in paragraph else named_style(segment.tab, paragraph, "paragraphStyle")
        paragraph["paragraphStyle"] = style_paragraph(
            paragraph.get("paragraphStyle", {}), update, paths, editor.env.new_id(), inherited
        )


@REQUESTS.handles("updateNamedStyle")
def update_named_style(editor: Editor, body: Json) -> None:
    """Change the looks of all paragraphs of a style that do not say otherwise themselves."""
    new, paths = tidy(need(body, "namedStyle")), mask(body, "NamedStyle")
    kind = need(new, "namedStyleType")
    styles = editor.tab(body.get("tabId"))["documentTab"].setdefault("namedStyles", {}).setdefault("styles", [])
    style = next((style for style in styles if style.get("namedStyleType") == kind), None)
    if style is None:
        raise RequestError(f"Invalid named style type: {kind}")
    for part in ("textStyle", "paragraphStyle"):
        own = [path[1:] for path in paths if path[0] == part and path[1:2] not in (("headingId",), ("namedStyleType",))]
        # A mask names the part as well when it names one of its properties: "text_style,text_style.bold".
        if () in own and len(own) == 1:
            style[part] = {}
            own = [(name,) for name in new.get(part, {})]
        apply_paths(style.setdefault(part, {}), new.get(part, {}), [path for path in own if path])
        # Nothing stands behind normal text but Docs' own defaults; the other styles stand on it.
        identity = {"namedStyleType": "NORMAL_TEXT"} if part == "paragraphStyle" else {}
        style[part] = {**(default_style(part) if kind == "NORMAL_TEXT" else identity), **style[part]}


@REQUESTS.handles("updateDocumentStyle")
def update_document_style(editor: Editor, body: Json) -> None:
    """Page size, margins, background, the use of first-page headers."""
    paths = [path for path in mask(body, "DocumentStyle") if not path[0].endswith(("HeaderId", "FooterId"))]
    new = tidy(body.get("documentStyle", {}))
    size = new.get("pageSize", {})
    for side in ("width", "height"):
        if side in size and size[side].get("magnitude", 0) <= 0:
            raise RequestError(f"pageSize.{side} must be greater than 0.")
    apply_paths(editor.tab(body.get("tabId"))["documentTab"]["documentStyle"], new, paths)
