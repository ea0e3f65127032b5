"""Comparing text: what a careful reader takes for the same words.

Nothing here matches by plain substring: "Writer" is not in "typewriter", "October 3" not in "October 31".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pytest_knows.scoring import Mechanism, consulted

_ZERO_WIDTH = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\ufeff"))
_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c"
_QUOTES = {ord(c): "'" for c in "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u0060\u02bc"} | {
    ord(c): '"' for c in "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e"
}
_DASHES = {ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"}
# Before NFKC, which would make "´" a blank with a combining accent and "″" two primes.
_FOLDED = _ZERO_WIDTH | dict.fromkeys(map(ord, _MARKS)) | _QUOTES | _DASHES


def fold(text: str) -> str:
    """`text` as it is compared: NFKC, zero-width and bidi marks removed, blanks one space, ends trimmed,
    curly and angle quotes and all dashes folded to ASCII, casefolded. Folding twice changes nothing."""
    if text.isascii():
        # None of the rest can change it, and most cells are.
        return " ".join(text.casefold().replace("`", "'").split())
    text = unicodedata.normalize("NFKC", text.translate(_FOLDED)).casefold()
    # casefold can undo the composition ("İ" becomes "i" and a combining dot), hence once more.
    return " ".join(unicodedata.normalize("NFKC", text).translate(_FOLDED).split())


def has_word(text: str, phrase: str) -> bool:
    """Whether folded `text` holds folded `phrase` with no letter or digit directly before or after it.

    An end of the phrase that is itself no letter or digit ("C++") needs no boundary. An empty one is nowhere.
    Records no mechanism: deterministic is what a content step has anyway.
    """
    return find_word(fold(text), fold(phrase)) is not None


def find_word(folded_text: str, folded_phrase: str) -> tuple[int, int] | None:
    """Where the phrase first stands as whole words, (start, end) in characters; both texts already folded."""
    if not folded_phrase or folded_phrase not in folded_text:
        return None
    match = _whole_words(folded_phrase).search(folded_text)
    return match.span() if match else None


@lru_cache(maxsize=4096)
def _whole_words(folded_phrase: str) -> re.Pattern[str]:
    before = r"(?<![^\W_])" if folded_phrase[0].isalnum() else ""
    after = r"(?![^\W_])" if folded_phrase[-1].isalnum() else ""
    return re.compile(before + re.escape(folded_phrase) + after)


def ratio(a: str, b: str) -> float:
    """How alike the folded texts are, 0 to 100 (rapidfuzz's normalised indel similarity); 0 if one is empty.

    Only measures, hence records no mechanism; `similar` decides.
    """
    from rapidfuzz import fuzz

    a, b = fold(a), fold(b)
    return float(fuzz.ratio(a, b)) if a and b else 0.0


def same(a: str, b: str) -> bool:
    """Whether both texts are equal once folded (deterministic)."""
    equal = fold(a) == fold(b)
    consulted(Mechanism.DETERMINISTIC, equal)
    return equal


def similar(a: str, b: str, at_least: float) -> bool:
    """Whether both are equal folded (deterministic), or alike: `ratio` is `at_least` (0 to 100; fuzzy).

    Numbers and negations are never fuzzy: texts whose numbers differ, or of which one denies, are not alike.
    """
    if fold(a) == fold(b):
        return same(a, b)
    alike = exact_part(a) == exact_part(b) and ratio(a, b) >= at_least
    consulted(Mechanism.FUZZY_MATCH, alike)
    return alike


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot)\b|n't\b")


def exact_part(text: str) -> tuple[list[str], bool]:
    """What is never fuzzy: the numbers in order, and whether there is an odd number of negations."""
    folded = fold(text)
    return _NUMBER.findall(folded), denies(folded)


def denies(folded_text: str) -> bool:
    """Whether an odd number of negations stands in it."""
    return len(_NEGATION.findall(folded_text)) % 2 == 1


_LETTERS = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(("a", "an", "the", "and", "of", "in", "on", "at", "is", "are", "was", "were"))
"""Words that one writes for another by mistake."""


def says_otherwise(a: str, b: str) -> bool:
    """Whether one folded text has another word where the other has one: "slower" for "faster", "km" for "cm".

    Words too many or too few, slips of the pen ("teh", "metre" for "meter") and cut ends ("min" for "minutes") are
    none. To be asked of texts that are much alike.
    """
    from rapidfuzz.distance import Indel

    words, others = _LETTERS.findall(a), _LETTERS.findall(b)
    gone: list[str] = []
    come: list[str] = []
    for edit in Indel.opcodes(words, others):
        if edit.tag == "equal":
            if _unlike(gone, come):
                return True
            gone, come = [], []
        gone += words[edit.src_start : edit.src_end] if edit.tag == "delete" else []
        come += others[edit.dest_start : edit.dest_end] if edit.tag == "insert" else []
    return _unlike(gone, come)


def _unlike(words: list[str], others: list[str]) -> bool:
    """Whether both have a word of which the other ones have none that is nearly the same."""
    left = any(not any(_slip(word, other) for other in others) for word in words)
    return left and any(not any(_slip(word, other) for word in words) for other in others)


def _slip(a: str, b: str) -> bool:
    from rapidfuzz.distance import OSA

    short, long = sorted((a, b), key=len)
    if short in _SMALL and long in _SMALL:
        return True
    cut = len(short) > 2 and long.startswith(short)
    return cut or sorted(a) == sorted(b) or (len(short) > 3 and a[0] == b[0] and OSA.distance(a, b) == 1)
