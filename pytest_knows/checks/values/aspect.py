"""Compass directions that a slope faces: "NE", "north-east facing", "N/NE", "west to south-west"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.number import one_line

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise, 45 degrees apart."""

_LONG = {"N": "north", "E": "east", "S": "south", "W": "west"}
_NAMES = {
    **{name.lower(): name for name in COMPASS},
    **{"".join(_LONG[letter] for letter in name): name for name in COMPASS},
    **{"".join(_LONG[letter] for letter in name) + "ern": name for name in COMPASS},
}
_JOINED = re.compile(r"(?<!\w)(north|south)[- ](east|west)(?=(?:ern|erly)?(?!\w))")
_WORD = re.compile(rf"(?<![^\W_])({'|'.join(sorted(_NAMES, key=len, reverse=True))})(?:erly)?(?![^\W_])")
_TO = re.compile(r"[\s.]*(?:to|through|thru)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspect:
    """The directions that are named, clockwise from north."""

    raw: str
    directions: tuple[str, ...]

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {'/'.join(self.directions)}"

    @property
    def is_arc(self) -> bool:
        """Whether the directions lie side by side on the compass."""
        places = {COMPASS.index(name) for name in self.directions}
        starts = [place for place in places if (place - 1) % len(COMPASS) not in places]
        return len(starts) <= 1

    def off(self, expected: str, *, at_most: int = 1) -> str:
        """Why it does not say `expected` (one of `COMPASS`): another direction, more than `at_most` of them, or no
        single arc; "" if it does."""
        if expected not in self.directions:
            return f"{self!r} is not {expected}"
        if len(self.directions) > at_most or not self.is_arc:
            return f"{self!r} leaves {expected} open"
        return ""


def aspect(text: str) -> Aspect | None:
    """The directions in a text; None if it names none. Never raises. "N to E" holds what lies between, clockwise or
    the shorter way round."""
    folded = _JOINED.sub(r"\1\2", fold(text))
    found: set[int] = set()
    before: tuple[int, int] | None = None
    for match in _WORD.finditer(folded):
        place = COMPASS.index(_NAMES[match[1]])
        if before is not None and _TO.fullmatch(folded, before[1], match.start()):
            found |= _between(before[0], place)
        found.add(place)
        before = place, match.end()
    return Aspect(raw=one_line(text), directions=tuple(COMPASS[place] for place in sorted(found))) if found else None


def _between(a: int, b: int) -> set[int]:
    steps = (b - a) % len(COMPASS)
    if steps > len(COMPASS) // 2:
        a, steps = b, len(COMPASS) - steps
    return {(a + step) % len(COMPASS) for step in range(steps + 1)}
