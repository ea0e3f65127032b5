"""`grade(analysis)`: built through the API clients, frozen, graded."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from familykit import Bench, Results
from familykit.bench import patched, record, rewritten

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace

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
        folder = bench.folder()
        shutil.copytree(base(analysis.instance).root, folder, dirs_exist_ok=True)
        shutil.rmtree(folder / "pages", ignore_errors=True)
        record(folder, analysis.pages)
        recorded = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("pages/*")}
        trace = json.dumps(Trace(analysis.visited, "observed").to_json()).encode()
        snapshot = rewritten(Snapshot(folder), {"trace.json": trace, **recorded})
        return grade(analysis, snapshot=patched(snapshot, analysis.edit) if analysis.edit else snapshot, **given)

    return regrade


@pytest.fixture(scope="module")
def grade(bench: Bench, frozen, tmp_path_factory: pytest.TempPathFactory):
    """`grade(analysis)`, with the analysis's own export and judge unless others are given."""

    def grade(analysis: Analysis, *, snapshot: Snapshot | None = None, **given: Any) -> Results:
        archive: Path = gold(tmp_path_factory.mktemp("gold"), analysis)
        resources = {"judge": analysis.rules, "gold": archive, **given}
        return bench.grade(snapshot or frozen(analysis), **resources)

    return grade
