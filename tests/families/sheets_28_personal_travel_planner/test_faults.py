"""The faults of the reference grader: here, what is right."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from familykit import failed, lost, world_error

from .building import FIRST, dated, full_score, maps_link, number, patch, rates, rgb, styled
from .outcomes import DAYS, DEP, DET, FUZ, LLM, STOPS, STR, no_table, one_of_3, one_of_15

HOTEL = "Hyatt Regency Washington on Capitol Hill"


@pytest.mark.fault("sheets_28/1")
def test_one_day_instead_of_three(differing):
    def change(one):
        del one.stops[5:]

    assert differing(change) == lost("failed", STR, *STOPS, *DAYS, points=3)


@pytest.mark.fault("sheets_28/2")
def test_blank_cells_count(quick):
    """Only the first stop of each day has travel time, duration and cost."""

    def change(one):
        for place, stop in enumerate(one.stops):
            if place % 5:
                stop.travel = stop.duration = stop.cost = None

    assert quick(change) == (
        lost("failed", DET, "has_travel", "has_duration", "has_cost", points=2)
        | lost("failed", DEP, "travel_ok", "cost_ok", points=2)
        | lost("failed", DET, "cost_colour", "durations", "start_ok", "depart_ok", points=2)
        | failed(DET, "transit_limits")
        | failed(FUZ, "day_transit")
    )


@pytest.mark.fault("sheets_28/3")
def test_meals_in_the_wrong_places(differing):
    """A day whose lunch comes after the afternoon, and its dinner after the evening, times in order."""

    def change(one):
        times = [(stop.start, stop.departure, stop.duration) for stop in one.day(2)]
        order = [0, 2, 1, 4, 3]
        one.stops[5:10] = [one.stops[5 + place] for place in order]
        for stop, (start, departure, duration) in zip(one.day(2), times, strict=True):
            stop.start, stop.departure, stop.duration = start, departure, duration

    # an afternoon of 11:30, a dinner of 19:15 and an evening of 17:30 and so on: only the first is out of its window
    assert differing(change) == one_of_3(STR, "meal_place") | one_of_15(DET, "start_ok")


@pytest.mark.fault("sheets_28/4")
def test_headers_as_the_task_words_them(grade):
    results = grade(full_score(1))
    assert results.brief("headers") == ("passed", DET, 10)
    assert not [key for key in results.judge.asked if key.startswith("column")]


@pytest.mark.fault("sheets_28/5")
def test_a_column_of_days_before_the_dates(differing):
    def change(one):
        one.headers = {"day": "Day", **one.headers}
        for place, stop in enumerate(one.stops):
            stop.day = f"Day {place // 5 + 1}"

    assert differing(change) == {}


def day_titles(one):
    for day in (3, 2, 1):
        label = f"Day {day} - {FIRST[1] + datetime.timedelta(days=day - 1):%A, %B %d, %Y}"
        one.insert(5 * day - 5, date=label)


def blank_rows(one):
    for place in (10, 10, 5):
        one.insert(place)


def merged_dates(one):
    for day in range(3):
        for stop in one.day(day + 1)[1:]:
            stop.date = None
        area = {"sheetId": 0, "startRowIndex": 1 + 5 * day, "endRowIndex": 6 + 5 * day}
        area |= {"startColumnIndex": 0, "endColumnIndex": 1}
        one.more.append({"mergeCells": {"mergeType": "MERGE_ALL", "range": area}})


@pytest.mark.fault("sheets_28/6")
@pytest.mark.parametrize("change", [day_titles, blank_rows, merged_dates])
def test_rows_between_the_days(differing, change):
    assert differing(change) == {}


@pytest.mark.fault("sheets_28/6")
def test_days_named_in_titles_only(differing):
    """They set the date of what follows, but the cells of the dates are blank."""

    def change(one):
        for stop in one.stops:
            stop.date = None
        day_titles(one)

    assert differing(change) == failed(DET, "has_date")


@pytest.mark.fault("sheets_28/own-11")
def test_days_titled_without_a_date(differing):
    """What follows "Day 2" is not on the first day: five stops belong to no day. That the next day has its date in its
    cells again is no trouble."""

    def change(one):
        for stop in one.day(2):
            stop.date = None
        one.insert(5, date="Day 2")

    assert differing(change) == lost("failed", DET, "has_date", points=6) | lost("failed", STR, *DAYS, points=6)


@pytest.mark.fault("sheets_28/7")
def test_header_below_a_title_and_notes(differing):
    def change(one):
        notes = ["Prices and times were looked up in March, please check them again", "Hotel: " + HOTEL, "Party of 4"]
        one.above = [["Our trip to Washington"], notes * 4, []]
        one.frozen = 4

    assert differing(change) == {}


@pytest.mark.fault("sheets_28/8")
def test_the_slot_says_what_is_a_meal(grade):
    one = full_score(1)
    for stop, name in zip(one.stops[4::5], ("Blues Alley Jazz Bar", "Union Market", "Dinner Cruise"), strict=True):
        stop.destination, stop.link = name, maps_link(name, one.world.position)
        one.answer("kind_of_place", "nobody asks", name)
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_28/8")
def test_two_mornings(quick):
    def change(one):
        one.stops[2].slot = "Morning"

    assert quick(change) == (
        one_of_3(DET, "activities_per_day") | one_of_3(STR, "meal_place") | one_of_15(DET, "start_ok")
    )


@pytest.mark.fault("sheets_28/9")
def test_open_on_another_weekday_only(quick):
    """The first day is a Tuesday; on Mondays the place is open."""

    def change(one):
        monday = [{"open": {"day": 1, "time": "0900"}, "close": {"day": 1, "time": "2130"}}]
        one.world.places["Zaytinya"] = {"periods": monday}

    assert quick(change) == one_of_15(DET, "open_at_visit", "hours_ok")


@pytest.mark.fault("sheets_28/9")
@pytest.mark.parametrize(
    ("stated", "right"), [("2 PM", False), ("9:15 AM", True), ("9:16 AM", False), ("09:00-21:45", True)]
)
def test_stated_hours_are_the_times_when_it_opens_and_closes(quick, stated, right):
    assert quick(lambda one: setattr(one.stops[0], "opening", stated)) == ({} if right else one_of_15(DET, "hours_ok"))


@pytest.mark.fault("sheets_28/10")
@pytest.mark.fault("sheets_28/own-4")
def test_short_links(grade):
    """They count as what they lead to; one that was not resolved is the world's fault, a dead one the agent's."""
    one = full_score(1)
    short = [f"https://maps.app.goo.gl/{name}" for name in ("one", "two", "three", "four")]
    consent = "https://consent.google.com/m?continue=https://www.google.com/maps/place/Mitsitam%2BCafe/"
    one.pages[short[0]] = {"body": "Maps", "final_url": one.stops[0].link}
    one.pages[short[1]] = {"body": "Before you continue", "final_url": consent}
    for stop, link in zip(one.stops, short[:2], strict=False):
        stop.link = link
    assert grade(one).differing() == {}
    one.stops[2].link = short[2]
    one.pages[short[2]] = {"error": "timeout: no answer"}
    assert grade(one).differing() == lost("error", "execution_error", "review_ok", points=9)
    one.stops[3].link = short[3]
    one.pages[short[3]] = 404
    assert grade(one).differing() == lost("failed", DET, "review_ok", points=8)


@pytest.mark.fault("sheets_28/10")
def test_documented_search_links_are_compared(quick):
    def change(one):
        search = "https://www.google.com/maps/search/?api=1&query="
        one.stops[0].link = search + "National+Air+%26+Space+Museum"
        one.stops[1].link = search + "Some+Other+Cafe"
        one.stops[2].link = search + "gallery&query_place_id=id%20of%20National%20Gallery%20of%20Art"
        one.answer("review_place", False)

    assert quick(change) == one_of_15(LLM, "review_ok")


@pytest.mark.fault("sheets_28/10")
@pytest.mark.parametrize(
    "link",
    ["https://x.com/?u=google.com/maps", "https://www.google.com/search?q=maps", "https://mymaps.example/maps/place/X"],
)
def test_links_elsewhere(quick, link):
    assert quick(lambda one: setattr(one.stops[0], "link", link)) == one_of_15(DET, "maps_link", "review_ok")


@pytest.mark.fault("sheets_28/11")
def test_cities_with_a_word_of_the_name(quick):
    """Neither is in Mexico City, the second not even in Mexico."""

    def change(one):
        elsewhere = {"address": "Quintana Roo, Mexico", "position": (21.16, -86.85)}
        one.world.places[one.stops[0].destination] = elsewhere
        one.world.places[one.stops[2].alternative] = {"address": "Kansas City, MO, USA", "position": (39.1, -94.58)}
        one.stops[0].link = maps_link(one.stops[0].destination, (21.16, -86.85))

    found = quick(change, 3)
    assert found == (
        lost("failed", DET, "dest_exists", "alt_exists", points=9) | lost("failed", DET, "route_order", points=8)
    )


@pytest.mark.fault("sheets_28/12")
@pytest.mark.parametrize(
    ("cost", "fill"),
    [
        ("EGP 1,200", "00FF00"),
        ("MXN 3,000", "FFFF00"),
        ("$25 per person", "FFFF00"),
        ("$24 pp", "00FF00"),
        ("€250", "FF9900"),
        ("$60 each", "FF9900"),
        ("€170", "FF9900"),  # 198.9 dollars: within 15 % of a limit either colour will do
        ("€170", "FFFF00"),
    ],
)
def test_currencies_and_amounts_per_person(quick, cost, fill):
    def change(one):
        one.stops[0].cost, one.stops[0].fill = cost, fill

    assert quick(change) == {}


@pytest.mark.fault("sheets_28/12")
def test_exchange_rates_come_from_the_dated_snapshot(regrade):
    one = full_score(1)
    one.stops[0].cost, one.stops[0].fill = "€250", "FF9900"
    one.edit = patch(full_score(1), one)
    assert regrade(one, quotes=None).differing() == lost("ungraded", "not_graded", "cost_colour", points=9)
    for lacking in (rates(EUR=None), rates(datetime.date(2025, 1, 1))):
        assert regrade(one, quotes=lacking).differing() == lost("error", "execution_error", "cost_colour", points=9)
    assert regrade(one, quotes=rates(EUR=0.1)).differing() == lost("failed", "fuzzy_match", "cost_colour", points=9)
    assert regrade(full_score(1), quotes=None).differing() == {}, "dollars need no rate"


@pytest.mark.fault("sheets_28/13")
@pytest.mark.parametrize(
    ("cost", "fill"),
    [
        ("$120", "FFE599"),
        ("$120", "FFF2CC"),
        ("$250", "F9CB9C"),
        ("$250", "FCE5CD"),
        ("$250", "FFC000"),
        ("$120", "FBBC04"),
        ("$0", "B6D7A8"),
        ("$0", "D9EAD3"),
        ("$0", "6AA84F"),
    ],
)
def test_shades_of_the_palette(quick, cost, fill):
    def change(one):
        one.stops[0].cost, one.stops[0].fill = cost, fill

    assert quick(change) == {}


@pytest.mark.fault("sheets_28/13")
def test_conditional_colours_by_formula(differing):
    def change(one):
        for stop in one.stops:
            stop.fill, stop.cost = None, number(float(stop.cost[1:]), "CURRENCY", "$#,##0")
        area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 16, "startColumnIndex": 11, "endColumnIndex": 12}
        for formula, colour in (("=L2>200", "FF9900"), ("=L2>=100", "FFFF00"), ("=L2<100", "00FF00")):
            condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": formula}]}
            rule = {"condition": condition, "format": styled({}, backgroundColor=rgb(colour))["userEnteredFormat"]}
            rule = {"ranges": [area], "booleanRule": rule}
            one.more.append({"addConditionalFormatRule": {"rule": rule, "index": len(one.more)}})

    assert differing(change) == {}


@pytest.mark.fault("sheets_28/14")
def test_departures_in_the_city_s_own_time(quick):
    """Lunch is reached from the morning's sight at 11:00 in Cairo. One way of a day may be off."""

    def change(one):
        leaving = datetime.datetime(2026, 7, 3, 11, tzinfo=ZoneInfo("Africa/Cairo"))
        one.world.timed[str(int(leaving.timestamp()))] = 40

    assert quick(change, 2) == lost("failed", FUZ, "travel_ok", points=9)


