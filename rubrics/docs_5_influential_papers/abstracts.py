"""How much of a known abstract a text gives."""

import re
from collections.abc import Iterable
from itertools import accumulate

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.title import without_tex

COVERED = 0.85
"""The share of an abstract's words that has to be there, in order; half an abstract is none."""

_HYPHENATED = re.compile(r"(?<=\w)[-\u2010\u00ad][ \t]*\n\s*(?=\w)")


def words(lines: Iterable[str]) -> list[str]:
    """Folded, without LaTeX and punctuation; what is hyphenated at a line's end is one word."""
    return re.findall(r"[^\W_]+", fold(without_tex(_HYPHENATED.sub("", "\n".join(lines)))))


def coverage(abstract: str, text: list[str]) -> float:
    """Of the abstract's words, the largest share that one window of the text has in the same order, 0 to 1."""
    gold = words(abstract.splitlines())
    if not gold or not text:
        return 0.0
    return _longest_shared(gold, text) / len(gold)


def _longest_shared(gold: list[str], text: list[str]) -> int:
    """The longest common subsequence, in words, of the abstract and any window of the text.

    No window shares more than it has words of the abstract, so the richest come first. Of those that cannot have
    enough, one is looked at, to say how much it is.
    """
    from rapidfuzz.distance import LCSseq

    size, needed, known = int(1.2 * len(gold)) + 10, COVERED * len(gold), set(gold)
    counted = [0, *accumulate(word in known for word in text)]
    last = max(0, len(text) - size)
    starts = [*range(0, last, max(1, len(gold) // 10)), last]
    best = 0
    for bound, start in sorted(((counted[min(at + size, len(text))] - counted[at], at) for at in starts), reverse=True):
        if bound <= best or (bound < needed and best):
            break
        best = max(best, LCSseq.similarity(gold, text[start : start + size]))
    return best
