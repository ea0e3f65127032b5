"""One embedded server: the store, the service on it, a listening socket, uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.app import create_app
from pytest_knows.workspace.local.engine import Engine
from pytest_knows.workspace.local.engines import Engines
from pytest_knows.workspace.local.media import Pictures
from pytest_knows.workspace.local.public_fetch import PublicFetch
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.store import Store
from pytest_knows.workspace.local.tokens import Tokens

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
    ) -> Server:
        """Open the store and a random loopback port. Raises WorkspaceError if the store cannot be used."""
        kept = Store(store)
        listener = _listener()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
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
        config = uvicorn.Config(
            create_app(service),
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


def _listener() -> socket.socket:
    """A socket on a free loopback port.

    The protocol is named because asyncio switches Nagle's algorithm off only where it reads IPPROTO_TCP on the socket;
    left at 0, every answer waits 40 ms for a delayed acknowledgement.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    return listener
