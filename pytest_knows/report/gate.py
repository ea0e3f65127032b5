"""The CI gate: what turns the exit code red, and on nothing else.

0 the gate held; 1 it did not; 3 too many errors to say, or nothing comparable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.report.baseline import Baseline, Change, changes

HELD, NOT_HELD, UNDECIDED = 0, 1, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One rule of the gate, applied: its exit code and the line that says why."""

    code: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The gate's options."""

    fail_under: Sequence[tuple[str, float]] = ()
    baseline: Baseline | None = None
    max_regressions: int = 0
    max_errors: int | None = None


def decide(results: Mapping[str, Any], rules: Rules) -> list[Verdict]:
    """One verdict per rule in force; the gate's exit code is `exit_code` of them."""
    verdicts = [_threshold(results, metric, limit) for metric, limit in rules.fail_under]
    if rules.baseline is not None:
        verdicts.append(_regressions(results, rules.baseline, rules.max_regressions))
    if rules.max_errors is not None:
        verdicts.append(_errors(results, rules.max_errors))
    return verdicts


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """A rule that failed outweighs one that could not be decided."""
    codes = {verdict.code for verdict in verdicts}
    return NOT_HELD if NOT_HELD in codes else UNDECIDED if UNDECIDED in codes else HELD


def _count_errors(results: Mapping[str, Any]) -> int:
    return sum(step["outcome"] == "error" for step in results["steps"] if step["scored"])


def _threshold(results: Mapping[str, Any], metric: str, limit: float) -> Verdict:
    figures = results["metrics"]["strict"].get("overall")
    if figures is None:
        return Verdict(code=UNDECIDED, line=f"{metric} >= {limit:g}: no task was graded in full")
    low, high = figures[metric]
    shown = f"{metric} {low:g}" if low == high else f"{metric} between {low:g} and {high:g}"
    if low >= limit:
        return Verdict(code=HELD, line=f"{shown}, at least {limit:g}: held")
    if high < limit:
        return Verdict(code=NOT_HELD, line=f"{shown}, below {limit:g}: not held")
    if errors := _count_errors(results):
        return Verdict(code=UNDECIDED, line=f"{shown}, {limit:g} lies between: {errors} steps in error leave it open")
    return Verdict(code=NOT_HELD, line=f"{shown}, {limit:g} lies between: not held while steps are ungraded")


def _regressions(results: Mapping[str, Any], baseline: Baseline, allowed: int) -> Verdict:
    if reason := baseline.mismatch(results):
        return Verdict(code=UNDECIDED, line=f"baseline {baseline.path.name}: not comparable: {reason}")
    found = changes(baseline, results)
    worse = sorted(step for step, change in found.items() if change is Change.REGRESSED)
    better = sum(change is Change.IMPROVED for change in found.values())
    compared = sum(change is not Change.NOT_COMPARABLE for change in found.values())
    if not compared:
        return Verdict(code=UNDECIDED, line=f"baseline {baseline.path.name}: no step could be compared")
    shown = f"baseline {baseline.path.name}: {len(worse)} regressions, {better} improvements in {compared} steps"
    if len(worse) > allowed:
        return Verdict(code=NOT_HELD, line=f"{shown}, more than {allowed}: not held ({', '.join(worse[:3])})")
    return Verdict(code=HELD, line=f"{shown}: held")


def _errors(results: Mapping[str, Any], allowed: int) -> Verdict:
    errors = _count_errors(results)
    if not any(step["outcome"] in ("passed", "failed") for step in results["steps"] if step["scored"]):
        return Verdict(code=UNDECIDED, line=f"{errors} steps in error, and no step was decided")
    if errors > allowed:
        return Verdict(code=UNDECIDED, line=f"{errors} steps in error, more than {allowed}")
    return Verdict(code=HELD, line=f"{errors} steps in error, at most {allowed}: held")
