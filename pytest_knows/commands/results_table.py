"""`pytest-knows results-table`: a run's figures as the paper's tables have them."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_knows.commands import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "results-table",
        help="the paper's row of a run: SR, ASC, ACF, SF per app and overall, with its conditions",
        description="Markdown, under both pass rules. A run that is no complete pass over the benchmark is refused.",
    )
    parser.add_argument("folder", type=Path, metavar="RUN", help="a run folder or results.json")
    parser.add_argument("--incomplete", action="store_true", help="print it all the same, as intervals, with the gaps")
    parser.add_argument("--judge-check", type=Path, metavar="FILE", help="what `pytest-knows judge check` printed")
    parser.set_defaults(run=_print)


def _print(options: argparse.Namespace) -> int:
    from pytest_knows.report.paper_row import agreement_in, lines
    from pytest_knows.report.records import rebuild
    from pytest_knows.report.results import read

    results = rebuild(options.folder) if options.folder.is_dir() else read(options.folder)
    agreement = agreement_in(options.judge_check, results["versions"].get("judge")) if options.judge_check else None
    print(*list(lines(results, agreement, incomplete=options.incomplete)), sep="\n")
    return 0
