"""Units of length, mass, speed and angle, and the names of others that numbers carry.

Factors: international yard and pound (1959), hence 1 mi = 1609.344 m, 1 ft = 0.3048 m, 1 lb = 453.59237 g exactly.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_knows.checks.text import fold

_LENGTH = {"m": 1.0, "km": 1000.0, "cm": 0.01, "mi": 1609.344, "ft": 0.3048, "in": 0.0254}
_MASS = {"g": 1.0, "kg": 1000.0, "mg": 1e-3, "ug": 1e-6, "oz": 28.349523125, "lb": 453.59237}
_SPEED = {"m/s": 1.0, "km/h": 1000 / 3600, "mph": 1609.344 / 3600}
# Without conversion; each is a dimension of its own.
_PLAIN = ("deg", "mpg", "mpge", "hp", "kcal", "iu", "%", "sqft")

_FACTORS: dict[str, tuple[str, float]] = {
    **{unit: ("length", factor) for unit, factor in _LENGTH.items()},
    **{unit: ("mass", factor) for unit, factor in _MASS.items()},
    **{unit: ("speed", factor) for unit, factor in _SPEED.items()},
    **{unit: (unit, 1.0) for unit in _PLAIN},
}

_SPELLINGS = {
    "m": "m meter meters metre metres",
    "km": "km kms kilometer kilometers kilometre kilometres",
    "cm": "cm centimeter centimeters centimetre centimetres",
    "mi": "mi mile miles",
    "ft": "ft foot feet ' \u2032 \u2019",
    "in": 'in inch inches " \u2033',
    "g": "g gram grams",
    "kg": "kg kgs kilogram kilograms",
    "mg": "mg milligram milligrams",
    "ug": "ug mcg \u03bcg microgram micrograms",  # NFKC makes the micro sign a Greek mu
    "oz": "oz ounce ounces",
    "lb": "lb lbs pound pounds",
    "m/s": "m/s mps",
    "km/h": "km/h kmh kph",
    "mph": "mph mi/h",
    "deg": "\u00b0 deg degree degrees",
    "mpg": "mpg",
    "mpge": "mpge",
    "hp": "hp bhp horsepower",
    "kcal": "kcal cal calorie calories",
    "iu": "iu",
    "%": "%",
    "sqft": "sqft ft2 ft\u00b2",
}
_UNITS = {name: unit for unit, names in _SPELLINGS.items() for name in names.split()} | {
    "square feet": "sqft",
    "sq ft": "sqft",
    "sq. ft": "sqft",
    "sq. ft.": "sqft",
}
_NAMES = "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
_AFTER = re.compile(rf"[\s-]?({_NAMES})(?![\w/])", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]")


def dimension(unit: str) -> str:
    """What the unit measures ("length"); "" for one that is not known."""
    return _FACTORS.get(unit, ("", 0.0))[0]


def convert(value: float, unit: str, to: str) -> float | None:
    """The value in another unit; None where the units do not measure the same thing."""
    if dimension(unit) != dimension(to) or not dimension(unit):
        return None
    return value * _FACTORS[unit][1] / _FACTORS[to][1]


def at(text: str, place: int) -> tuple[str, int]:
    """The unit that stands right there in a casefolded text, and where it ends; ("", place) if there is none."""
    match = _AFTER.match(text, place)
    return (_UNITS[match[1]], match.end()) if match else ("", place)


@lru_cache(maxsize=1024)
def of_header(header: str) -> str:
    """The unit that a column's header names: in brackets ("Sodium (mg)"), else as its last word; "" if none."""
    folded = fold(header)
    for inner in _BRACKETED.findall(folded):
        unit, end = at(inner, 0)
        if unit and end == len(inner):
            return unit
    return _UNITS.get(folded.split(" ")[-1], "") if " " in folded else ""
