"""Comparison step by step, and what turns the gate red."""

from pathlib import Path

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.metrics import compute
from pytest_knows.report.baseline import Baseline, Change, changes, compare
from pytest_knows.report.gate import Rules, decide, exit_code


def step(slug, outcome, points=None, maximum=4):
    earned = points if points is not None else (maximum if outcome == "passed" else 0)
    return {
        "id": f"rubrics/f/rubric.py::{slug}[t]",
        "task_id": "t",
        "trial": 1,
        "slug": slug,
        "checkpoint": 1,
        "outcome": outcome,
        "points": earned,
        "highest": maximum if outcome in ("error", "ungraded") else earned,
        "max": maximum,
        "scored": True,
    }


def results(*steps, rubric="r", judge=None, dataset="d", interface="api", partial=False):
    tasks = [
        {
            "task_id": "t",
            "trial": 1,
            "family": "f",
            "artifact": "Docs",
            "partial": partial,
            "interface": interface,
            "step_budget": None,
        }
    ]
    return {
        "schema": 1,
        "versions": {"rubrics": {"f": rubric}, "judge": judge, "dataset": dataset},
        "metrics": compute(tasks, steps),
        "tasks": tasks,
        "steps": list(steps),
    }


def baseline(*steps, **more):
    return Baseline(Path("base.json"), results(*steps, **more))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (step("s", "passed"), step("s", "passed"), Change.SAME),
        (step("s", "passed"), step("s", "failed"), Change.REGRESSED),
        (step("s", "passed"), step("s", "failed", 3), Change.REGRESSED),
        (step("s", "failed", 2), step("s", "failed", 2), Change.SAME),
        (step("s", "failed", 2), step("s", "failed", 1), Change.REGRESSED),
        (step("s", "failed", 2), step("s", "failed", 3), Change.IMPROVED),
        (step("s", "failed"), step("s", "passed"), Change.IMPROVED),
        (step("s", "passed"), step("s", "error"), Change.NOT_COMPARABLE),
        (step("s", "passed"), step("s", "ungraded"), Change.NOT_COMPARABLE),
        (step("s", "ungraded"), step("s", "failed"), Change.NOT_COMPARABLE),
        (step("s", "not_selected"), step("s", "failed"), Change.NOT_COMPARABLE),
        (None, step("s", "failed"), Change.NOT_COMPARABLE),
    ],
)
def test_compare(old, new, expected):
    assert compare(old, new) is expected


def test_changes_leave_out_families_with_another_rubric():
    now = results(step("s", "failed"), rubric="other")
    assert list(changes(baseline(step("s", "passed")), now).values()) == [Change.NOT_COMPARABLE]


@pytest.mark.parametrize(
    ("more", "reason"),
    [({"judge": "m"}, "judge"), ({"dataset": "e"}, "task texts"), ({"interface": "browser"}, "interface")],
)
def test_other_conditions_refuse(more, reason):
    assert reason in baseline(step("s", "passed")).mismatch(results(step("s", "passed"), **more))
    assert baseline(step("s", "passed"), **more).mismatch(results(step("s", "passed"), **more)) is None


def test_a_partial_baseline_is_refused_unless_named():
    part = baseline(step("s", "passed"), partial=True)
    with pytest.raises(ConfigurationError, match="only some steps"):
        part.check_partial([])
    part.check_partial(["t"])


@pytest.mark.parametrize(
    ("rules", "steps", "code"),
    [
        ({"fail_under": [("overall", "points", 0.5)]}, [step("a", "passed"), step("b", "failed")], 0),
        ({"fail_under": [("overall", "points", 0.51)]}, [step("a", "passed"), step("b", "failed")], 1),
        ({"fail_under": [("overall", "points", 0.6)]}, [step("a", "passed"), step("b", "ungraded")], 1),
        ({"fail_under": [("overall", "points", 0.6)]}, [step("a", "passed"), step("b", "error")], 3),
        ({"fail_under": [("overall", "points", 0.6)]}, [step("a", "failed"), step("b", "error")], 1),
        ({"fail_under": [("overall", "SR", 0.0)]}, [step("a", "failed")], 0),
        ({"max_errors": 0}, [step("a", "error")], 3),
        ({"max_errors": 1}, [step("a", "error"), step("b", "failed")], 0),
        ({"max_errors": 1}, [step("a", "error")], 3),
        ({"max_errors": 0}, [step("a", "ungraded")], 3),
        ({"max_errors": 0, "fail_under": [("overall", "points", 1.0)]}, [step("a", "error"), step("b", "failed")], 1),
        ({}, [step("a", "failed")], 0),
    ],
)
def test_exit_codes(rules, steps, code):
    assert exit_code(decide(results(*steps), Rules(**rules))) == code


def test_regressions_and_the_allowance():
    base = baseline(step("a", "passed"), step("b", "failed"), step("c", "passed"))
    now = results(step("a", "failed"), step("b", "passed"), step("c", "error"))
    verdict = decide(now, Rules(baseline=base, max_regressions=0))[0]
    assert (verdict.code, "1 regression, 1 improvement in 2 steps" in verdict.line) == (1, True)
    assert "rubrics/f/rubric.py::a[t]" in verdict.line
    assert exit_code(decide(now, Rules(baseline=base, max_regressions=1, max_errors=1))) == 0


def test_nothing_comparable_is_undecided():
    assert exit_code(decide(results(step("a", "error")), Rules(baseline=baseline(step("a", "passed"))))) == 3
    nothing = {**results(step("a", "passed")), "metrics": {"strict": {}, "paper": {}}}
    assert exit_code(decide(nothing, Rules(fail_under=[("overall", "points", 0.1)]))) == 3
