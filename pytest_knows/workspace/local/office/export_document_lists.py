"""Lists of a document as numbering definitions."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.office.document_lists import BULLET_ALIGNMENTS, CHECKBOX, LEVELS, NUMBERS
from pytest_knows.workspace.local.office.export_document_package import Node, made, valued, whole
from pytest_knows.workspace.local.office.export_document_styles import inverse, paragraph_properties, run_properties
from pytest_knows.workspace.local.rendering.markup import Json, at, items, number

_NUMBERS, _ALIGNMENTS = inverse(NUMBERS), inverse(BULLET_ALIGNMENTS)
_DISC = {"glyphSymbol": "●"}


class NumberingWriter:
    """The lists of all tabs; only those that paragraphs use are written."""

    def __init__(self, lists: list[object]) -> None:
        self._lists = lists
        self._used: dict[tuple[int, str], int] = {}
        """(tab, Google's list id) -> Word's numId."""

    def reference(self, tab: int, bullet: Json) -> Node:
        """The `w:numPr` of a paragraph with that bullet in the tab of that place."""
        used = self._used.setdefault((tab, str(bullet.get("listId"))), len(self._used) + 1)
        level = whole(number(bullet.get("nestingLevel")), 0, LEVELS - 1)
        return made("w:numPr", None, valued("w:ilvl", level), valued("w:numId", used))

    def part(self) -> Node:
        """The root of the numbering part: definitions first, then what refers to them."""
        definitions = [
            made(
                "w:abstractNum",
                {"w:abstractNumId": place},
                valued("w:multiLevelType", "multilevel"),
                *(_level(n, level) for n, level in enumerate(self._levels(tab, list_id))),
            )
            for (tab, list_id), place in self._used.items()
        ]
        uses = [made("w:num", {"w:numId": n}, valued("w:abstractNumId", n)) for n in self._used.values()]
        return made("w:numbering", {"mc:Ignorable": "k"}, *definitions, *uses)

    def _levels(self, tab: int, list_id: str) -> list[Json]:
        stated = items(at(self._lists[tab], list_id, "listProperties", "nestingLevels"))[:LEVELS]
        return stated + [_DISC] * (LEVELS - len(stated))


def _level(place: int, level: Json) -> Node:
    kind = str(level.get("glyphType"))
    symbol = level.get("glyphSymbol")
    if isinstance(symbol, str) and symbol:
        form, text = "bullet", symbol
    elif kind in _NUMBERS or kind == "NONE":
        form, text = _NUMBERS.get(kind, "none"), _level_text(level.get("glyphFormat"))
    else:
        form, text = "bullet", CHECKBOX
    return made(
        "w:lvl",
        {"w:ilvl": place},
        valued("w:start", whole(number(level.get("startNumber"), 1), 0, 32767)),
        valued("w:numFmt", form),
        valued("w:lvlText", text[:200]),
        valued("w:lvlJc", _ALIGNMENTS.get(str(level.get("bulletAlignment")), "left")),
        made("w:pPr", None, *paragraph_properties(level, {})),
        run_properties(level.get("textStyle")),
    )


def _level_text(glyph_format: object) -> str:
    """`%0.%1)` counts levels from 0, Word's `%1.%2)` from 1."""
    return re.sub(
        r"%([0-8])", lambda match: f"%{int(match[1]) + 1}", glyph_format if isinstance(glyph_format, str) else ""
    )
