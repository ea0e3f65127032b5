"""Numbers with a unit, or a range of them: "3.11 mi", "600-800 ft", "<0.1 mg", "12 \u00b5g RAE", "26.5\u00b0"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from pytest_knows.checks.values import number, tolerance, units
from pytest_knows.checks.values.number import HasNumber

_LESS = re.compile(r"(?:<|less than|under)\s?$")
_PLAIN = re.compile(r"[\d.,\s-]*")
"""No unit can stand in it."""
_REACH = 12
"""Characters of that at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """From `low` to `high` (equal but for ranges and for "<x", which is 0 to x), in `unit` ("" where none is said)."""

    raw: str
    low: float
    high: float
    unit: str = ""

    def __repr__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        shown = f"{self.low:.10g}" if self.low == self.high else f"{self.low:.10g} to {self.high:.10g}"
        return f"{self.raw!r} -> {shown}{unit}"

    @property
    def exact(self) -> bool:
        """One number, no range."""
        return self.low == self.high

    @property
    def value(self) -> float:
        """The number, or the middle of the range."""
        return (self.low + self.high) / 2

    def or_in(self, unit: str) -> Quantity:
        """Read in that unit if it states none."""
        return self if self.unit else replace(self, unit=unit)

    def to(self, unit: str) -> Quantity | None:
        """In another unit; None where its own is not known or measures something else."""
        if self.unit == unit and units.dimension(unit):
            return self
        low, high = (units.convert(value, self.unit, unit) for value in (self.low, self.high))
        return None if low is None or high is None else replace(self, low=low, high=high, unit=unit)

    def off(self, expected: float, unit: str, *, relative: float = 0.0, absolute: float = 0.0) -> str:
        """Why it is not within the tolerance of `expected`, all in `unit`; "" if it is. A range is its middle.

        One that states no unit is taken to be in `unit`.
        """
        there = self.or_in(unit).to(unit)
        if there is None:
            return f"{self!r} is no {units.dimension(unit) or unit}"
        return tolerance.off(self, there.value, expected, relative=relative, absolute=absolute, unit=unit)

    def apart(self, low: float, high: float, unit: str, *, slack: float = 0.0) -> str:
        """Why it has nothing in common with the range `low` to `high`, widened by `slack`; "" if it has."""
        there = self.or_in(unit).to(unit)
        if there is None:
            return f"{self!r} is no {units.dimension(unit) or unit}"
        return tolerance.off_span(self, (there.low, there.high), (low, high), slack=slack, unit=unit)


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of the text with the unit after it; the two ends of a range make one. Never raises.

    A lower end without unit has that of the upper end.
    """
    plain, raw = number.plain_digits(text.casefold()), number.one_line(text)
    found: list[Quantity] = []
    for one in number.find(plain):
        unit, _ = units.at(plain, one.bare_end)
        value = one.bare if unit else one.value
        if one.ranged and found:
            before = found[-1]
            low, high = sorted((before.low, value))
            found[-1] = Quantity(raw=raw, low=low, high=high, unit=unit or before.unit)
            continue
        low = 0.0 if value > 0 and _LESS.search(plain[max(0, one.start - _REACH) : one.start]) else value
        found.append(Quantity(raw=raw, low=low, high=value, unit=unit))
    return tuple(found)


def in_cell(cell: HasNumber, header: str = "") -> Quantity | None:
    """A cell's numeric value, else the first quantity in its text; a missing unit is that of the header.

    None if there is none. An error holds none.
    """
    value = cell.number
    if value is not None:
        stated = (
            "" if _PLAIN.fullmatch(cell.text) else next((one.unit for one in quantities(cell.text) if one.unit), "")
        )
        return Quantity(raw=cell.text, low=value, high=value, unit=stated or units.of_header(header))
    found = None if cell.error else next(iter(quantities(cell.text)), None)
    if found is None or not math.isfinite(found.value):
        return None
    return found.or_in(units.of_header(header))
