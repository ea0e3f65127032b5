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
    return max((shared / len(gold) for shared in _shared(gold, text)), default=0.0)


def _shared(gold: list[str], text: list[str]) -> Iterable[int]:
    """The longest common subsequence, in words, of every window that can have enough of the abstract."""
    from rapidfuzz.distance import LCSseq

    size, needed, known = int(1.2 * len(gold)) + 10, COVERED * len(gold), set(gold)
    counted = [0, *accumulate(word in known for word in text)]
    last = max(0, len(text) - size)
    for start in dict.fromkeys([*range(0, last, max(1, len(gold) // 10)), last]):
        window = text[start : start + size]
        if counted[start + len(window)] - counted[start] >= needed:
            yield LCSseq.similarity(gold, window)
