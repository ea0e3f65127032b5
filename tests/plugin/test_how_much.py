"""--knows-budget, --knows-dry-run, --knows-rerun."""

from __future__ import annotations

import json

import pytest

from pytest_knows.cli import main

AGENT = """
import os
import pytest
from pytest_knows.agents import AgentResult


@pytest.fixture
def costly(my_agent):
    return my_agent


@pytest.fixture
def flaky(my_agent):
    def agent(task):
        if task.id.endswith(os.environ.get("BROKEN", "none")):
            raise RuntimeError("out of credit")
        return my_agent(task)

    return agent
"""


@pytest.fixture
def agents(project):
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text() + AGENT)
    return project


def steps(results, task):
    return {s["slug"]: s["outcome"] for s in results["steps"] if s["task_id"] == task}


def test_no_new_episode_beyond_the_budget(run, calls, results, agents):
    result = run("rubrics", "--knows-agent=costly", "--knows-budget=0.5", "--knows-out=out")
    assert calls() == ["own.note.1"], "each costs 0.50"
    assert set(steps(results("out"), "own.note.2").values()) == {"ungraded"}
    reasons = {step["reason"] for step in results("out")["steps"] if step["task_id"] == "own.note.2"}
    assert reasons == {"own.note.2: not run, USD 0.50 of the budget of 0.5 are spent"}
    result.stdout.fnmatch_lines(["ungraded: 4 steps need artifact: --knows-resume=*out with a larger --knows-budget"])
    assert [task["cause"] for task in results("out")["tasks"]] == ["finished", "not_run"]
    run("--knows-resume=out", "--knows-agent=costly", "--knows-budget=2", "rubrics")
    assert calls() == ["own.note.1", "own.note.2"]
    assert steps(results("out"), "own.note.2")["greets"] == "passed"


@pytest.mark.parametrize("budget", ["0", "-1", "much", "nan", "inf"])
def test_a_budget_is_an_amount(run, budget, agents):
    result = run("rubrics", "--knows-agent=costly", f"--knows-budget={budget}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--knows-budget {budget}: expected US dollars above 0*"])


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_dry_run_says_what_would_be_done_and_does_nothing(run, calls, agents, project, workers):
    result = run("rubrics", "--knows-agent=costly", "--knows-dry-run", "-n", workers, "--knows-trials=2")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "dry run: 4 episodes to be run, 0 frozen; 16 steps, 28 points",
            "agent: cost unknown, no earlier run to go by",
            "judge: none; up to 4 steps may be ungraded for want of one (--knows-judge)",
            "nothing was run, started or written",
        ]
    )
    assert calls() == []
    assert not (project.path / "reports").exists()


def test_a_dry_run_goes_by_earlier_costs(run, agents, calls):
    run("rubrics", "--knows-agent=costly", "--knows-out=out", "--knows-select=own.note.1")
    result = run("--knows-resume=out", "--knows-agent=costly", "--knows-dry-run", "rubrics", "--knows-select=docs_note")
    result.stdout.fnmatch_lines(
        [
            "dry run: 1 episode to be run, 1 frozen; 8 steps, 14 points",
            "agent: about USD 0.50, at 0.50 for a task as in an earlier run",
        ]
    )
    assert calls() == ["own.note.1"]
    assert main(["baseline", "out"]) == 0
    compared = ["--knows-baseline=baseline.json", "--knows-agent=costly", "--knows-dry-run"]
    run("rubrics", *compared).stdout.fnmatch_lines(["agent: about USD 1.00, at 0.50 for a task as in an earlier run"])


def test_broken_agents_are_run_again_and_nothing_else(run, agents, calls, results, monkeypatch):
    monkeypatch.setenv("BROKEN", ".2")
    run("rubrics", "--knows-agent=flaky", "--knows-out=out", "-n", "2")
    assert [task["cause"] for task in results("out")["tasks"]] == ["finished", "agent_error"]
    before = results("out")
    monkeypatch.setenv("BROKEN", "none")
    again = ["rubrics", "--knows-resume=out", "--knows-rerun=agent-errors", "--knows-agent=flaky"]
    result = run(*again, "-n", "2")
    result.stdout.fnmatch_lines(["1 task with agent-errors, 1 episode run again"])
    after = results("out")
    assert [task["cause"] for task in after["tasks"]] == ["finished", "finished"]
    assert after["tasks"][0] == before["tasks"][0]
    assert steps(after, "own.note.1") == steps(before, "own.note.1")
    assert steps(after, "own.note.2")["greets"] == "passed"
    assert calls() == ["own.note.1", "own.note.2"]
    kept = json.loads((agents.path / "out/episodes/own.note.2/t1.before-1/attempt.json").read_text())
    assert kept["cause"] == "agent_error"
    result = run(*again)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["no task of out has agent-errors"])
    assert calls() == ["own.note.1", "own.note.2"]
    run("--knows-resume=out", "rubrics", "--knows-agent=flaky")
    assert len(results("out")["tasks"]) == 2, "the run is still about both"


def test_ungraded_steps_are_graded_with_what_is_given_now(run, agents, calls, results):
    run("rubrics", "--knows-agent=costly", "--knows-out=out")
    (agents.path / "judge.json").write_text(json.dumps([{"key": "*", "answer": True}]))
    run("rubrics", "--knows-resume=out", "--knows-rerun=ungraded", "--knows-judge=script:judge.json")
    assert {steps(results("out"), f"own.note.{number}")["judged"] for number in (1, 2)} == {"passed"}
    assert calls() == ["own.note.1", "own.note.2"]


def test_steps_in_error_are_graded_again(run, agents, calls, results):
    script = agents.path / "judge.json"
    script.write_text("[]")
    run("rubrics", "--knows-agent=costly", "--knows-out=out", "--knows-judge=script:judge.json")
    assert steps(results("out"), "own.note.1")["judged"] == "error"
    script.write_text(json.dumps([{"key": "*", "answer": True}]))
    run("rubrics", "--knows-resume=out", "--knows-rerun=errors", "--knows-judge=script:judge.json", "-n", "2")
    assert steps(results("out"), "own.note.1")["judged"] == "passed"
    assert calls() == ["own.note.1", "own.note.2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--knows-rerun=all"], "*--knows-rerun all: expected one of errors, agent-errors, ungraded*"),
        (["--knows-rerun=errors"], "*--knows-rerun fills the gaps of a run; name its folder with --knows-resume*"),
    ],
)
def test_wrong_reruns_are_usage_errors(run, arguments, message):
    result = run("rubrics", "--knows-agent=my_agent", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])
