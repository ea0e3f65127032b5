"""Travel plans as an agent might hand them in, and Google Maps around them.

`full_score` is one that deserves full points; tests change its stops, headers, links, the judge, or what Google Maps
knows. All alternatives, and all places but those of the first trip's first day, are made up.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

from familykit.sheets import Grid, Requests, write
from familykit.sheets import cell as cell_of

from pytest_knows.evidence.quotes import Price, Quote, Quotes
from pytest_knows.workspace import FileRef, Workspace

DAYS = {1: 3, 2: 5, 3: 8, 4: 5, 5: 4}
CITIES = {
    1: ("Washington D.C.", "600 Independence Ave SW, Washington, DC 20560, USA", (38.89, -77.02)),
    2: ("Cairo", "Al Ahram, Giza Governorate, Egypt", (30.03, 31.2)),
    3: ("Mexico City", "Centro, 06000 Ciudad de México, CDMX, Mexico", (19.43, -99.13)),
    4: ("Istanbul", "Sultan Ahmet, 34122 Fatih/İstanbul, Türkiye", (41.01, 28.98)),
    5: ("Marrakech", "Medina, Marrakesh 40000, Morocco", (31.63, -7.99)),
}
FIRST = {
    1: datetime.date(2026, 5, 19),
    2: datetime.date(2026, 7, 3),
    3: datetime.date(2026, 8, 3),
    4: datetime.date(2026, 12, 7),
    5: datetime.date(2026, 3, 20),
}
"""Of these days the first is a Tuesday."""
HEADERS = {
    "date": "Date",
    "slot": "Time of Day",
    "destination": "Destination (Food/Activity)",
    "cuisine": "Cuisine",
    "opening": "Opening time",
    "start": "Start time",
    "departure": "Departure Time",
    "duration": "Duration",
    "link": "Review link",
    "mode": "Transportation Mode",
    "travel": "Travel Time",
    "cost": "Cost (with color coding)",
    "alternative": "Alternative Option (in blue)",
}
SLOTS = {
    "Morning": ("9:00 AM", "11:00 AM", "2 hours", "$0"),
    "Lunch": ("11:30 AM", "12:30 PM", "1 h", "$120"),
    "Afternoon": ("1:00 PM", "3:30 PM", "2.5 hours", "$0"),
    "Dinner": ("5:30 PM", "6:45 PM", "75 min", "$250"),
    "Evening": ("7:15 PM", "8:45 PM", "1 h 30 min", "$0"),
}
MEALS = ("Lunch", "Dinner")
SIGHTS = {
    "Morning": ["National Air and Space Museum"],
    "Lunch": ["Mitsitam Cafe"],
    "Afternoon": ["National Gallery of Art"],
    "Dinner": ["Zaytinya"],
    "Evening": ["Lincoln Memorial"],
}
FILLS = {"$0": "00FF00", "$120": "FFFF00", "$250": "FF9900"}
BLUE = "0000FF"


@dataclass
class Stop:
    """A row. Its cells are values as in `familykit.sheets`; `fill` is the cost's, `ink` the alternative's."""

    date: Any
    slot: Any
    destination: Any
    cuisine: Any
    opening: Any
    start: Any
    departure: Any
    duration: Any
    link: Any
    mode: Any
    travel: Any
    cost: Any
    alternative: Any
    day: Any = None
    """Of a column more."""
    fill: str | None = None
    ink: str | None = BLUE


@dataclass
class World:
    """What Google Maps knows: every name but `unknown` ones is a place in the city unless `places` says otherwise."""

    city: str
    address: str
    position: tuple[float, float]
    unknown: set[str] = field(default_factory=set)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Name -> "name", "address", "position", "periods" (of the details), "id"."""
    ways: dict[tuple[str, str], int | None] = field(default_factory=dict)
    """Minutes between two places by their ids, 12 unless given; None: no way."""
    timed: dict[str, int] = field(default_factory=dict)
    """The same by "departure_time", for Directions."""
    status: dict[str, str] = field(default_factory=dict)
    """Service -> status of all its answers, instead of OK; "" for one that is not recorded at all."""

    def answer(self, url: str) -> dict[str, Any] | None:
        """The recorded page of a request."""
        service = urlsplit(url).path.removeprefix("/maps/api/").removesuffix("/json").rpartition("/")[2]
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert "key" not in asked
        status = self.status.get(service, "OK")
        found: dict[str, Any] = getattr(self, f"_{service}")(asked) if status == "OK" else {"status": status}
        return {"body": json.dumps(found), "content_type": "application/json"} if status else None

    def id(self, name: str) -> str:
        return self.places.get(name, {}).get("id", f"id of {name}")

    def _findplacefromtext(self, asked: dict[str, str]) -> dict[str, Any]:
        name = asked["input"].removesuffix(f" {self.city}")
        known = [] if name in self.unknown else [self._place(name)]
        return {"status": "OK" if known else "ZERO_RESULTS", "candidates": known}

    def _place(self, name: str) -> dict[str, Any]:
        own = {"name": name, "address": self.address, "position": self.position, **self.places.get(name, {})}
        location = dict(zip(("lat", "lng"), own["position"], strict=True))
        found = {"place_id": self.id(name), "name": own["name"], "formatted_address": own["address"]}
        return {**found, "geometry": {"location": location}}

    def _details(self, asked: dict[str, str]) -> dict[str, Any]:
        name = next((name for name in self.places if self.id(name) == asked["place_id"]), "")
        periods = self.places.get(name, {}).get("periods", daily("0900", "2130"))
        result = {"types": ["point_of_interest"], "price_level": 2, "user_ratings_total": 900}
        hours = {} if periods is None else {"opening_hours": {"periods": periods}}
        return {"status": "OK", "result": {**result, **hours}}

    def _directions(self, asked: dict[str, str]) -> dict[str, Any]:
        minutes = self._minutes(asked["origin"], asked["destination"])
        minutes = self.timed.get(asked.get("departure_time", ""), minutes)
        legs = [{"duration": {"value": 600 if asked["mode"] == "driving" else (minutes or 0) * 60}}]
        if asked["mode"] == "driving":
            legs[0]["duration_in_traffic"] = {"value": (minutes or 0) * 60}
        routes = [] if minutes is None else [{"legs": legs}]
        return {"status": "OK" if routes else "ZERO_RESULTS", "routes": routes}

    def _distancematrix(self, asked: dict[str, str]) -> dict[str, Any]:
        ends = asked["origins"].split("|")
        assert len(ends) ** 2 <= 100
        return {"status": "OK", "rows": [{"elements": [self._element(a, b) for b in ends]} for a in ends]}

    def _element(self, origin: str, destination: str) -> dict[str, Any]:
        minutes = self._minutes(origin, destination)
        return {"status": "ZERO_RESULTS"} if minutes is None else {"status": "OK", "duration": {"value": minutes * 60}}

    def _minutes(self, origin: str, destination: str) -> int | None:
        return self.ways.get((origin.removeprefix("place_id:"), destination.removeprefix("place_id:")), 12)


