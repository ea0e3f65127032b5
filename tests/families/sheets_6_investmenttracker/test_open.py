"""What becomes of the steps when a judge, quotes, pages or the artifact itself are missing or damaged."""

from __future__ import annotations

import json
import random

import pytest

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.errors import ConfigurationError, JudgeError
from pytest_knows.judge import NoJudge
from pytest_knows.scoring import Outcome

from .building import (
    CURRENT,
    DET,
    FUZ,
    GAIN,
    NAME,
    PAST,
    POINTS,
    SHARES,
    TICKER,
    TOTAL,
    chart,
    error,
    failed,
    patch_json,
    source,
    table,
    ungraded,
)

WEB_STEPS = ("stock_info_website", "price_data_source")
PRICE_STEPS = ("past_price_accuracy", "current_price_accuracy")


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


def test_no_judge_and_headers_that_keywords_find(tracker, grade):
    results = grade(tracker(), judge=NoJudge())
    assert results.differing() == ungraded(*WEB_STEPS)
    assert results["stock_info_website"].mend == "--knows-judge MODEL"


def test_no_judge_and_common_headers(tracker, grade):
    """Two headers are no keywords. Tickers say which stocks the rows are, so only the two column steps stay open."""
    sheet = tracker()
    sheet.renamed(NAME, "Company Name")
    sheet.renamed(SHARES, "Shares Owned")
    assert grade(sheet, judge=NoJudge()).differing() == ungraded("stock_name_column", "shares_column", *WEB_STEPS)


def test_no_judge_and_a_totals_row_under_an_unknown_header(tracker, grade):
    sheet = tracker()
    sheet.renamed(NAME, "Company Name")
    sheet.grid.append(["Total", None, None, None, None, None, sum(row[TOTAL] for row in sheet.stocks)])
    sheet.tables = [table(sheet.grid[0], 6)]
    assert grade(sheet, judge=NoJudge()).differing() == ungraded("stock_name_column", *WEB_STEPS)


def test_no_judge_and_a_row_that_may_be_a_stock(tracker, grade):
    """A row with a text under an unknown header and no ticker: without a judge no one can say whether it is a stock.
    What fails in the other rows fails all the same."""
    sheet = tracker()
    sheet.renamed(NAME, "Company Name")
    sheet.grid.append(["Nestlé", None, None, None, None, None, None])
    sheet.tables = [table(sheet.grid[0], 6)]
    sheet.stocks[0][GAIN] = 99
    assert grade(sheet, judge=NoJudge()).differing() == {
        **ungraded("stock_name_column", "shares_column", "total_value_column", *WEB_STEPS),
        **ungraded("chart_contains_stocks", "chart_shows_values"),
        "gain_loss_accuracy": failed(FUZ),
    }


def test_no_judge_and_a_chart_labelled_by_names_under_an_unknown_header(tracker, grade):
    """The labels may well be the names; which column has the names only a judge can tell."""
    sheet = tracker()
    sheet.renamed(NAME, "Company Name")
    sheet.charts = [chart("PIE", source(0, 6, NAME), source(0, 6, TOTAL))]
    chart_steps = ("chart_contains_stocks", "chart_shows_values")
    assert grade(sheet, judge=NoJudge()).differing() == ungraded("stock_name_column", *chart_steps, *WEB_STEPS)


def test_no_judge_and_an_unknown_company(tracker, grade):
    sheet = tracker()
    sheet.stocks[3][NAME], sheet.stocks[3][TICKER] = "Colgate-Palmolive", "CL"
    assert grade(sheet, judge=NoJudge()).differing() == ungraded("stock_match_el", *PRICE_STEPS, *WEB_STEPS)


