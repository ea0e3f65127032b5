"""Text of a .pptx. What placeholders inherit stays inherited; what comes from Office's defaults is stated."""

from __future__ import annotations

from dataclasses import dataclass, field

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
from pytest_knows.workspace.local.presentations.template import pt
from pytest_knows.workspace.local.presentations.text import Char, Paragraph, Text, dump
from pytest_knows.workspace.local.presentations.texts import numeral

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
        coloured = {"foregroundColor": {"opaqueColor": {"themeColor": "HYPERLINK"}}, "underline": True}
        return {"link": {"url": relation.target}, **coloured}

    def placeholder_text(self, levels: Levels, glyphs: Levels, number_field: bool) -> Json:
        """The text of a placeholder of a layout or master: an empty paragraph for each level, with its styles."""
        if number_field:
            first = levels[0]
            text = Text(paragraphs=[Paragraph(dict(first.paragraph))])
            text.chars = [Char("", first.text, "SLIDE_NUMBER"), Char("\n", first.text)]
            return dump(text)
        text = Text(lists={_LIST: _list(_LIST)})
        for depth, level in enumerate(levels):
            glyph = _glyph(glyphs[depth].bullet, 1) or " "
            text.paragraphs.append(Paragraph(dict(level.paragraph), _bullet_json(_LIST, depth, glyph)))
            text.chars.append(Char("\n", level.text))
        return dump(text)

    def body(self, body: Element | None, stated: Levels, inherited: Levels) -> Json | None:
        """The TextContent of an `a:txBody`, None without text.

        `stated` is written into every run; `inherited` is what Google finds in the parents, needed for bullets.
        """
        text, counts = Text(), dict[int, int]()
        paragraphs = [child for name, child in children(body) if name == "a:p"]
        for element in paragraphs:
            self._paragraph(element, stated, inherited, text, counts)
        if not paragraphs or (all(char.text == "\n" for char in text.chars) and len(text.chars) == 1):
            return None
        return dump(text)

    def _paragraph(
        self, element: Element, stated: Levels, inherited: Levels, text: Text, counts: dict[int, int]
    ) -> None:
        properties = find(element, "a:pPr")
        depth = min(max(int(amount(properties, "lvl")), 0), LEVELS - 1)
        own = self._level(properties).over(stated[depth])
        chars = self._chars(element, own.text)
        has_text = any(char.auto or char.text.strip() for char in chars)
        counts.update(dict.fromkeys(range(depth + 1, LEVELS), 0))
        counts[depth] = counts.get(depth, 0) + 1
        glyph = _glyph(own.over(inherited[depth]).bullet, counts[depth]) if has_text else ""
        bullet = _bullet_json(_LIST, depth, glyph) if glyph else None
        if bullet:
            text.lists.setdefault(_LIST, _list(_LIST))
        else:
            counts[depth] = 0
            if depth:
                # Google knows the level of list items only: what a deeper level inherits has to be stated.
                own = own.over(inherited[depth])
                chars = self._chars(element, own.text)
        end = {**own.text, **self.run_style(find(element, "a:endParaRPr"))}
        text.chars += [*chars, Char("\n", chars[-1].style if chars else end)]
        text.paragraphs.append(Paragraph(dict(own.paragraph), bullet))

    def _chars(self, element: Element, base: Json) -> list[Char]:
        chars: list[Char] = []
        for name, child in children(element):
            style = {**base, **self.run_style(find(child, "a:rPr"))}
            if name == "a:fld" and attribute(child, "type") == "slidenum":
                chars.append(Char("", style, "SLIDE_NUMBER"))
            elif name in ("a:r", "a:fld"):
                shown = find(child, "a:t")
                content = clean((shown.text or "") if shown is not None else "")
                chars += [Char("\v" if char == "\n" else char, style) for char in content]
            elif name == "a:br":
                chars.append(Char("\v", style))
        return chars


_LIST = "list.1"


def _list(list_id: str) -> Json:
    return {"listId": list_id, "nestingLevel": {str(n): {"bulletStyle": {}} for n in range(LEVELS)}}


def _bullet_json(list_id: str, depth: int, glyph: str) -> Json:
    return {"listId": list_id, **({"nestingLevel": depth} if depth else {}), "glyph": glyph, "bulletStyle": {}}


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
