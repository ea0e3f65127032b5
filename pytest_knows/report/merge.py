"""Several run folders (shards, machines) into one that can be reported, compared and graded again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_knows import metrics, variation
from pytest_knows.episode.jsonfile import write_json
from pytest_knows.episode.store import run_with_episodes
from pytest_knows.errors import ConfigurationError
from pytest_knows.files import write_atomically
from pytest_knows.report import results
from pytest_knows.report.records import LOG, rebuild

_CONDITIONS = ("dataset", "judge", "benchmark", "plugin")
_BY_CONTENT = ("answers", "pages")
"""Folders of a run whose files are named by what they hold: those of several runs can lie side by side."""


def merge(runs: Sequence[Path], out: Path) -> dict[str, Any]:
    """Write results.json, the logs and all episodes into `out` (new or empty); the results.

    Raises `ConfigurationError` if a run has no results, if two have the same task and trial, or were made under
    different conditions (task texts, judge, versions, rubrics).
    """
    if out.exists() and any(out.iterdir()):
        raise ConfigurationError(f"{out} is not empty; name a new folder")
    found = [(run, rebuild(run)) for run in runs]
    _check_conditions(found)
    _check_disjoint(found)
    out.mkdir(parents=True, exist_ok=True, mode=0o700)
    merged = _merged([content for _, content in found])
    for run, _ in found:
        _copy(run, out)
    _write_run_file(out, merged)
    results.write(out / results.FILE, merged)
    return merged


def _check_conditions(found: Sequence[tuple[Path, Mapping[str, Any]]]) -> None:
    first, reference = found[0]
    rubrics: dict[str, tuple[Path, str]] = {}
    for run, content in found:
        for name in _CONDITIONS:
            if content["versions"].get(name) != reference["versions"].get(name):
                raise ConfigurationError(
                    f"{first} and {run} cannot be merged: {name} is {reference['versions'].get(name)} and "
                    f"{content['versions'].get(name)}"
                )
        for family, sha256 in content["versions"]["rubrics"].items():
            other, known = rubrics.setdefault(family, (run, sha256))
            if known != sha256:
                raise ConfigurationError(f"{other} and {run} graded {family} by different rubrics; grade one again")


def _check_disjoint(found: Sequence[tuple[Path, Mapping[str, Any]]]) -> None:
    owners: dict[tuple[str, int], Path] = {}
    for run, content in found:
        for key in {(task["task_id"], task["trial"]): None for task in content["tasks"]}:
            if key in owners:
                raise ConfigurationError(f"{key[0]} (trial {key[1]}) is in {owners[key]} and in {run}")
            owners[key] = run


def _merged(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    tasks = sorted((task for part in parts for task in part["tasks"]), key=_order)
    by_task: dict[tuple[str, int], list[Any]] = {}
    for step in (step for part in parts for step in part["steps"]):
        by_task.setdefault((step["task_id"], step["trial"]), []).append(step)
    steps = [step for task in tasks for step in by_task.get((task["task_id"], task["trial"]), [])]
    families = {family: sha for part in parts for family, sha in part["versions"]["rubrics"].items()}
    return {
        "schema": results.SCHEMA,
        "run": _run([part["run"] for part in parts]),
        "versions": {**parts[0]["versions"], "rubrics": families},
        "metrics": metrics.compute(tasks, steps),
        "variation": variation.compute(tasks, steps),
        "tasks": tasks,
        "steps": steps,
    }


def _order(task: Mapping[str, Any]) -> tuple[str, int, int]:
    return task["family"], task["instance"], task["trial"]


def _run(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The first run's account, with the episodes of all; an episode lies below its run's folder."""
    episodes = [entry for run in runs for entry in run.get("episodes", [])]
    episodes = [{**entry, "folder": _own_folder(entry)} for entry in episodes]
    return {**runs[0], "merged": len(runs), "episodes": episodes}


def _own_folder(entry: Mapping[str, Any]) -> str | None:
    folder = entry.get("folder")
    return None if folder is None else "/".join(["episodes", *str(folder).replace(os.sep, "/").split("/")[-2:]])


def _copy(run: Path, out: Path) -> None:
    shutil.copytree(run_with_episodes(run) / "episodes", out / "episodes", dirs_exist_ok=True)
    for name in _BY_CONTENT:
        if (run / name).is_dir():
            shutil.copytree(run / name, out / name, dirs_exist_ok=True)
    for name in (LOG, "tasks.jsonl"):
        _append(run / name, out / name)


def _append(source: Path, target: Path) -> None:
    """Lines that the target does not have yet: two runs may have graded trials of one task, and both have its text."""
    if source.exists():
        known = target.read_bytes().split(b"\n") if target.exists() else []
        lines = dict.fromkeys([*known, *source.read_bytes().split(b"\n")])
        write_atomically(target, b"\n".join(line for line in lines if line) + b"\n")


def _write_run_file(out: Path, merged: Mapping[str, Any]) -> None:
    """What a regrade or a resume reads of a run."""
    run = {name: value for name, value in merged["run"].items() if name != "episodes"}
    tasks = sorted({task["task_id"] for task in merged["tasks"]})
    trials = max((task["trial"] for task in merged["tasks"]), default=1)
    conditions = {name: merged["versions"].get(name) for name in _CONDITIONS}
    write_json(out / "run.json", {"schema": 1, **run, **conditions, "regrade": None, "tasks": tasks, "trials": trials})
