"""The run folder of a session: its Workspace, its task texts, its episodes. One object per process."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import platform
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_knows import __version__
from pytest_knows.agents import Agent, find_agent, is_fixture_name
from pytest_knows.artifact.lenient import at, string
from pytest_knows.budget import Budget
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.freeze import Research
from pytest_knows.episode.run import finish_episode, run_episode
from pytest_knows.episode.snapshot import MANIFEST
from pytest_knows.episode.store import EpisodeStore, run_with_episodes
from pytest_knows.errors import ConfigurationError, DamagedEvidence, KnowsError, WorldError
from pytest_knows.evidence.trace import Trace
from pytest_knows.files import write_atomically
from pytest_knows.judge.configured import judge_version
from pytest_knows.report.records import LOG
from pytest_knows.research import Web
from pytest_knows.scoring import one_line
from pytest_knows.settings import Settings
from pytest_knows.tasks import TaskText

if TYPE_CHECKING:
    from pytest_knows.collection import KnowsItem
    from pytest_knows.episode.attempt import Target
    from pytest_knows.evidence.assets import AssetSource
    from pytest_knows.selection import Selection
    from pytest_knows.tasks import TaskInfo, TaskTexts
    from pytest_knows.workspace import Connection, Workspace
    from pytest_knows.workspace.local.process import LocalServer

Key = tuple[str, int]
"""Task id and trial."""


class Runs:
    """Runs episodes or opens frozen ones; each at most once per session, whichever item comes first."""

    def __init__(self, config: pytest.Config, settings: Settings, worker_input: Mapping[str, Any] | None) -> None:
        self.config = config
        self.settings = settings
        self._sent = worker_input
        self._server: LocalServer | None = None
        self._opened: Connection | None = None
        self._texts: TaskTexts | None = None
        self._episodes: dict[Key, Episode | KnowsError] = {}
        self._started = datetime.datetime.now(datetime.UTC)

    # -- the session ----------------------------------------------------------------------------------------------

    @cached_property
    def out(self) -> Path:
        """The run folder; made when first asked for. Raises `ConfigurationError`."""
        if self._sent:
            return Path(self._sent["out"])
        name = f"{self._started:%Y-%m-%dT%H-%M-%SZ}-{secrets.token_hex(2)}"
        reports = self.config.invocation_params.dir / "reports"
        folder = self.settings.resume or self.settings.out or reports / name
        with _writable(folder):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder

    def prepare(self, selection: Selection) -> None:
        """What has to be there before the first item: texts, server, a usable agent. Raises `ConfigurationError`."""
        if not (self.settings.runs or self.settings.regrade or self.settings.resume):
            raise ConfigurationError("no agent: give --knows-agent=..., or --knows-regrade=RUN to grade a run again")
        if self._sent is not None:
            return
        self.store  # noqa: B018 - says that there is nothing to regrade
        if self.settings.runs:
            self._check_agent()
            if selection.without_prompt:
                self._load_texts(selection.without_prompt)
        if self.settings.runs or self.settings.resume:
            self._open_workspace()
        self._write_run_file(selection.ids)

    def for_worker(self) -> dict[str, Any]:
        """JSON values from which a worker's `Runs` is made."""
        connection = None if self._opened is None else asdict(self._opened)
        return {"out": str(self.out), "connection": connection, "dataset": self.dataset_sha256}

    def close(self) -> None:
        if "workspace" in self.__dict__:
            self.workspace.clients.close()
        if self._server is not None:
            self._server.stop()

    def log(self, line: str) -> None:
        """Append a graded item to steps.jsonl, so that a crash of the controller loses no result."""
        with (self.out / LOG).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(line + "\n")

    def account(self) -> dict[str, Any]:
        """The volatile part of results.json about the session."""
        now = datetime.datetime.now(datetime.UTC)
        return {
            "agent": self.settings.agent,
            "regrade": str(self.settings.regrade) if self.settings.regrade else None,
            "started": self._started.isoformat(timespec="seconds"),
            "finished": now.isoformat(timespec="seconds"),
            "host": platform.node(),
            "python": platform.python_version(),
            "pytest": pytest.__version__,
            "arguments": list(self.config.invocation_params.args),
        }

    @property
    def dataset_sha256(self) -> str | None:
        """Of the task texts that agents were given; a regrade has those of the run that it grades."""
        if self._sent:
            found: str | None = self._sent["dataset"]
            return found
        if self._texts is not None:
            return self._texts.sha256
        recorded = self.settings.earlier.get("dataset")
        return recorded if isinstance(recorded, str) else None

    def _write_run_file(self, task_ids: list[str]) -> None:
        content = {"schema": 1, "plugin": __version__, "benchmark": self.settings.benchmark, **self.account()}
        judge = judge_version(self.settings)
        if self.settings.rerun:  # the run is still about all of its tasks
            task_ids = self.settings.earlier.get("tasks", task_ids)
        conditions = {**content, "dataset": self.dataset_sha256, "judge": judge, "tasks": task_ids}
        data = json.dumps({**conditions, "trials": self.settings.trials}, indent=1, ensure_ascii=False)
        with _writable(self.out):
            write_atomically(self.out / "run.json", data.encode())

    # -- what running needs ---------------------------------------------------------------------------------------

    def _check_agent(self) -> None:
        """A callable, command or folder that cannot be used is said before the first task; fixtures are seen later."""
        if not is_fixture_name(self.settings.agent or ""):
            self.agent_for(None)

    def agent_for(self, item: KnowsItem | None) -> Agent:
        """The agent; a fixture is asked for in the scope of `item`."""
        if self.plain_agent is not None:
            return self.plain_agent
        if item is None:
            raise ConfigurationError("a fixture agent exists within an item only")
        return find_agent(self.settings.agent or "", item.getfixture)

    @cached_property
    def plain_agent(self) -> Agent | None:
        """The agent, unless it is a fixture's."""
        agent = self.settings.agent or ""
        return None if is_fixture_name(agent) else find_agent(agent, _no_fixture)

    def _load_texts(self, task_ids: list[str]) -> None:
        from pytest_knows.tasks import load_tasks

        self._texts = load_tasks(self.settings.tasks, benchmark=self.settings.benchmark, wanted=task_ids)
        if not any(task_id in self._texts for task_id in task_ids):
            raise ConfigurationError(
                f"--knows-tasks={self.settings.tasks}: {self._texts.origin}, none of them of a selected task "
                f"({task_ids[0]}, ...)"
            )
        self._texts.write(self.out / "tasks.jsonl")

    @cached_property
    def texts(self) -> TaskTexts:
        """The task texts that the controller (or this serial run) loaded."""
        if self._texts is not None:
            return self._texts
        from pytest_knows.tasks import load_tasks

        return load_tasks(str(self.out / "tasks.jsonl"), benchmark=self.settings.benchmark, wanted=None)

    def notices(self) -> list[str]:
        """What a user should know before the first task: where the texts are from, what is optional and missing."""
        from pytest_knows.place import notices

        origin = [] if self._texts is None else [self._texts.origin]
        return [*origin, *notices(self.settings, self._opened, self.out, self.config.invocation_params.dir)]

    def _open_workspace(self) -> None:
        from pytest_knows.place import open_place

        self._opened, self._server = open_place(self.settings, self.out)

    @property
    def _connection(self) -> Connection:
        from pytest_knows.workspace import Connection

        if self._opened is not None:
            return self._opened
        if self._sent and self._sent["connection"]:
            return Connection(**self._sent["connection"])
        raise ConfigurationError("this run has no Workspace: nothing can be run or frozen in it")

    @cached_property
    def workspace(self) -> Workspace:
        from pytest_knows.workspace import Workspace

        return Workspace(self._connection)

    @cached_property
    def assets(self) -> AssetSource | None:
        from pytest_knows.evidence.assets import open_assets

        return open_assets(self.settings.assets, live=self.settings.web == "live")

    @cached_property
    def budget(self) -> Budget:
        return Budget(self.out, self.settings.budget)

    @cached_property
    def web(self) -> Web:
        return Web(self.settings, self.out)

    # -- episodes -------------------------------------------------------------------------------------------------

    @cached_property
    def store(self) -> EpisodeStore:
        return EpisodeStore(self.out, self.settings.regrade and run_with_episodes(self.settings.regrade))

    def episode(self, item: KnowsItem) -> Episode:
        """The frozen episode of the item's task and trial; runs the agent if nobody has.

        Raises `NotRun`, `WorldError` or `ConfigurationError`, the same one for every item of the task.
        """
        key = item.info.task_id, item.trial
        if key not in self._episodes:
            try:
                self._episodes[key] = self._ensure(item)
            except (KnowsError, OSError) as error:
                self._episodes[key] = error if isinstance(error, KnowsError) else _as_ours(error, item)
        found = self._episodes[key]
        if isinstance(found, Episode):
            return found
        raise found

    def _ensure(self, item: KnowsItem) -> Episode:
        want_rendering = item.rubric.uses("rendering") or not os.environ.get("KNOWS_RENDER_NEEDED_ONLY")

        def research() -> Research | None:
            return self.web.recorder(item.rubric, item.info, self.workspace.connection.endpoint)

        def run(folder: Path) -> None:
            self.budget.check(item.info.task_id)
            run_episode(
                folder,
                workspace=self.workspace,
                agent=self.agent_for(item),
                info=item.info,
                text=self._text(item),
                trial=item.trial,
                timeout=self.settings.timeout,
                assets=self.assets,
                targets=self._targets(item.info),
                need_assets=self.settings.missing_assets == "skip" and self.settings.agent != "example",
                want_rendering=want_rendering,
                research=research(),
            )

        def finish(folder: Path) -> None:
            finish_episode(
                folder,
                workspace=self.workspace,
                info=item.info,
                want_rendering=want_rendering,
                research=research(),
            )

        episode = self.store.ensure(item.info.task_id, item.trial, run if self.settings.runs else _not_run, finish)
        if self.settings.regrade or self.settings.rerun:
            self.web.fill(item.rubric, item.info, episode.snapshot)
        return episode

    def _targets(self, info: TaskInfo) -> Mapping[str, Target] | None:
        if self.settings.targets is None:
            return None
        from pytest_knows.episode.run_targets import RunTargets

        return RunTargets.load(self.settings.targets).targets(info)

    def _text(self, item: KnowsItem) -> TaskText:
        """The published text, or the `prompt` that a user's own rubric gives in its facts."""
        own = item.rubric.facts(item.info.instance).get("prompt")
        if isinstance(own, str):
            info = item.info
            return TaskText(task_id=info.task_id, family=info.family, instance=info.instance, prompt=own)
        try:
            return self.texts[item.info.task_id]
        except KeyError:
            raise ConfigurationError(
                f"{item.info.task_id}: no task text. Give --knows-tasks with one, or a `prompt` in its facts.toml"
            ) from None

    def account_of(self, item: KnowsItem) -> dict[str, Any]:
        """What reports say of the episode: state, cause, duration, cost, conditions. Never raises, never runs."""
        key = item.info.task_id, item.trial
        found = self._episodes.get(key)
        account: dict[str, Any] = {"module": item.nodeid.partition("::")[0], "state": "attempted", "cause": None}
        if isinstance(found, Episode):
            return {**account, **_described(found, self.out)}
        if found is not None:
            account["error"] = str(found)
            account["cause"] = _cause_of(found)
            account["state"] = "attempted" if isinstance(found, WorldError) else "not_run"
        return account


