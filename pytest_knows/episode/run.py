"""One agent on one task, from a blank file to a frozen snapshot."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_knows.agents.call import call_agent
from pytest_knows.agents.model import Agent, AgentFile, AgentRun, AgentTask, Cause, GoogleAccess
from pytest_knows.episode.attempt import ATTEMPT, Attempt, Target
from pytest_knows.episode.freeze import Research, freeze, make_folder, utc_today, write_task
from pytest_knows.episode.given import put_folder
from pytest_knows.episode.provision import Provisioned, provision
from pytest_knows.episode.record import Visits, record_run, record_trace, without_token
from pytest_knows.episode.reserve import give_room, keep_room
from pytest_knows.episode.returned import RETURNED, NotUsable, find_returned, import_office_file, keep_office_file
from pytest_knows.errors import KnowsError
from pytest_knows.tasks.model import TaskInfo, TaskText
from pytest_knows.workspace import Workspace

if TYPE_CHECKING:
    from pytest_knows.evidence.assets import AssetSource


def run_episode(
    folder: Path,
    *,
    workspace: Workspace,
    agent: Agent,
    info: TaskInfo,
    text: TaskText,
    trial: int = 1,
    timeout: float | None = None,
    step_budget: int | None = None,
    assets: AssetSource | None = None,
    targets: Mapping[str, Target] | None = None,
    need_assets: bool = False,
    want_rendering: bool = True,
    research: Research | None = None,
    today: datetime.date | None = None,
) -> None:
    """Provision, call the agent once, keep what it left, freeze.

    `targets`: where an agent that has worked already was told to write; None: they are made.
    `need_assets`: without all of its source assets the task is not run, unless the agent has worked already.
    Raises `NotRun` before anything is made, if there is nothing to run or grade; `ConfigurationError` (task text, given
    artifacts); `WorkspaceError` if the Workspace failed: before attempt.json was written the task may be run again,
    after that `finish_episode` goes on from there without the agent. KeyboardInterrupt is recorded and passed on.
    """
    agent.expect(info.task_id)
    late = agent.isolation == "external"
    given = provision(
        workspace, info, text, assets, targets=targets, need_assets=need_assets and not late, grant=not late
    )
    make_folder(folder)
    write_task(folder, info, trial, given.prompt, today or utc_today())
    attempt = _begun(given, info, trial, agent, step_budget)
    keep_room(folder)
    attempt.write(folder)
    run = _called(folder, workspace, agent, attempt, _task(given, info, timeout, Visits(folder, given.access.token)))
    if run.finished_at:
        day = datetime.datetime.fromisoformat(run.finished_at).date()
        write_task(folder, info, trial, given.prompt, day)
    finish_episode(folder, workspace=workspace, info=info, want_rendering=want_rendering, research=research)


def finish_episode(
    folder: Path,
    *,
    workspace: Workspace,
    info: TaskInfo,
    want_rendering: bool = True,
    research: Research | None = None,
) -> None:
    """Freeze an episode whose agent has been called, without calling it again.

    An attempt without a recorded end is that of a process that died: cause `worker_died`. Raises `DamagedEvidence` for
    a damaged attempt.json, `WorkspaceError` if the artifact cannot be read (it may be tried again).
    """
    give_room(folder)
    attempt = Attempt.read(folder)
    if attempt.cause is None:
        error = "the process that ran the agent died; what was there is graded"
        attempt = replace(attempt, cause=Cause.WORKER_DIED, error=error, finished_at=_now())
    if not (folder / "trace.json").exists():
        record_trace(folder)
    attempt = _settled(folder, workspace, attempt)
    attempt.write(folder)
    attempt = _revoked(workspace, attempt)
    attempt.write(folder)
    freeze(
        workspace,
        attempt.file,
        folder,
        info=info,
        targets=attempt.targets,
        assets=attempt.assets,
        want_rendering=want_rendering,
        research=research,
        notes={
            "cause": str(attempt.cause),
            "interface": attempt.interface,
            "isolation": attempt.isolation,
            "step_budget": attempt.step_budget,
        },
    )


def _called(folder: Path, workspace: Workspace, agent: Agent, attempt: Attempt, task: AgentTask) -> AgentRun:
    """Call the agent and record how it ended, also on KeyboardInterrupt."""
    try:
        try:
            run = call_agent(agent, task)
        finally:
            give_room(folder)
        if run.folder is not None:
            put_folder(workspace, run.folder, attempt)
        run = without_token(run, task.google.token)
        _ended(folder, attempt, run, task.google.token).write(folder)
    except KeyboardInterrupt:
        replace(attempt, cause=Cause.KILLED, error="the run was interrupted", finished_at=_now()).write(folder)
        raise
    except KnowsError:
        if agent.isolation == "external":
            (folder / ATTEMPT).unlink()  # no agent was called, so the task may simply be tried again
        raise
    finally:
        task.close()
    return run


def _begun(given: Provisioned, info: TaskInfo, trial: int, agent: Agent, step_budget: int | None) -> Attempt:
    return Attempt(
        task_id=info.task_id,
        trial=trial,
        file=given.file,
        targets=given.targets,
        run_folder=given.run_folder,
        token=given.access.handle or None,
        isolation=agent.isolation,
        step_budget=step_budget,
        assets=tuple(asset.id for asset in given.assets),
        assets_missing=given.assets_missing,
        started_at=_now(),
    )


def _task(given: Provisioned, info: TaskInfo, timeout: float | None, visits: Visits) -> AgentTask:
    access = given.access
    return AgentTask(
        id=info.task_id,
        prompt=given.prompt,
        file=AgentFile(id=given.file.id, url=given.file.url, kind=given.file.kind.value),
        google=GoogleAccess(endpoint=access.endpoint, token=access.token, discovery=access.discovery_urls),
        open_url=access.entrance(given.file.url),
        folders=given.folders,
        assets=given.assets,
        timeout=timeout,
        connect=access.clients,
        on_visit=visits.add,
        on_observed=visits.observe,
    )


def _ended(folder: Path, attempt: Attempt, run: AgentRun, token: str) -> Attempt:
    """The attempt with the run's end; a returned Office file is kept in the episode."""
    record_run(folder, run, token)
    attempt = replace(
        attempt,
        cause=run.cause,
        error=run.error,
        interface=run.result.interface if run.result else None,
        finished_at=run.finished_at or _now(),
        duration_s=run.duration_s,
        cost_usd=run.cost_usd,
    )
    returned = run.result.file if run.result else None
    if returned is None:
        return attempt
    try:
        name = keep_office_file(returned, attempt.file.kind, folder)
    except NotUsable as error:
        return _at_fault(attempt, str(error))
    if name is None:
        return replace(attempt, returned=str(returned))
    return replace(attempt, returned=name, interface=attempt.interface or "file")


