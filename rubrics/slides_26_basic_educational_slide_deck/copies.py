"""Sentences taken over word for word, or nearly so."""

import re
from collections.abc import Iterable, Mapping, Sequence

from pytest_knows.checks.text import fold

LONG = 6
"""Words; shorter ones are alike by chance."""
ALIKE = 90
"""Of 100, rapidfuzz's partial ratio (the benchmark's number)."""
AROUND = 300
"""Characters on each side of a passage that are shown with it."""

_ENDS = re.compile(r"[.?!;:\n–—]+")


def is_long(text: str) -> bool:
    return len(text.split()) >= LONG


def pieces(text: str) -> tuple[str, ...]:
    """The longer sentences and clauses; the whole text if there are none."""
    found = tuple(piece.strip() for piece in _ENDS.split(text) if is_long(piece))
    return found or (text,)


def find_copy(sentence: str, folded: str) -> str:
    """The passage of a folded text that is nearly the sentence, or of which the sentence holds nearly all; else ""."""
    from rapidfuzz import fuzz

    words = fold(sentence)
    found = fuzz.partial_ratio_alignment(words, folded, score_cutoff=ALIKE) if words and folded else None
    return folded[max(0, found.dest_start - AROUND) : found.dest_end + AROUND] if found else ""


def copied(texts: Iterable[str], sources: Sequence[str]) -> dict[str, str]:
    """Those of the texts that stand in one of the folded sources, each with the passage there."""
    found = ((text, next(filter(None, (find_copy(text, source) for source in sources)), "")) for text in texts)
    return {text: passage for text, passage in found if passage}


def side_by_side(copies: Mapping[str, str]) -> dict[str, str]:
    """What a judge is shown of them."""
    rows = [
        (f"{label} {number}", text)
        for number, pair in enumerate(copies.items(), 1)
        for label, text in zip(("text", "source"), pair, strict=True)
    ]
    return dict(rows)
