"""Text, colours and fills of slides as DrawingML; the inverse of `presentation_text` and `drawing`.

What a placeholder inherits is written out, so that it looks the same whatever the layouts of the file state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pytest_knows.workspace.local.office.drawing import DASHES, SCHEME
from pytest_knows.workspace.local.office.export_document_package import whole
from pytest_knows.workspace.local.office.export_presentation_xml import made
from pytest_knows.workspace.local.office.markup import EMU_PER_PT, Element
from pytest_knows.workspace.local.presentations.numbering import numeral
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points
from pytest_knows.workspace.local.rendering.slides_theme import Theme

KEEP_COLOUR = "{A12FA001-AC4F-418D-AE19-62706E023703}"
"""The extension by which a link keeps the colour of its run (MS-ODRAWXML 2.3.1)."""
_HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
_NAMES = {name: base for base, name in SCHEME.items()}
_DASH_NAMES = {"SOLID": "solid", "DOT": "sysDot", **{name: dash for dash, name in DASHES.items() if dash[:3] != "sys"}}
_ALIGNMENTS = {"START": "l", "CENTER": "ctr", "END": "r", "JUSTIFIED": "just"}
_FLAGS = {"bold": ("b", "1", "0"), "italic": ("i", "1", "0"), "underline": ("u", "sng", "none"),
          "strikethrough": ("strike", "sngStrike", "noStrike"), "smallCaps": ("cap", "small", "none")}  # fmt: skip
_BASELINES = {"SUPERSCRIPT": "30000", "SUBSCRIPT": "-25000"}
_SCHEMES = (("1", "arabic"), ("i", "romanLc"), ("I", "romanUc"), ("a", "alphaLc"), ("A", "alphaUc"))
_LAST = 500
"""Items of a list that are looked for."""
_NUMBER = re.compile(r"(\(?)([0-9]+|[a-z]+|[A-Z]+)([.)])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """What writing one page needs: its JSON, the deck's inheritance, and the part that holds its relations."""

    page: Any
    theme: Theme
    part: Any
    shared: bool
    """Whether the page has the colours of the file's theme."""

    def link(self, url: object, *, keep_colour: bool = False) -> Element | None:
        """An `a:hlinkClick`; None without an address."""
        if not isinstance(url, str) or not url:
            return None
        link = made("a:hlinkClick", {"r:id": self.part.relate_to(url, _HYPERLINK, is_external=True)})
        if keep_colour:
            extension = made("a:ext", {"uri": KEEP_COLOUR}, made("ahyp:hlinkClr", {"val": "tx"}))
            link.append(made("a:extLst", None, extension))
        return link

    def colour(self, opaque: object, alpha: float = 1.0) -> Element | None:
        """The colour element of an OpaqueColor: of the theme where it can be, else RRGGBB."""
        name = at(opaque, "themeColor")
        shade = made("a:alpha", {"val": whole(alpha * 100_000)}) if alpha < 1 else None
        if self.shared and name in _NAMES:
            return made("a:schemeClr", {"val": _NAMES[name]}, shade)
        found = self.theme.colour(self.page, opaque)  # rgb(1,2,3)
        if found is None:
            return None
        digits = (int(part) for part in re.findall(r"\d+", found)) if found[:3] == "rgb" else (0, 0, 0)
        code = "".join(f"{part:02X}" for part in digits)
        return made("a:srgbClr", {"val": "FFFFFF" if found == "white" else code}, shade)

    def fill(self, fill: object) -> Element:
        """`a:solidFill`, or `a:noFill`."""
        solid = at(fill, "solidFill")
        drawn = isinstance(fill, dict) and fill.get("propertyState") != "NOT_RENDERED" and solid is not None
        alpha = min(max(number(at(solid, "alpha"), 1.0), 0.0), 1.0)
        colour = self.colour(at(solid, "color"), alpha) if drawn else None
        return made("a:noFill") if colour is None else made("a:solidFill", None, colour)

    def outline(self, outline: object, *ends: Element | None) -> Element:
        """An `a:ln` of an Outline, or of the properties of a line."""
        fill = at(outline, "outlineFill") or at(outline, "lineFill")
        if at(outline, "propertyState") in ("NOT_RENDERED", "INHERIT") or fill is None:
            return made("a:ln", None, made("a:noFill"))
        dash = made("a:prstDash", {"val": _DASH_NAMES.get(str(at(outline, "dashStyle")), "solid")})
        width = whole(points(at(outline, "weight"), 0.75) * EMU_PER_PT, 0, 20_116_800)
        return made("a:ln", {"w": width}, self.fill(fill), dash, *ends)

    def body(self, name: str, text: object, shape: Json, properties: Element) -> Element:
        """The text of a shape or cell as an element of that name, with an empty paragraph where there is none."""
        counts: dict[int, int] = {}
        paragraphs = [self._paragraph(marker, runs, shape, counts) for marker, runs in _paragraphs(text)]
        return made(name, None, properties, made("a:lstStyle"), *(paragraphs or [made("a:p")]))

    def _paragraph(self, marker: Json, runs: list[Json], shape: Json, counts: dict[int, int]) -> Element:
        bullet = mapping(marker.get("bullet"))
        level = min(max(int(number(bullet.get("nestingLevel"))), 0), 8)
        style = {**self.theme.paragraph_style(shape, level), **mapping(marker.get("style"))}
        counts |= dict.fromkeys([depth for depth in counts if depth > level], 0)
        counts[level] = counts.get(level, 0) + 1 if bullet else 0
        glyph = bullet.get("glyph")
        sign = _bullet(glyph, counts[level]) if isinstance(glyph, str) and glyph.strip() else made("a:buNone")
        base = self.theme.text_style(shape, level)
        shown = [element for run in runs for element in self._run(run, base)]
        end = self._style("a:endParaRPr", {**base, **_style_of(runs[-1] if runs else {})})
        return made("a:p", None, _paragraph_properties(style, level, sign), *shown, end)

    def _run(self, run: Json, base: Json) -> Iterator[Element]:
        style = {**base, **_style_of(run)}
        if "autoText" in run:
            shown = made("a:t", text=str(at(run, "autoText", "content") or "‹#›"))
            if at(run, "autoText", "type") == "SLIDE_NUMBER":
                guid = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"
                yield made("a:fld", {"id": guid, "type": "slidenum"}, self._style("a:rPr", style), shown)
            return
        content = at(run, "textRun", "content")
        lines = (content if isinstance(content, str) else "").removesuffix("\n").split("\v")
        for number_, line in enumerate(lines):
            if number_:
                yield made("a:br", None, self._style("a:rPr", style))
            if line:
                yield made("a:r", None, self._style("a:rPr", style), made("a:t", text=line))

    def _style(self, name: str, style: Json) -> Element:
        """An `a:rPr`; sizes are hundredths of a point."""
        stated: dict[str, str | None] = {
            key: yes if style[flag] else no for flag, (key, yes, no) in _FLAGS.items() if flag in style
        }
        size = points(style.get("fontSize"))
        stated["sz"] = str(whole(size * 100, 100, 400_000)) if size > 0 else None
        stated["baseline"] = _BASELINES.get(str(style.get("baselineOffset")))
        front = self.colour(at(style, "foregroundColor", "opaqueColor"))
        back = self.colour(at(style, "backgroundColor", "opaqueColor"))
        family = style.get("fontFamily")
        return made(
            name,
            stated,
            made("a:solidFill", None, front) if front is not None else None,
            made("a:highlight", None, back) if back is not None else None,
            made("a:latin", {"typeface": family}) if isinstance(family, str) and family else None,
            self.link(at(style, "link", "url"), keep_colour=True) if name == "a:rPr" else None,
        )


