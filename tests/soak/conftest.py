"""One full-score frozen episode per app, built once a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pytest_knows.workspace import Workspace

from .episodes import MAKERS, Frozen


@pytest.fixture(scope="session")
def frozen(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Frozen]:
    """`frozen("letter")`: a full-score frozen episode; not to be changed."""
    return cache(lambda name: MAKERS[name](workspace, tmp_path_factory.mktemp(name)))


@pytest.fixture(scope="session", params=sorted(MAKERS))
def episode(request: pytest.FixtureRequest, frozen: Callable[[str], Frozen]) -> Frozen:
    """Each of them."""
    return frozen(request.param)
