"""drive.comments and drive.replies: the threads of a file, for an editor's file the same that its own API tells of.

A deleted comment or reply is gone for good.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.comments import text_of
from pytest_knows.workspace.local.drive.listing import one_of, page_start, page_token
from pytest_knows.workspace.local.drive.query import utc_time
from pytest_knows.workspace.local.drive.resource import required
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import now

_ACTIONS = {"resolve": ("RESOLVE", "RESOLVED"), "reopen": ("REOPEN", "OPEN")}


@contextmanager
def _changing(service: Service, call: Call, file_id: str) -> Iterator[tuple[Json, str]]:
    """The file's state, to be changed and kept, and the caller's role. Raises ApiError 403 for mere readers."""
    with service.store.editing(file_id):
        file = required(service, call, file_id, "commenter")
        state = service.store.state(file.id)
        yield state, service.role(file.id, call.caller)
        service.store.save(file, state)


def create(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803 - Google's name
    """`comments.create`: on the file as a whole, or on what `anchor` and `quotedFileContent` say."""
    body = _asked(call)
    quoted = body.get("quotedFileContent")
    quote = quoted.get("value") if isinstance(quoted, dict) else ""
    thread = {"commentId": _id(), "headPost": _post(call, _content(body)), "status": "OPEN"}
    thread |= {"plainTextQuote": quote} if isinstance(quote, str) and quote else {}
    thread |= {"driveAnchor": body["anchor"]} if isinstance(body.get("anchor"), str) else {}
    with _changing(service, call, fileId) as (state, _):
        state.setdefault("comments", []).append(thread)
    return _comment(thread, call)


def list_comments(service: Service, call: Call, fileId: str) -> Json:  # noqa: N803
    """`comments.list`, the last modified first."""
    _asked(call)
    state = service.store.state(required(service, call, fileId).id)
    since = utc_time(call.one("startModifiedTime")) if call.one("startModifiedTime") else ""
    comments = [_comment(thread, call) for thread in state.get("comments", [])]
    comments = [comment for comment in comments if comment["modifiedTime"] >= since]
    comments.sort(key=lambda comment: str(comment["modifiedTime"]), reverse=True)
    return _page(call, "comments", comments)


def get(service: Service, call: Call, fileId: str, commentId: str) -> Json:  # noqa: N803
    """`comments.get`."""
    _asked(call)
    state = service.store.state(required(service, call, fileId).id)
    return _comment(_thread(state, commentId), call)


def update(service: Service, call: Call, fileId: str, commentId: str) -> Json:  # noqa: N803
    """`comments.update`: other words, by their author."""
    content = _content(_asked(call))
    with _changing(service, call, fileId) as (state, _):
        thread = _thread(state, commentId)
        _own(call, thread["headPost"]).update(text_of(content, now()))
    return _comment(thread, call)


def delete(service: Service, call: Call, fileId: str, commentId: str) -> Reply:  # noqa: N803
    """`comments.delete`, by its author or the file's owner."""
    with _changing(service, call, fileId) as (state, role):
        thread = _thread(state, commentId)
        if role != "owner":
            _own(call, thread["headPost"])
        state["comments"].remove(thread)
        _forget(state, thread.get("anchorId"))
    return Reply(status=204)


def create_reply(service: Service, call: Call, fileId: str, commentId: str) -> Json:  # noqa: N803
    """`replies.create`, which may also resolve or reopen the comment."""
    body = _asked(call)
    action, status = _ACTIONS.get(str(body.get("action")), ("", ""))
    if body.get("action") is not None and not action:
        raise ApiError(400, f"Invalid value for action: {body['action']}", reason="invalid")
    post = _post(call, "" if action and not body.get("content") else _content(body))
    with _changing(service, call, fileId) as (state, _):
        thread = _thread(state, commentId)
        if action:
            thread["status"], post["commentAction"] = status, action
        thread.setdefault("replies", []).append(post)
    return _reply(post, call)


def list_replies(service: Service, call: Call, fileId: str, commentId: str) -> Json:  # noqa: N803
    """`replies.list`, oldest first."""
    return _page(call, "replies", get(service, call, fileId, commentId)["replies"])


def get_reply(service: Service, call: Call, fileId: str, commentId: str, replyId: str) -> Json:  # noqa: N803
    """`replies.get`."""
    _asked(call)
    state = service.store.state(required(service, call, fileId).id)
    return _reply(_answer(_thread(state, commentId), replyId), call)


