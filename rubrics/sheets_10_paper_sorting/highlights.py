"""Rows in yellow."""

import math
from collections.abc import Collection, Mapping, Set
from typing import Any

from pytest_knows.checks.colour import is_called
from pytest_knows.rubric import Proportion, proportion

from .rows import Row


def is_lit(row: Row, names: Collection[str], colour: Mapping[str, Any]) -> bool:
    """Whether its title, or more than half of its cells in the named columns, have the colour."""
    cells = {name: cell for name in names if (cell := row.known(name)) is not None}
    lit = {name for name, cell in cells.items() if is_called(cell.format.background, colour)}
    return "title" in lit or len(lit) > len(cells) / 2


def highlighted(mentions: Mapping[int, bool], lit: Set[int]) -> Proportion:
    """Of the rows that mention the keyword the share that is lit, less a point for each other row that is.

    If none mentions it, full points if none is lit.
    """
    wanted = {place for place, found in mentions.items() if found}
    others = len(lit & mentions.keys() - wanted)

    def points(maximum: float, _passed: int, _total: int) -> int:
        if not wanted:
            return 0 if others else math.floor(maximum)
        return max(0, math.floor(maximum * len(wanted & lit) / len(wanted)) - others)

    def right(place: int) -> bool:
        return (place in lit) == mentions[place]

    return proportion(sorted(mentions), right, name=lambda place: f"row {place + 1}", points=points)
