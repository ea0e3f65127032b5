"""Named ranges: createNamedRange, deleteNamedRange."""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.editor import Editor
from pytest_knows.workspace.local.documents.indexing import units
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json, RequestError


@REQUESTS.handles("createNamedRange")
def create_named_range(editor: Editor, body: Json) -> Json:
    """Give a range a name; names need not be unique."""
    name = need(body, "name")
    if not 1 <= units(name) <= 256:
        raise RequestError("The name must be at least 1 and at most 256 characters long.")
    segment, first, stop = editor.bounds(need(body, "range"))
    where: Json = {"startIndex": first, "endIndex": stop, "tabId": segment.tab_id}
    if segment.id:
        where["segmentId"] = segment.id
    range_id = editor.env.new_id()
    group = segment.tab.setdefault("namedRanges", {}).setdefault(name, {"name": name, "namedRanges": []})
    group["namedRanges"].append({"namedRangeId": range_id, "name": name, "ranges": [where]})
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
