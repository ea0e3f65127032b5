"""Lists of a .docx: numbering definitions as Google's lists with nine nesting levels."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.documents.defaults import points
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.document_styles import paragraph_properties, paragraph_style, text_style
from pytest_knows.workspace.local.office.markup import SYMBOLS, Element, attribute, find, find_all, number, val

LEVELS = 9
NUMBERS = {
    "decimal": "DECIMAL", "decimalZero": "ZERO_DECIMAL", "lowerLetter": "ALPHA", "upperLetter": "UPPER_ALPHA",
    "lowerRoman": "ROMAN", "upperRoman": "UPPER_ROMAN",
}  # fmt: skip
BULLET_ALIGNMENTS = {"left": "START", "center": "CENTER", "right": "END", "end": "END"}
"""Word's names -> Google's; the export goes the other way."""
CHECKBOX = "\u2610"


class Numbering:
    """The numbering part."""

    def __init__(self, root: Element | None) -> None:
        abstract = {attribute(item, "w:abstractNumId"): item for item in find_all(root, "w:abstractNum")}
        self._lists: dict[str, list[Element | None]] = {}
        self._starts: dict[str, dict[int, float]] = {}
        for item in find_all(root, "w:num"):
            key = attribute(item, "w:numId")
            self._lists[key] = _levels(abstract.get(val(item, "w:abstractNumId")), item)
            self._starts[key] = _overridden_starts(item)

    def __contains__(self, num_id: str) -> bool:
        return num_id in self._lists

    def indents(self, num_id: str, level: int) -> Json:
        """`left` and `first` of a level, in pt, where it states them."""
        found = paragraph_properties(find(self._lists[num_id][level], "w:pPr"))
        return {name: found[name] for name in ("left", "first") if name in found}

    def properties(self, num_id: str) -> Json:
        """The `List` of the API."""
        starts = self._starts[num_id]
        levels = [_nesting_level(level, n, starts.get(n)) for n, level in enumerate(self._lists[num_id])]
        return {"listProperties": {"nestingLevels": levels}}


def _levels(abstract: Element | None, item: Element) -> list[Element | None]:
    levels: list[Element | None] = [None] * LEVELS
    for holder in (abstract, *find_all(item, "w:lvlOverride")):
        for level in find_all(holder, "w:lvl"):
            place = number(attribute(level, "w:ilvl"))
            if place is not None and 0 <= place < LEVELS:
                levels[int(place)] = level
    return levels


def _overridden_starts(item: Element) -> dict[int, float]:
    starts: dict[int, float] = {}
    for override in find_all(item, "w:lvlOverride"):
        place, start = number(attribute(override, "w:ilvl")), number(val(override, "w:startOverride"))
        if place is not None and start is not None:
            starts[int(place)] = start
    return starts


def _nesting_level(level: Element | None, place: int, start: float | None) -> Json:
    text, kind = val(level, "w:lvlText"), val(level, "w:numFmt") or "decimal"
    first = start if start is not None else number(val(level, "w:start"))
    indents = paragraph_properties(find(level, "w:pPr"))
    own = {name: indents.get(name, 0) for name in ("left", "first")}
    alignment = BULLET_ALIGNMENTS.get(val(level, "w:lvlJc"), "START")
    glyph: Json = {"glyphType": NUMBERS.get(kind, "NONE" if kind == "none" else "DECIMAL")}
    if kind == "bullet":
        glyph = {"glyphSymbol": SYMBOLS.get(text[:1], text[:1]) or "●"}
        if text == CHECKBOX:
            glyph = {"glyphType": "GLYPH_TYPE_UNSPECIFIED"}  # what Google answers for a checklist
    return {
        "bulletAlignment": alignment,
        **glyph,
        "glyphFormat": f"%{place}" if kind == "bullet" else _glyph_format(text, place),
        **(paragraph_style(own, {}) if indents else {"indentStart": points(36 * (place + 1))}),
        "textStyle": text_style(find(level, "w:rPr"), {}),
        "startNumber": int(first) if first is not None else 1,
    }


def _glyph_format(text: str, place: int) -> str:
    """`%1.%2)` in Word counts levels from 1, Google's `%0.%1)` from 0."""
    return re.sub(r"%([1-9])", lambda match: f"%{int(match[1]) - 1}", text) or f"%{place}."
