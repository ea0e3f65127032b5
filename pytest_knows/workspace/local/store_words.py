"""What SQL lacks for finding files by their names and texts, as functions and an order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_TEXT_KEYS = frozenset({"stringValue", "formattedValue", "note", "title", "description", "name"})
"""Keys of an editor's state whose strings people see, beside text runs."""


def has_prefix(name: str, wanted: str) -> bool:
    """Whether a word of `name` begins with `wanted`: Drive's `name contains`."""
    return re.search(r"(?:^|[\W_])" + re.escape(wanted.lower()), name.lower()) is not None


def says(text: str | None, wanted: str) -> bool:
    """Drive's `fullText contains` on one text: all words, or the phrase if `wanted` is in double quotes."""
    text, wanted = (text or "").lower(), wanted.lower()
    if len(wanted) > 1 and wanted[0] == wanted[-1] == '"':
        return wanted[1:-1] in text
    return all(word in text for word in wanted.split())


def state_says(state: str | None, wanted: str) -> bool:
    """The same on an editor's state: on the texts in it, not on the JSON around them."""
    if not state or not all(word in state.lower() for word in re.findall(r"\w+", wanted.lower())):
        return False
    return says("".join(_texts(json.loads(state))), wanted)


def blob_says(mime: str | None, data: bytes | None, wanted: str) -> bool:
    """The same on an uploaded file, if it is a text."""
    return bool(data and mime and mime.startswith("text/")) and says((data or b"").decode("utf-8", "replace"), wanted)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        run = value.get("textRun")
        if isinstance(run, dict) and isinstance(run.get("content"), str):
            yield run["content"]
            return
        for key, item in value.items():
            if isinstance(item, str):
                yield f"\n{item}\n" if key in _TEXT_KEYS else ""
            else:
                yield from _texts(item)


def natural(left: str, right: str) -> int:
    """Drive's `name_natural`: whatever the case, and 2 before 10."""
    one, other = _natural_key(left), _natural_key(right)
    return (one > other) - (one < other)


def _natural_key(name: str) -> list[tuple[int, str]]:
    parts = re.split(r"([0-9]{1,18})", name.casefold())
    return [(int(part), "") if number % 2 else (-1, part) for number, part in enumerate(parts)]


FUNCTIONS: dict[str, tuple[int, Callable[..., bool]]] = {
    "has_prefix": (2, has_prefix),
    "says": (2, says),
    "state_says": (2, state_says),
    "blob_says": (3, blob_says),
}
"""SQL name -> number of arguments and function."""
