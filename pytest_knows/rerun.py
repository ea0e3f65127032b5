"""--knows-rerun: fill the gaps of a run in its own folder; what is complete is neither run nor graded again.

errors        tasks with a step in error are graded again; run again if the Workspace or a worker failed under the agent
agent-errors  tasks whose agent broke, ran out of time or was killed are run again
ungraded      tasks with ungraded steps are graded again, with the judge, gold data, prices that are given now
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.agents.model import Cause
from pytest_knows.episode.store import EpisodeStore

_WORLD = frozenset({Cause.WORKSPACE_ERROR, Cause.WORKER_DIED})
_AGENT = frozenset({Cause.AGENT_ERROR, Cause.TIMEOUT, Cause.KILLED, Cause.SIGN_IN_LOST})
_RUN_AGAIN = {"errors": _WORLD, "agent-errors": _AGENT, "ungraded": frozenset[Cause]()}
_OUTCOMES = {"errors": "error", "ungraded": "ungraded"}


def gaps(results: Mapping[str, Any], kind: str) -> list[str]:
    """The ids of the tasks with such gaps, in the order of the results."""
    causes = {task["task_id"] for task in results["tasks"] if task["cause"] in _RUN_AGAIN[kind]}
    outcome = _OUTCOMES.get(kind)
    steps = {step["task_id"] for step in results["steps"] if step["scored"] and step["outcome"] == outcome}
    return list(dict.fromkeys(task["task_id"] for task in results["tasks"] if task["task_id"] in causes | steps))


def set_aside(out: Path, results: Mapping[str, Any], kind: str) -> int:
    """Make way for episodes that are to be run again; what they were stays beside, as `t1.before-1`. How many."""
    store, moved = EpisodeStore(out), 0
    for task in results["tasks"]:
        folder = store.path(task["task_id"], task["trial"])
        if task["cause"] in _RUN_AGAIN[kind] and folder.exists():
            number = 1 + len(list(folder.parent.glob(f"{folder.name}.before-*")))
            folder.rename(folder.with_name(f"{folder.name}.before-{number}"))
            moved += 1
    return moved
