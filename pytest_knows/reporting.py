"""From a step's result to pytest's words: what is raised, what a report carries, what a baseline makes XFAIL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_knows.progress import RUN
from pytest_knows.scoring import Mechanism, Outcome, StepResult, one_line

if TYPE_CHECKING:
    from pytest_knows.collection import KnowsItem, RunItem, StepItem
    from pytest_knows.report.baseline import Baseline
    from pytest_knows.session import KnowsSession


ENDED_BY_ITSELF = ("finished", "gave_up")
"""Causes of a run that the agent brought to an end itself."""


class StepNotPassed(Exception):
    """Ends an item; `account` is what pytest shows in place of a traceback of ours."""

    def __init__(self, account: str) -> None:
        super().__init__(account.splitlines()[0])
        self.account = account


class StepFailure(StepNotPassed):
    """The agent's work does not satisfy the step."""


class StepInError(StepNotPassed):
    """The world failed: raised in setup, so that pytest counts an ERROR."""

    def __init__(self, item: StepItem) -> None:
        super().__init__(account(item))


class RunFailure(StepNotPassed):
    """The agent did not come to an end by itself."""


def account(item: StepItem) -> str:
    """The lines below a failed or erroneous step: reason, title, points, items that did not pass, a bug's traceback.

    pytest's short summary shows the first line behind the item's id: the reason, which the id does not say.
    """
    result = item.result
    lines = [
        result.reason or f"{result.outcome} without a reason",
        f"{item.info.task_id} {item.step.id}: {item.step.title}",
        f"{result.points:g} of {result.max:g} points, {result.outcome}, {result.mechanism}",
    ]
    lines += [
        f"  {entry.outcome}: {entry.name}" + (f" ({entry.reason})" if entry.reason else "")
        for entry in result.items
        if entry.outcome is not Outcome.PASSED
    ]
    lines += [f"evidence: {entry['label']}: {entry['value']}" for entry in result.evidence]
    return "\n".join(lines + ([result.details] if result.details else []))


def check_step(item: StepItem) -> None:
    """Raise or skip by the step's result; an information step never fails the run."""
    result = item.result
    if not item.step.scored and result.outcome is not Outcome.PASSED:
        pytest.skip(f"information only: {result.outcome}: {result.reason}")
    if result.outcome is Outcome.UNGRADED:
        pytest.skip(f"ungraded: {result.reason}")
    if result.outcome is not Outcome.PASSED:
        raise StepFailure(account(item))


def check_run(item: RunItem) -> None:
    """The run item fails if the agent broke, and passes if it finished or gave up; what it built is graded anyway."""
    run = item.knows.runs.account_of(item)
    cause, error = run["cause"], run.get("error") or ""
    if cause in ENDED_BY_ITSELF:
        return
    raise RunFailure(f"{item.info.task_id}: the agent's run ended with {cause}" + (f"\n{error}" if error else ""))


def payload(item: KnowsItem, call: pytest.CallInfo[None]) -> dict[str, Any] | None:
    """What a report carries home, also from an xdist worker: JSON values only."""
    from pytest_knows.collection import StepItem

    base = {"task_id": item.info.task_id, "trial": item.trial, "rubric": str(item.rubric.folder)}
    if isinstance(item, StepItem):
        if not hasattr(item, "result") and call.excinfo and call.excinfo.errisinstance(pytest.skip.Exception):
            return None  # a skip mark of the user's: the step is not selected
        result = getattr(item, "result", None) or _broken(item, call)
        episode = item.knows.runs.account_of(item)
        return {**base, "step": item.step.slug, "result": to_json(result), "run": episode}
    return {**base, "run": item.knows.runs.account_of(item)}


def _broken(item: StepItem, call: pytest.CallInfo[None]) -> StepResult:
    """An item that ended before it had a result: a usage error, a fixture of the user's, an interrupt."""
    reason = one_line(f"{call.excinfo.typename}: {call.excinfo.value}") if call.excinfo else "not graded"
    return StepResult(
        outcome=Outcome.ERROR, mechanism=Mechanism.EXECUTION_ERROR, points=0, max=item.step.max, reason=reason
    )


