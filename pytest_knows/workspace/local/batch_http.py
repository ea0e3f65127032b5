"""Google's HTTP batches: one multipart/mixed request that holds several, answered part by part."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from email.parser import BytesParser
from email.policy import HTTP
from http.client import responses
from typing import Any
from urllib.parse import parse_qs

from pytest_knows.workspace.local.calls import Call, Reply
from pytest_knows.workspace.local.drive.content import split_multipart
from pytest_knows.workspace.local.errors import ApiError

PATHS = ("/batch", "/batch/drive/v3")
MOST = 100
"""Calls in one batch (Drive's documented limit)."""


def answer_batch(call: Call, dispatch: Callable[[Call], Reply]) -> Reply:
    """Answer every part as `dispatch` does, failures too. Raises ApiError 400 for a malformed batch."""
    parts = split_multipart(call)
    if len(parts) > MOST:
        raise ApiError(400, f"The batch has {len(parts)} calls; {MOST} is the most.", reason="tooManyParts")
    boundary = "batch_" + secrets.token_hex(12)
    written = bytearray()
    for headers, content in parts:
        reply = dispatch(_inner(call, content))
        name = headers.get("content-id", "<>")
        written += (
            f"--{boundary}\r\nContent-Type: application/http\r\nContent-ID: <response-{name[1:]}\r\n\r\n".encode()
        )
        written += _http(reply) + b"\r\n"
    written += f"--{boundary}--\r\n".encode()
    return Reply(content=bytes(written), mime=f"multipart/mixed; boundary={boundary}")


def _inner(outer: Call, content: bytes) -> Call:
    """The call in a part: request line, headers, body; its caller is the batch's."""
    line, _, rest = content.lstrip(b"\r\n").partition(b"\n")
    words = line.decode("latin-1").split()
    if len(words) < 2 or not words[1].startswith("/"):
        raise ApiError(400, "A part of the batch does not begin with a request line.", reason="malformedBody")
    path, _, query = words[1].partition("?")
    if path in PATHS:
        raise ApiError(400, "A batch cannot hold a batch.", reason="badRequest")
    message: Any = BytesParser(policy=HTTP).parsebytes(rest, headersonly=True)
    body = message.get_payload(decode=False)
    return replace(
        outer,
        method=words[0].upper(),
        path=path,
        query=parse_qs(query, keep_blank_values=True),
        headers={name.lower(): str(value) for name, value in message.items()},
        body=body.encode("utf-8", "surrogateescape") if isinstance(body, str) else b"",
    )


def _http(reply: Reply) -> bytes:
    body = reply.whole()
    head = f"HTTP/1.1 {reply.status} {responses.get(reply.status, '')}\r\nContent-Type: {reply.mime}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
