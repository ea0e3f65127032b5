"""How a series goes on when it is dragged: 1, 2 -> 3, 4; Jan -> Feb; Item 1 -> Item 2."""

from __future__ import annotations

import re
from itertools import pairwise

from pytest_knows.workspace.local.engine import Json

_NAMES = (
    ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
     "December"),
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
)  # fmt: skip
_NUMBERED = re.compile(r"(.*?)(\d{1,9})", re.DOTALL)


def continued(values: list[Json], count: int, *, alternate: bool) -> list[Json] | None:
    """The next `count` ExtendedValues after these; None where nothing goes on and the values just repeat.

    A single number repeats and a single name or numbered text goes on; `alternate` turns the first round.
    """
    if all(set(value) == {"numberValue"} for value in values):
        return _numbers([value["numberValue"] for value in values], count, alternate)
    texts = [value.get("stringValue") for value in values]
    if alternate or not all(isinstance(text, str) for text in texts):
        return None
    known = [str(text) for text in texts]
    return _names(known, count) or _numbered(known, count)


def _numbers(numbers: list[float], count: int, alternate: bool) -> list[Json] | None:
    """The line of least squares through the numbers, as the editor continues them."""
    if len(numbers) == 1:
        return [{"numberValue": numbers[0] + place} for place in range(1, count + 1)] if alternate else None
    if alternate:
        return None
    size = len(numbers)
    middle, mean = (size - 1) / 2, sum(numbers) / size
    spread = sum((place - middle) ** 2 for place in range(size))
    slope = sum((place - middle) * (number - mean) for place, number in enumerate(numbers)) / spread
    found = [mean + slope * (place - middle) for place in range(size, size + count)]
    if any(value != value or abs(value) > 1e300 for value in found):
        return None
    return [{"numberValue": _short(value)} for value in found]


def _short(value: float) -> float:
    """Without the noise of the fit: 0.30000000000000004 -> 0.3."""
    rounded = float(f"{value:.12g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def _names(texts: list[str], count: int) -> list[Json] | None:
    for names in _NAMES:
        lower = [name.lower() for name in names]
        places = [lower.index(text.lower()) for text in texts if text.lower() in lower]
        if len(places) != len(texts):
            continue
        step = (places[1] - places[0]) % len(names) if len(places) > 1 else 1
        if all((after - before) % len(names) == step for before, after in pairwise(places)):
            return [{"stringValue": names[(places[-1] + step * n) % len(names)]} for n in range(1, count + 1)]
    return None


def _numbered(texts: list[str], count: int) -> list[Json] | None:
    matches = [match for text in texts if (match := _NUMBERED.fullmatch(text))]
    if len(matches) != len(texts) or len({match[1] for match in matches}) != 1:
        return None
    numbers = [int(match[2]) for match in matches]
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    if any(after - before != step for before, after in pairwise(numbers)):
        return None
    return [{"stringValue": f"{matches[0][1]}{abs(numbers[-1] + step * n)}"} for n in range(1, count + 1)]
