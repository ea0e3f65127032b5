"""Stock trackers as an agent might build them, through the API clients.

`full_score` is one that deserves full points; tests change its grids, charts, pages, quotes or judge. All prices are
made up: those of instance 2 stand in the specification, the others follow a formula.
"""

from __future__ import annotations

import csv
import datetime
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from familykit import Results  # noqa: F401 - the tests take it from here
from familykit.sheets import cell, chart, source, table

from pytest_knows.evidence.quotes import Quotes
from pytest_knows.grading import Rubric
from pytest_knows.workspace import Kind, Workspace

TODAY = datetime.date(2026, 3, 14)

RANKING = "https://companiesmarketcap.com/consumer-goods/largest-companies-by-market-cap/"
HISTORY = "https://finance.example/history?d=2023-01-05"
LARGEST, PRICES = "Largest companies by market value", "Price history"
"""What the recorded texts of the two pages begin with."""

HEADERS = ["Name", "Ticker", "Past Price", "Current Price", "Gain/Loss", "Shares", "Total Value"]
NAME, TICKER, PAST, CURRENT, GAIN, SHARES, TOTAL, PERCENT = range(8)

INSTANCE_2 = {
    "PG": (153.00, 160.00),
    "OR.PA": (345.00, 380.00),
    "UL": (50.00, 60.00),
    "EL": (260.00, 80.00),
    "HINDUNILVR": (2560.00, 2400.00),
}
RATES = {"USD": 1.0, "EUR": 1.25, "INR": 0.0125, "KRW": 0.00075, "HKD": 0.13, "CNY": 0.14, "CHF": 1.15}
"""Made-up dollars per unit, far enough from 1 that a price in dollars is never one in the other currency."""

Grid = list[list[Any]]
"""Cells: None, a number, a text (a formula with "="), or (number, number format pattern)."""


@dataclass
class Tracker:
    """What an agent might hand in, and the world around it."""

    instance: int
    tabs: dict[str, Grid]
    charts: list[dict[str, Any]]
    """`EmbeddedChart`s of the API."""
    quotes: list[dict[str, Any]] | None
    visited: list[str] | None
    pages: dict[str, str | int]
    """Address -> recorded text, or the status that the page answered with."""
    rules: list[dict[str, Any]]
    tables: list[dict[str, Any]] = field(default_factory=list)
    """`Table`s of the API."""
    more: list[dict[str, Any]] = field(default_factory=list)
    """Further requests, after all else."""
    edit: Callable[[dict[str, Any]], object] = lambda _: None
    """Changes the frozen JSON: for what the API's requests cannot say."""

    @property
    def grid(self) -> Grid:
        return next(iter(self.tabs.values()))

    @property
    def stocks(self) -> Grid:
        """The rows below the header."""
        return self.grid[1:]

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """Overrides the judge's answers to questions of that key (a glob)."""
        self.rules.insert(0, {"key": key, "answer": answer, **({"contains": contains} if contains else {})})

    def quote(self, ticker: str, **changes: Any) -> None:
        """Changes a row of the price snapshot."""
        next(row for row in self.quotes or [] if row["ticker"] == ticker).update(changes)

    def renamed(self, column: int, header: str) -> None:
        """Another header, in the cell and in the table."""
        self.grid[0][column] = header
        for formal in self.tables:
            formal["columnProperties"][column]["columnName"] = header

    def plain(self) -> None:
        """No formal table, only cells."""
        self.tables.clear()


def quote_row(stock: Mapping[str, Any], past: float, current: float, label: str) -> dict[str, Any]:
    currency = stock.get("currency", "USD")
    return {
        "ticker": stock["ticker"],
        "label": label,
        "past_price": past,
        "past_currency": currency,
        "current_price": current,
        "current_currency": currency,
        "usd_rate_past": RATES[currency],
        "usd_rate_current": RATES[currency],
        "as_of": TODAY.isoformat(),
    }


