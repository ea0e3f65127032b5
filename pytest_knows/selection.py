"""Which tasks of the collected rubrics a run is about: --knows-select, --knows-shard, else those of an earlier run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from pytest_knows.errors import ConfigurationError
from pytest_knows.grading.facts import read_facts
from pytest_knows.grading.loader import Rubric
from pytest_knows.settings import Settings
from pytest_knows.tasks.model import TaskInfo


class Selection:
    """The chosen tasks over all rubric folders; known from facts.toml alone, before any module is imported."""

    def __init__(self, folders: Sequence[Path], settings: Settings, only: Collection[str] | None = None) -> None:
        """`only`: no other tasks than these (--knows-rerun); None: all that the options choose."""
        families = [read_facts(folder / "facts.toml") for folder in folders]
        infos = [info for family in families for info in family.tasks]
        self._folders = {
            info.task_id: folder for folder, family in zip(folders, families, strict=True) for info in family.tasks
        }
        own = {
            info.task_id for f in families for info in f.tasks if isinstance(f.facts[info.instance].get("prompt"), str)
        }
        if settings.select:
            from pytest_knows.tasks import select

            try:
                infos = select(infos, settings.select)
            except ConfigurationError as error:
                raise ConfigurationError(f"--knows-select: {error}") from None
        elif not settings.shard:  # grading again and going on are about the tasks that the run was about
            earlier = settings.earlier.get("tasks")
            infos = [info for info in infos if not isinstance(earlier, list) or info.task_id in earlier]
        if only is not None:
            infos = [info for info in infos if info.task_id in only]
        if settings.shard:
            index, total = settings.shard
            infos = infos[index - 1 :: total]
        self.ids = [info.task_id for info in infos]
        self.without_prompt = [task_id for task_id in self.ids if task_id not in own]
        """Those whose text the published dataset (or --knows-tasks) has to give."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def known(self) -> Collection[str]:
        """The ids of all tasks, chosen or not."""
        return self._folders.keys()

    def of(self, rubric: Rubric) -> list[TaskInfo]:
        """The chosen tasks of one rubric, in order."""
        return [info for info in rubric.tasks if info.task_id in self.ids]

    def folder(self, task_id: str) -> Path:
        """The rubric folder of a task."""
        return self._folders[task_id]

    def episode(self, label: str) -> tuple[str, int]:
        """Task id and trial from what stands in the brackets of a node id."""
        if label in self._folders:
            return label, 1
        task_id, _, trial = label.rpartition("-t")
        return task_id, int(trial)


class RubricCache:
    """Loads each rubric folder once, and only with rewritten asserts."""

    def __init__(self) -> None:
        self._rubrics: dict[Path, Rubric] = {}

    def load(self, folder: Path) -> Rubric:
        """Raises `RubricError`."""
        if folder not in self._rubrics:
            self._rubrics[folder] = Rubric.load(folder, rewritten=True)
        return self._rubrics[folder]
