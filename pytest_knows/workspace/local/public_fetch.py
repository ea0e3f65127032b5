"""GET for pictures whose http(s) URLs an agent wrote: by the address rule, with limits of size, time and redirects.

Proxy settings are not consulted.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from urllib.parse import urljoin, urlsplit

import httpcore

from pytest_knows.evidence.web.address import AddressRule, FetchError
from pytest_knows.evidence.web.dialing import Dialer

REDIRECTS = 5
SECONDS = 20.0
_USER_AGENT = b"Mozilla/5.0 (compatible; pytest-knows)"


class PublicFetch:
    """Fetches from public hosts and from `allowed` ones (host names or addresses, whatever they resolve to)."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._pool = httpcore.ConnectionPool(network_backend=Dialer(AddressRule(allowed)), max_connections=16)

    def get(self, url: str, *, max_bytes: int) -> bytes:
        """The body behind a URL. Raises FetchError."""
        deadline = time.monotonic() + SECONDS
        for _ in range(REDIRECTS + 1):
            if urlsplit(url).scheme not in ("http", "https"):
                raise FetchError(f"{url[:200]!r} is not an http(s) URL")
            try:
                answer = self._one(url, max_bytes, deadline)
            except FetchError:
                raise
            except Exception as error:
                # httpcore passes on errors of h11, ssl, idna and socket; to the caller they all mean the same.
                raise FetchError(f"{url[:200]!r} could not be fetched ({error})") from error
            if isinstance(answer, bytes):
                return answer
            url = urljoin(url, answer)
        raise FetchError(f"{url[:200]!r} redirects more than {REDIRECTS} times")

    def _one(self, url: str, max_bytes: int, deadline: float) -> bytes | str:
        """The body, or where a redirect points to."""
        left = max(0.1, deadline - time.monotonic())
        timeouts = {"timeout": {"connect": left, "read": left, "write": left, "pool": left}}
        with self._pool.stream("GET", url, headers={b"User-Agent": _USER_AGENT}, extensions=timeouts) as response:
            headers = {name.lower(): value for name, value in response.headers}
            if response.status in (301, 302, 303, 307, 308) and b"location" in headers:
                return headers[b"location"].decode("latin-1")
            if response.status != 200:
                raise FetchError(f"{url[:200]!r} answered {response.status}")
            return _limited(response.iter_stream(), max_bytes, deadline)


def _limited(chunks: Iterable[bytes], max_bytes: int, deadline: float) -> bytes:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > max_bytes:
            raise FetchError(f"it has more than {max_bytes} bytes")
        if time.monotonic() > deadline:
            raise FetchError(f"it took longer than {SECONDS:g} seconds")
    return bytes(body)
