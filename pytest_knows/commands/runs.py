"""`pytest-knows report | export | compare | merge`: what can be made of run folders afterwards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_knows.commands import Commands
from pytest_knows.files import write_atomically


def add(commands: Commands) -> None:
    report = commands.add_parser("report", help="write results.json and score.html of a run again, also after a crash")
    report.add_argument("folder", type=Path, metavar="RUN")
    report.add_argument(
        "--beside", type=Path, action="append", default=[], metavar="RUN", help="show another run's outcomes beside it"
    )
    report.set_defaults(run=_report)
    export = commands.add_parser("export", help="one line per step as CSV")
    export.add_argument("folder", type=Path, metavar="RUN", help="a run folder or results.json")
    export.add_argument("--out", type=Path, metavar="FILE.csv", help="default: standard output")
    export.set_defaults(run=_export)
    compare = commands.add_parser("compare", help="two runs step by step", description="Exit status as the gate's.")
    compare.add_argument("old", type=Path, metavar="OLD", help="a run folder, results.json or baseline.json")
    compare.add_argument("new", type=Path, metavar="NEW", help="a run folder or results.json")
    compare.add_argument("--limit", type=int, metavar="N", help="at most so many steps (default: all that differ)")
    compare.set_defaults(run=_compare)
    merge = commands.add_parser("merge", help="several shards into one run folder")
    merge.add_argument("folders", type=Path, nargs="+", metavar="RUN")
    merge.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    merge.set_defaults(run=_merge)


def _report(options: argparse.Namespace) -> int:
    from pytest_knows.report import results, terminal
    from pytest_knows.report.page import write_page
    from pytest_knows.report.records import rebuild

    found = rebuild(options.folder)
    results.write(options.folder / results.FILE, found)
    others = [(path.name, _other(path)) for path in options.beside]
    print(*terminal.summary(found), f"score page: {write_page(options.folder, found, others)}", sep="\n")
    return 0


def _export(options: argparse.Namespace) -> int:
    from pytest_knows.report.export import to_csv

    text = to_csv(_results(options.folder))
    if options.out:
        write_atomically(options.out, text.encode("utf-8", "backslashreplace"))
    else:
        sys.stdout.write(text.encode("utf-8", "backslashreplace").decode())
    return 0


def _compare(options: argparse.Namespace) -> int:
    from pytest_knows.report.baseline import Baseline
    from pytest_knows.report.comparison import differences, report
    from pytest_knows.report.gate import Rules, decide, exit_code

    baseline, found = Baseline.load(options.old), _results(options.new)
    verdicts = decide(found, Rules(baseline=baseline))
    print(*report(verdicts, differences(baseline, found), options.limit), sep="\n")
    return exit_code(verdicts)


def _merge(options: argparse.Namespace) -> int:
    from pytest_knows.report import terminal
    from pytest_knows.report.merge import merge
    from pytest_knows.report.page import write_page

    found = merge(options.folders, options.out)
    print(*terminal.summary(found), f"score page: {write_page(options.out, found)}", sep="\n")
    return 0


def _other(path: Path) -> Mapping[str, Any]:
    """Of a run folder, results.json or baseline.json."""
    from pytest_knows.report.baseline import Baseline

    return _results(path) if path.is_dir() else Baseline.load(path).results


def _results(path: Path) -> dict[str, Any]:
    """Of a run folder (made from its log if need be) or a results.json."""
    from pytest_knows.report.records import rebuild
    from pytest_knows.report.results import read

    return rebuild(path) if path.is_dir() else read(path)
