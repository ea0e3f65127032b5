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
