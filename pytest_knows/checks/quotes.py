"""Quotes that a judge gives as evidence: believed only as far as they occur in what was quoted."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_knows.checks.stated import nearly
from pytest_knows.checks.text import fold

SHORTEST = 8
"""Folded characters of a quote; a shorter one occurs anywhere."""
_FRAYED = 3
"""Characters by which two neighbouring windows may run into each other without being the same passage."""


def window(quote: str, text: str, at_least: float = 90) -> tuple[int, int] | None:
    """Where `quote` stands in the folded text (start, end), at a similarity of `at_least` of 100; else None.

    Slips are forgiven; with another number, another word or a negation more it is another statement.
    """
    quote, text = fold(quote), fold(text)
    if not SHORTEST <= len(quote) <= len(text) * 100 / at_least:
        return None
    start = text.find(quote)
    return (start, start + len(quote)) if start >= 0 else nearly(quote, text, at_least)


def distinct(quotes: Iterable[str], text: str, at_least: float = 90) -> tuple[str, ...]:
    """The quotes that occur in the text; of equal or overlapping ones the first."""
    kept: list[tuple[str, tuple[int, int]]] = []
    for quote in quotes:
        span = window(quote, text, at_least)
        if span and not any(min(span[1], end) - max(span[0], start) > _FRAYED for _, (start, end) in kept):
            kept.append((quote, span))
    return tuple(quote for quote, _ in kept)
