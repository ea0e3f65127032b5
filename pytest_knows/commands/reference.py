"""`pytest-knows reference`: the official evaluators' verdict beside ours."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.errors import ConfigurationError


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "reference",
        help="grade a run's frozen episodes with the official evaluators, and compare",
        description="Grades frozen episodes with the evaluators of the package browsergym-knows, as they are, in an "
        "environment of their own (1.2 GB, made at first). They see the episode and its recorded pages, not the "
        "network. Exit status 1 if a difference is unexplained.",
    )
    parser.add_argument("folder", type=Path, metavar="RUN")
    parser.add_argument("--task", action="append", default=[], metavar="ID", help="only this task (repeatable)")
    parser.add_argument("--gold", default="auto", metavar="SRC", help="as --knows-gold (default: auto)")
    parser.add_argument("--judge", metavar="MODEL", help="a litellm model that answers their questions to Gemini")
    parser.add_argument("--environment", type=Path, metavar="DIR", help="default: in the user's cache")
    parser.add_argument("--timeout", type=float, default=900, metavar="S", help="seconds per evaluator (default: 900)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="evaluators at once (default: 1)")
    parser.set_defaults(run=_reference)


def _reference(options: argparse.Namespace) -> int:
    from pytest_knows.evidence.gold import GoldArchive
    from pytest_knows.judge.provider import Provider, check_installed, misspelt
    from pytest_knows.reference.comparison import lines
    from pytest_knows.reference.environment import default_folder, interpreter
    from pytest_knows.reference.gemini import GeminiJudge
    from pytest_knows.reference.session import FILE, Session
    from pytest_knows.report.records import rebuild

    if options.jobs < 1 or options.timeout <= 0:
        raise ConfigurationError("--jobs and --timeout must be positive")
    judge = None
    if options.judge:
        check_installed()
        if note := misspelt(options.judge):
            print(f"note: {note}", file=sys.stderr)
        kept = options.folder / "answers"
        judge = GeminiJudge(model=options.judge, answers=kept / "reference", provider=Provider(kept / ".slots"))
    session = Session(
        run=options.folder,
        results=rebuild(options.folder),
        gold=GoldArchive.open(options.gold),
        judge=judge,
        python=interpreter(options.environment or default_folder()),
        seconds=options.timeout,
        jobs=options.jobs,
    )
    found = []
    for one in session.compare(options.task):
        found.append(one)
        print(f"{one.task['task_id']}: {one.verdict.crash or 'graded'}", file=sys.stderr)
    print(*lines(found), f"written to {options.folder / FILE}", sep="\n")
    return int(any(one.unexplained for one in found))
