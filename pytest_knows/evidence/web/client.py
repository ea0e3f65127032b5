"""One page by httpx: every hop checked, everything bounded."""

from __future__ import annotations

import contextlib
import datetime
import email.utils
import ssl
import time
from collections.abc import Iterator
from functools import cache
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from pytest_knows.evidence.request import Request
from pytest_knows.evidence.web.address import AddressRule, FetchError, Kind
from pytest_knows.evidence.web.answer import Answer
from pytest_knows.evidence.web.decoding import ACCEPTED, decode
from pytest_knows.evidence.web.dialing import Dialer
from pytest_knows.evidence.web.limits import WebLimits

HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; pytest-knows)",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.9",
    "Accept-Encoding": ACCEPTED,
}
VISITOR = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
"""The user agent that is tried where ours is refused."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Client:
    """Fetches single pages; may be used by several threads."""

    def __init__(self, rule: AddressRule, limits: WebLimits, *, proxied: bool = False) -> None:
        self._rule = rule
        self._limits = limits
        self._proxied = proxied

    def get(self, url: str, deadline: float, *, as_visitor: bool = False) -> Answer:
        """The page, with what it redirects to; never raises. `deadline` is a time of `time.monotonic`.

        `as_visitor`: as a browser asks that comes from the site's front page.
        """
        final = url
        with self._session(deadline) as client:
            try:
                if as_visitor:
                    client.headers.update({"User-Agent": VISITOR, "Referer": _front_page(url)})
                for _ in range(self._limits.redirects + 1):
                    found = self._hop(client, url, final, deadline)
                    if isinstance(found, Answer):
                        return found
                    final = found
            except FetchError as error:
                return Answer.failed(url, error if final == url else _of_redirect(error), final)
            except Exception as error:
                # httpx, h11, ssl, idna and socket fail in their own ways; to a page they all mean the same.
                return Answer.failed(url, _as_ours(error), final)
        return Answer.failed(url, FetchError(f"more than {self._limits.redirects} redirects", "redirect"), final)

    def call(self, request: Request, deadline: float) -> Answer:
        """What a web service answers, redirects as they are: a key goes to no other host. Never raises."""
        with self._session(deadline) as client:
            try:
                built = client.build_request(
                    "GET" if request.content is None else "POST",
                    self._rule.url(request.sent_url),
                    headers=request.headers,
                    content=request.content,
                    timeout=max(0.1, deadline - time.monotonic()),
                )
                with contextlib.closing(client.send(built, stream=True, follow_redirects=False)) as response:
                    return self._answer(request.address, request.address, response)
            except FetchError as error:
                return Answer.failed(request.address, error)
            except Exception as error:
                return Answer.failed(request.address, _as_ours(error))

    def _session(self, deadline: float) -> httpx.Client:
        """A client for each page: cookies hold for its redirects and for nothing else."""
        dialer = Dialer(self._rule, deadline=deadline, proxied=self._proxied)
        return httpx.Client(transport=_Transport(dialer), trust_env=False, headers=HEADERS)

    def _hop(self, client: httpx.Client, url: str, at: str, deadline: float) -> Answer | str:
        """The answer at an address, or where it redirects to."""
        request = client.build_request("GET", self._rule.url(at), timeout=max(0.1, deadline - time.monotonic()))
        response = client.send(request, stream=True, follow_redirects=False)
        try:
            location: str | None = response.headers.get("location")
            if response.status_code in _REDIRECTS and location:
                return _target(at, location)
            return self._answer(url, at, response)
        finally:
            response.close()

    def _answer(self, url: str, at: str, response: httpx.Response) -> Answer:
        headers = response.headers
        return Answer(
            url=url,
            final_url=at,
            status=response.status_code,
            content_type=headers.get("content-type", "")[:200],
            body=decode(response.iter_raw(), headers.get("content-encoding", ""), self._limits.page_bytes),
            retry_after=_retry_after(headers.get("retry-after", "")),
            challenged=headers.get("cf-mitigated", "").lower() == "challenge",
        )


def _front_page(url: str) -> str:
    """Without what a header cannot hold: hosts are checked when they are asked."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/".encode("ascii", "ignore").decode()


def _target(at: str, location: str) -> str:
    """Where a redirect leads; a fragment goes along (RFC 9110, 10.2.2)."""
    try:
        target = urljoin(at, location)
    except ValueError as error:
        raise FetchError(f"it redirects to {location[:100]!r}, which is not a URL", "redirect") from error
    return target if "#" in target else target + at[len(at.partition("#")[0]) :]


class _Transport(httpx.BaseTransport):
    """httpx over guarded connections."""

    def __init__(self, dialer: Dialer) -> None:
        self._pool = httpcore.ConnectionPool(ssl_context=_ssl_context(), network_backend=dialer)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        response = self._pool.handle_request(
            httpcore.Request(
                request.method,
                httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=request.read(),
                extensions=request.extensions,
            )
        )
        return httpx.Response(response.status, headers=response.headers, stream=_Stream(response))

    def close(self) -> None:
        self._pool.close()


class _Stream(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        return self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@cache
def _ssl_context() -> ssl.SSLContext:
    return httpx.create_ssl_context()


def _of_redirect(error: FetchError) -> FetchError:
    """That a site redirects to an address that is refused does not make the link to the site wrong."""
    return FetchError(str(error), "refused") if error.kind == "address" else error


def _as_ours(error: Exception) -> FetchError:
    text = str(error) or type(error).__name__
    kind: Kind = "connection"
    if isinstance(error, httpx.InvalidURL | httpx.RemoteProtocolError):  # httpx reads where a redirect leads
        kind = "redirect"
    elif isinstance(error, httpcore.TimeoutException | TimeoutError):
        kind = "timeout"
    elif isinstance(error, ssl.SSLError) or "SSL" in text:  # httpcore makes a ConnectError of it
        kind = "tls"
    return FetchError(text, kind)


def _retry_after(value: str) -> float | None:
    """Seconds (RFC 9110: a number of them, or a date); None if it is neither."""
    if value.strip().isdecimal():
        return float(value.strip()[:9])
    try:
        when = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    zone = datetime.UTC if when.tzinfo is None else when.tzinfo
    return max(0.0, (when.replace(tzinfo=zone) - datetime.datetime.now(datetime.UTC)).total_seconds())
