"""Whether a stop is where and when the plan says, where its link leads, and whether its alternative would do."""

from pytest_knows.rubric import decided_by

from . import hours
from .items import DET, read
from .places import NEAR, OUT, parts, words

APART = 2
"""Kilometres between a link's coordinates and the place."""


def is_outside(name, atlas, asking):
    """Whether a place is known to lie elsewhere."""
    found = atlas.find(name)
    return found.where == OUT or (found.where == NEAR and not asking.in_metropolis(found.place))


def in_city(name, atlas, asking, named):
    """Whether a place exists there; by the judge's word if it is not known, or lies in the outskirts."""
    if atlas.find(name).place is None:
        return asking.exists(named, name)
    return not is_outside(name, atlas, asking)


def check_open(record, atlas, asking):
    """From start to departure, or at the start if no departure can be read."""
    start, end = visit(record)
    periods = atlas.details(record.name).periods
    if periods is None:
        assert asking.open_at_visit(record, start, end), f"{record.name!r} is closed then"
    else:
        decided_by(DET)
        assert hours.is_open(periods, weekday_of(record), start, end), f"{record.name!r} is open {list(periods)}"


def visit(record):
    """Start and departure; the start alone if no departure after it can be read."""
    start, departure = read(record, "start"), record.read("departure")
    return start, start if departure is None or departure < start else departure


def weekday_of(record):
    """0 for Monday, None if the day is not known."""
    return None if record.day is None else record.day.weekday()


def check_target(record, link, target, place, asking):
    """By the place's id; else by its name and, as far as both are known, where it lies."""
    assert target.id or target.name, f"{link!r} names no place"
    if place is not None and place.id == target.id:
        return
    assert target.name or place is None, f"{link!r} leads to another place"
    if place is not None and place.position and target.place:
        assert target.place.km(*place.position) <= APART, f"{target.place} is not where {place} is"
    if words(target.name) not in map(words, (record.name, *parts(record.name))):
        assert asking.leads_to(record, target, link), f"{link!r} leads to {target.name!r}"


def check_viable(record, atlas, way, longest, asking):
    """Of the same kind, open at that time, not far: by what is known of it, and all of it by the judge's word if
    anything is not known."""
    start, end = visit(record)
    periods, weekday = atlas.details(record.alternative).periods, weekday_of(record)
    assert way.minutes is None or way.minutes <= longest, f"it is {way.minutes} min away"
    closed = periods is not None and not hours.is_open(periods, weekday, start, end)
    assert not closed, f"{record.alternative!r} is open {list(periods or ())}"
    if way.minutes is None or periods is None:
        assert asking.alternative_viable(record, start, end), f"{record.alternative!r} would not do"
    else:
        kind = record.kind_of(record.alternative)
        assert kind == record.kind, f"{record.alternative!r} is for {kind}"
