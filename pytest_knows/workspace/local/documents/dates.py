"""How Docs writes the date of a date chip, in English."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from pytest_knows.workspace.local.engine import Json, RequestError

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DEFAULTS = {
    "dateFormat": "DATE_FORMAT_MONTH_DAY_YEAR_ABBREVIATED",
    "timeFormat": "TIME_FORMAT_DISABLED",
    "locale": "en",
    "timeZoneId": "etc/UTC",
}
"""What a `DateElementProperties` has where a request says nothing; the spelling of the zone is Google's."""


def date_properties(asked: Json) -> Json:
    """A whole `DateElementProperties` with its `displayText`. Raises `RequestError`."""
    given = {name: value for name, value in asked.items() if not value.endswith("_UNSPECIFIED")}
    moment = _moment(given.get("timestamp", ""))
    properties = {**_DEFAULTS, **given, "timestamp": moment.isoformat().replace("+00:00", "Z")}
    if properties["dateFormat"] == "DATE_FORMAT_CUSTOM":
        raise RequestError("DATE_FORMAT_CUSTOM cannot be set.")
    if properties["locale"] != "en":
        raise RequestError(f"The embedded Workspace writes dates in the locale en, not in {properties['locale']}.")
    return {**properties, "displayText": _text(_local(moment, properties["timeZoneId"]), properties)}


def _moment(timestamp: str) -> datetime:
    try:
        return datetime.fromisoformat(timestamp).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise RequestError(f"Invalid value at 'timestamp': '{timestamp[:60]}' is not an RFC 3339 time.") from error


def _local(moment: datetime, zone: str) -> datetime:
    try:
        return moment.astimezone(UTC if zone.lower() == "etc/utc" else ZoneInfo(zone))
    except (ValueError, KeyError, OSError, OverflowError) as error:
        raise RequestError(f"Invalid time zone: {zone[:60]}") from error


def _text(moment: datetime, properties: Json) -> str:
    month, day, year = _MONTHS[moment.month - 1], moment.day, moment.year
    iso = properties["dateFormat"] == "DATE_FORMAT_ISO8601"
    date = {
        "DATE_FORMAT_MONTH_DAY_ABBREVIATED": f"{month[:3]} {day}",
        "DATE_FORMAT_MONTH_DAY_FULL": f"{month} {day}",
        "DATE_FORMAT_MONTH_DAY_YEAR_ABBREVIATED": f"{month[:3]} {day}, {year}",
        "DATE_FORMAT_ISO8601": f"{year:04}-{moment.month:02}-{day:02}",
    }[properties["dateFormat"]]
    if properties["timeFormat"] == "TIME_FORMAT_DISABLED":
        return date
    zone = f" {moment.tzname()}" if properties["timeFormat"] == "TIME_FORMAT_HOUR_MINUTE_TIMEZONE" else ""
    time = f"{moment.hour % 12 or 12}:{moment.minute:02} {'PM' if moment.hour >= 12 else 'AM'}{zone}"
    return f"{date} {time}" if iso else f"{date}, {time}"
