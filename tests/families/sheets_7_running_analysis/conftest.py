"""`grade(analysis)`: built through the API clients, frozen, graded."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from familykit import Bench, Results

from pytest_knows.episode.snapshot import Snapshot

from .building import Analysis, full_score, gold


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(analysis)`: its snapshot."""

    def frozen(analysis: Analysis) -> Snapshot:
        file = analysis.build(bench.workspace)
        return bench.freeze(file, analysis.instance, pages=analysis.pages, visited=analysis.visited, edit=analysis.edit)

    return frozen


@pytest.fixture(scope="module")
def base(frozen):
    """`base(instance)`: the snapshot of its full-score analysis, built once per module."""
    return cache(lambda instance: frozen(full_score(instance)))


@pytest.fixture(scope="module")
def regrade(bench: Bench, base, grade):
    """`regrade(analysis)`: graded on a copy of the base's snapshot, for changes of anything but the sheet itself:
    `edit`, pages, visits, export, judge."""

    def regrade(analysis: Analysis, **given: Any) -> Results:
        frozen = base(analysis.instance)
        snapshot = bench.again(frozen, pages=analysis.pages, visited=analysis.visited, edit=analysis.edit)
        return grade(analysis, snapshot=snapshot, **given)

    return regrade


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, tmp_path_factory: pytest.TempPathFactory):
    """`grade(analysis)`, with the analysis's own export and judge unless others are given."""

    def grade(analysis: Analysis, *, snapshot: Snapshot | None = None, **given: Any) -> Results:
        archive: Path = gold(tmp_path_factory.mktemp("gold"), analysis)
        resources = {"judge": analysis.rules, "gold": archive, **given}
        return bench.grade(snapshot or frozen(analysis), **resources)

    return grade
