"""Ways between stops: what Google Maps says they take, when they are travelled, and whether their order makes sense."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations
from zoneinfo import ZoneInfo

from pytest_knows.evidence.request import Request

from . import maps
from .places import Atlas, clean
from .plan import FOOD, Day, Record

NOON = 12 * 60
SHORT, SHORTEST = 5, 10
"""A way of at most so many minutes may be said to take so many more, and in any case the second number."""
MOST_STOPS = 7
DETOUR = 1.4
_TIMED = ("transit", "driving")
"""Modes of which the service wants to know when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Minutes as the service says, None if it does not; `asked` whether it could be asked."""

    minutes: int | None
    asked: bool


NOWHERE = Way(minutes=None, asked=True)


def near(stated: float, actual: int) -> bool:
    """Whether a stated time is realistic; both in minutes."""
    if actual <= SHORT:
        return stated <= max(actual + SHORT, SHORTEST) and (stated > 0 or actual <= 2)
    return actual / 2 <= stated <= actual * 1.5


class Router:
    """The ways of a trip. `today` is the episode's date: the service only knows times to come."""

    def __init__(self, atlas: Atlas, facts, today: datetime.date) -> None:
        self._atlas = atlas
        self._maps = atlas.maps
        self._zone = ZoneInfo(facts.zone)
        self._today = today
        self.hotel = clean(facts.hotel)

    def __repr__(self):
        return f"ways in {self._atlas.city}"

    def origin(self, record: Record) -> str:
        """Where the way to a stop begins."""
        return record.previous.name if record.previous is not None else self.hotel

    def to(self, record: Record) -> Way:
        """The way to a stop as it is stated, at the time of its day where that is known."""
        return self._way(self.origin(record), record.name, record.by_rule("mode"), record.day, _leaving(record))

    def back(self, day: Day) -> Way:
        """From the last stop to the hotel, as the day's first way is travelled."""
        first, last = day.records[0], day.records[-1]
        return self._way(last.name, self.hotel, first.by_rule("mode"), day.date, last.by_rule("departure"))

    def to_alternative(self, record: Record) -> Way:
        """From a stop to its alternative, by public transport."""
        return self._way(record.name, record.alternative, "transit", record.day, NOON)

    def requests(self, trip) -> Iterator[Request]:
        for record in trip.records:
            yield from self._request(
                self.origin(record), record.name, record.by_rule("mode"), record.day, _leaving(record)
            )
        for day in trip.days:
            yield from self._matrix(day)
            first, last = day.records[0], day.records[-1]
            mode, leaving = first.by_rule("mode"), last.by_rule("departure")
            yield from self._request(last.name, self.hotel, mode, day.date, leaving)
        for record in trip.records:
            yield from self._request(record.name, record.alternative, "transit", record.day, NOON)

    def table(self, day: Day) -> list[list[int]] | None:
        """Minutes between all stops, the hotel first; None if any pair is not known."""
        request = next(self._matrix(day), None)
        found = [] if request is None else self._maps.between(request)
        size = len(stops(day)) + 1
        pairs = [(a, b) for a in range(size) for b in range(size) if a != b]
        whole = len(found) == size and all(len(row) == size for row in found)
        return found if whole and all(found[a][b] is not None for a, b in pairs) else None

    def _way(self, *travelled) -> Way:
        ends = travelled[:2]
        if not all(self._atlas.find(name).asked for name in ends if name):
            return Way(minutes=None, asked=False)
        request = next(self._request(*travelled), None)
        if request is None:
            return NOWHERE
        return Way(minutes=self._maps.minutes(request), asked=self._maps.answered(request))

    def _request(self, origin, destination, mode, day, leaving):
        places = [self._atlas.find(name).place if name else None for name in (origin, destination)]
        if mode is not None and all(places):
            timed = mode in _TIMED and day is not None and leaving is not None
            departure = self._instant(day, leaving) if timed else None
            yield maps.directions(places[0].id, places[1].id, mode, departure)

    def _matrix(self, day):
        places = [self._atlas.find(name).place for name in (self.hotel, *(record.name for record in stops(day)))]
        if 2 < len(places) <= MOST_STOPS + 1 and all(places):
            yield maps.matrix([place.id for place in places], self._instant(day.date, NOON))

    def _instant(self, day, minutes):
        """Seconds since 1970 of a local time of that day, or of its weekday to come if the day is past."""
        past = (self._today - day).days
        day += datetime.timedelta(days=0 if past < 0 else past // 7 * 7 + 7)
        local = datetime.datetime.combine(day, datetime.time(), self._zone) + datetime.timedelta(minutes=minutes)
        return int(local.timestamp())


def stops(day: Day) -> tuple[Record, ...]:
    return tuple(record for record in day.records if record.name)


def _leaving(record):
    """When one leaves for a stop: at the departure from the one before, else so that one arrives in time."""
    if record.previous is not None:
        return record.previous.by_rule("departure")
    start, travel = record.by_rule("start"), record.by_rule("travel")
    return None if start is None or travel is None else max(0, start - travel)


def loops(day: Day, minutes) -> tuple[int, int]:
    """The length of the day's loop from the hotel and back, and of the best one with the meals at their places."""
    kinds = [record.kind for record in stops(day)]
    sights = [place for place, kind in enumerate(kinds, 1) if kind != FOOD]
    orders = []
    for chosen in permutations(sights):
        sight = iter(chosen)
        orders.append([0, *(next(sight) if place in sights else place for place in range(1, len(kinds) + 1)), 0])
    lengths = [sum(minutes[a][b] for a, b in pairwise(order)) for order in orders]
    return lengths[0], min(lengths)
