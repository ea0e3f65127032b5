"""The paper's row of a run, under both pass rules, with the conditions without which its figures mean nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_knows.counted import counted
from pytest_knows.errors import ConfigurationError
from pytest_knows.metrics import OVERALL, RULES
from pytest_knows.report.markdown import table
from pytest_knows.report.terminal import interval
from pytest_knows.tasks.pinned import pinned

COLUMNS = ("SR", "ASC", "ACF", "SF")
"""As in the paper's tables, in percent."""
CONDITIONS = ("interface", "isolation", "step_budget", "renderer")
"""Of the episodes: figures with different ones are never mixed."""
_NOT_RUN = frozenset({"not_run", "assets_missing"})
_KAPPA = re.compile(r"every kind\s+all\s+(\d+)\s+([\d.]+)\s+([\d.]+) - ([\d.]+)\s+[\d.]+\s+(-?[\d.]+|-)\s+\d+")


def gaps(results: Mapping[str, Any]) -> list[str]:
    """Why the run is no complete pass over the benchmark; empty if it is one."""
    tasks, steps = results["tasks"], [step for step in results["steps"] if step["scored"]]
    missing = set(pinned().sha256) - {task["task_id"] for task in tasks}
    counts = {
        f"{counted(len(missing), 'task')} of the benchmark missing": len(missing),
        "tasks of which only some steps were selected": sum(bool(task["partial"]) for task in tasks),
        "tasks not run": sum(task["cause"] in _NOT_RUN for task in tasks),
        "steps in error": sum(step["outcome"] == "error" for step in steps),
        "steps ungraded": sum(step["outcome"] == "ungraded" for step in steps),
    }
    found = [name if name[0].isdigit() else f"{count} {name}" for name, count in counts.items() if count]
    mixed = [name for name in CONDITIONS if len({task.get(name) for task in tasks}) > 1]
    return [*found, *(f"episodes with different {name}" for name in mixed)]


def lines(results: Mapping[str, Any], agreement: str | None, *, incomplete: bool) -> Iterator[str]:
    """A Markdown table for each rule, then the conditions. Raises `ConfigurationError` for a run with gaps, unless
    `incomplete`; they are then said, and figures are intervals."""
    found = gaps(results)
    if found and not incomplete:
        raise ConfigurationError(
            f"this run is no complete pass: {', '.join(found)}. Fill the gaps with --knows-resume and --knows-rerun, "
            "or give --incomplete to have its intervals"
        )
    yield from (_table(results["metrics"][rule], rule) for rule in RULES)
    yield from _conditions(results, agreement)
    if found:
        yield f"- INCOMPLETE: {', '.join(found)}; figures are [lowest, highest]"


def _table(figures: Mapping[str, Any], rule: str) -> str:
    if not figures:
        raise ConfigurationError("no task of this run was graded in full: there are no figures")
    scopes = sorted(figures, key=lambda name: name == OVERALL)
    rows = [
        [scope, str(figures[scope]["tasks"]), *(interval(figures[scope][name], percent=True) for name in COLUMNS)]
        for scope in scopes
    ]
    return table([f"percent, {rule} rule", "episodes", *COLUMNS], rows) + "\n"


def _conditions(results: Mapping[str, Any], agreement: str | None) -> Iterator[str]:
    versions, tasks = results["versions"], results["tasks"]
    yield f"- benchmark: {versions.get('benchmark')}, prompts sha256 {str(versions.get('dataset'))[:12]}"
    yield f"- graded by: pytest-knows {versions.get('plugin')}; agent: {results.get('run', {}).get('agent')}"
    yield f"- judge: {versions.get('judge') or 'none'}; " + (agreement or "its kappa was not given (--judge-check)")
    for name in CONDITIONS:
        shown = Counter(str(task.get(name) if task.get(name) is not None else "not stated") for task in tasks)
        yield f"- {name.replace('_', ' ')}: {', '.join(sorted(shown))}"
    yield f"- trials: {max((task['trial'] for task in tasks), default=0)}"


def agreement_in(path: Path, judge: str | None) -> str:
    """What `pytest-knows judge check` printed of the run's judge. Raises `ConfigurationError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"--judge-check {path} cannot be read: {error}") from error
    models = re.sub(r" x\d+$", "", judge or "").split(",")
    found = [f"{model}: {said}" for model in models if model and (said := _of_model(text.splitlines(), model))]
    if not found:
        raise ConfigurationError(
            f"--judge-check {path} has nothing of the run's judge ({judge or 'none'}): it is what "
            "`pytest-knows judge check --judge M > FILE` prints"
        )
    return "; ".join(found)


def _of_model(text: Sequence[str], model: str) -> str:
    """Agreement and kappa over all labels, from a model's table; "" if there is none."""
    if model not in text:
        return ""
    for line in text[text.index(model) + 1 :]:
        if match := _KAPPA.match(line):
            asked, agree, low, high, kappa = match.groups()
            return f"kappa {kappa}, agreement {agree} ({low} - {high}) on {asked} labels"
    return ""
