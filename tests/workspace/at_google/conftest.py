from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from googlekit import AGENT, GRADER, Google, standing_for_google

from pytest_knows.workspace import Connection
from pytest_knows.workspace.google.credentials import bearer_of
from pytest_knows.workspace.google.opening import connect


@pytest.fixture(scope="module")
def _google(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Google]:
    with standing_for_google(tmp_path_factory.mktemp("google")) as google:
        yield google


@pytest.fixture
def google(_google: Google, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Google:
    """The embedded Workspace in Google's place, with no faults, nothing recorded and no waits."""
    monkeypatch.setenv("KNOWS_GOOGLE_ENDPOINT", _google.endpoint)
    monkeypatch.setenv("KNOWS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("pytest_knows.workspace.google.retries.time.sleep", lambda _: None)
    _google.desk.faults.clear()
    _google.desk.calls.clear()
    bearer_of.cache_clear()
    return _google


@pytest.fixture
def connection(google: Google) -> Connection:
    """Two service accounts, and a folder in which to work."""
    found = connect(google.account(GRADER), google.account(AGENT))
    google.desk.calls.clear()
    return replace(found, folder=None)