def _style_of(run: Json) -> Json:
    return dict(mapping(at(run, "textRun", "style") or at(run, "autoText", "style")))


def _paragraphs(text: object) -> Iterator[tuple[Json, list[Json]]]:
    """Each paragraph's marker with its runs."""
    marker: Json | None = None
    runs: list[Json] = []
    for element in items(at(text, "textElements")):
        if "paragraphMarker" in element:
            if marker is not None:
                yield marker, runs
            marker, runs = dict(mapping(element["paragraphMarker"])), []
        else:
            runs.append(dict(element))
    if marker is not None:
        yield marker, runs


def _paragraph_properties(style: Json, level: int, bullet: Element) -> Element:
    rtl = style.get("direction") == "RIGHT_TO_LEFT"
    alignment = _ALIGNMENTS.get(str(style.get("alignment")), "l")
    start, first = (points(style.get(name)) for name in ("indentStart", "indentFirstLine"))
    stated = {
        "marL": whole(start * EMU_PER_PT, 0, 51_206_400),
        "lvl": level or None,
        "indent": whole((first - start) * EMU_PER_PT, -51_206_400, 51_206_400),
        # Office names the side of the page, Google the side where text starts.
        "algn": {"l": "r", "r": "l"}.get(alignment, alignment) if rtl else alignment,
        "rtl": "1" if rtl else None,
    }
    spacing = made("a:lnSpc", None, made("a:spcPct", {"val": whole(number(style.get("lineSpacing"), 100) * 1000)}))
    around = (
        made(name, None, made("a:spcPts", {"val": whole(points(style.get(key)) * 100, 0, 158_400)}))
        for name, key in (("a:spcBef", "spaceAbove"), ("a:spcAft", "spaceBelow"))
    )
    return made("a:pPr", stated, spacing, *around, bullet)


def _bullet(glyph: str, count: int) -> Element:
    """`a:buAutoNum` for a glyph that is the number of an item, else `a:buChar`; `count` is the item's place."""
    match = _NUMBER.fullmatch(glyph)
    numbers = [(scheme, number) for kind, scheme in _SCHEMES if match and (number := _counted(kind, match[2]))]
    for scheme, number in sorted(numbers, key=lambda found: found[1] != count):  # `i.` is the first of romans
        if match and number >= count:
            end = "Period" if match[3] == "." else "ParenBoth" if match[1] else "ParenR"
            start = number - count + 1
            return made("a:buAutoNum", {"type": scheme + end, "startAt": start if start > 1 else None})
    return made("a:buChar", {"char": glyph})


@lru_cache(maxsize=256)
def _counted(kind: str, text: str) -> int:
    """The number that is written so; 0 for none up to `_LAST`."""
    return next((number for number in range(1, _LAST) if numeral(kind, number) == text), 0)
