"""The command `pytest-knows`. Each subcommand is a parser and a function; what they do lies in the rooms."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from pytest_knows.errors import ConfigurationError, KnowsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; exit status 0, 1 with a message for what went wrong, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="pytest-knows", description="Tools beside the pytest plugin.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_judge(commands)
    _add_quotes(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except KnowsError as error:
        print(f"pytest-knows: {error}", file=sys.stderr)
        return 1
    return status


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve a Google-compatible Workspace (Docs, Sheets, Slides, Drive) to programs in any language",
        description="Serve a Workspace until Ctrl-C: a new or kept one, or what a finished episode left, read-only.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--store", type=Path, metavar="FILE", help="the SQLite file; made if it does not exist")
    what.add_argument("--episode", type=Path, metavar="DIR", help="a frozen episode (the folder of snapshot.json)")
    parser.add_argument("--port", type=_port, default=0, help="default: a free one")
    parser.add_argument("--host", default="127.0.0.1", help="listen on this address (default: this machine only)")
    parser.add_argument("--today", type=_iso_date, metavar="DATE", help="what TODAY() returns (default: today)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="fetch pictures from this private host too"
    )
    parser.set_defaults(run=_serve)


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number < 65536:
        raise ValueError(text)
    return number


def _iso_date(text: str) -> str:
    return date.fromisoformat(text).isoformat()


def _serve(options: argparse.Namespace) -> int:
    from pytest_knows.workspace.local.serving import serve

    if options.episode:
        from pytest_knows.episode.serving import frozen_server

        server, file_id = frozen_server(options.episode, host=options.host, port=options.port)
        return serve(server, server.service.tokens.admin_token, f"{options.episode}, read-only", file_id)
    from pytest_knows.workspace.local.server import Server

    server = Server.bind(
        options.store, host=options.host, port=options.port, today=options.today, allow_hosts=options.allow_host
    )
    return serve(server, server.service.tokens.mint("user@knows.invalid", "User"), str(options.store))


def _add_judge(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
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
    out = options.out or user_cache("judge-check")
    lines = calibration.run(wanted, options.judge.split(","), out, options.budget)
    print(*lines, *ledger.summary(out / ledger.FILE)[:1], sep="\n")
    return 0


def _add_quotes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "quotes",
        help="write the price snapshot that --knows-quotes reads",
        description="Ask a quote service for the prices that tasks ask about, and write or complete a price snapshot.",
    )
    parser.add_argument("file", type=Path, metavar="FILE.csv", help="made, or completed if it exists")
    parser.add_argument("--select", default="*", metavar="TASKS", help="as --knows-select (default: all that need any)")
    parser.add_argument(
        "--as-of", type=date.fromisoformat, metavar="DATE", help="the day of the current price (default: today, UTC)"
    )
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


if __name__ == "__main__":
    sys.exit(main())
