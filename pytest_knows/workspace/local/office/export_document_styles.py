"""Styles of a document as WordprocessingML: what a run, paragraph or named style states, in the schema's order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_knows.workspace.local.office.document_styles import ALIGNMENTS, BASELINES, BORDERS, DASHES, NAMED
from pytest_knows.workspace.local.office.export_document_package import Node, made, valued, whole
from pytest_knows.workspace.local.office.markup import TWIPS_PER_PT
from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, number, points

_WEIGHTS = {100: "Thin", 200: "ExtraLight", 300: "Light", 500: "Medium", 600: "SemiBold", 800: "ExtraBold",
            900: "Black"}  # fmt: skip
_LONGEST = 31_680
"""Twips: 22 inches, the most that Word takes."""
NORMAL = "NORMAL_TEXT"


def inverse(table: dict[str, str]) -> dict[str, str]:
    """Google's name -> Word's; of several, the first that the import knows."""
    return {google: word for word, google in reversed(table.items())}


_JUSTIFIED, _DASHES, _BASELINES = inverse(ALIGNMENTS), inverse(DASHES), inverse(BASELINES)
_NAMES = inverse(NAMED)


def twips(dimension: object, least: int = 0) -> int:
    """A Dimension in twentieths of a point."""
    return whole(points(dimension) * TWIPS_PER_PT, least, _LONGEST)


def hex_of(colour: object, absent: str = "auto") -> str:
    """`RRGGBB` of an OptionalColor; `absent` for a transparent one."""
    rgb = at(colour, "color", "rgbColor")
    if not isinstance(rgb, Mapping):
        return absent
    parts = (min(max(number(rgb.get(name)), 0.0), 1.0) for name in ("red", "green", "blue"))
    return "".join(f"{round(part * 255):02X}" for part in parts)


def _toggle(name: str, stated: object) -> Node | None:
    return made(name, {"w:val": None if stated else "0"}) if isinstance(stated, bool) else None


def _shade(colour: object) -> Node | None:
    if not isinstance(colour, Mapping):
        return None
    return made("w:shd", {"w:val": "clear", "w:color": "auto", "w:fill": hex_of(colour)})


def run_properties(style: object) -> Node | None:
    """The `w:rPr` of a TextStyle; None if it states nothing."""
    found = [element for element in _run_properties(mapping(style)) if element is not None]
    return made("w:rPr", None, *found) if found else None


def _run_properties(style: Json) -> Iterator[Node | None]:
    yield _fonts(mapping(style.get("weightedFontFamily")))
    for name, key in (("b", "bold"), ("i", "italic")):
        yield _toggle(f"w:{name}", style.get(key))
        yield _toggle(f"w:{name}Cs", style.get(key))
    yield _toggle("w:smallCaps", style.get("smallCaps"))
    yield _toggle("w:strike", style.get("strikethrough"))
    colour = style.get("foregroundColor")
    yield valued("w:color", hex_of(colour)) if isinstance(colour, Mapping) else None
    size = whole(points(style.get("fontSize")) * 2, 0, 3276)  # half points; Word's most is 1638 pt
    if size > 0:
        yield valued("w:sz", size)
        yield valued("w:szCs", size)
    underline = style.get("underline")
    yield valued("w:u", "single" if underline else "none") if isinstance(underline, bool) else None
    yield _shade(style.get("backgroundColor"))
    baseline = _BASELINES.get(str(style.get("baselineOffset")))
    yield valued("w:vertAlign", baseline) if baseline else None


def _fonts(font: Json) -> Node | None:
    """Word knows a weight as a family of its own, as Google writes it; ours says which family and weight it is."""
    family, weight = font.get("fontFamily"), whole(number(font.get("weight"), 400), 100, 900)
    if not isinstance(family, str) or not family:
        return None
    named = f"{family} {_WEIGHTS[weight]}" if weight in _WEIGHTS else family
    own = {"k:family": family, "k:weight": weight} if weight != 400 else {}
    slots = ("ascii", "hAnsi", "cs", "eastAsia")
    return made("w:rFonts", {**{f"w:{slot}": named for slot in slots}, **own})


def paragraph_properties(style: Json, base: Json, numbering: Node | None = None) -> list[Node]:
    """The children of a `w:pPr` that a ParagraphStyle states; `base` is what its indents inherit."""
    return [element for element in _paragraph_properties(style, base, numbering) if element is not None]


def _paragraph_properties(style: Json, base: Json, numbering: Node | None) -> Iterator[Node | None]:
    yield _toggle("w:keepNext", style.get("keepWithNext"))
    yield _toggle("w:keepLines", style.get("keepLinesTogether"))
    yield _toggle("w:pageBreakBefore", style.get("pageBreakBefore"))
    yield _toggle("w:widowControl", style.get("avoidWidowAndOrphan"))
    yield numbering
    sides = [(side, style[name]) for side, name in BORDERS.items() if isinstance(style.get(name), Mapping)]
    yield made("w:pBdr", None, *(border(f"w:{side}", stated) for side, stated in sides)) if sides else None
    yield _shade(at(style, "shading", "backgroundColor"))
    leftwards, usual = (of.get("direction") == "RIGHT_TO_LEFT" for of in ({**base, **style}, base))
    yield _toggle("w:bidi", leftwards) if leftwards != usual else None
    yield _spacing(style)
    yield _indents(style, base)
    aligned = _JUSTIFIED.get(str(style.get("alignment")))
    yield valued("w:jc", aligned) if aligned else None


def border(name: str, stated: object) -> Node:
    """A side of a paragraph or cell; widths in eighths of a point, the space to the text in points."""
    width = whole(points(at(stated, "width")) * 8, 0, 96)
    kind = _DASHES.get(str(at(stated, "dashStyle")), "single") if width else "nil"
    padding = at(stated, "padding")
    space = whole(points(padding), 0, 31) if padding is not None else None
    colour = hex_of(at(stated, "color"), "000000")
    return made(name, {"w:val": kind, "w:sz": width, "w:space": space, "w:color": colour})


def _spacing(style: Json) -> Node | None:
    stated: dict[str, object] = {
        name: twips(style[key])
        for name, key in (("w:before", "spaceAbove"), ("w:after", "spaceBelow"))
        if isinstance(style.get(key), Mapping)
    }
    line = whole(number(style.get("lineSpacing")) * 2.4, 0, _LONGEST)  # 240 to the line
    if line > 0:
        stated |= {"w:line": line, "w:lineRule": "auto"}
    return made("w:spacing", stated) if stated else None


def _indents(style: Json, base: Json) -> Node | None:
    """Word counts the first line from the others, Google from the margin."""
    stated: dict[str, object] = {}
    if "indentStart" in style or "indentFirstLine" in style:
        both = {**base, **style}
        left, first = (twips(both.get(name), -_LONGEST) for name in ("indentStart", "indentFirstLine"))
        stated["w:left"] = left
    if isinstance(style.get("indentEnd"), Mapping):
        stated["w:right"] = twips(style["indentEnd"], -_LONGEST)
    if "w:left" in stated:
        stated["w:hanging" if first < left else "w:firstLine"] = abs(first - left)
    return made("w:ind", stated) if stated else None


def style_id(named: str) -> str:
    """`HEADING_1` -> the id of Word's style, `Heading1`; "" for what is no named style."""
    return _NAMES.get(named, "").title().replace(" ", "")


