"""A trip to a city, day by day: sights and meals with their times, ways, costs, links and alternatives."""

from pytest_knows.checks import tables
from pytest_knows.checks.colour import is_called
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.rubric import decided_by, fail, located, proportion, step
from pytest_knows.scoring import Mechanism

from . import hours, links, maps
from .duplicates import asked_groups, equal_groups, surplus
from .items import DEPENDENT, DET, each, each_place, read, written
from .places import Atlas
from .plan import ACTIVITIES, ACTIVITY, FOOD, MEALS, WordColumns, find_plan, read_trip
from .questions import Asking
from .readings import Rates, Reader, bands, quoted  # noqa: F401 - `quoted` is a hook
from .routes import Router, near
from .schedule import (
    check_departure,
    check_limits,
    check_meals_between,
    check_order,
    check_start,
    check_transit,
    one_of_each,
)
from .visits import check_open, check_target, check_viable, in_city, weekday_of

STRUCTURAL, FUZZY = Mechanism.STRUCTURAL, Mechanism.FUZZY_MATCH
NO_TABLE = "no tab has a row of headers"

# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a table")
def plan(sheet, wanted, facts):
    return find_plan(sheet, wanted, facts.month)


@located
def columns(plan, wanted, judge):
    return tables.Columns(plan.headers, wanted, judge, found=plan.named)


@located
def trip(plan, columns, facts, judge, today):
    return read_trip(plan, columns, Reader(facts, judge), facts, today)


@located
def atlas(facts, pages):
    return Atlas(maps.Maps(pages), facts.city, facts.address_words, facts.centre)


@located
def router(atlas, facts, today):
    return Router(atlas, facts, today)


@located
def records(trip):
    return trip.records


@located
def days(trip):
    return trip.days


@located
def meals(records):
    """Raises if only a judge could tell whether a stop is one."""
    return tuple(record for record in records if record.kind == FOOD)


@located
def expected(facts):
    """Stops of the whole trip."""
    return facts.days * facts.records_a_day


@located
def asking(judge, facts):
    return Asking(judge, facts)


def evidence(plan, columns, facts, judge, today, atlas, router):
    trip = read_trip(plan, WordColumns(columns=columns), Reader(facts, judge), facts, today)
    for name in (router.hotel, *(name for stop in trip.records for name in (stop.name, stop.alternative) if name)):
        yield from atlas.requests(name)
    yield from router.requests(trip)


# -- 1: structure ------------------------------------------------------------------------------------------------------


@step(points=10, category="structural_check", needs=["judge"], title="All 13 headers")
def headers(columns: object | None, facts):
    if columns is None:
        fail(NO_TABLE, STRUCTURAL)

    def present(name):
        decided_by(Mechanism.LLM_VLM_JUDGEMENT if columns.asked(name) else DET)
        return columns.find(name) is not None

    return each(tuple(facts.columns), present, name=str)


@step(points=10, category="formatting_check", title="Header row frozen")
def frozen(plan: object | None):
    if plan is None:
        fail(NO_TABLE, STRUCTURAL)
    assert plan.tab.frozen_rows > plan.row, f"{plan.tab.frozen_rows} rows are frozen, the header is row {plan.row + 1}"


@step(points=10, category="structural_check", needs=["judge"], title="Three activities a day")
def activities_per_day(trip: object | None, facts):
    if trip is None:
        fail(NO_TABLE, STRUCTURAL)
    return each(trip.days, lambda day: one_of_each(day, ACTIVITIES, ACTIVITY), facts.days)


@step(points=10, category="structural_check", needs=["judge"], title="Two meals a day")
def meals_per_day(trip: object | None, facts):
    if trip is None:
        fail(NO_TABLE, STRUCTURAL)
    return each(trip.days, lambda day: one_of_each(day, MEALS, FOOD), facts.days)


# -- 2: everything filled ----------------------------------------------------------------------------------------------