def lost_payload(knows: KnowsSession, nodeid: str, label: str, reason: str) -> dict[str, Any]:
    """What a report carries of an item that no worker could finish: `label` is what stands in its id's brackets."""
    task_id, trial = knows.selection.episode(label)
    rubric = knows.rubrics.load(knows.selection.folder(task_id))
    module, _, name = nodeid.partition("::")
    lost: dict[str, Any] = {"task_id": task_id, "trial": trial, "rubric": str(rubric.folder), "run": {"module": module}}
    if name.startswith(f"{RUN}["):
        return {**lost, "run": {"module": module, "state": "attempted", "cause": "worker_died", "error": reason}}
    step = next(s for s in rubric.steps(rubric.task(task_id).instance) if name == f"{s.id}[{label}]")
    result = StepResult(
        outcome=Outcome.ERROR, mechanism=Mechanism.EXECUTION_ERROR, points=0, max=step.max, reason=reason
    )
    return {**lost, "step": step.slug, "result": to_json(result)}


def to_json(result: StepResult) -> dict[str, Any]:
    """A result as plain JSON values."""
    return {
        "outcome": str(result.outcome),
        "mechanism": str(result.mechanism),
        "points": result.points,
        "max": result.max,
        "highest": result.bounds[1],
        "reason": result.reason,
        "items": [{"name": i.name, "outcome": str(i.outcome), "reason": i.reason, **i.place} for i in result.items],
        "evidence": [dict(entry) for entry in (*result.evidence, *result.places)],
        "need": result.need,
        "mend": result.mend,
    }


def properties(item: KnowsItem) -> list[tuple[str, str | float]]:
    """User properties for JUnit, pytest-html and dashboards: str and numbers only, so that xdist carries them."""
    from pytest_knows.collection import StepItem

    shown: list[tuple[str, str | float]] = [("knows_task", item.info.task_id), ("knows_trial", item.trial)]
    if isinstance(item, StepItem):
        result = getattr(item, "result", None)
        shown += [("knows_step", item.step.id), ("knows_category", item.step.category), ("knows_max", item.step.max)]
        if result is not None:
            shown += [
                ("knows_points", result.points),
                ("knows_outcome", str(result.outcome)),
                ("knows_mechanism", str(result.mechanism)),
                ("knows_reason", result.reason),
            ]
    return shown


def apply_baseline(baseline: Baseline, item: KnowsItem, report: pytest.TestReport) -> None:
    """A known failure becomes XFAIL, an improvement XPASS, so that only regressions are FAILED."""
    from pytest_knows.collection import StepItem

    if report.when != "call" or report.skipped:
        return
    if isinstance(item, StepItem):
        expected, reason = _expected_step(baseline, item)
    else:
        expected, reason = _expected_run(baseline, item)
    if expected:
        report.wasxfail = reason
        if report.failed:
            report.outcome = "skipped"


def _expected_step(baseline: Baseline, item: StepItem) -> tuple[bool, str]:
    """Whether the step is no regression but would be shown as one, or is an improvement; and the word for it."""
    from pytest_knows.report.baseline import Change, compare

    old = None
    if baseline.has_rubric(item.info.family, item.rubric.sha256):
        old = baseline.step(item.info.task_id, item.trial, item.step.slug)
    change = compare(old, to_json(item.result))
    if item.result.outcome is Outcome.PASSED:
        return change is Change.IMPROVED, "failed in the baseline"
    reasons = {
        Change.SAME: "failed in the baseline",
        Change.IMPROVED: "failed in the baseline with fewer points",
        Change.NOT_COMPARABLE: "not decided in the baseline, or graded by another rubric",
    }
    return change in reasons, reasons.get(change, "")


def _expected_run(baseline: Baseline, item: KnowsItem) -> tuple[bool, str]:
    old = baseline.task(item.info.task_id, item.trial)
    known = old is None or old.get("cause") not in ENDED_BY_ITSELF
    return known and item.knows.runs.account_of(item).get("cause") not in ENDED_BY_ITSELF, "no better in the baseline"
