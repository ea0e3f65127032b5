"""The command `pytest-knows`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pytest_knows.commands import (
    baseline,
    clean,
    doctor,
    freshness,
    grade,
    judge,
    prompts,
    provision,
    quotes,
    reference,
    results_table,
    runs,
    serve,
    signin,
    tasks,
)
from pytest_knows.errors import KnowsError

_COMMANDS = (
    *(tasks, runs, baseline, doctor, serve, judge, quotes, reference),
    *(signin, clean, provision, prompts, grade, freshness, results_table),
)
"""In the order in which help lists them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; exit status 0, 1 with a message for what went wrong, 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="pytest-knows", description="Tools beside the pytest plugin.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for module in _COMMANDS:
        module.add(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except KnowsError as error:
        print(f"pytest-knows: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `pytest-knows tasks list | head`
        sys.stderr.close()
        return 0
    except OSError as error:  # an --out that cannot be written, a full disk
        print(f"pytest-knows: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