def test_no_judge_and_a_total_of_an_unknown_company(tracker, grade):
    """The row may be a listed stock whose total is in dollars; a row that is known to be one in dollars is wrong."""
    sheet = tracker()
    sheet.stocks[1][NAME], sheet.stocks[1][TICKER] = "Firm", "XX"
    sheet.stocks[1][TOTAL] = 23750
    charts = ("chart_shows_values",)
    expected = ungraded("stock_match_or_pa", "total_value_column", *PRICE_STEPS, *charts, *WEB_STEPS)
    assert grade(sheet, judge=NoJudge()).differing() == expected
    sheet.stocks[0][TOTAL] = 1
    assert grade(sheet, judge=NoJudge()).differing() == expected | {"total_value_column": failed(FUZ)}


def test_no_judge_and_a_wrong_price(tracker, grade):
    """A visited page might confirm it, so it is open; without any page nothing could, so it fails."""
    sheet = tracker()
    sheet.stocks[0][PAST], sheet.stocks[0][GAIN] = 175, -15
    assert grade(sheet, judge=NoJudge()).differing() == ungraded("past_price_accuracy", *WEB_STEPS)
    sheet.visited, sheet.pages = None, {}
    assert grade(sheet, judge=NoJudge()).differing() == {"past_price_accuracy": failed(FUZ), **error(*WEB_STEPS)}


def test_no_judge_and_no_recorded_page(tracker, grade):
    """What is missing first is the judge: with one, the missing texts are an error."""
    sheet = tracker()
    sheet.pages = {}
    assert grade(sheet, judge=NoJudge()).differing() == ungraded(*WEB_STEPS)
    assert grade(sheet).differing() == error(*WEB_STEPS)


def test_a_judge_that_does_not_answer(tracker, grade):
    sheet = tracker()
    sheet.renamed(SHARES, "Count")
    assert grade(sheet, judge=BrokenJudge()).differing() == error("shares_column", *WEB_STEPS)


def test_one_page_without_an_answer(tracker, grade):
    """The other page shows the prices; whether this one shows the ranking is not known."""
    sheet = tracker()
    sheet.rules = [rule for rule in sheet.rules if rule.get("contains") != "Largest companies by market value"]
    assert grade(sheet).differing() == error("stock_info_website")


def test_no_quotes(tracker, grade):
    sheet = tracker()
    sheet.quotes = None
    results = grade(sheet)
    assert results.differing() == ungraded(*PRICE_STEPS)
    assert results["past_price_accuracy"].need == "quotes"
    assert results["past_price_accuracy"].mend == "--knows-quotes FILE"


def test_no_quotes_and_what_they_could_not_change(tracker, grade):
    """A stock without a row fails the price steps; a total in dollars is wrong at any rate of the euro."""
    sheet = tracker()
    sheet.quotes = None
    sheet.stocks[3][NAME], sheet.stocks[3][TICKER] = "Colgate-Palmolive", "CL"
    sheet.stocks[0][TOTAL] = 1
    sheet.charts = [chart("PIE", source(0, 6, TICKER), source(0, 6, CURRENT))]
    differing = grade(sheet).differing()
    assert differing.pop("stock_match_el")[0] == "failed"
    assert differing == {step: failed(FUZ) for step in (*PRICE_STEPS, "total_value_column")}


def test_no_quotes_and_a_total_that_may_be_in_dollars(tracker, grade):
    sheet = tracker()
    sheet.quotes = None
    sheet.stocks[1][TOTAL] = 23750
    assert grade(sheet).differing() == ungraded(*PRICE_STEPS, "total_value_column", "chart_shows_values")


def test_no_quotes_and_a_chart_of_dollars(tracker, grade):
    """The bar of a bank in New York is wrong at any rate of the Hong Kong dollar; that of one in Hong Kong may be in
    US dollars."""
    sheet = tracker(3)
    sheet.quotes = None
    charted = [[row[TICKER], row[TOTAL]] for row in sheet.grid]
    sheet.tabs["Chart data"] = charted
    sheet.charts = [chart("BAR", source(0, 9, 0, sheet=1), source(0, 9, 1, sheet=1), headerCount=1)]
    charted[3][1] *= 0.13
    assert grade(sheet).differing() == ungraded(*PRICE_STEPS, "chart_shows_values")
    charted[1][1] *= 2
    assert grade(sheet).differing() == {**ungraded(*PRICE_STEPS), "chart_shows_values": failed(FUZ)}


