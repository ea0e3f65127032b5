"""The text of shapes and table cells of a slide as HTML."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, mapping, number, points, pt, tag
from pytest_knows.workspace.local.rendering.slides_theme import Theme
from pytest_knows.workspace.local.rendering.text_css import Css, line_height, link_target, text_align, text_css


def text_html(text: object, shape: Json, page: Json, theme: Theme, *, editing: bool = False) -> str:
    """A `TextContent` as paragraphs; empty without a visible character.

    `editing`: a paragraph even where there is no text; `data-glyph` marks what is not text, `data-auto` what counts as
    one character.
    """
    paragraphs = _paragraphs(items(at(text, "textElements")))
    if editing:
        paragraphs = paragraphs or [({}, [])]
    elif not any(_content(element).strip() for _, elements in paragraphs for element in elements):
        return ""
    return "".join(_paragraph(marker, elements, shape, page, theme, editing) for marker, elements in paragraphs)


def _paragraphs(elements: list[Json]) -> list[tuple[Json, list[Json]]]:
    paragraphs: list[tuple[Json, list[Json]]] = []
    for element in elements:
        if "paragraphMarker" in element:
            paragraphs.append((mapping(element["paragraphMarker"]), []))
        elif paragraphs:
            paragraphs[-1][1].append(element)
    return paragraphs


def _content(element: Json) -> str:
    found = at(element, "textRun", "content") or at(element, "autoText", "content")
    return found if isinstance(found, str) else ""


def _paragraph(marker: Json, elements: list[Json], shape: Json, page: Json, theme: Theme, editing: bool) -> str:
    bullet = mapping(marker.get("bullet"))
    level = int(number(bullet.get("nestingLevel")))
    style = {**theme.paragraph_style(shape, level), **mapping(marker.get("style"))}
    base = theme.text_style(shape, level)
    scale, less = _autofit(theme.shape_property(shape, "autofit"))
    style["lineSpacing"] = number(style.get("lineSpacing"), 100) - 100 * less

    def css(own: object) -> Css:
        found = {**base, **mapping(own)}
        size = {"magnitude": points(found.get("fontSize")) * scale, "unit": "PT"}
        return text_css({**found, "fontSize": size}, lambda colour: theme.colour(page, colour))

    spans = "".join(_span(element, css, editing) for element in elements)
    first = mapping(at(elements[0], "textRun", "style")) if elements else {}
    glyph = _glyph(bullet, style, css({**first, **mapping(bullet.get("bulletStyle"))}), editing)
    strut = {name: value for name, value in css(first).items() if name in ("font-family", "font-size")}
    filler = "<br>" if editing and not spans else ""
    return tag("p", glyph + spans + filler or "<br>", {**_paragraph_css(style), **strut})


def _autofit(autofit: object) -> tuple[float, float]:
    """Scale of letters and reduction of line spacing; both are 1 and 0 unless text is shrunk to fit."""
    if at(autofit, "autofitType") != "TEXT_AUTOFIT":
        return 1.0, 0.0
    scale, less = number(at(autofit, "fontScale"), 1.0), number(at(autofit, "lineSpacingReduction"))
    return min(1.0, max(0.01, scale)), min(0.9, max(0.0, less))


def _span(element: Json, css: object, editing: bool) -> str:
    text = escape(_content(element).rstrip("\n").replace("\x0b", "\n")).replace("\n", "<br>")
    if not text or not callable(css):
        return ""
    style = mapping(at(element, "textRun", "style") or at(element, "autoText", "style"))
    target = link_target(style)
    mark = {"data-auto": ""} if editing and "autoText" in element else {}
    if target is None:
        return tag("span", text, css(style), **mark)
    return tag("a", text, {"text-decoration": "none", **css(style)}, href=target, **mark)


def _glyph(bullet: Json, style: Json, css: Css, editing: bool) -> str:
    glyph = bullet.get("glyph")
    if not isinstance(glyph, str) or not glyph:
        return ""
    width = points(style.get("indentStart")) - points(style.get("indentFirstLine"))
    own: Css = {**css, "display": "inline-block", "min-width": pt(max(0.0, width)), "text-indent": "0"}
    return tag("span", escape(glyph), own, **({"data-glyph": ""} if editing else {}))


def _paragraph_css(style: Json) -> Css:
    start, first = points(style.get("indentStart")), points(style.get("indentFirstLine"))
    padding = (style.get("spaceAbove"), style.get("indentEnd"), style.get("spaceBelow"))
    sides = [pt(max(0.0, points(side))) for side in padding]
    return {
        "text-align": text_align(style),
        "line-height": line_height(style),
        "padding": " ".join((*sides, pt(max(0.0, start)))),
        "text-indent": pt(first - start),
        "white-space": "pre-wrap",
        "overflow-wrap": "break-word",
    }
