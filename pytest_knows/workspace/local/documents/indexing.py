"""UTF-16 indices of a segment's content: the coordinate system of the Docs API.

The state stores content in the API's own shape; `number` writes `startIndex` and `endIndex` after every change, so
that they are never computed in two ways. An index of 0 is left out, as protobuf's JSON does.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_knows.workspace.local.engine import Json, RequestError

OBJECT = "\ufffc"
"""What stands for an element that is no text."""


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, offset: int) -> tuple[str, str]:
    """`text` split after `offset` UTF-16 units. Raises `RequestError` inside a surrogate pair."""
    if units(text) == len(text):
        return text[:offset], text[offset:]
    position = seen = 0
    while seen < offset:
        seen += 2 if text[position] > "\uffff" else 1
        position += 1
    if seen != offset:
        raise RequestError("The provided index is in the middle of a surrogate pair.")
    return text[:position], text[position:]


def start(node: Json) -> int:
    """Where a numbered node starts."""
    return int(node.get("startIndex", 0))


def end(node: Json) -> int:
    """Where a numbered node ends (exclusive)."""
    return int(node["endIndex"])


def number(content: list[Json], at: int = 0) -> int:
    """Write the indices of `content`, which starts at `at`; returns the index after it."""
    for node in content:
        begin = at
        if "paragraph" in node:
            at = number_elements(node["paragraph"]["elements"], at)
        elif "table" in node:
            at = _number_table(node["table"], at)
        elif "tableOfContents" in node:
            at = number(node["tableOfContents"]["content"], at + 1) + 1
        else:
            at += 1
        _mark(node, begin, at)
    return at


def number_from(content: list[Json], index: int) -> int:
    """As `number`, where nothing before `index` changed: what is typed at the end of a long document costs little."""
    position = len(content)
    while position and content[position - 1].get("endIndex", index + 1) > index:
        position -= 1
    begin = end(content[position - 1]) if position else 0
    return number(content[position:], begin)


def number_elements(elements: list[Json], at: int) -> int:
    """As `number`, of the elements of a paragraph."""
    for element in elements:
        size = element_size(element)
        _mark(element, at, at + size)
        at += size
    return at


def element_size(element: Json) -> int:
    """UTF-16 units that a paragraph element takes."""
    if "textRun" in element:
        return units(element["textRun"]["content"])
    if "equation" in element:
        # An equation's inside is not exposed: its length can only be kept.
        return max(1, int(element.get("endIndex", 1)) - start(element))
    return 1


def _number_table(table: Json, at: int) -> int:
    # One index for the start of the table, of each row and of each cell, and one for the end of the table.
    at += 1
    for row in table["tableRows"]:
        row_start = at
        at += 1
        for cell in row["tableCells"]:
            cell_start = at
            at = number(cell["content"], at + 1)
            _mark(cell, cell_start, at)
        _mark(row, row_start, at)
    return at + 1


def shift(node: Json, growth: int) -> None:
    """Add to all indices of a numbered node that is not the first of its segment."""
    node["startIndex"] += growth
    node["endIndex"] += growth
    for part in _parts(node):
        shift(part, growth)


def _parts(node: Json) -> list[Json]:
    """What has indices of its own in a structural element, a row or a cell."""
    if "paragraph" in node:
        return node["paragraph"]["elements"]  # type: ignore[no-any-return]
    inner: Json = node.get("table") or node.get("tableOfContents") or node
    return next((inner[name] for name in ("tableRows", "tableCells", "content") if name in inner), [])


def _mark(node: Json, begin: int, stop: int) -> None:
    node.pop("startIndex", None)
    if begin:
        node["startIndex"] = begin
    node["endIndex"] = stop


def paragraphs(content: list[Json]) -> Iterator[Json]:
    """Every structural element that is a paragraph, those in tables and tables of contents included, in order."""
    for node in content:
        if "paragraph" in node:
            yield node
        elif "table" in node:
            for row in node["table"]["tableRows"]:
                for cell in row["tableCells"]:
                    yield from paragraphs(cell["content"])
        elif "tableOfContents" in node:
            yield from paragraphs(node["tableOfContents"]["content"])


def slice_text(node: Json, first: int, stop: int) -> str:
    """The text of a numbered paragraph node between two indices."""
    text, begin = plain_text(node), start(node)
    coded = text.encode("utf-16-le")
    return coded[max(0, 2 * (first - begin)) : max(0, 2 * (stop - begin))].decode("utf-16-le", "ignore")


def plain_text(node: Json) -> str:
    """The text of one paragraph node, its newline included; other elements count as `OBJECT`."""
    elements = node["paragraph"]["elements"]
    return "".join(e["textRun"]["content"] if "textRun" in e else OBJECT for e in elements)
