"""`1 step`, `2 steps`: how many there are, in words."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """The number and the noun, in the plural unless it is one; nouns that take an s only."""
    return f"{count} {noun}" + ("" if count == 1 else "s")
