"""With KNOWS_KEEP_EPISODES=DIR, every episode that a family test grades is kept there with our results, as a run folder
that `pytest-knows reference` reads: the official evaluators see the very artifacts that our tests build."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.files import write_atomically
from pytest_knows.grading import Rubric
from pytest_knows.scoring import StepResult

VARIABLE = "KNOWS_KEEP_EPISODES"


def keep(rubric: Rubric, snapshot: Snapshot, results: Mapping[str, StepResult]) -> None:
    """Copy the episode; its trial tells it from the others of its task. Does nothing without the variable."""
    place = os.environ.get(VARIABLE)
    if not place:
        return
    info = rubric.tasks[snapshot.json("task.json")["instance"] - 1]
    folder, trial = _fresh(Path(place) / "episodes" / info.task_id)
    shutil.copytree(snapshot.root, folder, dirs_exist_ok=True)
    known = {"task_id": info.task_id, "trial": trial}
    steps = [
        known | {"slug": step.slug, "published": step.published, "scored": step.scored, "max": step.max,
                 "judge_primary": step.judge_primary, "outcome": results[step.slug].outcome.value,
                 "points": results[step.slug].points, "reason": results[step.slug].reason,
                 "mechanism": str(results[step.slug].mechanism)}
        for step in rubric.steps(info.instance)
    ]  # fmt: skip
    scored = [step for step in steps if step["scored"]]
    points = sum(step["points"] for step in scored)
    task = known | {
        "family": rubric.family, "instance": info.instance, "points": [points, points],
        "max": sum(step["max"] for step in scored), "test": os.environ.get("PYTEST_CURRENT_TEST", ""),
    }  # fmt: skip
    write_atomically(folder.parent / f"{folder.name}.json", json.dumps({"task": task, "steps": steps}).encode())


def _fresh(parent: Path) -> tuple[Path, int]:
    trial = 1
    while True:
        folder = parent / f"t{trial}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            trial += 1
        else:
            return folder, trial


def gathered(place: Path) -> dict[str, Any]:
    """All that was kept, in the shape of results.json."""
    kept = [json.loads(path.read_bytes()) for path in sorted(place.glob("episodes/*/t*.json"))]
    episodes = [
        {"task_id": one["task"]["task_id"], "trial": one["task"]["trial"],
         "folder": f"episodes/{one['task']['task_id']}/t{one['task']['trial']}"}
        for one in kept
    ]  # fmt: skip
    return {
        "schema": 1,
        "run": {"episodes": episodes},
        "versions": {},
        "tasks": [one["task"] for one in kept],
        "steps": [step for one in kept for step in one["steps"]],
    }
