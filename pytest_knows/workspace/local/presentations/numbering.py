"""The numbers of list items: how they are written, and counted anew when items come and go."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from pytest_knows.workspace.local.engine import Json

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_NUMBER = re.compile(r"((?:\w+\.)*)(\w+)([.)])")
"""The numbers of the levels above, the item's own, and the mark behind it."""


def numeral(kind: str, count: int) -> str:
    """A number as `1`, `0` (two digits), `a`, `A`, `i` or `I` counts."""
    if kind in "aA":
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letter.upper() if kind == "A" else letter
    if kind in "iI":
        roman = _roman(count)
        return roman.upper() if kind == "I" else roman
    return f"{count:02d}" if kind == "0" else str(count)


def _roman(count: int) -> str:
    out = ""
    for value, name in _ROMAN:
        times, count = divmod(count, value)
        out += name * times
    return out


def count_anew(bullets: Sequence[Json | None]) -> None:
    """Set the glyphs of the numbered items among a text's bullets (None: no item), in place.

    What kind of number a level has is seen from the glyphs that it has now.
    """
    kinds: dict[tuple[Any, int], str] = {}
    counts: defaultdict[Any, dict[int, int]] = defaultdict(dict)
    for bullet in bullets:
        match = _NUMBER.fullmatch(str(bullet.get("glyph", ""))) if bullet else None
        if bullet is None:
            continue
        place, level = bullet.get("listId"), bullet.get("nestingLevel", 0)
        count = {deeper: number for deeper, number in counts[place].items() if deeper <= level}
        count[level] = count.get(level, 0) + 1
        counts[place] = count
        if match is None:
            continue
        kind = kinds.setdefault((place, level), _kind(match[2]))
        above = "".join(f"{count.get(n, 1)}." for n in range(level)) if match[1] else ""
        bullet["glyph"] = above + numeral(kind, count[level]) + match[3]


def _kind(number: str) -> str:
    """What counts like this number. What is Roman and a letter is Roman: lists begin with their first item."""
    if number.isdigit():
        return "0" if number.startswith("0") else "1"
    kind = "i" if number.lower() in _ROMANS else "a"
    return kind.upper() if number.isupper() else kind


_ROMANS = frozenset(_roman(count) for count in range(1, 40))
"""Written with i, v and x alone."""
