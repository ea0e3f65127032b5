"""Whole episodes on the real embedded server."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import httplib2
import pytest
from googleapiclient.errors import HttpError

from pytest_knows.agents import AgentResult, AgentTask, Cause, NotRun, find_agent
from pytest_knows.agents.model import Agent
from pytest_knows.episode.attempt import Attempt
from pytest_knows.episode.episode import Episode
from pytest_knows.episode.run import finish_episode
from pytest_knows.errors import ConfigurationError, TraceMissing, Ungraded, WorkspaceError
from pytest_knows.evidence.drive import Drive
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.trace import Trace
from pytest_knows.tasks.model import SourceAsset
from pytest_knows.workspace import Workspace

from .conftest import PROMPT, assets_in, info_of, text_of, writes

Run = Callable[..., Episode]


def named(spec: str) -> Agent:
    def no_fixtures(name: str) -> object:
        raise AssertionError(name)

    return find_agent(spec, no_fixtures)


def graded_text(episode: Episode) -> str:
    """All text runs of the frozen document."""
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("textRun"), dict):
                found.append(value["textRun"]["content"])
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(episode.snapshot.json("artifact/file.json"))
    return "".join(found)


def trace_of(episode: Episode) -> Trace:
    return Trace.from_json(episode.snapshot.json("trace.json"))


def test_an_agent_that_finishes(run: Run) -> None:
    episode = run(lambda task: writes(task, "Dear Ms Örsted"))
    assert (episode.state, episode.cause) == ("frozen", "finished")
    assert "Dear Ms Örsted" in graded_text(episode)
    task = episode.snapshot.json("task.json")
    assert (task["task_id"], task["date"], task["trial"]) == ("tests.letter.1", "2026-03-14", 1)
    assert task["prompt"].startswith(PROMPT)
    notes = episode.snapshot.manifest["notes"]
    assert (notes["cause"], notes["isolation"], notes["renderer"]) == ("finished", "in-process", "not wanted")


def test_a_second_try_has_its_own_task_record(run: Run, tmp_path: Path) -> None:
    """A process that died before the agent was called leaves a task.json with another file's address."""
    folder = tmp_path / "episodes" / "tests.letter.1" / "t1"
    folder.mkdir(parents=True)
    (folder / "task.json").write_text('{"prompt": "old"}')
    tasks: list[AgentTask] = []
    assert run(tasks.append).snapshot.json("task.json")["prompt"] == tasks[0].prompt


def test_the_attempt_is_on_disk_when_the_agent_is_called(run: Run, tmp_path: Path) -> None:
    seen: list[Attempt] = []

    def agent(task: AgentTask) -> None:
        seen.append(Attempt.read(tmp_path / "episodes" / "tests.letter.1" / "t1"))

    episode = run(agent)
    assert seen[0].cause is None
    assert seen[0].token
    assert seen[0].file.id == episode.attempt["file"]["id"]


def test_the_token_is_revoked_and_nowhere_in_the_episode(run: Run) -> None:
    tasks: list[AgentTask] = []
    episode = run(tasks.append)
    with pytest.raises(HttpError, match="401"):
        tasks[0].clients.docs.documents().get(documentId=tasks[0].file.id).execute()
    files = [path for path in episode.folder.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if tasks[0].google.token.encode() in path.read_bytes()]


def test_what_an_agent_says_of_its_token_is_struck_out(run: Run, tmp_path: Path) -> None:
    tokens: list[str] = []

    def talkative(task: AgentTask) -> AgentResult:
        tokens.append(task.google.token)
        task.visit(f"https://example.org/?access_token={task.google.token}")
        return AgentResult(
            messages=[{"headers": f"Bearer {task.google.token}"}], visited=[f"https://example.org/{task.google.token}"]
        )

    def failing(task: AgentTask) -> None:
        tokens.append(task.google.token)
        raise RuntimeError(f"refused: {task.google.token}")

    program = tmp_path / "agent.py"
    program.write_text("import sys; text = sys.stdin.read(); print(text); sys.exit('no luck with ' + text)")
    for number, agent in enumerate([talkative, failing, named(f"cmd:{sys.executable} {program}")]):
        episode = run(agent, text=text_of(f"{PROMPT} {number}"))
        content = {path.name: path.read_bytes() for path in episode.folder.rglob("*") if path.is_file()}
        assert not [name for name, data in content.items() if any(token.encode() in data for token in tokens)]
        assert b"***" in content["transcript.json" if number == 0 else "log.txt" if number == 1 else "stdout.txt"]
        assert not re.search(rb"knows-[\w-]{43}", b"".join(content.values()))
        shutil.rmtree(episode.folder)


