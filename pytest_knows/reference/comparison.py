"""The official verdict beside ours, step by step, with the reasons that we know of where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_knows.reference.reasons import Reasons
from pytest_knows.reference.relay import JUDGE
from pytest_knows.reference.verdict import ReferenceStep, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A step on which the verdicts differ; `ours` is a step of results.json. Without `ids` nothing explains it."""

    ours: Mapping[str, Any]
    theirs: ReferenceStep
    ids: tuple[str, ...]

    def __str__(self) -> str:
        ids = ", ".join(self.ids) or "UNEXPLAINED"
        return f"{self.theirs.published} {self.theirs.title}: {self.ours['outcome']} / {self.theirs.word}: {ids}"

    def as_json(self) -> dict[str, Any]:
        return {
            "slug": self.ours["slug"],
            "published": self.theirs.published,
            "ours": self.ours["outcome"],
            "reference": self.theirs.word,
            "reason": self.ours["reason"],
            "account": self.theirs.account,
            "ids": list(self.ids),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One episode. `open` are the published steps that we left ungraded or in error, or that hang on a judge whom the
    official evaluator could not ask: no two verdicts to compare."""

    task: Mapping[str, Any]
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    agreed: int = 0
    open: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    """Published numbers that only one of the two has."""

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if not one.ids)

    def as_json(self) -> dict[str, Any]:
        return {
            "task_id": self.task["task_id"],
            "trial": self.task["trial"],
            "points": self.task["points"],
            "max": self.task["max"],
            "reference": {
                "points": self.verdict.points,
                "max": self.verdict.maximum,
                "crash": self.verdict.crash,
                "gaps": list(self.verdict.gaps),
                "checkpoints": [list(one) for one in self.verdict.checkpoints],
            },
            "agreed": self.agreed,
            "open": list(self.open),
            "unmatched": list(self.unmatched),
            "differences": [one.as_json() for one in self.differences],
        }


def compare(
    task: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], verdict: Verdict, reasons: Reasons
) -> Compared:
    """`task` and `steps` are those of results.json. Several of our steps may stand for one published step: it passed
    if all of them did."""
    if not verdict.crash and verdict.maximum != task["max"]:
        # Evaluators that catch their own exceptions score "0/1" for an error.
        account = "; ".join(step.account for step in verdict.steps[:1])
        crash = f"it scored {verdict.points:g} of {verdict.maximum:g}, not of {task['max']:g} points: {account[:200]}"
        verdict = replace(verdict, points=None, maximum=None, crash=crash)
    if verdict.crash:
        return Compared(task=task, verdict=verdict)
    ours: dict[str, list[Mapping[str, Any]]] = {}
    for step in steps:
        if step["scored"] and step["published"]:
            ours.setdefault(step["published"], []).append(step)
    theirs = {step.published: step for step in verdict.steps}
    both = [number for number in ours if number in theirs]
    unasked = any(gap.startswith(JUDGE) for gap in verdict.gaps)
    open_ = tuple(number for number in both if any(_is_open(step, unasked) for step in ours[number]))
    decided = [number for number in both if number not in open_]
    differences = tuple(
        _difference(ours[number], theirs[number], reasons)
        for number in decided
        if all(step["outcome"] == "passed" for step in ours[number]) != theirs[number].passed
    )
    return Compared(
        task=task,
        verdict=verdict,
        differences=differences,
        agreed=len(decided) - len(differences),
        open=open_,
        unmatched=tuple(sorted(set(ours) ^ set(theirs), key=_order)),
    )


def _is_open(step: Mapping[str, Any], unasked: bool) -> bool:
    """Nothing to compare: we did not decide it, or the official evaluator could not ask its judge about it."""
    judged = step["judge_primary"] or step["mechanism"] == "llm_vlm_judgement"
    return step["outcome"] not in ("passed", "failed") or (unasked and judged)


def _order(published: str) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in published.split(".")]


def _difference(steps: Sequence[Mapping[str, Any]], theirs: ReferenceStep, reasons: Reasons) -> Difference:
    telling = next((step for step in steps if step["outcome"] == "failed"), steps[0])
    ids = dict.fromkeys(one for step in steps for one in reasons(step["slug"]))
    return Difference(ours=telling, theirs=theirs, ids=tuple(ids))


def lines(found: Sequence[Compared]) -> Iterator[str]:
    """For a terminal: a line per episode, below it the steps on which the verdicts differ."""
    for one in found:
        low, high = one.task["points"]
        mine = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        yield f"{one.task['task_id']} t{one.task['trial']}: ours {mine} of {one.task['max']:g}, {_theirs(one.verdict)}"
        yield from (f"    gap: {gap}" for gap in one.verdict.gaps)
        yield from (f"    {difference}" for difference in one.differences)
    graded = [one for one in found if not one.verdict.crash]
    yield (
        f"{len(found)} episodes, {len(found) - len(graded)} of which crash the official evaluator; "
        f"{sum(one.agreed for one in graded)} steps agree, {sum(len(one.differences) for one in graded)} differ, "
        f"{sum(len(one.unexplained) for one in graded)} of them unexplained; "
        f"{sum(len(one.open) for one in graded)} are open in ours"
    )


def _theirs(verdict: Verdict) -> str:
    if verdict.crash:
        return f"the official evaluator crashed: {verdict.crash}"
    return f"reference {verdict.points:g} of {verdict.maximum:g}"