@pytest.mark.fault("sheets_28/14")
def test_a_past_day_is_asked_for_at_its_weekday_to_come(grade):
    """The service knows no past: of a Tuesday in May, the Tuesday after the episode's date."""
    one = full_score(1)
    one.today = datetime.date(2026, 5, 30)
    leaving = datetime.datetime(2026, 6, 2, 11, tzinfo=ZoneInfo("America/New_York"))
    one.world.timed[str(int(leaving.timestamp()))] = 40
    assert grade(one).differing() == one_of_15(FUZ, "travel_ok")


@pytest.mark.fault("sheets_28/15")
@pytest.mark.parametrize("status", ["", "REQUEST_DENIED", "OVER_QUERY_LIMIT"])
def test_without_google_maps(grade, status):
    """No key, a wrong one, or a quota: the judge decides, but for the ways by weekday."""
    one = full_score(1)
    one.world.status = dict.fromkeys(("findplacefromtext", "details", "directions", "distancematrix"), status)
    results = grade(one)
    assert results.differing() == world_error("day_transit")
    assert {"destination_exists", "open_at_visit", "travel_time", "route_order", "alternative_viable"} <= set(
        results.judge.asked
    )
    assert results.brief("route_order") == ("passed", LLM, 10)


@pytest.mark.fault("sheets_28/16")
@pytest.mark.parametrize("form", ["{:%A}, {:%B} {}", "{:%a} {:%b} {}", "{0:%B} {2}"])
def test_days_without_a_year(grade, form):
    """The coming one that fits: 2026, also by the weekday."""
    one = full_score(1)
    for place, stop in enumerate(one.stops):
        day = FIRST[1] + datetime.timedelta(days=place // 5)
        stop.date = form.format(day, day, day.day)
    closed = {"open": {"day": 0, "time": "0900"}, "close": {"day": 0, "time": "2130"}}
    one.world.places["Zaytinya"] = {
        "periods": [{**closed, "open": {"day": 2, "time": "0900"}, "close": {"day": 2, "time": "2130"}}]
    }
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_28/17")
@pytest.mark.parametrize(
    "form",
    [
        "{0.day}-{0:%b}-{0.year}",
        "{0:%B} {0.day}th, {0.year}",
        "{0.day}.{0:%m}.{0.year}",
        "Day {1} - {0:%B} {0.day}, {0.year}",
        "{0:%B} {0.day}, {0.year} - Weekday",
        "{0.day} {0:%B} {0.year} (Weekday)",
        "{0:%Y-%m-%d}",
        "{0.month}/{0.day}/{0:%y}",
    ],
)
def test_forms_of_dates(regrade, form):
    one = full_score(1)

    def edit(raw):
        for place, row in enumerate(raw["sheets"][0]["data"][0]["rowData"][1:16]):
            day = FIRST[1] + datetime.timedelta(days=place // 5)
            text = form.format(day, place // 5 + 1)
            row["values"][0] = {"formattedValue": text, "effectiveValue": {"stringValue": text}}

    one.edit = edit
    assert regrade(one).differing() == {}


@pytest.mark.fault("sheets_28/18")
def test_ninety_minutes_are_not_under_ninety(quick):
    def change(one):
        for stop in one.day(1):
            stop.travel = "15 min"
        one.world.ways[one.world.id("Lincoln Memorial"), one.world.id(HOTEL)] = 15

    assert quick(change) == one_of_3(DET, "transit_limits")


@pytest.mark.fault("sheets_28/18")
def test_month_and_kind_of_day_are_not_scored(differing):
    """A Saturday to Monday in June."""

    def change(one):
        for place, stop in enumerate(one.stops):
            stop.date = dated(datetime.date(2026, 6, 20) + datetime.timedelta(days=place // 5))

    assert differing(change) == {}


@pytest.mark.fault("sheets_28/19")
def test_meals_keep_their_places(quick):
    """The way would be much shorter with lunch at its end."""

    def change(one):
        names = [HOTEL, *(stop.destination for stop in one.day(1))]
        for a in names:
            for b in names:
                one.world.ways[one.world.id(a), one.world.id(b)] = 20
        morning, lunch, afternoon, _, evening = names[1:]
        for a, b in ((morning, afternoon), (evening, lunch)):
            one.world.ways[one.world.id(a), one.world.id(b)] = 1

    assert quick(change) == {}


@pytest.mark.fault("sheets_28/20")
def test_groups_of_the_judge_that_overlap(quick):
    """Four names of one place in two groups cost three names of thirty."""

    def change(one):
        names = [stop.alternative for stop in one.stops[:4]]
        one.answer("same_places", {"groups": [names[:3], [*names[1:], "not in the list"]]})

    assert quick(change) == one_of_15(LLM, "unique")


@pytest.mark.fault("sheets_28/20")
@pytest.mark.parametrize(
    "form", ["Backup: {} if rainy", "Alt: {}", "or {}", "{} (indoors)", "Food: {}", "Old Town Tours: {}"]
)
def test_alternatives_are_cleaned_before_they_are_looked_up(grade, form):
    one = full_score(1)
    name = one.stops[0].alternative
    one.stops[0].alternative = form.format(name)
    one.world.unknown.add(form.format(name))
    one.answer("alternative_exists", False)
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_28/21")
def test_purple_and_partly_red(differing):
    def change(one):
        one.stops[0].ink = "8000FF"
        red = {"foregroundColor": {"red": 1}}
        text = one.stops[1].alternative
        one.stops[1].alternative = {
            "userEnteredValue": {"stringValue": text},
            "textFormatRuns": [{"startIndex": 6, "format": red}],
        }

    assert differing(change) == lost("failed", FUZ, "alt_blue", points=8)


@pytest.mark.fault("sheets_28/22")
def test_answers_have_a_type(grade):
    """ "Not sure, yes or no" is no answer: an error of that stop, not a yes."""
    one = full_score(1)
    one.answer("cost_accurate", "not sure, yes or no", "Zaytinya")
    assert grade(one).differing() == lost("error", "execution_error", "cost_ok", points=9)


@pytest.mark.fault("sheets_28/23")
def test_blank_sheet(grade):
    one = full_score(1)
    one.stops, one.headers = [], {}
    assert grade(one).differing() == no_table()


@pytest.mark.fault("sheets_28/23")
def test_no_dates_at_all(quick):
    """The agent's failure. Which hours are a day's is not known then: those of any weekday will do."""

    def change(one):
        for stop in one.stops:
            stop.date = None

    assert quick(change) == failed(DET, "has_date") | failed(STR, *DAYS)


@pytest.mark.fault("sheets_28/24")
@pytest.mark.parametrize(("minutes", "right"), [(10, True), (31, False)])
def test_ways_back_to_the_hotel(differing, minutes, right):
    def change(one):
        back = {"date": one.stops[4].date, "travel": f"{minutes} min", "mode": "Metro"}
        one.insert(5, **back, destination="Return to hotel")
        one.insert(0, date=one.stops[0].date, destination=HOTEL)

    assert differing(change) == ({} if right else one_of_3(DET, "transit_limits"))


@pytest.mark.fault("sheets_28/25")
def test_one_way_a_day_may_be_off(quick):
    """Half to one and a half of the true time are realistic; of a day's ways one may be farther off."""

    def change(one):
        one.stops[1].travel = "18 min"
        one.stops[2].travel = "19 min"
        one.stops[6].travel = one.stops[7].travel = "5 min"

    assert quick(change) == lost("failed", FUZ, "travel_ok", points=8) | one_of_3(FUZ, "day_transit")
