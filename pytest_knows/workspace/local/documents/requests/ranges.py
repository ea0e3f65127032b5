"""Named ranges: createNamedRange, deleteNamedRange, replaceNamedRangeContent."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.editor import Editor, place_of
from pytest_knows.workspace.local.documents.indexing import units
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.documents.requests.text import clean
from pytest_knows.workspace.local.engine import Json, RequestError


@REQUESTS.handles("createNamedRange")
def create_named_range(editor: Editor, body: Json) -> Json:
    """Give a range a name; names need not be unique."""
    name = need(body, "name")
    if not 1 <= units(name) <= 256:
        raise RequestError("The name must be at least 1 and at most 256 characters long.")
    segment, first, stop = editor.bounds(need(body, "range"), late=True)
    range_id = editor.env.new_id()
    group = segment.tab.setdefault("namedRanges", {}).setdefault(name, {"name": name, "namedRanges": []})
    group["namedRanges"].append({"namedRangeId": range_id, "name": name, "ranges": [place_of(segment, first, stop)]})
    return {"namedRangeId": range_id}


@REQUESTS.handles("deleteNamedRange")
def delete_named_range(editor: Editor, body: Json) -> None:
    """Forget the ranges of a name, or the one of an id; the text stays."""
    if ("name" in body) == ("namedRangeId" in body):
        raise RequestError("Exactly one of name and namedRangeId must be set.")
    tabs = [tab["documentTab"] for tab in editor.tabs_of(body.get("tabsCriteria"))]
    if not sum(_remove(contents, body) for contents in tabs):
        raise RequestError(f"No named range matches {body.get('name', body.get('namedRangeId'))}.")


def _remove(contents: Json, body: Json) -> int:
    removed = 0
    groups = contents.get("namedRanges", {})
    for name, group in list(groups.items()):
        kept = [r for r in group["namedRanges"] if not _is_meant(r, body)]
        removed += len(group["namedRanges"]) - len(kept)
        group["namedRanges"] = kept
        if not kept:
            del groups[name]
    return removed


def _is_meant(named: Json, body: Json) -> bool:
    if "name" in body:
        return bool(named["name"] == body["name"])
    return bool(named["namedRangeId"] == body["namedRangeId"])


@REQUESTS.handles("replaceNamedRangeContent")
def replace_named_range_content(editor: Editor, body: Json) -> None:
    """Put text in the place of what the ranges hold; they then cover the text."""
    if ("namedRangeName" in body) == ("namedRangeId" in body):
        raise RequestError("Exactly one of namedRangeName and namedRangeId must be set.")
    meant = {"name" if key == "namedRangeName" else key: body[key] for key in body if key.startswith("namedRange")}
    text, found = clean(body.get("text", "")), 0
    for tab in editor.tabs_of(body.get("tabsCriteria")):
        groups = tab["documentTab"].get("namedRanges", {}).values()
        for named in [n for group in groups for n in group["namedRanges"] if _is_meant(n, meant)]:
            found += 1
            _replace(editor, tab["tabProperties"]["tabId"], named, text)
    if "namedRangeId" in meant and not found:
        raise RequestError(f"No named range has the ID {meant['namedRangeId']}.")


def _replace(editor: Editor, tab_id: str, named: Json, text: str) -> None:
    # Only the first of several ranges gets the text; the content of the others goes.
    while len(named["ranges"]) > 1:
        segment, first, stop = editor.bounds({**named["ranges"].pop(), "tabId": tab_id})
        editor.delete(segment, first, min(stop, segment.end - 1))
    for where in named["ranges"]:
        segment, first, stop = editor.bounds({**where, "tabId": tab_id})
        stop = min(stop, segment.end - 1)  # the segment's last newline stays
        if text:
            editor.insert_text(segment, first, text, editor.style_behind(segment, min(first, segment.end - 2)))
            named["ranges"] = [place_of(segment, first, first + units(text))]
        if stop > first:
            editor.delete(segment, first + units(text), stop + units(text))
