"""Choosing tasks by name: --knows-select."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from fnmatch import fnmatchcase

from pytest_knows.errors import ConfigurationError
from pytest_knows.tasks.model import TaskInfo


def select(infos: Sequence[TaskInfo], patterns: Sequence[str]) -> list[TaskInfo]:
    """The tasks that a pattern names, in the order of `infos`, each once.

    A pattern is a task id, a short id, a family, `<family>.<instance>`, or a glob over any of these. Raises
    `ConfigurationError` listing every pattern that names nothing, with near matches.
    """
    chosen: set[str] = set()
    unknown = []
    for pattern in patterns:
        matching = {info.task_id for info in infos if any(fnmatchcase(name, pattern) for name in _names(info))}
        chosen |= matching
        if not matching:
            unknown.append(pattern)
    if unknown:
        raise ConfigurationError("; ".join(_complaint(pattern, infos) for pattern in unknown))
    return [info for info in infos if info.task_id in chosen]


def _names(info: TaskInfo) -> list[str]:
    names = [info.task_id, info.family, f"{info.family}.{info.instance}", info.task_id.rpartition(".")[0]]
    return [*names, info.short_id] if info.short_id else names


def _complaint(pattern: str, infos: Sequence[TaskInfo]) -> str:
    names = {name.casefold(): name for info in infos for name in _names(info)}
    near = difflib.get_close_matches(pattern.casefold(), sorted(names), n=3, cutoff=0.6)
    meant = f", did you mean {' or '.join(names[name] for name in near)}?" if near else ""
    return f"no task, short id or family matches {pattern!r}{meant}"
