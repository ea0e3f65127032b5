"""Tickers and company names."""

from __future__ import annotations

import pytest

from pytest_knows.checks.securities import listing, plain_company, spellings


def test_spellings() -> None:
    assert spellings(" nasdaq: aapl ") == ("NASDAQ:AAPL", "AAPL")
    assert spellings("0700.hk") == ("0700.HK",)
    assert spellings("") == spellings(" ") == ()


KNOWN = [("ASML",), ("ASML.AS", "AMS:ASML"), ("SWX:RO", "RO")]


@pytest.mark.parametrize(
    ("ticker", "found"),
    [("asml", 0), ("NASDAQ:ASML", 0), ("AMS:ASML", 1), ("asml.as", 1), ("VTX:RO", 2), ("ROG", None), ("", None)],
)
def test_listing(ticker: str, found: int | None) -> None:
    assert listing(ticker, KNOWN) == (None if found is None else KNOWN[found])


@pytest.mark.parametrize(
    ("name", "same_as"),
    [
        ("The Procter & Gamble Co.", "Procter & Gamble"),
        ("L\u2019Or\u00e9al S.A.", "L'Or\u00e9al"),
        ("Estee Lauder (Class A)", "Est\u00e9e Lauder"),
        ("Meta Platforms, Inc.", "Meta Platforms (Facebook)"),
        ("ASML Holding N.V.", "ASML"),
        ("Johnson&Johnson", "Johnson & Johnson"),
    ],
)
def test_plain_company(name: str, same_as: str) -> None:
    assert plain_company(name) == plain_company(same_as)


@pytest.mark.parametrize(("name", "other"), [("Bank of China", "Agricultural Bank of China"), ("Roche", "Rocher")])
def test_other_companies(name: str, other: str) -> None:
    assert plain_company(name) != plain_company(other)
