"""The subcommands of `pytest-knows`: each a module with `add`, thin over what lies in the rooms."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What `add_subparsers` returns; a command's parser sets the default `run`, a function from options to exit status."""


def day(text: str) -> date:
    """An option's ISO date. Raises `argparse.ArgumentTypeError`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a day as 2026-01-31") from None
