"""`pytest-knows quotes` against a local service that answers as Yahoo Finance's chart API does. Prices are made up."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.cli import main
from pytest_knows.evidence.quotes import Quotes

from .site import Reply, Site, failing, typed

AS_OF = "2026-03-14"
"""A Saturday."""

FACTS = """
[family]
name = "shares"
task_prefix = "own.shares"
artifact = "Sheets"
group = "Own"
domain = "Shares"
[[steps]]
step = "anything"
cp = 1
pub = "1.1"
[1]
prompt = "Make it."
listings = [["PG", "PG", "2023-01-05"], ["SWX:RO", "RO.SW", "2023-01-05"]]
[2]
prompt = "Make it."
listings = [["PG", "PG", "2023-01-08"], ["ULVR.L", "ULVR.L", "2023-01-05"]]
"""
RUBRIC = """
from pytest_knows.rubric import step

@step(points=1, category="content_check")
def anything(sheet):
    assert sheet

def quoted(facts):
    return facts.listings
"""


def seconds(day: str, hour: int = 14) -> int:
    return int(datetime.datetime.fromisoformat(f"{day}T{hour:02}:30:00+00:00").timestamp())


def series(currency: str, closes: dict[str, float | None], offset: int = 0, hour: int = 14) -> Reply:
    """An answer of the service: day (of UTC) -> close."""
    result = {
        "meta": {"currency": currency, "gmtoffset": offset},
        "timestamp": [seconds(day, hour) for day in closes],
        "indicators": {"quote": [{"close": list(closes.values())}]},
    }
    return typed(json.dumps({"chart": {"result": [result], "error": None}}).encode(), "application/json")


NOT_FOUND = (
    404,
    {"Content-Type": "application/json"},
    b'{"chart": {"result": null, "error": {"code": "Not Found", "description": "No data found"}}}',
)


@pytest.fixture
def service(site: Site) -> Site:
    chart = "/v8/finance/chart/"
    site.pages |= {
        f"{chart}PG": series("USD", {"2023-01-05": 150.5, "2023-01-06": 151.0, "2026-03-13": 160.25}),
        f"{chart}RO.SW": series("CHF", {"2023-01-05": 310, "2026-03-13": 300}),
        f"{chart}ULVR.L": series("GBp", {"2023-01-05": 4200, "2026-03-12": 5000, "2026-03-13": None}),
        f"{chart}CHFUSD%3DX": series("USD", {"2023-01-05": 1.07, "2026-03-13": 1.25}),
        f"{chart}GBPUSD%3DX": series("USD", {"2023-01-05": 1.2, "2026-03-13": 1.3}),
    }
    site.asked.clear()
    return site


@pytest.fixture
def command(service: Site, tmp_path: Path) -> Callable[..., int]:
    family = tmp_path / "rubrics/shares"
    family.mkdir(parents=True)
    (family / "facts.toml").write_text(FACTS)
    (family / "rubric.py").write_text(RUBRIC)

    def run(*more: str) -> int:
        arguments = ["--rubrics", str(family.parent), "--service", service.root, "--as-of", AS_OF]
        return main(["quotes", str(tmp_path / "prices.csv"), *arguments, *more])

    return run


def rows(folder: Path) -> dict[tuple[str, str], Any]:
    return {(row.ticker, row.label): row for row in Quotes.load(folder / "prices.csv").rows}


def test_prices_with_currencies_and_rates(command, tmp_path, capsys):
    assert command() == 0
    found = rows(tmp_path)
    assert {key: (repr(row.past), repr(row.current)) for key, row in found.items()} == {
        ("PG", "2023-01-05"): ("150.5 USD", "160.25 USD"),
        ("PG", "2023-01-08"): ("151 USD", "160.25 USD"),  # a Sunday: the Friday before
        ("SWX:RO", "2023-01-05"): ("310 CHF", "300 CHF"),
        ("ULVR.L", "2023-01-05"): ("42 GBP", "50 GBP"),  # pence; a day without a close is no day
    }
    assert {key: (row.past.usd_rate, row.current.usd_rate) for key, row in found.items() if key[0] != "PG"} == {
        ("SWX:RO", "2023-01-05"): (1.07, 1.25),
        ("ULVR.L", "2023-01-05"): (1.2, 1.3),
    }
    assert {row.as_of.isoformat() for row in found.values()} == {AS_OF}
    assert "4 listings as of 2026-03-14, 0 problems" in capsys.readouterr().out


def test_each_symbol_is_asked_for_once(command, service):
    command()
    assert sorted(service.asked.values()) == [1, 1, 1, 1, 1]


def test_only_the_selected_tasks(command, tmp_path):
    assert command("--select", "shares.1") == 0
    assert set(rows(tmp_path)) == {("PG", "2023-01-05"), ("SWX:RO", "2023-01-05")}


def test_days_are_those_of_the_exchange(command, service, tmp_path):
    """A close at 23:30 UTC on 4 January is Tokyo's of 5 January."""
    service.pages["/v8/finance/chart/PG"] = series("USD", {"2023-01-04": 7.0, "2026-03-12": 8.0}, 9 * 3600, hour=23)
    assert command("--select", "shares.1") == 0
    assert rows(tmp_path)["PG", "2023-01-05"].past.amount == 7.0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (NOT_FOUND, "No data found"),
        (typed(b"<p>Too busy", "text/html"), "not JSON"),
        (typed(b"[" * 100_000, "application/json"), "not JSON"),
        (typed(b'{"chart": {"result": [{"meta": []}]}}', "application/json"), "names no currency"),
        (typed(b'{"chart": 3}', "application/json"), "no reason given"),
        (failing(500), "answered 500"),
        (series("CHF", {"2019-01-05": 310.0}), "no price on 2023-01-05 or in the 10 days before"),
        (series("CHF", {"2023-01-05": -3.0, "2026-03-13": float("nan")}), "no price on 2026-03-14"),
    ],
)
def test_what_cannot_be_had_is_an_empty_cell_and_a_line(command, service, tmp_path, capsys, answer, reason):
    service.pages["/v8/finance/chart/RO.SW"] = answer
    assert command() == 1
    output = capsys.readouterr().err
    assert f"RO.SW: {reason}" in output or (output.startswith("pytest-knows: RO.SW: ") and reason in output)
    found = rows(tmp_path)
    assert (found["SWX:RO", "2023-01-05"].past, found["SWX:RO", "2023-01-05"].current) == (None, None)
    assert found["PG", "2023-01-05"].past.amount == 150.5


