"""Room on the disk that is kept while an agent works, so that the end of its run can be recorded on a full one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

NAME = ".reserve"
SIZE = 1_000_000
"""Bytes: a log of the agent's, its visits and attempt.json."""


def keep_room(folder: Path) -> None:
    """Fill a file of `SIZE` in the episode's folder. Raises OSError if there is no room for it."""
    try:
        (folder / NAME).write_bytes(bytes(SIZE))
    except OSError:
        give_room(folder)
        raise


def give_room(folder: Path) -> None:
    """Give the room back, if it is kept."""
    with suppress(OSError):
        (folder / NAME).unlink()
