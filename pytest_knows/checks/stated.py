"""Whether a text states a sentence, word for word or nearly so: a copied fact, a quote from a page."""

from __future__ import annotations

from pytest_knows.checks.text import exact_part, find_word, says_otherwise
from pytest_knows.scoring import Mechanism, consulted

Span = tuple[int, int]
"""(start, end) in characters."""


def find_stated(sentence: str, text: str, at_least: float) -> Span | None:
    """Where the text states the sentence, both folded: as it is (deterministic), else the stretch that is most like it,
    if that is `at_least` (0 to 100, rapidfuzz's partial ratio) alike, has its very numbers and negations and no word in
    the place of another (fuzzy match). Records nothing if it is nowhere."""
    verbatim = find_word(text, sentence) if sentence in text else None  # a pattern for every sentence takes time
    if verbatim is not None:
        consulted(Mechanism.DETERMINISTIC)
        return verbatim
    span = nearly(sentence, text, at_least)
    if span:
        consulted(Mechanism.FUZZY_MATCH)
    return span


def nearly(sentence: str, text: str, at_least: float) -> Span | None:
    """Where `find_stated` finds a sentence that is not there as it is; records nothing."""
    span = _most_alike(sentence, text, at_least)
    found = text[slice(*span)] if span else ""
    return None if exact_part(found) != exact_part(sentence) or says_otherwise(sentence, found) else span


def _most_alike(sentence: str, text: str, at_least: float) -> Span | None:
    """The stretch of whole words, about as long as the sentence, that is most like it."""
    from rapidfuzz import fuzz

    if not sentence:
        return None
    start, end = 0, len(text)
    if len(text) > len(sentence):
        found = fuzz.partial_ratio_alignment(sentence, text, score_cutoff=at_least)
        if found is None:
            return None
        start, end = found.dest_start, found.dest_end
    spans = [(a, b) for a in _word_ends(text, start) for b in _word_ends(text, end)]
    rated = [(fuzz.ratio(sentence, text[a:b]), (a, b)) for a, b in spans if a < b]
    best, span = max(rated, default=(0.0, (0, 0)))
    return span if best >= at_least else None


def _word_ends(text: str, place: int) -> tuple[int, ...]:
    """The place itself where no word is cut there, else both ends of that word."""
    before = after = place
    while 0 < before < len(text) and text[before - 1].isalnum() and text[place].isalnum():
        before -= 1
    while 0 < after < len(text) and text[after].isalnum() and text[place - 1].isalnum():
        after += 1
    return (before, after) if before < after else (place,)
