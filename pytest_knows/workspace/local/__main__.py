"""`python -m pytest_knows.workspace.local --store FILE`: serve until standard input closes or SIGTERM.

The first line of standard output is JSON: `{"endpoint": "http://127.0.0.1:PORT", "admin_token": "..."}`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from pytest_knows.errors import WorkspaceError


def main() -> int:
    """Exit status 0 after an orderly end, 1 with a message if the server could not start."""
    parser = argparse.ArgumentParser(prog="python -m pytest_knows.workspace.local", description=__doc__)
    parser.add_argument("--store", type=Path, required=True, help="the SQLite file; made if it does not exist")
    parser.add_argument("--today", help="the ISO date that TODAY() returns (default: the real one)")
    parser.add_argument("--allow-host", action="append", default=[], help="fetch pictures from this host too")
    options = parser.parse_args()
    from pytest_knows.workspace.local.server import Server

    try:
        server = Server.bind(
            options.store,
            today=options.today,
            allow_hosts=options.allow_host,
            check_responses=os.environ.get("KNOWS_CHECK_RESPONSES") == "1",
        )
    except WorkspaceError as error:
        print(error, file=sys.stderr)
        return 1
    ready = {"endpoint": server.service.address, "admin_token": server.service.tokens.admin_token}
    print(json.dumps(ready), flush=True)
    # Nobody reads our standard output any more: a stray print must not fill the pipe and block the server.
    sys.stdout = sys.stderr
    threading.Thread(target=_stop_with_parent, args=[server.stop], daemon=True).start()
    server.run()
    return 0


def _stop_with_parent(stop: Callable[[], None]) -> None:
    """Standard input is a pipe from whoever started us; it ends when that process does, however it ended."""
    while sys.stdin.buffer.read(4096):
        pass
    stop()


if __name__ == "__main__":
    sys.exit(main())
