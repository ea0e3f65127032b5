"""Batches that were made at an earlier revision: their indices are moved by what others changed since.

Google documents this as `writeControl.targetRevisionId`: "changes are applied against the target revision and merged
with later ones". The latest texts of each document are kept; the one of the target revision is compared with the
present one. Text that others wrote inside of what is deleted stays.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from pytest_knows.workspace.local.documents.indexing import OBJECT
from pytest_knows.workspace.local.engine import Json

Key = tuple[str, str]
"""Tab and segment; the body's segment is empty."""
Texts = dict[Key, str]
"""One character for each UTF-16 unit; what is no text has characters of its own."""
Block = tuple[int, int, int, int]
"""A stretch that is the same in both: start and end then, start and end now."""
_MOST = 20_000_000
"""Characters that are kept over all files of a server (own choice)."""
_TABLE, _ROW, _CELL, _END, _BREAK = "\x1c\x1d\x1e\x1f\x0c"


def texts(state: Json) -> Texts:
    """What a document's indices count, segment by segment."""
    found: Texts = {}
    for tab in _tabs(state.get("tabs", [])):
        name, contents = tab["tabProperties"]["tabId"], tab["documentTab"]
        found[name, ""] = "".join(_content(contents["body"]["content"]))
        for group in ("headers", "footers", "footnotes"):
            for segment_id, segment in contents.get(group, {}).items():
                found[name, segment_id] = "".join(_content(segment["content"]))
    return found


def _tabs(tabs: list[Json]) -> Iterator[Json]:
    for tab in tabs:
        yield tab
        yield from _tabs(tab.get("childTabs", []))


def _content(content: list[Json]) -> Iterator[str]:
    for node in content:
        if "paragraph" in node:
            for element in node["paragraph"]["elements"]:
                yield _units(element["textRun"]["content"]) if "textRun" in element else OBJECT * _size(element)
        elif "table" in node:
            yield _TABLE
            for row in node["table"]["tableRows"]:
                yield _ROW
                for cell in row["tableCells"]:
                    yield _CELL
                    yield from _content(cell["content"])
            yield _END
        elif "tableOfContents" in node:
            yield _TABLE
            yield from _content(node["tableOfContents"]["content"])
            yield _END
        else:
            yield _BREAK


def _size(element: Json) -> int:
    return int(element["endIndex"]) - int(element.get("startIndex", 0)) if "equation" in element else 1


def _units(text: str) -> str:
    if max(text, default="") <= "\uffff":
        return text
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low + 256 * high) for low, high in zip(raw[::2], raw[1::2], strict=True))


