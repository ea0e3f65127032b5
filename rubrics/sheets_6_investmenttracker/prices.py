"""Prices in the sheet against dated quotes, and against what a visited page states where the quotes do not confirm."""

from dataclasses import dataclass
from typing import Any

from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.rows import Row
from pytest_knows.checks.values import Number
from pytest_knows.errors import WorldError
from pytest_knows.evidence.quotes import Price

from .stocks import listing_used, listings

TOLERANCE = 0.05
"""Of a price, relative to the quote or to what a page states."""


def currencies(number, price):
    """In which currencies the number is the price: its own, US dollars, or both."""
    amounts = {"own": price.amount, "usd": price.in_usd}
    return {name for name, amount in amounts.items() if amount and number.within(amount, relative=TOLERANCE)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """A price in the sheet, and the one that it should be (None if the quotes do not have it)."""

    stock: Any
    row: Row | None
    number: Number | None = None
    price: Price | None = None
    confirmed: bool = False
    mixed: bool = False
    """It is right in itself, but in another currency than the row's past price."""

    @property
    def hopeless(self):
        """There is nothing that a page could confirm."""
        return self.number is None or self.mixed

    def check(self, on_page):
        """`on_page` is what a page states for it, None if nothing."""
        assert self.row is not None, "is in no row"
        assert self.number is not None, "no price in the cell"
        assert not self.mixed, f"{self.number} is in another currency than the past price; the quote is {self.price}"
        if self.confirmed:
            return
        if on_page is not None:
            assert self.number.within(on_page, relative=TOLERANCE), f"{self.number}, a visited page says {on_page:g}"
        elif self.price is not None:
            assert self.confirmed, f"{self.number}, the quote is {self.price}"
        else:
            raise WorldError(
                f"{self.row}: neither the price snapshot nor a visited page gives the price; "
                "add a row for this listing and date to the file of --knows-quotes"
            )


def priced(which, column, stock, match, find):
    """One stock's price; `find(spellings)` looks up a quote. Only what the quotes can decide asks for them."""
    row = match.get().row
    number = None if row is None else row.number(column)
    if number is None:
        return Priced(stock=stock, row=row)
    quote = find(listing_used(row, stock))
    price = None if quote is None else {"past": quote.past, "current": quote.current}[which]
    agreed = set() if price is None else currencies(number, price)
    binding = past_currencies(row, quote) if which == "current" and agreed else set()
    confirmed = bool(agreed & binding if binding else agreed)
    mixed = bool(agreed) and not confirmed
    return Priced(stock=stock, row=row, number=number, price=price, confirmed=confirmed, mixed=mixed)


def past_currencies(row, quote):
    """The currencies that the row's past price is right in: they bind the current one. Empty: it binds nothing."""
    past = Attempt(lambda: row.number("past")).known
    return set() if past is None or quote.past is None else currencies(past, quote.past)


def usd_rate(row, stocks, matches, find):
    """US dollars per unit of the row's currency now: 1 for a listing in dollars, None if not known."""
    stock = next((s for s in stocks if (match := matches[s.ticker].known) and match.row is row), None)
    if stock is None:
        doubt = first_open(match.open for match in matches.values())
        if doubt is not None:
            raise doubt
        return None
    used = listing_used(row, stock)
    if used == listings(stock)[0] and stock.get("currency", "USD") == "USD":
        return 1.0
    quote = find(used)
    return None if quote is None or quote.current is None else quote.current.usd_rate
