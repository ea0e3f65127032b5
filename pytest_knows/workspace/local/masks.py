"""Updates by field mask: what the mask names is taken over from the source, or removed where the source lacks it."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from pytest_knows.workspace.local.engine import Json


def apply_paths(target: Json, source: Json, paths: Iterable[tuple[str, ...]]) -> None:
    """Change `target` in place. A path that `source` does not have is removed: the property is inherited again."""
    for path in paths:
        _apply_path(target, source, path)


def _apply_path(target: Json, source: Json, path: tuple[str, ...]) -> None:
    *parents, last = path
    given: Json = source
    for name in parents:
        value = given.get(name)
        given = value if isinstance(value, dict) else {}
    if last in given:
        for name in parents:
            target = target.setdefault(name, {})
        target[last] = copy.deepcopy(given[last])
    else:
        _remove(target, path)


def _remove(target: Json, path: tuple[str, ...]) -> None:
    """Remove a path, and the parents that it leaves empty."""
    name, *rest = path
    child = target.get(name)
    if not rest:
        target.pop(name, None)
    elif isinstance(child, dict):
        _remove(child, tuple(rest))
        if not child:
            del target[name]
