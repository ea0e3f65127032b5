"""Dates in texts and cells, with or without a year: "Feb 5, 2025", "5/20/2026", "20-May-2026", serial 45693."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values.number import HasNumber, one_line

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# "sept" beside the three-letter forms; "may" is both.
_NAMES = {name[:length]: number for number, name in enumerate(_MONTHS, 1) for length in (3, 4, len(name))}
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(r"(?<!\w)(mon|tue(?:s)?|wed(?:nes)?|thu(?:r|rs)?|fri|sat(?:ur)?|sun)(?:day)?(?!\w)")

EPOCH = datetime.date(1899, 12, 30)
"""Serial number 0 of Sheets' dates."""

_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:\s*,?\s*(?P<year>\d{4})(?![\d:]))?"


def _forms(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<![\w/]){form}(?:(?![\w/])|(?=t\d\d:\d\d))") for form in forms)


_WITH_NAMES = _forms(
    rf"(?P<name>{_NAME})\.?\s+(?:the\s+)?{_DAY}{_YEAR}",
    rf"{_DAY}[-/.](?P<name>{_NAME})(?:[-/.](?P<year>\d{{4}}|\d{{2}}))?",
    rf"{_DAY}\s+(?:of\s+)?(?P<name>{_NAME})\.?{_YEAR}",
)
_OF_NUMBERS = _forms(
    r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
    r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})",
    r"(?P<first>\d{1,2})/(?P<second>\d{1,2})",
)
# Most texts hold no date: these tell so in a third of the time.
_A_MONTH = re.compile("|".join(name[:3] for name in _MONTHS))
_MARKED = re.compile(r"\d[-/.]\d")


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

    def date(self, year: int | None = None) -> datetime.date | None:
        """The day, in `year` where none is written; None without a year, or if that year has no such day."""
        known = self.year or year
        try:
            return datetime.date(known, self.month, self.day) if known else None
        except ValueError:
            return None

    def off(self, expected: datetime.date, *, days: int = 0) -> str:
        """Why it is not that day, give or take so many days; "" if it is. Without a year, that of `expected`."""
        found = self.date(expected.year)
        if found is None:
            return f"{self!r} is no day of {expected.year}"
        distance = abs((found - expected).days)
        return "" if distance <= days else f"{self!r} is {distance} days from {expected.isoformat()}"


def find_dates(text: str, month: int | None = None) -> tuple[FoundDate, ...]:
    """Every date in the text, in order of appearance. Never raises.

    Read are M/D and M/D/Y (D/M/Y where the first number exceeds 12, or where only so the month is `month`; also with
    "." or "-"), Y-M-D, D-Mon-Y, and month names or their forms of three or four letters with a day before or after
    them, with ordinals and with a weekday in front; a time may follow, as in "2021-09-27T07:05:00Z". Two digits of a
    year are of this century. What is no day of the calendar is no date.
    """
    folded = fold(text)
    found: dict[int, FoundDate] = {}
    taken: set[int] = set()
    forms = (_WITH_NAMES if _A_MONTH.search(folded) else ()) + (_OF_NUMBERS if _MARKED.search(folded) else ())
    for form in forms:
        for match in form.finditer(folded):
            date = _date(match, month)
            if date and taken.isdisjoint(range(*match.span())):
                found[match.start()] = date
                taken.update(range(*match.span()))
    return tuple(found[start] for start in sorted(found))


def in_cell(cell: HasNumber, month: int | None = None) -> FoundDate | None:
    """The day of a cell: its number as a serial day, so that its locale does not matter, else the first date in its
    text; None if it holds neither."""
    if cell.number is not None:
        return of_serial(cell.number, cell.text)
    return None if cell.error else next(iter(find_dates(cell.text, month)), None)


def of_serial(serial: float, text: str = "") -> FoundDate | None:
    """The day of a serial number of Sheets (1 is 1899-12-31; the fraction is the time of day); None out of range."""
    try:
        day = EPOCH + datetime.timedelta(days=int(serial // 1))
    except (OverflowError, ValueError):
        return None
    return FoundDate(day=day.day, month=day.month, year=day.year, text=one_line(text) or f"{serial:g}")


def weekday(text: str) -> int | None:
    """The first weekday that a text names, 0 for Monday; None if it names none."""
    match = _WEEKDAY.search(fold(text))
    return next(day for day, name in enumerate(_WEEKDAYS) if name.startswith(match[1][:3])) if match else None


def in_coming_year(found: FoundDate, today: datetime.date, text: str = "") -> datetime.date | None:
    """The day of a date whose year may be missing: of this year and the next, the first that falls on the weekday
    which `text` names, else the first that is not past. None if neither year has such a day."""
    if found.year:
        return found.date()
    days = [day for year in (today.year, today.year + 1) if (day := found.date(year)) is not None]
    named = weekday(text)
    fitting = [day for day in days if named is not None and day.weekday() == named]
    return next(iter(fitting), None) or next((day for day in days if day >= today), None)


def year_in(text: str) -> int | None:
    """The first number from 1900 to 2099 that stands by itself in a text: "(1994)"; None if there is none."""
    match = re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", fold(text))
    return int(match[0]) if match else None


def last_day(text: str) -> datetime.date | None:
    """The last day that an ISO date may mean: "2024-05" is 2024-05-31, "2024" 2024-12-31; None if it is no date."""
    match = re.fullmatch(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?:t.*)?", fold(text))
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 12), int(match[3] or 0)
    try:
        if day:
            return datetime.date(year, month, day)
        following = datetime.date(year + month // 12, month % 12 + 1, 1)
    except ValueError:
        return None
    return following - datetime.timedelta(days=1)


def _date(match: re.Match[str], hint: int | None) -> FoundDate | None:
    parts = match.groupdict()
    written = parts.get("year")
    year = int(written) + (2000 if len(written) == 2 else 0) if written else None
    readings = [
        (month, day)
        for month, day in _readings(parts)
        if 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1] and year != 0
    ]
    fitting = [reading for reading in readings if reading[0] == hint] or readings
    if not fitting:
        return None
    month, day = fitting[0]
    return FoundDate(day=day, month=month, year=year, text=match[0])


def _readings(parts: dict[str, str | None]) -> Iterator[tuple[int, int]]:
    """The pairs of month and day that the match may mean, likeliest first."""
    if parts.get("first"):
        first, second = int(parts["first"] or 0), int(parts["second"] or 0)
        yield first, second
        yield second, first
    else:
        month = _NAMES[parts["name"] or ""] if parts.get("name") else int(parts["month"] or 0)
        yield month, int(parts["day"] or 0)