class Past:
    """The texts of the latest revisions of all documents, by file and revision id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[str, str], Texts] = OrderedDict()
        self._size = 0

    def keep(self, file_id: str, revision: str, found: Texts) -> None:
        """Remember a revision; the oldest ones are forgotten when there are too many characters."""
        with self._lock:
            if (file_id, revision) in self._texts:
                return
            self._texts[file_id, revision] = found
            self._size += _length(found)
            while self._size > _MOST and len(self._texts) > 1:
                self._size -= _length(self._texts.popitem(last=False)[1])

    def at(self, file_id: str, revision: str) -> Texts | None:
        """The texts of a revision; None for one that is not known (any more)."""
        with self._lock:
            return self._texts.get((file_id, revision))


def _length(found: Texts) -> int:
    return sum(map(len, found.values()))


def merged(state: Json, requests: Sequence[Json], seen: Texts, apply: Callable[[Json], Json]) -> list[Json]:
    """Apply requests, made where `seen` was the text, one after the other with `apply`; a reply each."""
    replies, seen, now = [], dict(seen), texts(state)
    first_tab = state["tabs"][0]["tabProperties"]["tabId"]
    for request in requests:
        blocks = {key: same(text, now[key]) for key, text in seen.items() if key in now}
        pieces = [apply(piece) for piece in _moved(request, blocks, first_tab)]
        replies.append(pieces[0] if pieces else {})
        after = texts(state)
        seen = {key: _carried(seen.get(key), now.get(key), text, blocks.get(key)) for key, text in after.items()}
        now = after
    return replies


def same(then: str, now: str) -> list[Block]:
    """The stretches of two texts that are the same, in order."""
    if then == now:
        return [(0, len(then), 0, len(now))]
    old, new = then.splitlines(keepends=True), now.splitlines(keepends=True)
    found: list[Block] = []
    a = b = 0
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        then_part, now_part = old[i:j], new[k:m]
        if kind == "equal":
            found.append((a, a + _span(then_part), b, b + _span(now_part)))
        else:
            found += _changed_lines(then_part, now_part, a, b)
        a, b = a + _span(then_part), b + _span(now_part)
    return found


def _span(lines: list[str]) -> int:
    return sum(map(len, lines))


def _changed_lines(then: list[str], now: list[str], a: int, b: int) -> Iterator[Block]:
    """What is the same in lines that differ, taken one by one."""
    for old, new in zip(then, now, strict=False):
        yield from _ends(old, new, a, b)
        a, b = a + len(old), b + len(new)


def _ends(then: str, now: str, a: int, b: int) -> Iterator[Block]:
    """What two differing texts begin and end with in common."""
    head, tail, shorter = 0, 0, min(len(then), len(now))
    while head < shorter and then[head] == now[head]:
        head += 1
    while tail < shorter - head and then[-1 - tail] == now[-1 - tail]:
        tail += 1
    if head:
        yield a, a + head, b, b + head
    if tail:
        yield a + len(then) - tail, a + len(then), b + len(now) - tail, b + len(now)


def _carried(seen: str | None, before: str | None, after: str, blocks: list[Block] | None) -> str:
    """The text that the author of the batch sees once a request of it has made `after` out of `before`."""
    if seen is None or before is None or blocks is None:
        return after
    if before == after:
        return seen
    [*found] = _ends(before, after, 0, 0)
    head = found[0][1] if found and found[0][0] == 0 else 0
    tail = len(before) - found[-1][0] if found and found[-1][1] == len(before) and found[-1][0] >= head else 0
    back = [(b, b2, a, a2) for a, a2, b, b2 in blocks]
    first, last = _place(head, back, late=False), _place(len(before) - tail, back, late=True)
    return seen[:first] + after[head : len(after) - tail] + seen[max(first, last) :]


def _moved(request: Json, blocks: dict[Key, list[Block]], first_tab: str) -> list[Json]:
    """The requests to apply in place of one; none if what it speaks of is gone."""
    if not isinstance(request, dict) or len(request) != 1:
        return [request]  # whoever applies it says what is wrong
    [(name, body)] = request.items()
    where = _range_of(body)
    if name == "deleteContentRange" and where is not None:
        first, last = where["startIndex"], where["endIndex"]
        known = blocks.get(_key(where, first_tab))
        pieces = [(first, last)] if known is None else _kept(first, last, known)
        return [
            {name: {**body, "range": {**where, "startIndex": first, "endIndex": last}}}
            for first, last in reversed(pieces)
        ]
    moved = _walked(request, blocks, first_tab)
    where = _range_of(moved[name])
    return [] if where is not None and where["startIndex"] >= where["endIndex"] else [moved]


def _range_of(body: Any) -> Json | None:
    where = body.get("range") if isinstance(body, dict) else None
    return where if _is_range(where) else None


def _walked(value: Any, blocks: dict[Key, list[Block]], first_tab: str) -> Any:
    """A copy in which every Location and Range points to where its text is now."""
    if isinstance(value, list):
        return [_walked(one, blocks, first_tab) for one in value]
    if not isinstance(value, dict):
        return value
    known = blocks.get(_key(value, first_tab))
    if known is not None and _is_range(value):
        first, last = _place(value["startIndex"], known, late=True), _place(value["endIndex"], known, late=False)
        return {**value, "startIndex": first, "endIndex": last}
    if known is not None and isinstance(value.get("index"), int):
        return {**value, "index": _place(value["index"], known, late=False)}
    return {name: _walked(one, blocks, first_tab) for name, one in value.items()}


def _is_range(value: Any) -> bool:
    return (
        isinstance(value, dict) and isinstance(value.get("startIndex"), int) and isinstance(value.get("endIndex"), int)
    )


def _key(where: Json, first_tab: str) -> Key:
    return str(where.get("tabId") or first_tab), str(where.get("segmentId") or "")


def _place(index: int, blocks: Sequence[Block], *, late: bool) -> int:
    """Where an index lies now; `late`: behind what was written just there. Inside of what is gone: where that was."""
    inside = [now + index - start for start, stop, now, _ in blocks if start <= index <= stop]
    if inside:
        return inside[-1] if late else inside[0]
    return max((now_end for _, stop, _, now_end in blocks if stop <= index), default=0)


def _kept(first: int, last: int, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """What is still there of a stretch."""
    pieces = []
    for start, stop, now, _ in blocks:
        low, high = max(start, first), min(stop, last)
        if low < high:
            pieces.append((now + low - start, now + high - start))
    return pieces
