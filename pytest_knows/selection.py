"""Which tasks of the collected rubrics a run is about: --knows-select and --knows-shard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pytest_knows.grading.facts import read_facts
from pytest_knows.grading.loader import Rubric
from pytest_knows.settings import Settings
from pytest_knows.tasks.model import TaskInfo


class Selection:
    """The chosen tasks over all rubric folders; known from facts.toml alone, before any module is imported."""

    def __init__(self, folders: Sequence[Path], settings: Settings) -> None:
        infos = [info for folder in folders for info in read_facts(folder / "facts.toml").tasks]
        if settings.select:
            from pytest_knows.tasks import select

            infos = select(infos, settings.select)
        if settings.shard:
            index, total = settings.shard
            infos = infos[index - 1 :: total]
        self._ids = {info.task_id for info in infos}

    def __len__(self) -> int:
        return len(self._ids)

    def of(self, rubric: Rubric) -> list[TaskInfo]:
        """The chosen tasks of one rubric, in order."""
        return [info for info in rubric.tasks if info.task_id in self._ids]


class RubricCache:
    """Loads each rubric folder once, and only with rewritten asserts."""

    def __init__(self) -> None:
        self._rubrics: dict[Path, Rubric] = {}

    def load(self, folder: Path) -> Rubric:
        """Raises `RubricError`."""
        if folder not in self._rubrics:
            self._rubrics[folder] = Rubric.load(folder, rewritten=True)
        return self._rubrics[folder]
