"""Text of a .pptx. What placeholders inherit stays inherited; what comes from Office's defaults is stated."""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_knows.workspace.local.documents.indexing import units
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.drawing import Palette
from pytest_knows.workspace.local.office.markup import (
    EMU_PER_PT,
    SYMBOLS,
    Element,
    amount,
    attribute,
    children,
    clean,
    find,
    is_true,
    number,
)
from pytest_knows.workspace.local.office.opening import Relation
from pytest_knows.workspace.local.presentations.numbering import numeral
from pytest_knows.workspace.local.presentations.template import pt

LEVELS = 9
DEFAULT_SIZE = 18
"""Pt of text for which a presentation states no size (ECMA-376 part 1, 21.1.2.3.9)."""
_ALIGNMENTS = {"l": "START", "ctr": "CENTER", "r": "END", "just": "JUSTIFIED", "dist": "JUSTIFIED"}
_BULLET_KINDS = ("a:buNone", "a:buChar", "a:buAutoNum", "a:buBlip")


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What is stated for one list level: API styles, and the bullet element (None: nothing is stated)."""

    paragraph: Json = field(default_factory=dict)
    text: Json = field(default_factory=dict)
    bullet: Element | None = None

    def over(self, below: Level) -> Level:
        """This level laid on another one."""
        return Level(
            paragraph={**below.paragraph, **self.paragraph},
            text={**below.text, **self.text},
            bullet=self.bullet if self.bullet is not None else below.bullet,
        )


Levels = tuple[Level, ...]
NO_LEVELS: Levels = (Level(),) * LEVELS


def stacked(*layers: Levels) -> Levels:
    """Layers of levels, the nearest first, as one."""
    result = layers[-1]
    for layer in layers[-2::-1]:
        result = tuple(own.over(below) for own, below in zip(layer, result, strict=True))
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReader:
    """Reads the text of one page; `relations` are its part's."""

    palette: Palette
    relations: dict[str, Relation]

    def levels(self, holder: Element | None) -> Levels:
        """What an `a:lstStyle` (or `p:titleStyle`, `p:defaultTextStyle`) states; its default counts for all levels."""
        base = self._level(find(holder, "a:defPPr"))
        return tuple(self._level(find(holder, f"a:lvl{n}pPr")).over(base) for n in range(1, LEVELS + 1))

    def _level(self, properties: Element | None) -> Level:
        return Level(
            paragraph=paragraph_style(properties),
            text=self.run_style(find(properties, "a:defRPr")),
            bullet=_bullet(properties),
        )

    def run_style(self, properties: Element | None) -> Json:
        """The TextStyle that an `a:rPr` states; sizes are hundredths of a point."""
        if properties is None:
            return {}
        style: Json = {}
        for name, key in (("bold", "b"), ("italic", "i")):
            stated = attribute(properties, key)
            style[name] = is_true(stated) if stated else None
        for name, key, none in (("underline", "u", "none"), ("strikethrough", "strike", "noStrike")):
            stated = attribute(properties, key)
            style[name] = stated != none if stated else None
        size = amount(properties, "sz") / 100
        style["fontSize"] = pt(size) if size > 0 else None
        family = attribute(find(properties, "a:latin"), "typeface")
        family = self.palette.fonts.get(family, family)
        style["fontFamily"] = family or None
        style["weightedFontFamily"] = {"fontFamily": family, "weight": 400} if family else None
        for name, holder in (("foregroundColor", "a:solidFill"), ("backgroundColor", "a:highlight")):
            colour = self.palette.colour(find(properties, holder))
            style[name] = {"opaqueColor": colour[0]} if colour else None
        baseline = amount(properties, "baseline")
        style["baselineOffset"] = "SUPERSCRIPT" if baseline > 0 else "SUBSCRIPT" if baseline < 0 else None
        style["smallCaps"] = True if attribute(properties, "cap") == "small" else None
        return {name: value for name, value in style.items() if value is not None} | self._link(properties)

    def _link(self, properties: Element | None) -> Json:
        """A link to an address looks as links do; one to a slide is dropped."""
        relation = self.relations.get(attribute(find(properties, "a:hlinkClick"), "r:id"))
        if relation is None or not relation.external:
            return {}
        link = {"link": {"url": relation.target}}
        kept = find(properties, "a:hlinkClick/a:extLst/a:ext/ahyp:hlinkClr")
        if attribute(kept, "val") == "tx":
            return link  # it looks as the run says
        return {**link, "foregroundColor": {"opaqueColor": {"themeColor": "HYPERLINK"}}, "underline": True}

    def placeholder_text(self, levels: Levels, glyphs: Levels, number_field: bool) -> Json:
        """The text of a placeholder of a layout or master: an empty paragraph for each level, with its styles."""
        text = _Text()
        if number_field:
            first = levels[0]
            text.add(first.paragraph, None, [("", first.text, True), ("\n", first.text, False)])
            return text.content()
        for depth, level in enumerate(levels):
            bullet = _bullet_json(depth, _glyph(glyphs[depth].bullet, 1) or " ")
            text.add(level.paragraph, bullet, [("\n", level.text, False)])
        return text.content()

    def body(self, body: Element | None, stated: Levels, inherited: Levels) -> Json | None:
        """The TextContent of an `a:txBody`, None without text.

        `stated` is written into every run; `inherited` is what Google finds in the parents, needed for bullets.
        """
        text = _Text()
        counts: dict[int, int] = {}
        for name, child in children(body):
            if name == "a:p":
                self._paragraph(child, stated, inherited, text, counts)
        return text.content() if text.length > 1 else None

    def _paragraph(
        self, element: Element, stated: Levels, inherited: Levels, text: _Text, counts: dict[int, int]
    ) -> None:
        properties = find(element, "a:pPr")
        depth = min(max(int(amount(properties, "lvl")), 0), LEVELS - 1)
        own = self._level(properties).over(stated[depth])
        runs = self._runs(element, own.text)
        counts.update(dict.fromkeys(range(depth + 1, LEVELS), 0))
        counts[depth] = counts.get(depth, 0) + 1
        has_text = any(automatic or content.strip() for content, _, automatic in runs)
        glyph = _glyph(own.over(inherited[depth]).bullet, counts[depth]) if has_text else ""
        if not glyph:
            counts[depth] = 0
            if depth:
                # Google knows the level of list items only: what a deeper level inherits has to be stated.
                own = own.over(inherited[depth])
                runs = self._runs(element, own.text)
        end = runs[-1][1] if runs else {**own.text, **self.run_style(find(element, "a:endParaRPr"))}
        text.add(own.paragraph, _bullet_json(depth, glyph) if glyph else None, [*runs, ("\n", end, False)])

    def _runs(self, element: Element, base: Json) -> list[_Run]:
        runs: list[_Run] = []
        for name, child in children(element):
            style = {**base, **self.run_style(find(child, "a:rPr"))}
            if name == "a:fld" and attribute(child, "type") == "slidenum":
                runs.append(("", style, True))
            elif name in ("a:r", "a:fld"):
                shown = find(child, "a:t")
                content = clean((shown.text or "") if shown is not None else "").replace("\n", "\v")
                runs += [(content, style, False)] if content else []
            elif name == "a:br":
                runs.append(("\v", style, False))
        return runs


