"""Names of colours, and words in texts, as they are compared here."""

import re
from functools import cache
from urllib.parse import unquote

from pytest_knows.checks.text import find_word, fold
from pytest_knows.evidence import urls

_HEX = re.compile(r"#?[0-9a-f]{6}|#[0-9a-f]{3}")
_APART = re.compile(r"[-_/+&\s]+")


def plain(text: str) -> str:
    """Folded; hyphens and the like are blanks, and British spellings of "color" and "gray" American."""
    return _APART.sub(" ", fold(text)).replace("colour", "color").replace("grey", "gray").strip(" .:*")


def says(text: str, words) -> bool:
    """Whether the plain text has one of the words or phrases, in the singular or plural."""
    return bool(words) and _any_of(tuple(words)).search(text) is not None


@cache
def _any_of(words):
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(re.escape(plain(word)) for word in words)})(?:e?s)?(?![^\W_])")


def holds(text: str, name: str) -> bool:
    """Whether the plain text has the words of the plain name together."""
    return name in text and find_word(text, name) is not None  # a pattern for every pair takes time


def of_family(name: str, families) -> bool:
    """Whether a name has the word of one of the families: "Blues", "bluish green"."""
    return says(plain(name), [form for family in families for form in _forms(family)])


def _forms(word):
    stem = word.removesuffix("e")
    return [word, f"{word}ish", f"{stem}ish", f"{word}{word[-1]}ish", f"{word.removesuffix('y')}ies"]


def is_hex(text: str) -> bool:
    return _HEX.fullmatch(text.strip().casefold()) is not None


def is_colour_like(text: str) -> bool:
    """A hex code, or up to three words of letters."""
    parts = plain(text).split()
    return is_hex(text) or (0 < len(parts) <= 3 and all(part.replace("'", "").isalpha() for part in parts))


def address_words(url: str) -> str:
    """Path and query of a URL as plain text."""
    parsed = urls.parse(urls.unwrap(url))
    if parsed is None:
        return ""
    return plain(" ".join([*parsed.segments, *(unquote(value) for _, value in parsed.query)]))
