"""`desk`: writes, freezes and grades book reports, with author photos of our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Desk, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="module")
def desk(bench: Bench, gold: Path, frozen: dict[int, Snapshot]) -> Desk:
    return Desk(bench, gold, frozen)
