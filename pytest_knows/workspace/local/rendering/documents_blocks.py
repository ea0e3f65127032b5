"""The blocks of a document's segments as HTML: paragraphs, lists, tables, breaks, pictures in the text."""

from __future__ import annotations

from pytest_knows.workspace.local.rendering.documents_elements import element_html
from pytest_knows.workspace.local.rendering.documents_paragraphs import (
    BREAK,
    COLUMN_BREAK,
    colour,
    first_style,
    paragraph_html,
    strut,
)
from pytest_knows.workspace.local.rendering.documents_pictures import embedded_html, floating_html
from pytest_knows.workspace.local.rendering.documents_tables import table_html
from pytest_knows.workspace.local.rendering.lists import ListCounter
from pytest_knows.workspace.local.rendering.markup import Json, at, escape, items, mapping, points, pt, tag
from pytest_knows.workspace.local.rendering.pictures import Pictures
from pytest_knows.workspace.local.rendering.text_css import Css, text_css


class Blocks:
    """Draws segments of one document, counting its lists on the way."""

    def __init__(self, contents: Json, pictures: Pictures, column: float) -> None:
        self.contents = contents
        self.pictures = pictures
        self.column = column
        """The width of the text in points."""
        self.fields: Json = {"PAGE_NUMBER": "1", "PAGE_COUNT": "1"}
        """What stands in the place of an `AutoText`, by its type."""
        self._cited: dict[str, str] = {}
        self._lists = ListCounter(contents.get("lists"))
        self._named = {str(s.get("namedStyleType")): s for s in items(at(contents, "namedStyles", "styles"))}

    def segment(self, group: str, segment_id: str | None) -> str:
        """A header or footer; nothing for one that is not there."""
        return self.blocks(items(at(self.contents, group, segment_id, "content"))) if segment_id else ""

    def blocks(self, content: list[Json], width: float | None = None) -> str:
        """The structural elements of a segment or cell; `width` is the text's, in points (default: the column)."""
        width = self.column if width is None else width
        html: list[str] = []
        pending: Css = {}
        for position, node in enumerate(content):
            if "table" in node:
                table = table_html(mapping(node["table"]), self, width)
                html.append(tag("div", table, pending) if pending else table)
                pending = {}
            elif "tableOfContents" in node:
                html.append(self.blocks(items(at(node, "tableOfContents", "content")), width))
            elif "paragraph" in node:
                block, pending = self._paragraph(mapping(node["paragraph"]), pending, _is_item(content, position))
                html.append(block)
        return "".join(html)

    def footnotes(self) -> str:
        """The footnotes that were referred to, after the text and under a rule: their pages are not known before."""
        notes = {id_: items(at(self.contents, "footnotes", id_, "content")) for id_ in self._cited}
        drawn = [self.blocks(_numbered(content, self._cited[id_])) for id_, content in notes.items()]
        return tag("hr") + "".join(drawn) if drawn else ""

    def _style(self, paragraph: Json, part: str) -> Json:
        name = str(at(paragraph, "paragraphStyle", "namedStyleType"))
        return {
            **mapping(at(self._named.get("NORMAL_TEXT"), part)),
            **mapping(at(self._named.get(name), part)),
        }

    def _paragraph(self, paragraph: Json, before: Css, in_list: bool) -> tuple[str, Css]:
        """The paragraph, which the break `before` precedes, and the break that what follows has to begin with."""
        style = {**self._style(paragraph, "paragraphStyle"), **mapping(paragraph.get("paragraphStyle"))}
        inherited = self._style(paragraph, "textStyle")
        collapses = in_list and style.get("spacingMode") == "COLLAPSE_LISTS"
        look, stops = strut(paragraph, inherited), items(style.get("tabStops"))
        prefix = self._floating(paragraph) + self._glyph(paragraph, style, inherited)
        pieces = _at_breaks(items(paragraph.get("elements")))
        html = ""
        for number_of, (broken, piece) in enumerate(pieces):
            if number_of == len(pieces) - 1 and number_of and not _visible(piece):
                # The newline that ends a break's paragraph takes no line of the next page.
                return html, broken
            inner = prefix + self._inline(piece, inherited, stops)
            css = {**look, **(broken if number_of else before)}
            html += paragraph_html(inner or "<br>", style, css, collapses=collapses)
            prefix = ""
        return html, {}

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
        if kind == "footnoteReference":
            self._cited[str(value.get("footnoteId"))] = str(value.get("footnoteNumber", ""))
        return element_html(kind, value, inherited, self.contents, self.fields)

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
        text = {
            **inherited,
            **first_style(paragraph),
            **mapping(level.get("textStyle")),
            **mapping(bullet.get("textStyle")),
        }
        text.pop("link", None)
        width = points(style.get("indentStart")) - points(style.get("indentFirstLine"))
        css: Css = {"display": "inline-block", "min-width": pt(max(0.0, width)), "text-indent": "0"}
        return tag("span", escape(glyph), {**text_css(text, colour), **css})


def _numbered(content: list[Json], number: str) -> list[Json]:
    """A footnote's content, its number before the first word."""
    mark = {"textRun": {"content": number, "textStyle": {"baselineOffset": "SUPERSCRIPT"}}}
    first = mapping(at(content[0], "paragraph")) if content else {}
    return [{"paragraph": {**first, "elements": [mark, *items(first.get("elements"))]}}, *content[1:]]


def _is_item(content: list[Json], position: int) -> bool:
    """Whether a list item has a neighbour in the list, so that spaces between the two collapse."""
    following = content[position + 1] if position + 1 < len(content) else {}
    return "bullet" in mapping(content[position].get("paragraph")) and "bullet" in mapping(following.get("paragraph"))


def _at_breaks(elements: list[Json]) -> list[tuple[Css, list[Json]]]:
    """The elements between page and column breaks, each group with the break that precedes it."""
    pieces: list[tuple[Css, list[Json]]] = [({}, [])]
    for element in elements:
        if "pageBreak" in element or "columnBreak" in element:
            pieces.append((BREAK if "pageBreak" in element else COLUMN_BREAK, []))
        else:
            pieces[-1][1].append(element)
    return pieces


def _visible(elements: list[Json]) -> bool:
    return any(at(element, "textRun", "content") != "\n" for element in elements)


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
