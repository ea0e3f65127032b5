"""Fixtures that several rooms' tests use."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pytest_knows.workspace import Connection, Workspace
from pytest_knows.workspace.local.process import LocalServer

TODAY = "2026-03-14"
"""The date of the embedded server in all tests."""

os.environ["KNOWS_CHECK_RESPONSES"] = "1"
"""Servers that tests start answer 500 instead of anything that does not fit Google's discovery documents."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Full-size soak runs only when they are asked for: `-m soak`."""
    if "soak" in config.option.markexpr:
        return
    full = [item for item in items if item.get_closest_marker("soak")]
    if full:
        config.hook.pytest_deselected(items=full)
        items[:] = [item for item in items if item not in set(full)]


@pytest.fixture(scope="session")
def local_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """One embedded server, as a process of its own, for the whole test session."""
    with LocalServer.start(tmp_path_factory.mktemp("workspace") / "workspace.db", today=TODAY) as server:
        yield server


@pytest.fixture(scope="session")
def workspace(local_server: LocalServer) -> Workspace:
    """That server through the door that episodes use, with the admin's token."""
    return Workspace(Connection(endpoint=local_server.endpoint, token=local_server.admin_token))
