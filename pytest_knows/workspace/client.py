"""google-api-python-client, pointed at Google or at the embedded server; nothing else differs between them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from pytest_knows import __version__
from pytest_knows.workspace.discovery import document_for

TIMEOUT = 120.0
"""Seconds for one answer: an export renders a whole document in a browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """The four API clients. They may be used from any thread: each thread gets a connection of its own."""

    docs: Any
    sheets: Any
    slides: Any
    drive: Any

    def __repr__(self) -> str:
        return "Clients(docs, sheets, slides, drive)"

    def close(self) -> None:
        """Close the connections of all threads; a later call opens a new one."""
        self.drive._http.close()


class Bearer(Protocol):
    """Whoever a request is made for."""

    def headers(self) -> dict[str, str]:
        """The headers that say so; raises google.auth's errors."""
        ...

    def renew(self, refused: str) -> bool:
        """After a 401 for this Authorization header: whether there is another one to try."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token that stays as it is."""

    text: str = field(repr=False)

    def headers(self) -> dict[str, str]:
        """See `Bearer`."""
        return {"Authorization": f"Bearer {self.text}"}

    def renew(self, refused: str) -> bool:
        """See `Bearer`."""
        return False


class TokenHttp:
    """The part of `httplib2.Http` that the client uses, for a bearer, one connection per thread.

    `proxied`: through the proxies of the environment. One would be asked for our loopback server, too.
    """

    def __init__(self, bearer: Bearer, *, proxied: bool = False, timeout: float = TIMEOUT) -> None:
        self._bearer = bearer
        self._proxied = proxied
        self._timeout = timeout
        self._local = threading.local()
        self._opened: list[Any] = []

    def request(
        self,
        uri: str,
        method: str = "GET",
        body: Any = None,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> tuple[Any, bytes]:
        """As `httplib2.Http.request`; once more if the token is refused and there is a fresh one."""
        own = self._bearer.headers()
        answer = self._sent(uri, method, body, {**(headers or {}), **own}, more)
        again = body is None or isinstance(body, str | bytes)  # a stream has been read
        if answer[0].status == 401 and again and self._bearer.renew(own.get("Authorization", "")):
            answer = self._sent(uri, method, body, {**(headers or {}), **self._bearer.headers()}, more)
        return answer

    def _sent(
        self, uri: str, method: str, body: Any, headers: dict[str, str], more: dict[str, Any]
    ) -> tuple[Any, bytes]:
        answer: tuple[Any, bytes] = self._http().request(uri, method, body=body, headers=headers, **more)
        return answer

    def close(self) -> None:
        """Close the connections of all threads."""
        while self._opened:
            self._opened.pop().close()
        self._local = threading.local()

    def _http(self) -> Any:
        if not hasattr(self._local, "http"):
            import httplib2

            proxy = httplib2.proxy_info_from_environment if self._proxied else None
            http = httplib2.Http(timeout=self._timeout, proxy_info=proxy)
            # 308 means "go on" in a resumable upload (as googleapiclient.http.build_http does).
            http.redirect_codes = http.redirect_codes - {308}
            self._local.http = http
            self._opened.append(http)
        return self._local.http


def build_clients(endpoint: str | None, bearer: Bearer | str) -> Clients:
    """Clients of the server at `endpoint` (None: Google) that act for whoever `bearer` (or a token) belongs to."""
    http = TokenHttp(Token(text=bearer) if isinstance(bearer, str) else bearer, proxied=endpoint is None)
    return Clients(**{api: _client(api, endpoint, http) for api in ("docs", "sheets", "slides", "drive")})


def _client(api: str, endpoint: str | None, http: TokenHttp) -> Any:
    from googleapiclient.discovery import build_from_document
    from googleapiclient.http import HttpRequest

    def request(_http: Any, *args: Any, **named: Any) -> Any:
        made = HttpRequest(http, *args, **named)
        made.headers.setdefault("user-agent", f"pytest-knows/{__version__}")
        return made

    document = document_for(api, endpoint)
    return _memoised(build_from_document(document, http=http, requestBuilder=request), document)


def _memoised(resource: Any, declared: Any) -> Any:
    """Make `documents()` and its like return the same object each time.

    The client builds a class with its documentation on every such call: 20 ms for Docs, more than the call itself.
    They hold no state but our `TokenHttp`.
    """
    for name, inner in declared.get("resources", {}).items():
        setattr(resource, name, _once(getattr(resource, name), inner))
    return resource


def _once(make: Callable[[], Any], declared: Any) -> Callable[[], Any]:
    @cache
    def made() -> Any:
        return _memoised(make(), declared)

    return made
