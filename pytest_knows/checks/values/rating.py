"""Ratings on a scale: "4.7/5", "9.4 out of 10", "8,8", "4.5 stars", "8.8 \u2605", "92 %"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_knows.checks.text import fold
from pytest_knows.checks.values import number, tolerance
from pytest_knows.checks.values.number import HasNumber

_SCALE = re.compile(r"\s?(?:/|of|out of)\s?(\d{1,3})(?![\d.,]*\d)")
_STARS = re.compile(r"\s?(?:stars?(?!\w)|[\u2605\u2606\u2b50])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """`value` on a scale that ends at `best` (0 where the text does not say); `decimals` are those written."""

    raw: str
    value: float
    best: float
    decimals: int

    def __repr__(self) -> str:
        scale = f" of {self.best:g}" if self.best else ""
        return f"{self.raw!r} -> {self.value:.6g}{scale}"

    def on(self, best: float) -> float:
        """On a scale that ends at `best`, which is also taken for one that the text does not state."""
        return self.value * best / self.best if self.best else self.value

    def off(self, expected: float, *, best: float, absolute: float = 0.0, rounded: bool = False) -> str:
        """Why it is not within `absolute` of `expected`, on the scale that ends at `best`; "" if it is.

        `rounded`: it may also be `expected` rounded to as many decimals as the text has, on its own scale.
        """
        if rounded:
            own = expected * (self.best or best) / best
            absolute = max(absolute, abs(round(own, self.decimals) - own) * best / (self.best or best))
        return tolerance.off(self, self.on(best), expected, absolute=absolute)


def rating(text: str) -> Rating | None:
    """The first number that has a scale or stars behind it, else the first number; None if there is none.

    Never raises. A percentage is on a scale of 100.
    """
    plain = number.plain_digits(fold(text))
    read = [_read(plain, found) for found in number.find(plain)]
    best = next((one for one in read if one[1]), read[0] if read else None)
    if best is None:
        return None
    value, scale, decimals = best
    return Rating(raw=number.one_line(text), value=value, best=scale, decimals=decimals)


def in_cell(cell: HasNumber) -> Rating | None:
    """A cell's numeric value on the scale that its text shows, else the rating in its text; an error holds none."""
    shown = None if cell.error else rating(cell.text)
    if cell.number is None:
        return shown
    decimals = shown.decimals if shown else 15
    if "%" in cell.text:
        return Rating(raw=cell.text, value=cell.number * 100, best=100, decimals=decimals)
    return Rating(raw=cell.text, value=cell.number, best=shown.best if shown else 0.0, decimals=decimals)


def _read(plain: str, found: number.Found) -> tuple[float, float, int]:
    """Value, scale, decimals."""
    scale = _SCALE.match(plain, found.bare_end)
    digits = re.split(r"[.,]", plain[found.start : found.bare_end])
    decimals = len(digits[-1]) if len(digits) > 1 and len(digits[-1]) < 3 else 0
    if plain[found.bare_end : found.end].strip() == "%":
        return found.bare, 100.0, decimals
    if scale and int(scale[1]):
        return found.bare, float(scale[1]), decimals
    return found.bare, 5.0 if _STARS.match(plain, found.bare_end) and 0 <= found.bare <= 5 else 0.0, decimals
