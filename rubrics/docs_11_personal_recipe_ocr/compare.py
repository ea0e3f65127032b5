"""Whether a transcription is what was transcribed: lists of ingredients, steps, quotes."""

import re
from collections import Counter
from dataclasses import dataclass

from pytest_knows.checks.text import denies, fold, says_otherwise
from pytest_knows.checks.values.fraction import with_decimals

from .info import in_digits

COVERED, LACKING = 80, 60
"""Likeness (0 to 100) from which a step is there, and below which it is not."""
QUOTED = 85
LONGEST = 3000
"""Characters of a quote that is looked for but for slips of the pen."""
LIST_ITEM = 2
"""Characters of an item that is more than a stray mark."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def numbers(text):
    """The numbers of a folded text in order, fractions as decimals, words up to twelve too."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", with_decimals(in_digits(text)))
    return [float(number[:15]) for number in _NUMBER.findall(plain)]


def same_lists(wanted, found, at_least):
    """Whether every wanted item (a set of alternatives) is one found item, and at most one of these is left over.

    Items are alike by their sorted words, at least so much of 100, and have the same numbers and units.
    """
    left = [(normal(item), Counter(numbers(item))) for item in found]
    for alternatives in wanted:
        rated = [
            (likeness(normal(one), text), -place)
            for one in alternatives
            for place, (text, amounts) in enumerate(left)
            if Counter(numbers(one)) == amounts
        ]
        best, place = max(rated, default=(0, 0))
        if best < at_least:
            return False
        del left[-place]
    return sum(len(text) > LIST_ITEM for text, _ in left) <= 1


def likeness(item, text):
    """0 to 100, by their sorted words; 0 for tsp in the place of tbsp."""
    from rapidfuzz import fuzz

    item, text = (" ".join(sorted(words.split())) for words in (item, text))
    return 0 if says_otherwise(item, text) else fuzz.ratio(item, text)


def normal(item):
    return fold(with_decimals(item.replace("&", " and ")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The passage of a text that is most like something, and how much (0 to 100)."""

    score: float
    exact: str = ""
    """The passage itself."""
    text: str = ""
    """With some words around it."""


def best_window(needle, text):
    """Both folded. A text shorter than the needle is compared as a whole, so that a part of it is not all of it."""
    from rapidfuzz import fuzz

    if not needle or not text:
        return Window(score=0)
    if len(text) < len(needle):
        return Window(score=fuzz.ratio(needle, text), exact=text, text=text)
    found = fuzz.partial_ratio_alignment(needle, text)
    words = len(needle.split()) // 10 + 5
    before, after = text[: found.dest_start].split(" "), text[found.dest_end :].split(" ")
    exact = before[-1] + text[found.dest_start : found.dest_end] + after[0]
    around = " ".join([*before[-words - 1 : -1], exact, *after[1 : words + 1]])
    return Window(score=found.score, exact=exact, text=around)


def covers(step, text):
    """(whether the folded text has the step, None where a judge must say; the passage that is most like it)."""
    found = best_window(step, text)
    missing = Counter(numbers(step)) - Counter(numbers(found.text))
    if found.score < LACKING or missing:
        return False, found
    sure = found.score >= COVERED and denies(step) == denies(found.text) and not says_otherwise(step, found.exact)
    return (True if sure else None), found


def quoted(quote, text):
    """Whether a folded text, which does not hold the quote letter by letter, has it but for a slip of the pen.

    Numbers, negations and other words are never slips.
    """
    if not len(quote) <= min(len(text), LONGEST):
        return False
    found = best_window(quote, text)
    around = iter(numbers(found.text))
    return (
        found.score >= QUOTED
        and all(number in around for number in numbers(quote))
        and denies(quote) == denies(found.exact)
        and not says_otherwise(quote, found.exact)
    )


def unquoted(tip):
    """The folded tip without the quote marks around it."""
    return fold(tip).strip(" \"'")
