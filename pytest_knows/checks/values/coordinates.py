"""Places on earth: "40.6313, -111.6726", "40.6313 N / 111.6726 W", degrees with minutes and seconds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.number import one_line, plain_digits

EARTH_KM = 6371.0088
"""Mean radius (IUGG)."""

_BEFORE = r"(?:(?P<before>lat(?:itude)?|lon(?:g(?:itude)?)?|lng|[nsew])(?![a-z])\s?[:=]?\s?)?"
_ANGLE = re.compile(
    rf"(?:(?<![\w.])|(?<=[\d\u00b0'\"][nsew])){_BEFORE}(?P<sign>[-+]?)\s?(?P<deg>\d{{1,3}}(?:[.,]\d+)?)\s?(?:\u00b0|deg(?:rees)?|\u00ba)?"
    r"(?:\s?(?P<min>\d{1,2}(?:\.\d+)?)\s?')?(?:\s?(?P<sec>\d{1,2}(?:\.\d+)?)\s?(?:\"|''))?"
    r"(?(before)|(?:\s?(?P<after>[nsew])(?:orth|outh|ast|est)?(?![a-z]))?)"
)
_IN_URL = (re.compile(r"!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)"), re.compile(r"@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Coordinates:
    """Degrees, north and east positive."""

    raw: str
    latitude: float
    longitude: float

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {self.latitude:.6g}, {self.longitude:.7g}"

    def off(self, latitude: float, longitude: float, *, degrees: float) -> str:
        """Why latitude or longitude is more than so many degrees away, both ends included; "" if neither is."""
        apart = max(abs(self.latitude - latitude), abs(self.longitude - longitude))
        return "" if apart <= degrees + 1e-9 else f"{self!r} is {apart:.4g} degrees from {latitude:g}, {longitude:g}"

    def km(self, latitude: float, longitude: float) -> float:
        """The distance on the earth's surface in kilometres (haversine)."""
        a, b = math.radians(self.latitude), math.radians(latitude)
        half = math.radians(longitude - self.longitude) / 2
        chord = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(half) ** 2
        return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(chord)))


def coordinates(text: str, *, western: bool = False) -> Coordinates | None:
    """The first pair of coordinates in a text; None if there is none. Never raises.

    Decimal degrees or degrees, minutes and seconds; signed, with a letter before or after, or named lat and lon, in
    either order then. `western`: a longitude without sign or letter lies west.
    """
    plain = plain_digits(fold(text.replace("\u00ba", "\u00b0").replace("\u2033", '"').replace("\u2032", "'")))
    found = _ANGLE.finditer(plain)
    for first, second in pairwise(found):
        pair = _pair(first, second, western)
        if pair is not None:
            return Coordinates(raw=one_line(text), latitude=pair[0], longitude=pair[1])
    return None


def joined(latitude: str, longitude: str, *, western: bool = False) -> Coordinates | None:
    """A pair whose parts stand in two cells."""
    return coordinates(f"{latitude} / {longitude}", western=western)


def in_url(url: str) -> Coordinates | None:
    """The place of a Google Maps URL: its pin (`!3d..!4d..`), else where the map is centred (`@lat,lng`)."""
    match = next((match for form in _IN_URL if (match := form.search(url))), None)
    if match is None or not _valid(float(match[1]), float(match[2])):
        return None
    return Coordinates(raw=one_line(url), latitude=float(match[1]), longitude=float(match[2]))


def _pair(first: re.Match[str], second: re.Match[str], western: bool) -> tuple[float, float] | None:
    if _axis(first) == "longitude" and _axis(second) == "latitude":
        first, second = second, first
    if _axis(first) == "longitude" or _axis(second) == "latitude":
        return None
    latitude, longitude = _degrees(first), _degrees(second)
    if western and not second["sign"] and _letter(second) not in ("e", "w"):
        longitude = -longitude
    return (latitude, longitude) if _valid(latitude, longitude) else None


def _letter(match: re.Match[str]) -> str:
    """n, s, e, w, or the beginning of lat and lon; "" if there is none."""
    word: str = match["after"] or match["before"] or ""
    return word if len(word) == 1 else word[:2]


def _axis(match: re.Match[str]) -> str:
    letter = _letter(match)
    return "latitude" if letter in ("n", "s", "la") else "longitude" if letter else ""


def _degrees(match: re.Match[str]) -> float:
    value = float(match["deg"].replace(",", "."))
    value += float(match["min"] or 0) / 60 + float(match["sec"] or 0) / 3600
    return -value if match["sign"] == "-" or _letter(match) in ("s", "w") else value


def _valid(latitude: float, longitude: float) -> bool:
    return abs(latitude) <= 90 and abs(longitude) <= 180
