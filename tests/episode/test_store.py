"""Once per task and trial, whatever dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.errors import HttpError

from pytest_knows.agents import NotRun
from pytest_knows.agents.functions import checked_function
from pytest_knows.episode.attempt import Attempt
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.run import finish_episode, run_episode
from pytest_knows.episode.store import EpisodeStore, folder_name
from pytest_knows.errors import ConfigurationError, DamagedEvidence
from pytest_knows.evidence.trace import Trace
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.client import build_clients

from .conftest import info_of, text_of, writes

TASK = "tests.letter.1"


def ensured(store: EpisodeStore, workspace: Workspace, agent: Callable[..., Any]) -> Episode:
    def run(folder: Path) -> None:
        run_episode(
            folder,
            workspace=workspace,
            agent=checked_function(agent, "agent"),
            info=info_of(),
            text=text_of(),
            want_rendering=False,
        )

    def finish(folder: Path) -> None:
        finish_episode(folder, workspace=workspace, info=info_of(), want_rendering=False)

    return store.ensure(TASK, 1, run, finish)


def idle(_task: object) -> None:
    """An agent that does nothing."""


def uncalled(_argument: object) -> None:
    raise AssertionError("called")


def test_the_states_of_an_episode(workspace: Workspace, tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path / "out")
    assert (store.open(TASK, 1).state, store.open(TASK, 1).cause, store.open(TASK, 1).attempt) == ("none", None, {})
    states: list[str] = []
    episode = ensured(store, workspace, lambda _task: states.append(store.open(TASK, 1).state))
    assert states == ["attempted"]
    assert (episode.state, episode.cause) == ("frozen", "finished")
    assert episode.folder == tmp_path / "out" / "episodes" / TASK / "t1"


def test_a_frozen_episode_is_not_run_again(workspace: Workspace, tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path / "out")
    ensured(store, workspace, idle)
    assert ensured(store, workspace, uncalled).state == "frozen"
    assert store.ensure(TASK, 1, uncalled, uncalled).cause == "finished"


def test_a_run_that_failed_before_the_agent_may_be_run_again(workspace: Workspace, tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path / "out")

    def fails(folder: Path) -> None:
        raise NotRun("nothing there")

    with pytest.raises(NotRun):
        store.ensure(TASK, 1, fails, uncalled)
    assert ensured(store, workspace, idle).cause == "finished"


# processes

SCRIPT = """
    import json, os, sys, time
    from pathlib import Path
    from pytest_knows.agents.functions import checked_function
    from pytest_knows.episode.run import finish_episode, run_episode
    from pytest_knows.episode.store import EpisodeStore
    from pytest_knows.kind import Kind
    from pytest_knows.tasks.model import TaskInfo, TaskText
    from pytest_knows.workspace import Connection, Workspace

    out, endpoint, token, ending = sys.argv[1:]
    workspace = Workspace(Connection(endpoint=endpoint, token=token))
    info = TaskInfo(task_id="tests.letter.1", short_id="", family="letter", instance=1, kind=Kind.DOCUMENT,
                    group="", domain="")
    text = TaskText(task_id="tests.letter.1", family="letter", instance=1, prompt="Write.")

    def agent(task):
        with open(out + "/calls", "a") as calls:
            calls.write(task.google.token + "\\n")
        request = {"insertText": {"location": {"index": 1}, "text": "before the end"}}
        task.clients.docs.documents().batchUpdate(documentId=task.file.id, body={"requests": [request]}).execute()
        task.visit("https://a.example")
        if ending == "killed":
            os.kill(os.getpid(), 9)
        time.sleep(0.3)  # the others come meanwhile

    episode = EpisodeStore(Path(out)).ensure(
        "tests.letter.1", 1,
        lambda folder: run_episode(folder, workspace=workspace, agent=checked_function(agent, "agent"), info=info,
                                   text=text, want_rendering=False),
        lambda folder: finish_episode(folder, workspace=workspace, info=info, want_rendering=False),
    )
    print(json.dumps([episode.state, episode.cause]))
