"""The summary at the end of pytest's output: a line per task, the metrics per app, what is open and what mends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_knows.counted import counted
from pytest_knows.metrics import BUG_FIXES_ONLY, METRICS, OVERALL

_WIDEST = 36
"""Characters of a task's name."""


def summary(results: Mapping[str, Any]) -> list[str]:
    """Lines of plain text, made from results.json alone."""
    metrics = [*_metrics(results), *_bug_fixes_only(results), *_trials(results)]
    return [*_tasks(results), "", *metrics, *_open(results), *_trace_line(results)]


def interval(bounds: Iterable[float], *, percent: bool = False) -> str:
    """`7`, `7-10`, `63.3`, `63.3-80.0`: lowest and highest, once if they are equal."""
    shown = [f"{100 * value:.1f}" if percent else f"{value:g}" for value in bounds]
    return shown[0] if shown[0] == shown[-1] else "-".join(shown)


def _tasks(results: Mapping[str, Any]) -> list[str]:
    steps: dict[tuple[str, int], Counter[str]] = {}
    for step in results["steps"]:
        if step["scored"]:
            steps.setdefault((step["task_id"], step["trial"]), Counter())[step["outcome"]] += 1
    rows = [("task", "points", "of", "passed", "failed", "error", "ungraded", "run")]
    for task in results["tasks"]:
        counts = steps.get((task["task_id"], task["trial"]), Counter())
        name = task["task_id"] + (f" t{task['trial']}" if task["trial"] > 1 else "")
        note = (task["cause"] or task["state"]) + (", partial" if task["partial"] else "")
        rows.append(
            (
                _shortened(name),
                interval(task["points"]),
                f"{task['max']:g}",
                *(str(counts[outcome]) for outcome in ("passed", "failed", "error", "ungraded")),
                note,
            )
        )
    return _table(rows)


def _shortened(name: str) -> str:
    """In a table of 100 columns; what tells instances and trials apart stands at the end."""
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 13]}...{name[-10:]}"


def _metrics(results: Mapping[str, Any]) -> list[str]:
    figures = results["metrics"]["strict"]
    if not figures:
        return ["no task was graded in full, so there are no metrics"]
    rows = [("percent, strict rule", "tasks", *METRICS)]
    for scope in sorted(figures, key=lambda name: name == "overall"):
        bounds = (interval(figures[scope][metric], percent=True) for metric in METRICS)
        rows.append((scope, str(figures[scope]["tasks"]), *bounds))
    return _table(rows)


def _bug_fixes_only(results: Mapping[str, Any]) -> list[str]:
    """The score beside it with the reference's rules, facts and policies in place of ours: an interval, in one line."""
    found = results["metrics"].get(BUG_FIXES_ONLY)
    if not found:
        return []
    figures = found["strict"][OVERALL]
    shown = ", ".join(f"{name} {interval(figures[name], percent=True)}" for name in ("SF", "points"))
    return [f"with bug fixes only: {shown} ({found['touched']} of {counted(found['steps'], 'step')} by rules of ours)"]


def _trials(results: Mapping[str, Any]) -> list[str]:
    """With several trials: how the figures vary over them."""
    found = results.get("variation", {}).get(OVERALL)
    if found is None or found["trials"] < 2:
        return []
    count = found["trials"]
    spread = ", ".join(
        f"{name} {100 * found[name]['mean']:.1f} +- {100 * found[name]['spread']:.1f}" for name in METRICS
    )
    passed = f"pass@{count} {100 * found['pass_any']:.1f}, pass^{count} {100 * found['pass_all']:.1f}"
    return [f"over {count} trials: {spread}", f"tasks passed in one of {count} trials and in all: {passed}"]


def _open(results: Mapping[str, Any]) -> list[str]:
    """What is ungraded or in error: once, with the option or command that mends it."""
    scored = [step for step in results["steps"] if step["scored"]]
    lines = [f"ungraded: {needing(count, need)}" + (f": {mend}" if mend else "") for need, mend, count in gaps(scored)]
    errors = Counter(step["reason"] for step in scored if step["outcome"] == "error")
    lines += [f"error: {counted(count, 'step')}: {reason}" for reason, count in errors.most_common(5)]
    if len(errors) > 5:
        lines.append(f"error: {len(errors) - 5} further causes, see results.json")
    return ["", *lines] if lines else []


def needing(count: int, need: str) -> str:
    """`1 step needs gold`, `2 steps need gold`."""
    return f"{counted(count, 'step')} need{'s' if count == 1 else ''} {need}"


def gaps(steps: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, int]]:
    """What ungraded steps need, the (first) option or command that provides it, and how many steps they are."""
    counts: Counter[str] = Counter()
    mends: dict[str, str] = {}
    for step in steps:
        if step["scored"] and step["outcome"] == "ungraded":
            counts[step["need"]] += 1
            mends.setdefault(step["need"], step["mend"])
    return [(need, mends[need], counts[need]) for need in sorted(counts)]


def _trace_line(results: Mapping[str, Any]) -> list[str]:
    missing = sum(task.get("trace") == "none" for task in results["tasks"])
    if not missing:
        return []
    how = 'return AgentResult(visited=[...]), call task.visit(url), or (cmd:, artifacts:) give "visited" in the JSON'
    return [f"visited URLs were not recorded for {counted(missing, 'task')}: {how}"]


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns aligned: text to the left in the first and last, figures to the right between."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    last = len(widths) - 1
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in (0, last) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
