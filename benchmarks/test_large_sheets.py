"""Grading 50,000 cells: `.venv/bin/pytest benchmarks/test_large_sheets.py -p no:cacheprovider`. Nothing is asserted.

Each benchmark's own time is that of grading one frozen workbook; `extra_info` has the ratio to reading the same file
with json alone, in the same run, and the memory at its highest so far. Aim: under 2 s, under 300 MB.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from familykit import large

from pytest_knows.collection import shipped_rubrics
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge import NoJudge

SHAPES = {"block": (500, 100), "list": (12_500, 4)}
FAMILIES = sorted(facts.parent for facts in shipped_rubrics().glob("sheets_*/facts.toml"))


@pytest.fixture(scope="module", params=SHAPES)
def snapshot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return large.frozen(large.mixed(*SHAPES[request.param]), tmp_path_factory.mktemp(request.param))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda folder: folder.name)
def test_grading_50_000_cells(benchmark: Any, snapshot: Snapshot, family: Path) -> None:
    rubric = Rubric.load(family)
    reading: list[float] = []

    def setup() -> tuple[tuple[Grader], dict[str, Any]]:
        started = time.perf_counter()
        json.loads((snapshot.root / "artifact/file.json").read_bytes())
        reading.append(time.perf_counter() - started)
        return (Grader(rubric, rubric.tasks[0], Snapshot(snapshot.root), Resources(judge=NoJudge())),), {}

    benchmark.pedantic(Grader.results, setup=setup, rounds=3)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    benchmark.extra_info.update(ratio=round(benchmark.stats.stats.min / min(reading), 2), peak_mb=round(peak))
