"""`pytest-knows clean`: what runs made at Google goes into the bin."""

from __future__ import annotations

import argparse
import datetime
import os
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_knows.commands import Commands
from pytest_knows.errors import ConfigurationError

if TYPE_CHECKING:
    from pytest_knows.workspace import Workspace

CREDENTIALS = "KNOWS_GOOGLE_CREDENTIALS"


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "clean",
        help="put what runs made at Google into the bin",
        description="The folder of a run with all in it, or of all runs that are older than so many days.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("folder", type=Path, nargs="?", metavar="RUN", help="a run folder")
    what.add_argument("--older-than", type=_days, metavar="DAYS", help="the folders of all runs made before: 30, 30d")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    add_credentials(parser)
    parser.set_defaults(run=_clean)


def add_credentials(parser: argparse.ArgumentParser) -> None:
    """The option for the grader's account, as of the plugin."""
    parser.add_argument(
        "--google-credentials",
        default=os.environ.get(CREDENTIALS),
        metavar="SRC",
        help=f"adc or a JSON file; default: {CREDENTIALS}",
    )


def _days(text: str) -> datetime.timedelta:
    try:
        return datetime.timedelta(days=float(text.removesuffix("d")))
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of days: 30 or 30d") from None


def _clean(options: argparse.Namespace) -> int:
    from pytest_knows.workspace.google.cleaning import discard, folders_older_than
    from pytest_knows.workspace.google.opening import read_record

    named = None if options.folder is None else str(read_record(options.folder)["folder"])
    workspace = grader(options.google_credentials or "adc")
    if named is None:
        before = datetime.datetime.now(datetime.UTC) - options.older_than
        found = {str(folder["id"]): str(folder["name"]) for folder in folders_older_than(workspace, before)}
    else:
        found = {named: str(options.folder)}
    for id_, name in found.items():
        if options.dry_run:
            print(f"{name}: its folder {id_} would go into the bin")
        else:
            print(f"{name}: " + ("into the bin" if discard(workspace, id_) else "was gone already"))
    print(f"{len(found)} folder{'' if len(found) == 1 else 's'}")
    return 0


def grader(source: str) -> Workspace:
    """Google as the grader's account sees it. Raises `ConfigurationError`."""
    from pytest_knows.workspace import Workspace
    from pytest_knows.workspace.google.opening import connect

    if source != "adc" and not Path(source).expanduser().is_file():
        raise ConfigurationError(f"--google-credentials {source}: there is no such file; expected adc or a JSON file")
    return Workspace(connect(source, None))
