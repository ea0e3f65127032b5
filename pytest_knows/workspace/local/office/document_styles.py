"""Styles of a .docx: what a run or a paragraph states, and what its named styles add.

Word's styles become Google's nine named ones where they have the same name; what any other style says is stated by the
paragraphs and runs that have it, as Google does on import.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_knows.workspace.local.documents.defaults import named_styles, points
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.markup import (
    TWIPS_PER_PT,
    Element,
    amount,
    attribute,
    find,
    find_all,
    hex_colour,
    number,
    toggle,
    val,
)

NAMED = {"normal": "NORMAL_TEXT", "title": "TITLE", "subtitle": "SUBTITLE"} | {
    f"heading {level}": f"HEADING_{level}" for level in range(1, 7)
}
_HIGHLIGHTS = {
    "yellow": "ffff00", "green": "00ff00", "cyan": "00ffff", "magenta": "ff00ff", "blue": "0000ff", "red": "ff0000",
    "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "darkYellow": "808000", "darkGray": "808080", "lightGray": "c0c0c0", "black": "000000", "white": "ffffff",
}  # fmt: skip
ALIGNMENTS = {"left": "START", "start": "START", "center": "CENTER", "right": "END", "end": "END",
              "both": "JUSTIFIED", "distribute": "JUSTIFIED"}  # fmt: skip
BASELINES = {"superscript": "SUPERSCRIPT", "subscript": "SUBSCRIPT", "baseline": "NONE"}
BORDERS = {"top": "borderTop", "left": "borderLeft", "bottom": "borderBottom", "right": "borderRight",
           "between": "borderBetween"}  # fmt: skip
DASHES = {"single": "SOLID", "dotted": "DOT", "dashed": "DASH", "dashSmallGap": "DASH"}
"""Word's names, in the schema's order -> Google's; the export goes the other way."""
_WORD_DEFAULT_TEXT: Json = {
    "weightedFontFamily": {"fontFamily": "Times New Roman", "weight": 400},
    "fontSize": points(10),
}
"""What Word shows where a file states nothing (ECMA-376 part 1, 17.3.2.38 and 17.3.2.26)."""
_MAX_CHAIN = 20


def optional_colour(code: str) -> Json | None:
    """An OptionalColor; None for `auto` and nonsense."""
    colour = hex_colour(code)
    return None if colour is None else {"color": {"rgbColor": colour}}


def _fill(shade: Element | None) -> Json | None:
    """The OptionalColor of a `w:shd`; `auto` is none at all, whatever the style says."""
    code = attribute(shade, "w:fill")
    return {} if code == "auto" else optional_colour(code)


def text_style(rpr: Element | None, fonts: dict[str, str]) -> Json:
    """The TextStyle that a `w:rPr` states; `fonts` are the theme's, by `major` and `minor`."""
    if rpr is None:
        return {}
    style: Json = {}
    for name, path in (("bold", "w:b"), ("italic", "w:i"), ("smallCaps", "w:smallCaps")):
        style[name] = toggle(rpr, path)
    struck = [stated for path in ("w:strike", "w:dstrike") if (stated := toggle(rpr, path)) is not None]
    style["strikethrough"] = any(struck) if struck else None
    underline = find(rpr, "w:u")
    style["underline"] = None if underline is None else attribute(underline, "w:val") not in ("none", "")
    style["foregroundColor"] = optional_colour(val(rpr, "w:color"))
    highlight = optional_colour(_HIGHLIGHTS.get(val(rpr, "w:highlight"), ""))
    style["backgroundColor"] = highlight or _fill(find(rpr, "w:shd"))
    half_points = number(val(rpr, "w:sz"))
    style["fontSize"] = points(half_points / 2) if half_points and half_points > 0 else None
    style["weightedFontFamily"] = _font(find(rpr, "w:rFonts"), fonts)
    style["baselineOffset"] = BASELINES.get(val(rpr, "w:vertAlign"))
    return {name: value for name, value in style.items() if value is not None}


