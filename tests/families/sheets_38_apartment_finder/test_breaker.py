"""What a careful reader decides at once and the rules once got wrong, each with the other cases of its kind."""

from __future__ import annotations

import pytest
from familykit import failed, ungraded

from pytest_knows.judge import NoJudge

from .building import DET, FUZ, LLM, SPATIAL, Search, cell, full_score

WHITE = {"red": 1, "green": 1, "blue": 1}


def outcome(grade, search: Search, **given):
    return grade(search, **given).differing()


@pytest.mark.parametrize("typed", [False, True])
def test_values_that_one_formula_fills(grade, typed):
    """An array formula is live in all of its cells; numbers typed below a formula are not."""
    search = full_score()
    search.summary[1][1] = cell("=ARRAYFORMULA({AVERAGE(B2:B6);MIN(B2:B6);MAX(E2:E6);COUNTA(A2:A6)})")
    for row in search.summary[2:]:
        row[1] = cell(None)

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        for at, value in enumerate((1000, 900, 700, 5), 1):
            shown = rows[at]["values"][search.summary_at[1] + 1]
            shown |= {"effectiveValue": {"numberValue": value}, "formattedValue": str(value)}
            if at > 1 and typed:
                shown["userEnteredValue"] = {"numberValue": value}
            elif at > 1:
                shown.pop("userEnteredValue", None)

    search.edit = edit
    assert outcome(grade, search, judge=NoJudge()) == (failed(DET, "summary_formulas") if typed else {})


@pytest.mark.parametrize(("name", "passes"), [("Listings", True), ("listings", True), ("Summary", False)])
def test_a_table_by_its_name_alone(grade, name, passes):
    search = full_score()
    for row in search.summary[1:]:
        row[1] = cell(f"=ROWS({name})")
    assert outcome(grade, search, judge=NoJudge()) == ({} if passes else failed(DET, "summary_formulas"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Cats OK, dogs OK", {}),
        ("Cats and dogs allowed", {}),
        ("Dogs welcome", {}),
        ("Yes (no dogs)", {}),
        ("No cats or dogs", failed(DET, "listing_1_pets_match")),
        ("No pets", failed(DET, "listing_1_pets_match")),
        ("No dogs, cats OK", ungraded("listing_1_pets_match")),
        ("No dogs", ungraded("listing_1_pets_match")),
    ],
)
def test_cats_and_dogs(grade, value, expected):
    """A "no" in front does not say that no pet is allowed: where a cell says both, the judge reads it."""
    search = full_score()
    search.put(1, "pets", value)
    assert outcome(grade, search, judge=NoJudge()) == expected


@pytest.mark.parametrize("text", ["1 bed 1 bath", "5 minutes to downtown", "600 sq ft of light"])
def test_no_address_though_the_posting_says_it(grade, text):
    search = full_score()
    search.flats[0].body = "Lovely 1 bed 1 bath flat, 5 minutes to downtown, 600 sq ft of light."
    search.put(1, "address", text)
    search.answer("same_address", False)
    assert outcome(grade, search) == failed(LLM, "listing_1_address_match")


def test_an_address_in_the_text_of_the_posting(grade):
    """It may be more exact than what stands above the map."""
    search = full_score()
    search.flats[0].place, search.flats[0].body = "Downtown", "Come and see 42 Maple Street, Apt 3."
    search.put(1, "address", "42 Maple St, Salt Lake City")
    assert outcome(grade, search, judge=NoJudge()) == {}


@pytest.mark.parametrize(
    ("row", "lost"), [(0, ()), (1, ("data_visible", "no_overflow"))], ids=["a header", "what stands below"]
)
def test_white_on_white(grade, row, lost):
    """Nobody reads it; tables colour their headers behind the cells' own formats, and white is usual there."""
    search = full_score()
    value = search.listings[row][search.column("positive")]
    look = {"wrapStrategy": "WRAP", "textFormat": {"foregroundColor": WHITE}}
    search.put(row, "positive", {**value, "userEnteredFormat": look})
    assert outcome(grade, search, judge=NoJudge()) == failed(SPATIAL, *lost)


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        ("$900/mo", True),
        ("$900 monthly", True),
        ("$900 per week", False),
        ("$900/wk", False),
        ("$900 per person", False),
        ("$900 a night", False),
    ],
)
def test_a_rent_of_another_period(grade, value, passes):
    search = full_score()
    search.put(1, "price", value)
    assert outcome(grade, search, judge=NoJudge()) == ({} if passes else failed(FUZ, "listing_1_price_match"))


@pytest.mark.parametrize(("value", "passes"), [("One", True), ("one bedroom", True), ("Two", False), ("Many", False)])
def test_numbers_in_words(grade, value, passes):
    search = full_score()
    search.put(1, "beds", value)
    assert outcome(grade, search, judge=NoJudge()) == ({} if passes else failed(DET, "listing_1_beds_match"))
