"""A JSON answer written piece by piece, so that the text of a large one never lies in memory as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from pytest_knows.workspace.local import fields
from pytest_knows.workspace.local.calls import Reply

CHUNK = 1 << 20
"""Characters that are written at a time; a shorter answer is sent in one piece."""
_LEVELS = 6
"""What lies below so many levels (the cells of a row, the runs of a paragraph) is encoded at once, which is fast."""


def as_json(value: Any, status: int = 200, *, mask: fields.Mask | None = None, pretty: bool = False) -> Reply:
    """The JSON of what `mask` keeps; compact unless asked otherwise, since the indenting encoder is many times slower.

    The rest of a long answer is encoded while it is sent: `value` must not be changed afterwards.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, indent=2 if pretty else None)
    kept = mask or {}
    written = encoder.iterencode(fields.apply(kept, value)) if pretty else _pieces(encoder, kept, value, _LEVELS)
    chunks = _chunks(written)
    first, second = next(chunks, b""), next(chunks, None)
    return Reply(status=status, content=first, rest=() if second is None else chain((second,), chunks))


def _pieces(encoder: json.JSONEncoder, mask: fields.Mask, value: Any, levels: int) -> Iterator[str]:
    items: Iterable[tuple[str, Any, fields.Mask]]
    if isinstance(value, dict) and levels:
        brackets = "{}"
        items = ((encoder.encode(name) + ": ", item, below) for name, item, below in fields.kept(mask, value))
    elif isinstance(value, list) and levels:
        brackets, items = "[]", (("", item, mask) for item in value)
    else:
        yield encoder.encode(fields.apply(mask, value))
        return
    separator = brackets[0]
    for name, item, below in items:
        yield separator + name
        yield from _pieces(encoder, below, item, levels - 1)
        separator = ", "
    yield brackets[1] if separator == ", " else brackets


def _chunks(pieces: Iterator[str]) -> Iterator[bytes]:
    waiting: list[str] = []
    length = 0
    for piece in pieces:
        waiting.append(piece)
        length += len(piece)
        if length >= CHUNK:
            yield _encoded(waiting)
            waiting, length = [], 0
    if waiting:
        yield _encoded(waiting)


def _encoded(pieces: list[str]) -> bytes:
    return "".join(pieces).encode("utf-8", "surrogatepass")
