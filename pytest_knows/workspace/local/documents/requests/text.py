"""Text: insertText, deleteContentRange, replaceAllText."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.editor import Editor, Segment
from pytest_knows.workspace.local.documents.indexing import paragraphs, plain_text, start, units
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json, RequestError

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
    segment, spot = editor.place(body)
    editor.insert_text(segment, start(spot.node) + spot.offset, text)


@REQUESTS.handles("deleteContentRange")
def delete_content_range(editor: Editor, body: Json) -> None:
    """Delete a range; merged paragraphs look like the last of them."""
    segment, first, stop = editor.bounds(need(body, "range"))
    editor.delete(segment, first, stop)


@REQUESTS.handles("replaceAllText")
def replace_all_text(editor: Editor, body: Json) -> Json:
    """Replace every match within a paragraph; the replacement takes the style of the match's first character."""
    pattern = _pattern(need(body, "containsText"))
    new = clean(body.get("replaceText", ""))
    changed = 0
    for tab in editor.tabs_of(body.get("tabsCriteria")):
        tab_id, contents = tab["tabProperties"]["tabId"], tab["documentTab"]
        for kind in ("headers", "footers", "footnotes"):
            for segment_id in contents.get(kind, {}):
                changed += _replace(editor, editor.segment({"tabId": tab_id, "segmentId": segment_id}), pattern, new)
        changed += _replace(editor, editor.segment({"tabId": tab_id}), pattern, new)
    return {"occurrencesChanged": changed} if changed else {}


def _pattern(criteria: Json) -> re.Pattern[str]:
    text = need(criteria, "text")
    if not text:
        raise RequestError("The text to search for must not be empty.")
    if criteria.get("searchByRegex"):
        # An agent's pattern could backtrack for ever and hold up the server for every other episode.
        raise RequestError("searchByRegex is not available in the embedded Workspace.")
    return re.compile(re.escape(text), 0 if criteria.get("matchCase") else re.IGNORECASE)


def _replace(editor: Editor, segment: Segment, pattern: re.Pattern[str], new: str) -> int:
    found = [match for node in paragraphs(segment.content) for match in _matches(node, pattern)]
    for first, stop in reversed(found):
        if new:
            # Typed behind the first old character, so that it takes that character's style.
            editor.insert_text(segment, stop, new, editor.style_behind(segment, first))
        editor.delete(segment, first, stop)
    return len(found)


def _matches(node: Json, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    text, begin = plain_text(node), start(node)
    spans = (match.span() for match in pattern.finditer(text[:-1]))
    return [(begin + units(text[:a]), begin + units(text[:b])) for a, b in spans if b > a]
