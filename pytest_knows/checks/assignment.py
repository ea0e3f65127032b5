"""Which candidate is which wanted thing, each used once, so that all together fit best (the Hungarian method)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")
C = TypeVar("C")

_STEP = 1e-9
"""Scores that differ by less count as equal; whole multiples of it are added without rounding."""
_LARGEST = 1e6
_FAR = 1 << 256
"""More than any sum of costs."""


def assigned(
    wanted: Sequence[W],
    candidates: Sequence[C],
    score: Callable[[W, C], float | None],
    at_least: float = -math.inf,
) -> dict[int, int]:
    """The place of each wanted thing's candidate: as many pairs as there can be, and of these the best total score.

    A pair with the score None, or less than `at_least`, is none. Of equally good choices the one that keeps to the
    order of both. Scores beyond +-1e6 count as that. Takes n² m steps for n things of the shorter sequence, m of the
    longer.
    """
    table = [[_whole(score(one, other), at_least) for other in candidates] for one in wanted]
    known = [value for row in table for value in row if value is not None]
    if not known:
        return {}
    turned = len(wanted) > len(candidates)
    rows = [list(column) for column in zip(*table, strict=True)] if turned else table
    order = max(len(wanted), len(candidates)) ** 2 * len(rows) + 1
    # A pair more must be worth more than any difference of scores, and that more than keeping the order.
    least, pair = min(known), (max(known) - min(known) + 1) * (len(rows) + 1)
    costs = [
        [0 if value is None else (at - to) ** 2 - (pair + value - least) * order for to, value in enumerate(row)]
        for at, row in enumerate(rows)
    ]
    pairs = [(at, to) for at, to in enumerate(_cheapest(costs)) if rows[at][to] is not None]
    return dict(sorted((to, at) if turned else (at, to) for at, to in pairs))


def _whole(score: float | None, at_least: float) -> int | None:
    if score is None or math.isnan(score) or score < at_least:
        return None
    return round(max(-_LARGEST, min(_LARGEST, score)) / _STEP)


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, each used once, at the least total cost; there are no more rows than columns.

    Rows are added one by one; each time the cheapest way is found to move earlier ones aside (shortest augmenting
    paths with potentials, after Jonker and Volgenant). Place 0 of the lists stands for "no row" and "no column".
    """
    width = len(costs[0])
    of_row, of_column, owner = [0] * (len(costs) + 1), [0] * (width + 1), [0] * (width + 1)
    for row in range(1, len(costs) + 1):
        owner[0], column = row, 0
        nearest, before, done = [_FAR] * (width + 1), [0] * (width + 1), [False] * (width + 1)
        while owner[column]:
            done[column] = True
            at, delta, following = owner[column], _FAR, 0
            for other in range(1, width + 1):
                if done[other]:
                    continue
                reduced = costs[at - 1][other - 1] - of_row[at] - of_column[other]
                if reduced < nearest[other]:
                    nearest[other], before[other] = reduced, column
                if nearest[other] < delta:
                    delta, following = nearest[other], other
            for other in range(width + 1):
                if done[other]:
                    of_row[owner[other]] += delta
                    of_column[other] -= delta
                else:
                    nearest[other] -= delta
            column = following
        while column:
            owner[column], column = owner[before[column]], before[column]
    columns = {owner[column]: column - 1 for column in range(1, width + 1) if owner[column]}
    return [columns[row] for row in range(1, len(costs) + 1)]
