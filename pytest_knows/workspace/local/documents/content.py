"""Changes to a list of structural elements: where text goes in, how paragraphs split and merge.

All functions expect numbered content (`indexing.number`) and leave the renumbering to the caller.
"""

from __future__ import annotations

import copy
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.documents.indexing import cut, element_size, end, number_elements, start
from pytest_knows.workspace.local.engine import Json, RequestError


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place inside a paragraph: `container[position]` is its node, `offset` UTF-16 units into it."""

    container: list[Json]
    position: int
    offset: int

    @property
    def node(self) -> Json:
        return self.container[self.position]

    @property
    def paragraph(self) -> Json:
        found: Json = self.node["paragraph"]
        return found


def find_spot(content: list[Json], index: int, known: int | None = None) -> Spot | None:
    """The paragraph around `index`, also in table cells; None between paragraphs (a table's start, a section break).

    `known`: how many nodes have the right indices (None: all); `index` is in one of them.
    """
    position = bisect_right(content, index, hi=known, key=start) - 1
    if position < 0 or index >= end(content[position]):
        return None
    node = content[position]
    if "paragraph" in node:
        return Spot(container=content, position=position, offset=index - start(node))
    cell = find_cell(node["table"], index) if "table" in node else None
    return find_spot(cell["content"], index) if cell else None


def find_cell(table: Json, index: int) -> Json | None:
    """The cell whose content contains `index`."""
    for row in table["tableRows"]:
        for cell in row["tableCells"]:
            if start(cell) < index < end(cell):
                found: Json = cell
                return found
    return None


def split_at(elements: list[Json], offset: int) -> int:
    """Make an element begin `offset` units into the paragraph; returns its position. Raises inside a surrogate pair."""
    for position, element in enumerate(elements):
        size = element_size(element)
        if offset <= 0:
            return position
        if offset < size and "textRun" in element:
            before, after = cut(element["textRun"]["content"], offset)
            elements[position : position + 1] = [_with_text(element, before), _with_text(element, after)]
            return position + 1
        offset -= size
    return len(elements)


def split_numbered(elements: list[Json], index: int) -> int:
    """As `split_at` for numbered elements, which it keeps so: make one begin at `index`; returns its position."""
    position = bisect_left(elements, index, key=start)
    if position and index < end(elements[position - 1]) and "textRun" in elements[position - 1]:
        element = elements[position - 1]
        parts = [_with_text(element, text) for text in cut(element["textRun"]["content"], index - start(element))]
        number_elements(parts, start(element))
        elements[position - 1 : position] = parts
    return position


def _with_text(element: Json, text: str) -> Json:
    run = {**copy.deepcopy(element["textRun"]), "content": text}
    return {"textRun": run}


def join_runs(elements: list[Json]) -> list[Json]:
    """Neighbouring text runs of the same style made one; empty runs dropped."""
    joined: list[Json] = []
    texts: list[str] = []
    for element in elements:
        run = element.get("textRun")
        last = joined[-1].get("textRun") if joined else None
        if run and last and _without_text(run) == _without_text(last):
            texts.append(run["content"])
        elif not run or run["content"]:
            _close_run(joined, texts)
            joined.append(element)
            texts = [run["content"]] if run else []
    _close_run(joined, texts)
    return joined


def join_numbered(elements: list[Json], first: int = 0, stop: int | None = None) -> None:
    """As `join_runs` for the numbered elements `first` to `stop` (exclusive) of a paragraph, in place."""
    if elements[first:stop]:
        joined = join_runs(elements[first:stop])
        number_elements(joined, start(elements[first]))
        elements[first:stop] = joined


def _close_run(joined: list[Json], texts: list[str]) -> None:
    # Joined once at the end: adding text to text again and again takes the square of its length.
    if len(texts) > 1:
        joined[-1] = {"textRun": {**joined[-1]["textRun"], "content": "".join(texts)}}


def _without_text(run: Json) -> Json:
    return {name: value for name, value in run.items() if name != "content"}


def style_at(spot: Spot) -> Json:
    """The text style that typed text takes: that of what stands before, at a paragraph's start that of what follows."""
    elements = spot.paragraph["elements"]
    left = spot.offset
    for element in elements:
        left -= element_size(element)
        if left <= 0:
            return element_style(element)
    return element_style(elements[-1])


def element_style(element: Json) -> Json:
    """A copy of the text style of a paragraph element of any type."""
    for value in element.values():
        if isinstance(value, dict):
            return copy.deepcopy(value.get("textStyle", {}))
    return {}


def insert_elements(spot: Spot, elements: list[Json]) -> None:
    """Put paragraph elements (no newline among them) at the spot."""
    own = spot.paragraph["elements"]
    position = split_at(own, spot.offset)
    spot.paragraph["elements"] = join_runs([*own[:position], *elements, *own[position:]])


def insert_text(spot: Spot, text: str, style: Json) -> None:
    """Put text at the spot; each newline splits the paragraph, and all parts keep its style and bullet."""
    first, *others = text.split("\n")
    if others:
        rest = split_paragraph(spot, style)
        looks = rest.paragraph
        lines = [{"paragraph": like(looks, [_run(line + "\n", style)])} for line in others[:-1]]
        rest.container[rest.position : rest.position] = lines
        end_of_text = Spot(container=rest.container, position=rest.position + len(lines), offset=0)
        insert_elements(end_of_text, [_run(others[-1], style)])
    insert_elements(spot, [_run(first, style)])


def like(paragraph: Json, elements: list[Json]) -> Json:
    """A paragraph of those elements in the style and list of another one."""
    kept: Json = {name: json_copy(paragraph[name]) for name in ("paragraphStyle", "bullet") if name in paragraph}
    return {**kept, "elements": elements}


def _run(text: str, style: Json) -> Json:
    return {"textRun": {"content": text, "textStyle": copy.deepcopy(style)}}


def split_paragraph(spot: Spot, style: Json) -> Spot:
    """End the paragraph at the spot with a newline of that style; returns the start of the second part."""
    paragraph = spot.paragraph
    own = paragraph["elements"]
    position = split_at(own, spot.offset)
    rest = like(paragraph, own[position:])
    paragraph["elements"] = join_runs([*own[:position], _run("\n", style)])
    spot.container.insert(spot.position + 1, {"paragraph": rest})
    return Spot(container=spot.container, position=spot.position + 1, offset=0)


def delete_range(content: list[Json], first: int, stop: int, known: int | None = None) -> None:
    """Remove the units `first` to `stop` (exclusive). Raises `RequestError` if the rest would not be valid.

    `known`: how many nodes have the right indices (None: all); `stop` is in one of them.
    """
    top = bisect_right(content, first, hi=known, key=start) - 1
    bottom = bisect_left(content, stop, hi=known, key=start) - 1
    if top == bottom and not _whole(content[top], first, stop) and "table" in content[top]:
        _delete_in_cell(content[top]["table"], first, stop)
        return
    for node in (content[top], content[bottom]):
        if "paragraph" not in node and not _whole(node, first, stop):
            raise RequestError("Cannot delete the requested range: it covers only a part of a table.")
    _merge(content, top, bottom, first, stop)


def _whole(node: Json, first: int, stop: int) -> bool:
    return first <= start(node) and end(node) <= stop


def _delete_in_cell(table: Json, first: int, stop: int) -> None:
    cell = find_cell(table, first)
    if cell is None or stop >= end(cell):
        raise RequestError("Cannot delete the requested range: it leaves a table cell or its last newline is in it.")
    delete_range(cell["content"], first, stop)


def _merge(content: list[Json], top: int, bottom: int, first: int, stop: int) -> None:
    """Join what is left of the first node with what is left of, or follows, the last one."""
    head = _kept(content[top], 0, first - start(content[top]))
    ends_inside = stop < end(content[bottom])
    after = content[bottom] if ends_inside else content[bottom + 1]
    if "paragraph" not in after:
        if head or "paragraph" in content[bottom]:
            raise RequestError("Cannot delete the newline before a table or section break without deleting it.")
        del content[top : bottom + 1]
        return
    skipped = stop - start(after)
    # The newline carries the paragraph's style, so the merged paragraph looks like the one whose newline stays.
    merged = {**after["paragraph"], "elements": join_runs([*head, *_kept(after, max(0, skipped), None)])}
    tethered = content[top].get("paragraph", {}).get("positionedObjectIds", []) if head else []
    if tethered and after is not content[top]:
        merged["positionedObjectIds"] = [*tethered, *merged.get("positionedObjectIds", [])]
    content[top : bottom + (1 if ends_inside else 2)] = [{"paragraph": merged}]


def _kept(node: Json, begin: int, stop: int | None) -> list[Json]:
    """The elements of a paragraph between two offsets (None: to its end); nothing of other nodes."""
    if "paragraph" not in node:
        return []
    elements = list(node["paragraph"]["elements"])
    if stop is not None:
        del elements[split_at(elements, stop) :]
    return elements[split_at(elements, begin) :] if begin else elements
