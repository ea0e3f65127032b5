"""Times of day: "9:00 AM", "9am", "09.30", "21:30", "noon", a serial fraction."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import tolerance
from pytest_knows.checks.values.number import HasNumber, one_line, plain_digits

DAY = 24 * 60
"""Minutes."""

_TIME = re.compile(
    r"(?<![\d:.,$])(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s?(?:([ap])\.?\s?m\.?(?!\w)|(?:uhr|h)(?!\w))?(?![\d:%]|\.\d)"
)
_UNTIL = re.compile(r"\s?(?:-|to|until)\s?\d")
_WORDS = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 0}
_WORD = re.compile(rf"(?<!\w)({'|'.join(_WORDS)})(?!\w)")
_ALWAYS = re.compile(r"(?<!\w)(?:24\s?(?:hours|hrs|h|/\s?7)|always open|open all day)(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time of day; `minutes` after midnight, 0 to 1439."""

    raw: str
    minutes: int

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {self.minutes // 60:02d}:{self.minutes % 60:02d}"

    def off(self, expected: int, *, minutes: int = 0) -> str:
        """Why it is not within so many minutes of `expected` (minutes after midnight); "" if it is."""
        return tolerance.off(self, self.minutes, expected, absolute=minutes, unit="min")


def clocks(text: str) -> tuple[Clock, ...]:
    """Every time of day in a text, in order. Never raises.

    A bare number is none; "9 - 5 pm" is: the first of two takes its half of the day from the second where that makes
    it the earlier one.
    """
    plain = plain_digits(fold(text))
    found = [(match.start(), _WORDS[match[1]], True) for match in _WORD.finditer(plain)]
    bare: list[tuple[int, int]] = []
    for match in _TIME.finditer(plain):
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3] or ""
        if minute > 59 or hour > (12 if half else 23):
            continue
        if match[2] or half or match[0].rstrip().endswith(("h", "uhr")):
            found.append((match.start(), _minutes(hour, minute, half), bool(half)))
        elif _UNTIL.match(plain, match.end()):
            bare.append((match.start(), hour))
    last, raw = max((place for place, *_ in found), default=-1), one_line(text)
    found += [(place, _minutes(hour, 0, ""), False) for place, hour in bare if place < last]
    found.sort()
    return tuple(Clock(raw=raw, minutes=minutes) for minutes in _halves(found))


def _minutes(hour: int, minute: int, half: str) -> int:
    return (hour % 12 + (12 if half == "p" else 0) if half else hour) * 60 + minute


def _halves(found: list[tuple[int, int, bool]]) -> list[int]:
    """A time without am or pm right before one with pm is in the afternoon too, if it is the earlier one then."""
    minutes = [value for _, value, _ in found]
    for place in range(len(found) - 1):
        (_, value, sure), (_, following, marked) = found[place], found[place + 1]
        afternoon = value + DAY // 2
        if not sure and marked and value < DAY // 2 <= following and afternoon < following and value < 8 * 60:
            minutes[place] = afternoon
    return minutes


def in_cell(cell: HasNumber) -> Clock | None:
    """The time of a cell: the fraction of its number, else the first time in its text; None if there is none."""
    if cell.number is not None:
        return Clock(raw=cell.text, minutes=round(cell.number % 1 * DAY) % DAY)
    return None if cell.error else next(iter(clocks(cell.text)), None)


def always_open(text: str) -> bool:
    """Whether opening hours say "24 hours", "24/7" or the like."""
    return _ALWAYS.search(fold(text)) is not None
