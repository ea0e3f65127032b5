"""`studio`: builds, freezes and grades decks, with gold data of our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Studio, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes, frozen once."""
    return {}


@pytest.fixture(scope="module")
def studio(bench: Bench, gold: Path, frozen: dict[int, Snapshot]) -> Studio:
    return Studio(bench, gold, frozen)
