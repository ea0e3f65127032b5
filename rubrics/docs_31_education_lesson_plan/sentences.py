"""Which facts a text says, word for word or nearly so."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.checks.stated import find_stated
from pytest_knows.checks.text import exact_part, fold

ALIKE = 90
"""rapidfuzz's ratio from which two sentences say the same, if their numbers and negations do."""
LONGER = 1.3
"""Times the fact: a text longer than that can hold it among other words."""
LOOKED_INTO = 100_000
"""Pairs of a long text and a fact; a document that has more is not read to its end."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """A text as it is compared: folded, without punctuation at its end."""

    text: str
    normal: str

    @classmethod
    def of(cls, text):
        return cls(text=text, normal=fold(text).rstrip(" .,;:!?…"))

    @cached_property
    def exact(self):
        """Its numbers and whether it denies."""
        numbers, negated = exact_part(self.normal)
        return (*numbers, negated)

    def same_exact(self, other):
        """Whether both have the same numbers, in whatever order, and both or neither denies."""
        return sorted(map(str, self.exact)) == sorted(map(str, other.exact))


class Sentences:
    """Facts that can be looked up by what a text says."""

    def __init__(self, facts=()):
        self._facts = []
        self._by_exact = defaultdict(list)
        self._left = LOOKED_INTO
        self.add(facts)

    def add(self, facts):
        for fact in facts:
            self._facts.append(fact)
            self._by_exact[fact.said.exact].append(fact)

    def like(self, said):
        """(likeness, fact) of the facts that the whole text repeats."""
        from rapidfuzz import fuzz, process

        facts = self._by_exact.get(said.exact, ())
        normals = [fact.said.normal for fact in facts]
        found = process.extract(said.normal, normals, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
        return [(ratio, facts[place]) for _, ratio, place in found]

    def within(self, said, but=()):
        """fact -> where the text, longer than it, says it; `but` are facts that are not looked for."""
        found = {}
        for fact in self._facts:
            if fact in but or self._left <= 0 or len(said.normal) <= LONGER * len(fact.said.normal):
                continue
            self._left -= 1
            span = find_stated(fact.said.normal, said.normal, ALIKE)
            if span:
                found[fact] = span
        return found

    def holds(self, said):
        """Whether the text says one of the facts."""
        return bool(self.like(said) or self.within(said))
