"""--knows-dry-run: what a run would do and may cost, without doing it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from pytest_knows.artifact.lenient import entries
from pytest_knows.counted import counted

if TYPE_CHECKING:
    from pytest_knows.collection import StepItem
    from pytest_knows.session import KnowsSession


def preview(knows: KnowsSession, items: Sequence[pytest.Item]) -> list[str]:
    """Lines of plain text about the selected items."""
    from pytest_knows.collection import KnowsItem, StepItem

    own = [item for item in items if isinstance(item, KnowsItem)]
    steps = [item for item in own if isinstance(item, StepItem) and item.step.scored]
    episodes = sorted({(item.info.task_id, item.trial) for item in own})
    frozen = [key for key in episodes if _frozen(knows, *key)]
    new = len(episodes) - len(frozen)
    points = sum(item.step.max for item in steps)
    graded = f"{counted(len(steps), 'step')}, {points:g} points"
    return [
        f"dry run: {counted(new, 'episode')} to be run, {len(frozen)} frozen; {graded}",
        _agent_cost(knows, new),
        _judge(knows, steps),
        *_needs(steps),
        "nothing was run, started or written",
    ]


def _frozen(knows: KnowsSession, task_id: str, trial: int) -> bool:
    from pytest_knows.episode.store import EpisodeStore, run_with_episodes

    settings = knows.settings
    folder = run_with_episodes(settings.regrade) if settings.regrade else settings.resume
    return folder is not None and EpisodeStore(folder).open(task_id, trial).state == "frozen"


def _agent_cost(knows: KnowsSession, new: int) -> str:
    """By what the agent reported in the run that is compared with or gone on with."""
    from pytest_knows.report.records import LOG, rebuild

    settings = knows.settings
    results: dict[str, Any] = {}
    if knows.baseline is not None:
        results = dict(knows.baseline.results)
    elif settings.resume and (settings.resume / LOG).exists():
        results = rebuild(settings.resume)
    of_a_run, of_a_baseline = entries(results, "run", "episodes"), entries(results, "tasks")
    known = [entry.get("cost_usd") for entry in [*of_a_run, *of_a_baseline]]
    costs = [cost for cost in known if isinstance(cost, int | float)]
    limit = f"; no new episode beyond USD {settings.budget:g}" if settings.budget else ""
    if not costs or not new:
        return f"agent: {'nothing to run' if not new else 'cost unknown, no earlier run to go by'}{limit}"
    each = fmean(costs)
    return f"agent: about USD {new * each:.2f}, at {each:.2f} for a task as in an earlier run{limit}"


def _judge(knows: KnowsSession, steps: Sequence[StepItem]) -> str:
    surely = sum(item.step.judge_primary for item in steps)
    maybe = sum("judge" in item.step.needs for item in steps) - surely
    settings = knows.settings
    if settings.judge is None:
        most = counted(surely + max(0, maybe), "step")
        return f"judge: none; up to {most} may be ungraded for want of one (--knows-judge)"
    asked = settings.judge_votes * len(settings.judge.split(","))
    limit = f"; at most USD {settings.judge_budget:g}" if settings.judge_budget else ""
    return (
        f"judge: {settings.judge}, {counted(asked, 'vote')}: at least one question in {counted(surely, 'step')}, "
        f"perhaps in {max(0, maybe)} more{limit}; kept answers cost nothing"
    )


def _needs(steps: Sequence[StepItem]) -> list[str]:
    words = {"web": "recorded web pages", "gold": "gold data", "assets": "source assets"}
    found = {need: sum(need in item.step.needs for item in steps) for need in words}
    return [f"{counted(count, 'step')} may need {words[need]}" for need, count in found.items() if count]