def test_the_folder_is_for_us_only_and_every_file_is_in_the_manifest(run: Run) -> None:
    episode = run(lambda _task: AgentResult(messages=[{"role": "user"}]))
    assert stat.S_IMODE(episode.folder.stat().st_mode) == 0o700
    names = {path.relative_to(episode.folder).as_posix() for path in episode.folder.rglob("*") if path.is_file()}
    assert set(episode.snapshot.manifest["files"]) == names - {"snapshot.json"}
    assert {"artifact/file.json", "attempt.json", "task.json", "trace.json", "drive/file.json"} < names
    for name in episode.snapshot.manifest["files"]:
        episode.snapshot.read(name)


@pytest.mark.parametrize(
    ("visits", "returned", "urls"),
    [
        ([], None, None),
        ([], [], []),
        (["https://a.example"], None, ["https://a.example"]),
        ([], ["https://b.example", "https://b.example"], ["https://b.example", "https://b.example"]),
        (["https://a.example"], ["https://a.example", "https://b.example"], ["https://a.example", "https://b.example"]),
    ],
)
def test_the_trace(run: Run, visits: list[str], returned: list[str] | None, urls: list[str] | None) -> None:
    def agent(task: AgentTask) -> AgentResult:
        for url in visits:
            task.visit(url)
        return AgentResult(visited=returned)

    trace = trace_of(run(agent))
    if urls is None:
        assert trace.source == "none"
        with pytest.raises(TraceMissing):
            trace.urls  # noqa: B018
    else:
        assert (trace.source, list(trace.urls)) == ("self_reported", urls)


def test_a_broken_agent_is_graded_for_what_it_built(run: Run) -> None:
    def agent(task: AgentTask) -> None:
        writes(task, "half a letter")
        task.visit("https://a.example")
        raise ValueError("lost the thread")

    episode = run(agent)
    assert episode.cause == "agent_error"
    assert episode.attempt["error"] == "ValueError: lost the thread"
    assert "half a letter" in graded_text(episode)
    assert list(trace_of(episode).urls) == ["https://a.example"]
    assert b"raise ValueError" in episode.snapshot.read("agent/log.txt")


def test_transcript_cost_and_interface(run: Run) -> None:
    messages = [{"text": "ü \ud800", "extra": object}]
    episode = run(lambda _task: AgentResult(messages=messages, cost_usd=0.25, interface="browser"))
    assert episode.snapshot.json("agent/transcript.json")[0]["text"] == "ü \ud800"
    assert episode.attempt["cost_usd"] == 0.25
    assert episode.snapshot.manifest["notes"]["interface"] == "browser"


def test_a_program(run: Run, tmp_path: Path) -> None:
    code = (
        "import json, sys, urllib.request as u\n"
        "t = json.load(sys.stdin)\n"
        "body = {'requests': [{'insertText': {'location': {'index': 1}, 'text': 'by a program'}}]}\n"
        "url = t['google']['endpoint'] + '/v1/documents/' + t['file']['id'] + ':batchUpdate'\n"
        "head = {'Authorization': 'Bearer ' + t['google']['token'], 'Content-Type': 'application/json'}\n"
        "o = u.build_opener(u.ProxyHandler({}))\n"
        "o.open(u.Request(url, json.dumps(body).encode(), head)).read()\n"
        "print(json.dumps({'visited': ['https://a.example']})); sys.exit(1)\n"
    )
    (tmp_path / "agent.py").write_text(code)
    episode = run(named(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'agent.py'))}"))
    assert episode.cause == "agent_error"
    assert episode.snapshot.manifest["notes"]["isolation"] == "process"
    assert "by a program" in graded_text(episode)
    assert b"visited" in episode.snapshot.read("agent/stdout.txt")
    assert list(trace_of(episode).urls) == ["https://a.example"]


# files that the agent returns


