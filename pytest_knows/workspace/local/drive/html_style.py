"""Looks that an HTML page states at its elements: tags, their attributes, and declarations of CSS."""

from __future__ import annotations

import re

from pytest_knows.workspace.local.calls import Json
from pytest_knows.workspace.local.colours import from_hex

_BY_LOOK: list[tuple[tuple[str, ...], Json]] = [
    (("b", "strong", "th"), {"bold": True}),
    (("i", "em", "cite"), {"italic": True}),
    (("u", "ins"), {"underline": True}),
    (("s", "del", "strike"), {"strikethrough": True}),
    (("sup",), {"baselineOffset": "SUPERSCRIPT"}),
    (("sub",), {"baselineOffset": "SUBSCRIPT"}),
    (("code", "kbd", "samp", "tt", "pre"), {"weightedFontFamily": {"fontFamily": "Courier New", "weight": 400}}),
    (("mark",), {"backgroundColor": {"color": {"rgbColor": {"red": 1, "green": 1}}}}),
]
_STYLES = {tag: style for tags, style in _BY_LOOK for tag in tags}
_LINK: Json = {"rgbColor": from_hex("1155cc")}
_SIZES = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4}


def text_style(tag: str, given: dict[str, str], css: dict[str, str]) -> Json:
    """The `TextStyle` that an element states."""
    style = dict(_STYLES.get(tag, {}))
    if tag == "a" and given.get("href"):
        style |= {"link": {"url": given["href"]}, "underline": True, "foregroundColor": {"color": _LINK}}
    ink = colour_of(css.get("color") or (given.get("color", "") if tag == "font" else ""))
    paper = (
        None
        if tag in ("td", "th", "table", "tr", "body")
        else colour_of(css.get("background-color") or css.get("background") or "")
    )
    style |= {"foregroundColor": {"color": ink}} if ink else {}
    style |= {"backgroundColor": {"color": paper}} if paper else {}
    weight, lines = css.get("font-weight", ""), css.get("text-decoration", "") + css.get("text-decoration-line", "")
    if weight:
        style["bold"] = weight in ("bold", "bolder") or (number(weight) or 0) >= 600
    if css.get("font-style"):
        style["italic"] = css["font-style"] != "normal"
    style |= {"underline": True} if "underline" in lines else {}
    style |= {"strikethrough": True} if "line-through" in lines else {}
    size = points(css.get("font-size", ""))
    style |= {"fontSize": {"magnitude": min(max(size, 1), 400), "unit": "PT"}} if size else {}
    family = (css.get("font-family") or (given.get("face", "") if tag == "font" else "")).split(",")[0].strip(" '\"")
    style |= {"weightedFontFamily": {"fontFamily": family[:60], "weight": 400}} if family else {}
    return style


def declared(css: str) -> dict[str, str]:
    """The declarations of a `style` attribute."""
    pairs = (item.partition(":") for item in css.split(";"))
    return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}


def points(length: str) -> float:
    """A length in pt; 0 for one that is relative, or none."""
    size = number(length)
    return min(size * _SIZES.get(length.strip()[-2:], 0.0), 10_000) if size else 0.0


def whole_part(text: str) -> int:
    """The whole number that a text begins with; 0 if it begins with none."""
    return int(number(text) or 0)


def number(text: str) -> float | None:
    """The number that a text begins with."""
    match = re.match(r"\s*(\d{1,6}(?:\.\d{0,6})?)", text)
    return float(match[1]) if match else None


def colour_of(text: str) -> Json | None:
    """The Color of a CSS colour; None for what is none, or cannot be seen."""
    from PIL import ImageColor

    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip()[:60]) if text.strip() else ("", "", "")
        return {"rgbColor": from_hex(f"{red:02x}{green:02x}{blue:02x}")} if alpha != [0] else None
    except ValueError:
        return None