def daily(opens: str, closes: str, days: Any = range(7)) -> list[dict[str, Any]]:
    """Periods of the days, 0 for Sunday; closing before opening is on the next day."""
    after = closes <= opens
    return [{"open": {"day": day, "time": opens}, "close": {"day": (day + after) % 7, "time": closes}} for day in days]


ALWAYS = [{"open": {"day": 0, "time": "0000"}}]


@dataclass
class Itinerary:
    """What an agent might hand in, and the world around it."""

    instance: int
    stops: list[Stop]
    world: World
    rules: list[dict[str, Any]]
    headers: dict[str, str] = field(default_factory=lambda: dict(HEADERS))
    """Field -> header, in the order of the columns."""
    frozen: int = 1
    above: Grid = field(default_factory=list)
    """Rows above the header."""
    tabs: dict[str, Grid] = field(default_factory=dict)
    """Further ones."""
    pages: dict[str, Any] = field(default_factory=dict)
    more: Requests = field(default_factory=list)
    edit: Callable[[Any], Any] | None = None
    """Changes the frozen JSON."""
    today: datetime.date = datetime.date(2026, 3, 14)

    def answer(self, key: str, answer: Any, contains: str | None = None) -> None:
        """Overrides the judge's answers to questions of that key (a glob)."""
        self.rules.insert(0, {"key": key, "answer": answer, **({"contains": contains} if contains else {})})

    def day(self, number: int) -> list[Stop]:
        """The stops of a day, from 1 on."""
        return self.stops[5 * number - 5 : 5 * number]

    def insert(self, place: int, **cells: Any) -> None:
        """A row of these cells only."""
        self.stops.insert(place, Stop(**{**dict.fromkeys(HEADERS), **cells}))

    def grid(self) -> Grid:
        return [
            *self.above,
            list(self.headers.values()),
            *([self.cell(stop, n) for n in self.headers] for stop in self.stops),
        ]

    @staticmethod
    def cell(stop: Stop, name: str) -> Any:
        value = cell_of(getattr(stop, name))
        if name == "cost" and stop.fill:
            value = styled(value, backgroundColor=rgb(stop.fill))
        if name == "alternative" and stop.ink:
            value = styled(value, textFormat={"foregroundColor": rgb(stop.ink)})
        return value

    def build(self, workspace: Workspace) -> FileRef:
        grid = {"frozenRowCount": self.frozen}
        freeze = {"sheetId": 0, "gridProperties": grid}
        request = {"updateSheetProperties": {"properties": freeze, "fields": "gridProperties.frozenRowCount"}}
        return write(workspace, {"Plan": self.grid(), **self.tabs}, [request, *self.more])


