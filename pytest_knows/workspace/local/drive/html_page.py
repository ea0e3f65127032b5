"""An HTML page as the content of a document: headings, lists, tables, pictures, links, and looks stated in the page.

What comes out are the blocks of the Docs API as far as the export to .docx reads them; there and back again they get
their indices and everything else that a document has. Style sheets and layout are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

from pytest_knows.workspace.local.calls import Json
from pytest_knows.workspace.local.drive.html_style import colour_of, declared, points, text_style, whole_part
from pytest_knows.workspace.local.engine import RequestError, StoredPicture
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.office.document_context import MAX_CELLS

_HEADINGS = {f"h{level}": f"HEADING_{level}" for level in range(1, 7)}
_BLOCKS = {"p", "div", "ul", "ol", "li", "blockquote", "pre", "section", "article", "header", "footer", "center",
           "dl", "dt", "dd", "figure", "figcaption", "main", "nav", "aside", "caption", "address"}  # fmt: skip
_UNSEEN = {"script", "style", "head", "title", "template", "noscript", "select", "svg"}
_ALIGNED = {"left": "START", "center": "CENTER", "right": "END", "justify": "JUSTIFIED"}
_LEVELS: dict[str, list[Json]] = {
    "ul": [{"glyphSymbol": "●"}, {"glyphSymbol": "○"}, {"glyphSymbol": "■"}] * 3,
    "ol": [{"glyphType": kind, "glyphFormat": f"%{level}."} for level, kind in
           enumerate(["DECIMAL", "ALPHA", "ROMAN"] * 3)],
}  # fmt: skip
_MOST_OPEN, _MOST_TABLES, _MOST_SPAN, _MOST_PICTURES = 50, 8, 100, 100
"""Elements, and tables, within one another; columns or rows that a cell spans; pictures: what is beyond is left out."""
_LONGEST = 2_000_000
_MOST_LOST = 5
"""Pictures that could not be fetched, after which no more are tried."""
_WIDEST = 468.0
"""Points between the margins of a new document: larger pictures are made to fit."""


@dataclass(slots=True)
class _Open:
    """An element that is open, with what it adds to the texts and paragraphs in it."""

    tag: str
    text: Json
    alignment: str = ""


@dataclass(slots=True)
class _Table:
    """A table that is being read; `taken` are the places that cells of rows above reach down to."""

    rows: list[list[Json]] = field(default_factory=list)
    taken: set[tuple[int, int]] = field(default_factory=set)


def read_html(text: str, fetch: Callable[[str], StoredPicture], leave_out: Callable[[str], None]) -> Json:
    """`body`, `lists` and `inlineObjects` of a `DocumentTab`, as far as the page has them.

    Raises ApiError 400 for a page that would take minutes.
    """
    if len(text) > _LONGEST:
        raise ApiError(400, f"The page cannot be converted: it has more than {_LONGEST} characters.")
    reader = _Reader(fetch, leave_out)
    reader.feed(text)
    reader.close()
    return reader.finished()


class _Reader(HTMLParser):
    """Gathers blocks; an element that is never closed ends with the page."""

    def __init__(self, fetch: Callable[[str], StoredPicture], leave_out: Callable[[str], None]) -> None:
        super().__init__()
        self._fetch, self._leave_out = fetch, leave_out
        self._content: list[list[Json]] = [[]]
        """The blocks of the page, and of each cell that is open."""
        self._elements: list[Json] = []
        self._paragraph: Json = {}
        self._open: list[_Open] = []
        self._lists: list[tuple[str, str]] = []
        """Tag and id of each list that is open."""
        self._tables: list[_Table] = []
        self._depths: list[int] = []
        """How many contents were open where each table began."""
        self._lost = 0
        self._cells = 0
        self._unseen = 0
        self._known_lists: Json = {}
        self._pictures: Json = {}

    def finished(self) -> Json:
        while self._tables:
            self._end_table()
        self._new_line()
        return {
            "body": {"content": self._content[0]},
            "lists": self._known_lists,
            "inlineObjects": self._pictures,
        }

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._unseen += tag in _UNSEEN
        if tag in ("style", "link") and given.get("rel", "stylesheet") == "stylesheet":
            self._leave_out("style sheets")
        css = declared(given.get("style", ""))
        parts = tag in _HEADINGS or tag in _BLOCKS or tag == "hr"
        if parts:
            self._new_line()
        if tag in ("ul", "ol"):
            self._start_list(tag)
        if tag in _STARTED:
            _STARTED[tag](self, given, css)
        if tag not in _ALONE and len(self._open) < _MOST_OPEN:
            alignment = "center" if tag == "center" else css.get("text-align", given.get("align", "")).lower()
            self._open.append(_Open(tag, text_style(tag, given, css), _ALIGNED.get(alignment, "")))
        if parts and tag != "hr":
            self._begin_line(_HEADINGS.get(tag, ""), listed=tag == "li")

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))
        if tag in _HEADINGS or tag in _BLOCKS:
            self._new_line()
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        if tag in ("td", "th"):
            self._end_cell()
        elif tag == "table" and self._tables:
            self._end_table()
        for place in reversed(range(len(self._open))):
            if self._open[place].tag == tag:
                del self._open[place]
                break

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if any(item.tag == "pre" for item in self._open):
            shown = data.replace("\r\n", "\n").replace("\n", "\v")
        else:
            shown = re.sub(r"[ \t\r\n\f]+", " ", data)
            shown = shown if self._elements else shown.lstrip(" ")
        self._add(shown)

    def _add(self, text: str) -> None:
        if not text:
            return
        style: Json = {}
        for item in self._open:
            style = style | item.text
        self._elements.append({"textRun": {"content": text, "textStyle": style}})

    def _new_line(self) -> None:
        """End the paragraph, if it shows anything, and begin another."""
        runs = [element["textRun"] for element in self._elements if "textRun" in element]
        if any(run["content"].strip() for run in runs) or len(runs) < len(self._elements):
            while self._elements and not self._elements[-1].get("textRun", {"content": "x"})["content"].strip(" "):
                self._elements.pop()
            last = self._elements[-1].get("textRun")
            if last:
                last["content"] = last["content"].rstrip(" ")
            alignment = next((item.alignment for item in reversed(self._open) if item.alignment), "")
            if alignment:
                self._paragraph.setdefault("paragraphStyle", {}).setdefault("alignment", alignment)
            self._content[-1].append({"paragraph": {"elements": self._elements, **self._paragraph}})
        self._begin_line()

    def _begin_line(self, heading: str = "", *, listed: bool = False) -> None:
        self._elements = []
        self._paragraph = {"paragraphStyle": {"namedStyleType": heading}} if heading else {}
        if any(item.tag == "blockquote" for item in self._open) and not self._lists:
            indent = {"magnitude": 36, "unit": "PT"}
            self._paragraph.setdefault("paragraphStyle", {}).update(indentStart=indent, indentFirstLine=indent)
        if listed and self._lists:
            self._paragraph["bullet"] = self._bullet()

    def _bullet(self) -> Json:
        """The bullet of an item. Lists within one another are one list; each level looks as its first item says."""
        tag, list_id = self._lists[-1]
        level = min(len(self._lists), 9) - 1
        levels = self._known_lists[list_id]["listProperties"]["nestingLevels"]
        levels[level] = levels[level] or _LEVELS[tag][level] | _indent(level)
        self._paragraph["paragraphStyle"] = self._paragraph.get("paragraphStyle", {}) | _indent(level)
        return {"listId": list_id, **({"nestingLevel": level} if level else {})}

    def _start_list(self, tag: str) -> None:
        list_id = self._lists[0][1] if self._lists else f"list.{len(self._known_lists) + 1}"
        self._known_lists.setdefault(list_id, {"listProperties": {"nestingLevels": [{} for _ in range(9)]}})
        self._lists.append((tag, list_id))

    def _start_table(self, _given: dict[str, str], _css: dict[str, str]) -> None:
        self._new_line()
        if len(self._tables) < _MOST_TABLES:
            self._tables.append(_Table())
            self._depths.append(len(self._content))

    def _start_row(self, _given: dict[str, str], _css: dict[str, str]) -> None:
        self._end_cell()
        if self._tables:
            self._tables[-1].rows.append([])

    def _start_cell(self, given: dict[str, str], css: dict[str, str]) -> None:
        self._end_cell()
        if not self._tables:
            return
        table = self._tables[-1]
        table.rows = table.rows or [[]]
        row, cells = len(table.rows) - 1, table.rows[-1]
        while (row, len(cells)) in table.taken:
            cells.append({"content": []})
        down, across = (min(max(whole_part(given.get(name, "")) or 1, 1), _MOST_SPAN) for name in _SPANS)
        self._cells += down * across
        if self._cells > MAX_CELLS:
            raise ApiError(400, f"The page cannot be converted: its tables have more than {MAX_CELLS} cells.")
        table.taken |= {(row + y, len(cells) + x) for y in range(down) for x in range(across) if y}
        fill = colour_of(css.get("background-color") or css.get("background") or given.get("bgcolor", ""))
        style = {"rowSpan": down, "columnSpan": across, **({"backgroundColor": {"color": fill}} if fill else {})}
        content: list[Json] = []
        cells.append({"content": content, "tableCellStyle": style})
        cells += [{"content": []} for _ in range(across - 1)]
        self._content.append(content)

    def _end_cell(self) -> None:
        """End the cell of the innermost table, if one is open."""
        self._new_line()
        if self._tables and len(self._content) > self._depths[-1]:
            self._content.pop()

    def _end_table(self) -> None:
        self._end_cell()
        self._depths.pop()
        rows = [{"tableCells": cells} for cells in self._tables.pop().rows if cells]
        if rows:
            self._content[-1].append({"table": {"tableRows": rows}})

    def _rule(self, _given: dict[str, str], _css: dict[str, str]) -> None:
        self._elements.append({"horizontalRule": {}})
        self._new_line()

    def _break(self, _given: dict[str, str], _css: dict[str, str]) -> None:
        self._add("\v")

    def _picture(self, given: dict[str, str], css: dict[str, str]) -> None:
        if self._unseen or not given.get("src"):
            return
        try:
            if len(self._pictures) >= _MOST_PICTURES or self._lost >= _MOST_LOST:
                raise RequestError("There are too many pictures.")
            stored = self._fetch(given["src"])
        except RequestError:
            self._lost += 1
            self._leave_out("pictures that cannot be had")
            return
        object_id = f"kix.html{len(self._pictures)}"
        self._pictures[object_id] = _object(object_id, stored, given, css)
        self._elements.append({"inlineObjectElement": {"inlineObjectId": object_id}})


_SPANS = ("rowspan", "colspan")
_ALONE = {"br", "hr", "img", "input", "meta", "link", "col", "wbr", "source", "area", "base", "embed"}
_STARTED = {
    "table": _Reader._start_table, "tr": _Reader._start_row, "td": _Reader._start_cell, "th": _Reader._start_cell,
    "hr": _Reader._rule, "br": _Reader._break, "img": _Reader._picture,
}  # fmt: skip


def _indent(level: int) -> Json:
    """Where Google puts a list's text, and the bullets before it."""
    places = {"indentFirstLine": 18 + 36 * level, "indentStart": 36 + 36 * level}
    return {name: {"magnitude": place, "unit": "PT"} for name, place in places.items()}


def _object(object_id: str, stored: StoredPicture, given: dict[str, str], css: dict[str, str]) -> Json:
    """The `InlineObject` of a picture: as large as the page says, else by its pixels, and no wider than the page."""
    natural = (max(stored.width, 1) * 0.75, max(stored.height, 1) * 0.75)
    stated = [points(css.get(side, "")) or points(f"{given.get(side, '')}px") for side in ("width", "height")]
    width = stated[0] or (stated[1] * natural[0] / natural[1] if stated[1] else natural[0])
    height = stated[1] or width * natural[1] / natural[0]
    factor = min(1.0, _WIDEST / width)
    size = {
        "width": {"magnitude": width * factor, "unit": "PT"},
        "height": {"magnitude": height * factor, "unit": "PT"},
    }
    embedded: Json = {"imageProperties": {"contentUri": stored.url}, "size": size}
    embedded |= {"description": given["alt"]} if given.get("alt") else {}
    return {"objectId": object_id, "inlineObjectProperties": {"embeddedObject": embedded}}
