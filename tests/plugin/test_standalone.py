"""The protocol for other harnesses: provision, prompts, an agent of anybody's, grade."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys

import pytest
from googlekit import GRADER, standing_for_google

from pytest_knows.cli import main
from pytest_knows.episode.run_targets import RunTargets
from pytest_knows.errors import ConfigurationError
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo

RUBRIC = '''
"""A note, and a file in a folder."""
from pytest_knows.rubric import step


@step(category="content_check")
def greets(doc):
    assert any("Hello" in line.text for line in doc.lines)


@step(category="structural_check")
def saved(drive):
    assert [file.name for file in drive.targets["OUTPUT_FOLDER_URL"].files] == ["note.txt"]


@step(category="web_visit_check")
def looked(trace):
    assert any("example.org" in url for url in trace.urls)
'''

FACTS = """
[family]
name = "docs_saved"
task_prefix = "own.saved"
artifact = "Docs"
group = "Own"
domain = "Notes"

[1]
prompt = "Write a note that says Hello, and save note.txt in {{OUTPUT_FOLDER_URL}}."

[[steps]]
step = "greets"
cp = 1
pub = "1.1"

[[steps]]
step = "saved"
cp = 1
pub = "1.2"

[[steps]]
step = "looked"
cp = 2
pub = "2.1"
"""
INFO = TaskInfo(
    task_id="own.saved.1", short_id=None, family="docs_saved", instance=1, kind=Kind.DOCUMENT, group="", domain=""
)


@pytest.fixture
def family(pytester, monkeypatch):
    monkeypatch.setenv("KNOWS_RENDER_NEEDED_ONLY", "1")
    folder = pytester.path / "rubrics" / "docs_saved"
    folder.mkdir(parents=True)
    (folder / "rubric.py").write_text(RUBRIC)
    (folder / "facts.toml").write_text(FACTS)
    pytester.makeini("[pytest]\nknows_web = replay\n")
    return pytester


@pytest.fixture
def served(family):
    """`pytest-knows serve` in a process: its address and token."""
    command = [sys.executable, "-m", "pytest_knows.cli", "serve", "--store", "work.db"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    text = ""
    for line in process.stdout:
        text += line
        if "Uploads need" in line:
            break
    yield re.search(r"Workspace at (\S+) ", text)[1], re.search(r"token: +(\S+)", text)[1]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)


HARNESS = r"""
set -eu
knows="$PYTHON -m pytest_knows.cli"
$knows provision own.saved.1 --rubrics rubrics
$knows prompts own.saved.1 --rubrics rubrics --out prompts
url() { grep -o "$KNOWS_WORKSPACE/$1/[A-Za-z0-9_-]*" prompts/own.saved.1.md | head -1; }
file=$(url document/d); file=${file##*/}
folder=$(url drive/folders); folder=${folder##*/}
call() { curl -sSf -H "Authorization: Bearer $KNOWS_WORKSPACE_TOKEN" -H "Content-Type: application/json" "$@"; }
call "$KNOWS_WORKSPACE/v1/documents/$file:batchUpdate" \
    -d '{"requests": [{"insertText": {"location": {"index": 1}, "text": "Hello from a shell\n"}}]}' > answers
note='"name": "note.txt", "mimeType": "text/plain"'
call "$KNOWS_WORKSPACE/drive/v3/files" -d "{$note, \"parents\": [\"$folder\"]}" >> answers
echo https://example.org/page > urls.txt
$knows grade --task own.saved.1 --file "$file" --history urls.txt --targets run_targets.json --rubrics rubrics \
    --out graded
"""


@pytest.mark.skipif(shutil.which("curl") is None, reason="the shell's agent calls the Workspace with curl")
def test_a_harness_of_nothing_but_a_shell(served, family, monkeypatch):
    address, token = served
    monkeypatch.setenv("KNOWS_WORKSPACE", address)
    monkeypatch.setenv("KNOWS_WORKSPACE_TOKEN", token)
    monkeypatch.setenv("PYTHON", sys.executable)
    done = subprocess.run(["bash", "-c", HARNESS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[:2] for line in lines if line.startswith(("passed", "failed"))] == [["passed", "1/1"]] * 3
    assert "own.saved.1: 3 of 3 points" in lines
    results = json.loads((family.path / "graded/results.json").read_text())
    assert results["tasks"][0]["isolation"] == "external"
    assert not any(
        token.encode() in path.read_bytes() for path in (family.path / "graded").rglob("*") if path.is_file()
    )


@pytest.fixture
def command(family, capsys):
    def command(*arguments):
        capsys.readouterr()
        status = main([*arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


@pytest.fixture
def google(tmp_path_factory, monkeypatch):
    with standing_for_google(tmp_path_factory.mktemp("google")) as google:
        monkeypatch.setenv("KNOWS_GOOGLE_ENDPOINT", google.endpoint)
        yield google


def test_each_pass_has_a_run_of_its_own_at_google(google, command, family):
    where = ["--rubrics", "rubrics", "--google-credentials", google.account(GRADER)]
    for number in (1, 2):
        status, out, _ = command("provision", "--all", *where, "--share", "robot@example.org")
        assert status == 0
        assert f"own.saved.1: run_000{number} " in out
    entry = json.loads((family.path / "run_targets.json").read_text())["docs_saved"]["instance_1"]
    assert entry["run"] == "run_0002"
    store = google.server.service.store
    run = store.file(entry["run_folder"].rpartition("/")[2])
    parents = [store.file(id_).name for id_ in store.ancestry(run.id)]
    assert parents == ["run_0002", "instance_1", "docs_saved", "KNOWS-runs", "My Drive"]
    assert "robot@example.org" in {permission.email for permission in store.permissions(run.id)}


def test_a_run_that_cannot_be_made_leaves_nothing(google, command, family):
    facts = family.path / "rubrics/docs_saved/facts.toml"
    link = "https://docs.google.com/document/d/no-such-file/edit"
    (family.path / "tasks.jsonl").write_text(
        json.dumps(
            {
                "task_id": "own.saved.1",
                "family": "docs_saved",
                "instance_num": 1,
                "prompt": f"Edit the copy of {link}: {{{{WORKING_COPY_URL}}}}",
            }
        )
    )
    facts.write_text(re.sub(r"^prompt = .*$", "", facts.read_text(), flags=re.M))
    where = ["--rubrics", "rubrics", "--google-credentials", google.account(GRADER), "--tasks", "tasks.jsonl"]
    status, out, errors = command("provision", "--all", *where)
    assert (status, "run_targets.json: 0 runs" in out) == (1, True)
    assert f"own.saved.1 is to work on a copy of {link}" in errors
    made = google.server.service.store.select("WHERE f.name LIKE 'run_%' AND NOT f.trashed")
    assert made == []


def test_an_office_file_needs_no_workspace(command, family):
    from docx import Document

    document = Document()
    document.add_paragraph("Hello")
    document.save(family.path / "note.docx")
    (family.path / "urls.json").write_text('["https://example.org/"]')
    status, out, _ = command(
        "grade", "--task", "own.saved.1", "--file", "note.docx", "--history", "urls.json", "--rubrics", "rubrics"
    )
    assert status == 0
    words = [line.partition(" ")[0] for line in out.splitlines()]
    assert [word for word in words if word in ("passed", "failed")] == ["passed", "failed", "passed"]
    folder = next(line.removeprefix("run folder: ") for line in out.splitlines() if line.startswith("run folder: "))
    assert (family.path / folder / "score.html").exists()


def test_a_mistyped_file_is_no_score_of_zero(command, family):
    status, out, errors = command(
        "grade", "--task", "own.saved.1", "--file", "MISTYPED", "--rubrics", "rubrics", "--out", "graded"
    )
    assert (status, "run folder: graded" in out) == (1, True)
    assert "--file MISTYPED was not graded, but a blank file: " in errors
    assert "no file that it can see" in errors


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--store", "w.db", "--port", "99999"], "'99999': expected a number from 0 (a free one) to 65535"),
        (["serve", "--store", "w.db", "--port", "-1"], "'-1': expected a number from 0"),
        (["serve", "--store", "w.db", "--today", "soon"], "'soon': expected a day as 2026-01-31"),
        (["quotes", "q.csv", "--as-of", "2026-99-99"], "'2026-99-99': expected a day as 2026-01-31"),
        (["clean", "--older-than", "x"], "'x': expected a number of days: 30 or 30d"),
    ],
)
def test_an_option_that_cannot_be_read_says_what_is_expected(capsys, arguments, says):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert (ended.value.code, says in capsys.readouterr().err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["provision", "--rubrics", "rubrics"], "name tasks, or give --all"),
        (["provision", "--all", "--rubrics", "rubrics"], "say where: --workspace google, or the address"),
        (["provision", "--all", "--rubrics", "rubrics", "--workspace", "http://127.0.0.1:9"], "give its token"),
        (["prompts", "--all", "--rubrics", "rubrics", "--out", "p"], "cannot be read as run_targets.json"),
        (["grade", "--task", "own.saved.9", "--file", "x", "--rubrics", "rubrics"], "did you mean own.saved.1"),
        (["grade", "--task", "own.saved.1", "--file", "no.docx", "--rubrics", "rubrics"], "there is no such file"),
    ],
)
def test_what_is_missing_is_said(command, arguments, says):
    status, _, errors = command(*arguments)
    assert (status, says in errors) == (1, True), errors


@pytest.mark.parametrize(
    "content",
    [
        {"docs_saved": {"instance_1": {"OUTPUT_FOLDER_URL": "https://drive.google.com/drive/folders/folder-2"}}},
        {"docs_saved": {"1": {"output_folder_id": "folder-2", "note": 3}}},
        {
            "docs_saved": {
                "instance_1": {"run_0001": {"OUTPUT_FOLDER": "old-1"}, "run_0002": {"OUTPUT_FOLDER": "folder-2"}}
            }
        },
    ],
)
def test_targets_in_other_shapes(tmp_path, content):
    path = tmp_path / "run_targets.json"
    path.write_text(json.dumps(content))
    [(token, target)] = RunTargets.load(path).targets(INFO).items()
    assert (token, target.id, target.kind) == ("OUTPUT_FOLDER_URL", "folder-2", "folder")
    assert target.url == "https://drive.google.com/drive/folders/folder-2"


@pytest.mark.parametrize("content", ["[]", "{", '{"docs_saved": []}', '{"docs_saved": {"instance_1": {}}}'])
def test_targets_that_are_none(tmp_path, content):
    path = tmp_path / "run_targets.json"
    path.write_text(content)
    with pytest.raises(ConfigurationError, match=r"run_targets\.json"):
        RunTargets.load(path).targets(INFO)
