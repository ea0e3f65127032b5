"""`pytest-knows results-table`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_knows import metrics
from pytest_knows.cli import main
from pytest_knows.judge.calibration import Given, table
from pytest_knows.judge.labels import SHIPPED, load_labels
from pytest_knows.tasks.pinned import pinned


def step(task_id: str, number: int, points: float, outcome: str) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "trial": 1,
        "checkpoint": number,
        "slug": f"s{number}",
        "scored": True,
        "max": 2,
        "points": points,
        "highest": 2 if outcome in ("error", "ungraded") else points,
        "outcome": outcome,
        "differs": None,
        "differences": [],
    }


def complete() -> dict[str, Any]:
    """A pass over the benchmark: of two checkpoints of one step each, one passes and one earns half."""
    tasks, steps = [], []
    for task_id in pinned().sha256:
        app = next(app for app in ("Docs", "Sheets", "Slides") if f".{app.lower()}_" in task_id)
        conditions = {"interface": "api", "isolation": "process", "step_budget": 50, "renderer": "local"}
        tasks.append(
            {"task_id": task_id, "trial": 1, "artifact": app, "partial": False, "cause": "finished", **conditions}
        )
        steps += [step(task_id, 1, 2, "passed"), step(task_id, 2, 1, "failed")]
    versions = {"benchmark": "1.2.0", "dataset": "0123456789abcdef", "plugin": "1.0", "judge": "some/model x3"}
    return {"schema": 1, "tasks": tasks, "steps": steps, "versions": versions, "run": {"agent": "cmd:my-agent"}}


@pytest.fixture
def show(tmp_path, capsys):
    def show(results: dict[str, Any], *more: str) -> tuple[int, str, str]:
        results["metrics"] = metrics.compute(results["tasks"], results["steps"])
        path = tmp_path / "results.json"
        path.write_text(json.dumps(results))
        status = main(["results-table", str(path), *more])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return show


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if not set(row[0]) <= {"-", ":", " "}]


def test_both_rules_for_each_app_and_overall(show):
    status, text, _ = show(complete())
    assert status == 0
    half, all_ = ["0.0", "50.0", "50.0", "50.0"], ["100.0"] * 4
    figures = [row[2:] for row in rows(text)]
    scopes = [["Docs", "25"], ["Sheets", "45"], ["Slides", "40"], ["overall", "110"]]
    assert [row[:2] for row in rows(text)][1:5] == scopes
    assert figures == [["SR", "ASC", "ACF", "SF"], *[half] * 4, ["SR", "ASC", "ACF", "SF"], *[all_] * 4]
    assert [row[0] for row in rows(text)][::5] == ["percent, strict rule", "percent, paper rule"]


def test_the_conditions(show):
    _, text, _ = show(complete())
    assert "- benchmark: 1.2.0, prompts sha256 0123456789ab\n" in text
    assert "- graded by: pytest-knows 1.0; agent: cmd:my-agent\n" in text
    assert "- judge: some/model x3; its kappa was not given (--judge-check)\n" in text
    assert "- interface: api\n- isolation: process\n- step budget: 50\n- renderer: local\n- trials: 1" in text
    assert "INCOMPLETE" not in text


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda run: run["tasks"].pop(), "1 task of the benchmark missing"),
        (lambda run: run["tasks"][0].update(partial=True), "1 tasks of which only some steps were selected"),
        (lambda run: run["tasks"][0].update(cause="assets_missing"), "1 tasks not run"),
        (lambda run: run["steps"][1].update(outcome="error", highest=2), "1 steps in error"),
        (lambda run: run["steps"][1].update(outcome="ungraded", highest=2), "1 steps ungraded"),
        (lambda run: run["tasks"][0].update(interface="browser"), "episodes with different interface"),
    ],
)
def test_a_run_with_gaps_is_refused_unless_told(show, spoil, says):
    results = complete()
    spoil(results)
    status, text, errors = show(results)
    assert (status, text) == (1, "")
    assert says in errors
    status, text, _ = show(results, "--incomplete")
    assert status == 0
    assert f"- INCOMPLETE: {says}" in text


def test_the_judges_kappa(show, tmp_path):
    labels = [label for label in load_labels(SHIPPED) if isinstance(label.expected, bool)][:20]
    given = [Given(label=label, answer=label.expected) for label in labels]
    (tmp_path / "check.txt").write_text("\n".join(table("some/model", given)))
    _, text, _ = show(complete(), "--judge-check", str(tmp_path / "check.txt"))
    assert "- judge: some/model x3; some/model: kappa 1.00, agreement 1.00 (0.84 - 1.00) on 20 labels" in text
    (tmp_path / "other.txt").write_text("\n".join(table("another/model", given)))
    status, _, errors = show(complete(), "--judge-check", str(tmp_path / "other.txt"))
    assert status == 1
    assert "has nothing of the run's judge (some/model x3)" in errors


def test_nothing_was_graded_in_full(show):
    results = complete()
    results["tasks"] = results["tasks"][:1]
    results["tasks"][0]["partial"] = True
    status, _, errors = show(results, "--incomplete")
    assert (status, "no task of this run was graded in full" in errors) == (1, True)
