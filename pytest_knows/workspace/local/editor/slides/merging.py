"""Text requests of a page that did not see the latest text: their indices are moved by what others changed since.

A page says what it saw (`seen`); against the text that is there now, the places of its requests follow by comparison.
Text that others wrote inside of what is deleted stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from pytest_knows.workspace.local.calls import Json
from pytest_knows.workspace.local.engine import RequestError

Key = tuple[str, int, int]
"""Object id, and row and column of a table's cell (-1 without)."""
Current = Callable[[Key], str]
"""The text of a box as it is now, one character for each UTF-16 unit."""
Block = tuple[str, int, int, int, int]

_TEXT_REQUESTS = frozenset(
    ("insertText", "deleteText", "updateTextStyle", "updateParagraphStyle", "createParagraphBullets",
     "deleteParagraphBullets")
)  # fmt: skip


def units(text: str) -> str:
    """The text with each character beyond the Basic Multilingual Plane as two, as the API counts."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low + 256 * high) for low, high in zip(raw[::2], raw[1::2], strict=True))


class Merging:
    """Moves the requests of one batch, which must be applied one after the other while it does."""

    def __init__(self, seen: object, current: Current) -> None:
        self._current = current
        self._seen = {key: units(text) for key, text in _seen(seen)}

    def moved(self, request: Json) -> list[Json]:
        """The requests to apply in place of this one, before which nothing of it has been applied."""
        name, body, key = _text_request(request)
        if key is None or key not in self._seen:
            return [request]
        before, now = self._seen[key], self._current(key)
        if before == now:
            return [request]
        self._seen[key] = _simulated(before, name, body)
        blocks = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
        return [{name: one} for one in _moved(name, body, blocks)]

    def applied(self, request: Json, before: str | None) -> None:
        """Tell that a request was applied to a text that the page had seen as it was (`before`)."""
        _, _, key = _text_request(request)
        if key is not None and before is not None and self._seen.get(key) == before:
            self._seen[key] = self._current(key)

    def text_before(self, request: Json) -> str | None:
        """The text that a request is about to change, if it is one that the page saw."""
        _, _, key = _text_request(request)
        return self._current(key) if key is not None and key in self._seen else None


def _seen(given: object) -> Iterator[tuple[Key, str]]:
    for one in given if isinstance(given, list) else []:
        if isinstance(one, dict) and isinstance(one.get("text"), str):
            yield _key(one), one["text"]


def _key(body: Json) -> Key:
    cell = body.get("cellLocation")
    if not isinstance(cell, dict):
        return str(body.get("objectId")), -1, -1
    return str(body.get("objectId")), _whole(cell.get("rowIndex")), _whole(cell.get("columnIndex"))


def _whole(value: object) -> int:
    """An index; 0 for what is none, of which the engine will tell."""
    return value if isinstance(value, int) else 0


def _text_request(request: object) -> tuple[str, Json, Key | None]:
    if not isinstance(request, dict) or len(request) != 1:
        raise RequestError("Each of the requests must be an object with one request type.")
    [(name, body)] = request.items()
    if name not in _TEXT_REQUESTS or not isinstance(body, dict):
        return name, {}, None
    return name, body, _key(body)


def _simulated(text: str, name: str, body: Json) -> str:
    if name == "insertText":
        at = _whole(body.get("insertionIndex"))
        return text[:at] + units(str(body.get("text"))) + text[at:]
    if name == "deleteText":
        start, end = _range(body, len(text))
        return text[:start] + text[end:]
    return text


def _range(body: Json, length: int) -> tuple[int, int]:
    given: Any = body.get("textRange")
    if not isinstance(given, dict) or given.get("type") == "ALL":
        return 0, length
    end = length if given.get("type") == "FROM_START_INDEX" else _whole(given.get("endIndex"))
    return _whole(given.get("startIndex")), end


def _moved(name: str, body: Json, blocks: Sequence[Block]) -> Iterator[Json]:
    if name == "insertText":
        yield {**body, "insertionIndex": _place(_whole(body.get("insertionIndex")), blocks)}
        return
    if not isinstance(body.get("textRange"), dict) or body["textRange"].get("type") != "FIXED_RANGE":
        yield body
        return
    start, end = _range(body, 0)
    pieces = _kept(start, end, blocks) if name == "deleteText" else [(_place(start, blocks), _place(end, blocks))]
    for first, last in reversed(pieces):
        if first < last:
            yield {**body, "textRange": {"type": "FIXED_RANGE", "startIndex": first, "endIndex": last}}


def _place(index: int, blocks: Sequence[Block]) -> int:
    """Where an index of the seen text lies in the present one; inside of what is gone, where that was."""
    for kind, start, end, now, _ in blocks:
        if kind == "equal" and start <= index <= end:
            return now + index - start
    return max((now for _, start, _, now, _ in blocks if start <= index), default=0)


def _kept(start: int, end: int, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """What is still there of a stretch of the seen text, as stretches of the present one."""
    pieces = []
    for kind, first, last, now, _ in blocks:
        low, high = max(first, start), min(last, end)
        if kind == "equal" and low < high:
            pieces.append((now + low - first, now + high - first))
    return pieces
