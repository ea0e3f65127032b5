"""What must change nothing: the order of columns, the place of the table, titles, other tabs, formats, formulas.

Tried on a plan that deserves full points, and on one with faults of many kinds.
"""

from __future__ import annotations

import pytest

from .building import Itinerary, full_score, number


def faulty() -> Itinerary:
    one = full_score(1)
    one.stops[3].fill = "FFFF00"
    one.stops[4].link = "https://www.tripadvisor.com/x"
    one.stops[5].ink = "FF0000"
    one.stops[6].travel = None
    one.stops[7].duration = "6 hours"
    one.stops[8].alternative = one.stops[3].alternative
    one.stops[9].slot = "Morning"
    one.stops[10].opening = "7 AM"
    return one


def permuted(one: Itinerary) -> None:
    names = list(one.headers)
    one.headers = {name: one.headers[name] for name in (*names[7:], *names[:7])}


def moved(one: Itinerary) -> None:
    one.above = [["Trip"], [], ["All times are local"]]
    one.frozen += 3


def other_tabs(one: Itinerary) -> None:
    one.tabs["Packing"] = [["Item", "Place", "Cost"], ["Umbrella", "Bag", "$9"]]
    one.tabs["Empty"] = []


def other_formats(one: Itinerary) -> None:
    for stop in one.stops:
        stop.cost = number(float(stop.cost[1:]), "NUMBER", "0.00")
        stop.date = {**stop.date, "userEnteredFormat": {"numberFormat": {"type": "DATE", "pattern": "dd/mm/yy"}}}
    one.more.append({"updateSpreadsheetProperties": {"properties": {"locale": "fr_FR"}, "fields": "locale"}})


def formulas(one: Itinerary) -> None:
    for stop in one.stops:
        for name in ("slot", "destination", "mode", "start", "cost"):
            setattr(stop, name, f'="{getattr(stop, name)}"')


def a_column_more(one: Itinerary) -> None:
    one.headers = {"day": "Notes", **one.headers}
    for stop in one.stops:
        stop.day = "Bring the tickets"


@pytest.fixture(scope="module")
def unchanged(grade):
    return {make: grade(make()).differing() for make in (faulty,)} | {_right: {}}


def _right() -> Itinerary:
    return full_score(1)


@pytest.mark.parametrize("change", [permuted, moved, other_tabs, other_formats, formulas, a_column_more])
@pytest.mark.parametrize("make", [_right, faulty])
def test_outcomes_stay(grade, unchanged, make, change):
    one = make()
    change(one)
    assert grade(one).differing() == unchanged[make]


def test_the_faulty_one_is_faulty(unchanged):
    assert set(unchanged[faulty]) == {
        *("cost_colour", "maps_link", "review_ok", "alt_blue", "has_travel", "travel_ok", "transit_limits"),
        *("durations", "depart_ok", "unique", "activities_per_day", "meal_place", "start_ok", "hours_ok"),
    }