@step(points=10, category="structural_check", needs=["judge"])
def filled(field, records, expected):
    return each(records, lambda record: written(record, field, missing=DET) and None, expected)


@step(points=10, category="structural_check", needs=["judge"], title="Google Maps link")
def maps_link(records, expected):
    def linked(record):
        link = first_link(written(record, "link", missing=DET))
        assert links.is_maps(link), f"{link!r} is no link to Google Maps"

    return each(records, linked, expected)


@step(points=10, category="structural_check", needs=["judge"], title="Cuisine filled")
def has_cuisine(meals, facts):
    return each(meals, lambda meal: written(meal, "cuisine", missing=DET) and None, facts.days * facts.meals_a_day)


@step(points=10, category="structural_check", needs=["judge"], title="Date filled")
def has_date(records, expected):
    def dated(record):
        cell = written(record, "date", missing=DET)
        assert cell.row == record.row or record.day is not None, f"the merged {cell!r} is no date"

    return each(records, dated, expected)


# -- 3: places ---------------------------------------------------------------------------------------------------------


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge", "web"])
def exists(named, records, expected, atlas, asking):
    def known(record):
        written(record, named)
        name = record.name if named == "destination" else record.alternative
        assert in_city(name, atlas, asking, named), f"{name!r}: {atlas.find(name).place or 'not found'}"

    return each(records, known, expected)


@step(points=10, category="structural_check", needs=["judge"], judge_primary=True, title="All names unique")
def unique(records, asking):
    names = [name for record in records for name in (record.name, record.alternative) if name]
    if not names:
        fail("there are no names", DEPENDENT)
    alike = equal_groups(names)
    asked = Attempt(lambda: asked_groups(names, asking))
    again = surplus([*alike, *(asked.known or ())], len(names))
    decided_by(Mechanism.LLM_VLM_JUDGEMENT if asked.known or not alike else DET)

    def once(place):
        assert place not in again, f"it is {names[again[place]]!r} again"
        asked.get()

    return proportion(range(len(names)), once, name=lambda place: names[place])


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge", "web"])
def open_at_visit(records, expected, atlas, asking):
    return each_place(records, lambda record: check_open(record, atlas, asking), expected)


# -- 4: facts ----------------------------------------------------------------------------------------------------------


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge", "web"])
def hours_ok(records, expected, atlas, asking):
    def accurate(record):
        cell = written(record, "opening", blank=DEPENDENT)
        periods, said = atlas.details(record.name).periods, hours.stated(cell)
        if periods is None or said is None:
            assert asking.hours_accurate(record, periods), f"{cell.text!r} is not right"
        else:
            decided_by(DET)
            wrong = hours.off(said, periods, weekday_of(record))
            assert not wrong, wrong

    return each_place(records, accurate, expected)


@step(points=10, category="information_retrieval", needs=["judge", "web"], judge_primary=True, title="Cost accurate")
def cost_ok(records, expected, atlas, asking):
    def credible(record):
        written(record, "cost", blank=DEPENDENT)
        total, known = record.by_rule("cost"), atlas.details(record.name).described
        assert asking.cost_accurate(record, total, known), f"{record.text('cost')!r} is not credible"

    return each_place(records, credible, expected)


@step(points=10, category="information_retrieval", needs=["judge"], judge_primary=True, title="Mode available")
def mode_ok(records, expected, router, asking):
    def available(record):
        written(record, "mode", blank=DEPENDENT)
        origin = router.origin(record)
        assert asking.mode_available(record, origin), f"not by {record.text('mode')!r} from {origin!r}"

    return each_place(records, available, expected)


@step(points=10, category="information_retrieval", needs=["judge", "web"], title="Travel time realistic")
def travel_ok(records, expected, router, asking):
    def realistic(record):
        stated, way = read(record, "travel", blank=DEPENDENT), router.to(record)
        if way.minutes is None:
            assert asking.travel_realistic(record, router.origin(record)), f"{stated:g} min are not realistic"
        else:
            decided_by(FUZZY)
            assert near(stated, way.minutes), f"{stated:g} min are stated, the way takes {way.minutes}"

    return each_place(records, realistic, expected)


