"""A table of situations: what the gate says of a run against its baseline, and with which exit code."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.errors import ConfigurationError
from pytest_knows.metrics import compute
from pytest_knows.report.baseline import Baseline
from pytest_knows.report.gate import Rules, decide, exit_code

Run = dict[str, Any]
STEPS = 10


def run(families: int = 8, tasks: int = 2, passing: int = 6, trials: int = 1) -> Run:
    """Each task has 10 steps of 2 points, the first `passing` of them pass; families alternate between the apps."""
    apps = ("Docs", "Sheets", "Slides")
    content: Run = {
        "schema": 1,
        "versions": {
            "rubrics": {f"f{number}": "r" for number in range(families)},
            "judge": "m",
            "dataset": "d",
        },
        "tasks": [
            {
                "task_id": f"f{family}.{task}",
                "trial": trial,
                "family": f"f{family}",
                "artifact": apps[family % 3],
                "partial": False,
                "interface": "api",
                "step_budget": None,
                "snapshot_sha256": None,
            }
            for family in range(families)
            for task in range(tasks)
            for trial in range(1, trials + 1)
        ],
    }
    content["steps"] = [
        step(task, number, "passed" if number < passing else "failed")
        for task in content["tasks"]
        for number in range(STEPS)
    ]
    return counted(content)


def step(task: dict[str, Any], number: int, outcome: str) -> dict[str, Any]:
    made = {"task_id": task["task_id"], "trial": task["trial"], "slug": f"s{number}", "checkpoint": 1 + number // 5}
    made |= {"id": f"rubrics/{task['family']}/rubric.py::s{number}[{task['task_id']}]", "scored": True, "max": 2}
    set_outcome(made, outcome)
    return made


def set_outcome(step: dict[str, Any], outcome: str, points: float | None = None) -> None:
    earned = points if points is not None else (2 if outcome == "passed" else 0)
    step |= {"outcome": outcome, "points": earned, "highest": 2 if outcome in ("error", "ungraded") else earned}


def counted(content: Run) -> Run:
    content["metrics"] = compute(content["tasks"], content["steps"])
    return content


def changed(content: Run, outcome: str, which: Callable[[dict[str, Any]], bool], points: float | None = None) -> Run:
    made = copy.deepcopy(content)
    for each in made["steps"]:
        if which(each):
            set_outcome(each, outcome, points)
    return counted(made)


def some(*tasks: str, slugs: Sequence[str] = ()) -> Callable[[dict[str, Any]], bool]:
    """Steps of these tasks (of all, if none is named) with these slugs (all)."""
    return lambda each: (not tasks or each["task_id"] in tasks) and (not slugs or each["slug"] in slugs)


def only(content: Run, keep: Callable[[dict[str, Any]], bool]) -> Run:
    made = copy.deepcopy(content)
    made["tasks"] = [task for task in made["tasks"] if keep(task)]
    ids = {task["task_id"] for task in made["tasks"]}
    made["steps"] = [each for each in made["steps"] if each["task_id"] in ids]
    return counted(made)


def with_versions(content: Run, **versions: Any) -> Run:
    made = copy.deepcopy(content)
    made["versions"] |= versions
    return made


def with_tasks(content: Run, **fields: Any) -> Run:
    made = copy.deepcopy(content)
    for task in made["tasks"]:
        task |= fields
    return counted(made)


def frozen(content: Run) -> Run:
    """The tasks' episodes have hashes of their own."""
    made = copy.deepcopy(content)
    for task in made["tasks"]:
        task["snapshot_sha256"] = f"{task['task_id']}-{task['trial']}"
    return made


BASE = run()
EVERY_FAMILY_WORSE = changed(BASE, "failed", some(slugs=("s0", "s1")))
ONE_TASK_LOST = changed(BASE, "failed", some("f3.1"))
EVERY_FIRST_TASK_WORSE = changed(BASE, "failed", lambda each: each["task_id"].endswith(".0") and each["slug"] == "s0")
FIRST_FAMILY_ERRS = changed(BASE, "error", lambda each: each["task_id"].startswith("f0."))
OTHER_RUBRICS = with_versions(BASE, rubrics=dict.fromkeys(BASE["versions"]["rubrics"], "other"))
F0_CHANGED = with_versions(BASE, rubrics={**BASE["versions"]["rubrics"], "f0": "other"})

