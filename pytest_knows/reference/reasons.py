"""Why our grades differ: the ids of docs/differences.md that may decide a step, by the family's own table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pytest_knows.grading.differences import Differences

Reasons = Callable[[str], Sequence[str]]
"""From a step's slug to ids."""


def reasons_of(folder: Path, instance: int) -> Reasons:
    """From the table in a family's folder; none for a family without one. Raises RubricError for a damaged one."""
    known = Differences.load(folder)
    return lambda slug: known.of(instance, slug)[1] if known else []
