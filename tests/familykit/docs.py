"""Documents through Google's client: blocks of text, pictures and tables, in order.

write(workspace, [Text("Title", style="TITLE"), Text("See it", links={"it": url}), Picture(png), Grid([["a", "b"]])])
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace import FileRef, Kind, Workspace

Requests = list[dict[str, Any]]


@dataclass
class Text:
    """One paragraph. `bullets` is a preset of the API; the maps give words of the text what stands on the right."""

    text: str
    style: str | None = None
    bullets: str | None = None
    level: int = 0
    links: dict[str, str] = field(default_factory=dict)
    styles: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Words -> a TextStyle; "" is the whole paragraph."""
    paragraph: dict[str, Any] = field(default_factory=dict)
    """A ParagraphStyle."""


@dataclass
class Picture:
    """A picture in a paragraph of its own; sizes in pt."""

    data: bytes
    width: float = 200
    height: float = 150


@dataclass
class Grid:
    """A table of texts (or `Text`s and `Picture`s, in cells of one paragraph)."""

    rows: Sequence[Sequence[str | Text | Picture]]


@dataclass
class PageBreak:
    """A page break in a paragraph of its own."""


Block = Text | Picture | Grid | PageBreak


def write(workspace: Workspace, blocks: Sequence[Block], more: Requests | None = None) -> FileRef:
    """A new document with these blocks; `more` are further requests."""
    file = workspace.create_file(Kind.DOCUMENT, "document")
    requests = [*block_requests(blocks), *(more or [])]
    if requests:
        documents = workspace.clients.docs.documents()
        documents.batchUpdate(documentId=file.id, body={"requests": requests}).execute()
    return file


def block_requests(blocks: Sequence[Block]) -> Requests:
    """Requests that write the blocks into an empty body, in order."""
    writer = _Writer()
    for block in blocks:
        writer.add(block)
    writer.end_list()
    return writer.requests


class _Writer:
    """Knows where the body ends: `at` is the index of its last newline."""

    def __init__(self) -> None:
        self.requests: Requests = []
        self.at = 1
        self._fresh = True
        self._list: tuple[int, str, int] | None = None
        """Start, preset and number of tabs of the list that is being written."""

    def add(self, block: Block) -> None:
        preset = block.bullets if isinstance(block, Text) else None
        if self._list is not None and preset != self._list[1]:
            self.end_list()
        if isinstance(block, Grid):
            self._table(block)
        else:
            self._paragraph(block)

    def _paragraph(self, block: Text | Picture | PageBreak) -> None:
        if not self._fresh:
            self.requests.append({"insertText": {"text": "\n", "location": {"index": self.at}}})
            self.at += 1
        self._fresh = False
        if isinstance(block, Text):
            self._text(block)
        elif isinstance(block, PageBreak):
            self.requests.append({"insertPageBreak": {"location": {"index": self.at}}})
            self.at += 2
        else:
            self.requests += [*picture_requests(block, self.at), *plain(self.at, 2)]
            self.at += 1

    def _text(self, block: Text) -> None:
        if block.bullets:
            start, _, tabs = self._list or (self.at, block.bullets, 0)
            self._list = start, block.bullets, tabs + block.level
        self.requests += text_requests(block, self.at)
        self.at += block.level * bool(block.bullets) + utf16(block.text)

    def end_list(self) -> None:
        """Bullets for the whole list at once; the API takes the tabs away."""
        if self._list is None:
            return
        start, preset, tabs = self._list
        span = {"startIndex": start, "endIndex": self.at + 1}
        self.requests.append({"createParagraphBullets": {"range": span, "bulletPreset": preset}})
        self.at -= tabs
        self._list = None

    def _table(self, grid: Grid) -> None:
        """The API ends the paragraph before the table; the one after it is there already."""
        rows, columns = len(grid.rows), max(len(row) for row in grid.rows)
        self.requests.append({"insertTable": {"rows": rows, "columns": columns, "location": {"index": self.at}}})
        table = self.at + 1
        self.at = table + 2 + rows * (1 + 2 * columns)
        for row in reversed(range(rows)):
            for column, cell in reversed(list(enumerate(grid.rows[row]))):
                # an empty row takes one index and two per cell; a cell's paragraph stands after the cell's own
                inside = table + 1 + row * (1 + 2 * columns) + 1 + 2 * column + 1
                block = Text(cell) if isinstance(cell, str) else cell
                if isinstance(block, Picture):
                    self.requests += picture_requests(block, inside)
                    self.at += 1
                else:
                    self.requests += text_requests(block, inside)
                    self.at += utf16(block.text)
        self.requests += plain(self.at, 1)
        self._fresh = True


def picture_requests(block: Picture, at: int) -> Requests:
    size = {"width": pt(block.width), "height": pt(block.height)}
    where = {"location": {"index": at}, "objectSize": size}
    return [{"insertInlineImage": {"uri": data_url(block.data), **where}}]


def text_requests(block: Text, start: int) -> Requests:
    """Requests that insert the text at `start` of an empty paragraph and style it, but for its bullet."""
    text = "\t" * block.level + block.text if block.bullets else block.text
    requests: Requests = [{"insertText": {"text": text, "location": {"index": start}}}] if text else []
    whole = {"startIndex": start, "endIndex": start + utf16(text) + 1}
    fresh = {"namedStyleType": block.style or "NORMAL_TEXT", **block.paragraph}
    fields = dict.fromkeys([*fresh, "indentStart", "indentFirstLine"])
    styled = {"range": whole, "paragraphStyle": fresh, "fields": ",".join(fields)}
    requests += [*plain(start, utf16(text) + 1), {"updateParagraphStyle": styled}]
    spans = [*block.styles.items(), *((words, {"link": {"url": url}}) for words, url in block.links.items())]
    for words, style in spans:
        at = start + utf16(text[: text.index(words)])
        span = {"startIndex": at, "endIndex": at + (utf16(words) or utf16(text))}
        requests.append({"updateTextStyle": {"range": span, "textStyle": style, "fields": ",".join(style)}})
    return requests


def plain(start: int, length: int) -> Requests:
    """Inserted text takes on its neighbour's style and list; this takes them away."""
    span = {"startIndex": start, "endIndex": start + length}
    return [
        {"updateTextStyle": {"range": span, "textStyle": {}, "fields": "*"}},
        {"deleteParagraphBullets": {"range": span}},
    ]


def utf16(text: str) -> int:
    """Length in the API's indices."""
    return len(text.encode("utf-16-le")) // 2


def pt(magnitude: float) -> dict[str, Any]:
    return {"magnitude": magnitude, "unit": "PT"}


def data_url(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64," + base64.b64encode(data).decode()
