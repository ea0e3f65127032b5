"""`painter`: writes, freezes and grades look-books."""

from __future__ import annotations

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Painter


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="module")
def painter(bench: Bench, frozen: dict[int, Snapshot]) -> Painter:
    return Painter(bench, frozen)