def test_a_file_is_completed_and_loses_nothing(command, service, tmp_path):
    assert command() == 0
    service.pages["/v8/finance/chart/PG"] = series("USD", {"2026-03-13": 161.0})
    service.pages["/v8/finance/chart/ULVR.L"] = NOT_FOUND
    assert command() == 1
    found = rows(tmp_path)
    assert repr(found["PG", "2023-01-05"].past) == "150.5 USD", "what the service forgot is kept"
    assert repr(found["PG", "2023-01-05"].current) == "161 USD"
    assert repr(found["ULVR.L", "2023-01-05"].current) == "50 GBP"
    assert command("--as-of", "2026-03-21") == 1
    assert len(Quotes.load(tmp_path / "prices.csv").rows) == 8, "another day has rows of its own"


def test_a_selection_without_prices_is_refused(command, capsys, tmp_path):
    assert command("--rubrics", str(tmp_path)) == 1
    assert "asks for prices" in capsys.readouterr().err
    assert not (tmp_path / "prices.csv").exists()


def test_a_hook_that_names_something_else(command, capsys, tmp_path):
    (tmp_path / "rubrics/shares/facts.toml").write_text(FACTS.replace("2023-01-08", "some day"))
    assert command() == 1
    assert "own.shares.2: quoted gave" in capsys.readouterr().err


def test_the_shipped_trackers_name_their_listings():
    from pytest_knows.quoted import listings

    found = listings(None, "sheets_6*")
    assert {listing.label.isoformat() for listing in found} == {
        "2023-06-30",
        "2023-01-05",
        "2024-03-28",
        "2025-12-31",
        "2025-05-19",
    }
    symbols = {listing.ticker: listing.symbol for listing in found}
    assert (symbols["HINDUNILVR"], symbols["SWX:RO"], symbols["AAPL"]) == ("HINDUNILVR.NS", "RO.SW", "AAPL")
    assert {"GOOGL", "0700.HK", "2330.TW", "ASML.AS"} <= set(symbols)
