"""Whether the stops of a day follow one another: slots, times, ways."""

from pytest_knows.errors import DamagedEvidence
from pytest_knows.rubric import decided_by, fail
from pytest_knows.scoring import Mechanism

from .items import column, read
from .plan import SLOTS
from .routes import DETOUR, MOST_STOPS, loops, near, stops
from .visits import is_outside

EARLY, GAP = 5, 30
"""Minutes by which one may start before one can have arrived, and by which a stay may differ from its duration."""
FEWEST, FORGIVEN = 2, 1
"""Ways of a day that are compared at least; of more than so many, how many may be off."""


def one_of_each(day, slots, kind):
    """The day's stops of that kind are those slots, each once."""
    column(day.records[0], "slot")
    found = sorted(slot for slot in day.slots if slot in slots)
    assert found == sorted(slots), f"it has {list(day.slots)}"
    others = [record for record in day.records if not record.slot and record.kind == kind]
    assert not others, f"also {others[0]}"


def check_meals_between(day):
    """Each meal once, after the sights before it and before those after it."""
    column(day.records[0], "slot")
    decided_by(Mechanism.STRUCTURAL)
    places = [[place for place, slot in enumerate(day.slots) if slot == wanted] for wanted in SLOTS]
    morning, lunch, afternoon, dinner, evening = places
    assert all(places), f"it has {list(day.slots)}"
    assert len(lunch) == len(dinner) == 1, f"it has {list(day.slots)}"
    between = morning[-1] < lunch[0] < afternoon[0] and afternoon[-1] < dinner[0] < evening[0]
    assert between, f"its order is {list(day.slots)}"


def check_start(record, windows):
    """In the window of its slot, and not before one can have arrived from the stop before."""
    column(record, "slot")
    start = read(record, "start")
    assert record.slot, f"{record.text('slot')!r} is no time of day"
    first, last = (hour * 60 for hour in windows[record.slot])
    assert first <= start <= last, (
        f"it starts at {start / 60:.4g} h, the {record.slot} is {first / 60} to {last / 60} h"
    )
    if record.previous is not None:
        travel, left = read(record, "travel"), record.previous.read("departure")
        arrival = start if left is None else left + travel
        assert start >= arrival - EARLY, f"it starts {arrival - start:g} min before one can be there"


def check_departure(record):
    """After the start, by about the duration, and before the next stop begins."""
    start, departure, duration = read(record, "start"), read(record, "departure"), read(record, "duration")
    assert departure > start, "it ends before it starts"
    stay = departure - start
    assert abs(stay - duration) <= GAP, f"{stay:g} min are planned, {duration:g} are stated"
    following = None if record.next is None else record.next.read("start")
    assert following is None or departure <= following, f"{record.next!r} starts {departure - following:g} min before"


def check_order(day, router, atlas, asking):
    """Hardly longer than the best order of the sights; by the judge's word if the ways are not known."""
    column(day.records[0], "destination")
    planned = stops(day)
    assert planned, "it has no destination"
    outside = [record for record in planned if is_outside(record.name, atlas, asking)]
    assert not outside, f"{outside[0]} is not in the city"
    minutes = router.table(day) if len(planned) <= MOST_STOPS else None
    if len(planned) > 1 and minutes is None:
        assert asking.sensible_order(day, router.hotel, planned), "the order wastes travel"
    elif minutes is not None:
        decided_by(Mechanism.FUZZY_MATCH)
        actual, best = loops(day, minutes)
        assert actual <= DETOUR * best, f"it takes {actual} min, {best} are possible"


def check_transit(day, router):
    """Stated travel times are near those of that weekday and time of day."""
    for name in ("destination", "travel"):
        column(day.records[0], name)
    ways = [(stated, router.to(record)) for record in day.records if (stated := record.read("travel")) is not None]
    decided_by(Mechanism.FUZZY_MATCH)
    compared = [near(stated, way.minutes) for stated, way in ways if way.minutes is not None]
    unasked = sum(not way.asked for _, way in ways)
    needed = max(FEWEST, len(day.records) // 2)
    if len(compared) < needed <= len(compared) + unasked:
        raise DamagedEvidence(f"what Google Maps says about {unasked} ways of {day} was not recorded")
    assert len(compared) >= needed, f"only {len(compared)} ways can be compared"
    off = compared.count(False)
    assert off <= (FORGIVEN if len(compared) > FEWEST else 0), f"{off} of {len(compared)} travel times are off"


def check_limits(day, router, longest, limit):
    """No way is long, nor all of them together; the one back to the hotel counts where it is known."""
    legs = [read(record, "travel") for record in day.records]
    back = day.back if day.back is not None else router.back(day).minutes
    legs += [] if back is None else [back]
    if max(legs) > longest:
        fail(f"one way takes {max(legs):g} min")
    assert sum(legs) < limit, f"all ways take {sum(legs):g} min"
