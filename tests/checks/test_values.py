"""Numbers in cells and texts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.checks.values import Number, in_cell, in_text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("153", 153),
        ("$153.00", 153),
        ("  160.5 USD", 160.5),
        (".5", 0.5),
        # the first number
        ("100-200", 100),
        ("153 or 160", 153),
        # signs, with a currency between
        ("-5", -5),
        ("\u22125.00", -5),
        ("-$5.00", -5),
        ("\u2212$ 5.00", -5),
        ("$-5.00", -5),
        ("-USD 5.00", -5),
        ("USD -5", -5),
        ("-HK$5.10", -5.1),
        ("-Rs. 2,500", -2500),
        ("+5", 5),
        # no sign: something stands between, or the hyphen is in a word
        ("PG - 153", 153),
        ("P-L 5", 5),
        # brackets directly around it
        ("(180.00)", -180),
        ("$(180.00)", -180),
        ("($180.00)", -180),
        ("(180.00 USD)", -180),
        ("( 180.00 )", -180),
        ("(-180.00)", -180),
        ("(12.5%)", -0.125),
        ("(1.5M)", -1_500_000),
        ("(6/30/2023)", 6),
        ("(5", 5),
        # separators
        ("1,234", 1234),
        ("1,234.50", 1234.5),
        ("1.234,50", 1234.5),
        ("1.234", 1.234),
        ("1.234.567", 1_234_567),
        ("1,234,567.89", 1_234_567.89),
        ("1.234.567,89", 1_234_567.89),
        ("12,5", 12.5),
        ("12,50", 12.5),
        ("1,2345", 1.2345),
        ("0,123", 0.123),
        ("1.234,567", 1234.567),
        ("1,20,000.50", 120_000.5),
        ("12,34,567", 1_234_567),
        ("1\u00a0234,50", 1234.5),
        ("1\u202f234\u202f567", 1_234_567),
        ("1'234.50", 1234.5),
        ("1\u2019234.50", 1234.5),
        ("50 160", 50),
        ("6.30.2023", 6.3),
        ("$1.50.", 1.5),
        # suffixes and percentages
        ("1.5K", 1500),
        ("1.5M", 1_500_000),
        ("2b", 2e9),
        ("1.5 M", 1.5),
        ("5Mar", 5),
        ("12.5%", 0.125),
        ("12,5\u00a0%", 0.125),
        ("-3%", -0.03),
        # other digits; a footnote mark is none
        ("\u0661\u0662\u0663", 123),
        ("\uff11\uff12\uff0e", 12),
        ("$153\u00b9", 153),
    ],
)
def test_in_text(text: str, value: float) -> None:
    found = in_text(text)
    assert found is not None
    assert found.value == pytest.approx(value, rel=1e-12)


@pytest.mark.fault("sheets_6/F4")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Rs. 2,500", 2500),
        ("$193.97 (6/30/2023)", 193.97),
        ("1.234,56 \u20ac", 1234.56),
        ("$1.5M", 1_500_000),
        ("$(5.00)", -5),
        ("\u22125.00", -5),
        ("$153.00 (Jan 5, 2023)", 153),
    ],
)
def test_numbers_that_deleting_letters_gets_wrong(text: str, value: float) -> None:
    found = in_text(text)
    assert found is not None
    assert found.value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("text", ["", "abc", "N/A", "-", "$", "().,", "\u00b2", "9" * 400])
def test_no_number(text: str) -> None:
    assert in_text(text) is None


@dataclass
class Cell:
    text: str
    number: float | None = None
    error: str = ""


def test_in_cell_takes_the_value_behind_what_is_shown() -> None:
    assert in_cell(Cell("12%", 0.1234)) == Number(raw="12%", value=0.1234)
    assert in_cell(Cell("12.34%")) == Number(raw="12.34%", value=0.1234)
    assert in_cell(Cell("")) is None


def test_an_error_is_no_number() -> None:
    assert in_cell(Cell("#DIV/0!", error="DIVIDE_BY_ZERO")) is None


def test_repr_shows_raw_and_normalised() -> None:
    assert repr(in_text("$1.5M")) == "'$1.5M' -> 1500000"


def test_within() -> None:
    number = Number(raw="", value=160.65)
    assert number.within(153, relative=0.05)  # 160.65 - 153 is more than 7.65 in binary
    assert not number.within(153, relative=0.0499)
    assert number.within(160.66, absolute=0.01)
    assert not number.within(160.66, absolute=0.009)
    assert number.within(-153, relative=3)
    assert not number.within(0, relative=1)
    assert Number(raw="", value=1000).within(1000)
    assert not Number(raw="", value=1000).within(999.999)


@pytest.mark.parametrize("other", [math.inf, -math.inf, math.nan])
def test_nothing_is_within_what_is_not_finite(other: float) -> None:
    """An absurd price times the shares is infinite; no total equals it."""
    assert not Number(raw="", value=1e308).within(other, relative=0.05, absolute=1)
    assert not Number(raw="", value=1e308).scaled(1e9).within(1e308, relative=1)


def test_scaled() -> None:
    assert Number(raw="0.5", value=0.5).scaled(100).within(50)


@given(st.text())
def test_never_raises(text: str) -> None:
    found = in_text(text)
    assert found is None or math.isfinite(found.value)


@given(st.text(alphabet="0123456789.,'()-\u2212$\u20ac% \u00a0KMBUSDRs\u0663\u00b2", max_size=30))
def test_never_raises_on_what_looks_like_numbers(text: str) -> None:
    found = in_text(text)
    assert found is None or math.isfinite(found.value)


AMOUNTS = st.decimals(min_value=-(10**9), max_value=10**9, places=2, allow_nan=False, allow_infinity=False)


@given(AMOUNTS, st.sampled_from(["", "$", "\u20ac ", "Rs. ", "HK$", "USD "]), st.sampled_from(["en", "de", "fr", "ch"]))
def test_written_in_any_way_it_is_read_back(amount, currency: str, style: str) -> None:
    """Two decimals and grouping in the usual ways of four languages, the sign before the currency."""
    group, mark = {"en": ",.", "de": ".,", "fr": "\u202f,", "ch": "'."}[style]
    digits = f"{abs(amount):,.2f}".replace(",", "\0").replace(".", mark).replace("\0", group)
    sign = "-" if amount < 0 else ""
    found = in_text(f"{sign}{currency}{digits}")
    assert found is not None
    assert found.value == float(amount)


@given(AMOUNTS)
def test_accountants_brackets_are_read_back(amount) -> None:
    found = in_text(f"$({abs(amount):,.2f})" if amount < 0 else f"${amount:,.2f}")
    assert found is not None
    assert found.value == float(amount)
