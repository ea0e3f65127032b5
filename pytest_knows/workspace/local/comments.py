"""Comment threads of documents and presentations: everything about them but the places that they speak of.

Threads are kept in a file's state under `comments`.
"""

from __future__ import annotations

import html
from typing import Protocol, TypeVar

from pytest_knows.workspace.local.batch import Requests, need
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.engine import Environment, Json, RequestError


class Commented(Protocol):
    """The context of a batch."""

    @property
    def env(self) -> Environment: ...

    @property
    def state(self) -> Json: ...


Context = TypeVar("Context", bound=Commented)

_LONGEST = 2048  # "UTF-8 code units" (InsertCommentRequest.content)
_STATUS = {"RESOLVE": "RESOLVED", "REOPEN": "OPEN"}


def _post(file: Commented, content: str, *, assignee: str = "", action: str = "") -> Json:
    """A `Post` by the caller, dated with the Workspace's day. Raises `RequestError` for an empty or too long one."""
    if not content and not action:
        raise RequestError("The content of a comment must not be empty.")
    time = f"{file.env.today}T00:00:00Z"
    author = {"user": user_name(file.env), "displayName": file.env.user_name}
    post: Json = {"postId": file.env.new_id(), "createTime": time, "author": author}
    optional = {"assigneeEmail": assignee, "commentAction": action}
    return {**post, **{name: value for name, value in optional.items() if value}, **text_of(content, time)}


def text_of(content: str, time: str) -> Json:
    """The words of a `Post`, last changed at `time`. Raises `RequestError` for too many."""
    if len(content.encode()) > _LONGEST:
        raise RequestError(f"The content must not exceed {_LONGEST} UTF-8 code units.")
    return {"content": content, "contentHtml": html.escape(content), "updateTime": time}


def _thread(file: Commented, body: Json) -> Json:
    """The thread that a request is about. Raises `RequestError`."""
    if "suggestionId" in body:
        raise RequestError(f"The suggestion with ID {body['suggestionId']} was not found.")
    comment_id = need(body, "commentId")
    for thread in file.state.get("comments", []):
        if thread["commentId"] == comment_id:
            found: Json = thread
            return found
    raise RequestError(f"The comment with ID {comment_id} was not found.")


def _own(file: Commented, post: Json) -> Json:
    if post["author"]["user"] != user_name(file.env):
        raise RequestError("The requesting user is not the author of the post.")
    return post


def user_name(env: Environment) -> str:
    """The caller as the authors of posts are named."""
    return f"users/{env.user}"


def shown(thread: Json, user: str) -> Json:
    """A thread as `user` reads it."""
    found = json_copy(thread)
    found.pop("driveAnchor", None)  # Drive alone tells of it
    for post in (found["headPost"], *found.get("replies", [])):
        post["author"]["me"] = post["author"]["user"] == user
    return found


def add_thread(file: Commented, body: Json, anchor_id: str, quote: str) -> Json:
    """The reply of an InsertCommentRequest whose place is named `anchor_id`. Raises `RequestError`."""
    post = _post(file, need(body, "content"), assignee=body.get("assigneeEmailAddress", ""))
    thread = {
        "commentId": file.env.new_id(),
        "anchorId": anchor_id,
        "headPost": post,
        "plainTextQuote": quote,
        "status": "OPEN",
    }
    file.state.setdefault("comments", []).append(thread)
    return {"commentThread": json_copy(thread)}


def add_comment_reply(file: Commented, body: Json) -> Json:
    """An answer, which may also resolve or reopen the thread."""
    thread, asked = _thread(file, body), need(body, "post")
    action = asked.get("commentAction", "") if asked.get("commentAction") in _STATUS else ""
    assignee = asked.get("assigneeEmail", "")
    if assignee and (action or "assigneeEmail" not in thread["headPost"]):
        raise RequestError("A reply can only assign a thread that is assigned, and not resolve or reopen it as well.")
    post = _post(file, asked.get("content", ""), assignee=assignee, action=action)
    thread.setdefault("replies", []).append(post)
    thread["status"] = _STATUS.get(action, thread["status"])
    return {"post": json_copy(post)}


def update_comment_post(file: Commented, body: Json) -> None:
    """Other words in a post of the caller's."""
    thread, post_id, content = _thread(file, body), need(body, "postId"), need(body, "content")
    for post in (thread["headPost"], *thread.get("replies", [])):
        if post["postId"] == post_id:
            if not content:
                raise RequestError("The content of a comment must not be empty.")
            _own(file, post).update(text_of(content, post["createTime"]))
            return
    raise RequestError(f"The post with ID {post_id} was not found.")


def remove_thread(file: Commented, body: Json) -> str:
    """Remove a thread of the caller's; returns the id of its anchor. Raises `RequestError`."""
    thread = _thread(file, body)
    _own(file, thread["headPost"])
    file.state["comments"].remove(thread)
    return str(thread.get("anchorId"))


def delete_comment_reply(file: Commented, body: Json) -> None:
    """Remove an answer of the caller's that neither acts nor assigns."""
    thread, post_id = _thread(file, body), need(body, "postId")
    replies = thread.get("replies", [])
    post = next((post for post in replies if post["postId"] == post_id), None)
    if post is None:
        raise RequestError(f"The reply with ID {post_id} was not found.")
    if {"commentAction", "assigneeEmail"} & set(_own(file, post)):
        raise RequestError("A reply with an action or an assignee cannot be deleted.")
    replies.remove(post)


def handle_posts(requests: Requests[Context]) -> None:
    """Register the requests that do not touch anchors: addCommentReply, updateCommentPost, deleteCommentReply."""
    requests.handles("addCommentReply")(add_comment_reply)
    requests.handles("updateCommentPost")(update_comment_post)
    requests.handles("deleteCommentReply")(delete_comment_reply)