def _font(element: Element | None, fonts: dict[str, str]) -> Json | None:
    own = attribute(element, "k:family")
    if own:
        return {"fontFamily": own, "weight": int(min(max(amount(element, "k:weight", 400), 100), 900))}
    theme = attribute(element, "w:asciiTheme") or attribute(element, "w:hAnsiTheme")
    name = fonts.get(theme[:5]) or attribute(element, "w:ascii") or attribute(element, "w:hAnsi")
    return {"fontFamily": name, "weight": 400} if name else None


def paragraph_properties(ppr: Element | None) -> Json:
    """What a `w:pPr` states, still in Word's terms where Google's need to know more: `left` and `first` in pt."""
    if ppr is None:
        return {}
    found: Json = {"alignment": ALIGNMENTS.get(val(ppr, "w:jc"))}
    rtl = toggle(ppr, "w:bidi")
    found["direction"] = None if rtl is None else "RIGHT_TO_LEFT" if rtl else "LEFT_TO_RIGHT"
    for name, path in (
        ("keepWithNext", "w:keepNext"),
        ("keepLinesTogether", "w:keepLines"),
        ("avoidWidowAndOrphan", "w:widowControl"),
        ("pageBreakBefore", "w:pageBreakBefore"),
    ):
        found[name] = toggle(ppr, path)
    shade = _fill(find(ppr, "w:shd"))
    found["shading"] = None if shade is None else {"backgroundColor": shade}
    found |= _spacing(find(ppr, "w:spacing")) | _indents(find(ppr, "w:ind")) | _borders(find(ppr, "w:pBdr"))
    return {name: value for name, value in found.items() if value is not None}


def _twips(element: Element | None, *names: str) -> float | None:
    """The first of these attributes that is stated, in pt."""
    found = (number(attribute(element, name)) for name in names)
    return next((twips / TWIPS_PER_PT for twips in found if twips is not None), None)


def _spacing(element: Element | None) -> Json:
    above, below = _twips(element, "w:before"), _twips(element, "w:after")
    found: Json = {"spaceAbove": None if above is None else points(above)}
    found["spaceBelow"] = None if below is None else points(below)
    line = number(attribute(element, "w:line"))
    if line and attribute(element, "w:lineRule") in ("", "auto"):
        found["lineSpacing"] = round(line / 240 * 100, 2)  # 240 to the line
    return found


def _indents(element: Element | None) -> Json:
    end = _twips(element, "w:right", "w:end")
    hanging, first = _twips(element, "w:hanging"), _twips(element, "w:firstLine")
    return {
        "left": _twips(element, "w:left", "w:start"),
        "first": -hanging if hanging is not None else first,
        "indentEnd": None if end is None else points(end),
    }


def _borders(element: Element | None) -> Json:
    return {
        name: border_of(stated) for side, name in BORDERS.items() if (stated := find(element, f"w:{side}")) is not None
    }


def border_of(element: Element, *, padded: bool = True) -> Json:
    """A ParagraphBorder, or (not padded) a TableCellBorder; widths are in eighths of a point."""
    kind = attribute(element, "w:val")
    shown = kind not in ("nil", "none", "")
    return {
        "color": optional_colour(attribute(element, "w:color")) or {"color": {"rgbColor": {}}},
        "width": points(min(amount(element, "w:sz", 4), 96) / 8 if shown else 0),
        "dashStyle": DASHES.get(kind, "SOLID"),
        **({"padding": points(min(amount(element, "w:space"), 31))} if padded else {}),
    }


def paragraph_style(own: Json, inherited: Json) -> Json:
    """The ParagraphStyle for properties in Word's terms; Google counts the first line from the margin."""
    style = {name: value for name, value in own.items() if name not in ("left", "first")}
    if "left" in own or "first" in own:
        both = {"left": 0.0, "first": 0.0, **inherited, **own}
        left, first = both["left"], both["first"]
        style |= {"indentStart": points(left), "indentFirstLine": points(left + first)}
    return style


@dataclass(slots=True, kw_only=True)
class Resolved:
    """A style with what it is based on: `named` is Google's, the others what stands between that and the style."""

    named: str = "NORMAL_TEXT"
    paragraph: Json = field(default_factory=dict)
    text: Json = field(default_factory=dict)
    numbering: Element | None = None


