"""Opening hours: whether a place is open at a time, and whether hours that a plan states are its own."""

from pytest_knows.checks.values import clock, date

from .maps import DAY, WEEK

NEAR = 15
"""Minutes by which stated hours may be off."""


def _days(weekday):
    """The days that are looked at, 0 for Sunday: the one of a weekday (0 for Monday), or all if it is not known."""
    return range(7) if weekday is None else [(weekday + 1) % 7]


def is_open(periods, weekday, start, end) -> bool:
    """Whether one period holds all of the time, in minutes after midnight; both ends may be its own."""
    visits = [(day * DAY + start, day * DAY + end) for day in _days(weekday)]
    return any(
        period.closes is None or any(period.opens <= a + week and b + week <= period.closes for week in (0, WEEK))
        for period in periods
        for a, b in visits
    )


def states_days(text: str) -> bool:
    """Whether hours are stated day by day."""
    return date.weekday(text) is not None


def stated(cell):
    """(opening times, closing times) in minutes, or "always"; None if the cell cannot be read by rule."""
    if cell.number is not None:
        times = [found.minutes] if (found := clock.in_cell(cell)) and cell.number % 1 > 0 else []
    elif clock.always_open(cell.text):
        return "always"
    else:
        times = [] if states_days(cell.text) else [found.minutes for found in clock.clocks(cell.text)]
    return (times[0::2], times[1::2]) if times else None


def off(said, periods, weekday) -> str:
    """Why stated hours are not those of the weekday; "" if they are."""
    always = any(period.closes is None for period in periods)
    if always or said == "always":
        return "" if always and said == "always" else f"its hours are {list(periods)}"
    of_day = [period for period in periods if period.opens // DAY % 7 in _days(weekday)]
    for times, actual in zip(said, ([p.opens for p in of_day], [p.closes for p in of_day]), strict=True):
        for time in times:
            if not any(_apart(time, one) <= NEAR for one in actual):
                return f"{time // 60:02d}:{time % 60:02d} is none of {of_day or 'no hours, it is closed'}"
    return ""


def _apart(a, b):
    distance = (a - b) % DAY
    return min(distance, DAY - distance)
