"""Odd but legitimate plans, and what is right for them."""

from __future__ import annotations

import datetime

import pytest
from familykit import lost

from .building import (
    ALWAYS,
    FIRST,
    HEADERS,
    MEALS,
    daily,
    full_score,
    maps_link,
    minutes_of,
    moment,
    number,
)
from .outcomes import DET, FUZ, LLM, STR, one_of_3, one_of_15


def test_times_and_durations_as_numbers(differing):
    """What somebody types into Sheets becomes numbers with formats of time and duration."""

    def change(one):
        for stop in one.stops:
            length = (minutes_of(stop.departure) - minutes_of(stop.start)) / 1440
            stop.start, stop.departure = moment(stop.start), moment(stop.departure)
            stop.duration = number(length, "TIME", "[h]:mm")
            stop.travel = number(12 / 1440, "TIME", "h:mm")
            stop.opening = moment("9:00 AM")
            stop.cost = number(float(stop.cost[1:]), "CURRENCY", "$#,##0")

    assert differing(change) == {}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("start", ["9am", "09.00", "09:00", "9:00 a.m."]),
        ("duration", ["2", "120", "120 min", "1.5 - 2.5 hours", "2:00", "2 hrs", "about 2 hours"]),
        ("travel", ["12", "10-14 minutes", "0:12", "~12 mins by metro", "0.2 h"]),
        ("opening", ["09:00–21:30", "9 AM to 9:30 PM", "9:00 - 9:30 pm", "9:10 AM - 9:20 PM"]),
        ("mode", ["Walk + Metro", "subway / walking", "Bus", "Public transportation", "Metrobús"]),
    ],
)
def test_ways_to_write_the_same(quick, name, texts):
    """A duration without a unit is in hours as far as a day's stops go, else in minutes; travel times are in minutes.
    A longer walk that belongs to a ride is no other mode."""

    for text in texts:
        assert quick(lambda one, text=text: setattr(one.stops[0], name, text)) == {}, text


@pytest.mark.fault("sheets_28/own-7")
def test_hours_that_the_header_states(differing):
    def change(one):
        one.headers["duration"], one.headers["travel"] = "Duration (min)", "Travel Time (hours)"
        for stop in one.stops:
            stop.duration, stop.travel = minutes_of(stop.departure) - minutes_of(stop.start), 0.2

    assert differing(change) == {}


@pytest.mark.fault("sheets_28/own-7")
def test_cost_per_person_in_the_header(differing):
    def change(one):
        one.headers["cost"] = "Cost (per person)"
        for stop in one.stops:
            stop.cost = {"$0": "free", "$120": "$30", "$250": "$62.50"}[stop.cost]

    assert differing(change) == {}


@pytest.mark.parametrize(("fill", "right"), [("00FF00", True), ("FFFF00", True), ("FF9900", False)])
def test_range_of_costs(quick, fill, right):
    """$80 to $140: by its low end, or by its middle."""

    def change(one):
        one.stops[0].cost, one.stops[0].fill = "$80 - $140", fill

    assert quick(change) == ({} if right else one_of_15(FUZ, "cost_colour"))


@pytest.mark.parametrize("cost", ["Free", "Included in the pass", "Free admission", "no charge", "$0.00"])
def test_free(quick, cost):
    assert quick(lambda one: setattr(one.stops[0], "cost", cost)) == {}


def test_after_midnight(quick):
    """A late evening ends on the next day; the place is open from 8 PM to 2 AM."""

    def change(one):
        late = one.stops[4]
        late.start, late.departure, late.duration, late.opening = "10:00 PM", "12:30 AM", "2.5 hours", "8 PM - 2 AM"
        periods = daily("2000", "0200")
        one.world.places[late.destination] = {"periods": periods}
        one.world.places[late.alternative] = {"periods": periods}

    assert quick(change) == {}


def test_always_open(quick):
    """24 hours is what it says; hours within them are not."""

    def change(one):
        for stop in one.stops[:2]:
            one.world.places[stop.destination] = {"periods": ALWAYS}
        one.stops[0].opening = "Open 24 hours"

    assert quick(change) == one_of_15(DET, "hours_ok")


