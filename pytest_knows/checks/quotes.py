"""Quotes that a judge gives as evidence: believed only as far as they occur in what was quoted."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_knows.checks.text import fold

SHORTEST = 8
"""Folded characters of a quote; a shorter one occurs anywhere."""
_FRAYED = 3
"""Characters by which two neighbouring windows may run into each other without being the same passage."""


def window(quote: str, text: str, at_least: float = 90) -> tuple[int, int] | None:
    """Where `quote` stands in the folded text (start, end), at a similarity of `at_least` of 100; else None."""
    from rapidfuzz import fuzz

    quote, text = fold(quote), fold(text)
    if not SHORTEST <= len(quote) <= len(text) * 100 / at_least:
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    if len(quote) > len(text):
        return (0, len(text)) if fuzz.ratio(quote, text) >= at_least else None
    found = fuzz.partial_ratio_alignment(quote, text, score_cutoff=at_least)
    return (found.dest_start, found.dest_end) if found else None


def distinct(quotes: Iterable[str], text: str, at_least: float = 90) -> tuple[str, ...]:
    """The quotes that occur in the text; of equal or overlapping ones the first."""
    kept: list[tuple[str, tuple[int, int]]] = []
    for quote in quotes:
        span = window(quote, text, at_least)
        if span and not any(min(span[1], end) - max(span[0], start) > _FRAYED for _, (start, end) in kept):
            kept.append((quote, span))
    return tuple(quote for quote, _ in kept)
