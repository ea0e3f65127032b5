"""The file of dated prices."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.errors import ConfigurationError, Ungraded
from pytest_knows.evidence.quotes import NoQuotes, Price, Quotes

DAY = datetime.date(2026, 3, 14)
HEADER = "ticker,past_price,past_currency,current_price,current_currency,usd_rate_past,usd_rate_current,as_of"
PG = "PG,153.00,USD,160.00,USD,,,2026-03-14"
OREAL = "OR.PA,345.00,EUR,380.00,eur,1.06,1.25,2026-03-14"


def written(folder: Path, *lines: str, name: str = "prices.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def find(quotes: Quotes, *tickers: str, label: str = "", day: datetime.date = DAY, within_days: int = 7) -> Any:
    return quotes.find(tickers, label=label, day=day, within_days=within_days)


def test_csv(tmp_path: Path) -> None:
    quotes = Quotes.load(written(tmp_path, HEADER, PG, "", OREAL))
    oreal = find(quotes, "OR.PA")
    assert (oreal.past, oreal.current.currency, oreal.as_of) == (
        Price(amount=345, currency="EUR", usd_rate=1.06),
        "EUR",
        DAY,
    )
    assert oreal.current.in_usd == pytest.approx(475)
    assert find(quotes, "PG").past.in_usd == 153  # a dollar is a dollar
    assert find(quotes, "UL") is None
    assert repr(quotes) == "Quotes(2 rows)"
    assert repr(oreal) == "OR.PA 345 EUR (past), 380 EUR (2026-03-14)"


@pytest.mark.parametrize("wrapped", [True, False])
def test_json(tmp_path: Path, wrapped: bool) -> None:
    row = {"ticker": "or.pa", "past_price": 345, "past_currency": "EUR", "current_price": None}
    rows = [row | {"current_currency": "", "as_of": "2026-03-14"}]
    path = written(tmp_path, json.dumps({"quotes": rows} if wrapped else rows), name="prices.json")
    oreal = find(Quotes.load(path), "OR.PA")
    assert (oreal.past.amount, oreal.past.in_usd, oreal.current) == (345, None, None)


@pytest.mark.fault("sheets_6/F1")
@pytest.mark.parametrize("unknown", ["", "#N/A", "N/A"])
def test_a_price_that_the_source_did_not_know(tmp_path: Path, unknown: str) -> None:
    quote = find(Quotes.load(written(tmp_path, HEADER, f"PG,{unknown},USD,160,USD,,,2026-03-14")), "PG")
    assert quote.past is None
    assert quote.current.amount == 160


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (",1,USD,1,USD,,,2026-03-14", "line 3: ticker is empty"),
        ("UL,abc,USD,1,USD,,,2026-03-14", "line 3: past_price: 'abc' is not a positive number"),
        ("UL,1,USD,-1,USD,,,2026-03-14", "line 3: current_price: '-1' is not a positive number"),
        ("UL,1,USD,nan,USD,,,2026-03-14", "line 3: current_price: 'nan'"),
        ('UL,"1,000",USD,1,USD,,,2026-03-14', "line 3: past_price: '1,000'"),
        ("UL,1,USD,1,USD,x,,2026-03-14", "line 3: usd_rate_past: 'x'"),
        ("UL,1,,1,USD,,,2026-03-14", "line 3: past_currency is empty"),
        ("UL,1,USD,1,USD,,,14.3.2026", "line 3: as_of: '14.3.2026' is not a date"),
        ("UL,1,USD,1,USD,,,", "line 3: as_of: '' is not a date"),
        ("UL,1,USD,1,USD,,,2026-03-14,surplus", "line 3: unknown field None"),
        (PG, "line 3: PG is given twice"),
        ('UL,"1', "after line 2: unexpected end of data"),
    ],
)
def test_complaints_name_file_and_line(tmp_path: Path, line: str, complaint: str) -> None:
    path = written(tmp_path, HEADER, PG, line)
    with pytest.raises(ConfigurationError) as caught:
        Quotes.load(path)
    assert str(path) in str(caught.value)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("p.csv", "ticker,past_price\n", "line 1: no column past_currency, current_price, current_currency, as_of"),
        ("p.csv", "", "line 1: no column ticker"),
        ("p.json", "{", "not JSON"),
        ("p.json", "[" * 100_000, "not JSON"),
        ("p.json", '{"rows": []}', "expected a list"),
        ("p.json", "[1]", "entry 1: expected an object"),
        ("p.json", '[{"ticker": "PG"}]', "entry 1: as_of"),
    ],
)
def test_files_of_another_shape(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    with pytest.raises(ConfigurationError, match="--knows-quotes") as caught:
        Quotes.load(written(tmp_path, text, name=name))
    assert complaint in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot be read"):
        Quotes.load(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ConfigurationError, match=r"cannot be read"):
        Quotes.load(tmp_path / "latin.csv")


def labelled(tmp_path: Path, *rows: tuple[str, str, str]) -> Quotes:
    """Rows of (ticker, label, as_of); the past price counts the rows."""
    lines = [f"{t},{number},USD,{number},USD,,,{day},{label}" for number, (t, label, day) in enumerate(rows, 1)]
    return Quotes.load(written(tmp_path, HEADER + ",label", *lines))


def test_label_selects_the_date_of_the_past_price(tmp_path: Path) -> None:
    today = "2026-03-14"
    quotes = labelled(tmp_path, ("TSM", "2023-06-30", today), ("TSM", "2025-12-31", today), ("PG", "", today))
    assert find(quotes, "TSM", label="2025-12-31").past.amount == 2
    assert find(quotes, "TSM", label="2024-01-01") is None
    assert find(quotes, "PG", label="2025-12-31").past.amount == 3


def test_nearest_current_price_and_none_from_another_week(tmp_path: Path) -> None:
    quotes = labelled(tmp_path, ("PG", "", "2026-01-10"), ("PG", "", "2026-03-10"), ("PG", "", "2026-04-01"))
    assert find(quotes, "PG").current.amount == 2
    assert find(quotes, "PG", day=datetime.date(2026, 3, 30)).current.amount == 3
    late = find(quotes, "PG", day=datetime.date(2026, 5, 1))
    assert (late.past.amount, late.current) == (3, None)
    assert find(quotes, "PG", day=datetime.date(2026, 4, 8)).current.amount == 3
    assert find(quotes, "PG", day=datetime.date(2026, 4, 9)).current is None


def test_listings_by_any_spelling_exact_ones_first(tmp_path: Path) -> None:
    day = "2026-03-14"
    quotes = labelled(tmp_path, ("AMS:ASML", "", day), ("ASML", "", day), ("NYSE:PG", "", day))
    assert find(quotes, "ASML").past.amount == 2
    assert find(quotes, "ASML.AS", "AMS:ASML").past.amount == 1
    assert find(quotes, "PG").past.amount == 3


def test_no_quotes() -> None:
    with pytest.raises(Ungraded, match="PG") as caught:
        NoQuotes().find(["PG"], label="", day=DAY, within_days=7)
    assert (caught.value.need, caught.value.mend) == ("quotes", "--knows-quotes FILE")
