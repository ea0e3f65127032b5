"""Rows in yellow."""

import math
from collections.abc import Iterable, Mapping, Set
from functools import cache
from typing import Any

from pytest_knows.checks.colour import is_called
from pytest_knows.checks.tables import Columns
from pytest_knows.rubric import Proportion, proportion

from .rows import Row


def lit_rows(rows: Iterable[Row], columns: Columns, names: Iterable[str], colour: Mapping[str, Any]) -> set[int]:
    """The places of the rows whose title, or more than half of whose cells in the columns found, have the colour."""
    found = {name: column.index for name in names if not columns.open(name) and (column := columns.find(name))}
    others = [place for name, place in found.items() if name != "title"]
    title = found.get("title")
    has_colour = cache(lambda background: is_called(background, colour))

    def is_lit(row: Row) -> bool:
        if title is not None and has_colour(row.cells[title].format.background):
            return True
        dark = len(found) - len(others)
        for place in others:
            dark += not has_colour(row.cells[place].format.background)
            if 2 * dark >= len(found):
                return False
        return 2 * dark < len(found)

    return {row.place for row in rows if is_lit(row)}


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
