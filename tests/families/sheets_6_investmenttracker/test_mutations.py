"""The full-score trackers, and the specification's mutations 1 to 6: exactly the named steps fail."""

from __future__ import annotations

import pytest

from .building import (
    CURRENT,
    DEP,
    DET,
    ERR,
    FUZ,
    GAIN,
    LLM,
    NAME,
    PAST,
    POINTS,
    SHARES,
    TICKER,
    TOTAL,
    WEB,
    chart,
    failed,
    source,
)


@pytest.mark.parametrize("instance", POINTS)
def test_full_score(tracker, grade, instance):
    results = grade(tracker(instance))
    assert results.differing() == {}
    assert results.points == results.maximum == POINTS[instance]


def test_1_shares_column_renamed(tracker, grade):
    sheet = tracker()
    sheet.renamed(SHARES, "Notes")
    assert grade(sheet).differing() == {"shares_column": failed(LLM)}


def test_2_another_company(tracker, grade):
    """The price steps need all five; nothing is asked about pages, because no page can add a row."""
    sheet = tracker()
    sheet.stocks[3][NAME], sheet.stocks[3][TICKER] = "Colgate-Palmolive", "CL"
    assert grade(sheet).differing() == {
        "stock_match_el": failed(LLM),
        "past_price_accuracy": failed(FUZ),
        "current_price_accuracy": failed(FUZ),
    }


def test_3_wrong_past_price(tracker, grade):
    sheet = tracker()
    sheet.stocks[0][PAST], sheet.stocks[0][GAIN] = 175, -15
    sheet.answer("price_page", "2")
    sheet.answer("page_prices", {"PG": 153})
    results = grade(sheet)
    assert results.differing() == {"past_price_accuracy": failed(LLM)}
    assert "PG" in results["past_price_accuracy"].reason
    assert "153" in results["past_price_accuracy"].reason


def test_4_wrong_gain(tracker, grade):
    sheet = tracker()
    sheet.stocks[2][GAIN] = 25
    assert grade(sheet).differing() == {"gain_loss_accuracy": failed(FUZ)}


def test_5_column_chart(tracker, grade):
    sheet = tracker()
    sheet.charts = [chart("COLUMN", source(0, 6, TICKER), source(0, 6, TOTAL), headerCount=1)]
    assert grade(sheet).differing() == {
        "chart_exists": failed(DET),
        "chart_contains_stocks": failed(DEP),
        "chart_shows_values": failed(DEP),
    }


def test_6_no_page_visited(tracker, grade):
    sheet = tracker()
    sheet.visited = []
    assert grade(sheet).differing() == {"stock_info_website": failed(WEB), "price_data_source": failed(WEB)}


def test_6_trace_not_recorded(tracker, grade):
    sheet = tracker()
    sheet.visited = None
    assert grade(sheet).differing() == {
        "stock_info_website": ("error", ERR, 0),
        "price_data_source": ("error", ERR, 0),
    }


@pytest.mark.parametrize("instance", POINTS)
def test_blank_spreadsheet(tracker, grade, instance, rubric):
    """The agent's failure throughout: nothing passes, nothing is an error, no point leaves the total."""
    sheet = tracker(instance)
    sheet.tabs, sheet.tables, sheet.charts = {"Sheet1": []}, [], []
    results = grade(sheet)
    first = [step.slug for step in rubric.steps(instance) if step.checkpoint == 1]
    second = [step.slug for step in rubric.steps(instance) if step.checkpoint == 2]
    assert results.maximum == POINTS[instance]
    assert results.differing() == {
        **dict.fromkeys(first, failed(DET)),
        **dict.fromkeys(second, failed(DEP)),
        "stock_info_website": failed(WEB),
        "price_data_source": failed(WEB),
        "chart_exists": failed(DET),
        "chart_contains_stocks": failed(DEP),
        "chart_shows_values": failed(DEP),
    }
    assert results.judge.asked == []


def test_current_price_wrong_too(tracker, grade):
    """Both price steps look at their own date; the totals follow the sheet's price, the chart the totals."""
    sheet = tracker()
    row = sheet.stocks[0]
    row[CURRENT], row[GAIN], row[TOTAL] = 200, 47, 10000
    sheet.answer("price_page", "no")
    assert grade(sheet).differing() == {"current_price_accuracy": failed(LLM)}
