"""What the export of the training data lists, and which rows of the sheet stand for it."""

import csv
import datetime
import io
import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.values import date, number, pace, quantity
from pytest_knows.checks.values.clock import clocks
from pytest_knows.checks.values.tolerance import within
from pytest_knows.errors import DamagedEvidence

TOLERANCE = 0.01
"""Of a distance or a pace, relative to that of the export."""
METRES_PER_MILE = 1609.34
MILE_MINUTES = 26.8224
"""Minutes per mile at 1 m/s."""
SLOWEST = 60
"""Minutes per mile. "7:09" typed into a cell is 7 h 9 min to Sheets; it still shows, and means, 7 min 9 s."""
EARLIEST = 1990
"""No activity of an export is older; a small number in a cell is a count, not a serial day."""
TIME_FORMATS = ("TIME", "DATE_TIME")
"""Number formats under which a cell holds days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """One activity of the export; `values` in miles, minutes per mile, sets and repetitions."""

    day: datetime.date
    minute: int
    kind: str
    values: Mapping[str, float | None]

    def __repr__(self):
        return f"{self.kind} of {self.day}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row of the sheet's table: its day, and its values by measure as far as the table has columns for them."""

    place: int
    day: datetime.date | None
    values: Mapping[str, Attempt[float | None]]

    def known(self, measure):
        return self.values[measure].known if measure in self.values else None


# -- the export --------------------------------------------------------------------------------------------------------


def read_export(text, facts):
    """The wanted activities, oldest first; raises `DamagedEvidence` if they are not as many as they must be."""
    rows = list(csv.reader(io.StringIO(text)))
    try:
        header = rows[0]
        # Strava's export has "Distance" twice, in kilometres and in metres: the last one counts.
        places = {name: len(header) - 1 - header[::-1].index(name) for name in facts.export.values()}
        found = [_activity(row, places, facts) for row in rows[1:] if len(row) > max(places.values())]
    except (IndexError, ValueError) as error:
        raise DamagedEvidence(f"the gold list of activities cannot be read: {error}") from error
    wanted = [activity for activity in found if activity and activity.kind in facts.kinds]
    counts = {kind: sum(activity.kind == kind for activity in wanted) for kind in facts.kinds}
    if counts != dict(facts.kinds):
        raise DamagedEvidence(f"the gold list has {counts} activities, expected {dict(facts.kinds)}")
    return tuple(sorted(wanted, key=lambda activity: (activity.day, activity.minute)))


def _activity(row, places, facts):
    kind = row[places[facts.export.kind]].strip()
    if kind not in facts.kinds:
        return None
    when = row[places[facts.export.date]]
    day = next((found.date() for found in date.find_dates(when)), None)
    if day is None:
        return None
    values = {measure: _of_export(measure, row[places[facts.export[measure]]]) for measure in facts.measures}
    times = clocks(when)
    return Activity(day=day, minute=times[-1].minutes if times else 0, kind=kind, values=values)


def _of_export(measure, text):
    """The export's numbers have a decimal point and perhaps thousands commas; "--" is none."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    if measure == "distance":
        return value / METRES_PER_MILE
    if measure == "speed":
        return MILE_MINUTES / value if value > 0 else None
    return value


# -- the sheet ---------------------------------------------------------------------------------------------------------


def miles(cell):
    found = quantity.in_cell(cell)
    there = found.or_in("mi").to("mi") if found else None
    return there.value if there else None


def minutes_per_mile(cell):
    found = pace.in_cell(cell, days=in_days(cell))
    return None if found is None else plausible(found.minutes)


def in_days(cell):
    """Whether the number of a cell is shown as a time or duration (with a colon: looked for first, it is quicker)."""
    return ":" in cell.text and cell.format.number_type in TIME_FORMATS


def plausible(minutes):
    """Hours that were meant as minutes; see `SLOWEST`."""
    return minutes / 60 if minutes > SLOWEST else minutes


def count(cell):
    found = number.in_cell(cell)
    return found.value if found else None


READERS: dict[str, Callable] = {"distance": miles, "speed": minutes_per_mile, "sets": count, "reps": count}


def day_of(cell):
    """The calendar day of a cell; a time is dropped, and a count (1 would be the last day of 1899) is none."""
    found = date.in_cell(cell)
    day = found.date() if found else None
    return day if day and day.year >= EARLIEST else None


def read_entries(rows, date_column, places):
    """`places`: measure -> index of its column."""
    return tuple(
        Entry(
            place=place,
            day=day_of(cells[date_column]),
            values={m: Attempt(lambda m=m, cell=cells[column]: READERS[m](cell)) for m, column in places.items()},
        )
        for place, cells in enumerate(rows)
    )


# -- one with the other ------------------------------------------------------------------------------------------------


def by_day(things):
    """Day -> its things, in order."""
    found = defaultdict(list)
    for thing in things:
        if thing.day is not None:
            found[thing.day].append(thing)
    return found


def dated(activities, entries):
    """The activities that a row of their day stands for: as many of a day as it has rows."""
    rows = by_day(entries)
    return {id(a) for day, ours in by_day(activities).items() for a in ours[: len(rows.get(day, ()))]}


def paired(activities, entries, measures):
    """id of an activity -> its row: of all pairs of a day those with most values right, then those whose values differ
    least, each used once. So a measure that is wrong throughout does not mix up the rows of a day."""

    def right(activity, row):
        return sum(_right(measure, activity.values[measure], row.known(measure)) for measure in measures)

    rows, pairs = by_day(entries), {}
    for day, ours in by_day(activities).items():
        ranked = [
            ((-right(activity, row), *(_distance(m, activity, row) for m in measures)), row.place, order, activity, row)
            for order, activity in enumerate(ours)
            for row in rows.get(day, ())
        ]
        used = set()
        for *_, place, _, activity, row in sorted(ranked, key=lambda pair: pair[:3]):
            if id(activity) not in pairs and place not in used:
                pairs[id(activity)] = row
                used.add(place)
    return pairs


def _distance(measure, activity, row):
    """How far the row's value is from the activity's; what cannot be told comes last."""
    expected, value = activity.values[measure], row.known(measure)
    if expected is None or value is None:
        return 0.0 if expected is value else math.inf
    return abs(value - expected) / (expected if measure in ("distance", "speed") and expected else 1)


def _right(measure, expected, value):
    """Whether a value is that of the export; none in the export is none in the sheet."""
    if expected is None or value is None:
        return expected is value
    return within(value, expected, relative=TOLERANCE if measure in ("distance", "speed") else 0)


def check_value(measure, activity, pairs):
    """The row of the activity has its value."""
    row = pairs.get(id(activity))
    assert row is not None, "no row of that day"
    expected, value = activity.values[measure], row.values[measure].get()
    shown = ("none" if one is None else f"{one:.6g}" for one in (value, expected))
    assert _right(measure, expected, value), "{}, expected {}".format(*shown)
