"""`grade(planner)`: built through the API clients, frozen, graded."""

from __future__ import annotations

import json
import shutil
from functools import cache
from typing import Any

import pytest
from familykit import Bench, Results
from familykit.bench import patched, record, rewritten

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace

from .building import Planner, full_score


@pytest.fixture(scope="module")
def frozen(bench: Bench):
    """`frozen(planner)`: its snapshot."""

    def frozen(planner: Planner) -> Snapshot:
        file = planner.build(bench.workspace)
        return bench.freeze(file, planner.instance, pages=planner.pages, visited=planner.visited, edit=planner.edit)

    return frozen


@pytest.fixture(scope="module")
def base(frozen):
    """`base(instance)`: the snapshot of its full-score planner, built once per module."""
    return cache(lambda instance: frozen(full_score(instance)))


@pytest.fixture(scope="module")
def regrade(bench: Bench, base, grade):
    """`regrade(planner)`: graded on a copy of the base's snapshot, for changes of anything but the sheet itself:
    `edit`, pages, visits, judge."""

    def regrade(planner: Planner, **given: Any) -> Results:
        twin = bench.twin(base(planner.instance))
        shutil.rmtree(twin.root / "pages", ignore_errors=True)
        record(twin.root, planner.pages)
        files = {path.relative_to(twin.root).as_posix(): path.read_bytes() for path in twin.root.glob("pages/*")}
        visited = None if planner.visited is None else list(planner.visited)
        trace = json.dumps(Trace(visited, "observed").to_json()).encode()
        snapshot = rewritten(twin, {"trace.json": trace, **files})
        return grade(planner, snapshot=patched(snapshot, planner.edit) if planner.edit else snapshot, **given)

    return regrade


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen):
    """`grade(planner)`, with the planner's own judge unless another is given."""

    def grade(planner: Planner, *, snapshot: Snapshot | None = None, **given: Any) -> Results:
        return bench.grade(snapshot or frozen(planner), **{"judge": planner.rules, **given})

    return grade
