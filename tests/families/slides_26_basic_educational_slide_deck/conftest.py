"""`school`: writes, freezes and grades lessons."""

from __future__ import annotations

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import School


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="module")
def school(bench: Bench, frozen: dict[int, Snapshot]) -> School:
    return School(bench, frozen)
