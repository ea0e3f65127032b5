"""Reading JSON that an agent may have spoiled: a wrong type or a missing key is an empty value, never an exception."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

_FARTHEST = 1e12
"""EMU. Larger lengths are nonsense, and their products would overflow."""


def table(value: object, *keys: str) -> Mapping[str, Any]:
    """The JSON object at the path `keys` below `value`, or an empty one."""
    found = at(value, *keys)
    return found if isinstance(found, dict) else {}


def entries(value: object, *keys: str) -> list[Mapping[str, Any]]:
    """The JSON objects in the list at the path `keys` below `value`; whatever is no object is left out."""
    found = at(value, *keys)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def at(value: object, *keys: str) -> object:
    """Whatever stands at the path `keys` below `value`, or None."""
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def string(value: object, *keys: str) -> str:
    """The text at the path, or ""."""
    found = at(value, *keys)
    return found if isinstance(found, str) else ""


def number(value: object, *keys: str, default: float = 0.0) -> float:
    """The finite number at the path, within +-1e12, or `default`."""
    found = at(value, *keys)
    if isinstance(found, float):
        return max(-_FARTHEST, min(_FARTHEST, found)) if math.isfinite(found) else default
    if isinstance(found, int) and not isinstance(found, bool):
        return float(max(-_FARTHEST, min(_FARTHEST, found)))
    return default


def boolean(value: object, *keys: str) -> bool | None:
    """The truth value at the path, or None if it is not stated."""
    found = at(value, *keys)
    return found if isinstance(found, bool) else None
