"""Text: insertText, deleteContentRange, replaceAllText."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.documents.indexing import start
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.documents.replacing import replace_matches
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.matching import search_pattern

# What the API says it strips: control characters other than tab, newline and vertical tab, and the private use area.
_STRIPPED = re.compile("[\x00-\x08\x0c-\x1f\ue000-\uf8ff]")


def clean(text: str) -> str:
    """Text without the characters that Docs does not take."""
    return _STRIPPED.sub("", text)


@REQUESTS.handles("insertText")
def insert_text(editor: Editor, body: Json) -> None:
    """Insert text in the style of what stands before it."""
    text = clean(need(body, "text"))
    if not text:
        raise RequestError("Insert text requests must specify text to insert.")
    segment, spot = editor.place(body, late=True)
    editor.insert_text(segment, start(spot.node) + spot.offset, text)


@REQUESTS.handles("deleteContentRange")
def delete_content_range(editor: Editor, body: Json) -> None:
    """Delete a range; merged paragraphs look like the last of them."""
    segment, first, stop = editor.bounds(need(body, "range"), late=True)
    editor.delete(segment, first, stop)


@REQUESTS.handles("replaceAllText")
def replace_all_text(editor: Editor, body: Json) -> Json:
    """Replace every match within a paragraph; the replacement takes the style of the match's first character."""
    criteria = need(body, "containsText")
    pattern = search_pattern(
        need(criteria, "text"),
        match_case=criteria.get("matchCase", False),
        regex=criteria.get("searchByRegex", False),
    )
    new = clean(body.get("replaceText", ""))
    changed = 0
    for tab in editor.tabs_of(body.get("tabsCriteria")):
        tab_id, contents = tab["tabProperties"]["tabId"], tab["documentTab"]
        for kind in ("headers", "footers", "footnotes"):
            for segment_id in contents.get(kind, {}):
                segment = editor.segment({"tabId": tab_id, "segmentId": segment_id})
                changed += replace_matches(editor, segment, pattern, new)
        changed += replace_matches(editor, editor.segment({"tabId": tab_id}), pattern, new)
    return {"occurrencesChanged": changed} if changed else {}
