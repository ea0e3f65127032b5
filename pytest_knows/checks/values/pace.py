"""Paces in minutes per mile, from paces and speeds: "7:09 /mi", "4:30 min/km", "8.5 mph", "3.748 m/s"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import duration, quantity, tolerance, units
from pytest_knows.checks.values.number import HasNumber, one_line

KM_PER_MILE = 1.609344
"""Exact: the international mile."""

_PER_KM = re.compile(r"(?:/|per|a)\s?(?:km|kilomet(?:er|re))(?!\w)")
# 7'09" is what watches show.
_MARKED = re.compile(r"(?<!\d)(\d{1,2})'(\d\d)(?:\"|''|(?!\d))")
_SPEEDS = ("mph", "km/h", "m/s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Minutes per mile."""

    raw: str
    minutes: float

    def __repr__(self) -> str:
        return f"{self.raw!r} -> {self.minutes:.6g} min/mi"

    def off(self, expected: float, *, relative: float = 0.0, absolute: float = 0.0) -> str:
        """Why it is not within the tolerance of `expected` minutes per mile; "" if it is."""
        return tolerance.off(self, self.minutes, expected, relative=relative, absolute=absolute, unit="min/mi")


def pace(text: str, unit: str = "min/mi") -> Pace | None:
    """The pace or speed in a text; None if there is none. Never raises.

    `unit` is that of a text which states none: "min/mi", "min/km", "mph", "km/h" or "m/s". "m:ss" is minutes.
    """
    speed = next((one for one in quantity.quantities(text) if one.unit in _SPEEDS), None)
    if speed is not None:
        return of_speed(speed.value, speed.unit, text)
    if unit in _SPEEDS:
        bare = next(iter(quantity.quantities(text)), None)
        return of_speed(bare.value, unit, text) if bare else None
    found = duration.duration(_MARKED.sub(r"\1:\2", fold(text)), colons="m:ss", bare="m")
    if found is None or found.minutes <= 0:
        return None
    per_km = _PER_KM.search(fold(text)) or unit == "min/km"
    return Pace(raw=one_line(text), minutes=found.minutes * (KM_PER_MILE if per_km else 1.0))


def of_speed(value: float, unit: str, text: str = "") -> Pace | None:
    """The pace of a speed; None for one that is not positive."""
    mph = units.convert(value, unit, "mph")
    return Pace(raw=one_line(text) or f"{value:g} {unit}", minutes=60 / mph) if mph and mph > 0 else None


def over(minutes: float, miles: float, text: str = "") -> Pace | None:
    """The pace of a race of so many miles in so many minutes; None for a distance that is not positive."""
    return Pace(raw=one_line(text) or f"{minutes:g} min", minutes=minutes / miles) if miles > 0 else None


def in_cell(cell: HasNumber, *, days: bool, unit: str = "min/mi") -> Pace | None:
    """The pace of a cell; its number is in days where `days` (the format is a time or duration), else in `unit`."""
    if cell.number is None:
        return None if cell.error else pace(cell.text, unit)
    if not days and unit in _SPEEDS:
        return of_speed(cell.number, unit, cell.text)
    minutes = cell.number * (duration.DAY if days else 1) * (KM_PER_MILE if unit == "min/km" else 1)
    return Pace(raw=cell.text, minutes=minutes) if minutes > 0 else None
