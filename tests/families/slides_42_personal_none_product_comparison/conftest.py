"""`shop`: writes, freezes and grades comparisons."""

from __future__ import annotations

import pytest
from familykit import Bench

from pytest_knows.episode.snapshot import Snapshot

from .building import Shop, write_gold


@pytest.fixture(scope="session")
def frozen() -> dict[int, Snapshot]:
    """The full-score episodes by instance, for all modules."""
    return {}


@pytest.fixture(scope="session")
def gold(tmp_path_factory):
    return write_gold(tmp_path_factory.mktemp("gold42"))


@pytest.fixture(scope="module")
def shop(bench: Bench, frozen: dict[int, Snapshot], gold) -> Shop:
    return Shop(bench, frozen, gold)
