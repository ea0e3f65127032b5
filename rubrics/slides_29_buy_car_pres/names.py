"""Names of cars, and whether texts and addresses name the same one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from pytest_knows.checks.text import fold

YEAR = re.compile(r"(?:19|20)\d\d")
_ALIASES = {"chevy": "chevrolet", "vw": "volkswagen", "mercedes": "mercedesbenz"}
_SMALL = frozenset({"a", "an", "the", "and", "or", "of", "i"})


def tokens(text: str) -> list[str]:
    """The runs of letters and digits, folded."""
    return re.findall(r"[^\W_]+", fold(text))


def squashed(text: str) -> str:
    return "".join(tokens(text))


def told(text: str, category: Iterable[str]) -> list[str]:
    """The tokens that tell cars apart: neither model years nor words of the category."""
    left_out = {*category, *_SMALL}
    return [token for token in tokens(text) if not YEAR.fullmatch(token) and token not in left_out]


def years(text: str) -> set[str]:
    return {token for token in tokens(text) if YEAR.fullmatch(token)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Of a car; `model` has neither year nor trim, `category` are words that are no part of names."""

    make: str
    model: str
    trim: str = ""
    category: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"{self.make} {self.model}"

    @property
    def make_key(self) -> str:
        joined = squashed(self.make)
        return _ALIASES.get(joined, joined)

    @property
    def model_tokens(self) -> list[str]:
        return told(self.model, self.category) or tokens(self.model)

    @property
    def key(self) -> tuple[str, str]:
        """Equal for two names of one car."""
        return self.make_key, "".join(self.model_tokens)

    @property
    def tokens(self) -> set[str]:
        return {*told(self.make, self.category), *self.model_tokens}

    def stands_in(self, title: str) -> bool:
        """Whether make and model are whole words of it, as they are written or with other separators."""
        words = joined(title.split(), tokens(title))
        makes = set(tokens(self.make)) <= words or squashed(self.make) in words
        return makes and (set(self.model_tokens) <= words or "".join(self.model_tokens) in words)

    def is_all_of(self, title: str) -> bool:
        """Whether a title says nothing else."""
        own = {*self.tokens, *tokens(self.make), *tokens(self.model), *tokens(self.trim)}
        return self.stands_in(title) and set(told(title, self.category)) <= own


def joined(parts: Iterable[str], words: list[str]) -> set[str]:
    """The words, two that are side by side as one, and each part without its separators."""
    pairs = map("".join, pairwise(words))
    return {*words, *pairs, *map(squashed, parts)}


def best_match(name: str, cars: Iterable[Name], category: Iterable[str]) -> Name | None:
    """The car that shares most tokens with the name, then lacks fewest of its own; None if there is none or a tie."""
    words = set(told(name, category))
    rated = sorted(((len(car.tokens & words), -len(car.tokens - words), n, car) for n, car in enumerate(cars)))
    rated.reverse()
    if not rated or not rated[0][0] or (len(rated) > 1 and rated[0][:2] == rated[1][:2]):
        return None
    return rated[0][3]
