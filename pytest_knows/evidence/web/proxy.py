"""The proxy on loopback through which our Chromium reaches the web: the address rule, at every connection.

Chromium resolves no name itself; it asks for tunnels (CONNECT) and, for plain http, sends whole URLs. Each connection
serves one host, so nothing that was checked for one is used for another.
"""

from __future__ import annotations

import contextlib
import select
import socket
import socketserver
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

import httpcore

from pytest_knows.evidence.web.address import FetchError

HEAD_BYTES = 64 * 1024
IDLE_SECONDS = 30.0
CONNECT_SECONDS = 10.0
REFUSED_HEADER = "x-knows-refused"
"""Tells the proxy's own answers from a host's."""
_PIECE = 64 * 1024
_REFUSAL = f"HTTP/1.1 {{}}\r\n{REFUSED_HEADER}: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Connect = Callable[[str, int], httpcore.NetworkStream]
"""Opens a connection to a host and port that the rule allows; raises FetchError or httpcore's errors."""


class GuardProxy:
    """Listens on 127.0.0.1 until `close`; `refusals` says what was refused, newest last."""

    def __init__(self, connect: Connect, max_bytes: int) -> None:
        self.refusals: list[str] = []
        self.connect = connect
        self.max_bytes = max_bytes
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.guard = self
        self._thread = threading.Thread(target=self._server.serve_forever, name="knows-proxy", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop listening; connections that are open end by themselves."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    guard: GuardProxy

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle is no news."""


class _Handler(socketserver.BaseRequestHandler):
    request: socket.socket
    server: _Server

    def handle(self) -> None:
        self.request.settimeout(IDLE_SECONDS)
        head, rest = _read_head(self.request)
        lines = head.decode("latin-1").split("\r\n")
        method, _, target = lines[0].rpartition(" ")[0].partition(" ")
        try:
            tunnel = method == "CONNECT"
            host, port, path = _target(target, tunnel=tunnel)
            stream = self.server.guard.connect(host, port)
        except (FetchError, ValueError) as error:
            self.server.guard.refusals.append(f"{target[:200]}: {error}")
            self._refuse("403 Forbidden")
            return
        except Exception:  # what httpcore and socket raise: there is no connection
            self._refuse("502 Bad Gateway")
            return
        with contextlib.closing(stream):
            if tunnel:
                self.request.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                stream.write(_forwarded(method, path, lines[1:]))
            if rest:
                stream.write(rest)
            _pipe(self.request, stream.get_extra_info("socket"), self.server.guard.max_bytes)

    def _refuse(self, status: str) -> None:
        self.request.sendall(_REFUSAL.format(status).encode())


def _read_head(client: socket.socket) -> tuple[bytes, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = client.recv(_PIECE)
        if not piece or len(data) > HEAD_BYTES:
            raise ConnectionError("no request")
        data += piece
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def _target(target: str, *, tunnel: bool) -> tuple[str, int, str]:
    """Host, port and path of what is asked for. Raises ValueError."""
    parts = urlsplit(f"//{target}" if tunnel else target)
    if not parts.hostname or (not tunnel and parts.scheme != "http") or parts.username is not None:
        raise ValueError("not an http(s) address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.hostname, parts.port or (443 if tunnel else 80), path


def _forwarded(method: str, path: str, headers: list[str]) -> bytes:
    """The request as the host gets it: one for each connection, nothing that is meant for a proxy."""
    kept = [line for line in headers if not line.lower().startswith(("proxy-", "connection:"))]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *kept, "Connection: close", "", ""]).encode("latin-1")


def _pipe(client: socket.socket, server: socket.socket, max_bytes: int) -> None:
    """Both ways until one side ends, nothing comes for a while, or the host sent `max_bytes`."""
    other, received = {client: server, server: client}, 0
    while received <= max_bytes:
        ready, _, _ = select.select([client, server], [], [], IDLE_SECONDS)
        if not ready:
            return
        for side in ready:
            data = side.recv(_PIECE)
            if not data:
                return
            other[side].sendall(data)
            received += len(data) if side is server else 0
