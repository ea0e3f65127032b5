"""`pytest-knows serve`: a Workspace for programs in any language."""

from __future__ import annotations

import argparse
from pathlib import Path

from pytest_knows.commands import Commands, day


def add(commands: Commands) -> None:
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
    parser.add_argument("--today", type=day, metavar="DATE", help="what TODAY() returns (default: today)")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="fetch pictures from this private host too"
    )
    parser.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 (a free one) to 65535")
    return int(text)


def _serve(options: argparse.Namespace) -> int:
    from pytest_knows.workspace.local.serving import serve

    if options.episode:
        from pytest_knows.episode.serving import frozen_server

        server, file_id = frozen_server(options.episode, host=options.host, port=options.port)
        return serve(server, server.service.tokens.admin_token, f"{options.episode}, read-only", file_id)
    from pytest_knows.workspace.local.server import Server

    server = Server.bind(
        options.store,
        host=options.host,
        port=options.port,
        today=options.today and options.today.isoformat(),
        allow_hosts=options.allow_host,
    )
    return serve(server, server.service.tokens.mint("user@knows.invalid", "User"), str(options.store))
