"""`pytest-knows provision`: fresh files and folders for other harnesses."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.commands.standalone import add_tasks, add_workspace, chosen, open_workspace


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "provision",
        help="make a fresh run of tasks for another harness, and write run_targets.json",
        description="Makes KNOWS-runs/<family>/instance_N/run_NNNN with a blank file and what the prompt asks to write "
        "into. An existing run_targets.json is completed.",
    )
    add_tasks(parser)
    add_workspace(parser)
    add_targets(parser)
    parser.add_argument("--parent", metavar="ID", help="folder that takes the place of KNOWS-runs")
    parser.add_argument("--share", action="append", default=[], metavar="ADDRESS", help="accounts that may write there")
    parser.add_argument("--assets", default="auto", metavar="SRC", help="source assets, as --knows-assets")
    parser.set_defaults(run=_provision)


def add_targets(parser: argparse.ArgumentParser) -> None:
    """Where run_targets.json is: the published tooling's variable is understood."""
    default = Path(os.environ.get("KNOWS_RUN_TARGETS", "run_targets.json"))
    parser.add_argument(
        "--targets", type=Path, default=default, metavar="FILE", help="default: KNOWS_RUN_TARGETS or run_targets.json"
    )


def _provision(options: argparse.Namespace) -> int:
    from pytest_knows.agents import NotRun
    from pytest_knows.episode.run_targets import META, RunTargets
    from pytest_knows.episode.standalone import provision_run
    from pytest_knows.evidence.assets import open_assets
    from pytest_knows.workspace.addresses import file_id

    tasks, workspace = chosen(options), open_workspace(options)
    assets = open_assets(options.assets, live=True)
    targets = RunTargets.load(options.targets) if options.targets.exists() else RunTargets({}, options.targets)
    parent = options.parent and file_id(options.parent)
    skipped = 0
    for task in tasks:
        try:
            entry = provision_run(workspace, task.info, task.text, parent=parent, assets=assets, share=options.share)
        except NotRun as error:
            skipped += 1
            print(f"pytest-knows: {error}; {error.mend}", file=sys.stderr)
            continue
        targets.put(task.info, entry)
        targets.content[META] = {
            "workspace": workspace.connection.endpoint or "google",
            "made_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        }
        targets.write()  # after each: what exists is known, whatever happens to the next
        print(f"{task.info.task_id}: {entry['run']} {entry['file']['url']}")
    print(f"{options.targets}: {len(tasks) - skipped} runs")
    return int(skipped > 0)
