"""Checking what an agent returned. A wrong field is dropped and named; the right ones are kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from pytest_knows.agents.model import INTERFACES, AgentResult, AgentRun, Cause
from pytest_knows.scoring import one_line

FIELDS = tuple(f.name for f in fields(AgentResult))


def run_of(value: object) -> AgentRun:
    """The ended run of an agent that returned `value`: None, str, Path, `AgentResult` or a mapping with its fields."""
    if value is None:
        return AgentRun(cause=Cause.FINISHED)
    if isinstance(value, str | Path):
        return AgentRun(cause=Cause.FINISHED, result=AgentResult(file=value))
    if isinstance(value, AgentResult):
        return _checked({name: getattr(value, name) for name in FIELDS})
    if isinstance(value, Mapping):
        return _checked(value)
    return AgentRun(
        cause=Cause.AGENT_ERROR,
        error=f"the agent returned {_type(value)}; it may return None, a path, a URL, an AgentResult or a mapping",
    )


def _checked(values: Mapping[Any, Any]) -> AgentRun:
    kept: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in values.items():
        check = _CHECKS.get(name) if isinstance(name, str) else None
        if check is None:
            problems.append(f"unknown field {one_line(str(name), 40)!r} (fields: {', '.join(FIELDS)})")
        elif value is not None and not check(value):
            problems.append(f"{name} is {_type(value)}, expected {_EXPECTED[name]}")
        else:
            kept[name] = value
    result = AgentResult(**kept)
    if problems:
        error = "the agent's result is not usable as given: " + "; ".join(problems)
        return AgentRun(cause=Cause.AGENT_ERROR, result=result, error=error)
    if result.gave_up is not None:
        return AgentRun(cause=Cause.GAVE_UP, result=result, error=one_line(result.gave_up))
    return AgentRun(cause=Cause.FINISHED, result=result)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_cost(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "file": lambda value: isinstance(value, str | Path),
    "visited": lambda value: _is_list(value) and all(isinstance(url, str) for url in value),
    "messages": _is_list,
    "cost_usd": _is_cost,
    "interface": lambda value: value in INTERFACES,
    "gave_up": lambda value: isinstance(value, str),
}

_EXPECTED = {
    "file": "a path, a Drive id or a URL",
    "visited": "a list of URLs",
    "messages": "a list",
    "cost_usd": "a number of dollars, 0 or more",
    "interface": " or ".join(INTERFACES),
    "gave_up": "a sentence",
}


def _type(value: object) -> str:
    return f"{type(value).__name__} {one_line(repr(value), 60)}"
