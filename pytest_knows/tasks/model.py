"""What a task is. `TaskInfo` comes with the rubric, before any run; `TaskText` has to be loaded to run an agent."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.kind import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskInfo:
    """Identity and place of a task, from its rubric's facts.toml."""

    task_id: str
    short_id: str | None
    family: str
    instance: int
    kind: Kind
    group: str
    domain: str
    requires_browsing_history: bool = False
    smoke: bool = False
    """Whether the task stands for its app in a smoke run (marker `knows_smoke`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceAsset:
    """A file or folder that the prompt names."""

    id: str
    url: str
    kind: str
    """drive_folder, drive_file, document, spreadsheet or presentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedStep:
    """One step of the published rubric."""

    name: str
    text: str
    category: str
    judge_primary: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedCheckpoint:
    """One checkpoint of the published rubric."""

    number: int
    title: str
    steps: tuple[PublishedStep, ...]


_TOKEN = re.compile(r"\{\{([A-Z][A-Z0-9_]*)\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskText:
    """A task of the published dataset: the prompt and what it refers to."""

    task_id: str
    family: str
    instance: int
    prompt: str
    checkpoints: tuple[PublishedCheckpoint, ...] = ()
    source_assets: tuple[SourceAsset, ...] = ()
    requires_browsing_history: bool = False

    @property
    def tokens(self) -> tuple[str, ...]:
        """Names of the `{{TOKEN}}`s in the prompt, in order, each once: write targets that provisioning fills in."""
        return tuple(dict.fromkeys(_TOKEN.findall(self.prompt)))
