"""Comparing with an earlier run, step by step: known failures, regressions, improvements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from pytest_knows.errors import ConfigurationError
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
        """Raises `ConfigurationError` if the file is no results.json."""
        return cls(path, read(path))

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
        for key, name in (("dataset", "task texts"), ("judge", "judge")):
            if mine.get(key) != theirs.get(key):
                return f"the {name} differ: {mine.get(key)} in the baseline, {theirs.get(key)} now"
        for task in results["tasks"]:
            old = self.task(task["task_id"], task["trial"])
            for key in ("interface", "step_budget"):
                if old is not None and old.get(key) != task.get(key):
                    return f"{task['task_id']}: {key} was {old.get(key)} in the baseline and is {task.get(key)} now"
        return None


def changes(baseline: Baseline, results: Mapping[str, Any]) -> dict[str, Change]:
    """The change of every scored step by its id; steps of a family with another rubric are not comparable."""
    families = {task["task_id"]: task["family"] for task in results["tasks"]}
    rubrics = results["versions"]["rubrics"]
    found = {}
    for step in results["steps"]:
        if step["scored"]:
            family = families[step["task_id"]]
            known = baseline.has_rubric(family, rubrics[family])
            old = baseline.step(step["task_id"], step["trial"], step["slug"]) if known else None
            found[step["id"]] = compare(old, step)
    return found