class StyleSheet:
    """The named styles of a tab."""

    def __init__(self, named_styles: object) -> None:
        self._styles = {str(style.get("namedStyleType")): style for style in items(at(named_styles, "styles"))}

    def base(self, named: str) -> dict[str, Any]:
        """The paragraph style that a paragraph of that name starts from."""
        normal, own = (mapping(at(self._styles.get(name), "paragraphStyle")) for name in (NORMAL, named))
        return {**normal, **own}

    def part(self) -> Node:
        """The root of the styles part."""
        known = [name for name in _NAMES if name in self._styles]
        return made("w:styles", {"mc:Ignorable": "k"}, *(self._style(name) for name in known))

    def _style(self, named: str) -> Node:
        normal = named == NORMAL
        stated = mapping(self._styles[named].get("paragraphStyle"))
        base = {} if normal else self.base(NORMAL)
        level = named.removeprefix("HEADING_")
        outline = valued("w:outlineLvl", int(level) - 1) if level.isdigit() else None
        return made(
            "w:style",
            {"w:type": "paragraph", "w:default": "1" if normal else None, "w:styleId": style_id(named)},
            valued("w:name", _NAMES[named].capitalize() if not level.isdigit() else _NAMES[named]),
            None if normal else valued("w:basedOn", style_id(NORMAL)),
            None if normal else valued("w:next", style_id(NORMAL)),
            made("w:qFormat"),
            made("w:pPr", None, *paragraph_properties(stated, base), outline),
            run_properties(self._styles[named].get("textStyle")),
        )
