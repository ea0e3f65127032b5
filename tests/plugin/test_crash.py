"""A worker that is killed: one result per id, no second call of the agent, nothing finished is lost."""

import json
from collections import Counter

import pytest

KILL = """
import os, signal
import pytest
from conftest_agents import write


@pytest.fixture
def mortal():
    def agent(task):
        write(task, "Hello alpha\\n")
        if task.id.endswith("1"):
            os.kill(os.getpid(), signal.SIGKILL)

    return agent
"""


@pytest.fixture
def mortal_project(project):
    (project.path / "conftest.py").rename(project.path / "conftest_agents.py")
    project.makeconftest("import sys; sys.path.insert(0, '.')\n" + KILL)
    return project


def test_kill_in_the_agent(mortal_project, run, calls, results):
    result = run("rubrics", "--knows-agent=mortal", "--knows-out=out", "-n", "2", "-v", "--junitxml=junit.xml")
    assert calls() == ["own.note.1", "own.note.2"]
    found = results("out")
    assert {task["task_id"]: task["cause"] for task in found["tasks"]} == {
        "own.note.1": "worker_died",
        "own.note.2": "finished",
    }
    assert [s["outcome"] for s in found["steps"] if s["task_id"] == "own.note.1"] == [
        "passed",
        "passed",
        "failed",
        "ungraded",
    ]
    lines = [json.loads(line) for line in (mortal_project.path / "out/steps.jsonl").read_text().splitlines()]
    assert set(Counter(line["id"] for line in lines).values()) == {1}
    assert len(lines) == 10
    result.stdout.fnmatch_lines(["*crashed while running*a fresh worker went on with what was there*"])
    assert "node down" in result.stdout.str() or "crashed" in result.stdout.str()
    counts = result.parseoutcomes()
    assert sum(counts.get(word, 0) for word in ("passed", "failed", "skipped", "errors")) == 10


def test_kill_while_grading_keeps_finished_episodes(project, run, calls, results):
    module = project.path / "rubrics/docs_note/rubric.py"
    module.write_text(
        module.read_text().replace(
            "    return proportion(",
            "    import os, pathlib\n"
            "    if not pathlib.Path('died').exists():\n"
            "        pathlib.Path('died').write_text('')\n"
            "        os.kill(os.getpid(), 9)\n"
            "    return proportion(",
        )
    )
    run("rubrics", "--knows-agent=my_agent", "--knows-out=out", "-n", "2")
    assert calls() == ["own.note.1", "own.note.2"]
    found = results("out")
    assert {task["cause"] for task in found["tasks"]} == {"finished"}
    assert Counter(s["outcome"] for s in found["steps"]) == {"passed": 4, "failed": 2, "ungraded": 2}


def test_two_workers_that_die_at_once(mortal_project, run, calls, results):
    mortal_project.makeconftest(
        (mortal_project.path / "conftest.py")
        .read_text()
        .replace('if task.id.endswith("1"):', "if True:")
        .replace("        if True:", "        wait_for_both()\n        if True:")
        + """
import time
from pathlib import Path


def wait_for_both():
    for _ in range(600):
        if len(Path("calls.txt").read_text().split()) == 2:
            return
        time.sleep(0.1)
"""
    )
    result = run("rubrics", "--knows-agent=mortal", "--knows-out=out", "-n", "2")
    assert "INTERNALERROR" not in result.stdout.str()
    assert calls() == ["own.note.1", "own.note.2"]
    assert {task["cause"] for task in results("out")["tasks"]} == {"worker_died"}
    assert "not_selected" not in {step["outcome"] for step in results("out")["steps"]}


DEADLY_STEP = """    if deadly(facts):
        os.kill(os.getpid(), 9)
    return proportion(facts.words, lambda word: word in text_of(doc))


import os


def deadly(facts):
    return facts.greeting == "Hello"
"""


@pytest.fixture
def deadly_project(project):
    """A rubric one of whose steps kills every process that grades it, for the first task."""
    module = project.path / "rubrics/docs_note/rubric.py"
    source = module.read_text()
    line = next(line for line in source.splitlines(keepends=True) if "return proportion(" in line)
    module.write_text(source.replace(line, DEADLY_STEP))
    return project


def test_a_task_that_kills_every_worker_is_given_up_and_the_others_are_graded(deadly_project, run, calls, results):
    result = run("rubrics", "--knows-agent=my_agent", "--knows-out=out", "-n", "2", "--junitxml=junit.xml")
    assert result.ret == 1
    assert calls() == ["own.note.1", "own.note.2"]
    found = results("out")
    assert [(s["slug"], s["outcome"], s["highest"]) for s in found["steps"] if s["task_id"] == "own.note.1"] == [
        ("greets", "passed", 1),
        ("is_short", "passed", 1),
        ("words", "error", 4),
        ("judged", "error", 1),
    ]
    assert "not_selected" not in {step["outcome"] for step in found["steps"]}
    assert {task["cause"] for task in found["tasks"]} == {"finished"}
    result.stdout.fnmatch_lines(["*given up: 3 workers died of this task*"])
    counts = result.parseoutcomes()
    assert sum(counts.get(word, 0) for word in ("passed", "failed", "skipped", "errors")) == 10


def test_no_worker_going_on_is_no_success(deadly_project, run):
    arguments = ["rubrics", "--knows-agent=my_agent", "-n", "1", "--max-worker-restart=0"]
    result = run(*arguments, "--knows-fail-under=points=0", "--knows-out=out")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*crashed while running*no worker went on", "*--knows-resume=out goes on with it*"])


INTERRUPT = """
import os, signal, time


@pytest.fixture
def interrupted():
    def agent(task):
        write(task, "Hello alpha\\n")
        if task.id.endswith("2"):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(20)

    return agent
"""


@pytest.mark.parametrize("where", ["agent", "grading"])
def test_an_interrupt_loses_nothing_and_says_how_to_go_on(project, run, calls, results, where, monkeypatch):
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text() + INTERRUPT)
    if where == "grading":
        conftest.write_text(conftest.read_text().replace('task.id.endswith("2")', "False"))
        module = project.path / "rubrics/docs_note/rubric.py"
        module.write_text(
            module.read_text().replace(
                "    return proportion(",
                "    import os, signal\n"
                "    if facts.greeting == 'Good day' and not os.environ.get('AGAIN'):\n"
                "        os.kill(os.getpid(), signal.SIGINT)\n"
                "    return proportion(",
            )
        )
    result = run("rubrics", "--knows-agent=interrupted", "--knows-out=out")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["own.note.1 *", "*the run is incomplete; --knows-resume=out goes on with it"])
    assert (project.path / "out/score.html").exists()
    done = [s["outcome"] for s in results("out")["steps"] if s["task_id"] == "own.note.1"]
    assert done == ["passed", "passed", "failed", "ungraded"]
    monkeypatch.setenv("AGAIN", "1")
    run("rubrics", "--knows-agent=interrupted", "--knows-resume=out")
    assert calls() == ["own.note.1", "own.note.2"]
    cause = "killed" if where == "agent" else "finished"
    assert [task["cause"] for task in results("out")["tasks"]] == ["finished", cause]
    assert "not_selected" not in {step["outcome"] for step in results("out")["steps"]}
