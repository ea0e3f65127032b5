"""Whether a cell lists the authors of a paper, and whether somebody is among them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Self

from pytest_knows.checks.values.person import Person, in_list, person

LISTED, OTHERS = 0.8, 0.2
"""The share of a paper's authors that have to be named, and how many other names there may be for each of them."""

_person = lru_cache(maxsize=4096)(person)
"""The same few names are looked for in every row."""

Names = dict[str, Person]
"""Spelling -> the first name that is spelt so."""


def _distinct(people: Iterable[Person], aliases: Mapping[str, str]) -> Names:
    """Each name once, in order; `aliases` are second spellings of a name."""
    found: Names = {}
    for one in people:
        spelt = " ".join(one.words).replace("-", " ")
        if spelt:
            found.setdefault(aliases.get(spelt, spelt), one)
    return found


class Authors:
    """Names in order, in the readings that their cell allows."""

    def __init__(self, readings: Iterable[Iterable[Person]], aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._readings = [_distinct(reading, aliases) for reading in readings]

    @classmethod
    def in_cell(cls, text: str, aliases: Mapping[str, str]) -> Self:
        return cls(in_list(text), aliases)

    @classmethod
    def listed(cls, names: Iterable[str], aliases: Mapping[str, str]) -> Self:
        return cls([map(_person, names)], aliases)

    def __repr__(self) -> str:
        return f"Authors({', '.join(self._readings[0])[:60]})"

    def include(self, person: str, *, first: bool) -> bool:
        """Whether the person is among them, or is the first of them."""
        wanted = _names([person], self._aliases)
        return any(_shared(wanted, dict(list(given.items())[:1]) if first else given) for given in self._readings)

    def off(self, expected: Sequence[str], *, complete: bool) -> str:
        """Why they are not the authors `expected`; "" if they are in one of the readings.

        The first must be the first; if `expected` is `complete`, most of the others must be named, and few who are not.
        """
        wanted = _names(expected, self._aliases)
        reasons = [_off(given, wanted, complete) for given in self._readings]
        return min(reasons, key=bool)


def _names(texts: Iterable[str], aliases: Mapping[str, str]) -> Names:
    return _distinct(map(_person, texts), aliases)


def _off(given: Names, wanted: Names, complete: bool) -> str:
    first_given, first_wanted = (dict(list(found.items())[:1]) for found in (given, wanted))
    if not _shared(first_wanted, first_given):
        return f"the first author is {next(iter(wanted), 'unknown')}, not {next(iter(given), 'named')}"
    if not complete:
        return ""
    named, known = _shared(wanted, given), _shared(given, wanted)
    if len(named) < LISTED * len(wanted):
        return f"only {len(named)} of {len(wanted)} authors are named"
    strange = len(given) - len(known)
    return f"{strange} names are those of no author" if strange > math.ceil(OTHERS * len(wanted)) else ""


def _shared(some: Names, others: Names) -> set[str]:
    """Those of `some` that are among the others, perhaps with other initials."""
    found = some.keys() & others.keys()
    lasts = {one.words[-1].rpartition("-")[2] for one in others.values()}
    for spelt in some.keys() - found:
        one = some[spelt]
        if one.words[-1].rpartition("-")[2] in lasts and any(not one.off(other.raw) for other in others.values()):
            found.add(spelt)
    return found
