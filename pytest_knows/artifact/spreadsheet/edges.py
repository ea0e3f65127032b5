"""Where rows and columns begin."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate


class Edges:
    """The upper edges of rows, or the left edges of columns, in pixels from the first one's.

    `sizes` are those of some rows in pixels (0 if hidden); all others have the default size.
    """

    def __init__(self, sizes: Mapping[int, float], default: float) -> None:
        self._default = default
        self._places = sorted(sizes)
        self._more = [0.0, *accumulate(sizes[place] - default for place in self._places)]

    def __repr__(self) -> str:
        return f"Edges({len(self._places)} sized, {self._default:g} px)"

    def before(self, place: int) -> float:
        """Pixels from the first edge to that of row (column) `place`."""
        return place * self._default + self._more[bisect_left(self._places, place)]
