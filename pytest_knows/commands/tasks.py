"""`pytest-knows tasks`: what can be run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.counted import counted
from pytest_knows.errors import ConfigurationError
from pytest_knows.grading.loader import Rubric
from pytest_knows.tasks.model import TaskInfo


def add(commands: Commands) -> None:
    tasks = commands.add_parser("tasks", help="list, search and show tasks").add_subparsers(
        metavar="COMMAND", required=True
    )
    listed = tasks.add_parser("list", help="one line per task: id, app, domain, steps, points, what it may need")
    listed.add_argument("select", nargs="*", metavar="TASK", help="as --knows-select (default: all)")
    listed.set_defaults(run=_list)
    found = tasks.add_parser("search", help="tasks whose ids, domain or steps have all these words")
    found.add_argument("words", nargs="+", metavar="WORD")
    found.set_defaults(run=_search)
    shown = tasks.add_parser("show", help="the steps of a task, with points, category and published step")
    shown.add_argument("select", nargs="+", metavar="TASK")
    shown.set_defaults(run=_show)
    for parser in (listed, found, shown):
        parser.add_argument("--rubrics", type=Path, metavar="DIR", help="default: the shipped ones")


def _list(options: argparse.Namespace) -> int:
    for rubric, info in _chosen(options):
        print(_line(rubric, info))
    return 0


def _search(options: argparse.Namespace) -> int:
    words = [word.casefold() for word in options.words]
    found = 0
    for rubric, info in _every(options.rubrics):
        titles = " ".join(f"{step.slug} {step.title}" for step in rubric.steps(info.instance))
        text = f"{info.task_id} {info.short_id} {info.group} {info.domain} {info.kind.app} {titles}".casefold()
        if all(word in text for word in words):
            found += 1
            print(_line(rubric, info))
    if not found:
        print(f"no task has {' and '.join(options.words)} in its id, group, domain, app or steps", file=sys.stderr)
    return 0 if found else 1


def _show(options: argparse.Namespace) -> int:
    for rubric, info in _chosen(options):
        print(_line(rubric, info))
        for step in rubric.steps(info.instance):
            points = f"{step.max:g}" if step.scored else "information"
            judge = ", judge" if step.judge_primary else ""
            print(f"  {step.id}: {step.title} ({points}, {step.category}{judge}, published {step.published})")
    return 0


def _line(rubric: Rubric, info: TaskInfo) -> str:
    scored = [step for step in rubric.steps(info.instance) if step.scored]
    needs = sorted({need for step in scored for need in step.needs})
    short = f" ({info.short_id})" if info.short_id else ""
    points = f"{counted(len(scored), 'step')}, {sum(step.max for step in scored):g} points"
    return f"{info.task_id}{short}  {info.kind.app}, {info.domain}: {points}; may need {', '.join(needs) or 'nothing'}"


def _chosen(options: argparse.Namespace) -> Iterator[tuple[Rubric, TaskInfo]]:
    from pytest_knows.tasks import select

    every = {info.task_id: (rubric, info) for rubric, info in _every(options.rubrics)}
    infos = [info for _, info in every.values()]
    patterns = [part for word in options.select for part in word.split(",")]
    for info in select(infos, patterns) if patterns else infos:
        yield every[info.task_id]


def _every(rubrics: Path | None) -> Iterator[tuple[Rubric, TaskInfo]]:
    from pytest_knows.collection import shipped_rubrics

    root = rubrics or shipped_rubrics()
    modules = sorted(root.glob("*/rubric.py"))
    if not modules:
        raise ConfigurationError(f"{root} has no rubric folders")
    for module in modules:
        rubric = Rubric.load(module.parent)
        yield from ((rubric, info) for info in rubric.tasks)
