"""Tabs: addDocumentTab, deleteTab, updateDocumentTabProperties."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.documents.defaults import blank_tab
from pytest_knows.workspace.local.documents.editor import Editor, renumber
from pytest_knows.workspace.local.documents.registry import REQUESTS, mask
from pytest_knows.workspace.local.engine import Json, RequestError

_DEEPEST = 2  # "three levels of nested tabs" (the Docs help page on tabs): root tabs are at level 0
_MOST_TABS = 100  # ibid.

_SIGN = "[\xa9\xae\u203c-\u3299\U0001f000-\U0001faff]"
_LOOK = "[\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_EMOJI = re.compile(f"[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{{2}}|{_SIGN}{_LOOK}(?:\u200d{_SIGN}{_LOOK})*")


def _siblings(editor: Editor, parent_id: str | None) -> list[Json]:
    """The list that the tabs below a parent are in; the root's without one."""
    siblings: list[Json] = editor.tab(parent_id).setdefault("childTabs", []) if parent_id else editor.state["tabs"]
    return siblings


def _put(editor: Editor, tab: Json, parent_id: str | None, index: int | None) -> None:
    siblings = _siblings(editor, parent_id)
    if index is not None and not 0 <= index <= len(siblings):
        raise RequestError(f"The tab index {index} must be between 0 and the number of tabs there, {len(siblings)}.")
    siblings.insert(len(siblings) if index is None else index, tab)
    _place(editor.state["tabs"], None, 0)


def _place(tabs: list[Json], parent_id: str | None, level: int) -> None:
    """Write what a tab's properties say of its place: index, parent and level."""
    if tabs and level > _DEEPEST:
        raise RequestError("Tabs can only be nested three levels deep.")
    for index, tab in enumerate(tabs):
        properties = tab["tabProperties"]
        properties["index"] = index
        for name, value in (("parentTabId", parent_id), ("nestingLevel", level)):
            properties.pop(name, None)
            if value:
                properties[name] = value
        _place(tab.get("childTabs", []), properties["tabId"], level + 1)
        if not tab.get("childTabs"):
            tab.pop("childTabs", None)


def _check_emoji(properties: Json) -> None:
    emoji = properties.get("iconEmoji")
    if emoji and not _EMOJI.fullmatch(emoji):
        raise RequestError("iconEmoji must be a single emoji.")


@REQUESTS.handles("addDocumentTab")
def add_document_tab(editor: Editor, body: Json) -> Json:
    """An empty tab; without an index behind the others."""
    asked = body.get("tabProperties", {})
    ids = {tab["tabProperties"]["tabId"] for tab in editor.all_tabs()}
    tab_id = asked.get("tabId") or "t." + editor.env.new_id().rpartition(".")[2]
    if tab_id in ids:
        raise RequestError(f"A tab with ID {tab_id} already exists.")
    if len(ids) >= _MOST_TABS:
        raise RequestError(f"A document can have at most {_MOST_TABS} tabs.")
    _check_emoji(asked)
    tab = blank_tab(tab_id, asked.get("title") or f"Tab {len(ids) + 1}")
    if asked.get("iconEmoji"):
        tab["tabProperties"]["iconEmoji"] = asked["iconEmoji"]
    renumber(tab["documentTab"])
    _put(editor, tab, asked.get("parentTabId"), asked.get("index"))
    return {"tabProperties": dict(tab["tabProperties"])}


def _take_out(editor: Editor, tab: Json) -> None:
    _siblings(editor, tab["tabProperties"].get("parentTabId")).remove(tab)


@REQUESTS.handles("deleteTab")
def delete_tab(editor: Editor, body: Json) -> None:
    """Remove a tab and those below it; one has to stay."""
    _take_out(editor, editor.tab(need(body, "tabId")))
    if not editor.state["tabs"]:
        raise RequestError("The last tab of a document cannot be deleted.")
    _place(editor.state["tabs"], None, 0)


@REQUESTS.handles("updateDocumentTabProperties")
def update_document_tab_properties(editor: Editor, body: Json) -> None:
    """Rename a tab, give it another icon, move it."""
    asked = need(body, "tabProperties")
    names = {path[0] for path in mask(body, "TabProperties")}
    tab = editor.tab(need(asked, "tabId"))
    properties = tab["tabProperties"]
    _check_emoji(asked)
    for name in names & {"title", "iconEmoji"}:
        properties.pop(name, None)
        if name == "title" or asked.get(name):
            properties[name] = asked.get(name, "")
    if "index" in names & set(asked) or "parentTabId" in names & set(asked):
        parent_id = asked.get("parentTabId") if "parentTabId" in names else properties.get("parentTabId")
        _take_out(editor, tab)
        # A parent below the tab itself is gone with it, and so refused as not found.
        _put(editor, tab, parent_id, asked.get("index") if "index" in names else None)
