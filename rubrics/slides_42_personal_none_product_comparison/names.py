"""Which product a text names: by the words that tell the products apart."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pytest_knows.checks.text import find_word, fold, has_word

_ARTICLES = {"a", "an", "the"}


def contained(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether every word of `part`, or its join with a neighbour, is a word of `whole` or a join of two there."""
    known = {*whole, *(a + b for a, b in pairwise(whole))}
    found = [word in known for word in part]
    for place, (a, b) in enumerate(pairwise(part)):
        if a + b in known:
            found[place] = found[place + 1] = True
    return bool(part) and all(found)


class Products:
    """The three products, in the order of the facts."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        shared = set.intersection(*(set(_words(name)) for name in self.names))
        self._ignored = shared | _ARTICLES
        self._own = {name: self._telling(name) for name in self.names}

    def __repr__(self) -> str:
        return f"Products{self.names}"

    def _telling(self, text: str) -> list[str]:
        return [word for word in _words(text) if word not in self._ignored]

    def named_in(self, text: str, product: str) -> bool:
        """Whether the text holds all the words that tell the product apart."""
        return contained(self._own[product], self._telling(text))

    def of(self, text: str) -> str | None:
        """The product that the text names, in full or in part; None if it is none, or one of several."""
        words = self._telling(text)
        fitting = [name for name, own in self._own.items() if contained(words, own) or contained(own, words)]
        whole = [name for name in fitting if contained(self._own[name], words)]
        found = fitting if len(fitting) == 1 else whole
        return found[0] if len(found) == 1 else None

    def matched(self, texts: Iterable[str]) -> dict[int, str]:
        """Place of a text -> its product; each product has the first of the texts that name it."""
        found: dict[int, str] = {}
        for place, text in enumerate(texts):
            product = self.of(text)
            if product is not None and product not in found.values():
                found[place] = product
        return found


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


def long_words(texts: Iterable[str]) -> list[str]:
    return re.findall(r"[^\W_]{4,}", fold(" ".join(texts)))


def occur(items: Sequence[str], text: str) -> bool:
    """Whether at least half of the items' longer words stand in the text; of items without any, half of the items."""
    words = long_words(items) or list(items)
    return bool(words) and 2 * sum(has_word(text, word) for word in words) >= len(words)


def mentions(text: str, words: Iterable[str], generic: Iterable[str] = ()) -> bool:
    """Whether the text holds one of the words or phrases, in the singular or the plural; generic ones do not count."""
    return any(_places(text, word) for word in words if word not in set(generic))


def begins_with(text: str, words: Iterable[str], generic: Iterable[str] = ()) -> bool:
    folded = fold(text)
    start = re.search(r"[^\W_]", folded)
    if start is None:
        return False
    told = folded[start.start() :]
    return any(any(span[0] == 0 for span in _places(told, word)) for word in words if word not in set(generic))


def _places(text: str, word: str) -> list[tuple[int, int]]:
    one = fold(word)
    forms = [one, one + "s", one + "es", *([one[:-1] + "ies"] if one.endswith("y") else [])]
    folded = fold(text)
    return [span for form in forms if (span := find_word(folded, form))]
