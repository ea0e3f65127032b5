"""Which facts a text says, word for word or nearly so."""

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.checks.stated import find_stated
from pytest_knows.checks.text import exact_part, find_word, fold, says_otherwise

ALIKE = 90
"""rapidfuzz's ratio from which two sentences say the same, if their numbers, negations and words do."""
LONGER = 1.3
"""Times the fact: a text longer than that can hold it, a little changed, among other words."""
LOOKED_INTO = 30_000
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


class Sentences:
    """Facts that can be looked up by what a text says."""

    def __init__(self, facts=()):
        self._by_length = []
        self._by_exact = defaultdict(lambda: ([], []))
        self._left = LOOKED_INTO
        self.add(facts)

    def add(self, facts):
        self._by_length = sorted([*self._by_length, *facts], key=_length)
        for fact in facts:
            alike, normals = self._by_exact[fact.said.exact]
            alike.append(fact)
            normals.append(fact.said.normal)

    def like(self, said):
        """(likeness, fact) of the facts that the whole text repeats."""
        from rapidfuzz import fuzz, process

        alike, normals = self._by_exact.get(said.exact, ((), ()))
        found = process.extract(said.normal, normals, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
        return [(ratio, alike[place]) for text, ratio, place in found if not says_otherwise(text, said.normal)]

    def within(self, said, but=()):
        """fact -> where the text, longer than it, says it; `but` are facts that are not looked for.

        A text that is little longer has to say it word for word, as behind a number that somebody typed.
        """
        shorter = self._by_length[: bisect_left(self._by_length, len(said.normal), key=_length)]
        shorter = [fact for fact in shorter if fact not in but][: max(0, self._left)]
        self._left -= len(shorter)
        spans = ((fact, self._span(fact.said.normal, said.normal)) for fact in shorter)
        return {fact: span for fact, span in spans if span}

    @staticmethod
    def _span(sentence, text):
        if len(sentence) * LONGER < len(text):
            return find_stated(sentence, text, ALIKE)
        return find_word(text, sentence) if sentence in text else None

    def holds(self, said):
        """Whether the text says one of the facts."""
        return bool(self.like(said) or self.within(said))


def first_repeated(texts):
    """The first text that says what one before it said, its words in whatever order; None if all differ."""
    from rapidfuzz import fuzz, process

    seen = defaultdict(list)
    for said in texts:
        words = " ".join(sorted(said.normal.split()))
        alike = seen[tuple(sorted(map(str, said.exact)))]
        if process.extractOne(words, alike, scorer=fuzz.ratio, score_cutoff=ALIKE):
            return said
        alike.append(words)
    return None


def _length(fact):
    return len(fact.said.normal)
