"""A blank artifact of every shipped task: nothing passes, nothing is an error, every step is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench

from pytest_knows.collection import shipped_rubrics
from pytest_knows.grading import Rubric
from pytest_knows.judge import NoJudge

FAMILIES = sorted(path.parent for path in shipped_rubrics().glob("*/rubric.py"))


@pytest.mark.parametrize("folder", FAMILIES, ids=lambda folder: folder.name)
def test_nothing_passes(folder: Path, workspace, tmp_path):
    """With the trace of an agent that visited nothing, without judge and gold data: whatever is not decided by the
    blank page itself may stay open, but is never earned, and the world is not to blame."""
    rubric = Rubric.load(folder)
    bench = Bench(rubric, workspace, tmp_path)
    kind = rubric.tasks[0].kind
    file = workspace.create_file(kind, "blank")
    for info in rubric.tasks:
        results = bench.grade(bench.freeze(file, info.instance, visited=[]), judge=NoJudge())
        steps = {step.slug: step for step in rubric.steps(info.instance)}
        assert set(results) == set(steps)
        assert results.maximum == sum(step.max for step in steps.values())
        wrong = {
            slug: (result.outcome.value, result.reason)
            for slug, result in results.items()
            if result.points or (result.outcome.value not in ("failed", "ungraded") and steps[slug].scored)
        }
        assert wrong == {}, info.task_id
