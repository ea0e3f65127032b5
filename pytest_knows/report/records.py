"""What reports carried home, task by task; after a crash, from steps.jsonl."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import at
from pytest_knows.errors import ConfigurationError
from pytest_knows.grading.loader import Rubric
from pytest_knows.report import results
from pytest_knows.report.results import TaskRecord

LOG = "steps.jsonl"


class Records:
    """Collects payloads; `load` gives a rubric by its folder."""

    def __init__(self, load: Callable[[Path], Rubric]) -> None:
        self._load = load
        self._records: dict[tuple[str, int], TaskRecord] = {}

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[TaskRecord]:
        return iter(self._records.values())

    def take(self, payload: Mapping[str, Any]) -> None:
        """Add what one item's report carries; a later report of the same step replaces an earlier one."""
        key = payload["task_id"], payload["trial"]
        if key not in self._records:
            rubric = self._load(Path(payload["rubric"]))
            self._records[key] = TaskRecord(rubric=rubric, info=rubric.task(key[0]), trial=key[1])
        record = self._records[key]
        record.run.update(payload["run"])
        if "step" in payload:
            record.results[payload["step"]] = payload["result"]


def rebuild(out: Path) -> dict[str, Any]:
    """The results of a run folder: its results.json, or made from steps.jsonl where a crash left none or an old one.

    A run that died and was begun again in the folder (`--knows-resume`) has one log; its last words on a step count.
    Raises `ConfigurationError` if the folder has neither.
    """
    if _written(out / results.FILE) >= _written(out / LOG) > 0 or not (out / LOG).exists():
        return results.read(out)
    records = Records(_loader())
    for payload in log_of(out):
        records.take(payload)
    if not len(records):
        raise ConfigurationError(f"{out}: no {results.FILE}, and no step in {LOG}: nothing was graded there")
    run = _run_file(out)
    versions = {name: run.get(name) for name in ("plugin", "benchmark", "dataset", "judge")}
    return results.build(records, run=run, versions=versions)


def _written(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def _loader() -> Callable[[Path], Rubric]:
    loaded: dict[Path, Rubric] = {}

    def load(folder: Path) -> Rubric:
        if folder not in loaded:
            loaded[folder] = Rubric.load(folder)
        return loaded[folder]

    return load


def log_of(out: Path) -> Iterator[dict[str, Any]]:
    """The entries of a run's log, if there is one; its last line may be cut off. Raises `ConfigurationError`."""
    path = out / LOG
    try:
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")  # U+2028 may stand within a line
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            entry["task_id"], entry["trial"], entry["rubric"], entry["run"]
        except (ValueError, KeyError, TypeError) as error:
            if number == len(lines):
                return
            raise ConfigurationError(f"{path}, line {number}: not an entry of {LOG}: {error}") from error
        yield entry


def _run_file(out: Path) -> dict[str, Any]:
    try:
        content = json.loads((out / "run.json").read_bytes())
    except (OSError, ValueError):
        content = {}
    known = content if isinstance(content, dict) else {}
    if at(known, "plugin") is None:
        raise ConfigurationError(
            f"{out / 'run.json'} is missing or damaged: under which conditions the run was is lost"
        )
    return known
