"""Connections to addresses that passed the rule, with one deadline for all that is read from them."""

from __future__ import annotations

import contextlib
import ssl
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass_environment  # type: ignore[attr-defined]

import httpcore

from pytest_knows.evidence.web.address import AddressRule, FetchError

_HEAD_BYTES = 16 * 1024


class Dialer(httpcore.NetworkBackend):
    """httpcore's connections, guarded. `deadline` is a time of `time.monotonic`; `proxied` uses the environment's
    proxies, which then resolve the names."""

    def __init__(self, rule: AddressRule, *, deadline: float = float("inf"), proxied: bool = False) -> None:
        self._rule = rule
        self._deadline = deadline
        self._proxied = proxied
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Raises FetchError for what the rule refuses, httpcore's errors for the rest."""
        proxy = _proxy_for(host, port) if self._proxied else None
        if proxy and not self._rule.allows(host, port):
            return Timed(self._through(proxy, host, port, timeout), self._deadline)
        *others, last = self._rule.addresses(host, port)
        for address in others:
            # A name with an IPv6 address that this machine has no route to has others.
            with contextlib.suppress(httpcore.ConnectError):
                return self._direct(address, host, port, timeout)
        return self._direct(last, host, port, timeout)

    def _direct(self, address: str, host: str, port: int, timeout: float | None) -> httpcore.NetworkStream:
        stream = self._plain.connect_tcp(address, port, _left(timeout, self._deadline))
        if not self._rule.allows(host, port) and _is_ourselves(stream):
            stream.close()
            raise FetchError(f"{host} is this machine")
        return Timed(stream, self._deadline)

    def _through(self, proxy: tuple[str, int], host: str, port: int, timeout: float | None) -> httpcore.NetworkStream:
        """A tunnel; the proxy resolves the name, so what we can check of it is checked before."""
        self._rule.check_for_proxy(host, port)
        stream = self._plain.connect_tcp(*proxy, _left(timeout, self._deadline))
        name = f"[{host}]" if ":" in host else host
        stream.write(f"CONNECT {name}:{port} HTTP/1.1\r\nHost: {name}:{port}\r\n\r\n".encode("ascii"))
        head = b""
        while b"\r\n\r\n" not in head and len(head) < _HEAD_BYTES:
            piece = stream.read(1, _left(timeout, self._deadline))  # not a byte of what follows may be taken
            if not piece:
                break
            head += piece
        if head[9:12] != b"200":
            stream.close()
            raise FetchError(f"the proxy does not connect to {host}: {head[:60]!r}", "connection")
        return stream


class Timed(httpcore.NetworkStream):
    """A stream that ends at a deadline, however slowly the other side goes on sending."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout, self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(timeout, self._deadline))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, _left(timeout, self._deadline))
        return Timed(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(timeout: float | None, deadline: float) -> float | None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise FetchError("it took too long", "timeout")
    return min(left, float("inf") if timeout is None else timeout) if left < float("inf") else timeout


def _is_ourselves(stream: httpcore.NetworkStream) -> bool:
    """Whether the connection leads back to this machine: a public address of its own is not the public's."""
    near, far = stream.get_extra_info("client_addr"), stream.get_extra_info("server_addr")
    return bool(near) and bool(far) and near[0] == far[0]


def _proxy_for(host: str, port: int) -> tuple[str, int] | None:
    proxies = getproxies_environment()
    if proxy_bypass_environment(host):
        return None
    address = proxies.get("https" if port == 443 else "http") or proxies.get("all")
    parts = urlsplit(address if "://" in address else f"http://{address}") if address else None
    if parts is None or not parts.hostname:
        return None
    if parts.scheme != "http" or parts.username or parts.password:
        raise FetchError("the environment's proxy is not one we can use (http://HOST:PORT)", "connection")
    return parts.hostname, parts.port or 80
