"""Comment threads: insertComment, addCommentReply, updateCommentPost, deleteComment, deleteCommentReply.

Threads are kept in the state under `comments`, the places that they speak of in their tab's `commentAnchors`.
"""

from __future__ import annotations

import html

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.documents.editor import Editor, place_of, user_name
from pytest_knows.workspace.local.documents.indexing import paragraphs, slice_text
from pytest_knows.workspace.local.documents.registry import REQUESTS
from pytest_knows.workspace.local.engine import Json, RequestError

_LONGEST = 2048  # "UTF-8 code units" (InsertCommentRequest.content)
_STATUS = {"RESOLVE": "RESOLVED", "REOPEN": "OPEN"}


def _post(editor: Editor, content: str, *, assignee: str = "", action: str = "") -> Json:
    """A `Post` by the caller, dated with the Workspace's day. Raises `RequestError` for an empty or too long one."""
    if not content and not action:
        raise RequestError("The content of a comment must not be empty.")
    time = f"{editor.env.today}T00:00:00Z"
    author = {"user": user_name(editor.env), "displayName": editor.env.user_name}
    post: Json = {"postId": editor.env.new_id(), "createTime": time, "author": author}
    optional = {"assigneeEmail": assignee, "commentAction": action}
    return {**post, **{name: value for name, value in optional.items() if value}, **_text(post, content)}


def _text(post: Json, content: str) -> Json:
    if len(content.encode()) > _LONGEST:
        raise RequestError(f"The content must not exceed {_LONGEST} UTF-8 code units.")
    return {"content": content, "contentHtml": html.escape(content), "updateTime": post["createTime"]}


def _thread(editor: Editor, body: Json) -> Json:
    """The thread that a request is about. Raises `RequestError`."""
    if "suggestionId" in body:
        raise RequestError(f"The suggestion with ID {body['suggestionId']} was not found.")
    comment_id = need(body, "commentId")
    for thread in editor.state.get("comments", []):
        if thread["commentId"] == comment_id:
            found: Json = thread
            return found
    raise RequestError(f"The comment with ID {comment_id} was not found.")


def _own(editor: Editor, post: Json) -> Json:
    if post["author"]["user"] != user_name(editor.env):
        raise RequestError("The requesting user is not the author of the post.")
    return post


@REQUESTS.handles("insertComment")
def insert_comment(editor: Editor, body: Json) -> Json:
    """A comment on a range."""
    segment, first, stop = editor.bounds(need(body, "range"))
    post = _post(editor, need(body, "content"), assignee=body.get("assigneeEmailAddress", ""))
    anchor_id, comment_id = editor.env.new_id(), editor.env.new_id()
    anchor = {"anchorId": anchor_id, "ranges": [place_of(segment, first, stop)]}
    segment.tab.setdefault("commentAnchors", {})[anchor_id] = anchor
    thread = {
        "commentId": comment_id,
        "anchorId": anchor_id,
        "headPost": post,
        "plainTextQuote": "".join(slice_text(node, first, stop) for node in paragraphs(segment.content)),
        "status": "OPEN",
    }
    editor.state.setdefault("comments", []).append(thread)
    return {"commentThread": json_copy(thread)}


@REQUESTS.handles("addCommentReply")
def add_comment_reply(editor: Editor, body: Json) -> Json:
    """An answer, which may also resolve or reopen the thread."""
    thread, asked = _thread(editor, body), need(body, "post")
    action = asked.get("commentAction", "") if asked.get("commentAction") in _STATUS else ""
    assignee = asked.get("assigneeEmail", "")
    if assignee and (action or "assigneeEmail" not in thread["headPost"]):
        raise RequestError("A reply can only assign a thread that is assigned, and not resolve or reopen it as well.")
    post = _post(editor, asked.get("content", ""), assignee=assignee, action=action)
    thread.setdefault("replies", []).append(post)
    thread["status"] = _STATUS.get(action, thread["status"])
    return {"post": json_copy(post)}


@REQUESTS.handles("updateCommentPost")
def update_comment_post(editor: Editor, body: Json) -> None:
    """Other words in a post of the caller's."""
    thread, post_id, content = _thread(editor, body), need(body, "postId"), need(body, "content")
    for post in (thread["headPost"], *thread.get("replies", [])):
        if post["postId"] == post_id:
            if not content:
                raise RequestError("The content of a comment must not be empty.")
            _own(editor, post).update(_text(post, content))
            return
    raise RequestError(f"The post with ID {post_id} was not found.")


@REQUESTS.handles("deleteComment")
def delete_comment(editor: Editor, body: Json) -> None:
    """Remove a thread of the caller's and its anchor."""
    thread = _thread(editor, body)
    _own(editor, thread["headPost"])
    editor.state["comments"].remove(thread)
    for tab in editor.all_tabs():
        tab["documentTab"].get("commentAnchors", {}).pop(thread["anchorId"], None)


@REQUESTS.handles("deleteCommentReply")
def delete_comment_reply(editor: Editor, body: Json) -> None:
    """Remove an answer of the caller's that neither acts nor assigns."""
    thread, post_id = _thread(editor, body), need(body, "postId")
    replies = thread.get("replies", [])
    post = next((post for post in replies if post["postId"] == post_id), None)
    if post is None:
        raise RequestError(f"The reply with ID {post_id} was not found.")
    if {"commentAction", "assigneeEmail"} & set(_own(editor, post)):
        raise RequestError("A reply with an action or an assignee cannot be deleted.")
    replies.remove(post)
