"""The subcommands of `pytest-knows`: each a module with `add`, thin over what lies in the rooms."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""What `add_subparsers` returns; a command's parser sets the default `run`, a function from options to exit status."""
