"""A summary in Markdown, for pull requests and CI job pages; and annotations for regressions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_knows.counted import counted
from pytest_knows.metrics import BUG_FIXES_ONLY, METRICS, OVERALL
from pytest_knows.report.baseline import Baseline, Change
from pytest_knows.report.comparison import Difference, differences
from pytest_knows.report.gate import HELD, Verdict, exit_code
from pytest_knows.report.terminal import gaps, interval, needing

LIMIT = 50
"""Rows of a table of steps; pull requests are read, not searched."""

ANNOTATIONS = 10
"""What GitHub shows of one step of a workflow."""


def summary(results: Mapping[str, Any], verdicts: Sequence[Verdict], baseline: Baseline | None) -> str:
    """Markdown: the gate's words, the metrics, the tasks, what changed, what is open. Artifacts' text is escaped."""
    parts = [_gate(verdicts), _metrics(results), _tasks(results)]
    if baseline is not None:
        parts.insert(1, _changes(differences(baseline, results)))
    return "\n\n".join(part for part in [*parts, _open(results)] if part) + "\n"


def workflow_commands(found: Iterable[Difference]) -> list[str]:
    """Workflow commands of GitHub Actions, one per regression."""
    worse = [difference for difference in found if difference.change is Change.REGRESSED]
    lines = []
    for step in (entry.step for entry in worse[:ANNOTATIONS]):
        title = _property(f"{step['slug']} of {step['task_id']} regressed")
        lines.append(f"::error title={title}::{_data(step['reason'] or step['outcome'])} ({_data(step['id'])})")
    return lines


def _gate(verdicts: Sequence[Verdict]) -> str:
    if not verdicts:
        return "## pytest-knows"
    code = exit_code(verdicts)
    words = "held" if code == HELD else "not held" if code == 1 else "cannot decide"
    return "\n".join([f"## pytest-knows: gate {words}", "", *(f"- {escape(verdict.line)}" for verdict in verdicts)])


def _metrics(results: Mapping[str, Any]) -> str:
    figures = results["metrics"]["strict"]
    scopes = [(scope, figures[scope]) for scope in sorted(figures, key=lambda name: name == OVERALL)]
    if only := results["metrics"].get(BUG_FIXES_ONLY):
        scopes.append(("overall, bug fixes only", only["strict"][OVERALL]))
    rows = [
        [name, str(found["tasks"]), *(interval(found[metric], percent=True) for metric in METRICS)]
        for name, found in scopes
    ]
    return table(["percent, strict rule", "tasks", *METRICS], rows) if rows else "No task was graded in full."


def _tasks(results: Mapping[str, Any]) -> str:
    rows = [
        [
            task["task_id"] + (f" (trial {task['trial']})" if task["trial"] > 1 else ""),
            interval(task["points"]),
            f"{task['max']:g}",
            str(task["cause"] or task["state"]) + (", partial" if task["partial"] else ""),
        ]
        for task in results["tasks"]
    ]
    body = table(["task", "points", "of", "run"], rows)
    return f"<details><summary>{counted(len(rows), 'task')}</summary>\n\n{body}\n\n</details>"


def _changes(found: Sequence[Difference]) -> str:
    if not found:
        return "No step differs from the baseline."
    rows = [
        [entry.change.value, step["task_id"], step["slug"], entry.old["outcome"], step["outcome"], step["reason"]]
        for entry in found[:LIMIT]
        for step in [entry.step]
    ]
    shown = table(["change", "task", "step", "before", "now", "reason"], rows)
    return shown + (f"\n\nand {len(found) - LIMIT} more" if len(found) > LIMIT else "")


def _open(results: Mapping[str, Any]) -> str:
    return "\n".join(f"- {needing(count, need)}: {escape(mend)}" for need, mend, count in gaps(results["steps"]))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; cells are escaped."""
    lines = ["| " + " | ".join(map(escape, header)) + " |", "|" + " --- |" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(map(escape, row)) + " |" for row in rows)])


def escape(text: str) -> str:
    """Text that means nothing to Markdown or HTML, on one line; mentions and issue numbers stay words."""
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    marked = re.sub(r"([\\`*_{}\[\]()#+!|~-])", r"\\\1", plain)
    return marked.replace("@", "@\u200b").replace("://", ":\u200b//")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
