"""Prices, fuel efficiency, horsepower and ratings: as slides state them, and as pages do."""

import re
from collections.abc import Iterator

from pytest_knows.checks.values import number
from pytest_knows.checks.values.money import Money, money
from pytest_knows.checks.values.rating import rating

BOUNDS = {"price": (3_000, 5_000_000), "mpg": (3, 500), "hp": (50, 3_000), "rating": (0, 10)}
"""What is plausible."""

_THOUSANDS = re.compile(r"(?<=\d)(?:[^\S\n]|\.)(?=\d{3}(?!\d))")
_NO_POWER = re.compile(
    r"[\s-]*(?:rpm|ps\b|cv\b|pk\b|lbs?\b|pound|ft|nm\b|n-m|kw|mph|km|mpge?\b|cc\b|l\b|lit|cyl|kg|mi\b|mile|sec|%)", re.I
)
_NO_MILEAGE = re.compile(r"[\s-]*(?:kwh|kw\b|km|mi(?:les?)?\b(?!\s*(?:per|/)\s*gal)|hp\b|l\s?/|gal|\$|%)", re.I)
_ENGINE = re.compile(r"\b[^\W\d_]$")
"""Before the digits: "V6" and "I4" are no figures."""
_COMBINED = re.compile(r"[^\d,;/(\n]{0,12}comb", re.I)
_ON_PAGE = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")


def price(text: str) -> Money | None:
    """A blank may separate thousands, and a dot does: nobody states thousandths of a dollar."""
    return money(_THOUSANDS.sub("", text))


def _without(text: str, unit: re.Pattern[str]) -> Iterator[tuple[float, str]]:
    """The numbers that have not such a unit, each with what follows."""
    plain = number.plain_digits(text)
    for found in number.find(plain):
        if not unit.match(plain, found.bare_end) and not _ENGINE.search(plain, 0, found.start):
            yield abs(found.bare), plain[found.bare_end :]


def powers(text: str) -> list[float]:
    return [value for value, _ in _without(text, _NO_POWER) if plausible("hp", value)]


def mileages(text: str) -> list[float]:
    return [value for value, _ in _mileages(text)]


def _mileages(text: str) -> list[tuple[float, str]]:
    return [(value, rest) for value, rest in _without(text, _NO_MILEAGE) if plausible("mpg", value)]


def combined(city: float, highway: float) -> float:
    """Of fuel efficiencies in town and on the road, as the EPA weighs them."""
    return float(round(1 / (0.55 / city + 0.45 / highway)))


def mileage(text: str) -> float:
    """The combined one; 0 if there is none."""
    found = _mileages(text)
    named = next((value for value, rest in found if _COMBINED.match(rest)), 0.0)
    values = [value for value, _ in found]
    if not named and len(values) == 2 and all(values):
        return combined(*values)
    return named or next(iter(values), 0.0)


def stated(what: str, text: str) -> float:
    """The figure in a slide's value; 0 if there is none that is plausible. Ratings are on a scale of 5."""
    found = {
        "price": lambda: amount.low if (amount := price(text)) else 0.0,
        "mpg": lambda: mileage(text),
        "hp": lambda: next(iter(powers(text)), 0.0),
        "rating": lambda: on_five(text),
    }[what]()
    return plausible(what, found)


def on_five(text: str) -> float:
    read = rating(text)
    return read.on(5) if read else 0.0


def plausible(what: str, value: float) -> float:
    """The value, 0 if it is none that could be true."""
    low, high = BOUNDS[what]
    return value if value > 0 and low <= value <= high else 0.0


def numbers_of(text: str) -> set[float]:
    """All that a page states."""
    return {float(found.replace(",", "")) for found in _ON_PAGE.findall(text) if len(found) < 20}
