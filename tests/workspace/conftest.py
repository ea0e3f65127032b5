"""Servers, callers and raw HTTP for the tests of the embedded Workspace."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from pytest_knows.kind import Kind
from pytest_knows.workspace import AgentAccess, Workspace
from pytest_knows.workspace.local.engine import Environment, RequestError
from pytest_knows.workspace.local.process import LocalServer
from pytest_knows.workspace.local.server import Server

Json = dict[str, Any]


class LinesEngine:
    """A toy: a file is a list of lines. `insertText` appends one, `wait` takes seconds, `crash` raises
    what no engine should."""

    request_types = frozenset({"insertText"})

    def __init__(self, kind: Kind) -> None:
        self.api, self.mime_type = kind.api, kind.mime_type
        self.waiting = threading.Event()

    def blank(self, body: Mapping[str, Any], env: Environment) -> Json:
        return {"title": env.title, "lines": []}

    def read(self, state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
        return {"lines": state["lines"], "today": env.today}

    def apply(self, state: Json, requests: Sequence[Json], env: Environment) -> list[Json]:
        for request in requests:
            if "wait" in request:
                self.waiting.set()
                time.sleep(request["wait"])
                continue
            if "crash" in request:
                raise ZeroDivisionError("a bug")
            if "insertText" not in request:
                raise RequestError(f"unknown request {sorted(request)}")
            state["lines"].append(request["insertText"])
        return [{} for _ in requests]

    def call(self, name: str, state: Json, params: Json, body: Json, env: Environment) -> tuple[Json, bool]:
        return {"name": name, "params": params, "body": body}, False


@pytest.fixture(scope="module")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server inside this process whose engines are toys."""
    server = Server.bind(
        tmp_path_factory.mktemp("toy") / "workspace.db", engines={kind: LinesEngine(kind) for kind in Kind}
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server
    server.stop()
    thread.join()


@pytest.fixture(scope="module")
def toy(toy_server: Server) -> Iterator[httpx.Client]:
    """Raw HTTP to the toy server as its admin."""
    headers = {"Authorization": f"Bearer {toy_server.service.tokens.admin_token}"}
    with httpx.Client(base_url=toy_server.service.address, headers=headers, trust_env=False) as client:
        yield client


@pytest.fixture(scope="session")
def http(local_server: LocalServer) -> Iterator[httpx.Client]:
    """Raw HTTP to the real server as its admin."""
    headers = {"Authorization": f"Bearer {local_server.admin_token}"}
    with httpx.Client(base_url=local_server.endpoint, headers=headers, trust_env=False, timeout=60) as client:
        yield client


@pytest.fixture
def agent(workspace: Workspace) -> AgentAccess:
    """An agent to whom nothing was granted yet."""
    return workspace.grant_agent([], name="Agent")


@pytest.fixture(scope="session")
def png() -> bytes:
    """A picture of 40 x 30 pixels."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def png_file(tmp_path: Path, png: bytes) -> Path:
    """The same on disk."""
    path = tmp_path / "teal.png"
    path.write_bytes(png)
    return path
