"""A task of the benchmark, done on the page with mouse and keyboard only, then graded without web or judge."""

from __future__ import annotations

import datetime
from pathlib import Path

from pytest_knows.episode.freeze import freeze
from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.evidence.trace import Trace
from pytest_knows.grading import Grader, Resources, Rubric
from pytest_knows.scoring import Outcome
from pytest_knows.workspace import Kind, Workspace

from .conftest import Open
from .sheetpage import SheetPage

RUBRIC = Path(__file__).parents[3] / "rubrics/sheets_6_investmenttracker"
HEADERS = ["Name", "Ticker", "Past Price", "Current Price", "Gain/Loss", "Shares", "Total Value"]
STOCKS = [
    ("Procter & Gamble", "PG", "153", "160"),
    ("L'Oréal", "OR.PA", "345", "380"),
    ("Unilever", "UL", "50", "60"),
    ("Estée Lauder", "EL", "260", "80"),
    ("Hindustan Unilever", "HINDUNILVR", "2560", "2400"),
]


def test_a_stock_tracker(open_file: Open, workspace: Workspace, tmp_path: Path) -> None:
    rubric = Rubric.load(RUBRIC)
    file = workspace.create_file(Kind.SPREADSHEET, "tracker")
    page = SheetPage(open_file(file))
    page.select("A1", "G6")
    page.menu("Insert", "Table")
    page.answer("Insert", Table_name="Stocks", Column_names="\n".join(HEADERS))
    rows = [
        (*stock, f"=D{number}-C{number}", "50", f"=D{number}*F{number}") for number, stock in enumerate(STOCKS, start=2)
    ]
    page.fill("A2", rows)
    page.select("C2", "E6")
    page.tool("Format as currency")
    page.select("A1", "G6")
    page.tool("Insert chart")
    page.answer("Insert", Chart_type="Pie chart", Data_range="B1:B6, G1:G6", Chart_title="Portfolio")

    info = rubric.tasks[1]
    root = tmp_path / "episode"
    freeze(
        workspace, file, root, info=info, trace=Trace([], "observed"), want_rendering=False,
        today=datetime.date(2026, 3, 14),
    )  # fmt: skip
    results = Grader(rubric, info, Snapshot(root), Resources()).results()
    decided = {
        slug: result
        for slug, result in results.items()
        if result.outcome in (Outcome.PASSED, Outcome.FAILED)
        and rubric.step(info.instance, slug).category != "web_visit_check"
    }
    earned, available = (sum(getattr(one, what) for one in decided.values()) for what in ("points", "max"))
    lost = {slug: result.reason for slug, result in decided.items() if result.outcome is Outcome.FAILED}
    assert available >= 14, {slug: result.outcome.value for slug, result in results.items()}
    assert earned >= 0.9 * available, lost
