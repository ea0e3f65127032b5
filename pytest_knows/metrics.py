"""The paper's metrics over graded steps, as intervals: [everything open fails, everything open passes].

SR   share of tasks with every step passed
ASC  share of a task's checkpoints with every step passed, averaged over tasks
ACF  share of steps passed within each checkpoint, averaged over the task's checkpoints, then over tasks
SF   share of a task's steps passed, averaged over tasks
points  earned / available, over all steps of all tasks

*bug fixes only*: the same figures as if each of our decisions that differ from the reference grader's (its rules, facts
and policies; not its mended crashes and misreadings) had been its own. What the reference would have decided is not
computed, so every step that such a decision touches is open: down to 0 if the reference may be stricter, up to its
maximum if it may be more lenient. Given only if the differences of all families are known (`grading.differences`).

Two pass rules, never mixed. *strict*: a step passes with full points. *paper*: a proportional step passes with any
points above zero, as in the published figures. Information steps count nowhere; a task of which some steps were not
selected is left out of everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal

from pytest_knows.grading.differences import BOTH, LENIENT, STRICT

Rule = Literal["strict", "paper"]
RULES: tuple[Rule, ...] = ("strict", "paper")
BUG_FIXES_ONLY = "bug_fixes_only"
METRICS = ("SR", "ASC", "ACF", "SF", "points")
OVERALL = "overall"

Steps = Sequence[Mapping[str, Any]]
"""Scored steps of one task and trial, as in results.json."""

_OPEN = frozenset({"error", "ungraded"})


def compute(tasks: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """``{rule: {scope: {"tasks": n, metric: [low, high]}}}`` for overall and those of Docs, Sheets, Slides that occur.

    With `bug_fixes_only` (the same again) beside the rules, if it is known. `tasks` and `steps` are those lists of
    results.json.
    """
    grouped = _by_scope(tasks, steps)
    found: dict[str, Any] = _by_rule(grouped)
    every = [step for unit in grouped.get(OVERALL, []) for step in unit]
    if every and all(step.get("differs") is not None for step in every):
        as_reference = {scope: [[*map(_open, unit)] for unit in units] for scope, units in grouped.items()}
        touched = sum(step["differs"] != "" for step in every)
        found[BUG_FIXES_ONLY] = {**_by_rule(as_reference), "touched": touched, "steps": len(every)}
    return found


def _by_rule(grouped: Mapping[str, Sequence[Steps]]) -> dict[str, Any]:
    return {rule: {scope: _figures(units, rule) for scope, units in grouped.items()} for rule in RULES}


def _open(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """The step with the bounds that it has if the reference's own rules may decide it."""
    points, highest, outcome = step["points"], step["highest"], step["outcome"]
    if step["differs"] in (STRICT, BOTH):
        points = 0
        outcome = "ungraded" if outcome == "passed" else outcome
    if step["differs"] in (LENIENT, BOTH) and step["outcome"] != "passed":
        highest, outcome = step["max"], "ungraded"
    return {**step, "points": points, "highest": highest, "outcome": outcome}


def grouped(
    tasks: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Steps]]:
    """Each task and trial that was graded in full, with its scored steps."""
    scored: dict[tuple[str, int], list[Mapping[str, Any]]] = defaultdict(list)
    for step in steps:
        if step["scored"]:
            scored[step["task_id"], step["trial"]].append(step)
    for task in tasks:
        unit = scored.get((task["task_id"], task["trial"]))
        if unit and not task["partial"]:
            yield task, unit


def one_task(unit: Steps, rule: Rule) -> dict[str, tuple[float, float]]:
    """A task's figures as (earned, available), everything open counted as failed; only points have more than 1."""
    passed = [_passed(step, rule, hopeful=False) for step in unit]
    figures = {name: (measure(passed, unit), 1.0) for name, measure in _PER_TASK.items()}
    return {**figures, "points": (sum(step["points"] for step in unit), sum(step["max"] for step in unit))}


def _by_scope(tasks: Iterable[Mapping[str, Any]], steps: Iterable[Mapping[str, Any]]) -> dict[str, list[Steps]]:
    scopes: dict[str, list[Steps]] = defaultdict(list)
    for task, unit in grouped(tasks, steps):
        scopes[OVERALL].append(unit)
        scopes[task["artifact"]].append(unit)
    return dict(sorted(scopes.items(), key=lambda entry: (entry[0] != OVERALL, entry[0])))


def _figures(units: Sequence[Steps], rule: Rule) -> dict[str, Any]:
    figures: dict[str, Any] = {"tasks": len(units)}
    for name, measure in _PER_TASK.items():
        figures[name] = [
            round(fmean(measure([_passed(step, rule, hopeful) for step in unit], unit) for unit in units), 6)
            for hopeful in (False, True)
        ]
    available = sum(step["max"] for unit in units for step in unit)
    earned = [
        sum(step["points"] if low else step["highest"] for unit in units for step in unit) for low in (True, False)
    ]
    figures["points"] = [round(value / available, 6) if available else 0.0 for value in earned]
    return figures


def _passed(step: Mapping[str, Any], rule: Rule, hopeful: bool) -> bool:
    if step["outcome"] == "passed" or (hopeful and step["outcome"] in _OPEN):
        return True
    points = step["highest"] if hopeful else step["points"]
    return rule == "paper" and points > 0


def _checkpoints(passed: Sequence[bool], unit: Steps) -> list[list[bool]]:
    by_number: dict[int, list[bool]] = defaultdict(list)
    for flag, step in zip(passed, unit, strict=True):
        by_number[step["checkpoint"]].append(flag)
    return list(by_number.values())


_PER_TASK: dict[str, Callable[[Sequence[bool], Steps], float]] = {
    "SR": lambda passed, _: float(all(passed)),
    "ASC": lambda passed, unit: fmean(all(flags) for flags in _checkpoints(passed, unit)),
    "ACF": lambda passed, unit: fmean(fmean(flags) for flags in _checkpoints(passed, unit)),
    "SF": lambda passed, _: fmean(passed),
}
