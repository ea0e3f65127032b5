"""Words that a text must mention, written by a rubric as "ocean*" (the beginning of a word) or "mit" (a whole one)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytest_knows.checks.text import fold, has_word


def mentions(text: str, words: Iterable[str]) -> bool:
    """Whether the text holds any of the words or phrases, with or without the full stops of abbreviations.

    A phrase ending in "*" has to begin a word, any other has to end with one too. Records no mechanism.
    """
    readings = (text, text.replace(".", ""))
    return any(_mentioned(reading, word) for word in words for reading in readings)


def ends_in(text: str, words: Iterable[str]) -> bool:
    """Whether any of the words ends a word of the text: "sheffi" that of "yossisheffi", not that of "sheffield".

    One that ends in "*" may stand anywhere in a word. Records no mechanism.
    """
    folded = fold(text)
    return any(
        re.search(re.escape(fold(word.rstrip("*"))) + ("" if word.endswith("*") else r"(?![^\W\d_])"), folded)
        for word in words
    )


def _mentioned(text: str, word: str) -> bool:
    if word.endswith("*"):
        return re.search(r"(?<![^\W_])" + re.escape(fold(word[:-1])), fold(text)) is not None
    return has_word(text, word)
