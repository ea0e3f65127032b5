"""GET for http(s) URLs that an agent wrote: public addresses only, with limits of size, time and redirects.

The address is checked where the connection is made, on the very address that is connected to, so a name that
resolves to something else the second time (DNS rebinding) gains nothing. Proxy settings are not consulted.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Collection, Iterable
from urllib.parse import urljoin, urlsplit

import httpcore

REDIRECTS = 5
SECONDS = 20.0
_USER_AGENT = b"Mozilla/5.0 (compatible; pytest-knows)"


class FetchError(Exception):
    """What was wrong, in words that fit into a sentence."""


class PublicFetch:
    """Fetches from public hosts and from `allowed` ones (host names or addresses, whatever they resolve to)."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._pool = httpcore.ConnectionPool(network_backend=_Guarded(frozenset(allowed)), max_connections=16)

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


class _Guarded(httpcore.NetworkBackend):
    """Connects to addresses that passed the check."""

    def __init__(self, allowed: frozenset[str]) -> None:
        self._allowed = allowed
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        *others, last = self._addresses(host, port)
        for address in others:
            try:
                return self._plain.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore.ConnectError:
                continue  # a name with an IPv6 address that this machine has no route to has others
        return self._plain.connect_tcp(last, port, timeout, local_address, socket_options)

    def _addresses(self, host: str, port: int) -> list[str]:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if host not in self._allowed and not all(is_public(address) for address in found):
            raise FetchError(f"{host} is not a public address")
        return found


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet; an IPv4 address inside an IPv6 one is judged as well."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast
    if ip.ipv4_mapped:
        return is_public(str(ip.ipv4_mapped))
    return ip.is_global and not ip.is_multicast and all(is_public(str(inner)) for inner in _inner(ip))


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""RFC 6052: the last 32 bits are the IPv4 address that a gateway will connect to."""


def _inner(ip: ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """The IPv4 addresses that 6to4, Teredo and NAT64 carry."""
    found = [ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        found.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [item for item in found if item is not None]