def test_a_document_of_the_agents_own(run: Run) -> None:
    def agent(task: AgentTask) -> str:
        made = task.clients.docs.documents().create(body={"title": "My own"}).execute()
        return f"https://docs.google.com/document/d/{made['documentId']}/edit"

    episode = run(agent)
    assert episode.cause == "finished"
    assert episode.snapshot.json("drive/file.json")["name"] == "My own"


@pytest.mark.parametrize(
    ("returned", "says"),
    [
        ("I have written the letter.", "no file that it can see"),
        ("https://docs.google.com/document/d/no-such-file-1234567890/edit", "no file that it can see"),
        ("https://a.example/letter", "no file that it can see"),
        ("missing/letter.docx", "which is no file"),
        ("letter.pptx", "the task asks for a document"),
        ("bad\0name.docx", "returned"),
    ],
)
def test_a_returned_file_that_cannot_be_used(run: Run, returned: str, says: str) -> None:
    def agent(task: AgentTask) -> str:
        writes(task, "in the given file")
        return returned

    episode = run(agent)
    assert episode.cause == "agent_error"
    assert says in episode.attempt["error"]
    assert "in the given file" in graded_text(episode)


def test_a_file_of_another_kind(run: Run) -> None:
    def agent(task: AgentTask) -> str:
        return str(task.clients.sheets.spreadsheets().create(body={}).execute()["spreadsheetId"])

    episode = run(agent)
    assert episode.cause == "agent_error"
    assert "a spreadsheet, but the task asks for a document" in episode.attempt["error"]


def test_an_agent_cannot_hand_in_what_it_cannot_open(run: Run, workspace: Workspace) -> None:
    from pytest_knows.workspace import Kind

    foreign = workspace.create_file(Kind.DOCUMENT, "somebody else's")
    episode = run(lambda _task: foreign.id)
    assert episode.cause == "agent_error"
    assert episode.snapshot.json("drive/file.json")["name"] != "somebody else's"


class Refusing(Workspace):
    """The real Workspace, but every upload is answered with an HTTP error."""

    def __init__(self, real: Workspace, status: int) -> None:
        super().__init__(real.connection)
        self._status = status

    def upload(self, path: Path, **options: object) -> str:
        error = HttpError(httplib2.Response({"status": self._status}), b"{}")
        raise WorkspaceError(f"files.create failed: {self._status}") from error


