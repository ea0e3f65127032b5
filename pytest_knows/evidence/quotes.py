"""Dated price snapshots: what a security cost on the date that a task asks about, and when the agent ran.

The file (docs/quotes.md) is a CSV with a header row, or JSON: a list of objects, or `{"quotes": [...]}`. One row per
listing, date of the past price (`label`) and date of the current price (`as_of`).
"""

from __future__ import annotations

import csv
import datetime
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from pytest_knows.checks.securities import spellings
from pytest_knows.errors import ConfigurationError, Ungraded
from pytest_knows.files import write_atomically

REQUIRED = ("ticker", "past_price", "past_currency", "current_price", "current_currency", "as_of")
OPTIONAL = ("usd_rate_past", "usd_rate_current", "label")
_UNKNOWN = frozenset({"", "#N/A", "N/A", "#VALUE!", "#ERROR!", "null", "None"})
"""What stands for an unknown number: an empty cell, or what a spreadsheet leaves where its source had no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """An amount of a currency; `usd_rate` is how many US dollars one unit of it was worth, None if not known."""

    amount: float
    currency: str
    usd_rate: float | None

    def __repr__(self) -> str:
        return f"{self.amount:.10g} {self.currency}"

    @property
    def in_usd(self) -> float | None:
        return None if self.usd_rate is None else self.amount * self.usd_rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The prices of one listing; a price is None where the file does not know it."""

    ticker: str
    label: str
    as_of: datetime.date
    past: Price | None
    current: Price | None

    def __repr__(self) -> str:
        return f"{self.ticker} {self.past} ({self.label or 'past'}), {self.current} ({self.as_of})"


class Quotes:
    """The rows of one file."""

    def __init__(self, rows: Iterable[Quote]) -> None:
        self.rows = tuple(rows)

    def __repr__(self) -> str:
        return f"Quotes({len(self.rows)} rows)"

    @classmethod
    def load(cls, path: Path) -> Quotes:
        """Reads a CSV (`.csv`) or JSON file; raises `ConfigurationError` naming the file and the line or entry."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"--knows-quotes {path}: cannot be read: {error}") from error
        records = _csv(path, text) if path.suffix.lower() == ".csv" else _json(path, text)
        rows: dict[tuple[str, str, datetime.date], Quote] = {}
        for place, record in records:
            quote = _Row(path, place, record).quote()
            key = (quote.ticker, quote.label, quote.as_of)
            if key in rows:
                raise ConfigurationError(
                    f"--knows-quotes {path}, {place}: {quote.ticker} is given twice for {quote.as_of}"
                )
            rows[key] = quote
        return cls(rows.values())

    def save(self, path: Path) -> None:
        """Writes the rows as a CSV that `load` reads."""
        text = io.StringIO()
        writer = csv.DictWriter(text, ["ticker", "label", *REQUIRED[1:-1], *OPTIONAL[:2], "as_of"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(_record, self.rows))
        write_atomically(path, text.getvalue().encode())

    def find(self, tickers: Sequence[str], *, label: str, day: datetime.date, within_days: int) -> Quote | None:
        """The quote of a listing by any of its spellings (an exchange before a colon in the file is optional).

        `label` selects the date of the past price; rows without a label serve every one. Of several dates of the
        current price, the nearest to `day`; one further away than `within_days` says nothing about that day and is
        left out of the quote.
        """
        rows = [row for row in self.rows if row.label in ("", label)]
        wanted = {ticker.upper() for ticker in tickers}
        exact = [row for row in rows if row.ticker in wanted]
        found = exact or [row for row in rows if wanted & set(spellings(row.ticker))]
        if not found:
            return None
        best = min(found, key=lambda row: (abs(row.as_of - day), row.label != label, row.as_of))
        return best if abs(best.as_of - day).days <= within_days else replace(best, current=None)


def _record(quote: Quote) -> dict[str, Any]:
    record: dict[str, Any] = {"ticker": quote.ticker, "label": quote.label, "as_of": quote.as_of.isoformat()}
    for which, price in (("past", quote.past), ("current", quote.current)):
        if price is not None:
            record |= {f"{which}_price": f"{price.amount:.10g}", f"{which}_currency": price.currency}
            record[f"usd_rate_{which}"] = "" if price.usd_rate is None else f"{price.usd_rate:.10g}"
    return record


class NoQuotes:
    """Stands where no file is given: what needs a price is ungraded."""

    def find(self, tickers: Sequence[str], *, label: str, day: datetime.date, within_days: int) -> NoReturn:
        """Raises `Ungraded`."""
        raise Ungraded(
            f"needs the prices of {tickers[0] if tickers else 'a security'}: no price snapshot was given",
            need="quotes",
            mend="--knows-quotes FILE",
        )


def _csv(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    try:
        missing = [name for name in REQUIRED if name not in (reader.fieldnames or ())]
        if missing:
            raise ConfigurationError(f"--knows-quotes {path}, line 1: no column {', '.join(missing)}")
        for row in reader:
            yield f"line {reader.line_num}", row
    except csv.Error as error:
        raise ConfigurationError(f"--knows-quotes {path}, after line {reader.line_num}: {error}") from error


def _json(path: Path, text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"--knows-quotes {path}: not JSON: {error}") from error
    entries = loaded.get("quotes") if isinstance(loaded, dict) else loaded
    if not isinstance(entries, list):
        raise ConfigurationError(
            f"--knows-quotes {path}: expected a list of objects, or an object with a list 'quotes'"
        )
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise ConfigurationError(f"--knows-quotes {path}, entry {number}: expected an object")
        yield f"entry {number}", entry


class _Row:
    """One record on its way to a `Quote`; every complaint names the file and the place."""

    def __init__(self, path: Path, place: str, record: Mapping[str, Any]) -> None:
        self._where = f"--knows-quotes {path}, {place}"
        self._record = record

    def quote(self) -> Quote:
        unknown = sorted(str(name) for name in self._record if name not in (*REQUIRED, *OPTIONAL))
        if unknown:
            self._refuse(f"unknown field {', '.join(unknown)}; known: {', '.join((*REQUIRED, *OPTIONAL))}")
        ticker = self._text("ticker").upper()
        if not ticker:
            self._refuse("ticker is empty")
        return Quote(
            ticker=ticker,
            label=self._text("label"),
            as_of=self._date(),
            past=self._price("past"),
            current=self._price("current"),
        )

    def _refuse(self, complaint: str) -> NoReturn:
        raise ConfigurationError(f"{self._where}: {complaint}")

    def _text(self, name: str) -> str:
        value = self._record.get(name)
        return "" if value is None else str(value).strip()

    def _date(self) -> datetime.date:
        try:
            return datetime.date.fromisoformat(self._text("as_of"))
        except ValueError:
            self._refuse(f"as_of: {self._text('as_of')!r} is not a date such as 2026-01-31")

    def _amount(self, name: str) -> float | None:
        text = self._text(name)
        if text in _UNKNOWN:
            return None
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (math.isfinite(value) and value > 0):
            self._refuse(f"{name}: {text!r} is not a positive number such as 1234.56")
        return value

    def _price(self, which: str) -> Price | None:
        amount = self._amount(f"{which}_price")
        rate = self._amount(f"usd_rate_{which}")
        if amount is None:
            return None
        currency = self._text(f"{which}_currency").upper()
        if not currency:
            self._refuse(f"{which}_currency is empty")
        return Price(amount=amount, currency=currency, usd_rate=1.0 if rate is None and currency == "USD" else rate)
