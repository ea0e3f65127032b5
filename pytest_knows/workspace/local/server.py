"""One embedded server: the store, the service on it, a listening socket, uvicorn."""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from pytest_knows.errors import WorkspaceError
from pytest_knows.kind import Kind
from pytest_knows.workspace.local.app import Respond, create_app
from pytest_knows.workspace.local.dispatch import dispatch
from pytest_knows.workspace.local.engine import Engine
from pytest_knows.workspace.local.engines import Engines
from pytest_knows.workspace.local.media import Pictures
from pytest_knows.workspace.local.public_fetch import PublicFetch
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import Store
from pytest_knows.workspace.local.tokens import Tokens

LOOPBACK = "127.0.0.1"
_KEEP_ALIVE = 3600
"""Seconds. Clients keep one connection per thread for a whole run; closing it under them costs a failed request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Bound to its port, not serving yet."""

    service: Service
    socket: socket.socket
    uvicorn: uvicorn.Server

    @classmethod
    def bind(
        cls,
        store: Path,
        *,
        today: str | None = None,
        allow_hosts: Collection[str] = (),
        engines: Mapping[Kind, Engine] | None = None,
        check_responses: bool = False,
        host: str = LOOPBACK,
        port: int = 0,
        respond: Respond = dispatch,
    ) -> Server:
        """Open the store and a port (0: a free one); `respond` answers the calls of known callers.

        Raises WorkspaceError if the store or the port cannot be used.
        """
        listener = _listener(host, port)
        try:
            kept = Store(store)
        except WorkspaceError:
            listener.close()
            raise
        address = f"http://{_name(host)}:{listener.getsockname()[1]}"
        kept.address = address
        service = Service(
            store=kept,
            tokens=Tokens(kept),
            engines=Engines(engines),
            pictures=Pictures(kept, address, PublicFetch(allow_hosts)),
            address=address,
            today=today,
            check_responses=check_responses,
        )
        kept.told = service.watchers.notify
        config = uvicorn.Config(
            create_app(service, respond),
            log_level="warning",
            access_log=False,
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=2,
            lifespan="off",
            proxy_headers=False,
        )
        return cls(service=service, socket=listener, uvicorn=uvicorn.Server(config))

    def run(self) -> None:
        """Serve until `stop` or a signal."""
        try:
            self.uvicorn.run(sockets=[self.socket])
        finally:
            self.service.store.close()

    def stop(self) -> None:
        """Ask `run` to return; from any thread."""
        self.uvicorn.should_exit = True
        self.service.watchers.close()


def _name(host: str) -> str:
    """The host in addresses that the server gives out: one that listens everywhere names the machine."""
    if host in ("0.0.0.0", "::", ""):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _listener(host: str, port: int) -> socket.socket:
    """A listening socket. Raises WorkspaceError.

    The protocol is named because asyncio switches Nagle's algorithm off only where it reads IPPROTO_TCP on the socket;
    left at 0, every answer waits 40 ms for a delayed acknowledgement.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        # A port that was served a moment ago can be had again at once (elsewhere the option would share it).
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise WorkspaceError(
            f"The server cannot listen on {host}, port {port}: {error.strerror or error}. Name another --port."
        ) from error
    return listener