@pytest.mark.fault("sheets_28/own-6")
def test_hours_of_each_weekday(quick):
    """No rule reads them; the judge sees them beside the real ones."""

    def change(one):
        one.stops[0].opening = "Mon-Fri 9:00-21:30, Sat/Sun 10:00-18:00"
        one.answer("hours_accurate", False, "10:00-18:00")

    assert quick(change) == one_of_15(LLM, "hours_ok")


@pytest.mark.fault("sheets_28/own-2")
def test_two_places_in_one_cell(quick):
    """ "A and B" is looked up as a whole, then by its first part; a link to either fits. A name that only looks like
    two ("Air and Space") is one place."""

    def change(one):
        both = one.stops[2]
        both.destination, both.link = (
            "Botanic Garden & Capitol Visitor Center",
            maps_link("Botanic Garden", (38.89, -77.02)),
        )
        one.world.unknown.add(both.destination)
        one.answer("destination_exists", False)
        one.answer("review_place", False)

    assert quick(change) == {}


def test_names_in_other_spellings(quick):
    """Without accents, with another article, with the city's name, and in Arabic."""

    def change(one):
        names = ["Bahia Palace", "Cafe des Épices", "Le Jardin Secret Marrakech", "مطعم الفن", "Koutoubia"]
        known = ["Bahia  Pálace", "Café des Epices", "Le Jardin Secret", "مطعم الفن", "The Koutoubia"]
        for stop, name, other in zip(one.stops, names, known, strict=False):
            stop.destination, stop.link = name, maps_link(other, one.world.position)
            one.world.places[name] = {"name": other}
        one.answer("destination_exists", False)

    # the link of the third states another name than the cell: that is for the judge, who says yes
    assert quick(change, 5) == {}


@pytest.mark.fault("sheets_28/own-3")
def test_a_search_that_only_finds_the_city(quick):
    """Cairo is no place within Cairo, though its name is part of the one looked for."""

    def change(one):
        one.stops[0].destination = "Cairo Hanging Gardens"
        one.world.places["Cairo Hanging Gardens"] = {"name": "Cairo", "address": "Cairo, Egypt"}
        one.answer("destination_exists", False)

    assert quick(change, 2) == lost("failed", LLM, "dest_exists", points=9)


@pytest.mark.parametrize(
    ("position", "expected"), [((39.3, -77.0), "judge"), ((38.6, -77.0), {}), ((40.0, -77.0), DET)]
)
def test_outskirts(quick, position, expected):
    """34 km from the centre are in the city; 43 km are for the judge; 121 km are not."""

    def change(one):
        first = one.stops[0]
        one.world.places[first.destination] = {"address": "Some road, Maryland", "position": position}
        first.link = maps_link(first.destination, position)
        one.answer("in_metropolis", False)

    way = {"judge": LLM, DET: DET}.get(expected) if expected else None
    lost_then = one_of_15(way, "dest_exists") | one_of_3(way, "route_order")
    assert quick(change) == (lost_then if expected else {})


def test_taxis_in_traffic(quick):
    """The service's time in traffic counts, not the one on empty roads (10 minutes there)."""

    def change(one):
        one.stops[1].mode, one.stops[1].travel = "Taxi", "25 min"
        one.world.ways[one.world.id(one.stops[0].destination), one.world.id(one.stops[1].destination)] = 24

    assert quick(change) == {}


@pytest.mark.fault("sheets_28/own-8")
def test_headers_repeated_for_each_day_and_sums(differing):
    def change(one):
        for place in (10, 5):
            one.insert(place, **HEADERS)
            one.insert(place, destination="Total", cost="$370")

    assert differing(change) == {}


def test_formal_columns_in_another_order_on_the_second_tab(differing):
    """The plan is where most of the headers are; a list of hotels and an overview stand on other tabs."""

    def change(one):
        one.headers = dict(reversed(one.headers.items()))
        one.tabs["Overview"] = [["Day", "Cost", "Place"], ["1", "$370", "Mall"]]

    assert differing(change) == {}