def update_reply(service: Service, call: Call, fileId: str, commentId: str, replyId: str) -> Json:  # noqa: N803
    """`replies.update`: other words, by their author."""
    content = _content(_asked(call))
    with _changing(service, call, fileId) as (state, _):
        post = _own(call, _answer(_thread(state, commentId), replyId))
        post.update(text_of(content, now()))
    return _reply(post, call)


def delete_reply(service: Service, call: Call, fileId: str, commentId: str, replyId: str) -> Reply:  # noqa: N803
    """`replies.delete`, by its author."""
    with _changing(service, call, fileId) as (state, _):
        thread = _thread(state, commentId)
        thread["replies"].remove(_own(call, _answer(thread, replyId)))
    return Reply(status=204)


def _asked(call: Call) -> Json:
    """The body. Raises ApiError 400 without `fields`, which these methods demand."""
    if not call.one("fields"):
        raise ApiError(400, "The 'fields' parameter is required for this method.", reason="required")
    return call.json() if call.method != "GET" else {}


def _content(body: Json) -> str:
    content = body.get("content")
    if not isinstance(content, str) or not content:
        raise ApiError(400, "The content of a comment must be a text that is not empty.", reason="required")
    return content


def _id() -> str:
    """In the form that Drive gives to comments and replies."""
    return f"AAAB{secrets.token_urlsafe(6)}"


def _post(call: Call, content: str) -> Json:
    """A `Post` of the editors' APIs by the caller."""
    time = now()
    author = {"user": f"users/{call.caller.email}", "displayName": call.caller.name}
    return {"postId": _id(), "createTime": time, "author": author, **text_of(content, time)}


def _thread(state: Json, comment_id: str) -> Json:
    for thread in state.get("comments", []):
        if thread["commentId"] == comment_id:
            found: Json = thread
            return found
    raise ApiError(404, f"Comment not found: {comment_id}.")


def _answer(thread: Json, reply_id: str) -> Json:
    for post in thread.get("replies", []):
        if post["postId"] == reply_id:
            found: Json = post
            return found
    raise ApiError(404, f"Reply not found: {reply_id}.")


def _own(call: Call, post: Json) -> Json:
    if post["author"]["user"] != f"users/{call.caller.email}":
        raise ApiError(403, "The user does not have sufficient permissions for this comment.")
    return post


def _forget(value: object, anchor_id: object) -> None:
    """Take an anchor out of every `commentAnchors` of a state."""
    if isinstance(value, list):
        for item in value:
            _forget(item, anchor_id)
    elif isinstance(value, dict):
        anchors = value.get("commentAnchors")
        if isinstance(anchors, dict):
            anchors.pop(anchor_id, None)
        elif isinstance(anchors, list):
            anchors[:] = [item for item in anchors if item.get("anchorId") != anchor_id]
        for item in value.values():
            _forget(item, anchor_id)


def _comment(thread: Json, call: Call) -> Json:
    """Drive's `Comment`."""
    replies = [_reply(post, call) for post in thread.get("replies", [])]
    head = {**_told(thread["headPost"], call), "kind": "drive#comment", "id": thread["commentId"]}
    latest = max([head["modifiedTime"], *(reply["modifiedTime"] for reply in replies)])
    quote = thread.get("plainTextQuote")
    return {
        **head,
        "modifiedTime": latest,
        "resolved": thread.get("status") == "RESOLVED",
        "replies": replies,
        **({"quotedFileContent": {"mimeType": "text/html", "value": quote}} if quote else {}),
        **({"anchor": thread["driveAnchor"]} if "driveAnchor" in thread else {}),
    }


def _reply(post: Json, call: Call) -> Json:
    """Drive's `Reply`."""
    action = {"action": post["commentAction"].lower()} if post.get("commentAction") else {}
    return {**_told(post, call), "kind": "drive#reply", "id": post["postId"], **action}


def _told(post: Json, call: Call) -> Json:
    """What comments and replies have in common; an author's address is not told."""
    author = post["author"]
    me = author["user"] == f"users/{call.caller.email}"
    return {
        "createdTime": post["createTime"],
        "modifiedTime": post["updateTime"],
        "author": {"kind": "drive#user", "displayName": author.get("displayName", ""), "me": me},
        "deleted": False,
        "content": post["content"],
        "htmlContent": post["contentHtml"],
    }


def _page(call: Call, name: str, items: list[Json]) -> Json:
    start, size = page_start(call.one("pageToken")), one_of(100, call.one("pageSize", "20"))
    more = {"nextPageToken": page_token(start + size)} if len(items) > start + size else {}
    kind = {"comments": "drive#commentList", "replies": "drive#replyList"}[name]
    return {"kind": kind, name: items[start : start + size], **more}
