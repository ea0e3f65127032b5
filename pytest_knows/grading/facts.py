"""facts.toml: what differs between the instances of a family, and which steps are scored in which order.

[family]   name, task_prefix, artifact, group, domain, requires_browsing_history, short_ids, smoke (an instance)
[facts]    facts of every instance (optional)
[N]        facts of instance N; override those of [facts] key by key
[[steps]]  the steps of every instance that has no [[N.steps]] of its own; `only = [1, 2]` limits an entry
[[N.steps]] the steps of instance N
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_knows.errors import RubricError
from pytest_knows.kind import Kind
from pytest_knows.tasks.model import TaskInfo


class Facts(Mapping[str, Any]):
    """A read-only table with attribute access; keys named like a Mapping method are read as `facts["items"]`."""

    __slots__ = ("_table",)

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = {str(key): _frozen(value) for key, value in table.items()}

    def __getitem__(self, key: str) -> Any:
        return self._table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self._table[name]
        except KeyError:
            raise AttributeError(
                f"facts.toml gives no fact {name!r}; it has {', '.join(sorted(self._table))}"
            ) from None

    def __repr__(self) -> str:
        return "facts"


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Facts(value)
    if isinstance(value, list):
        return tuple(_frozen(entry) for entry in value)
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyFacts:
    """A parsed facts.toml."""

    path: Path
    name: str
    tasks: tuple[TaskInfo, ...]
    facts: Mapping[int, Facts]
    steps: Mapping[int, tuple[Mapping[str, Any], ...]]
    """Per instance, the raw step entries in order."""


def read_facts(path: Path) -> FamilyFacts:
    """Parse and check a facts.toml; raises `RubricError` naming the file and the entry."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RubricError(f"{path}: {error}") from error
    family = table.get("family")
    if not isinstance(family, dict):
        raise RubricError(f"{path}: a [family] table is missing")
    instances = sorted(int(key) for key in table if key.isdecimal())
    if not instances:
        raise RubricError(f"{path}: no instance; add a table [1]")
    common, shared_steps = table.get("facts", {}), table.get("steps", [])
    return FamilyFacts(
        path=path,
        name=_text(path, family, "name"),
        tasks=tuple(_task(path, family, number, index) for index, number in enumerate(instances)),
        facts={n: Facts({**common, **{k: v for k, v in table[str(n)].items() if k != "steps"}}) for n in instances},
        steps={n: _steps(path, n, table[str(n)].get("steps"), shared_steps) for n in instances},
    )


def _text(path: Path, family: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = family.get(key, default)
    if not isinstance(value, str):
        raise RubricError(f"{path}: [family] needs a text for {key!r}")
    return value


def _task(path: Path, family: Mapping[str, Any], number: int, index: int) -> TaskInfo:
    try:
        kind = Kind.of_app(_text(path, family, "artifact"))
    except ValueError as error:
        raise RubricError(f"{path}: [family] artifact: {error}") from error
    short_ids = family.get("short_ids", [])
    short_id = short_ids[index] if isinstance(short_ids, list) and index < len(short_ids) else ""
    return TaskInfo(
        task_id=f"{_text(path, family, 'task_prefix', _text(path, family, 'name'))}.{number}",
        short_id=str(short_id) or None,
        family=_text(path, family, "name"),
        instance=number,
        kind=kind,
        group=_text(path, family, "group", ""),
        domain=_text(path, family, "domain", ""),
        requires_browsing_history=bool(family.get("requires_browsing_history", False)),
        smoke=number == family.get("smoke"),
    )


def _steps(path: Path, number: int, own: Any, shared: Any) -> tuple[Mapping[str, Any], ...]:
    entries = own if own is not None else shared
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise RubricError(f"{path}: steps must be written as [[steps]] or [[{number}.steps]] tables")
    chosen = tuple(entry for entry in entries if number in entry.get("only", (number,)))
    for entry in chosen:
        if not isinstance(entry.get("step"), str) or not isinstance(entry.get("cp"), int):
            raise RubricError(f"{path}: instance {number}: a step entry needs `step` and `cp`: {entry}")
    return chosen
