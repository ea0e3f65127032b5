"""The HTTP side: read a request within limits, find out who calls, run the handler in a thread, write the answer."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from urllib.parse import parse_qs, unquote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pytest_knows.workspace.local.answers import as_json
from pytest_knows.workspace.local.calls import Call, Caller, Reply, token_of, whole_number
from pytest_knows.workspace.local.dispatch import answered, error_reply
from pytest_knows.workspace.local.editor.entering import COOKIE
from pytest_knows.workspace.local.editor.guard import require_own_page
from pytest_knows.workspace.local.editor.routes import CHANGES_PATH, changes
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.routes_open import OPEN, open_page
from pytest_knows.workspace.local.service import Service

MAX_BODY = 64 * 1024 * 1024
"""Bytes of one request. Drive takes 5 TB; no task of the benchmark comes near this."""
_MIME = re.compile(r"[\w.+*-]+/[\w.+*-]+(?: *; *[\w-]+=[\w.\"-]+)*", re.ASCII)
"""A file's type was written by whoever uploaded it; only what can stand in a header is sent."""
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


Respond = Callable[[Service, Call], Reply]


def create_app(service: Service, respond: Respond) -> Starlette:
    """The ASGI application of one Workspace; `respond` answers the calls of known callers."""

    async def endpoint(request: Request) -> Response:
        try:
            body = await _body(request)
        except ApiError as error:
            return _response(error_reply(request.url.path, error))
        except ClientDisconnect:
            return Response(status_code=400)
        reply = await run_in_threadpool(answered, request.url.path, lambda: answer(service, request, body, respond))
        return _response(reply)

    async def news(request: Request) -> Response:
        def caller() -> Caller:
            return service.tokens.caller(_token(request, parse_qs(request.url.query), "GET"))

        try:
            answer = await changes(service, request, await run_in_threadpool(caller))
        except ApiError as error:
            return _response(error_reply(request.url.path, error))
        return _response(as_json(answer))

    routes = [Route(CHANGES_PATH, news), Route("/{path:path}", endpoint, methods=METHODS)]
    return Starlette(routes=routes)


async def _body(request: Request) -> bytes:
    """The body. Raises ApiError 413 as soon as it is known to be too long."""
    too_long = ApiError(413, f"The request is larger than {MAX_BODY} bytes.")
    if (whole_number(request.headers.get("content-length")) or 0) > MAX_BODY:
        raise too_long
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise too_long
    return _unzipped(bytes(body), too_long) if request.headers.get("content-encoding") == "gzip" else bytes(body)


def _unzipped(body: bytes, too_long: ApiError) -> bytes:
    """A body that the client compressed. Raises ApiError 400 for a damaged one, 413 for one that grows too large."""
    stream = zlib.decompressobj(wbits=31)
    try:
        whole = stream.decompress(body, MAX_BODY + 1)
    except zlib.error as error:
        raise ApiError(400, f"The body is not gzip: {error}") from error
    if len(whole) > MAX_BODY:
        raise too_long
    return whole


def answer(service: Service, request: Request, body: bytes, respond: Respond) -> Reply:
    """Answer a request whose body was read. Raises ApiError 401 without a valid token."""
    raw_path = request.scope.get("raw_path") or request.scope["path"].encode()
    path = raw_path.decode("latin-1").partition("?")[0]
    query = parse_qs(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
    method = "GET" if request.method == "HEAD" else request.method
    override = request.headers.get("x-http-method-override")
    if override:
        # The client sends a GET with a long query as a POST with the query as its body.
        method = override.upper()
        if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            query |= parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
            body = b""
    if method == "GET" and OPEN.fullmatch(path):
        return open_page(service, path, query, request.headers)
    token = _token(request, query, method)
    with service.tokens.acting(token or service.uploads.token(query.get("upload_id", [""])[-1])) as caller:
        call = Call(
            method=method, path=_canonical(path), query=query, headers=request.headers, body=body, caller=caller
        )
        return respond(service, call)


def _token(request: Request, query: Mapping[str, Sequence[str]], method: str) -> str:
    """The caller's token. Raises ApiError 403 if it is in a cookie, and another site may have sent the request."""
    token = token_of(request.headers, query)
    if token:
        return token
    kept = unquote(request.cookies.get(COOKIE, ""))
    if kept:
        require_own_page({request.method, method}, request.headers)
    return kept


def _canonical(path: str) -> str:
    """Colons are sometimes sent encoded (`%3AbatchUpdate`); in the last segment's verb they must be found."""
    return re.sub(r"%3[Aa](?=[A-Za-z]+$)", ":", path) if path.endswith(_VERBS) else path


_VERBS = (
    "batchUpdate", "getByDataFilter", "copyTo", "append", "clear", "batchClear", "batchGet", "search",
    "batchClearByDataFilter", "batchGetByDataFilter", "batchUpdateByDataFilter",
)  # fmt: skip


def _response(reply: Reply) -> Response:
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", **reply.headers}
    if reply.content or reply.status not in (204, 308):
        headers["Content-Type"] = reply.mime if _MIME.fullmatch(reply.mime) else "application/octet-stream"
    if reply.rest:
        return StreamingResponse(chain((reply.content,), reply.rest), reply.status, headers)
    return Response(reply.content, reply.status, headers)
