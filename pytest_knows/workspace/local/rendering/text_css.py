"""CSS of text styles, which Docs and Slides spell the same way."""

from __future__ import annotations

from collections.abc import Callable

from pytest_knows.workspace.local.rendering.markup import Json, at, font_family, mapping, number, points, pt

Css = dict[str, str | None]
Colour = Callable[[object], str | None]
"""An `OptionalColor` as CSS, None if it is none."""

_LINE = 1.15
"""Height of a line at 100 % spacing, in font sizes: Arial's ascent, descent and gap are 1.149 em."""


def text_css(style: Json, colour: Colour) -> Css:
    """CSS of a resolved `TextStyle`."""
    size = points(style.get("fontSize"))
    raised = {"SUPERSCRIPT": "super", "SUBSCRIPT": "sub"}.get(str(style.get("baselineOffset")))
    lines = [css for name, css in (("underline", "underline"), ("strikethrough", "line-through")) if style.get(name)]
    return {
        "font-family": font_family(at(style, "weightedFontFamily", "fontFamily") or style.get("fontFamily")),
        "font-size": pt(size * (0.6 if raised else 1)) if size > 0 else None,
        "font-weight": _weight(style),
        "font-style": "italic" if style.get("italic") else "normal",
        "font-variant": "small-caps" if style.get("smallCaps") else None,
        "text-decoration": " ".join(lines) or None,
        "color": colour(style.get("foregroundColor")),
        "background-color": colour(style.get("backgroundColor")),
        "vertical-align": raised,
    }


def _weight(style: Json) -> str:
    weight = number(mapping(style.get("weightedFontFamily")).get("weight"), 400)
    return "700" if style.get("bold") else str(int(min(900, max(100, weight))))


def text_align(style: Json) -> str:
    """CSS text-align of a `ParagraphStyle`."""
    end = style.get("direction") == "RIGHT_TO_LEFT"
    sides = {"END": "left" if end else "right", "CENTER": "center", "JUSTIFIED": "justify"}
    return sides.get(str(style.get("alignment")), "right" if end else "left")


def line_height(style: Json) -> str:
    """CSS line-height of a `ParagraphStyle`, between a tenth of a line and ten lines."""
    spacing = number(style.get("lineSpacing"), 100) or 100
    return f"{min(1000.0, max(10.0, spacing)) / 100 * _LINE:.4f}"


def link_target(style: Json) -> str | None:
    """The address of a link that a PDF may carry."""
    url = at(style, "link", "url")
    return url if isinstance(url, str) and url.startswith(("http://", "https://", "mailto:")) else None
