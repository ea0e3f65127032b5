"""Whole runs with the embedded Workspace in Google's place: the same client, the same calls, another endpoint."""

from __future__ import annotations

import json
import sys

import pytest
from googlekit import AGENT, GRADER, private_key, standing_for_google


@pytest.fixture
def google(tmp_path_factory, monkeypatch):
    with standing_for_google(tmp_path_factory.mktemp("google")) as google:
        google.desk.pdf = b"%PDF-1.4"
        monkeypatch.setenv("KNOWS_GOOGLE_ENDPOINT", google.endpoint)
        monkeypatch.setenv("KNOWS_GOOGLE_CREDENTIALS", google.account(GRADER))
        yield google


def content_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["serial", "xdist"])
def test_a_run(google, run, results, project, workers):
    agent = google.account(AGENT)
    done = run("rubrics", "--knows-agent=my_agent", f"--knows-google-agent={agent}", "--knows-out=out", *workers)
    found = results("out")
    assert [task["cause"] for task in found["tasks"]] == ["finished", "finished"]
    assert {step["outcome"] for step in found["steps"] if step["slug"] == "greets"} == {"passed"}
    done.stdout.fnmatch_lines(["knows: files are at Google: http*; `pytest-knows clean out` puts them into the bin"])
    record = json.loads((project.path / "out/google.json").read_text())
    inside = google.server.service.store.select("WHERE f.parent = ?", record["folder"])
    assert len(inside) == 2
    secrets = [private_key()[40:80].encode(), *(token.encode() for token in google.tokens)]
    said = "\n".join([*done.outlines, *done.errlines]).encode()
    for place, content in {**content_of(project.path / "out"), "output": said}.items():
        assert not any(secret in content for secret in secrets), place
    cleaned = project.run(sys.executable, "-m", "pytest_knows.cli", "clean", "out")
    assert cleaned.ret == 0
    cleaned.stdout.fnmatch_lines(["*into the bin*"])
    assert google.server.service.store.file(record["folder"]).trashed


def test_an_agent_needs_an_account(google, run):
    done = run("rubrics", "--knows-agent=my_agent")
    assert done.ret == 4
    done.stderr.fnmatch_lines(["*at Google the agent needs an account of its own: give --knows-google-agent*"])


def test_the_embedded_workspace_can_be_forced(google, run, results):
    run("rubrics", "--knows-agent=my_agent", "--knows-workspace=local", "--knows-out=out")
    assert [task["cause"] for task in results("out")["tasks"]] == ["finished", "finished"]
    assert google.desk.calls == []


def test_a_run_goes_on_where_its_files_are(google, run, project):
    options = ["rubrics", "--knows-agent=my_agent", f"--knows-google-agent={google.account(AGENT)}"]
    run(*options, "--knows-out=out", "--knows-select=n1")
    done = run("rubrics", "--knows-agent=my_agent", "--knows-resume=out", "--knows-workspace=local")
    assert done.ret == 4
    done.stderr.fnmatch_lines(["*are at Google: give --knows-google-credentials*"])
    before = list(google.desk.calls)
    done = run(*options, "--knows-resume=out")
    assert "drive.files.create" not in google.desk.calls[len(before) :]  # all is frozen


def test_what_was_made_elsewhere_needs_no_agent(google, run, results, project):
    """`artifacts:` with the address of a file at Google."""
    from pytest_knows.kind import Kind
    from pytest_knows.workspace import Connection, Workspace

    grader = Workspace(Connection(endpoint=google.endpoint, token=google.mint(GRADER), mode="google"))
    file = grader.create_file(Kind.DOCUMENT, "made elsewhere")
    request = {"insertText": {"location": {"index": 1}, "text": "Hello alpha beta\n"}}
    grader.clients.docs.documents().batchUpdate(documentId=file.id, body={"requests": [request]}).execute()
    folder = project.path / "made"
    folder.mkdir()
    (folder / "own.note.1.json").write_text(json.dumps({"file": file.url, "visited": []}))
    run("rubrics", "--knows-agent=artifacts:made", "--knows-select=n1", "--knows-out=out")
    passed = {step["slug"] for step in results("out")["steps"] if step["outcome"] == "passed"}
    assert passed == {"greets", "is_short", "words"}
