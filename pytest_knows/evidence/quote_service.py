"""Building a price snapshot (the file of --knows-quotes) from a quote service.

The service answers `GET <service>/v8/finance/chart/<symbol>?period1=&period2=&interval=1d` (seconds since 1970) as
Yahoo Finance does: daily closing prices, adjusted for splits but not for dividends, with the listing's currency and its
distance from UTC. Exchange rates are listings of the same service, `<currency>USD=X`.
"""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from pytest_knows.artifact.lenient import entries, number, string
from pytest_knows.errors import KnowsError, WorldError
from pytest_knows.evidence.quotes import Price, Quote

DEFAULT_SERVICE = "https://query1.finance.yahoo.com"

_DAYS_BACK = 10
"""A date without trading takes the last close before it; no exchange of the tasks closes for longer than this."""

_MINOR = {"GBp": "GBP", "GBX": "GBP", "ILA": "ILS", "ZAc": "ZAR"}
"""Units that exchanges quote in, a hundredth of the currency."""

Get = Callable[[str], bytes]
"""Fetches a URL; raises `WorldError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A listing whose prices some step asks for; `symbol` is the service's name of it."""

    ticker: str
    symbol: str
    label: datetime.date
    """The past date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The rows, and what could not be had (one line each)."""

    quotes: tuple[Quote, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Series:
    """Daily closes of one symbol, oldest first."""

    currency: str
    closes: tuple[tuple[datetime.date, float], ...]

    def on(self, day: datetime.date) -> float | None:
        """The close of that day, or of the last trading day before it."""
        earliest = day - datetime.timedelta(days=_DAYS_BACK)
        return next((close for date, close in reversed(self.closes) if earliest <= date <= day), None)


def build(listings: Iterable[Listing], as_of: datetime.date, get: Get, service: str = DEFAULT_SERVICE) -> Built:
    """One quote per listing, with the prices of its past date and of `as_of`; a price that is not to be had is None."""
    wanted = list(dict.fromkeys(listings))
    prices = _Prices(service, get, as_of, min((listing.label for listing in wanted), default=as_of))
    quotes = tuple(prices.quote(listing) for listing in wanted)
    return Built(quotes=quotes, problems=tuple(dict.fromkeys(prices.problems)))


class _Prices:
    """Asks for each symbol once."""

    def __init__(self, service: str, get: Get, as_of: datetime.date, first: datetime.date) -> None:
        self._service = service.rstrip("/")
        self._get = get
        self._as_of = as_of
        self._first = first
        self._known: dict[str, _Series | None] = {}
        self.problems: list[str] = []

    def quote(self, listing: Listing) -> Quote:
        series = self._series(listing.symbol)
        past, current = (self._price(listing, series, day) for day in (listing.label, self._as_of))
        label = listing.label.isoformat()
        return Quote(ticker=listing.ticker, label=label, as_of=self._as_of, past=past, current=current)

    def _price(self, listing: Listing, series: _Series | None, day: datetime.date) -> Price | None:
        if series is None:
            return None
        close = series.on(day)
        if close is None:
            self.problems.append(f"{listing.symbol}: no price on {day} or in the {_DAYS_BACK} days before")
            return None
        currency = _MINOR.get(series.currency, series.currency)
        amount = close / 100 if series.currency in _MINOR else close
        return Price(amount=amount, currency=currency.upper(), usd_rate=self._usd_rate(currency.upper(), day))

    def _usd_rate(self, currency: str, day: datetime.date) -> float | None:
        if currency == "USD":
            return 1.0
        series = self._series(f"{currency}USD=X")
        return None if series is None else series.on(day)

    def _series(self, symbol: str) -> _Series | None:
        if symbol not in self._known:
            try:
                self._known[symbol] = _read(self._get(self._url(symbol)))
            except KnowsError as error:
                self.problems.append(f"{symbol}: {error}")
                self._known[symbol] = None
        return self._known[symbol]

    def _url(self, symbol: str) -> str:
        start = self._first - datetime.timedelta(days=_DAYS_BACK)
        period = {"period1": _seconds(start), "period2": _seconds(self._as_of + datetime.timedelta(days=1))}
        return f"{self._service}/v8/finance/chart/{quote(symbol)}?{urlencode({**period, 'interval': '1d'})}"


def _seconds(day: datetime.date) -> int:
    return int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp())


def _read(body: bytes) -> _Series:
    """The service's answer; raises `WorldError` if it is none."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WorldError(f"the quote service's answer is not JSON: {error}") from error
    result = next(iter(entries(answer, "chart", "result")), None)
    if result is None:
        reason = string(answer, "chart", "error", "description")
        raise WorldError(f"the quote service has no prices: {reason or 'no reason given'}")
    currency = string(result, "meta", "currency")
    if not currency:
        raise WorldError("the quote service names no currency")
    closes = next(iter(entries(result, "indicators", "quote")), {}).get("close")
    days = _days(result.get("timestamp"), closes, int(number(result, "meta", "gmtoffset")))
    return _Series(currency, tuple(sorted(days.items())))


def _days(times: Any, closes: Any, offset: int) -> dict[datetime.date, float]:
    """Day at the exchange -> close; days without a close (null) are left out."""
    if not (isinstance(times, list) and isinstance(closes, list)):
        return {}
    return {
        datetime.datetime.fromtimestamp(time + offset, datetime.UTC).date(): float(close)
        for time, close in zip(times, closes, strict=False)
        if isinstance(time, int) and abs(time) < 1e11 and isinstance(close, int | float) and _is_price(close)
    }


def web_getter(service: str) -> Get:
    """Fetches from the service as pages are fetched: patiently, within limits. Its host may be a private one."""
    from pytest_knows.evidence.web.fetcher import Fetcher

    fetcher = Fetcher(allowed=(urlsplit(service).netloc,))

    def get(url: str) -> bytes:
        answer = fetcher.get(url)
        if answer.error or answer.body is None:
            raise WorldError(answer.error or "the quote service sent nothing")
        if answer.status in (404, 200):  # a symbol that it does not know is said in JSON, too
            return answer.body
        raise WorldError(f"the quote service answered {answer.status}")

    return get


def _is_price(value: float) -> bool:
    return math.isfinite(value) and value > 0


def merged(old: Sequence[Quote], new: Sequence[Quote]) -> list[Quote]:
    """Old and new rows by ticker, label and day; a new row replaces the old one but for prices that it lacks."""
    rows = {(row.ticker, row.label, row.as_of): row for row in old}
    for row in new:
        key = row.ticker, row.label, row.as_of
        known = rows.get(key)
        if known is not None:
            past, current = row.past or known.past, row.current or known.current
            row = Quote(ticker=row.ticker, label=row.label, as_of=row.as_of, past=past, current=current)
        rows[key] = row
    return [rows[key] for key in sorted(rows)]
