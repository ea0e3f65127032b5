"""Two runs side by side, step by step: what became better, worse or undecided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.report.baseline import Baseline, Change, common, compare
from pytest_knows.report.gate import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A step whose outcome or points differ between two runs (both as in results.json)."""

    step: Mapping[str, Any]
    old: Mapping[str, Any]
    change: Change

    def __str__(self) -> str:
        before, after = (f"{step['outcome']} {step['points']:g}" for step in (self.old, self.step))
        return f"{self.change.value}: {self.step['id']}: {before} -> {after}: {self.step.get('reason', '')}".rstrip(
            ": "
        )


def differences(baseline: Baseline, results: Mapping[str, Any]) -> list[Difference]:
    """Regressions first, then what one run did not decide, then improvements; within these in the order of the run."""
    order = [Change.REGRESSED, Change.NOT_COMPARABLE, Change.IMPROVED]
    found = list(_differing(baseline, results))
    return sorted(found, key=lambda difference: order.index(difference.change))


def _differing(baseline: Baseline, results: Mapping[str, Any]) -> Iterator[Difference]:
    for step, old in common(baseline, results):
        if old is None:
            continue
        change = compare(old, step)
        same_gap = change is Change.NOT_COMPARABLE and old["outcome"] == step["outcome"]
        if change is not Change.SAME and not same_gap and step["outcome"] != "not_selected":
            yield Difference(step=step, old=old, change=change)


def report(verdicts: Sequence[Verdict], found: Sequence[Difference], limit: int | None = None) -> list[str]:
    """Lines of plain text: what the gate says, then the differing steps (at most `limit`)."""
    lines = [verdict.line for verdict in verdicts]
    shown = found if limit is None else found[:limit]
    lines += [str(difference) for difference in shown]
    hidden = len(found) - len(shown)
    return [*lines, f"and {hidden} more"] if hidden else lines
