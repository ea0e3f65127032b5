"""Which character of the book a slide's title names. The rules are tried in the order in which they stand in `sure`."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pytest_knows.checks.quantifiers import Open
from pytest_knows.checks.text import fold, has_word, ratio
from pytest_knows.scoring import Mechanism

ALIKE, LETTERS = 88, 6
"""How like a misspelt title is to a name (of 100), and how many letters the name has at least."""
_HERS, _HIS = frozenset({"mrs", "miss", "ms", "lady", "aunt"}), frozenset({"mr", "uncle"})
"""They tell people of one surname apart."""
_SMALL = _HERS | _HIS | {"au", "of", "the", "a", "dr", "doctor", "colonel", "st"}
"""What may be left out of a name or added to it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Character:
    """`names` are folded, `called` is the first of them as it is written."""

    called: str
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return repr(self.called)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(word for name in self.names for word in _words(name))


@dataclass(frozen=True, kw_only=True)
class Naming:
    """Whom a title names, and how that was found out; `doubt` is why a judge's word on it is missing."""

    character: Character | None = None
    mechanism: Mechanism = Mechanism.DETERMINISTIC
    doubt: Open | None = None


NOBODY = Naming()


class Cast:
    """The characters; `others` are the book's and the author's names, which a title about a character does not hold."""

    def __init__(self, groups: Iterable[Sequence[str]], others: Iterable[str]) -> None:
        self._all = tuple(Character(called=names[0], names=tuple(map(fold, names))) for names in groups)
        self._others = tuple(map(fold, others))

    def sure(self, title: str) -> Naming:
        """Whom the title names beyond doubt."""
        title = fold(title)
        for rule in (self._equal, self._held, self._told_by_words):
            if found := rule(title):
                return Naming(character=found)
        misspelt = self._misspelt(title)
        return Naming(character=misspelt, mechanism=Mechanism.FUZZY_MATCH) if misspelt else NOBODY

    def mentioned(self, title: str) -> Character | None:
        """Whom a title that is not sure may be about: it holds the whole name, or a word that only this one has."""
        title = fold(title)
        whole = [(len(name), one) for one, name in self._usable(title) if has_word(title, name)]
        if whole:
            return max(whole, key=lambda found: found[0])[1]
        return next((one for one in self._known_to(title) if self._has_own_word(_words(title), one)), None)

    def is_plain(self, title: str, character: Character) -> bool:
        """Whether it holds one of the character's whole names, and nothing of the book's or the author's."""
        names = [name for one, name in self._usable(fold(title)) if one is character]
        of_book = any(has_word(title, other) for other in self._others if other not in character.names)
        return not of_book and any(has_word(title, name) for name in names)

    def _usable(self, title: str) -> list[tuple[Character, str]]:
        """Without those of whom it speaks as Mrs and the book as Mr, and without the names that it writes with other
        accents: "Adele" is not "Adèle"."""
        words = {_plain(word): word for word in _words(title)}
        address = _address(words)
        return [
            (one, name)
            for one in self._all
            if not address or _address(one.words) in ("", address)
            for name in one.names
            if all(words.get(_plain(word), word) == word for word in _words(name))
        ]

    def _known_to(self, title: str) -> list[Character]:
        return list(dict.fromkeys(one for one, _ in self._usable(title)))

    def _equal(self, title: str) -> Character | None:
        return next((one for one, name in self._usable(title) if name == title), None)

    def _held(self, title: str) -> Character | None:
        """The longest name in the title that is at least half of it."""
        if any(has_word(title, other) for other in self._others):
            return None
        words = _words(title)
        held = [(name, one) for one, name in self._usable(title) if _holds(words, _words(name))]
        name, found = max(held, key=lambda entry: len(entry[0]), default=("", None))
        return found if 2 * _letters(name) >= _letters(title) else None

    def _told_by_words(self, title: str) -> Character | None:
        """The one among whose names all words are, one of them among nobody else's."""
        words = _words(title)
        telling = set(words) - _SMALL
        fitting = (one for one in self._known_to(title) if telling <= one.words)
        return next((one for one in fitting if self._has_own_word(words, one)), None)

    def _has_own_word(self, words: tuple[str, ...], one: Character) -> bool:
        others = {word for other in self._all if other is not one for word in other.words}
        return bool((set(words) - _SMALL) & (one.words - others))

    def _misspelt(self, title: str) -> Character | None:
        likely = [(ratio(title, name), one) for one, name in self._usable(title) if _letters(name) >= LETTERS]
        best, found = max(likely, key=lambda entry: entry[0], default=(0.0, None))
        return found if best >= ALIKE else None


def _address(words: Iterable[str]) -> str:
    """Whether it is a man or a woman to whom the words are said, "" if they do not tell."""
    hers, his = not _HERS.isdisjoint(words), not _HIS.isdisjoint(words)
    return "" if hers == his else "hers" if hers else "his"


@lru_cache(4096)
def _words(folded: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded))


@lru_cache(4096)
def _plain(word: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


def _letters(words: str) -> int:
    return sum(map(str.isalpha, words))


def _holds(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return any(words[start : start + len(name)] == name for start in range(len(words) - len(name) + 1))