@step(points=10, category="information_retrieval", needs=["judge", "web"], judge_primary=True, title="Cuisine accurate")
def cuisine_ok(meals, facts, atlas, asking):
    def accurate(meal):
        written(meal, "cuisine", blank=DEPENDENT)
        known = atlas.details(meal.name).described
        assert asking.cuisine_accurate(meal, known), f"{meal.text('cuisine')!r} is not what it serves"

    return each_place(meals, accurate, facts.days * facts.meals_a_day)


@step(
    points=10, category="information_retrieval", needs=["judge", "web"], judge_primary=True, title="Link fits the place"
)
def review_ok(records, expected, atlas, asking, pages):
    def fits(record):
        link = first_link(written(record, "link", blank=DEPENDENT))
        assert links.is_maps(link), f"{link!r} is no link to Google Maps"
        check_target(record, link, links.target(link, pages), atlas.find(record.name).place, asking)

    return each_place(records, fits, expected)


@step(points=10, category="information_retrieval", needs=["judge", "web"], title="Alternative viable")
def alt_viable(records, expected, facts, atlas, router, asking):
    def viable(record):
        written(record, "alternative", blank=DEPENDENT)
        check_viable(record, atlas, router.to_alternative(record), facts.longest_leg, asking)

    return each_place(records, viable, expected)


# -- 5: colours --------------------------------------------------------------------------------------------------------


@step(points=10, category="formatting_check", mechanism="fuzzy_match", needs=["judge"], title="Cost colours")
def cost_colour(records, expected, facts, quotes, today):
    rates = Rates(quotes, today, facts)

    def coloured(record):
        cost = read(record, "cost")
        background = record.cell("cost").format.background
        seen = {family.name for family in facts.hues if is_called(background, family)}
        wanted = bands(cost, rates, facts.bands)
        assert seen & wanted, f"{cost} is on {background}, not {' or '.join(sorted(wanted))}"

    return each(records, coloured, expected)


@step(points=10, category="formatting_check", mechanism="fuzzy_match", needs=["judge"], title="Alternatives in blue")
def alt_blue(records, expected, facts):
    def blue(record):
        colours = written(record, "alternative").text_colours
        assert all(is_called(colour, facts.blue) for colour in colours), f"it is {list(colours)}"

    return each(records, blue, expected)


# -- 6: the days -------------------------------------------------------------------------------------------------------


@step(points=10, category="structural_check", needs=["judge", "web"], title="Logical route")
def route_order(days, facts, router, atlas, asking):
    return each(days, lambda day: check_order(day, router, atlas, asking), facts.days)


@step(points=10, category="structural_check", title="Meals between sights")
def meal_place(days, facts):
    return each(days, check_meals_between, facts.days)


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge"])
def durations(records, expected, facts):
    def reasonable(record):
        duration = read(record, "duration")
        least, most = facts.stays[record.kind]
        assert least * 60 <= duration <= most * 60, f"{duration:g} min for {record.kind}"

    return each(records, reasonable, expected)


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge"], title="Start feasible")
def start_ok(records, expected, facts):
    return each(records, lambda record: check_start(record, facts.slots), expected)


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge"])
def depart_ok(records, expected):
    return each(records, check_departure, expected)


@step(points=10, category="information_retrieval", mechanism="fuzzy_match", needs=["judge", "web"])
def day_transit(days, facts, router):
    return each(days, lambda day: check_transit(day, router), facts.days)


@step(points=10, category="information_retrieval", mechanism="deterministic", needs=["judge", "web"])
def transit_limits(days, facts, router):
    limits = facts.longest_leg, facts.transit_limit
    return each(days, lambda day: check_limits(day, router, *limits), facts.days)
