"""Names of people: accents, initials, honorifics, suffixes, "Last, First"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pytest_knows.checks.text import fold, ratio
from pytest_knows.checks.values.number import one_line

_HONORIFICS = frozenset(("dr", "prof", "professor", "sir", "dame", "ms", "mr", "mrs", "miss", "mx"))
_SUFFIXES = frozenset(
    ("jr", "sr", "ii", "iii", "iv", "phd", "md", "esq", "obe", "cbe", "mbe", "kbe", "dbe", "facs", "frs")
)
_SPECIAL = str.maketrans({"\u00f8": "o", "\u0142": "l", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe", "\u00df": "ss"})
_TRAILING = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_SEPARATORS = re.compile(r"[\n\r\v;&,:\u2022]|(?<!\w)and(?!\w)", re.IGNORECASE)
_MARKS = re.compile(r"^\s*(?:[(\[]?\d{1,3}[.)\]]|[-*])\s+|(?<=[^\W\d_])\d{1,2}\*?\s*$|(?<!\w)et al(?!\w).*$")
"""What stands around a name in a list: its number, the number of a footnote, "et al."."""
_OTHERS = ("others",)
_ENTRIES = re.compile(r"[\n\r\v;&]|(?<!\w)and(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """`words` are those of the name: accents, honorifics, suffixes and full stops left out, hyphens kept."""

    raw: str
    words: tuple[str, ...]

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {' '.join(self.words)}"

    def off(self, expected: str) -> str:
        """Why it is not the name `expected`; "" if it is.

        First and last words must be equal; middle names may be missing on one side or be initials, and hyphens may be
        kept, dropped or blanks. A name of one word must be equal.
        """
        other = person(expected)
        if any(_alike(a, b) for a, b in zip(_readings(self), _readings(other), strict=True)):
            return ""
        return f"{self!r} is not {' '.join(other.words) or 'a name'}"

    def lacks_surname(self, expected: str, *, at_least: float = 85.0) -> str:
        """Why it does not hold the last word of the name `expected` and is less than `at_least` (0 to 100) like it;
        "" if it does or is."""
        other = person(expected)
        if other.words and other.words[-1] in self.words:
            return ""
        alike = ratio(" ".join(self.words), " ".join(other.words))
        return "" if alike >= at_least else f"{self!r} is only {alike:.0f} % like {' '.join(other.words)}"


@lru_cache(1024)
def person(text: str) -> Person:
    """The name that a text is; one without letters has no words. Never raises.

    Left out: honorifics in front, suffixes and a bracketed part at the end. "Last, First" is turned round; what follows
    a comma is otherwise left out where it is a suffix or a description of more than two words.
    """
    head, comma, tail = _TRAILING.sub("", fold(text)).partition(",")
    last, first = _words(head), tuple(word for word in _words(tail) if word not in _SUFFIXES)
    if comma and 0 < len(first) <= 2 and last:
        last = first + last
    return Person(raw=one_line(text), words=last)


def in_list(text: str) -> tuple[tuple[Person, ...], ...]:
    """The readings of an author cell: names between separators (line breaks, `;`, `,`, `&`, `:`, "and"); and, where all
    entries between line breaks, `;`, `&` and "and" hold one comma, these as "Last, First". No empty names; numbers of
    a list or of footnotes, "et al." and "others" are none."""
    plain = _names(_SEPARATORS.split(text), turned=False)
    entries = [entry for entry in _ENTRIES.split(text) if entry.strip()]
    if entries and all(entry.count(",") == 1 for entry in entries):
        return plain, _names(entries, turned=True)
    return (plain,)


def _names(entries: list[str], *, turned: bool) -> tuple[Person, ...]:
    bare = [_MARKS.sub("", fold(entry)) for entry in entries]
    people = (person(entry) if turned else Person(raw=one_line(entry), words=_words(entry)) for entry in bare)
    return tuple(found for found in people if found.words not in ((), _OTHERS) and not found.raw.isdigit())


def _words(text: str) -> tuple[str, ...]:
    bare = unicodedata.normalize("NFKD", text.translate(_SPECIAL))
    bare = "".join(char for char in bare if not unicodedata.combining(char))
    found = [word for part in bare.replace(".", ". ").split() if (word := part.strip(".,;:'\"()[]*"))]
    while len(found) > 1 and found[0] in _HONORIFICS:
        del found[0]
    while len(found) > 1 and found[-1] in _SUFFIXES:
        del found[-1]
    return tuple(found)


def _readings(name: Person) -> Iterator[tuple[str, ...]]:
    """With hyphens as blanks, kept, and dropped."""
    text = " ".join(name.words)
    for mark in (" ", "-", ""):
        yield tuple(text.replace("-", mark).split())


def _alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    if a == b:
        return bool(a)
    if min(len(a), len(b)) < 2 or (a[0], a[-1]) != (b[0], b[-1]):
        return False
    shorter, longer = sorted((a[1:-1], b[1:-1]), key=len)
    rest = iter(longer)
    return all(any(_same_middle(word, other) for other in rest) for word in shorter)


def _same_middle(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