_Run = tuple[str, Json, bool]
"""Text, style, and whether it is the slide's number instead."""


@dataclass(slots=True)
class _Text:
    """A TextContent being written; `length` counts UTF-16 units."""

    elements: list[Json] = field(default_factory=list)
    length: int = 0
    listed: bool = False

    def add(self, style: Json, bullet: Json | None, runs: list[_Run]) -> None:
        """A paragraph; the last run ends with its newline."""
        joined: list[_Run] = []
        for run in runs:
            if joined and not run[2] and not joined[-1][2] and joined[-1][1] == run[1]:
                joined[-1] = (joined[-1][0] + run[0], run[1], False)
            else:
                joined.append(run)
        size = sum(_width(run) for run in joined)
        marker = {"style": style, **({"bullet": bullet} if bullet else {})}
        self.elements.append({**self._place(size), "paragraphMarker": marker})
        for run in joined:
            content, look, automatic = run
            shown = {"autoText": {"type": "SLIDE_NUMBER", "style": look}}
            shown = shown if automatic else {"textRun": {"content": content, "style": look}}
            self.elements.append({**self._place(_width(run)), **shown})
            self.length += _width(run)
        self.listed = self.listed or bullet is not None

    def _place(self, size: int) -> Json:
        start = {"startIndex": self.length} if self.length else {}
        return {**start, "endIndex": self.length + size}

    def content(self) -> Json:
        lists = {_LIST: {"listId": _LIST, "nestingLevel": {str(n): {"bulletStyle": {}} for n in range(LEVELS)}}}
        return {"textElements": self.elements, **({"lists": lists} if self.listed else {})}


