"""The specification's mutations of the full-score search, each with everything that it costs."""

from __future__ import annotations

import pytest
from familykit import Results, failed, missing_dependency

from pytest_knows.judge import NoJudge

from .building import DET, FUZ, GREEN, RED, WEB, Search, cell, full_score, listing_steps, notice, scale


def m1(search: Search) -> dict:
    search.put(2, "price", 1060)
    return failed(FUZ, "listing_2_price_match")


def m2(search: Search) -> dict:
    search.pages[search.flats[2].url] = notice()
    return failed(DET, "listing_3_url_valid") | missing_dependency(*listing_steps(1, 3, but=("url_valid",)))


def m3(search: Search) -> dict:
    search.visited = ["https://saltlakecity.craigslist.org/", "https://saltlakecity.craigslist.org/search/apa"]
    return failed(WEB, "listings_visited")


def m4(search: Search) -> dict:
    search.scales[0] = scale(search.column("price"), RED, GREEN)
    return failed(DET, "scale_direction")


def m5(search: Search) -> dict:
    for row, value in zip(search.summary[1:], (1000, 900, 700, 5), strict=True):
        row[1] = cell(value)
    return failed(DET, "summary_formulas")


def m6(search: Search) -> dict:
    search.listings[5] = search.listings[1]
    return missing_dependency(*listing_steps(1, 5))


MUTATIONS = {m1: 53, m2: 47, m3: 53, m4: 53, m5: 53, m6: 47}


def of(grade, mutation) -> tuple[Results, dict]:
    search = full_score(1)
    expected = mutation(search)
    return grade(search, judge=NoJudge()), expected


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_mutation(grade, mutation):
    results, expected = of(grade, mutation)
    assert results.differing() == expected
    assert results.points == MUTATIONS[mutation]
