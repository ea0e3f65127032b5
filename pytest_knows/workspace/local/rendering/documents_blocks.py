"""The blocks of a document's segments as HTML: paragraphs, lists, tables, page breaks, pictures in the text."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.documents_pictures import embedded_html, floating_html
from pytest_knows.workspace.local.rendering.documents_tables import table_html
from pytest_knows.workspace.local.rendering.lists import ListCounter
from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, mapping, points, pt, rgb, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.text_css import Css, line_height, link_target, text_align, text_css

BREAK = {"break-before": "page"}
_SIDES = ("Top", "Bottom", "Left", "Right")
_TAB = 36.0  # points between default tab stops


def colour(value: object) -> str | None:
    """CSS of an `OptionalColor`; None for a transparent one."""
    found = at(value, "color", "rgbColor")
    return rgb(found) if found is not None else None


class Blocks:
    """Draws segments of one document, counting its lists on the way."""

    def __init__(self, contents: Json, pictures: Pictures, column: float) -> None:
        self.contents = contents
        self.pictures = pictures
        self.column = column
        self._lists = ListCounter(contents.get("lists"))
        self._named = {str(s.get("namedStyleType")): s for s in items(at(contents, "namedStyles", "styles"))}

    def blocks(self, content: list[Json], width: float | None = None) -> str:
        """The structural elements of a segment or cell; `width` is the text's, in points (default: the column)."""
        width = self.column if width is None else width
        html, broken = [], False
        for position, node in enumerate(content):
            if "sectionBreak" in node:
                broken = broken or (position > 0 and _starts_page(node))
            elif "table" in node:
                table = table_html(mapping(node["table"]), self, width)
                html.append(tag("div", table, BREAK) if broken else table)
                broken = False
            elif "tableOfContents" in node:
                html.append(self.blocks(items(at(node, "tableOfContents", "content")), width))
            elif "paragraph" in node:
                block, broken = self._paragraph(mapping(node["paragraph"]), broken, _is_item(content, position))
                html.append(block)
        return "".join(html)

    def footnotes(self) -> str:
        """All footnotes, after the text and under a rule: their pages are not known before printing."""
        notes = mapping(self.contents.get("footnotes"))
        drawn = [self.blocks(items(at(note, "content"))) for note in notes.values()]
        return tag("hr") + "".join(drawn) if drawn else ""

    def _style(self, paragraph: Json, part: str) -> Json:
        name = str(at(paragraph, "paragraphStyle", "namedStyleType"))
        return {
            **mapping(at(self._named.get("NORMAL_TEXT"), part)),
            **mapping(at(self._named.get(name), part)),
        }

    def _paragraph(self, paragraph: Json, broken: bool, in_list: bool) -> tuple[str, bool]:
        """The paragraph, and whether what follows begins a page."""
        style = {**self._style(paragraph, "paragraphStyle"), **mapping(paragraph.get("paragraphStyle"))}
        inherited = self._style(paragraph, "textStyle")
        css = {**_paragraph_css(style, in_list), **_strut(paragraph, inherited)}
        prefix = self._floating(paragraph) + self._glyph(paragraph, style, inherited)
        pieces = _at_page_breaks(items(paragraph.get("elements")))
        html, stops = "", items(style.get("tabStops"))
        for number_of, piece in enumerate(pieces):
            if number_of == len(pieces) - 1 and number_of and not _visible(piece):
                # The newline that ends a page break's paragraph takes no line of the next page.
                return html, True
            inner = prefix + self._inline(piece, inherited, stops)
            starts_page = broken if number_of == 0 else True
            html += tag("p", inner or "<br>", {**css, **(BREAK if starts_page else {})}, **_direction(style))
            prefix = ""
        return html, False

    def _inline(self, elements: list[Json], inherited: Json, stops: list[Json]) -> str:
        # A vertical tab is a line break within the paragraph.
        return "<br>".join(self._line(line, inherited, stops) for line in _split(elements, "\x0b"))

    def _line(self, elements: list[Json], inherited: Json, stops: list[Json]) -> str:
        """One line, what follows each tab at the paragraph's own tab stops; CSS knows only evenly spaced ones."""
        drawn = ["".join(self._element(e, inherited) for e in piece) for piece in _split(elements, "\t")]
        places = sorted((points(stop.get("offset")), str(stop.get("alignment"))) for stop in stops)
        at_stops = [_placed(html, *place) for html, place in zip(drawn[1:], places, strict=False)]
        return "\t".join([drawn[0] + "".join(at_stops), *drawn[1 + len(at_stops) :]])

    def _element(self, element: Json, inherited: Json) -> str:
        kind = next((name for name, value in element.items() if isinstance(value, dict)), "")
        value = mapping(element.get(kind))
        if kind == "inlineObjectElement":
            found = at(self.contents, "inlineObjects", str(value.get("inlineObjectId")), "inlineObjectProperties")
            return embedded_html(mapping(at(found, "embeddedObject")), self.pictures)
        if kind == "horizontalRule":
            # Not <hr>, which would end the paragraph.
            return tag("span", "", {"display": "inline-block", "width": "100%", "border-bottom": "1pt solid gray"})
        style = {**inherited, **mapping(value.get("textStyle"))}
        if kind == "footnoteReference":
            style["baselineOffset"] = "SUPERSCRIPT"
        text = escape(_text(kind, value))
        return _span(text, style) if text else ""

    def _floating(self, paragraph: Json) -> str:
        ids = paragraph.get("positionedObjectIds")
        known = mapping(self.contents.get("positionedObjects"))
        found = (
            [known.get(object_id) for object_id in ids if isinstance(object_id, str)] if isinstance(ids, list) else []
        )
        return "".join(
            floating_html(mapping(at(f, "positionedObjectProperties")), self.pictures, self.column) for f in found
        )

    def _glyph(self, paragraph: Json, style: Json, inherited: Json) -> str:
        if "bullet" not in paragraph:
            return ""
        bullet = mapping(paragraph["bullet"])
        glyph = self._lists.glyph(bullet)
        level = self._lists.level(bullet)
        first = _first_style(paragraph)
        text = {**inherited, **first, **mapping(level.get("textStyle")), **mapping(bullet.get("textStyle"))}
        text.pop("link", None)
        width = points(style.get("indentStart")) - points(style.get("indentFirstLine"))
        css: Css = {"display": "inline-block", "min-width": pt(max(0.0, width)), "text-indent": "0"}
        return tag("span", escape(glyph), {**text_css(text, colour), **css})


