"""`presentations.get`: the REST JSON of a presentation from its state.

The state stores only the styles that were set. Google answers every style for text that inherits from no placeholder,
so those are filled in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.workspace.local.comments import shown, user_name
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.engine import Environment, Json
from pytest_knows.workspace.local.presentations.deck import Deck, elements_of
from pytest_knows.workspace.local.presentations.template import default_paragraph, default_text

_WITH_COMMENTS = frozenset(("COMMENTS_VIEW_MODE_INCLUDED", "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS"))


def read_presentation(state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
    """The answer of `presentations.get`."""
    shown_deck = json_copy(state)
    mode = (list(query.get("commentsViewMode", [])) or [""])[-1]
    for page in Deck(state=shown_deck, env=env).pages():
        complete_page(page)
        _comment_anchors(page, mode)
    threads = shown_deck.pop("comments", [])
    if mode:
        shown_deck["commentsViewMode"] = mode
    if mode in _WITH_COMMENTS and threads:
        shown_deck["comments"] = [shown(thread, user_name(env)) for thread in threads]
    return {"presentationId": env.file_id, **shown_deck}


def read_page(state: Json, page_id: Any, mode: str, env: Environment) -> Json:
    """The answer of `presentations.pages.get`; raises `RequestError` for a page that is not there."""
    page = json_copy(Deck(state=state, env=env).page(page_id))
    for one in (page, page.get("slideProperties", {}).get("notesPage")):
        if one:
            complete_page(one)
            _comment_anchors(one, mode)
    anchored = {anchor["anchorId"] for anchor in page.get("commentAnchors", [])}
    threads = [shown(one, user_name(env)) for one in state.get("comments", []) if one.get("anchorId") in anchored]
    if mode:
        page["commentsViewMode"] = mode
    return {**page, **({"comments": threads} if threads else {})}


def _comment_anchors(page: Json, mode: str) -> None:
    if mode not in _WITH_COMMENTS:
        page.pop("commentAnchors", None)


def complete_page(page: Json) -> None:
    """Fill in, in place, the styles that a page's text would otherwise leave out though nothing is inherited."""
    if not page.get("pageElements"):
        page.pop("pageElements", None)
        return
    for found in elements_of(page):
        shape = found.element.get("shape")
        if shape is not None and not shape.get("placeholder", {}).get("parentObjectId"):
            _complete_text(shape.get("text"), _alignment(shape))
        for row in found.element.get("table", {}).get("tableRows", []):
            for cell in row.get("tableCells", []):
                _complete_text(cell.get("text"), "START")


def _alignment(shape: Json) -> str:
    """The editor centres the text of new shapes, but not of text boxes."""
    return "START" if shape.get("shapeType") == "TEXT_BOX" else "CENTER"


def _complete_text(text: Any, alignment: str) -> None:
    for element in text.get("textElements", []) if isinstance(text, dict) else []:
        marker = element.get("paragraphMarker")
        if marker is not None:
            marker["style"] = {**default_paragraph(alignment), **marker.get("style", {})}
        run = element.get("textRun") or element.get("autoText")
        if run is not None:
            run["style"] = {**default_text(), **run.get("style", {})}
