"""What is said so that nobody has to guess: options without effect, files of no task, an agent that was cut short."""

from __future__ import annotations

import json
import os

import pytest

from pytest_knows.cli import main


def test_options_that_would_have_no_effect_are_a_usage_error(pytester):
    result = pytester.runpytest_subprocess("--knows-fail-under=SF=0.5", "--knows-dry-run")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--knows-fail-under, --knows-dry-run: no effect without --knows-agent, *"])


def test_options_from_an_ini_file_wait_for_a_run_that_asks(pytester):
    pytester.makeini("[pytest]\nknows_web = replay\n")
    pytester.makepyfile("def test_own(): pass")
    assert pytester.runpytest_subprocess().ret == 0


def test_files_that_are_no_tasks_are_named(project, run):
    made = project.path / "made"
    made.mkdir()
    for name in ("own.note.3.docx", "Own.note.1.json", "notes.txt", "used.docx"):
        (made / name).write_bytes(b"")
    (made / "own.note.2.json").write_text('{"file": "used.docx"}')
    result = run("rubrics", "--knows-agent=artifacts:made", "--knows-select=n1", "--knows-out=out")
    result.stdout.fnmatch_lines(["knows: files of no known task: Own.note.1.json, own.note.3.docx"])


def test_an_unknown_task_is_named_by_what_was_typed(run, capsys):
    assert main(["tasks", "show", "docs_1_formal_leter"]) != 0
    told = capsys.readouterr().err
    assert "'docs_1_formal_leter', did you mean" in told
    assert "--knows-select" not in told
    result = run("rubrics", "--knows-agent=my_agent", "--knows-select=nope")
    result.stderr.fnmatch_lines(["*--knows-select: no task, short id or family matches 'nope'*"])


@pytest.mark.parametrize(
    "content",
    [
        "",
        json.dumps(
            {
                "task_id": "knows.slides_20_Illustrated_Book_Report.1",
                "family": "slides_20_Illustrated_Book_Report",
                "instance": 1,
                "prompt": "Do it.",
            }
        ),
    ],
)
def test_texts_of_other_tasks_only_are_a_usage_error(project, run, content):
    (project.path / "texts.jsonl").write_text(content)
    result = run("--knows-agent=my_agent", "--knows-tasks=texts.jsonl", "--knows-select=docs_1_formal_letter")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--knows-tasks=texts.jsonl: *none of them of a selected task*"])


CUT_SHORT = """
import os, signal, time


@pytest.fixture
def cut_short():
    def agent(task):
        write(task, "Hello alpha\\n")
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)

    return agent
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on Unix")
def test_after_ctrl_c_it_is_said_how_the_agent_runs_again(project, run, calls):
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text() + CUT_SHORT)
    run("rubrics", "--knows-agent=cut_short", "--knows-select=n1", "--knows-out=out")
    went_on = run("rubrics", "--knows-agent=good_agent", "--knows-resume=out")
    went_on.stdout.fnmatch_lines(
        ["*an agent was cut short*--knows-resume=out --knows-rerun=agent-errors runs it again*"]
    )
    run("rubrics", "--knows-agent=good_agent", "--knows-resume=out", "--knows-rerun=agent-errors")
    assert calls() == ["own.note.1", "own.note.1"]
