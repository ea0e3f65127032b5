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

original = cache(full_score)


@pytest.fixture(scope="module")
def base(bench: Bench):
    """`base(instance)`: the snapshot of its full-score planner, built once per module."""

    def base(instance: int) -> Snapshot:
        made = original(instance)
        return bench.freeze(made.build(bench.workspace), instance, pages=made.pages, visited=made.visited)

    return cache(base)


@pytest.fixture(scope="module")
def frozen(bench: Bench, base):
    """`frozen(planner)`: its snapshot; a copy of the base's with other pages and visits if the sheet is the base's."""

    def frozen(planner: Planner) -> Snapshot:
        if planner.more or planner.tabs != original(planner.instance).tabs:
            file, given = planner.build(bench.workspace), {"pages": planner.pages, "visited": planner.visited}
            return bench.freeze(file, planner.instance, edit=planner.edit, **given)
        twin = bench.twin(base(planner.instance))
        shutil.rmtree(twin.root / "pages")
        record(twin.root, planner.pages)
        files = {path.relative_to(twin.root).as_posix(): path.read_bytes() for path in twin.root.glob("pages/*")}
        trace = json.dumps(Trace(planner.visited, "observed").to_json()).encode()
        snapshot = rewritten(twin, {"trace.json": trace, **files})
        return patched(snapshot, planner.edit) if planner.edit else snapshot

    return frozen


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen):
    """`grade(planner)`, with the planner's own judge unless another is given."""

    def grade(planner: Planner, *, snapshot: Snapshot | None = None, **given: Any) -> Results:
        return bench.grade(snapshot or frozen(planner), **{"judge": planner.rules, **given})

    return grade
