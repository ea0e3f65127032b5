"""The metrics by hand, as intervals, and their invariants; the published outcomes as input."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.metrics import METRICS, compute


def task(name="t", artifact="Docs", partial=False, trial=1):
    return {"task_id": name, "trial": trial, "artifact": artifact, "partial": partial}


def step(outcome, checkpoint=1, *, name="t", maximum=1, points=None, highest=None, scored=True):
    earned = points if points is not None else (maximum if outcome == "passed" else 0)
    most = highest if highest is not None else (maximum if outcome in ("error", "ungraded") else earned)
    return {
        "task_id": name,
        "trial": 1,
        "checkpoint": checkpoint,
        "outcome": outcome,
        "points": earned,
        "highest": most,
        "max": maximum,
        "scored": scored,
    }


def test_by_hand():
    steps = [
        step("passed", 1),
        step("passed", 1),
        step("failed", 2, maximum=4, points=2),
        step("ungraded", 2),
        step("failed", 3),
        step("failed", 3, scored=False),
    ]
    figures = compute([task()], steps)
    assert (
        figures["strict"]["overall"]
        == figures["strict"]["Docs"]
        == {
            "tasks": 1,
            "SR": [0, 0],
            "ASC": [round(1 / 3, 6), round(1 / 3, 6)],
            "ACF": [round((1 + 0 + 0) / 3, 6), round((1 + 1 / 2 + 0) / 3, 6)],
            "SF": [2 / 5, 3 / 5],
            "points": [4 / 8, 5 / 8],
        }
    )
    assert figures["paper"]["overall"]["ASC"] == [round(1 / 3, 6), round(2 / 3, 6)]  # 2 of 4 points count as passed
    assert figures["paper"]["overall"]["SF"] == [3 / 5, 4 / 5]


def test_averages_are_over_tasks_and_points_over_all():
    steps = [step("passed", name="a"), *(step("failed", name="b", maximum=9) for _ in range(3))]
    figures = compute([task("a"), task("b", "Slides")], steps)["strict"]
    assert figures["overall"]["SR"] == figures["overall"]["SF"] == [0.5, 0.5]
    assert figures["overall"]["points"] == [round(1 / 28, 6), round(1 / 28, 6)]
    assert list(figures) == ["overall", "Docs", "Slides"]


def test_partial_tasks_and_empty_runs_have_no_metrics():
    assert compute([task(partial=True)], [step("passed")]) == {"strict": {}, "paper": {}}
    assert compute([], []) == {"strict": {}, "paper": {}}


outcomes = st.builds(
    step,
    st.sampled_from(["passed", "failed", "error", "ungraded"]),
    st.integers(1, 3),
    name=st.sampled_from(["a", "b"]),
    maximum=st.integers(1, 5),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no fault
@given(st.lists(outcomes, min_size=1, max_size=20))
def test_bounds_hold_and_deciding_narrows(steps):
    tasks = [task(name) for name in sorted({s["task_id"] for s in steps})]
    for rule in ("strict", "paper"):
        figures = compute(tasks, steps)[rule]["overall"]
        for metric in METRICS:
            low, high = figures[metric]
            assert 0 <= low <= high <= 1
        assert figures["SR"][0] <= figures["ASC"][0] <= figures["ACF"][0] + 1e-9
    decided = [
        step("passed", s["checkpoint"], name=s["task_id"], maximum=s["max"]) if s["outcome"] == "error" else s
        for s in steps
    ]
    before, after = compute(tasks, steps)["strict"]["overall"], compute(tasks, decided)["strict"]["overall"]
    for metric in METRICS:
        assert before[metric][0] <= after[metric][0]
        assert after[metric][1] <= before[metric][1] + 1e-9


@pytest.mark.skipif("KNOWS_SHARED" not in os.environ, reason="needs the published outcomes: set KNOWS_SHARED")
@pytest.mark.parametrize("who", ["expert", "agent"])
def test_published_outcomes_under_the_paper_rule(who):
    """Checked against a second implementation in exact fractions; the published flag is the paper rule itself."""
    published = json.loads((Path(os.environ["KNOWS_SHARED"]) / "knows/published_outcomes.json").read_text())["tasks"]
    tasks, steps, expected = [], [], {"ASC": [], "ACF": [], "SF": []}
    for entry in published:
        name = entry["family"]
        tasks.append(task(name))
        flags = [[s[who]["passed"] for s in checkpoint["steps"]] for checkpoint in entry["checkpoints"]]
        for checkpoint in entry["checkpoints"]:
            for s in checkpoint["steps"]:
                score, maximum = s[who]["score"], s["points"]
                full = "passed" if score >= maximum else "failed"
                steps.append(step(full, checkpoint["n"], name=name, maximum=maximum, points=min(score, maximum)))
                assert (score > 0) is s[who]["passed"]
        expected["ASC"].append(Fraction(sum(map(all, flags)), len(flags)))
        expected["ACF"].append(sum(Fraction(sum(f), len(f)) for f in flags) / len(flags))
        every = [flag for f in flags for flag in f]
        expected["SF"].append(Fraction(sum(every), len(every)))
    figures = compute(tasks, steps)["paper"]["overall"]
    for metric, values in expected.items():
        assert figures[metric][0] == pytest.approx(float(sum(values) / len(values)), abs=1e-6)