def _settled(folder: Path, workspace: Workspace, attempt: Attempt) -> Attempt:
    """The attempt with what the agent returned, if anything, as the graded file.

    An agent cannot hand in a file that its own token does not open; what is given from outside is the user's.
    """
    if attempt.returned is None:
        return attempt
    kind = attempt.file.kind
    try:
        if attempt.returned.startswith(RETURNED):
            file = import_office_file(workspace, folder / attempt.returned, kind, attempt.run_folder)
        else:
            sight = workspace if attempt.isolation == "external" else workspace.as_agent(attempt.token)
            file = find_returned(sight, attempt.returned, kind)
    except NotUsable as error:
        return replace(_at_fault(attempt, str(error)), returned=None)
    return replace(attempt, file=file, returned=None)


def _at_fault(attempt: Attempt, error: str) -> Attempt:
    """A cause that was recorded before stays: a time-out is not made an agent's error by what was returned late."""
    cause = Cause.AGENT_ERROR if attempt.cause is Cause.FINISHED else attempt.cause
    return replace(attempt, cause=cause, error="; ".join(filter(None, [attempt.error, error])))


def _revoked(workspace: Workspace, attempt: Attempt) -> Attempt:
    """The attempt without a token, which is worthless from here on: nobody changes the artifact while it is frozen."""
    if attempt.token is None:
        return attempt
    workspace.end_access(attempt.token)
    return replace(attempt, token=None)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