def full_score(rubric: Rubric, instance: int) -> Tracker:
    facts = rubric.facts(instance)
    given = INSTANCE_2 if instance == 2 else {}
    grid: Grid = [list(HEADERS)]
    quotes = []
    for place, stock in enumerate(facts.stocks):
        past, current = given.get(stock.ticker, (100.0 + 10 * place, 90.0 + 15 * place))
        quotes.append(quote_row(stock, past, current, facts.quotes_label))
        shares = facts.shares
        grid.append([stock.name, stock.ticker, past, current, current - past, shares, current * shares])
    last = TOTAL
    if instance == 1:
        grid[0].append("% of portfolio")
        total = sum(row[TOTAL] for row in grid[1:])
        for row in grid[1:]:
            row.append(100 * row[TOTAL] / total)
        last = PERCENT
    kind, end = facts.chart_kinds[-1], len(grid)
    domain = source(0, end, NAME if kind == "LINE" else TICKER)
    return Tracker(
        instance=instance,
        tabs={"Sheet1": grid},
        charts=[chart(kind, domain, source(0, end, last), **({} if kind == "PIE" else {"headerCount": 1}))],
        quotes=quotes,
        visited=[RANKING, HISTORY],
        pages={RANKING: page(LARGEST, grid, CURRENT), HISTORY: page(PRICES, grid, PAST)},
        rules=[
            {"key": "page_content", "contains": LARGEST, "answer": {"ranking": True, "prices": False}},
            {"key": "page_content", "contains": PRICES, "answer": {"ranking": False, "prices": True}},
            {"key": "column_*", "answer": "NONE"},
            {"key": "stock_row", "answer": "no"},
        ],
        tables=[table(grid[0], len(grid) - 1)],
    )


def page(title: str, grid: Grid, column: int) -> str:
    rows = "".join(f"<tr><td>{row[NAME]}</td><td>{row[TICKER]}</td><td>{row[column]}</td></tr>" for row in grid[1:])
    return f"<html><body><nav>Menu</nav><h1>{title}</h1><table>{rows}</table></body></html>"


# -- building, freezing, grading ---------------------------------------------------------------------------------------


def requests(tracker: Tracker) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for sheet, (title, grid) in enumerate(tracker.tabs.items()):
        if sheet:
            found.append({"addSheet": {"properties": {"sheetId": sheet, "title": title}}})
        rows = [{"values": [cell(value) for value in row]} for row in grid]
        start = {"sheetId": sheet, "rowIndex": 0, "columnIndex": 0}
        fields = "userEnteredValue,userEnteredFormat"
        if rows:
            found.append({"updateCells": {"start": start, "rows": rows, "fields": fields}})
    found += [{"addTable": {"table": table}} for table in tracker.tables]
    found += [{"addChart": {"chart": chart}} for chart in tracker.charts]
    return found + tracker.more


def build(workspace: Workspace, tracker: Tracker) -> Any:
    file = workspace.create_file(Kind.SPREADSHEET, "tracker")
    body = {"requests": requests(tracker)}
    if body["requests"]:
        workspace.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=file.id, body=body).execute()
    return file


def price_file(tracker: Tracker, folder: Path) -> Quotes | None:
    if tracker.quotes is None:
        return None
    path = folder / "prices.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(tracker.quotes[0]))
        writer.writeheader()
        writer.writerows(tracker.quotes)
    return Quotes.load(path)


def patch_json(root: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Changes the frozen artifact and its hash."""
    path, manifest_path = root / "artifact/file.json", root / "snapshot.json"
    raw = json.loads(path.read_bytes())
    edit(raw)
    path.write_text(json.dumps(raw))
    manifest = json.loads(manifest_path.read_bytes())
    manifest["files"]["artifact/file.json"] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest_path.write_text(json.dumps(manifest))


DET, FUZ, LLM, WEB = "deterministic", "fuzzy_match", "llm_vlm_judgement", "web_visit"
DEP, ERR, OPEN = "dependency_not_evaluated", "execution_error", "not_graded"
POINTS = {1: 25, 2: 20, 3: 23, 4: 22, 5: 21}


def failed(mechanism: str) -> tuple[str, str, float]:
    return "failed", mechanism, 0


def ungraded(*slugs: str) -> dict[str, tuple[str, str, float]]:
    return dict.fromkeys(slugs, ("ungraded", OPEN, 0))


def error(*slugs: str) -> dict[str, tuple[str, str, float]]:
    return dict.fromkeys(slugs, ("error", ERR, 0))
