"""What `provision`, `prompts` and `grade` share: which tasks, their texts, and the Workspace that is meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_knows.commands.clean import add_credentials, grader
from pytest_knows.errors import ConfigurationError
from pytest_knows.place import TOKEN
from pytest_knows.tasks.model import TaskInfo, TaskText

if TYPE_CHECKING:
    from pytest_knows.grading.facts import FamilyFacts
    from pytest_knows.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A task and its text."""

    info: TaskInfo
    text: TaskText


def add_tasks(parser: argparse.ArgumentParser) -> None:
    """Which tasks, and where their texts are from."""
    parser.add_argument("select", nargs="*", metavar="TASK", help="as --knows-select")
    parser.add_argument("--all", action="store_true", help="all tasks")
    parser.add_argument("--tasks", default="auto", metavar="SRC", help="task texts, as --knows-tasks")
    parser.add_argument("--rubrics", type=Path, metavar="DIR", help="default: the shipped ones")


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """Where files live."""
    parser.add_argument(
        "--workspace",
        default=os.environ.get("KNOWS_WORKSPACE"),
        metavar="google|URL",
        help="Google, or the address that `pytest-knows serve` prints (default: KNOWS_WORKSPACE)",
    )
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN), metavar="T", help=f"the served Workspace's token (default: {TOKEN})"
    )
    add_credentials(parser)


def chosen(options: argparse.Namespace) -> list[Chosen]:
    """The tasks with their texts. Raises `ConfigurationError`."""
    from pytest_knows.collection import shipped_rubrics
    from pytest_knows.grading.facts import read_facts
    from pytest_knows.settings import BENCHMARK
    from pytest_knows.tasks import load_tasks, select

    if options.all == bool(options.select):
        raise ConfigurationError("name tasks, or give --all")
    root = options.rubrics or shipped_rubrics()
    families = [read_facts(path) for path in sorted(root.glob("*/facts.toml"))]
    infos = [info for family in families for info in family.tasks]
    patterns = [part for word in options.select for part in word.split(",")]
    wanted = select(infos, patterns) if patterns else infos
    own = dict(_own_texts(families))
    rest = [info.task_id for info in wanted if info.task_id not in own]
    texts = {**(load_tasks(options.tasks, benchmark=BENCHMARK, wanted=rest) if rest else {}), **own}
    missing = [info.task_id for info in wanted if info.task_id not in texts]
    if missing:
        raise ConfigurationError(f"no task text of {', '.join(missing[:5])}: give --tasks with one")
    return [Chosen(info=info, text=texts[info.task_id]) for info in wanted]


def _own_texts(families: list[FamilyFacts]) -> Iterator[tuple[str, TaskText]]:
    """The prompts that users' own families have in their facts."""
    for family in families:
        for info in family.tasks:
            prompt = family.facts[info.instance].get("prompt")
            if isinstance(prompt, str):
                text = TaskText(task_id=info.task_id, family=info.family, instance=info.instance, prompt=prompt)
                yield info.task_id, text


def open_workspace(options: argparse.Namespace) -> Workspace:
    """The Workspace that the options mean. Raises `ConfigurationError`, `WorkspaceError`."""
    from pytest_knows.workspace import Connection, Workspace

    named = options.workspace or ("google" if options.google_credentials else None)
    if named == "google":
        return grader(options.google_credentials or "adc")
    if not named or not named.startswith(("http://", "https://")):
        raise ConfigurationError("say where: --workspace google, or the address that `pytest-knows serve` prints")
    if not options.token:
        raise ConfigurationError(f"--workspace {named}: give its token, which `pytest-knows serve` prints, as {TOKEN}")
    return Workspace(Connection(endpoint=named.rstrip("/"), token=options.token))