def _not_run(folder: Path) -> None:
    from pytest_knows.agents import NotRun

    raise NotRun(f"{folder} does not exist, and no agent was given", mend="--knows-agent")


def _no_fixture(name: str) -> Any:
    raise ConfigurationError(f"--knows-agent={name}: not a fixture")


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"the run folder {folder} cannot be written ({error.strerror or error}); name another with --knows-out DIR"
        ) from error


def _as_ours(error: OSError, item: KnowsItem) -> KnowsError:
    return WorldError(f"{item.info.task_id}: {type(error).__name__}: {error}")


def _cause_of(error: KnowsError) -> str:
    from pytest_knows.agents import NotRun

    if isinstance(error, NotRun):
        return str(error.cause)
    return "workspace_error" if isinstance(error, WorldError) else "not_run"


def _described(episode: Episode, out: Path) -> dict[str, Any]:
    try:
        attempt, notes = episode.attempt, episode.snapshot.manifest.get("notes")
        manifest = (episode.folder / MANIFEST).read_bytes()
        trace = Trace.from_json(episode.snapshot.json("trace.json")).source
    except (DamagedEvidence, OSError) as error:
        return {"state": "frozen", "cause": None, "error": str(error), "folder": os.path.relpath(episode.folder, out)}
    return {
        "state": "graded",
        **{name: _text(notes, name) for name in ("cause", "interface", "isolation", "renderer")},
        "step_budget": _number(notes, "step_budget"),
        "error": _text(attempt, "error"),
        **{name: _number(attempt, name) for name in ("duration_s", "cost_usd")},
        "trace": trace,
        "snapshot_sha256": hashlib.sha256(manifest).hexdigest(),
        "folder": os.path.relpath(episode.folder, out),
    }


def _text(record: object, name: str) -> str | None:
    """A text of an episode's records, which may hold whatever an agent raised: its lines, shortened and escaped."""
    lines = string(record, name).splitlines()
    return "\n".join(one_line(line, 1000) for line in lines) or None


def _number(record: object, name: str) -> float | None:
    found = at(record, name)
    return found if isinstance(found, int | float) and abs(found) <= 1e12 else None  # not so for NaN
