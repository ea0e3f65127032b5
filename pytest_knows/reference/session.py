"""A run's frozen episodes, each graded by its official evaluator, compared with our results."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_knows.collection import shipped_rubrics
from pytest_knows.episode.snapshot import MANIFEST, Snapshot
from pytest_knows.errors import ConfigurationError, KnowsError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.files import write_atomically
from pytest_knows.reference.comparison import Compared, compare
from pytest_knows.reference.evaluator import SECONDS, Evaluator
from pytest_knows.reference.frozen import visited, world_of, write_targets
from pytest_knows.reference.reasons import reasons_of
from pytest_knows.reference.relay import Judge, Relay
from pytest_knows.reference.verdict import Verdict

FILE = "reference.json"
WORK = "reference"
"""Folder of the run in which each evaluator works; its output stays there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """`results` are those of the run folder `run`; `python` is the environment's, `jobs` evaluators run at once."""

    run: Path
    results: Mapping[str, Any]
    python: Path
    gold: GoldArchive | None = None
    judge: Judge | None = None
    seconds: float = SECONDS
    jobs: int = 1
    _guard: threading.Lock = field(default_factory=threading.Lock)
    _locks: dict[tuple[str, int], threading.Lock] = field(default_factory=dict)

    def compare(self, chosen: Sequence[str]) -> Iterator[Compared]:
        """In the run's order, as they are done, written to reference.json; `chosen` names tasks, none means all."""
        tasks = [task for task in self.results["tasks"] if not chosen or task["task_id"] in chosen]
        if not tasks:
            raise ConfigurationError(f"{self.run} has no such task: {', '.join(chosen)}")
        found = []
        with ThreadPoolExecutor(self.jobs) as pool:
            for one in pool.map(self._one, tasks):
                found.append(one.as_json())
                write_atomically(self.run / FILE, json.dumps(found, indent=1, ensure_ascii=False).encode())
                yield one

    def _one(self, task: Mapping[str, Any]) -> Compared:
        steps = [
            step
            for step in self.results["steps"]
            if (step["task_id"], step["trial"]) == (task["task_id"], task["trial"])
        ]
        try:
            verdict = self._verdict(task)
        except KnowsError as error:  # of this episode; the others go on
            verdict = Verdict(crash=f"not run: {error}")
        return compare(task, steps, verdict, reasons_of(shipped_rubrics() / task["family"], task["instance"]))

    def _verdict(self, task: Mapping[str, Any]) -> Verdict:
        episode = self._episode(task)
        snapshot = Snapshot(episode)
        work = self.run / WORK / f"{task['task_id']}-t{task['trial']}"
        if work.exists():
            work.rename(work.with_name(f"{work.name}-{time.time_ns()}"))
        evaluator = Evaluator(
            python=self.python,
            family=task["family"],
            instance=task["instance"],
            targets=write_targets(snapshot),
            seconds=self.seconds,
        )
        with (
            self._alone(task),
            world_of(episode, self.gold, self.judge) as (world, file_id),
            Relay(world=world) as relay,
        ):
            verdict = evaluator.run(work, relay, file_id, visited(snapshot))
        shutil.rmtree(work / "data", ignore_errors=True)  # the gold data that it unpacked
        return verdict

    @contextmanager
    def _alone(self, task: Mapping[str, Any]) -> Iterator[None]:
        """One evaluator of an instance at a time: it works in folders beside its own code."""
        with self._guard:
            lock = self._locks.setdefault((task["family"], task["instance"]), threading.Lock())
        with lock:
            yield

    def _episode(self, task: Mapping[str, Any]) -> Path:
        """Where the frozen episode lies: here, or in the run that this one grades again."""
        for entry in self.results["run"].get("episodes", ()):
            if (entry.get("task_id"), entry.get("trial")) == (task["task_id"], task["trial"]) and entry.get("folder"):
                folder: Path = self.run / entry["folder"]
                if (folder / MANIFEST).is_file():
                    return folder
        raise ConfigurationError(f"{self.run} has no frozen episode of {task['task_id']}, trial {task['trial']}")
