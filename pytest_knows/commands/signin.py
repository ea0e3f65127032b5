"""`pytest-knows sign-in`: ask the user once in a browser, and keep the result for later runs."""

from __future__ import annotations

import argparse

from pytest_knows.commands import Commands


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "sign-in",
        help="sign in to Google with a desktop OAuth client, once",
        description="Opens a browser; what Google answers is kept in the user's configuration, for its owner only.",
    )
    parser.add_argument("client", metavar="CLIENT.json", help="an OAuth client of the type `Desktop app`")
    parser.add_argument("--agent", action="store_true", help="sign in as the agent's account, not as the grader's")
    parser.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    parser.set_defaults(run=_sign_in)


def _sign_in(options: argparse.Namespace) -> int:
    from pytest_knows.workspace.google.signin import sign_in

    path = sign_in(options.client, "agent" if options.agent else "grader", open_browser=not options.no_browser)
    print(f"signed in; kept in {path}")
    return 0
