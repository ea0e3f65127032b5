"""`pytest-knows quotes`: a price snapshot from a quote service."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from pytest_knows.commands import Commands, day


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "quotes",
        help="write the price snapshot that --knows-quotes reads",
        description="Ask a quote service for the prices that tasks ask about, and write or complete a price snapshot.",
    )
    parser.add_argument("file", type=Path, metavar="FILE.csv", help="made, or completed if it exists")
    parser.add_argument("--select", default="*", metavar="TASKS", help="as --knows-select (default: all that need any)")
    parser.add_argument("--as-of", type=day, metavar="DATE", help="the day of the current price (default: today, UTC)")
    parser.add_argument("--service", metavar="URL", help="a service that answers as Yahoo Finance's chart API does")
    parser.add_argument("--rubrics", type=Path, metavar="DIR", help="default: the shipped ones")
    parser.set_defaults(run=_write_quotes)


def _write_quotes(options: argparse.Namespace) -> int:
    from pytest_knows.evidence import quote_service
    from pytest_knows.evidence.quotes import Quotes
    from pytest_knows.quoted import listings

    service = options.service or quote_service.DEFAULT_SERVICE
    known = Quotes.load(options.file).rows if options.file.exists() else ()
    wanted = listings(options.rubrics, options.select)
    as_of = options.as_of or datetime.now(UTC).date()
    built = quote_service.build(wanted, as_of, quote_service.web_getter(service), service)
    Quotes(quote_service.merged(known, built.quotes)).save(options.file)
    for problem in built.problems:
        print(f"pytest-knows: {problem}", file=sys.stderr)
    print(f"{options.file}: {len(built.quotes)} listings as of {as_of}, {len(built.problems)} problems")
    return 1 if built.problems else 0
