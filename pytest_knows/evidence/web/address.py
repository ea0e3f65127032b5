"""Which addresses may be fetched: public http(s) ones, judged where the connection is made.

The name is resolved once and the connection goes to an address that passed, so a name that resolves to something else
the second time (DNS rebinding) gains nothing, and no spelling of an address (decimal, octal, IPv6-mapped) matters.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
import time
from collections.abc import Collection, Iterator
from typing import Literal

import httpx

Kind = Literal[
    "dns",
    "address",
    "refused",
    "timeout",
    "connection",
    "tls",
    "size",
    "encoding",
    "broken",
    "redirect",
    "wall",
    "browser",
    "limit",
]
"""What an `error` of a recorded page begins with. `dns` (no such host) and `address` (what the URL itself names may
never be fetched) say that the link is wrong; all others are the world's doing."""

_CONTROLS = ("www.iana.org", "example.com")
"""Names that exist wherever names can be resolved at all (RFC 2606, IANA)."""
_CONTROL_SECONDS = 60.0
_GLOBAL_IPV6 = ipaddress.ip_network("2000::/3")
"""All that IANA has given out of IPv6; whatever else Python calls global is not assigned."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""RFC 6052: the last 32 bits are the IPv4 address that a gateway will connect to."""
_NOT_FOR_US = frozenset({ipaddress.ip_address("168.63.129.16")})
"""Azure's host agent: a public address by its number, a metadata service by its use."""
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24")))
"""IANA's special-purpose registry: protocol assignments, which some versions of Python call global in part, and the
withdrawn 6to4 relays (RFC 7526)."""
_LOCAL_NAME = re.compile(r"(?:.*\.)?(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa)", re.I)
_PORTS = (80, 443)
_FIRST_FREE_PORT = 1024


class FetchError(Exception):
    """What was wrong, in words that fit into a sentence; `kind` is the beginning of a recorded page's error."""

    def __init__(self, message: str, kind: Kind = "refused") -> None:
        super().__init__(message)
        self.kind = kind


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet; an IPv4 address inside an IPv6 one is judged as well."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        special = ip in _NOT_FOR_US or any(ip in network for network in _SPECIAL)
        return ip.is_global and not ip.is_multicast and not special
    if ip.ipv4_mapped:
        return is_public(str(ip.ipv4_mapped))
    if ip in _NAT64:
        return is_public(str(_last_32_bits(ip)))
    return ip in _GLOBAL_IPV6 and ip.is_global and all(is_public(str(inner)) for inner in _inner(ip))


def _inner(ip: ipaddress.IPv6Address) -> Iterator[ipaddress.IPv4Address]:
    """The IPv4 addresses that 6to4, Teredo and ISATAP (RFC 5214) carry."""
    if ip.sixtofour:
        yield ip.sixtofour
    yield from ip.teredo or ()
    if int(ip) >> 32 & 0xFDFFFFFF == 0x5EFE:
        yield _last_32_bits(ip)


def _last_32_bits(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)


class AddressRule:
    """Public hosts, and `allowed` ones: `host` or `host:port`, whatever they resolve to."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._allowed = frozenset(host.lower() for host in allowed)
        self._control = (0.0, True)
        self._lock = threading.Lock()

    def allows(self, host: str, port: int) -> bool:
        """Whether the user made an exception for the host."""
        name = host.strip("[]").lower()
        return name in self._allowed or f"{name}:{port}" in self._allowed

    def url(self, text: str) -> httpx.URL:
        """The URL, if nothing that stands in it is against the rule. Raises FetchError (`address`)."""
        try:
            url = httpx.URL(text)
            port = url.port or (443 if url.scheme == "https" else 80)
        except (httpx.InvalidURL, ValueError, UnicodeError) as error:
            raise FetchError(f"{text[:200]!r} is not a URL ({error})", "address") from error
        if url.scheme not in ("http", "https") or not url.host:
            raise FetchError(f"{text[:200]!r} is not an http(s) URL", "address")
        if url.userinfo:
            raise FetchError("a URL with a user name or password is not fetched", "address")
        self.check(url.host, port)
        return url

    def check(self, host: str, port: int) -> None:
        """Raises FetchError (`address`) for a host and port that are refused whatever they resolve to."""
        if self.allows(host, port):
            return
        if port not in _PORTS and port < _FIRST_FREE_PORT:
            raise FetchError(f"port {port} is no web server's", "address")
        literal = _literal(host)
        if _LOCAL_NAME.fullmatch(host.rstrip(".")) or (literal is not None and not is_public(literal)):
            raise FetchError(f"{host} is not a public address", "address")

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses to connect to, all of them public. Raises FetchError."""
        self.check(host, port)
        try:
            found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except (OSError, UnicodeError) as error:
            raise self._unresolved(host, error) from error
        if not self.allows(host, port) and not all(map(is_public, found)):
            raise FetchError(f"{host} is not a public address")
        return found

    def check_for_proxy(self, host: str, port: int) -> None:
        """As `addresses`, but a name that is unknown here passes: the proxy resolves it. Raises FetchError."""
        try:
            self.addresses(host, port)
        except FetchError as error:
            if error.kind not in ("dns", "connection"):
                raise

    def _unresolved(self, host: str, error: Exception) -> FetchError:
        missing = isinstance(error, UnicodeError) or getattr(error, "errno", 0) in (socket.EAI_NONAME, _no_data())
        if not missing:
            return FetchError(f"the name {host} could not be resolved ({error})", "connection")
        if not self._names_resolve():
            return FetchError(f"the name {host} could not be resolved: no name can be here", "connection")
        return FetchError("the host does not exist", "dns")

    def _names_resolve(self) -> bool:
        """Whether this machine resolves names at all: without a network, resolvers say "no such host" of any."""
        with self._lock:
            when, answer = self._control
            if not when or time.monotonic() - when > _CONTROL_SECONDS:
                answer = any(map(_resolves, _CONTROLS))
                self._control = time.monotonic(), answer
            return answer


def _resolves(name: str) -> bool:
    try:
        return bool(socket.getaddrinfo(name, 443, type=socket.SOCK_STREAM))
    except OSError:
        return False


def _no_data() -> int:
    """The error of a name that exists without an address, where the platform has it."""
    return getattr(socket, "EAI_NODATA", socket.EAI_NONAME)


def _literal(host: str) -> str | None:
    """The address that a host is, in any form that resolvers read (`127.1`, `0x7f.1`, `2130706433`); None for names."""
    name = host.strip("[]")
    if ":" in name:
        try:
            return str(ipaddress.ip_address(name.partition("%")[0]))
        except ValueError:
            return None
    if not re.fullmatch(r"(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}\.?", name, re.I):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(name.rstrip(".")))
    except OSError:
        return None
