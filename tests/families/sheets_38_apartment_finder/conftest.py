"""`grade(search)`: built through the API client, frozen, graded."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from familykit import Bench, Results

from pytest_knows.episode.snapshot import Snapshot

from .building import Search, full_score


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(search)`: built and frozen."""

    def frozen(search: Search) -> Snapshot:
        file = search.build(bench.workspace)
        return bench.freeze(file, search.instance, pages=search.recorded(), visited=search.visited, edit=search.edit)

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen):
    """`grade(search)`; the judge answers by the search's rules unless given."""

    def grade(search: Search, **given: Any) -> Results:
        return bench.grade(frozen(search), **{"judge": search.rules, **given})

    return grade


@pytest.fixture(scope="module")
def base(frozen):
    """`base(instance)`: the snapshot of its full-score search, built once per module."""
    return cache(lambda instance: frozen(full_score(instance)))


@pytest.fixture(scope="module")
def regrade(bench: Bench, base):
    """`regrade(search)`: graded on a copy of the base's snapshot, for changes of anything but the sheet itself:
    `edit`, pages, visits, judge."""

    def regrade(search: Search, **given: Any) -> Results:
        given = {"judge": search.rules, **given}
        frozen = base(search.instance)
        snapshot = bench.again(frozen, pages=search.recorded(), visited=search.visited, edit=search.edit)
        return bench.grade(snapshot, **given)

    return regrade