class Styles:
    """The styles part. `fonts` are the theme's."""

    def __init__(self, root: Element | None, fonts: dict[str, str]) -> None:
        self.fonts = fonts
        self._root = root
        self._by_id = {attribute(style, "w:styleId"): style for style in find_all(root, "w:style")}
        self._defaults = {
            attribute(style, "w:type"): attribute(style, "w:styleId")
            for style in self._by_id.values()
            if attribute(style, "w:default") in ("1", "true", "on")
        }
        self._known: dict[str, Resolved] = {}
        self._texts: dict[bytes, Json] = {}
        self.inherited = {name: {**self._own("NORMAL_TEXT"), **self._own(name)} for name in NAMED.values()}
        """Google's named style -> its paragraph properties in Word's terms."""

    def text(self, rpr: Element | None) -> Json:
        """As `text_style`, but equal properties are read once: the result is shared and only to be read."""
        from lxml import etree

        if rpr is None:
            return {}
        key = etree.tostring(rpr, with_tail=False)
        if key not in self._texts:
            self._texts[key] = text_style(rpr, self.fonts)
        return self._texts[key]

    def of(self, style_id: str, kind: str = "paragraph") -> Resolved:
        """The style of that id; that of the file's default where it names none."""
        key = style_id if style_id in self._by_id else self._defaults.get(kind, "")
        if key not in self._known:
            self._known[key] = self._resolve(key)
        return self._known[key]

    def _resolve(self, style_id: str) -> Resolved:
        found = Resolved()
        for style in self._chain(style_id):
            found.numbering = found.numbering if found.numbering is not None else find(style, "w:pPr/w:numPr")
            named = self._google_name(style)
            if named:
                found.named = named
                break
            found.paragraph = {**paragraph_properties(find(style, "w:pPr")), **found.paragraph}
            found.text = {**text_style(find(style, "w:rPr"), self.fonts), **found.text}
        return found

    def _chain(self, style_id: str) -> list[Element]:
        """The style and those it is based on, nearest first."""
        chain: list[Element] = []
        while style_id in self._by_id and len(chain) < _MAX_CHAIN:
            chain.append(self._by_id[style_id])
            style_id = val(chain[-1], "w:basedOn")
        return chain

    def _google_name(self, style: Element) -> str:
        return NAMED.get(val(style, "w:name").lower(), "") if attribute(style, "w:type") == "paragraph" else ""

    def _layers(self, named: str) -> list[Element]:
        """The Word styles that make up one of Google's, outermost first, without those of NORMAL_TEXT."""
        wanted = next((key for key, style in self._by_id.items() if self._google_name(style) == named), "")
        chain = self._chain(wanted)
        if named != "NORMAL_TEXT":
            chain = [style for style in chain if self._google_name(style) != "NORMAL_TEXT"]
        return chain[::-1]

    def _own(self, named: str) -> Json:
        layers = [paragraph_properties(find(style, "w:pPr")) for style in self._layers(named)]
        if named == "NORMAL_TEXT":
            layers.insert(0, paragraph_properties(find(self._root, "w:docDefaults/w:pPrDefault/w:pPr")))
        return {name: value for layer in layers for name, value in layer.items()}

    def _own_text(self, named: str) -> Json:
        layers = [text_style(find(style, "w:rPr"), self.fonts) for style in self._layers(named)]
        if named == "NORMAL_TEXT":
            defaults = find(self._root, "w:docDefaults/w:rPrDefault/w:rPr")
            layers = [_WORD_DEFAULT_TEXT, text_style(defaults, self.fonts), *layers]
        return {name: value for layer in layers for name, value in layer.items()}

    def named_styles(self) -> Json:
        """`NamedStyles`: the file's where it has a style of that name, else Google's own."""
        styles: Json = named_styles()
        for style in styles["styles"]:
            name = style["namedStyleType"]
            own, text = self._own(name), self._own_text(name)
            if name == "NORMAL_TEXT":
                style["paragraphStyle"] |= {"lineSpacing": 100, **paragraph_style(own, {})}
                style["textStyle"] |= text
            elif self._layers(name):
                base = {"namedStyleType": "NORMAL_TEXT", "direction": "LEFT_TO_RIGHT"}
                style["paragraphStyle"] = {**base, **paragraph_style(own, self.inherited["NORMAL_TEXT"])}
                style["textStyle"] = text
        return styles