def _starts_page(node: Json) -> bool:
    return bool(at(node, "sectionBreak", "sectionStyle", "sectionType") == "NEXT_PAGE")


def _is_item(content: list[Json], position: int) -> bool:
    """Whether a list item has a neighbour in the list, so that spaces between the two collapse."""
    following = content[position + 1] if position + 1 < len(content) else {}
    return "bullet" in mapping(content[position].get("paragraph")) and "bullet" in mapping(following.get("paragraph"))


def _at_page_breaks(elements: list[Json]) -> list[list[Json]]:
    pieces: list[list[Json]] = [[]]
    for element in elements:
        if "pageBreak" in element:
            pieces.append([])
        elif "columnBreak" not in element:
            pieces[-1].append(element)
    return pieces


def _visible(elements: list[Json]) -> bool:
    return any(at(element, "textRun", "content") != "\n" for element in elements)


def _text(kind: str, value: Json) -> str:
    match kind:
        case "textRun":
            return str(value.get("content", "")).replace("\n", "")
        case "footnoteReference":
            return str(value.get("footnoteNumber", ""))
        case "person":
            properties = mapping(value.get("personProperties"))
            return str(properties.get("name") or properties.get("email") or "")
        case "richLink":
            return str(at(value, "richLinkProperties", "title") or at(value, "richLinkProperties", "uri") or "")
        case "dateElement":
            return str(at(value, "dateElementProperties", "displayText") or "")
        case "dropdown":
            return str(at(value, "dropdownProperties", "displayValue") or "")
        case "autoText":
            # Chromium numbers pages only in @page margin boxes; the first page's number is right.
            return "1"
        case _:
            return ""


def _span(text: str, style: Json) -> str:
    css = text_css(style, colour)
    target = link_target(style)
    if target is None:
        return tag("span", text, css)
    return tag("a", text, {"text-decoration": "none", **css}, href=target)


def _paragraph_css(style: Json, in_list: bool) -> Css:
    start, first = points(style.get("indentStart")), points(style.get("indentFirstLine"))
    collapses = in_list and style.get("spacingMode") == "COLLAPSE_LISTS"
    keep = {"break-inside": "avoid" if style.get("keepLinesTogether") else None}
    keep["break-after"] = "avoid" if style.get("keepWithNext") else None
    lines = "2" if style.get("avoidWidowAndOrphan") else "1"
    return {
        "position": "relative",
        "text-align": text_align(style),
        "line-height": line_height(style),
        # Padding, because the spaces of neighbours add up in Docs and margins would collapse.
        "padding": " ".join(
            (
                pt(points(style.get("spaceAbove"))),
                pt(max(0.0, points(style.get("indentEnd")))),
                pt(0 if collapses else points(style.get("spaceBelow"))),
                pt(max(0.0, start)),
            )
        ),
        "text-indent": pt(first - start),
        "tab-size": pt(_TAB),
        "background-color": colour(at(style, "shading", "backgroundColor")),
        **{f"border-{side.lower()}": _border(style.get(f"border{side}")) for side in _SIDES},
        "widows": lines,
        "orphans": lines,
        **keep,
        **(BREAK if style.get("pageBreakBefore") else {}),
    }


def _border(border: object) -> str | None:
    width = points(at(border, "width"))
    dash = {"DOT": "dotted", "DASH": "dashed"}.get(str(at(border, "dashStyle")), "solid")
    return f"{pt(width)} {dash} {colour(at(border, 'color')) or 'black'}" if width > 0 else None


def _first_style(paragraph: Json) -> Json:
    for element in items(paragraph.get("elements")):
        for value in element.values():
            if isinstance(value, dict):
                return mapping(value.get("textStyle"))
    return {}


def _strut(paragraph: Json, inherited: Json) -> Css:
    # The paragraph's own font gives an empty line its height and is a lower bound for the others.
    css = text_css({**inherited, **_first_style(paragraph), "baselineOffset": "NONE"}, colour)
    return {name: css[name] for name in ("font-family", "font-size")}


def _direction(style: Json) -> dict[str, str]:
    return {"dir": "rtl"} if style.get("direction") == "RIGHT_TO_LEFT" else {}


def _split(elements: list[Json], separator: str) -> list[list[Json]]:
    """The elements of a paragraph, cut at each separator in their text."""
    pieces: list[list[Json]] = [[]]
    for element in elements:
        content = at(element, "textRun", "content")
        if not isinstance(content, str):
            pieces[-1].append(element)
            continue
        first, *others = content.split(separator)
        parts = [{"textRun": {**element["textRun"], "content": part}} for part in (first, *others)]
        pieces[-1].append(parts[0])
        pieces.extend([part] for part in parts[1:])
    return pieces


def _placed(html: str, left: float, alignment: str) -> str:
    shift = {"END": "translateX(-100%)", "CENTER": "translateX(-50%)"}.get(alignment)
    css: Css = {"position": "absolute", "left": pt(left), "white-space": "pre", "transform": shift}
    return tag("span", html, css)
