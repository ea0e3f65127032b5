"""`agency`: writes, freezes and grades decks."""

from __future__ import annotations

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Agency


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="module")
def agency(bench: Bench, frozen: dict[int, Snapshot]) -> Agency:
    return Agency(bench, frozen)
