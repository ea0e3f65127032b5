"""baseline.json: of a run's results only what a comparison needs, one line per task, fit to be committed.

{"schema": 1, "baseline": 1, "versions": {...}, "tasks": [
 {"task_id": ..., "trial": 1, "family": ..., ..., "steps": {"header_colour": ["passed", 5], ...}},
]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError
from pytest_knows.report.results import SCHEMA, check

_TASK = ("task_id", "trial", "family", "cause", "interface", "step_budget", "snapshot_sha256", "partial")


def compact(results: Mapping[str, Any]) -> str:
    """The content of baseline.json."""
    scored: dict[tuple[str, int], dict[str, list[Any]]] = {}
    for step in results["steps"]:
        if step["scored"]:
            own = scored.setdefault((step["task_id"], step["trial"]), {})
            own[step["slug"]] = [step["outcome"], step["points"]]
    costs = {(e["task_id"], e["trial"]): e.get("cost_usd") for e in results["run"].get("episodes", [])}
    tasks = []
    for task in results["tasks"]:
        key = task["task_id"], task["trial"]
        cost = {} if costs.get(key) is None else {"cost_usd": costs[key]}  # --knows-dry-run goes by it
        tasks.append({**{name: task.get(name) for name in _TASK}, **cost, "steps": scored.get(key, {})})
    versions = json.dumps(results["versions"], ensure_ascii=False, indent=1)
    lines = ",\n ".join(json.dumps(task, ensure_ascii=False) for task in tasks)
    return f'{{"schema": {SCHEMA}, "baseline": 1, "versions": {versions}, "tasks": [\n {lines}\n]}}\n'


def expanded(path: Path) -> dict[str, Any]:
    """What a comparison needs of a baseline.json or results.json; raises `ConfigurationError`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: neither a results.json nor a baseline.json: {error}") from error
    if isinstance(content, dict) and content.get("baseline") is not None:
        try:
            content = {**content, "steps": [step for task in content["tasks"] for step in _steps(task)]}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ConfigurationError(f"{path}: a baseline.json whose tasks are not as written: {error}") from error
    return check(content, path)


def _steps(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    key = {"task_id": task["task_id"], "trial": task["trial"], "scored": True}
    return [
        {**key, "slug": slug, "outcome": outcome, "points": points} for slug, (outcome, points) in task["steps"].items()
    ]
