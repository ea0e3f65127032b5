"""Totals that grow: what a chart of a cumulative value, or of daily totals, should show."""

from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise

from pytest_knows.checks.values.tolerance import within
from pytest_knows.rubric import fail

SLACK = 0.01
"""By how much a running total may fall, and how far a point may be off, relative to the total reached."""
FINAL = 0.02
"""How far the last total may be off."""
SHARE_OF_DAYS, SHARE_OF_POINTS = 0.9, 0.8
"""How many days of activity need a point, and how many points must be right."""
SHARE_OF_BARS = 0.95


def check_running_total(points, activities, measure):
    """`points` are (day or None, value) of a chart in order, `activities` the counted ones, oldest first."""
    reached = list(accumulate(activity.values[measure] or 0 for activity in activities))
    days = [activity.day for activity in activities]
    dated = [point for point in points if point[0] is not None]
    if 2 * len(dated) >= len(points):
        points = sorted(dated)  # on an axis of days, nothing is drawn without one
        right = sum(_reached(value, day, days, reached) for day, value in points)
    else:
        right = _in_order([value for _, value in points], days, reached)
    values = [value for _, value in points]
    falls = [f"{a:.6g} to {b:.6g}" for a, b in pairwise(values) if b < a - SLACK]
    assert not falls, f"it falls from {falls[0]}"
    assert within(values[-1], reached[-1], relative=FINAL), f"it ends at {values[-1]:.6g}, expected {reached[-1]:.6g}"
    distinct = len(set(days))
    assert len(values) >= SHARE_OF_DAYS * distinct, f"{len(values)} points for {distinct} days"
    assert right >= SHARE_OF_POINTS * len(values), f"{right} of {len(values)} points are totals reached on their day"


def _reached(value, day, days, reached):
    """Whether it is a total of that day, or the one before it if nothing was done on the day."""
    start, end = bisect_left(days, day), bisect_right(days, day)
    return any(within(value, total, relative=SLACK) for total in reached[max(min(start, end - 1), 0) : end])


def _in_order(values, days, reached):
    """Points without days: the totals by activity, or by day if there are as many."""
    last = [place for place, day in enumerate(days) if days[place + 1 : place + 2] != [day]]
    daily = [reached[place] for place in last]
    expected = min(reached, daily, key=lambda totals: abs(len(totals) - len(values)))
    return sum(within(value, total, relative=SLACK) for value, total in zip(values, expected, strict=False))


def check_daily(groups, activities, measure):
    """One of the groups of series adds up to the total of all activities, with bars for their days."""
    total = sum(activity.values[measure] or 0 for activity in activities)
    distinct = len({activity.day for activity in activities})
    found = []
    for group in groups:
        value, bars = sum(sum(series.values) for series in group), len({row for s in group for row in s.by_row})
        found.append(f"{value:.6g} in {bars} bars")
        if within(value, total, relative=FINAL) and bars >= SHARE_OF_BARS * distinct:
            return
    fail(f"{found[0]}, expected {total:.6g} miles of {distinct} days")
