"""What Google Sheets makes of text that a user types into a cell (`valueInputOption=USER_ENTERED`, locale en_US)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from pytest_knows.workspace.local.engine import Json

EPOCH = dt.date(1899, 12, 30)
"""Serial number 0 of Sheets' dates."""

_NUMBER = re.compile(r"(?P<int>\d{1,3}(?:,\d{3})+|\d+)?(?P<frac>\.\d*)?(?P<exp>[eE][+-]?\d{1,3})?")
_CURRENCY = {"$": '"$"', "€": "[$€]", "£": "[$£]", "¥": "[$¥]", "₹": "[$₹]", "₩": "[$₩]"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(?:\s*([ap])\.?m\.?)?", re.IGNORECASE)

Entry = tuple[Json, Json | None]
"""An ExtendedValue and the NumberFormat that the way of writing implies."""


def parse_entry(text: str, today: dt.date) -> Entry:
    """The ExtendedValue and implied NumberFormat of typed text; `today` gives the year of a date without one."""
    if text.startswith("'"):
        return {"stringValue": text[1:]}, None
    if text.startswith("=") and len(text) > 1:
        return {"formulaValue": text}, None
    plain = text.strip()
    if plain.upper() in ("TRUE", "FALSE"):
        return {"boolValue": plain.upper() == "TRUE"}, None
    return _number(plain) or _date_and_time(plain, today) or ({"stringValue": text}, None)


def _number(text: str) -> Entry | None:
    sign, currency, body, percent = _dressing(text)
    match = _NUMBER.fullmatch(body)
    if not match or not (match["int"] or (match["frac"] or "").strip(".")):
        return None
    value = float(body.replace(",", ""))
    if value in (float("inf"), float("-inf")) or (percent and currency):
        return None
    value = sign * value / (100 if percent else 1)
    return {"numberValue": int(value) if value.is_integer() and abs(value) < 1e15 else value}, _implied(
        match, currency, percent
    )


def _dressing(text: str) -> tuple[int, str, str, bool]:
    """Sign, currency mark, the digits and whether a % follows: `-$1,200` -> (-1, "$", "1,200", False)."""
    sign = 1
    if text.startswith("(") and text.endswith(")"):
        sign, text = -1, text[1:-1].strip()
    currency = ""
    for _ in range(2):
        if text[:1] in ("-", "+") and text[:1]:
            sign, text = (-sign if text[0] == "-" else sign), text[1:].lstrip()
        if text[:1] in _CURRENCY and not currency:
            currency, text = text[0], text[1:].lstrip()
    percent = text.endswith("%")
    return sign, currency, text[:-1].rstrip() if percent else text, percent


def _implied(match: re.Match[str], currency: str, percent: bool) -> Json | None:
    decimals = ".00" if match["frac"] else ""
    if percent:
        return {"type": "PERCENT", "pattern": f"0{decimals}%"}
    if currency:
        return {"type": "CURRENCY", "pattern": f"{_CURRENCY[currency]}#,##0{decimals}"}
    if match["exp"]:
        return {"type": "SCIENTIFIC", "pattern": "0.00E+00"}
    if "," in (match["int"] or ""):
        return {"type": "NUMBER", "pattern": f"#,##0{decimals}"}
    return None


def _date_and_time(text: str, today: dt.date) -> Entry | None:
    clock = _TIME.search(text)
    if clock is None:
        found = _date(text, today)
        return found and ({"numberValue": found[0]}, {"type": "DATE", "pattern": found[1]})
    fraction, shown = _time(clock)
    before = text[: clock.start()].rstrip(" T,")
    if fraction is None or text[clock.end() :].strip():
        return None
    if not before:
        return {"numberValue": fraction}, {"type": "TIME", "pattern": shown}
    found = _date(before, today)
    if not found:
        return None
    return {"numberValue": found[0] + fraction}, {"type": "DATE_TIME", "pattern": f"{found[1]} {shown}"}


def _time(match: re.Match[str]) -> tuple[float | None, str]:
    hour, minute, second = int(match[1]), int(match[2]), float(match[3] or 0)
    if match[4]:
        if not 1 <= hour <= 12:
            return None, ""
        hour = hour % 12 + (12 if match[4].lower() == "p" else 0)
    if hour > 23 or minute > 59 or second >= 60:
        return None, ""
    pattern = ("h:mm" if match[4] else "H:mm") + (":ss" if match[3] else "") + (" AM/PM" if match[4] else "")
    return (hour * 3600 + minute * 60 + second) / 86400, pattern


def _date(text: str, today: dt.date) -> tuple[int, str] | None:
    """Serial day and the pattern in which the date was written."""
    for shape, read in _SHAPES:
        match = shape.fullmatch(text)
        if match:
            try:
                year, month, day, pattern = read(match, today)
                return (dt.date(year, month, day) - EPOCH).days, pattern
            except ValueError:
                return None
    return None


Read = Callable[[re.Match[str], dt.date], tuple[int, int, int, str]]


def _year(text: str | None, today: dt.date) -> int:
    if not text:
        return today.year
    year = int(text)
    return year if len(text) > 2 else year + (2000 if year < 30 else 1900)


def _month(name: str) -> int:
    lower = name.lower().rstrip(".")
    if lower == "sept":
        return 9
    return (_FULL.index(lower) if lower in _FULL else _MONTHS.index(lower)) + 1


def _name_pattern(name: str) -> str:
    return "mmmm" if name.lower() in _FULL and len(name) > 3 else "mmm"


def _us(match: re.Match[str], today: dt.date) -> tuple[int, int, int, str]:
    year, mark = match[4], match[2]
    pattern = f"m{mark}d" + (f"{mark}{'yyyy' if len(year) > 2 else 'yy'}" if year else "")
    return _year(year, today), int(match[1]), int(match[3]), pattern


def _iso(match: re.Match[str], _today: dt.date) -> tuple[int, int, int, str]:
    return int(match[1]), int(match[3]), int(match[4]), f"yyyy{match[2]}mm{match[2]}dd"


def _month_day(match: re.Match[str], today: dt.date) -> tuple[int, int, int, str]:
    pattern = f"{_name_pattern(match[1])} d" + (", yyyy" if match[3] else "")
    return _year(match[3], today), _month(match[1]), int(match[2]), pattern


def _day_month(match: re.Match[str], today: dt.date) -> tuple[int, int, int, str]:
    pattern = f"d {_name_pattern(match[2])}" + (" yyyy" if match[3] else "")
    return _year(match[3], today), _month(match[2]), int(match[1]), pattern


def _month_year(match: re.Match[str], _today: dt.date) -> tuple[int, int, int, str]:
    return int(match[2]), _month(match[1]), 1, f"{_name_pattern(match[1])} yyyy"


_NAME = r"([A-Za-z]{3,9}\.?)"
_SHAPES: list[tuple[re.Pattern[str], Read]] = [
    (re.compile(r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})"), _iso),
    (re.compile(r"(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d{2}))?"), _us),
    (re.compile(rf"{_NAME} (\d{{4}})"), _month_year),
    (re.compile(rf"{_NAME} (\d{{1,2}})(?:,? (\d{{4}}))?"), _month_day),
    (re.compile(rf"(\d{{1,2}})[ -]{_NAME}(?:[ ,-]+(\d{{4}}))?"), _day_month),
]
