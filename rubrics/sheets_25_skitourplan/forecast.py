"""The forecast of a day: its date as it is written, and its page."""

from pytest_knows.checks.values import date
from pytest_knows.evidence import urls

CENTRE = "utahavalanchecenter.org"
REGION = "salt-lake"


def day_of(cell):
    """The day of a cell: its serial number, or the one day, with its year, in its text; None if there is no such."""
    if cell.number is not None:
        found = date.in_cell(cell)
        return found and found.date()
    dates = date.find_dates(cell.text)
    year = next((found.year for found in dates if found.year), None)
    days = {found.date(year) for found in dates}
    return days.pop() if len(days) == 1 else None


def is_forecast(link, day, region="") -> bool:
    """Whether a link leads to the centre's forecast of the day, for the region if one is named."""
    url = urls.parse(urls.unwrap(link))
    if url is None or not urls.on_site(link, CENTRE):
        return False
    kind, *parts = [part.lower() for part in url.segments] or [""]
    numbers = [int(part) if part.isdecimal() and len(part) <= 4 else None for part in parts]
    dated = (day.month, day.day, day.year) in zip(numbers, numbers[1:], numbers[2:], strict=False)
    return kind == "forecast" and (dated or day.isoformat() in parts) and (not region or parts[0] == region)
