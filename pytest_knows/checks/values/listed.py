"""Lists of whole numbers after a word: "Slide: 6, 7", "(slides 18-36 and 40)"."""

from __future__ import annotations

import re

from pytest_knows.checks.text import fold

MOST = 1000
"""Numbers that a range may stand for; a longer one counts as its two ends."""

_RANGE = re.compile(r"(\d{1,6})(?:\s?-\s?(\d{1,6}))?")
_BETWEEN = re.compile(r"(?:\s|,|and|&)*")


def listed(text: str, word: str) -> tuple[int, ...] | None:
    """The numbers after the first `word` (or its plural with s), in order and with repetitions; None without the word.

    Numbers are separated by commas, blanks, "and" or "&"; "a-b" is a range. Never raises.
    """
    folded = fold(text)
    head = re.search(rf"(?<![^\W_]){re.escape(fold(word))}s?(?![^\W_])\s?:?\s?[({{\[]?\s?", folded)
    if head is None:
        return None
    place, numbers = head.end(), list[int]()
    while (match := _RANGE.match(folded, place)) is not None:
        low, high = int(match[1]), int(match[2] or match[1])
        numbers += range(low, high + 1) if 0 <= high - low < MOST else (low, high)
        between = _BETWEEN.match(folded, match.end())
        place = between.end() if between else match.end()
    return tuple(numbers)