def rgb(code: str) -> dict[str, float]:
    return {name: int(code[2 * n : 2 * n + 2], 16) / 255 for n, name in enumerate(("red", "green", "blue"))}


def styled(value: dict[str, Any], **style: Any) -> dict[str, Any]:
    return {**value, "userEnteredFormat": {**value.get("userEnteredFormat", {}), **style}}


def number(value: float, kind: str, pattern: str) -> dict[str, Any]:
    """A cell with a number format."""
    form = {"numberFormat": {"type": kind, "pattern": pattern}}
    return {"userEnteredValue": {"numberValue": value}, "userEnteredFormat": form}


def dated(day: datetime.date, pattern: str = "ddd, mmm d, yyyy") -> dict[str, Any]:
    """A date cell."""
    return number((day - datetime.date(1899, 12, 30)).days, "DATE", pattern)


def moment(text: str) -> dict[str, Any]:
    """A cell with a time of day, "7:15 PM"."""
    return number(minutes_of(text) / 1440, "TIME", "h:mm am/pm")


def minutes_of(text: str) -> int:
    when = datetime.datetime.strptime(text, "%I:%M %p")
    return when.hour * 60 + when.minute


def maps_link(name: str, position: tuple[float, float]) -> str:
    latitude, longitude = position
    where = f"@{latitude},{longitude},17z/data=!3d{latitude}!4d{longitude}"
    return f"https://www.google.com/maps/place/{quote_plus(name)}/{where}"


def full_score(instance: int) -> Itinerary:
    city, address, position = CITIES[instance]
    world = World(city, address, position)
    stops = [
        _stop(instance, world, day, slot, FIRST[instance] + datetime.timedelta(days=day))
        for day in range(DAYS[instance])
        for slot in SLOTS
    ]
    food = [{"key": "kind_of_place", "contains": s.alternative, "answer": True} for s in stops if s.slot in MEALS]
    other = {"key": "kind_of_place", "answer": False}
    same = {"key": "same_places", "answer": {"groups": []}}
    return Itinerary(instance, stops, world, [*food, other, same, {"key": "*", "answer": True}])


def _stop(instance: int, world: World, day: int, slot: str, date: datetime.date) -> Stop:
    start, departure, duration, cost = SLOTS[slot]
    known = SIGHTS[slot] if instance == 1 else []
    made_up = f"{'Kitchen' if slot in MEALS else 'Garden'} {slot} {day + 1}"
    name = known[day] if day < len(known) else made_up
    return Stop(
        date=dated(date),
        slot=slot,
        destination=name,
        cuisine="Local dishes" if slot in MEALS else None,
        opening="9:00 AM - 9:30 PM",
        start=start,
        departure=departure,
        duration=duration,
        link=maps_link(name, world.position),
        mode="Metro",
        travel="12 min",
        cost=cost,
        alternative=f"Other {made_up}",
        fill=FILLS[cost],
    )


def patch(before: Itinerary, after: Itinerary) -> Callable[[Any], None]:
    """Makes the frozen JSON of the one that of the other; they differ in texts and colours of stops only."""
    assert (len(before.stops), before.headers, after.above) == (len(after.stops), after.headers, [])
    assert not after.more

    def edit(raw: Any) -> None:
        rows = raw["sheets"][0]["data"][0]["rowData"][1:]
        for row, old, new in zip(rows, before.stops, after.stops, strict=True):
            for column, name in enumerate(after.headers):
                value, stated = getattr(new, name), after.cell(new, name)
                if stated != before.cell(old, name):
                    assert value is None or isinstance(value, str)
                    shown = {"formattedValue": value, "effectiveValue": {"stringValue": value}} if value else {}
                    row["values"][column] = {**shown, "effectiveFormat": stated.get("userEnteredFormat", {})}

    return edit


def rates(today: datetime.date = datetime.date(2026, 3, 14), **changed: float | None) -> Quotes:
    """A price snapshot with the exchange rates; made up, near the true ones. None: without that currency."""
    known = {"EUR": 1.17, "GBP": 1.34, "EGP": 0.021, "MXN": 0.056, "TRY": 0.0233, "MAD": 0.109, **changed}
    prices = {name: Price(amount=rate, currency="USD", usd_rate=1.0) for name, rate in known.items() if rate}
    label = "2025-12-31"
    return Quotes(
        Quote(ticker=name, label=label, as_of=today, past=price, current=price) for name, price in prices.items()
    )
