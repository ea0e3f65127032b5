"""Google Maps' web services: how they are asked, and what their recorded answers say."""

import json
from dataclasses import dataclass
from urllib.parse import urlencode

from pytest_knows.artifact.lenient import at, entries, number, string, table
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.request import Key, Request

API = "https://maps.googleapis.com/maps/api"
KEY = Key(variable="GOOGLE_MAPS_API_KEY", parameter="key", needed=True)
WEEK, DAY = 7 * 24 * 60, 24 * 60
"""Minutes."""
ANSWERS = ("OK", "ZERO_RESULTS", "NOT_FOUND")
"""Any other status says that the service did not answer: a wrong key, a quota, a fault of its own."""

_FOUND = "place_id,name,formatted_address,geometry"
_DETAILS = f"{_FOUND},types,price_level,editorial_summary,user_ratings_total,opening_hours"


def find(text: str) -> Request:
    """The places that a text means."""
    return _request("place/findplacefromtext", input=text, inputtype="textquery", fields=_FOUND)


def details(place_id: str) -> Request:
    return _request("place/details", place_id=place_id, fields=_DETAILS)


def directions(origin: str, destination: str, mode: str, departure: int | None = None) -> Request:
    """Between two places by their ids; `departure` in seconds since 1970."""
    when = {} if departure is None else {"departure_time": departure}
    ends = {"origin": f"place_id:{origin}", "destination": f"place_id:{destination}"}
    return _request("directions", **ends, mode=mode, **when)


def matrix(places, departure: int) -> Request:
    """Of all pairs of places, by public transport."""
    listed = "|".join(f"place_id:{place}" for place in places)
    return _request("distancematrix", origins=listed, destinations=listed, mode="transit", departure_time=departure)


def _request(service, **parameters):
    return Request(f"{API}/{service}/json?{urlencode(parameters)}", key=KEY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Minutes since Sunday 0:00; `closes` is later than `opens`, None if it never does."""

    opens: int
    closes: int | None

    def __repr__(self):
        return _clock(self.opens) + ("-" + _clock(self.closes) if self.closes is not None else ", always")


def _clock(minutes):
    days = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
    return f"{days[minutes // DAY % 7]} {minutes % DAY // 60:02d}:{minutes % 60:02d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a search found; degrees None where the service does not say."""

    id: str
    name: str
    address: str
    position: tuple[float, float] | None

    def __repr__(self):
        return f"{self.name!r}, {self.address!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """`periods` is None if the opening hours are not known."""

    periods: tuple[Period, ...] | None
    described: dict[str, str]
    """Types, price level and summary, as a judge is shown them."""


class Maps:
    """The recorded answers. What could not be asked is None; a damaged record raises `DamagedEvidence`."""

    def __init__(self, pages):
        self._pages = pages
        self._answers = {}

    def __repr__(self):
        return f"Maps({self._pages})"

    def answered(self, request: Request) -> bool:
        return self._answer(request) is not None

    def found(self, request: Request) -> tuple[Place, ...] | None:
        answer = self._answer(request)
        return None if answer is None else tuple(map(_place, entries(answer, "candidates")))

    def details(self, place_id: str) -> Details:
        """Empty for no place."""
        result = table(self._answer(details(place_id)), "result")
        periods = entries(result, "opening_hours", "periods")
        said = {
            "types": ", ".join(map(str, at(result, "types") or ())) if isinstance(at(result, "types"), list) else "",
            "price level (0 free to 4 very expensive)": f"{result['price_level']}" if "price_level" in result else "",
            "summary": string(result, "editorial_summary", "overview"),
        }
        return Details(
            periods=tuple(filter(None, map(_period, periods))) or None,
            described={label: text for label, text in said.items() if text},
        )

    def minutes(self, request: Request) -> int | None:
        """Of the first leg of a route; in traffic, where the service knows."""
        routes = entries(self._answer(request), "routes")
        legs = entries(routes[0], "legs") if routes else []
        timed = [table(legs[0], name) for name in ("duration_in_traffic", "duration")] if legs else []
        return next((round(number(one, "value") / 60) for one in timed if "value" in one), None)

    def between(self, request: Request) -> list[list[int | None]]:
        """Minutes from each place of a `matrix` to each; None for pairs without a route."""
        return [
            [
                round(number(cell, "duration", "value") / 60) if string(cell, "status") == "OK" else None
                for cell in entries(row, "elements")
            ]
            for row in entries(self._answer(request), "rows")
        ]

    def _answer(self, request):
        if request.address not in self._answers:
            self._answers[request.address] = Attempt(lambda: self._read(request))
        return self._answers[request.address].get()

    def _read(self, request):
        page = self._pages.get(request.address)
        if page is None or not page.readable:
            return None
        try:
            answer = json.loads(page.body)
        except (ValueError, RecursionError) as error:
            raise DamagedEvidence(f"what Google Maps answered to {request.url} is no JSON: {error}") from error
        return answer if string(answer, "status") in ANSWERS else None


def _place(entry):
    location = table(entry, "geometry", "location")
    known = {"lat", "lng"} <= set(location)
    return Place(
        id=string(entry, "place_id"),
        name=string(entry, "name"),
        address=string(entry, "formatted_address"),
        position=(number(location, "lat"), number(location, "lng")) if known else None,
    )


def _period(entry):
    opens, closes = (_week_minutes(table(entry, end)) for end in ("open", "close"))
    if opens is None:
        return None
    return Period(opens=opens, closes=closes if closes is None or closes > opens else closes + WEEK)


def _week_minutes(end):
    day, time = at(end, "day"), string(end, "time")
    if day not in range(7) or len(time) != 4 or not time.isdecimal():
        return None
    return int(day) * DAY + int(time[:2]) * 60 + int(time[2:])
