"""One change, and everything that it costs. The first six are the specification's."""

from __future__ import annotations

from itertools import pairwise

import pytest
from familykit import failed, lost, missing_dependency

from .building import MEALS, full_score, maps_link
from .outcomes import DAYS, DEP, DET, FACTS, FACTS_OF_SIGHTS, FUZ, LLM, STOPS, STR, one_of_3, one_of_15


def two_days(one):
    del one.stops[10:]


def swapped(one):
    one.stops[1:3] = one.stops[2], one.stops[1]


def wrong_colour(one):
    one.stops[3].fill = "FFFF00"


def repeated(one):
    one.stops[5].alternative = one.stops[4].destination


def other_site(one):
    one.stops[4].link = "https://www.tripadvisor.com/x"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (two_days, lost("failed", STR, *STOPS, *DAYS, points=6)),
        (lambda one: setattr(one, "frozen", 0), failed(DET, "frozen")),
        (swapped, one_of_3(STR, "meal_place") | one_of_15(DET, "start_ok", "depart_ok")),
        (wrong_colour, one_of_15(FUZ, "cost_colour")),
        (repeated, one_of_15(DET, "unique")),
        (other_site, one_of_15(DET, "maps_link", "review_ok")),
    ],
)
def test_mutations_of_the_specification(differing, change, expected):
    assert differing(change) == expected


def test_two_days_have_the_points_that_the_specification_says(grade):
    one = full_score(1)
    two_days(one)
    assert grade(one).points == 234


def blank(place, name):
    return lambda one: setattr(one.stops[place], name, None)


def written(place, name, text):
    return lambda one: setattr(one.stops[place], name, text)


def unknown(name, key):
    def change(one):
        one.world.unknown.add(name)
        one.answer(key, False, name)

    return change


def closed_on_tuesday(one):
    hours = [
        {"open": {"day": day, "time": "0900"}, "close": {"day": day, "time": "2130"}} for day in (0, 1, 3, 4, 5, 6)
    ]
    one.world.places["Zaytinya"] = {"periods": hours}


def not_food(one):
    one.answer("kind_of_place", False, one.stops[1].alternative)


def says_no(key):
    return lambda one: one.answer(key, False, one.stops[1].destination)


def far_apart(one):
    stop = one.stops[2]
    one.world.ways[one.world.id(stop.destination), one.world.id(stop.alternative)] = 31


def zigzag(one):
    """Each way of the day takes 20 minutes, the ways of another order of its sights 12."""
    hotel = "Hyatt Regency Washington on Capitol Hill"
    names = [hotel, *(stop.destination for stop in one.day(1)), hotel]
    for a, b in pairwise(names):
        one.world.ways[one.world.id(a), one.world.id(b)] = 20


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            blank(0, "destination"),
            one_of_15(DET, "has_destination", "dest_exists", "open_at_visit", *FACTS_OF_SIGHTS),
        ),
        (blank(0, "opening"), one_of_15(DET, "has_opening") | one_of_15(DEP, "hours_ok")),
        (blank(0, "start"), one_of_15(DET, "has_start", "open_at_visit", "alt_viable", "start_ok", "depart_ok")),
        (blank(0, "departure"), one_of_15(DET, "has_departure", "depart_ok")),
        (blank(0, "duration"), one_of_15(DET, "has_duration", "durations", "depart_ok")),
        (blank(0, "link"), one_of_15(DET, "maps_link") | one_of_15(DEP, "review_ok")),
        (blank(0, "mode"), one_of_15(DET, "has_mode") | one_of_15(DEP, "mode_ok")),
        (
            blank(1, "travel"),
            one_of_15(DET, "has_travel", "start_ok") | one_of_15(DEP, "travel_ok") | one_of_3(DET, "transit_limits"),
        ),
        (blank(0, "cost"), one_of_15(DET, "has_cost", "cost_colour") | one_of_15(DEP, "cost_ok")),
        (
            blank(0, "alternative"),
            one_of_15(DET, "has_alternative", "alt_exists", "alt_blue") | one_of_15(DEP, "alt_viable"),
        ),
        (
            blank(1, "cuisine"),
            lost("failed", DET, "has_cuisine", points=8) | lost("failed", DEP, "cuisine_ok", points=8),
        ),
        (unknown("Lincoln Memorial", "destination_exists"), one_of_15(LLM, "dest_exists")),
        (unknown("Other Garden Morning 2", "alternative_exists"), one_of_15(LLM, "alt_exists")),
        (closed_on_tuesday, one_of_15(DET, "open_at_visit", "hours_ok")),
        (written(0, "opening", "10:00 AM - 9:30 PM"), one_of_15(DET, "hours_ok")),
        (not_food, one_of_15(LLM, "alt_viable")),
        (far_apart, one_of_15(DET, "alt_viable")),
        (says_no("cost_accurate"), one_of_15(LLM, "cost_ok")),
        (says_no("mode_available"), lost("failed", LLM, "mode_ok", points=8)),
        (says_no("cuisine_accurate"), lost("failed", LLM, "cuisine_ok", points=8)),
        (written(1, "travel", "25 min"), one_of_15(FUZ, "travel_ok")),
        (lambda one: setattr(one.stops[0], "ink", "FF0000"), one_of_15(FUZ, "alt_blue")),
        (written(4, "duration", "5.5 hours"), one_of_15(DET, "durations", "depart_ok")),
        (zigzag, one_of_3(FUZ, "route_order")),
    ],
)
def test_one_change(quick, change, expected):
    assert quick(change) == expected


def renamed(name):
    def change(one):
        one.headers[name] = "Stars"
        one.answer("column_*", "NONE")
        for stop in one.stops:
            if stop.slot in MEALS:
                one.answer("kind_of_place", True, stop.destination)

    return change


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cuisine", failed(DET, "has_cuisine") | missing_dependency("cuisine_ok")),
        (
            "travel",
            failed(DET, "has_travel")
            | missing_dependency("travel_ok", "transit_limits", "day_transit")
            | lost("failed", DEP, "start_ok", points=2),
        ),
        ("date", failed(DET, "has_date") | failed(STR, *DAYS)),
        (
            "destination",
            failed(DET, "has_destination")
            | missing_dependency("dest_exists", "open_at_visit", *FACTS, "route_order", "day_transit"),
        ),
        (
            "slot",
            failed(DET, "has_slot")
            | missing_dependency("activities_per_day", "meals_per_day", "meal_place", "start_ok"),
        ),
    ],
)
def test_missing_column(differing, name, expected):
    assert differing(renamed(name)) == expected | lost("failed", LLM, "headers", points=9)


def test_wrong_place_behind_the_link(quick):
    """By its name, that the judge compares; by its coordinates, though the name is right."""

    def change(one):
        one.stops[0].link = maps_link("National Zoo", one.world.position)
        one.stops[1].link = maps_link(one.stops[1].destination, (38.95, -77.02))
        one.answer("review_place", False)

    assert quick(change) == lost("failed", LLM, "review_ok", points=8)
