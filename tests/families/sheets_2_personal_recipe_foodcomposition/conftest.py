"""`grade(table)`: built through the API client, frozen, graded."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench, Results

from pytest_knows.episode.snapshot import Snapshot

from .building import Table, build, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold archive's folder."""
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(table)`: built and frozen."""

    def frozen(table: Table) -> Snapshot:
        file = build(bench.workspace, table)
        return bench.freeze(file, table.instance, pages=table.pages, visited=table.visited, edit=table.edit)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, gold: Path):
    """`grade(table, judge=..., gold=...)`: every step; the judge answers by the table's rules unless given."""

    def grade(table: Table, **resources) -> Results:
        return bench.grade(frozen(table), **{"judge": table.rules, "gold": gold, **resources})

    return grade
