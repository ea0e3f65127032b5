"""Just within and just beyond each tolerance."""

from __future__ import annotations

import pytest

from .building import CURRENT, FUZ, GAIN, PAST, PERCENT, SHARES, TICKER, TOTAL, chart, failed, source

PG = 0


def verdict(good, slug):
    return {} if good else {slug: failed(FUZ)}


def without_pages(sheet):
    """So that the quotes alone decide; the two steps about pages are left out of what is compared."""
    sheet.pages = {}
    return {"stock_info_website", "price_data_source"}


@pytest.mark.parametrize(("factor", "good"), [(1.05, True), (0.95, True), (1.0501, False), (0.9499, False)])
@pytest.mark.parametrize(("column", "slug"), [(PAST, "past_price_accuracy"), (CURRENT, "current_price_accuracy")])
def test_price_within_5_percent_of_the_quote(tracker, grade, factor, good, column, slug):
    sheet = tracker()
    skipped = without_pages(sheet)
    row = sheet.stocks[PG]
    row[column] *= factor
    row[GAIN], row[TOTAL] = row[CURRENT] - row[PAST], row[CURRENT] * 50
    differing = grade(sheet).differing()
    assert {key: value for key, value in differing.items() if key not in skipped} == verdict(good, slug)


@pytest.mark.parametrize(
    ("gain", "good"),
    [
        (7.35, True),  # 5 % above 7, the change of a share
        (7.36, False),
        (350 * 0.95, True),  # the change of the holding
        (350 * 0.94, False),
        (0.0457516 + 0.0022, True),  # the fraction
        (0.0457516 + 0.0024, False),
        (4.57516 * 1.05, True),  # the percentage
        (4.57516 * 1.06, False),
        (-7, False),
        ("n/a", False),
    ],
)
def test_gain(tracker, grade, gain, good):
    sheet = tracker()
    sheet.stocks[PG][GAIN] = gain
    assert grade(sheet).differing() == verdict(good, "gain_loss_accuracy")


@pytest.mark.parametrize(("gain", "good"), [(0.01, True), (-0.01, True), (0.02, False)])
def test_gain_of_nothing_may_be_a_cent_off(tracker, grade, gain, good):
    sheet = tracker()
    row = sheet.stocks[PG]
    row[PAST], row[CURRENT], row[GAIN], row[TOTAL] = 156, 156, gain, 7800
    assert grade(sheet).differing() == verdict(good, "gain_loss_accuracy")


def test_gain_over_a_past_price_of_zero(tracker, grade):
    sheet = tracker()
    skipped = without_pages(sheet)
    sheet.stocks[PG][PAST], sheet.stocks[PG][GAIN] = 0, 160
    differing = grade(sheet).differing()
    assert {key: value for key, value in differing.items() if key not in skipped} == verdict(
        False, "past_price_accuracy"
    )


@pytest.mark.parametrize(("factor", "good"), [(1.01, True), (0.99, True), (1.0101, False), (0.98, False)])
def test_total_within_1_percent(tracker, grade, factor, good):
    sheet = tracker()
    sheet.stocks[PG][TOTAL] *= factor
    assert grade(sheet).differing() == verdict(good, "total_value_column")


@pytest.mark.parametrize(("shares", "good"), [("50 pcs", True), (50.001, False), (500, False), (None, False)])
def test_shares_exactly(tracker, grade, shares, good):
    sheet = tracker()
    sheet.stocks[PG][SHARES] = shares
    assert grade(sheet).differing() == verdict(good, "shares_column")


@pytest.mark.parametrize(("factor", "good"), [(1.02, True), (0.98, True), (1.021, False), (0.979, False)])
@pytest.mark.parametrize("instance", [1, 4])
def test_chart_value_within_2_percent(tracker, grade, instance, factor, good):
    sheet = tracker(instance)
    column = PERCENT if instance == 1 else TOTAL
    rows = [[row[TICKER], row[column]] for row in sheet.grid]
    rows[1][1] *= factor
    sheet.tabs["Chart data"] = rows
    end = len(rows)
    kind = sheet.charts[0]["spec"]["basicChart"]["chartType"]
    sheet.charts = [chart(kind, source(0, end, 0, sheet=1), source(0, end, 1, sheet=1), headerCount=1)]
    assert grade(sheet).differing() == verdict(good, "chart_shows_values")


@pytest.mark.parametrize(("total", "good"), [(1.019, True), (0.981, True), (1.03, False)])
def test_fractions_add_up_to_one(tracker, grade, total, good):
    """Each is 1.9 % off, as the sum is; 3 % off is no fraction of the whole."""
    sheet = tracker(1)
    for row in sheet.stocks:
        row[PERCENT] *= total / 100
    assert grade(sheet).differing() == verdict(good, "chart_shows_values")


def test_fractions_of_more_than_the_whole(tracker, grade):
    """With cash beside the stocks, the slices are no shares of the stocks' sum."""
    sheet = tracker(1)
    rows = [["Stock", "Share"], *([row[TICKER], row[PERCENT] / 100] for row in sheet.stocks), ["Cash", 0.2]]
    sheet.tabs["Chart data"] = rows
    sheet.charts = [chart("BAR", source(0, 12, 0, sheet=1), source(0, 12, 1, sheet=1), headerCount=1)]
    assert grade(sheet).differing() == verdict(False, "chart_shows_values")