def test_links_behind_words(differing):
    """A HYPERLINK formula, and a link of a part of the text."""

    def change(one):
        first, second = one.stops[:2]
        first.link = f'=HYPERLINK("{first.link}", "Reviews")'
        run = {"startIndex": 0, "format": {"link": {"uri": second.link}}}
        second.link = {"userEnteredValue": {"stringValue": "Reviews"}, "textFormatRuns": [run]}

    assert differing(change) == {}


def test_a_slot_that_nobody_knows(quick):
    """Brunch is no slot: the judge says what it is, a day lacks its lunch, and it has no window to start in."""

    def change(one):
        one.stops[1].slot = "Brunch"
        one.answer("kind_of_place", True, one.stops[1].destination)

    assert quick(change) == (one_of_3(DET, "meals_per_day") | one_of_3(STR, "meal_place") | one_of_15(DET, "start_ok"))


def test_a_sixth_stop(differing):
    """The steps over stops count it; the day has four activities."""

    def change(one):
        extra = full_score(2).stops[24]
        extra.date = one.stops[4].date
        extra.link = maps_link(extra.destination, one.world.position)
        extra.start, extra.departure, extra.duration = "9:15 PM", "9:30 PM", "30 min"
        one.stops.insert(5, extra)

    # 9 * 12 + 12 minutes stay under the limit
    assert differing(change) == one_of_3(DET, "activities_per_day")


def test_judge_reads_what_no_rule_can(quick):
    def change(one):
        one.stops[0].travel, one.stops[0].start = "a quarter of an hour", "nine sharp"
        one.stops[1].travel, one.stops[1].cost = "no idea", "a little"
        one.answer("reading_travel", {"value": 15}, "quarter")
        one.answer("reading_travel", {"value": None}, "no idea")
        one.answer("reading_start", {"value": 540})
        one.answer("reading_cost", {"value": None})

    assert quick(change) == (one_of_15(DET, "travel_ok", "cost_colour", "start_ok") | one_of_3(DET, "transit_limits"))


def test_dates_without_day_order(quick):
    """3/7/2026 is in July, the month of the trip."""

    def change(one):
        for place, stop in enumerate(one.stops):
            day = FIRST[2] + datetime.timedelta(days=place // 5)
            stop.date = f"{day.day}/{day.month}/{day.year}"

    assert quick(change, 2) == {}


def test_slots_are_found_within_the_text(quick):
    def change(one):
        for stop in one.stops:
            stop.slot = f"{stop.slot} ({'before the evening' if stop.slot in MEALS else 'sight'})"

    assert quick(change) == {}


def test_the_same_place_in_two_spellings(quick):
    """Written alike but for accents and case is alike; what the judge adds counts too."""

    def change(one):
        one.stops[5].alternative = "OTHER GÁRDEN MORNING 1"
        names = [one.stops[7].alternative, one.stops[9].alternative]
        one.answer("same_places", {"groups": [names]})

    assert quick(change) == one_of_15(LLM, "unique")


def test_a_late_lunch(quick):
    """It starts a minute after its window, ends after the next stop has begun, and is shorter than stated."""

    def change(one):
        one.stops[1].start, one.stops[1].departure = "2:01 PM", "2:20 PM"

    assert quick(change) == lost("failed", DET, "start_ok", points=8) | one_of_15(DET, "depart_ok")


def test_ends_of_what_is_allowed(differing):
    """Half an hour for a meal, typed as 0:30; 25 minutes for a way of 17; a start five minutes before
    one can be there."""

    def change(one):
        lunch, afternoon = one.stops[1:3]
        lunch.duration, lunch.departure = number(30 / 1440, "TIME", "h:mm"), "12:30 PM"
        afternoon.travel, afternoon.start = number(25 / 1440, "TIME", "h:mm"), "12:50 PM"
        afternoon.duration = number(5 / 24 / 2, "TIME", "[h]:mm")
        one.world.ways[one.world.id(lunch.destination), one.world.id(afternoon.destination)] = 17

    assert differing(change) == {}
