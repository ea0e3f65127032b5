"""`grade(tour)`: built through the API client, frozen, graded."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench, Results

from pytest_knows.episode.snapshot import Snapshot

from .building import Tour, build, write_gold


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold archive's folder."""
    return write_gold(tmp_path_factory.mktemp("gold"))


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(tour)`: built and frozen; `file`: a spreadsheet that was built already."""

    def frozen(tour: Tour, file=None) -> Snapshot:
        file = file or build(bench.workspace, tour)
        options = {"pages": tour.pages, "visited": tour.visited, "edit": tour.edit, "xlsx": tour.xlsx}
        return bench.freeze(file, tour.instance, **options)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, gold: Path):
    """`grade(tour, judge=..., gold=..., file=...)`: every step; the judge answers by the tour's rules unless given."""

    def grade(tour: Tour, file=None, **resources) -> Results:
        return bench.grade(frozen(tour, file), **{"judge": tour.rules, "gold": gold, **resources})

    return grade


@pytest.fixture(scope="module")
def base(bench: Bench):
    """The full-score plan of instance 1 as a file, for tests that change only its JSON or the world around it."""
    from .building import full_score

    return build(bench.workspace, full_score(1))
