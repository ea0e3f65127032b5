"""Comparing with an earlier run, step by step: known failures, regressions, improvements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from statistics import fmean
from typing import Any

from pytest_knows.errors import ConfigurationError
from pytest_knows.report.compact import expanded
from pytest_knows.report.drop import TaskPair
from pytest_knows.report.results import read

_DECIDED = frozenset({"passed", "failed"})


class Change(StrEnum):
    """What became of a step since the baseline. Outcomes are compared first, then exact points."""

    SAME = "same"
    REGRESSED = "regressed"
    IMPROVED = "improved"
    NOT_COMPARABLE = "not comparable"


def compare(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> Change:
    """Both are steps of results.json. What either run did not decide is not comparable: it is no regression."""
    if old is None or old["outcome"] not in _DECIDED or new["outcome"] not in _DECIDED:
        return Change.NOT_COMPARABLE
    before, after = ((step["outcome"] == "passed", step["points"]) for step in (old, new))
    if after == before:
        return Change.SAME
    return Change.IMPROVED if after > before else Change.REGRESSED


class Baseline:
    """A results.json to compare with."""

    def __init__(self, path: Path, results: Mapping[str, Any]) -> None:
        self.path = path
        self.results = results
        try:
            self._steps = {(s["task_id"], s["trial"], s["slug"]): s for s in results["steps"] if s["scored"]}
            self._tasks = {(t["task_id"], t["trial"]): t for t in results["tasks"]}
            self._rubrics: Mapping[str, str] = dict(results["versions"]["rubrics"])
        except (KeyError, TypeError, ValueError) as error:
            raise ConfigurationError(f"{path}: a results.json whose entries lack {error}") from error

    def __repr__(self) -> str:
        return f"Baseline({self.path.name})"

    @classmethod
    def load(cls, path: Path) -> Baseline:
        """From a results.json, a run folder or what `compact` wrote. Raises `ConfigurationError` if it is neither."""
        return cls(path, expanded(path) if path.is_file() else read(path))

    def step(self, task_id: str, trial: int, slug: str) -> Mapping[str, Any] | None:
        return self._steps.get((task_id, trial, slug))

    def task(self, task_id: str, trial: int) -> Mapping[str, Any] | None:
        return self._tasks.get((task_id, trial))

    def has_rubric(self, family: str, sha256: str) -> bool:
        """Whether the family was graded by the very same rubric; if not, it is left out of the comparison."""
        return self._rubrics.get(family) == sha256

    def check_partial(self, named: Iterable[str]) -> None:
        """Refuse a baseline with tasks graded in part, unless each of them is named by --knows-select."""
        partial = {t["task_id"] for t in self._tasks.values() if t.get("partial")} - set(named)
        if partial:
            raise ConfigurationError(
                f"--knows-baseline {self.path}: only some steps were selected of {', '.join(sorted(partial)[:5])}; "
                "use a full run as baseline, or name these tasks with --knows-select"
            )

    def mismatch(self, results: Mapping[str, Any]) -> str | None:
        """Why the two runs cannot be compared at all (another dataset, judge, interface, step budget), or None."""
        mine, theirs = self.results["versions"], results["versions"]
        for key, name in (("dataset", "task texts differ"), ("judge", "judge differs")):
            if mine.get(key) != theirs.get(key):
                return f"the {name}: {mine.get(key) or 'none'} in the baseline, {theirs.get(key) or 'none'} now"
        before, now = (_trials(run["tasks"], results["tasks"]) for run in (self.results, results))
        if before and before != now:
            return f"trials: {before} per task in the baseline, {now} now"
        for task in results["tasks"]:
            old = self.task(task["task_id"], task["trial"])
            for key in ("interface", "step_budget"):
                if old is not None and old.get(key) != task.get(key):
                    return f"{task['task_id']}: {key} was {old.get(key)} in the baseline and is {task.get(key)} now"
        return None

    def same_episodes(self, results: Mapping[str, Any]) -> bool:
        """Whether all tasks of the run that the baseline has are its very episodes, graded again."""
        pairs = [(self.task(task["task_id"], task["trial"]), task) for task in results["tasks"]]
        hashes = [(old.get("snapshot_sha256"), new.get("snapshot_sha256")) for old, new in pairs if old is not None]
        return bool(hashes) and all(old is not None and old == new for old, new in hashes)

    def errors(self, results: Mapping[str, Any]) -> int:
        """Scored steps in error in the baseline, of the tasks that this run has as well."""
        tasks = {(task["task_id"], task["trial"]) for task in results["tasks"]}
        return sum(step["outcome"] == "error" for (*key, _), step in self._steps.items() if tuple(key) in tasks)


def _trials(tasks: Iterable[Mapping[str, Any]], of: Iterable[Mapping[str, Any]]) -> int:
    """The most trials that one of the tasks of `of` has."""
    wanted = {task["task_id"] for task in of}
    return max((task["trial"] for task in tasks if task["task_id"] in wanted), default=0)


def pairs(baseline: Baseline, results: Mapping[str, Any]) -> list[TaskPair]:
    """Each task and trial that has steps which both runs decided, with the share of these that passed (strict rule)."""
    families = {task["task_id"]: task["family"] for task in results["tasks"]}
    passed: dict[tuple[str, int], list[tuple[bool, bool]]] = defaultdict(list)
    for step, old in common(baseline, results):
        if compare(old, step) is not Change.NOT_COMPARABLE:
            passed[step["task_id"], step["trial"]].append((old["outcome"] == "passed", step["outcome"] == "passed"))
    return [
        TaskPair(family=families[task_id], task_id=task_id, before=fmean(before), after=fmean(after))
        for (task_id, _), flags in passed.items()
        for before, after in [zip(*flags, strict=True)]
    ]


def changes(baseline: Baseline, results: Mapping[str, Any]) -> dict[str, Change]:
    """The change of every scored step by its id; steps of a family with another rubric are not comparable."""
    return {step["id"]: compare(old, step) for step, old in common(baseline, results)}


def common(baseline: Baseline, results: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Every scored step with the baseline's, None if that has none or graded it by another rubric."""
    families = {task["task_id"]: task["family"] for task in results["tasks"]}
    rubrics = results["versions"]["rubrics"]
    for step in results["steps"]:
        if step["scored"]:
            family = families[step["task_id"]]
            known = baseline.has_rubric(family, rubrics[family])
            yield step, baseline.step(step["task_id"], step["trial"], step["slug"]) if known else None
