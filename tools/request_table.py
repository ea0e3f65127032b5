#!/usr/bin/env python
"""Write the tables of request types and Drive methods into docs/workspace.md, from the code and Google's discovery.

python tools/request_table.py          writes
python tools/request_table.py --check  exit status 1 if that would change the file
"""

from __future__ import annotations

import sys
from itertools import zip_longest

from generated import main

from pytest_knows.kind import Kind
from pytest_knows.workspace.discovery import document
from pytest_knows.workspace.local.discovery import methods
from pytest_knows.workspace.local.drive import HANDLERS
from pytest_knows.workspace.local.engines import Engines


def request_types(kind: Kind) -> list[tuple[str, bool]]:
    """Every batchUpdate request type of an editor in alphabetical order, and whether it is implemented."""
    known = Engines()[kind].request_types
    return [(name, name in known) for name in sorted(document(kind.api)["schemas"]["Request"]["properties"])]


def drive_methods() -> list[tuple[str, bool]]:
    """Every method of Drive v3 without its prefix, and whether it is implemented."""
    names = sorted(method.id for method in methods() if method.api == "drive")
    return [(name.removeprefix("drive."), name in HANDLERS) for name in names]


def table() -> str:
    """Markdown: how many there are, then one row per request type, side by side."""
    columns = {kind.app: request_types(kind) for kind in Kind} | {"Drive (methods)": drive_methods()}
    counts = [f"{name} {sum(done for _, done in types)} of {len(types)}" for name, types in columns.items()]
    lines = [f"Implemented: {', '.join(counts)}. **Bold** is implemented; the rest is refused by name.", ""]
    lines += [f"| {' | '.join(columns)} |", "| --- " * len(columns) + "|"]
    for row in zip_longest(*columns.values(), fillvalue=("", False)):
        lines.append("| " + " | ".join(f"**{name}**" if done else name for name, done in row) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main("request_table.py", "workspace.md", table()))