def _width(run: _Run) -> int:
    return 1 if run[2] else units(run[0])


_LIST = "list.1"


def _bullet_json(depth: int, glyph: str) -> Json:
    return {"listId": _LIST, **({"nestingLevel": depth} if depth else {}), "glyph": glyph, "bulletStyle": {}}


def _bullet(properties: Element | None) -> Element | None:
    return next((found for kind in _BULLET_KINDS if (found := find(properties, kind)) is not None), None)


def _glyph(bullet: Element | None, count: int) -> str:
    """What stands before a list item; "" for no bullet."""
    kind = "" if bullet is None else bullet.tag.rpartition("}")[2]
    if kind == "buChar":
        char = attribute(bullet, "char")
        return SYMBOLS.get(char[:1], char[:1]) or "●"
    if kind == "buAutoNum":
        return _numeral(attribute(bullet, "type"), int(amount(bullet, "startAt", 1)) - 1 + count)
    return "●" if kind == "buBlip" else ""


def _numeral(scheme: str, count: int) -> str:
    kind = "i" if scheme.startswith("roman") else "a" if scheme.startswith("alpha") else "1"
    shown = numeral(kind.upper() if "Uc" in scheme else kind, min(max(count, 1), 3000))
    if scheme.endswith("ParenBoth"):
        return f"({shown})"
    return shown + (")" if scheme.endswith("ParenR") else "" if scheme.endswith("Plain") else ".")


def paragraph_style(properties: Element | None) -> Json:
    """The ParagraphStyle that an `a:pPr` states."""
    if properties is None:
        return {}
    style: Json = {}
    alignment = _ALIGNMENTS.get(attribute(properties, "algn"))
    if attribute(properties, "rtl"):
        rtl = is_true(attribute(properties, "rtl"))
        style["direction"] = "RIGHT_TO_LEFT" if rtl else "LEFT_TO_RIGHT"
        # Office names the side of the page, Google the side where text starts.
        alignment = {"START": "END", "END": "START"}.get(alignment or "", alignment) if rtl else alignment
    if alignment:
        style["alignment"] = alignment
    spacing = number(attribute(find(properties, "a:lnSpc/a:spcPct"), "val"))
    if spacing:
        style["lineSpacing"] = spacing / 1000
    for name, path in (("spaceAbove", "a:spcBef"), ("spaceBelow", "a:spcAft")):
        points = number(attribute(find(properties, f"{path}/a:spcPts"), "val"))
        if points is not None:
            style[name] = pt(points / 100)
    margin, indent = (number(attribute(properties, name)) for name in ("marL", "indent"))
    if margin is not None:
        style["indentStart"] = pt(margin / EMU_PER_PT)
    if margin is not None or indent is not None:
        style["indentFirstLine"] = pt(((margin or 0) + (indent or 0)) / EMU_PER_PT)
    return style
