"""What two values made of dicts, lists and tuples differ in."""

from __future__ import annotations

from typing import Any

_MISSING = object()


def differences(before: Any, after: Any, within: float = 1e-6, where: str = "") -> list[str]:
    """`path: before -> after` for each leaf that differs; numbers may differ by `within` (relatively if above 1)."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            line
            for key in dict.fromkeys([*before, *after])
            for line in differences(before.get(key, _MISSING), after.get(key, _MISSING), within, f"{where}/{key}")
        ]
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [line for number, (old, new) in pairs for line in differences(old, new, within, f"{where}/{number}")]
    if isinstance(before, int | float) and isinstance(after, int | float):
        return [] if abs(before - after) <= within * max(1, abs(before)) else [f"{where}: {before!r} -> {after!r}"]
    return [] if before == after else [f"{where}: {before!r} -> {after!r}"]
