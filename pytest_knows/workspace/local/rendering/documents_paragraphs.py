"""CSS of a document's paragraphs: indents, spaces, borders, shading, where pages may break."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.markup import Json, at, items, mapping, points, pt, rgb, tag
from pytest_knows.workspace.local.rendering.text_css import Css, line_height, text_align, text_css

BREAK: Css = {"break-before": "page"}
COLUMN_BREAK: Css = {"break-before": "column"}
_TAB = 36.0  # points between default tab stops
_SIDES = ("Top", "Right", "Bottom", "Left")


def colour(value: object) -> str | None:
    """CSS of an `OptionalColor`; None for a transparent one."""
    found = at(value, "color", "rgbColor")
    return rgb(found) if found is not None else None


def paragraph_html(inner: str, style: Json, css: Css, *, collapses: bool) -> str:
    """A paragraph around its text; `css` is added, `collapses` leaves out the space below.

    Its box spans the column. Borders and shading lie around the text, so they are on a box inside of it.
    """
    start, first, end = (max(0.0, points(style.get(f"indent{side}"))) for side in ("Start", "FirstLine", "End"))
    above, below = points(style.get("spaceAbove")), 0.0 if collapses else points(style.get("spaceBelow"))
    frame = _frame_css(style, start, first, end)
    outer: Css = {**_paragraph_css(style), **css}
    attributes = {"dir": "rtl"} if style.get("direction") == "RIGHT_TO_LEFT" else {}
    if frame:
        inner = tag("span", inner, frame)
        start = end = 0.0
    # Padding, because the spaces of neighbours add up in Docs and margins would collapse.
    return tag("p", inner, {**outer, "padding": _sides(above, end, below, start)}, **attributes)


def _sides(*lengths: float) -> str:
    return " ".join(pt(length) for length in lengths)


def _paragraph_css(style: Json) -> Css:
    lines = "2" if style.get("avoidWidowAndOrphan") else "1"
    return {
        "position": "relative",
        "text-align": text_align(style),
        "line-height": line_height(style),
        "text-indent": pt(points(style.get("indentFirstLine")) - max(0.0, points(style.get("indentStart")))),
        "tab-size": pt(_TAB),
        "widows": lines,
        "orphans": lines,
        "break-inside": "avoid" if style.get("keepLinesTogether") else None,
        "break-after": "avoid" if style.get("keepWithNext") else None,
        **(BREAK if style.get("pageBreakBefore") else {}),
    }


def _frame_css(style: Json, start: float, first: float, end: float) -> Css:
    """Borders and shading between the indents; empty for a paragraph without. They lie outside of the text's box."""
    hanging = max(0.0, start - first)
    widths = {side: points(at(style, f"border{side}", "width")) for side in _SIDES}
    fill = colour(at(style, "shading", "backgroundColor"))
    if fill is None and not any(width > 0 for width in widths.values()):
        return {}
    paddings = {s: max(0.0, points(at(style, f"border{s}", "padding"))) if widths[s] > 0 else 0.0 for s in _SIDES}
    out = {side: max(0.0, widths[side]) + paddings[side] for side in _SIDES}
    return {
        "display": "block",
        "background-color": fill,
        "margin": _sides(0, end - out["Right"], 0, start - hanging - out["Left"]),
        "padding": _sides(*(paddings[side] + (hanging if side == "Left" else 0) for side in _SIDES)),
        **{f"border-{side.lower()}": border_css(mapping(style.get(f"border{side}"))) for side in _SIDES},
    }


def border_css(border: Json) -> str | None:
    """CSS of a `ParagraphBorder`; None for one without a width."""
    width = points(border.get("width"))
    dash = {"DOT": "dotted", "DASH": "dashed"}.get(str(border.get("dashStyle")), "solid")
    return f"{pt(width)} {dash} {colour(border.get('color')) or 'black'}" if width > 0 else None


def first_style(paragraph: Json) -> Json:
    """The text style of a paragraph's first element."""
    for element in items(paragraph.get("elements")):
        for value in element.values():
            if isinstance(value, dict):
                return mapping(value.get("textStyle"))
    return {}


def strut(paragraph: Json, inherited: Json) -> Css:
    """The paragraph's own font: it gives an empty line its height and is a lower bound for the others."""
    css = text_css({**inherited, **first_style(paragraph), "baselineOffset": "NONE"}, colour)
    return {name: css[name] for name in ("font-family", "font-size")}
