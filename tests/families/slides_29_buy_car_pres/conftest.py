"""`yard`: writes, freezes and grades decks about cars."""

from __future__ import annotations

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Yard


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="module")
def yard(bench: Bench, frozen: dict[int, Snapshot]) -> Yard:
    return Yard(bench, frozen)
