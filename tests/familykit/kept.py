"""With KNOWS_KEEP_EPISODES=DIR, episodes that a family's tests grade are kept there with our results, as a run folder
that `pytest-knows reference` reads: the official evaluators see the very artifacts that our tests build. The gold data
that the tests made is kept in DIR/gold. KNOWS_KEEP_AT_MOST=N stops after N of a task."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import KnowsError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.files import write_atomically
from pytest_knows.grading import Rubric
from pytest_knows.scoring import StepResult

VARIABLE, LIMIT = "KNOWS_KEEP_EPISODES", "KNOWS_KEEP_AT_MOST"


def keep(
    rubric: Rubric, snapshot: Snapshot, results: Mapping[str, StepResult], gold: GoldArchive | None = None
) -> None:
    """Copy the episode; its trial tells it from the others of its task. Does nothing without the variable, and for an
    episode that was changed in memory only."""
    place = os.environ.get(VARIABLE)
    if not place or type(snapshot) is not Snapshot:
        return
    info = rubric.tasks[snapshot.json("task.json")["instance"] - 1]
    folder, trial = _fresh(Path(place) / "episodes" / info.task_id)
    if trial > int(os.environ.get(LIMIT) or trial):
        folder.rmdir()
        return
    shutil.copytree(snapshot.root, folder, dirs_exist_ok=True)
    _keep_gold(Path(place) / "gold", rubric.family, gold)
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


def _keep_gold(folder: Path, family: str, gold: GoldArchive | None) -> None:
    """The first version of each member: tests that damage one come after those of the full score."""
    try:
        members = gold.members if gold else None
        for name in members.names if members else ():
            if name.startswith(f"{family}/") and not name.endswith("/") and not (folder / name).exists():
                write_atomically(folder / name, members.read(name))
    except KnowsError:
        return  # a test of an archive that cannot be read


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
