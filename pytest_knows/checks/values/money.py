"""Amounts of money: "$1,099", "US$ 38.2k", "EUR 1.234,50", "Rs. 2,500", "$38,240 - $51,000", "$25 per person"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import number, tolerance
from pytest_knows.checks.values.number import Found, HasNumber

_SPELLINGS = {
    "USD": "$ us$ usd dollar dollars",
    "EUR": "\u20ac eur euro euros",
    "GBP": "\u00a3 gbp pound pounds",
    "JPY": "\u00a5 jpy yen",
    "INR": "\u20b9 rs rs. inr rupee rupees",
    "KRW": "\u20a9 krw won",
    "CHF": "chf sfr",
    "CAD": "c$ ca$ cad",
    "AUD": "a$ au$ aud",
    "HKD": "hk$ hkd",
    "CNY": "cny rmb yuan",
    "MXN": "mxn mx$ peso pesos",
    "EGP": "egp e\u00a3 le",
    "TRY": "\u20ba try tl lira",
    "MAD": "mad dh dhs dirham dirhams",
}
_CODES = {name: code for code, names in _SPELLINGS.items() for name in names.split()}
_NAMES = "|".join(re.escape(name) for name in sorted(_CODES, key=len, reverse=True))
_BEFORE = re.compile(rf"(?<![^\W\d_])({_NAMES})\s?[-+(]?\s?$")
_AFTER = re.compile(rf"\s?({_NAMES})(?![^\W\d_])")
_PER = re.compile(
    r"(?:/|\b(?:per|a|an)\s)\s?(person|people|adult|month|mo|week|wk|night|day|year)\b|\b(each|pp|monthly|weekly)\b"
)
_PERIODS = {
    "pp": "person",
    "people": "person",
    "adult": "person",
    "each": "person",
    "mo": "month",
    "monthly": "month",
    "wk": "week",
    "weekly": "week",
}
_YEAR = range(1900, 2100)
_REACH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """From `low` to `high` (equal but for a range) in `currency`, "" where none is said; `per` what it is for
    ("person", "month", ""), negative for a loss."""

    raw: str
    low: float
    high: float
    currency: str = ""
    per: str = ""

    def __repr__(self) -> str:
        shown = f"{self.low:.10g}" if self.low == self.high else f"{self.low:.10g} to {self.high:.10g}"
        per = f" per {self.per}" if self.per else ""
        return f"{self.raw!r} -> {shown}{' ' + self.currency if self.currency else ''}{per}"

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    def times(self, factor: float) -> Money:
        """For so many (people, months) together."""
        return replace(self, low=self.low * factor, high=self.high * factor, per="")

    def to(self, currency: str, rates: Mapping[str, float]) -> Money | None:
        """In another currency; `rates` say what one unit of each is worth in one and the same currency.

        An amount without currency is taken to be in it already. None if a rate is missing.
        """
        if self.currency in ("", currency):
            return replace(self, currency=currency)
        own, other = rates.get(self.currency, 0.0), rates.get(currency, 0.0)
        if not own or not other:
            return None
        return replace(self, low=self.low * own / other, high=self.high * own / other, currency=currency)

    def off(self, expected: float, currency: str = "", *, relative: float = 0.0, absolute: float = 0.0) -> str:
        """Why its low end is not within the tolerance of `expected`; "" if it is.

        Another currency than the one asked for is a reason; convert first.
        """
        if currency and self.currency not in ("", currency):
            return f"{self!r} is not in {currency}"
        return tolerance.off(self, self.low, expected, relative=relative, absolute=absolute, unit=self.currency)


def money(text: str, free: tuple[str, ...] = ()) -> Money | None:
    """The amount in a text; None if it has no number. Never raises.

    Of several numbers, the first with a currency mark, else the first that does not look like a year, else the
    first. `free` are words that mean 0 where there is no number ("free", "included").
    """
    plain = number.plain_digits(text.casefold())
    found = list(number.find(plain))
    if not found:
        held = any(re.search(rf"(?<!\w){re.escape(fold(word))}(?!\w)", plain) for word in free)
        return Money(raw=number.one_line(text), low=0.0, high=0.0) if held else None
    place = _which(plain, found)
    low = found[place]
    upper = found[place + 1] if place + 1 < len(found) and found[place + 1].ranged else low
    bounds = sorted((low.value, upper.value))
    currency, per = _currency(plain, low) or _currency(plain, upper), _per(plain, upper.end)
    return Money(raw=number.one_line(text), low=bounds[0], high=bounds[1], currency=currency, per=per)


def in_cell(cell: HasNumber) -> Money | None:
    """A cell's numeric value in the currency that its text shows, else the amount in its text; an error holds none."""
    if cell.number is None:
        return None if cell.error else money(cell.text)
    shown = money(cell.text)
    return Money(raw=cell.text, low=cell.number, high=cell.number, currency=shown.currency if shown else "")


def _which(plain: str, found: list[Found]) -> int:
    marked = next((place for place, one in enumerate(found) if _currency(plain, one)), None)
    if marked is not None:
        return marked
    return next((place for place, one in enumerate(found) if one.value not in _YEAR), 0)


def _currency(plain: str, one: Found) -> str:
    before = _BEFORE.search(plain[max(0, one.start - _REACH) : one.start])
    after = None if before else _AFTER.match(plain, one.end)
    match = before or after
    return _CODES[match[1]] if match else ""


def _per(plain: str, end: int) -> str:
    match = _PER.search(plain, end)
    if match is None:
        return ""
    word: str = match[1] or match[2]
    return _PERIODS.get(word, word)
