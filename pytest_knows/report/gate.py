"""The CI gate: what turns the exit code red, and on nothing else.

0 the gate held; 1 it did not; 3 too many errors to say, or nothing comparable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.counted import counted
from pytest_knows.metrics import OVERALL
from pytest_knows.report.baseline import Baseline, Change, changes, pairs
from pytest_knows.report.drop import ASKED, Drop, measure

HELD, NOT_HELD, UNDECIDED = 0, 1, 3

Threshold = tuple[str, str, float]
"""Scope (overall, Docs, Sheets, Slides), metric, and the least that it has to be (0 to 1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One rule of the gate, applied: its exit code and the line that says why."""

    code: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The gate's options. `max_regressions` None: a drop beyond chance, or any regression in the very same episodes;
    `max_errors` None: with a baseline as many as that has, otherwise any number."""

    fail_under: Sequence[Threshold] = ()
    baseline: Baseline | None = None
    max_regressions: int | None = None
    max_errors: int | None = None


def decide(results: Mapping[str, Any], rules: Rules) -> list[Verdict]:
    """One verdict per rule in force; the gate's exit code is `exit_code` of them."""
    verdicts = [_threshold(results, threshold) for threshold in rules.fail_under]
    allowed = rules.max_errors
    if rules.baseline is not None:
        verdicts.append(_against(results, rules.baseline, rules.max_regressions))
        if allowed is None:
            allowed = rules.baseline.errors(results)
    if allowed is not None:
        verdicts.append(_errors(results, allowed))
    return verdicts


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """A rule that failed outweighs one that could not be decided."""
    codes = {verdict.code for verdict in verdicts}
    return NOT_HELD if NOT_HELD in codes else UNDECIDED if UNDECIDED in codes else HELD


def _count_errors(results: Mapping[str, Any]) -> int:
    return sum(step["outcome"] == "error" for step in results["steps"] if step["scored"])


def _threshold(results: Mapping[str, Any], threshold: Threshold) -> Verdict:
    scope, metric, limit = threshold
    name = metric if scope == OVERALL else f"{metric} of {scope}"
    figures = results["metrics"]["strict"].get(scope)
    if figures is None:
        return Verdict(code=UNDECIDED, line=f"{name} >= {limit:g}: no task was graded in full")
    low, high = figures[metric]
    shown = f"{name} {low:g}" if low == high else f"{name} between {low:g} and {high:g}"
    if low >= limit:
        return Verdict(code=HELD, line=f"{shown}, at least {limit:g}: held")
    if high < limit:
        return Verdict(code=NOT_HELD, line=f"{shown}, below {limit:g}: not held")
    if errors := _count_errors(results):
        left = f"{counted(errors, 'step')} in error leave{'s' if errors == 1 else ''} it open"
        return Verdict(code=UNDECIDED, line=f"{shown}, {limit:g} lies between: {left}")
    return Verdict(code=NOT_HELD, line=f"{shown}, {limit:g} lies between: not held while steps are ungraded")


def _against(results: Mapping[str, Any], baseline: Baseline, allowed: int | None) -> Verdict:
    name = f"baseline {baseline.path.name}"
    if reason := baseline.mismatch(results):
        return Verdict(code=UNDECIDED, line=f"{name}: not comparable: {reason}")
    found = changes(baseline, results)
    worse = sorted(step for step, change in found.items() if change is Change.REGRESSED)
    better = sum(change is Change.IMPROVED for change in found.values())
    compared = sum(change is not Change.NOT_COMPARABLE for change in found.values())
    if not compared:
        return Verdict(code=UNDECIDED, line=f"{name}: no step could be compared")
    changed = f"{counted(len(worse), 'regression')}, {counted(better, 'improvement')}"
    shown = f"{name}: {changed} in {counted(compared, 'step')}"
    if allowed is None and not baseline.same_episodes(results):
        return _beyond_chance(shown, len(worse), measure(pairs(baseline, results)))
    if len(worse) > (allowed or 0):
        why = "of the same episodes" if allowed is None else f"more than {allowed}"
        return Verdict(code=NOT_HELD, line=f"{shown}, {why}: not held ({', '.join(worse[:3])})")
    return Verdict(code=HELD, line=f"{shown}: held")


def _beyond_chance(shown: str, worse: int, drop: Drop | None) -> Verdict:
    """The default rule: red if SF fell by more than chance explains."""
    if drop is None:
        if not worse:
            return Verdict(code=HELD, line=f"{shown}: held")
        how = "run more tasks, or say how many regressions to allow (--knows-max-regressions)"
        return Verdict(code=UNDECIDED, line=f"{shown}: one task cannot tell a drop from chance: cannot decide; {how}")
    low, high = (f"{100 * bound:+.1f}" for bound in drop.interval)
    changed = f"{shown}; SF {100 * drop.mean:+.1f} points ({low} to {high}, {drop.units} {drop.unit})"
    if drop.significant:
        return Verdict(code=NOT_HELD, line=f"{changed}: a drop beyond chance: not held")
    noticed = f"a drop of {100 * drop.detectable:.1f} points would have been noticed in 4 of 5 such runs"
    if drop.detectable > ASKED:
        asked = f"cannot decide about a drop of {100 * ASKED:g}: more tasks or --knows-trials show smaller ones"
        return Verdict(code=HELD, line=f"{changed}: no drop beyond chance: held, but {asked} ({noticed})")
    return Verdict(code=HELD, line=f"{changed}: no drop beyond chance: held ({noticed})")


def _errors(results: Mapping[str, Any], allowed: int) -> Verdict:
    errors = _count_errors(results)
    if not any(step["outcome"] in ("passed", "failed") for step in results["steps"] if step["scored"]):
        return Verdict(code=UNDECIDED, line=f"{counted(errors, 'step')} in error, and no step was decided")
    if errors > allowed:
        return Verdict(code=UNDECIDED, line=f"{counted(errors, 'step')} in error, more than {allowed}")
    return Verdict(code=HELD, line=f"{counted(errors, 'step')} in error, at most {allowed}: held")
