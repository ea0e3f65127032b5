"""How far off is too far."""

from __future__ import annotations

import pytest
from familykit import failed, partly

from .building import MILE, PACE, TOTAL, basic, extracted, full_score
from .outcomes import FUZ


def cells(raw, column):
    """The cells of a column of the table, below its header."""
    return [row["values"][column] for row in raw["sheets"][0]["data"][0]["rowData"][1:35]]


def multiply(cell, factor):
    cell["effectiveValue"]["numberValue"] *= factor


@pytest.mark.parametrize(("factor", "right"), [(1.01, True), (0.99, True), (1.0101, False), (0.9899, False)])
@pytest.mark.parametrize("slug", ["distance_match", "speed_match"])
def test_values_within_1_percent(base, regrade, slug, factor, right):
    one = full_score(3)
    exact = one.activities[0].first / MILE if slug == "distance_match" else 26.8224 / one.activities[0].second

    def edit(raw):
        cells(raw, PACE if slug == "speed_match" else 1)[0]["effectiveValue"] = {"numberValue": exact * factor}

    one.edit = edit
    assert regrade(one).differing() == ({} if right else partly(FUZ, **{slug: 9}))


@pytest.mark.parametrize(("factor", "right"), [(1.0199, True), (1.0201, False)])
def test_last_total_within_2_percent(base, regrade, factor, right):
    one = full_score(3)
    one.edit = lambda raw: multiply(cells(raw, TOTAL)[-1], factor)
    assert regrade(one).differing() == ({} if right else failed(FUZ, "cumulative_data"))


@pytest.mark.parametrize(("wrong", "right"), [(6, True), (7, False)])
def test_four_points_of_five(base, regrade, wrong, right):
    """28 of 34 points are enough, 27 are not."""
    one = full_score(3)

    def edit(raw):
        for cell in cells(raw, TOTAL)[:wrong]:
            multiply(cell, 0.98)

    one.edit = edit
    assert regrade(one).differing() == ({} if right else failed(FUZ, "cumulative_data"))


@pytest.mark.parametrize(("left_out", "right"), [(6, True), (7, False)])
def test_nine_days_of_ten(base, regrade, left_out, right):
    """The activities fall on 31 days: 28 points are enough, 27 are not."""
    one = full_score(3)
    assert len({activity.when.date() for activity in one.activities}) == 31

    def edit(raw):
        spec = basic(raw["sheets"][0]["charts"][1])
        spec["headerCount"] = 0
        for data in (spec["domains"][0]["domain"], spec["series"][0]["series"]):
            data["sourceRange"]["sources"][0]["startRowIndex"] = 1 + left_out

    one.edit = edit
    assert regrade(one).differing() == ({} if right else failed(FUZ, "cumulative_data"))


@pytest.mark.parametrize(("value", "right"), [("3.9375", True), ("3.5625", True), ("3.94", False), ("3.56", False)])
def test_pages_within_5_percent_of_the_sheet(base, regrade, value, right):
    one = full_score(3)
    one.answer("klaebo_value", extracted(value, "min/mile", "On average"))
    assert regrade(one).differing() == ({} if right else failed(FUZ, "klaebo_content"))


@pytest.mark.parametrize(("value", "right"), [(3.6, True), (3.9, True), (3.59, False), (3.91, False)])
def test_range_of_a_baseline(base, regrade, value, right):
    one = full_score(3)
    one.answer("klaebo_value", extracted(f"{value}", "min/mile", "On average"))

    def edit(raw):
        for cell in cells(raw, 4):
            cell["effectiveValue"] = {"numberValue": value}

    one.edit = edit
    assert regrade(one).differing() == ({} if right else failed(FUZ, "klaebo_data"))


@pytest.mark.parametrize(("bars", "right"), [(0.96, True), (0.94, False)])
def test_bars_for_the_days(base, regrade, bars, right):
    """Bars of several days together hold all miles, but too few of them stand for the days."""
    one = full_score(4)

    def edit(raw):
        rows = raw["sheets"][1]["data"][0]["rowData"]
        filled = [row["values"] for row in rows[1:] if len(row.get("values", [])) > 7]
        dropped = filled[round(bars * len(filled)) :]
        gathered = sum(row[6]["effectiveValue"]["numberValue"] for row in dropped)
        filled[0][6]["effectiveValue"]["numberValue"] += gathered
        for row in dropped:
            row[6] = {}

    one.edit = edit
    assert regrade(one).differing() == ({} if right else failed(FUZ, "daily_walk_and_run"))
