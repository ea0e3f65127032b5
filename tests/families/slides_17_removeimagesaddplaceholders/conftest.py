"""`studio`: builds, freezes and grades decks, with gold data of our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench

from .building import Studio, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="module")
def studio(bench: Bench, gold: Path) -> Studio:
    return Studio(bench, gold)
