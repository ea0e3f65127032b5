"""What `documents.get` answers of a state: which tabs, which form of links, with comments or without."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from pytest_knows.workspace.local.comments import shown
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.schema import schema_of

Query = Mapping[str, Sequence[str]]

_VIEWS = frozenset(("SUGGESTIONS_INLINE", "PREVIEW_SUGGESTIONS_ACCEPTED", "PREVIEW_WITHOUT_SUGGESTIONS"))
_WITH_COMMENTS = frozenset(("COMMENTS_VIEW_MODE_INCLUDED", "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS"))
_TABS_IN_MASK = re.compile(r"(?:^|,)\s*tabs\b")
_SHORT = {"heading": "headingId", "bookmark": "bookmarkId"}


def _last(query: Query, name: str) -> str:
    return [str(value) for value in ("", *query.get(name, ()))][-1]


def suggestions_view(query: Query) -> str:
    """The view that is answered; there are no suggestions to tell them apart."""
    asked = _last(query, "suggestionsViewMode")
    return asked if asked in _VIEWS else "SUGGESTIONS_INLINE"


def contents(state: Json, query: Query, user: str) -> Json:
    """The fields of a `Document` that hold its contents; `user` is who reads. Raises `RequestError`.

    They are in `tabs` if the query asks for that, or if its mask names `tabs`, else at the top.
    """
    in_tabs = _last(query, "includeTabsContent").lower() == "true" or _TABS_IN_MASK.search(_last(query, "fields"))
    mode = _last(query, "commentsViewMode")
    if mode and not in_tabs:
        raise RequestError("commentsViewMode can only be set with includeTabsContent or a field mask that has tabs.")
    if mode == "COMMENTS_VIEW_MODE_INCLUDED" and _last(query, "suggestionsViewMode") != "SUGGESTIONS_INLINE":
        raise RequestError("COMMENTS_VIEW_MODE_INCLUDED needs the suggestionsViewMode SUGGESTIONS_INLINE.")
    if not in_tabs:
        return _first_tab(state["tabs"])
    with_comments = mode in _WITH_COMMENTS
    answer: Json = {"tabs": [_tab(tab, with_comments) for tab in state["tabs"]]}
    if mode:
        answer["commentsViewMode"] = mode
    if with_comments and state.get("comments"):
        answer["comments"] = [shown(thread, user) for thread in state["comments"]]
    return answer


def _first_tab(tabs: list[Json]) -> Json:
    only = len(tabs) == 1 and not tabs[0].get("childTabs")
    fields = schema_of("docs").fields("Document")
    found = linked_copy(tabs[0]["documentTab"], tabs[0]["tabProperties"]["tabId"], short=only)
    return {name: value for name, value in found.items() if name in fields}


def _tab(tab: Json, with_comments: bool) -> Json:
    properties = json_copy(tab["tabProperties"])
    document_tab = linked_copy(tab["documentTab"], properties["tabId"], short=False)
    if not with_comments:
        document_tab.pop("commentAnchors", None)
    answer = {"tabProperties": properties, "documentTab": document_tab}
    if tab.get("childTabs"):
        answer["childTabs"] = [_tab(child, with_comments) for child in tab["childTabs"]]
    return answer


def linked_copy(document_tab: Json, tab_id: str, *, short: bool) -> Json:
    """A copy of a `documentTab`; `short` writes links within it as `headingId` and `bookmarkId`, as for a lone tab."""

    def rewrite(value: Json) -> Json:
        link = value.get("link")
        if isinstance(link, dict):
            value["link"] = _short(link, tab_id) if short else _long(link, tab_id)
        return value

    copied: Json = json.loads(json.dumps(document_tab), object_hook=rewrite)
    return copied


def _long(link: Json, tab_id: str) -> Json:
    for name, short in _SHORT.items():
        if short in link:
            return {name: {"id": link[short], "tabId": tab_id}}
    return link


def _short(link: Json, tab_id: str) -> Json:
    for name, short in _SHORT.items():
        target = link.get(name)
        if isinstance(target, dict) and target.get("tabId", tab_id) == tab_id:
            return {short: target.get("id", "")}
    return link
