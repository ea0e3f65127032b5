"""What a careful reader decides at once and the rules once got wrong, each with the other cases of its kind."""

from __future__ import annotations

import pytest

from .building import full_score

GREEN, YELLOW, ORANGE = "00FF00", "FFFF00", "FF9900"
FUZZY = "fuzzy_match"


@pytest.mark.parametrize(
    ("cost", "fill"),
    [
        ("$120 total ($30 per person)", YELLOW),
        ("$120 ($30 per person)", YELLOW),
        ("$30 per person ($120 total)", YELLOW),
        ("$30 per person, $120 for the family", YELLOW),
        ("$30 per person", YELLOW),
        ("$30 x 4 = $120", YELLOW),
        ("4 \u00d7 $30 = $120", YELLOW),
        ("$30 \u00d7 4", YELLOW),
        ("4 people x $60", ORANGE),
        ("$60 per person x 4", ORANGE),
        ("$120 for 4", YELLOW),
        ("$30 (4 people)", GREEN),
        ("$30 x 2", GREEN),
        ("$250, included in the $400 family pass", ORANGE),
        ("No cost", GREEN),
    ],
)
def test_amounts_of_which_one_is_the_total(quick, cost, fill):
    """The colour is right for what all four pay, and no other colour is."""
    for shown in (GREEN, YELLOW, ORANGE):
        lost = {} if shown == fill else {"cost_colour": ("failed", FUZZY, 9)}

        def change(plan, shown=shown):
            plan.stops[1].cost, plan.stops[1].fill = cost, shown

        assert quick(change) == lost


def test_a_total_under_a_header_that_says_per_person(differing):
    """ "$30 x 4 = $120" says what all pay, whatever the header says; the other amounts are each person's."""

    def change(plan):
        plan.headers["cost"] = "Cost (per person)"
        assert plan.stops[1].cost == "$120"
        plan.stops[1].cost = "$30 x 4 = $120"
        for stop in plan.stops[2:]:
            stop.cost, stop.fill = "$30", YELLOW

    assert full_score(1).stops[1].fill == YELLOW
    assert differing(change) == {}


@pytest.mark.parametrize("place", [0, 5, 15])
@pytest.mark.parametrize(
    "text",
    ["Note: all costs are for four people", "The best of the city", "* Reserve early", "The evening shows sell out"],
)
def test_a_note_is_no_stop(differing, place, text):
    """One text alone in a row, wherever it stands."""

    def change(plan):
        plan.insert(place, destination=text)

    assert differing(change) == {}


def test_a_stop_of_which_only_the_name_is_given(differing):
    """It is missed in every step on stops."""

    def change(plan):
        name = plan.stops[14].destination
        del plan.stops[14]
        plan.insert(14, destination=name)

    lost = differing(change)
    assert {slug: lost[slug][2] for slug in ("has_destination", "has_start", "dest_exists", "cost_ok", "alt_blue")} == {
        "has_destination": 9,
        "has_start": 9,
        "dest_exists": 9,
        "cost_ok": 9,
        "alt_blue": 9,
    }
