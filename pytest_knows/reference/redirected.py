"""Runs as `sitecustomize` in the environment of the official evaluators: every HTTP library there talks to our relay.

The libraries are changed, the evaluators are not. Standard library only, and nothing of pytest-knows, which is not
there. `KNOWS_RELAY` is the relay's address; a request for https://host/path?query goes to
<relay>/https/host/path?query, and its answer claims to come from where it was asked. All other connections are refused.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import socket
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

RELAY = os.environ.get("KNOWS_RELAY", "")


def relayed(url: object) -> str:
    """The relay's address for an URL; the URL itself if it is the relay's already, or no http(s)."""
    asked = str(url)
    parts = urlsplit(asked)
    if parts.scheme not in ("http", "https") or asked.startswith(RELAY):
        return asked
    query = f"?{parts.query}" if parts.query else ""
    return f"{RELAY}/{parts.scheme}/{parts.netloc.rpartition('@')[2]}{parts.path or '/'}{query}"


def wrap(owner: Any, name: str, wrapped: Callable[[Any], Any]) -> None:
    """Put `wrapped(the method as it was)` in the method's place."""
    setattr(owner, name, wrapped(getattr(owner, name)))


def redirect_requests() -> None:
    def wrapped(send: Any) -> Any:
        def to_relay(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
            asked, request.url = request.url, relayed(request.url)
            try:
                response = send(self, request, *args, **{**kwargs, "proxies": {}})
            finally:
                request.url = asked
            response.url = asked
            return response

        return to_relay

    wrap(importlib.import_module("requests.adapters").HTTPAdapter, "send", wrapped)


def redirect_httplib2() -> None:
    def wrapped(request: Any) -> Any:
        def to_relay(self: Any, uri: str, *args: Any, **kwargs: Any) -> Any:
            self.proxy_info = None
            response, content = request(self, relayed(uri), *args, **kwargs)
            response["content-location"] = uri
            return response, content

        return to_relay

    wrap(importlib.import_module("httplib2").Http, "request", wrapped)


def redirect_httpx(name: str) -> None:
    """httpx, and its successor of another name."""
    library = importlib.import_module(name)

    def changed(request: Any) -> Any:
        moved = library.Request(
            request.method,
            relayed(request.url),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        moved.headers["Host"] = urlsplit(RELAY).netloc
        return moved

    def wrapped(send: Any) -> Any:
        return lambda self, request: send(self, changed(request))  # what an async one returns is awaited by its caller

    wrap(library.HTTPTransport, "handle_request", wrapped)
    wrap(library.AsyncHTTPTransport, "handle_async_request", wrapped)


def redirect_curl_cffi() -> None:
    library = importlib.import_module("curl_cffi.requests")

    def wrapped(request: Any) -> Any:
        def to_relay(self: Any, method: str, url: str, *args: Any, **kwargs: Any) -> Any:
            response = request(self, method, relayed(url), *args, **{**kwargs, "proxies": None, "proxy": None})
            response.url = url
            return response

        return to_relay

    def wrapped_async(request: Any) -> Any:
        async def to_relay(self: Any, method: str, url: str, *args: Any, **kwargs: Any) -> Any:
            response = await request(self, method, relayed(url), *args, **{**kwargs, "proxies": None, "proxy": None})
            response.url = url
            return response

        return to_relay

    wrap(library.Session, "request", wrapped)
    wrap(library.AsyncSession, "request", wrapped_async)


def redirect_urllib() -> None:
    def wrapped(opened: Any) -> Any:
        def to_relay(self: Any, fullurl: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(fullurl, str):
                return opened(self, relayed(fullurl), *args, **kwargs)
            fullurl.full_url = relayed(fullurl.full_url)
            return opened(self, fullurl, *args, **kwargs)

        return to_relay

    wrap(urllib.request.OpenerDirector, "open", wrapped)


def refuse_all_else() -> None:
    """Whatever still connects does so to this machine only."""

    def wrapped(connect: Any) -> Any:
        def local_only(self: Any, address: Any) -> Any:
            if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
                raise ConnectionRefusedError(f"{address[0]}: only the relay of pytest-knows is reached")
            return connect(self, address)

        return local_only

    wrap(socket.socket, "connect", wrapped)


def redirect_all() -> None:
    """A library that the environment does not have needs no redirection."""
    for redirect in (redirect_requests, redirect_httplib2, redirect_curl_cffi, redirect_urllib):
        with contextlib.suppress(ImportError):
            redirect()
    for name in ("httpx", "httpx2"):
        with contextlib.suppress(ImportError):
            redirect_httpx(name)
    refuse_all_else()


if RELAY:
    redirect_all()
