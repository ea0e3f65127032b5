"""Dates written in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.checks.text import fold

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# "sept" beside the three-letter forms; "may" is both.
_NAMES = {name[:length]: number for number, name in enumerate(_MONTHS, 1) for length in (3, 4, len(name))}
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:\s*,?\s*(?P<year>\d{4})(?![\d:]))?"
_FORMS = tuple(
    re.compile(rf"(?<![\w/]){form}(?![\w/])")
    for form in (
        rf"(?P<name>{_NAME})\.?\s+(?:the\s+)?{_DAY}{_YEAR}",
        rf"{_DAY}\s+(?:of\s+)?(?P<name>{_NAME})\.?{_YEAR}",
        r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
        r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})",
        r"(?P<first>\d{1,2})/(?P<second>\d{1,2})",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDate:
    """A date in a text; `year` is None where none is written."""

    day: int
    month: int
    year: int | None
    text: str

    def __repr__(self) -> str:
        return f"{self.text!r} -> {self.year or '????'}-{self.month:02d}-{self.day:02d}"

    def same_day(self, *, month: int, day: int, year: int | None = None) -> bool:
        """Whether it is that day; years are compared where both are given."""
        same_year = year is None or self.year is None or self.year == year
        return (self.month, self.day) == (month, day) and same_year


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """Every date in the text, in order of appearance.

    Read are M/D and M/D/Y (D/M/Y where the first number exceeds 12; also with "." or "-"), Y-M-D, and month names or
    their forms of three or four letters with a day before or after them, with ordinals and with a weekday in front.
    Two digits of a year are of this century. What is no day of the calendar is no date.
    """
    folded = fold(text)
    found: dict[int, FoundDate] = {}
    taken: list[tuple[int, int]] = []
    for form in _FORMS:
        for match in form.finditer(folded):
            date = _date(match)
            if date and not any(start < match.end() and match.start() < end for start, end in taken):
                found[match.start()] = date
                taken.append(match.span())
    return tuple(found[start] for start in sorted(found))


def _date(match: re.Match[str]) -> FoundDate | None:
    parts = match.groupdict()
    written = parts.get("year")
    year = int(written) + (2000 if len(written) == 2 else 0) if written else None
    for month, day in _readings(parts):
        if 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]:
            return FoundDate(day=day, month=month, year=year, text=match[0])
    return None


def _readings(parts: dict[str, str | None]) -> Iterator[tuple[int, int]]:
    """The pairs of month and day that the match may mean, likeliest first."""
    if parts.get("first"):
        first, second = int(parts["first"] or 0), int(parts["second"] or 0)
        yield first, second
        yield second, first
    else:
        month = _NAMES[parts["name"] or ""] if parts.get("name") else int(parts["month"] or 0)
        yield month, int(parts["day"] or 0)
