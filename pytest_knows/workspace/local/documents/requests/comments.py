"""Where comment threads speak of a document: insertComment, deleteComment.

The places are kept in their tab's `commentAnchors`.
"""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.comments import add_thread, handle_posts, remove_thread
from pytest_knows.workspace.local.documents.editor import Editor, place_of
from pytest_knows.workspace.local.documents.indexing import paragraphs, slice_text
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json

handle_posts(REQUESTS)


@REQUESTS.handles("insertComment")
def insert_comment(editor: Editor, body: Json) -> Json:
    """A comment on a range."""
    segment, first, stop = editor.bounds(need(body, "range"))
    anchor_id = editor.env.new_id()
    anchor = {"anchorId": anchor_id, "ranges": [place_of(segment, first, stop)]}
    segment.tab.setdefault("commentAnchors", {})[anchor_id] = anchor
    quote = "".join(slice_text(node, first, stop) for node in paragraphs(segment.content))
    return add_thread(editor, body, anchor_id, quote)


@REQUESTS.handles("deleteComment")
def delete_comment(editor: Editor, body: Json) -> None:
    """Remove a thread of the caller's and its anchor."""
    anchor_id = remove_thread(editor, body)
    for tab in editor.all_tabs():
        tab["documentTab"].get("commentAnchors", {}).pop(anchor_id, None)