def test_a_malformed_office_file_is_the_agents_error(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(b"not a zip")
    episode = run(lambda _task: tmp_path / "letter.docx", workspace=Refusing(workspace, 400))
    assert episode.cause == "agent_error"
    assert "cannot be imported" in episode.attempt["error"]
    assert episode.snapshot.read("agent/returned.docx") == b"not a zip"
    assert episode.snapshot.manifest["notes"]["interface"] == "file"


def test_a_workspace_that_cannot_import_is_not_the_agents_error(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(b"perhaps a good one")
    with pytest.raises(WorkspaceError, match="501"):
        run(lambda _task: tmp_path / "letter.docx", workspace=Refusing(workspace, 501))
    episode = Episode.open(tmp_path / "episodes" / "tests.letter.1" / "t1")
    assert (episode.state, episode.cause) == ("attempted", "finished")
    with pytest.raises(WorkspaceError, match="503"):  # what the agent returned is still there to be tried again
        finish_episode(episode.folder, workspace=Refusing(workspace, 503), info=info_of())


def test_an_office_file(run: Run, tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    pytest.importorskip("pytest_knows.workspace.local.office")
    document = docx.Document()
    document.add_paragraph("Typed elsewhere")
    document.save(tmp_path / "letter.docx")
    episode = run(lambda _task: tmp_path / "letter.docx")
    assert (episode.cause, "Typed elsewhere" in graded_text(episode)) == ("finished", True)


# artifacts


def test_artifacts_given_from_outside(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    from pytest_knows.workspace import Kind

    theirs = workspace.create_file(Kind.DOCUMENT, "made last year")
    drive = tmp_path / "given" / "drive"
    (drive / "pdfs").mkdir(parents=True)
    (drive / "pdfs" / "paper.pdf").write_bytes(b"%PDF")
    (drive / "note.txt").write_bytes(b"note")
    (tmp_path / "given" / "tests.letter.1.json").write_text(
        json.dumps({"file": theirs.id, "visited": [], "folder": "drive", "finished_at": "2025-05-06T07:08:09Z"})
    )
    prompt = "The pdfs folder in {{OUTPUT_FOLDER_URL}}"
    episode = run(named(f"artifacts:{tmp_path / 'given'}"), text=text_of(prompt))
    assert episode.snapshot.json("drive/file.json")["name"] == "made last year"
    assert episode.snapshot.json("task.json")["date"] == "2025-05-06"
    assert list(trace_of(episode).urls) == []
    target = episode.snapshot.json("drive/targets.json")["OUTPUT_FOLDER_URL"]
    assert [entry["name"] for entry in target["children"]] == ["note.txt", "pdfs"]
    paper = target["children"][1]["children"][0]
    assert episode.snapshot.read(paper["content"]) == b"%PDF"


def test_a_missing_artifact_makes_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "given").mkdir()
    with pytest.raises(NotRun, match=r"no artifact of tests\.letter\.1"):
        run(named(f"artifacts:{tmp_path / 'given'}"))
    assert not (tmp_path / "episodes").exists()


def test_a_har_file_gives_trace_and_pages(run: Run, tmp_path: Path) -> None:
    content = {"mimeType": "text/html", "text": "<p>Hello"}
    entry = {
        "_resourceType": "document",
        "request": {"method": "GET", "url": "https://a.example/x", "headers": []},
        "response": {"status": 200, "headers": [], "content": content, "redirectURL": ""},
    }
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "browser.har").write_text(json.dumps({"log": {"version": "1.2", "entries": [entry]}}))
    (tmp_path / "given" / "tests.letter.1.json").write_text(json.dumps({"pages": "browser.har"}))
    episode = run(named(f"artifacts:{tmp_path / 'given'}"))
    assert list(trace_of(episode).urls) == ["https://a.example/x"]
    page = Pages(episode.snapshot).get("https://a.example/x")
    assert page is not None
    assert page.text == "Hello"


def test_a_wrong_har_leaves_the_task_to_be_tried_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "broken.har").write_text("{")
    (tmp_path / "given" / "tests.letter.1.json").write_text(json.dumps({"pages": "broken.har"}))
    with pytest.raises(ConfigurationError, match=r"broken\.har"):
        run(named(f"artifacts:{tmp_path / 'given'}"))
    assert Episode.open(tmp_path / "episodes" / "tests.letter.1" / "t1").state == "none"


# interrupts


def test_an_interrupt_is_recorded_and_passed_on(run: Run, tmp_path: Path) -> None:
    def agent(task: AgentTask) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(agent)
    episode = Episode.open(tmp_path / "episodes" / "tests.letter.1" / "t1")
    assert (episode.state, episode.cause) == ("attempted", "killed")


def test_a_time_out_in_a_whole_episode(run: Run) -> None:
    def agent(task: AgentTask) -> None:
        writes(task, "in time")
        while True:
            pass

    episode = run(agent, timeout=1)
    assert episode.cause == Cause.TIMEOUT
    assert "in time" in graded_text(episode)


def test_a_workspace_that_fails_while_freezing(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    def agent(task: AgentTask) -> None:
        workspace.clients.drive.files().delete(fileId=task.file.id).execute()

    with pytest.raises(WorkspaceError, match=r"documents\.get"):
        run(agent)
    episode = Episode.open(tmp_path / "episodes" / "tests.letter.1" / "t1")
    assert (episode.state, episode.cause) == ("attempted", "finished")


def test_the_agent_is_not_told_where_the_run_lies(run: Run, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(
        "import os, sys; print(sys.stdin.read(), dict(os.environ), os.listdir('/proc/self/fd'))"
    )
    episode = run(named(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'agent.py'))}"))
    assert os.fsencode(tmp_path / "episodes") not in episode.snapshot.read("agent/stdout.txt")


def test_the_source_assets_are_frozen_with_the_episode(run: Run, tmp_path: Path) -> None:
    there, missing = (
        SourceAsset(id=f"asset-of-the-run-{name}", url=f"https://drive.google.com/file/d/{name}", kind="drive_file")
        for name in ("there", "missing")
    )
    given = assets_in(tmp_path / "assets", {f"{there.id}.png": b"png"})
    drive = Drive(run(writes, text=text_of("x", there, missing), assets=given).snapshot)
    assert drive.asset(there.id).data() == b"png"
    with pytest.raises(Ungraded, match=missing.id):
        drive.asset(missing.id)
