"""Durations in minutes: "2 h 15", "2 hours and 5 minutes", "90 min", "1.5 - 2 hours", "2:15:00", "PT2H15M"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import tolerance
from pytest_knows.checks.values.number import HasNumber, one_line, plain_digits

DAY = 24 * 60
"""Minutes: a duration cell holds days."""

Colons = Literal["h:mm", "m:ss"]

_UNITS = {"d": float(DAY), "h": 60.0, "m": 1.0, "s": 1 / 60}
# Bounded, so that a long row of digits is read in one go.
_AMOUNT = r"(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?)\s?-?"
_PART = re.compile(
    rf"{_AMOUNT}(days?|d|hours?|hrs?\.?|h|minutes?|mins?\.?|m|seconds?|secs?\.?|s)(?![^\W\d_])(?:\s?(?:,|and)?\s?)"
)
_AFTER_HOURS = re.compile(r"(\d{1,2})(?!\s?[\w:.,])")
_COLONS = re.compile(r"(?<![\d:])(\d+):([0-5]?\d)(?::([0-5]\d)(?:\.\d+)?)?(?![\d:])")
_ISO = re.compile(r"pt?(?:(\d+)d)?t?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?")
_BETWEEN = re.compile(r"\s?(?:-|to)\s?")
_RANGE = re.compile(rf"{_AMOUNT}\s?(?:-|to)\s?(?={_AMOUNT}\s?[a-z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """From `low` to `high` minutes, equal but for a range."""

    raw: str
    low: float
    high: float

    def __repr__(self) -> str:
        shown = f"{self.low:.6g}" if self.low == self.high else f"{self.low:.6g} to {self.high:.6g}"
        return f"{self.raw!r} -> {shown} min"

    @property
    def minutes(self) -> float:
        """The duration, or the middle of the range."""
        return (self.low + self.high) / 2

    def off(self, expected: float, *, relative: float = 0.0, minutes: float = 0.0) -> str:
        """Why it is not within the tolerance of `expected` minutes; "" if it is. A range is its middle."""
        return tolerance.off(self, self.minutes, expected, relative=relative, absolute=minutes, unit="min")


def duration(text: str, *, colons: Colons = "h:mm", bare: str = "") -> Duration | None:
    """The first duration in a text; None if there is none. Never raises.

    `colons`: what "2:15" means ("2:15:00" is always h:mm:ss). `bare`: the unit ("h", "m", "s") of a number without
    one; "" if it is no duration.
    """
    plain = plain_digits(fold(text))
    spans = _spans(plain, colons)
    if not spans and bare:
        spans = [(match.start(), match.end(), _number(match[1]) * _UNITS[bare]) for match in _bare(plain)]
    if not spans:
        return None
    start, end, low = spans[0]
    high = low
    lead = next((m for m in _RANGE.finditer(plain) if m.end() == start), None)
    if lead is not None:
        unit = _PART.match(plain, start)
        low = _number(lead[1]) * (_UNITS[unit[2][0]] if unit else _UNITS.get(bare, 1.0))
    elif len(spans) > 1 and _BETWEEN.fullmatch(plain, end, spans[1][0]):
        high = spans[1][2]
    return Duration(raw=one_line(text), low=min(low, high), high=max(low, high))


def in_cell(cell: HasNumber, *, days: bool, colons: Colons = "h:mm", bare: str = "") -> Duration | None:
    """The duration of a cell: of its number where `days` (its format is a time or duration), else of its text.

    A plain number counts in the unit `bare`. None if it holds none.
    """
    if cell.number is None:
        return None if cell.error else duration(cell.text, colons=colons, bare=bare)
    if not days and bare not in _UNITS:
        return duration(cell.text, colons=colons)
    minutes = cell.number * (DAY if days else _UNITS[bare])
    return Duration(raw=cell.text, low=minutes, high=minutes)


def _spans(plain: str, colons: Colons) -> list[tuple[int, int, float]]:
    """Where durations stand and how many minutes they are."""
    iso = _ISO.fullmatch(plain)
    if iso and any(iso.groups()):
        parts = zip(iso.groups(), _UNITS.values(), strict=True)
        return [(0, len(plain), sum(int(part or 0) * unit for part, unit in parts))]
    found = [(match.start(), match.end(), _of_colons(match, colons)) for match in _COLONS.finditer(plain)]
    place = 0
    while (match := _PART.search(plain, place)) is not None:
        start, (place, minutes) = match.start(), _added_up(plain, match)
        found.append((start, place, minutes))
    return sorted(found)


def _added_up(plain: str, match: re.Match[str]) -> tuple[int, float]:
    """The parts from this one on, each of a smaller unit than the one before: "2 h 15 min 30 s", "2h15"."""
    minutes, unit = _number(match[1]) * _UNITS[match[2][0]], _UNITS[match[2][0]]
    end = match.end(2)
    while (following := _PART.match(plain, match.end())) is not None and _UNITS[following[2][0]] < unit:
        match, unit, end = following, _UNITS[following[2][0]], following.end(2)
        minutes += _number(match[1]) * unit
    rest = _AFTER_HOURS.match(plain, match.end()) if unit == _UNITS["h"] else None
    return (rest.end(), minutes + int(rest[1])) if rest else (end, minutes)


def _of_colons(match: re.Match[str], colons: Colons) -> float:
    first, second = int(match[1][:9]), int(match[2])
    if match[3]:
        return first * 60 + second + int(match[3]) / 60
    return first * 60.0 + second if colons == "h:mm" else first + second / 60


def _bare(plain: str) -> list[re.Match[str]]:
    return list(re.finditer(_AMOUNT, plain))


def _number(digits: str) -> float:
    return float(digits.replace(",", ".")[:15])