"""


def start(out: Path, workspace: Workspace, ending: str) -> subprocess.Popen[str]:
    connection = workspace.connection
    arguments = [str(out), str(connection.endpoint), connection.token, ending]
    command = [sys.executable, "-c", textwrap.dedent(SCRIPT), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_four_processes_call_the_agent_once(workspace: Workspace, tmp_path: Path) -> None:
    processes = [start(tmp_path, workspace, "waits") for _ in range(4)]
    answers = [process.communicate(timeout=120) for process in processes]
    assert [json.loads(out) for out, _ in answers] == [["frozen", "finished"]] * 4, answers
    assert len((tmp_path / "calls").read_text().splitlines()) == 1


def test_a_killed_worker(workspace: Workspace, tmp_path: Path) -> None:
    process = start(tmp_path, workspace, "killed")
    _, errors = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL, errors
    store = EpisodeStore(tmp_path)
    assert (store.open(TASK, 1).state, store.open(TASK, 1).cause) == ("attempted", None)

    episode = ensured(store, workspace, uncalled)
    assert (episode.state, episode.cause) == ("frozen", "worker_died")
    assert b"before the end" in episode.snapshot.read("artifact/file.json")
    assert list(Trace.from_json(episode.snapshot.json("trace.json")).urls) == ["https://a.example"]
    (token,) = (tmp_path / "calls").read_text().split()
    with pytest.raises(HttpError, match="401"):
        build_clients(workspace.connection.endpoint, token).drive.files().list().execute()


def test_a_crash_between_the_agents_end_and_the_snapshot_keeps_the_cause(workspace: Workspace, tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path)
    episode = ensured(store, workspace, writes)
    (episode.folder / "snapshot.json").unlink()
    assert ensured(store, workspace, uncalled).cause == "finished"


def test_a_token_that_was_revoked_before_the_crash(workspace: Workspace, tmp_path: Path) -> None:
    store = EpisodeStore(tmp_path)
    tokens: list[str] = []
    folder = ensured(store, workspace, lambda task: tokens.append(task.google.token)).folder
    (folder / "snapshot.json").unlink()
    record = json.loads((folder / "attempt.json").read_bytes())
    (folder / "attempt.json").write_text(json.dumps(record | {"token": tokens[0]}))
    assert ensured(store, workspace, uncalled).state == "frozen"


def test_an_interrupted_run_is_frozen_as_killed(workspace: Workspace, tmp_path: Path) -> None:
    def agent(task: object) -> None:
        raise KeyboardInterrupt

    store = EpisodeStore(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        ensured(store, workspace, agent)
    assert ensured(store, workspace, uncalled).cause == "killed"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda _data: b"",
        lambda _data: b"[]",
        lambda _data: b'{"schema": 1}',
        lambda _data: b"\xff\xfe",
        lambda _data: b"[" * 100_000,
        lambda data: data.replace(b'"kind":"document"', b'"kind":"letter"'),
        lambda data: data.replace(b'"cause":"finished"', b'"cause":"bored"'),
        lambda data: data.replace(b'"schema":1', b'"schema":1,"more":2'),
        lambda data: data.replace(b'"targets":{}', b'"targets":[1]'),
    ],
)
def test_a_damaged_attempt_never_calls_the_agent(
    workspace: Workspace, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    store = EpisodeStore(tmp_path)
    folder = ensured(store, workspace, idle).folder
    (folder / "snapshot.json").unlink()
    data = (folder / "attempt.json").read_bytes()
    assert damage(data) != data
    (folder / "attempt.json").write_bytes(damage(data))
    with pytest.raises(DamagedEvidence, match=r"attempt\.json is damaged.*delete"):
        ensured(store, workspace, uncalled)
    with pytest.raises(DamagedEvidence, match=r"attempt\.json"):
        Attempt.read(folder)


# where


def test_a_run_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match=r"file/out cannot be written.*--knows-out"):
        EpisodeStore(tmp_path / "file" / "out").ensure(TASK, 1, uncalled, uncalled)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_run_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigurationError, match=r"cannot be written \(Permission denied\)"):
        EpisodeStore(tmp_path).ensure(TASK, 1, uncalled, uncalled)


def test_an_older_run_is_only_read(workspace: Workspace, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    ensured(EpisodeStore(old), workspace, idle)
    before = sorted((path, path.stat().st_mtime_ns) for path in old.rglob("*"))
    episode = EpisodeStore(new, refer_to=old).ensure(TASK, 1, uncalled, uncalled)
    assert (episode.state, episode.cause) == ("frozen", "finished")
    assert sorted((path, path.stat().st_mtime_ns) for path in old.rglob("*")) == before
    assert not new.exists()


def test_an_older_run_without_the_episode(workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(NotRun, match="has no episode of"):
        EpisodeStore(tmp_path / "new", refer_to=tmp_path / "old").ensure(TASK, 1, uncalled, uncalled)


def test_an_older_run_with_an_episode_that_was_not_frozen(workspace: Workspace, tmp_path: Path) -> None:
    folder = ensured(EpisodeStore(tmp_path / "old"), workspace, idle).folder
    (folder / "snapshot.json").unlink()
    with pytest.raises(DamagedEvidence, match="--knows-resume"):
        EpisodeStore(tmp_path / "new", refer_to=tmp_path / "old").ensure(TASK, 1, uncalled, uncalled)


@pytest.mark.parametrize("task_id", ["knows.docs_1_formal_letter.1", "a", "A-b_c.1"])
def test_ordinary_task_ids_are_their_folders_name(task_id: str) -> None:
    assert folder_name(task_id) == task_id


def test_other_task_ids_become_safe_and_different_names() -> None:
    ids = ["..", ".", "", "a/b", "a\\b", "a_b/", "a b", "ä", "x" * 500, ".hidden", "a.", "con\n", "\ud800", "-x"]
    names = [folder_name(task_id) for task_id in ids]
    assert len({name.lower() for name in names}) == len(ids)
    for name in names:
        assert len(name) <= 120
        assert name.strip(".- ") != ""
        assert not name.startswith(".")
        assert name.isascii()
        assert not set(name) & set('/\\:*?"<>|\n')
