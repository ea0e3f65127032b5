"""The glyphs of list items: bullets as they are, numbers counted per list and level."""

from __future__ import annotations

import re
from collections import defaultdict

from pytest_knows.workspace.local.rendering.markup import Json, at, items, number

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_ONES = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def roman(value: int) -> str:
    """1 -> i, 4 -> iv."""
    text = ""
    for size, letters in (*_ROMAN, *_ROMAN_ONES):
        count, value = divmod(value, size)
        text += letters * count
    return text


def alpha(value: int) -> str:
    """1 -> a, 26 -> z, 27 -> aa, as Google counts."""
    return chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1) if value > 0 else ""


def shown_number(value: int, glyph_type: object) -> str:
    """A count in the manner of a `glyphType`."""
    match glyph_type:
        case "ALPHA":
            return alpha(value)
        case "UPPER_ALPHA":
            return alpha(value).upper()
        case "ROMAN":
            return roman(value)
        case "UPPER_ROMAN":
            return roman(value).upper()
        case "ZERO_DECIMAL":
            return f"{value:02}"
        case "NONE":
            return ""
        case _:
            return str(value)


def _start(level: Json) -> int:
    # Bounded, because letters and Roman numerals grow as long as the number is large.
    return int(min(9999, max(0, number(level.get("startNumber"), 1))))


class ListCounter:
    """Counts the items of all lists of a document in reading order."""

    def __init__(self, lists: object) -> None:
        self._lists = lists
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)

    def level(self, bullet: Json) -> Json:
        """The `NestingLevel` of an item; empty for an unknown list."""
        levels = items(at(self._lists, str(bullet.get("listId")), "listProperties", "nestingLevels"))
        depth = self._depth(bullet)
        return levels[depth] if depth < len(levels) else {}

    @staticmethod
    def _depth(bullet: Json) -> int:
        return max(0, int(number(bullet.get("nestingLevel"))))

    def glyph(self, bullet: Json) -> str:
        """The glyph of the next item of that list and level."""
        level, depth = self.level(bullet), self._depth(bullet)
        counts = self._counts[str(bullet.get("listId"))]
        counts[depth] = counts.get(depth, _start(level) - 1) + 1
        for deeper in [d for d in counts if d > depth]:
            del counts[deeper]
        symbol = level.get("glyphSymbol")
        if isinstance(symbol, str) and symbol:
            return symbol
        if level.get("glyphType") in (None, "GLYPH_TYPE_UNSPECIFIED"):
            # A checklist has neither symbol nor number.
            return "☐" if level else "●"
        return self._numbered(bullet, level, counts)

    def _numbered(self, bullet: Json, level: Json, counts: dict[int, int]) -> str:
        levels = items(at(self._lists, str(bullet.get("listId")), "listProperties", "nestingLevels"))

        def shown(match: re.Match[str]) -> str:
            other = int(match.group(1))
            kind = levels[other].get("glyphType") if other < len(levels) else None
            return shown_number(counts.get(other, 1), kind)

        return re.sub(r"%(\d)", shown, str(level.get("glyphFormat", "%0.")))