def test_quotes_that_cannot_be_read(tracker, grade):
    class Unreadable:
        def find(self, *_, **__):
            raise ConfigurationError("the file is gone")

    assert grade(tracker(), quotes=Unreadable()).differing() == error(*PRICE_STEPS)


def test_damaged_page(tracker, grade, frozen):
    """One page's bytes were changed after the freeze: what the other page shows stands, the rest is an error."""
    sheet = tracker()
    snapshot = frozen(sheet)
    index = json.loads((snapshot.root / "pages/index.json").read_bytes())["pages"]
    history = next(page for url, page in index.items() if "finance.example" in url)
    (snapshot.root / history["file"]).write_bytes(b"changed")
    assert grade(sheet, snapshot=Snapshot(snapshot.root)).differing() == error("price_data_source")


def test_damaged_artifact(tracker, grade, frozen, rubric):
    sheet = tracker()
    snapshot = frozen(sheet)
    (snapshot.root / "artifact/file.json").write_bytes(b"{")
    results = grade(sheet, snapshot=Snapshot(snapshot.root))
    assert results.differing() == error(*(step.slug for step in rubric.steps(2)))
    assert results.maximum == 20


@pytest.mark.parametrize(
    "raw",
    [
        {},
        [],
        None,
        7,
        {"sheets": 3},
        {"sheets": [None, {}, {"data": {}}]},
        {"sheets": [{"data": [{"rowData": [{}, 1]}]}]},
    ],
    ids=str,
)
def test_malformed_workbooks(tracker, grade, frozen, raw):
    """Read as an empty spreadsheet: the agent's failure throughout."""
    sheet = tracker()
    snapshot = frozen(sheet)
    path = snapshot.root / "artifact/file.json"
    path.write_text(json.dumps(raw))
    patch_json(snapshot.root, lambda _: None)
    results = grade(sheet, snapshot=Snapshot(snapshot.root))
    assert {result.outcome for result in results.values()} == {Outcome.FAILED}
    assert results.maximum == 20
    assert results["stock_name_column"].mechanism == DET


@pytest.mark.soak
@pytest.mark.parametrize("instance", POINTS)
def test_corrupted_workbooks(tracker, grade, frozen, instance, request):
    """Random damage to the JSON changes outcomes, never steps or points, and nothing is a fault of the rubric."""
    sheet = tracker(instance)
    snapshot = frozen(sheet)
    path = snapshot.root / "artifact/file.json"
    whole = path.read_bytes()
    chance = random.Random(instance)
    for _ in range(200 if request.config.getoption("-m") == "soak" else 10):
        raw = json.loads(whole)
        for _ in range(chance.randint(1, 6)):
            corrupt(raw, chance)
        path.write_text(json.dumps(raw))
        patch_json(snapshot.root, lambda _: None)
        results = grade(sheet, snapshot=Snapshot(snapshot.root))
        assert results.maximum == POINTS[instance]
        assert [result.details for result in results.values() if result.details] == []


def corrupt(raw, chance):
    """Replaces, removes or doubles one value somewhere."""
    places = list(walk(raw))
    holder, key = chance.choice(places)
    what = chance.randrange(4)
    if what == 0:
        holder[key] = chance.choice([None, True, -1, 1e300, 10**30, "", "x", [], {}, [[]], {"a": 1}, float("inf")])
    elif what == 1:
        del holder[key]
    elif what == 2 and isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        other, other_key = chance.choice(places)
        holder[key] = json.loads(json.dumps(other[other_key])) if other_key in range_of(other) else None


def range_of(holder):
    return range(len(holder)) if isinstance(holder, list) else holder


def walk(value):
    keys = range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else ()
    for key in keys:
        yield value, key
        yield from walk(value[key])
