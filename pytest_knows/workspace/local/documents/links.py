"""Links into the document. `heading` and `bookmark` name the tab; `headingId` and `bookmarkId` mean the tab at hand.

The state keeps either form; `reading` answers the one that Google does.
"""

from __future__ import annotations

from pytest_knows.workspace.local.documents.editor import Editor, all_content
from pytest_knows.workspace.local.documents.indexing import paragraphs
from pytest_knows.workspace.local.engine import Json, RequestError


def check_link(editor: Editor, link: Json, tab_id: str) -> None:
    """Raises `RequestError` for a link with two targets or to a tab or heading that is not there."""
    if len(link) > 1:
        raise RequestError(f"A link can have only one target, not {len(link)}: {', '.join(sorted(link))}.")
    if "tabId" in link:
        editor.tab(link["tabId"])
    heading = {"id": link["headingId"]} if "headingId" in link else link.get("heading")
    if heading is None:
        return
    contents = editor.tab(heading.get("tabId") or tab_id)["documentTab"]
    ids = {
        node["paragraph"].get("paragraphStyle", {}).get("headingId")
        for content in all_content(contents)
        for node in paragraphs(content)
    }
    if heading.get("id") not in ids - {None}:
        raise RequestError(f"The heading with ID {heading.get('id')} was not found.")
