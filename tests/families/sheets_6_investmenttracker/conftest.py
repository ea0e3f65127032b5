"""`grade(tracker())`: built through the API clients, frozen, graded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.pages import PageWriter
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.workspace import Workspace

from .building import TODAY, Results, Tracker, build, full_score, patch_json, price_file

FAMILY = Path(__file__).parents[3] / "rubrics/sheets_6_investmenttracker"


@pytest.fixture(scope="session")
def rubric() -> Rubric:
    return Rubric.load(FAMILY)


@pytest.fixture
def tracker(rubric: Rubric):
    """`tracker(instance=2)`: a tracker that deserves full points, to be changed by the test."""
    return lambda instance=2: full_score(rubric, instance)


@pytest.fixture
def frozen(rubric: Rubric, workspace: Workspace, tmp_path: Path):
    """`frozen(tracker)`: built through the clients and frozen."""

    def frozen(tracker: Tracker) -> Snapshot:
        folder = tmp_path / f"episode{len(list(tmp_path.iterdir()))}"
        with PageWriter(folder) as writer:
            for url, page in tracker.pages.items():
                writer.add(url, page if isinstance(page, str) else "", status=200 if isinstance(page, str) else page)
        snapshot = freeze(
            workspace,
            build(workspace, tracker),
            folder,
            info=rubric.tasks[tracker.instance - 1],
            trace=Trace(tracker.visited, "observed"),
            want_rendering=False,
            today=TODAY,
        )
        patch_json(snapshot.root, tracker.edit)
        return Snapshot(snapshot.root)

    return frozen


@pytest.fixture
def grade(rubric: Rubric, frozen, tmp_path: Path):
    """`grade(tracker, judge=None, quotes=...)`: build, freeze, grade every step."""

    def grade(tracker: Tracker, *, judge: Any = None, snapshot: Snapshot | None = None, quotes: Any = None) -> Results:
        info = rubric.tasks[tracker.instance - 1]
        judge = judge or ScriptedJudge(tracker.rules)
        resources = Resources(judge=judge, quotes=quotes or price_file(tracker, tmp_path))
        results = Results(Grader(rubric, info, snapshot or frozen(tracker), resources).results())
        results.judge = judge
        return results

    return grade
