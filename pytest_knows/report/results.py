"""results.json: everything that reports, gates and later runs read (CONTRACTS.md, schema version 1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_knows import metrics, variation
from pytest_knows.errors import ConfigurationError
from pytest_knows.files import write_atomically
from pytest_knows.grading.loader import Rubric
from pytest_knows.grading.steps import Step
from pytest_knows.tasks.model import TaskInfo

SCHEMA = 1
FILE = "results.json"


@dataclass(slots=True, kw_only=True)
class TaskRecord:
    """What became known of one task and trial: `run` is the episode's account, `results` graded results by slug."""

    rubric: Rubric
    info: TaskInfo
    trial: int
    run: dict[str, Any] = field(default_factory=dict)
    results: dict[str, dict[str, Any]] = field(default_factory=dict)


def build(records: Iterable[TaskRecord], *, run: Mapping[str, Any], versions: Mapping[str, Any]) -> dict[str, Any]:
    """The content of results.json. Volatile values stand under `run` only."""
    ordered = sorted(records, key=lambda record: (record.info.family, record.info.instance, record.trial))
    steps = [_step(record, step) for record in ordered for step in record.rubric.steps(record.info.instance)]
    by_task: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for step in steps:
        by_task.setdefault((step["task_id"], step["trial"]), []).append(step)
    tasks = [_task(record, by_task[record.info.task_id, record.trial]) for record in ordered]
    return {
        "schema": SCHEMA,
        "run": {**run, "episodes": [_volatile(record) for record in ordered]},
        "versions": {
            **versions,
            "rubrics": {record.info.family: record.rubric.sha256 for record in ordered},
        },
        "metrics": metrics.compute(tasks, steps),
        "variation": variation.compute(tasks, steps),
        "tasks": tasks,
        "steps": steps,
    }


def _step(record: TaskRecord, step: Step) -> dict[str, Any]:
    found = record.results.get(step.slug)
    differences = record.rubric.differences
    differs, ids = differences.of(record.info.instance, step.slug) if differences else (None, [])
    return {
        "id": step_id(record, step),
        "task_id": record.info.task_id,
        "trial": record.trial,
        "checkpoint": step.checkpoint,
        "position": step.position,
        "slug": step.slug,
        "title": step.title,
        "published": step.published,
        "category": step.category,
        "judge_primary": step.judge_primary,
        "scored": step.scored,
        "max": _number(step.max),
        "points": _number(found["points"]) if found else 0,
        "highest": _number(found["highest"]) if found else _number(step.max),
        "outcome": found["outcome"] if found else "not_selected",
        "mechanism": found["mechanism"] if found else "not_graded",
        "reason": found["reason"] if found else "",
        "need": found["need"] if found else "",
        "mend": found["mend"] if found else "",
        "items": found["items"] if found else [],
        "evidence": found["evidence"] if found else [],
        "differs": differs,
        "differences": ids,
    }


def step_id(record: TaskRecord, step: Step) -> str:
    """The pytest node id of the step, which can be pasted on a command line."""
    label = record.info.task_id if record.trial == 1 else f"{record.info.task_id}-t{record.trial}"
    return f"{record.run.get('module', f'rubrics/{record.info.family}/rubric.py')}::{step.id}[{label}]"


def _task(record: TaskRecord, steps: list[dict[str, Any]]) -> dict[str, Any]:
    info = record.info
    scored = [step for step in steps if step["scored"]]
    return {
        "task_id": info.task_id,
        "short_id": info.short_id,
        "family": info.family,
        "instance": info.instance,
        "artifact": info.kind.app,
        "group": info.group,
        "domain": info.domain,
        "trial": record.trial,
        "state": record.run.get("state", "attempted"),
        "cause": record.run.get("cause"),
        "interface": record.run.get("interface"),
        "isolation": record.run.get("isolation"),
        "step_budget": record.run.get("step_budget"),
        "trace": record.run.get("trace"),
        "renderer": record.run.get("renderer"),
        "snapshot_sha256": record.run.get("snapshot_sha256"),
        "partial": any(step["outcome"] == "not_selected" for step in scored),
        "points": [_number(sum(step["points"] for step in scored)), _number(sum(step["highest"] for step in scored))],
        "max": _number(sum(step["max"] for step in scored)),
    }


def _volatile(record: TaskRecord) -> dict[str, Any]:
    """What differs between two grades of one snapshot, or is an account of the run: kept out of the compared part."""
    names = ("duration_s", "cost_usd", "error", "folder")
    return {
        "task_id": record.info.task_id,
        "trial": record.trial,
        **{name: record.run.get(name) for name in names},
    }


def _number(value: float) -> float | int:
    """Whole numbers as int, others with at most 6 digits."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def write(path: Path, results: Mapping[str, Any]) -> None:
    """Write results.json atomically, keys in the documented order, UTF-8; a path's lone surrogates are escaped."""
    content = json.dumps(results, ensure_ascii=False, indent=1) + "\n"
    write_atomically(path, content.encode("utf-8", "backslashreplace"))


def read(path: Path) -> dict[str, Any]:
    """Read a results.json (or the one in a run folder); raises `ConfigurationError` saying what is wrong with it."""
    path = path / FILE if path.is_dir() else path
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigurationError(f"{path}: there is no such run folder or file") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: not a results.json of pytest-knows: {error}") from error
    return check(content, path)


def check(content: Any, path: Path) -> dict[str, Any]:
    """`content` if it has the parts of a results.json; raises `ConfigurationError` naming the file."""
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise ConfigurationError(f"{path}: not a results.json of schema {SCHEMA}")
    parts = (("tasks", list), ("steps", list), ("versions", dict))
    if not all(isinstance(content.get(key), kind) for key, kind in parts):
        raise ConfigurationError(f"{path}: results.json without tasks, steps or versions")
    return content
