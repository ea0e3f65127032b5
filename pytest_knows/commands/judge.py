"""`pytest-knows judge check`: how well a model agrees with labelled questions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_knows.commands import Commands
from pytest_knows.errors import ConfigurationError


def add(commands: Commands) -> None:
    judge = commands.add_parser("judge", help="measure a judge").add_subparsers(metavar="COMMAND", required=True)
    parser = judge.add_parser(
        "check",
        help="agreement of a model with labelled questions",
        description="Ask a model labelled questions; print agreement (95 % Wilson interval), base rate, Cohen's kappa.",
    )
    parser.add_argument("labels", type=Path, nargs="?", metavar="LABELS.jsonl", help="default: the 180 shipped ones")
    parser.add_argument("--judge", required=True, metavar="M[,M2]", help="litellm model ids; each is measured")
    parser.add_argument("--kind", action="append", metavar="KIND", help="only questions of this kind")
    parser.add_argument("--budget", type=_usd, metavar="USD", help="stop when this much is spent")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where answers are kept (default: the user's cache)")
    parser.set_defaults(run=_check_judge)


def _usd(text: str) -> float:
    amount = float(text)
    if not 0 < amount < float("inf"):
        raise ValueError(text)
    return amount


def _check_judge(options: argparse.Namespace) -> int:
    from pytest_knows.cache import user_cache
    from pytest_knows.judge import calibration, labels, ledger, provider

    provider.check_installed()
    known = labels.load_labels(options.labels or labels.SHIPPED)
    wanted = [label for label in known if options.kind is None or label.kind in options.kind]
    if not wanted:
        raise ConfigurationError(f"no labelled question is of the kind {', '.join(options.kind)}")
    models = options.judge.split(",")
    for note in filter(None, map(provider.misspelt, models)):
        print(note, file=sys.stderr)
    out = options.out or user_cache("judge-check")
    lines = calibration.run(wanted, models, out, options.budget)
    print(*lines, *ledger.summary(out / ledger.FILE)[:1], sep="\n")
    return 0
