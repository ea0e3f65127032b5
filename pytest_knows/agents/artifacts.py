"""Grading what was made elsewhere: `artifacts:DIR` (CONTRACTS.md, Agents).

Per task `<task_id>.docx|.xlsx|.pptx` and/or `<task_id>.json`; they combine.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pytest_knows.agents.model import AgentRun, AgentTask, Isolation, NotRun
from pytest_knows.agents.results import run_of
from pytest_knows.errors import ConfigurationError

OFFICE_SUFFIXES = (".docx", ".xlsx", ".pptx")
_RESULT_KEYS = ("file", "visited", "messages", "cost_usd")
_OUR_KEYS = ("pages", "folder", "finished_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtifactsAgent:
    """Hands over the files of `folder`; a wrong file is a `ConfigurationError` that names it."""

    folder: Path

    @property
    def isolation(self) -> Isolation:
        """The agent ran before and elsewhere."""
        return "external"

    def expect(self, task_id: str) -> None:
        """Raise `NotRun` if the folder has nothing for the task, `ConfigurationError` if what it has is wrong."""
        if not self._office(task_id) and not self._description(task_id).is_file():
            raise NotRun(
                f"{self.folder} has no artifact of {task_id}",
                mend=f"put {task_id}.docx, .xlsx, .pptx or .json into {self.folder}",
            )
        self._given(task_id)

    def run(self, task: AgentTask) -> AgentRun:
        """The given result, with paths made absolute."""
        given = self._given(task.id)
        run = run_of({key: given[key] for key in _RESULT_KEYS if key in given})
        return replace(
            run,
            pages=self._path(given.get("pages")),
            folder=self._path(given.get("folder")),
            finished_at=given.get("finished_at"),
        )

    def unmatched(self, task_ids: Collection[str]) -> list[str]:
        """The names of Office and JSON files of the folder that no task of these ids takes, sorted."""
        suffixes = (*OFFICE_SUFFIXES, ".json")
        there = {path.name for path in self.folder.iterdir() if path.suffix.lower() in suffixes}
        taken = {f"{task_id}{suffix}" for task_id in task_ids for suffix in suffixes}
        for name in there & {f"{task_id}.json" for task_id in task_ids}:
            with suppress(ConfigurationError):  # said when its task is run
                taken.add(str(self._described(self.folder / name).get("file")))
        return sorted(there - taken)

    def _given(self, task_id: str) -> dict[str, Any]:
        given = self._described(self._description(task_id))
        office = self._office(task_id)
        named = given.get("file")
        if isinstance(named, str) and (path := self.folder / named).suffix.lower() in OFFICE_SUFFIXES:
            if not path.is_file():
                raise ConfigurationError(f"{self._description(task_id)} names {named}, which does not exist")
            given["file"] = str(path)
            office = [path, *(other for other in office if other.resolve() != path.resolve())]
        if len(office) > 1:
            names = " and ".join(path.name for path in office)
            raise ConfigurationError(f"{self.folder} has two artifacts of {task_id}: {names}; leave one")
        if office and named is None:
            given["file"] = str(office[0])
        elif office and given["file"] != str(office[0]):
            raise ConfigurationError(
                f"{self.folder} has two artifacts of {task_id}: {office[0].name} and {named!r}; leave one"
            )
        return given

    def _described(self, file: Path) -> dict[str, Any]:
        if not file.is_file():
            return {}
        try:
            given = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise ConfigurationError(f"{file} cannot be read as JSON: {error}") from error
        if not isinstance(given, dict):
            raise ConfigurationError(f"{file} holds {type(given).__name__}, expected an object")
        self._check(file, given)
        return given

    def _check(self, file: Path, given: dict[str, Any]) -> None:
        unknown = given.keys() - {*_RESULT_KEYS, *_OUR_KEYS}
        if unknown:
            known = ", ".join((*_RESULT_KEYS, *_OUR_KEYS))
            raise ConfigurationError(f"{file} has the unknown key {min(unknown)!r}; it may have: {known}")
        run = run_of({key: given[key] for key in _RESULT_KEYS if key in given})
        if run.error:
            raise ConfigurationError(f"{file}: {run.error}")
        for key in ("pages", "folder"):
            path = self._path(given.get(key))
            if given.get(key) is not None and (path is None or not path.exists()):
                raise ConfigurationError(f"{file}: {key} names {given[key]!r}, which does not exist")
        _check_time(file, given.get("finished_at"))

    def _path(self, value: object) -> Path | None:
        return self.folder / value if isinstance(value, str) else None

    def _description(self, task_id: str) -> Path:
        return self.folder / f"{task_id}.json"

    def _office(self, task_id: str) -> list[Path]:
        paths = (self.folder / f"{task_id}{suffix}" for suffix in OFFICE_SUFFIXES)
        return [path for path in paths if path.is_file()]


def _check_time(file: Path, value: object) -> None:
    if value is None:
        return
    try:
        datetime.datetime.fromisoformat(str(value))
    except ValueError as error:
        raise ConfigurationError(f"{file}: finished_at is {value!r}, expected an ISO date or time") from error


def artifacts_agent(folder: str) -> ArtifactsAgent:
    """The agent of `artifacts:<folder>`; raises `ConfigurationError` if there is no such folder."""
    path = Path(folder).expanduser().absolute()
    if not folder or not path.is_dir():
        raise ConfigurationError(f"--knows-agent=artifacts:{folder}: there is no such folder")
    return ArtifactsAgent(folder=path)
