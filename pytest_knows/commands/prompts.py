"""`pytest-knows prompts`: the prompts of provisioned tasks, completed."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.commands.provision import add_targets
from pytest_knows.commands.standalone import add_tasks, chosen


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "prompts",
        help="write the completed prompts of provisioned tasks, one file a task",
        description="<task id>.md in DIR: the task's text, its {{TOKEN}}s filled in, and where to work.",
    )
    add_tasks(parser)
    add_targets(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.set_defaults(run=_write)


def _write(options: argparse.Namespace) -> int:
    from pytest_knows.episode.run_targets import RunTargets
    from pytest_knows.episode.standalone import prompt_of
    from pytest_knows.files import write_atomically

    targets = RunTargets.load(options.targets)
    tasks = chosen(options)
    prompts = {task.info.task_id: prompt_of(targets, task.info, task.text) for task in tasks}
    for task_id, prompt in prompts.items():
        write_atomically(options.out / f"{task_id}.md", prompt.encode())
    print(f"{options.out}: {len(prompts)} prompts")
    return 0
