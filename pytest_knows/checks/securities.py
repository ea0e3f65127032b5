"""Companies and their listings: tickers in their spellings, company names without their legal form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from pytest_knows.checks.text import fold

_LEGAL = "inc corp corporation co company plc ltd limited sa nv ag group holding holdings the"
_LEGAL_WORDS = frozenset(_LEGAL.split(" "))
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

Listing = tuple[str, ...]
"""One listing of a company in all its spellings: ("0700.HK", "700.HK", "700")."""


def spellings(ticker: str) -> tuple[str, ...]:
    """A ticker as it is compared: upper case, as it stands, and without an exchange before a colon (NASDAQ:AAPL)."""
    whole = "".join(ticker.upper().split())
    return tuple(dict.fromkeys(form for form in (whole, whole.rpartition(":")[2]) if form))


def listing(ticker: str, known: Sequence[Listing]) -> Listing | None:
    """Which known listing a ticker names, None if it is none of them.

    Whole spellings first: with AMS:ASML known, that is the listing in Amsterdam, and NASDAQ:ASML the one called ASML.
    """
    for forms in (slice(0, 1), slice(None)):
        typed = _forms([ticker], forms)
        for candidate in known:
            if typed & _forms(candidate, forms):
                return candidate
    return None


def _forms(tickers: Iterable[str], forms: slice) -> set[str]:
    return {form for ticker in tickers for form in spellings(ticker)[forms]}


def plain_company(name: str) -> str:
    """A company's name folded, without accents, bracketed parts, punctuation, blanks and words of its legal form."""
    text = unicodedata.normalize("NFKD", _BRACKETED.sub(" ", fold(name)))
    words = "".join(char for char in text if char.isalnum() or char.isspace()).split()
    return "".join(word for word in words if word not in _LEGAL_WORDS)