SITUATIONS: dict[str, tuple[Run | None, Run, dict[str, Any], int, str]] = {
    # what: (baseline, run, rules, exit code, words of the deciding line)
    "the same again": (BASE, BASE, {}, 0, "0 regressions, 0 improvements in 160 steps; SF +0.0 points"),
    "better everywhere": (EVERY_FAMILY_WORSE, BASE, {}, 0, "32 improvements"),
    "worse in every family": (BASE, EVERY_FAMILY_WORSE, {}, 1, "SF -20.0 points (-20.0 to -20.0, 8 families)"),
    "a step lost in each family": (BASE, EVERY_FIRST_TASK_WORSE, {}, 1, "a drop beyond chance: not held"),
    "one task failed as a whole": (BASE, ONE_TASK_LOST, {}, 0, "no drop beyond chance: held"),
    "one task failed, none allowed": (BASE, ONE_TASK_LOST, {"max_regressions": 0}, 1, "more than 0: not held"),
    "one task failed, six allowed": (BASE, ONE_TASK_LOST, {"max_regressions": 6}, 0, "6 regressions"),
    "one task failed, five allowed": (BASE, ONE_TASK_LOST, {"max_regressions": 5}, 1, "more than 5"),
    "one task failed, another came back": (
        changed(BASE, "failed", some("f5.0")),
        ONE_TASK_LOST,
        {},
        0,
        "6 regressions, 6 improvements",
    ),
    "the same with none allowed": (BASE, BASE, {"max_regressions": 0}, 0, "held"),
    "fewer points on a failed step": (
        changed(BASE, "failed", some(slugs=("s9",)), 1),
        changed(BASE, "failed", some(slugs=("s9",)), 0),
        {"max_regressions": 0},
        1,
        "16 regressions",
    ),
    "fewer points, by default": (
        changed(BASE, "failed", some(slugs=("s9",)), 1),
        changed(BASE, "failed", some(slugs=("s9",)), 0),
        {},
        0,
        "SF +0.0 points",
    ),
    "few tasks cannot show little": (
        run(families=3, tasks=1),
        changed(run(families=3, tasks=1), "failed", some("f1.0", slugs=("s0",))),
        {},
        0,
        "cannot decide about a drop of 5",
    ),
    "one task, one regression": (
        run(families=1, tasks=1),
        changed(run(families=1, tasks=1), "failed", some(slugs=("s0",))),
        {},
        3,
        "one task cannot tell a drop from chance: cannot decide",
    ),
    "one task, no regression": (run(families=1, tasks=1), run(families=1, tasks=1), {}, 0, "held"),
    "one task, none allowed": (
        run(families=1, tasks=1),
        changed(run(families=1, tasks=1), "failed", some(slugs=("s0",))),
        {"max_regressions": 0},
        1,
        "not held",
    ),
    "one family: its tasks count": (
        run(families=1, tasks=5),
        changed(run(families=1, tasks=5), "failed", some(slugs=("s0", "s1"))),
        {},
        1,
        "5 tasks",
    ),
    "the same episodes, a regression": (
        frozen(BASE),
        frozen(changed(BASE, "failed", some("f1.0", slugs=("s0",)))),
        {},
        1,
        "of the same episodes: not held",
    ),
    "the same episodes, none": (frozen(BASE), frozen(BASE), {}, 0, "0 regressions"),
    "the same episodes, one allowed": (
        frozen(BASE),
        frozen(changed(BASE, "failed", some("f1.0", slugs=("s0",)))),
        {"max_regressions": 1},
        0,
        "1 regression",
    ),
    "only some episodes are the same": (
        frozen(BASE),
        {**frozen(ONE_TASK_LOST), "tasks": [*frozen(BASE)["tasks"][:-1], BASE["tasks"][-1]]},
        {},
        0,
        "no drop beyond chance",
    ),
    "steps in error are no regressions": (BASE, FIRST_FAMILY_ERRS, {"max_errors": 20}, 0, "0 regressions"),
    "more errors than the baseline": (BASE, FIRST_FAMILY_ERRS, {}, 3, "20 steps in error, more than 0"),
    "as many errors as the baseline": (FIRST_FAMILY_ERRS, FIRST_FAMILY_ERRS, {}, 0, "20 steps in error, at most 20"),
    "errors elsewhere in the baseline do not count": (
        FIRST_FAMILY_ERRS,
        only(changed(BASE, "error", some("f1.0", slugs=("s0",))), lambda task: task["family"] != "f0"),
        {},
        3,
        "1 step in error, more than 0",
    ),
    "a regression outweighs errors": (
        BASE,
        changed(EVERY_FAMILY_WORSE, "error", some("f0.0", slugs=("s9",))),
        {},
        1,
        "a drop beyond chance",
    ),
    "all in error": (BASE, changed(BASE, "error", some()), {"max_errors": 999}, 3, "no step could be compared"),
    "ungraded steps are no regressions": (BASE, changed(BASE, "ungraded", some("f0.0", "f0.1")), {}, 0, "held"),
    "ungraded in the baseline": (changed(BASE, "ungraded", some(slugs=("s0",))), EVERY_FAMILY_WORSE, {}, 1, "-11.1"),
    "all ungraded": (BASE, changed(BASE, "ungraded", some()), {}, 3, "no step could be compared"),
    "some steps selected": (
        BASE,
        changed(BASE, "not_selected", some(slugs=tuple(f"s{n}" for n in range(5)))),
        {},
        0,
        "in 80 steps",
    ),
    "new tasks": (only(BASE, lambda task: task["family"] != "f7"), BASE, {}, 0, "in 140 steps"),
    "a missing shard": (BASE, only(BASE, lambda task: task["task_id"].endswith(".0")), {}, 0, "in 80 steps"),
    "no task in common": (
        only(BASE, lambda task: task["family"] == "f0"),
        only(BASE, lambda task: task["family"] == "f1"),
        {},
        3,
        "no step could be compared",
    ),
    "an empty run": (BASE, only(BASE, lambda _: False), {}, 3, "no step could be compared"),
    "an empty baseline": (only(BASE, lambda _: False), BASE, {}, 3, "no step could be compared"),
    "one family's rubric changed": (F0_CHANGED, BASE, {}, 0, "in 140 steps"),
    "a regression in the changed family": (
        F0_CHANGED,
        changed(BASE, "failed", lambda each: each["task_id"].startswith("f0.")),
        {"max_regressions": 0},
        0,
        "0 regressions",
    ),
    "all rubrics changed": (OTHER_RUBRICS, BASE, {}, 3, "no step could be compared"),
    "another judge": (with_versions(BASE, judge="n"), BASE, {}, 3, "the judge differs: "),
    "other task texts": (with_versions(BASE, dataset="e"), BASE, {}, 3, "the task texts differ"),
    "another interface": (with_tasks(BASE, interface="browser"), BASE, {}, 3, "interface was browser"),
    "another step budget": (with_tasks(BASE, step_budget=30), BASE, {}, 3, "step_budget was 30"),
    "more trials": (BASE, run(trials=3), {}, 3, "trials: 1 per task in the baseline, 3 now"),
    "three trials, worse in all": (
        run(trials=3),
        changed(run(trials=3), "failed", some(slugs=("s0",))),
        {},
        1,
        "SF -10.0 points",
    ),
    "three trials, one of them bad": (
        run(trials=3),
        changed(run(trials=3), "failed", lambda each: each["task_id"] == "f0.0" and each["trial"] == 2),
        {},
        0,
        "no drop beyond chance",
    ),
    "a threshold that holds": (None, BASE, {"fail_under": [("overall", "SF", 0.6)]}, 0, "SF 0.6, at least 0.6: held"),
    "a threshold that does not": (None, BASE, {"fail_under": [("overall", "SF", 0.61)]}, 1, "below 0.61: not held"),
    "a threshold of one app": (
        None,
        changed(BASE, "failed", lambda each: each["task_id"].startswith("f1.")),
        {"fail_under": [("Docs", "ACF", 0.6), ("Sheets", "ACF", 0.6)]},
        1,
        "ACF of Sheets 0.4, below 0.6: not held",
    ),
    "an app that was not run": (
        None,
        only(BASE, lambda task: task["artifact"] == "Docs"),
        {"fail_under": [("Slides", "SF", 0.1)]},
        3,
        "SF of Slides >= 0.1: no task was graded in full",
    ),
    "ungraded steps leave it open": (
        None,
        changed(BASE, "ungraded", some(slugs=("s0",))),
        {"fail_under": [("overall", "SF", 0.55)]},
        1,
        "not held while steps are ungraded",
    ),
    "errors leave it open": (
        None,
        changed(BASE, "error", some(slugs=("s0",))),
        {"fail_under": [("overall", "SF", 0.55)]},
        3,
        "steps in error leave it open",
    ),
    "a threshold and a regression": (
        BASE,
        ONE_TASK_LOST,
        {"fail_under": [("overall", "SF", 0.9)]},
        1,
        "below 0.9: not held",
    ),
    "too many errors without a baseline": (None, FIRST_FAMILY_ERRS, {"max_errors": 19}, 3, "more than 19"),
    "errors without a rule": (None, FIRST_FAMILY_ERRS, {"fail_under": [("overall", "SF", 0.1)]}, 0, "held"),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name):
    base, now, rules, code, words = SITUATIONS[name]
    compared = None if base is None else Baseline(Path("main.json"), base)
    verdicts = decide(now, Rules(baseline=compared, **rules))
    assert exit_code(verdicts) == code, [verdict.line for verdict in verdicts]
    assert any(words in verdict.line for verdict in verdicts), [verdict.line for verdict in verdicts]


@pytest.mark.parametrize("spoiled", ["{", "[]", '{"schema": 2}', '{"schema": 1, "tasks": [], "steps": {}}', "\xff\xfe"])
def test_a_corrupt_baseline_is_refused(tmp_path, spoiled):
    path = tmp_path / "baseline.json"
    path.write_bytes(spoiled.encode("latin-1"))
    with pytest.raises(ConfigurationError, match=r"baseline\.json"):
        Baseline.load(path)
