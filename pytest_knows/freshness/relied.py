"""What a family's rubric relies on, read from its folder without running it.

- every http(s) address among its facts, for the instance that has it;
- ``[[relies]]`` in facts.toml: `url`, and optionally `contains` (what its answer must say), `key` (the environment
  variable of a service's key) and `parameter` (the query parameter that it is sent as), `only` (instances);
- gold members: every text among the facts or in the code that begins with ``data/`` (a name or the start of names);
- facts' ``as_of``, wherever a table has one; a family without any has facts as of the benchmark's release.
"""

from __future__ import annotations

import ast
import datetime
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pytest_knows.errors import RubricError
from pytest_knows.grading.facts import FamilyFacts, read_facts
from pytest_knows.tasks.model import TaskInfo

FAMILY = "family"
What = Literal["page", "service", "gold", "asset", "fact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relied:
    """One thing that a task's rubric relies on. `name`: an address, a gold member, a Drive id, or where a fact is."""

    task_id: str
    family: str
    instance: int
    what: What
    name: str
    contains: str = ""
    key: str = ""
    parameter: str = ""
    kind: str = ""
    """Of an asset, as in the dataset; of a gold member `FAMILY` if code names it: not every instance has it."""
    as_of: str = ""


def relied(folder: Path, wanted: Sequence[str] | None = None) -> list[Relied]:
    """What the family in `folder` relies on, for the `wanted` task ids (None: all). Raises `RubricError`."""
    family = read_facts(folder / "facts.toml")
    named = list(_services(folder / "facts.toml"))
    literals = sorted({text for path in folder.rglob("*.py") for text in _literals(path) if text.startswith("data/")})
    found: list[Relied] = []
    for info in family.tasks:
        if wanted is None or info.task_id in wanted:
            found += _of_task(family, info, named, literals)
    return found


def _of_task(
    family: FamilyFacts, info: TaskInfo, services: Sequence[Mapping[str, Any]], literals: Sequence[str]
) -> Iterator[Relied]:
    facts = family.facts[info.instance]
    texts = list(dict.fromkeys(_texts(facts)))
    base: dict[str, Any] = {"task_id": info.task_id, "family": info.family, "instance": info.instance}
    for text in texts:
        if text.startswith(("http://", "https://")):
            yield Relied(**base, what="page", name=text)
    for service in services:
        if info.instance in service.get("only", (info.instance,)):
            more: dict[str, Any] = {name: str(service.get(name, "")) for name in ("contains", "key", "parameter")}
            yield Relied(**base, what="service", name=str(service["url"]), **more)
    for member in literals:
        yield Relied(**base, what="gold", name=member, kind=FAMILY)
    for text in texts:
        if text.startswith("data/") and text not in literals:
            yield Relied(**base, what="gold", name=text)
    dated = list(_dated(facts, "facts"))
    for place, as_of in dated or [("facts", "")]:
        yield Relied(**base, what="fact", name=place, as_of=as_of)


def _services(path: Path) -> Iterator[Mapping[str, Any]]:
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("relies", [])
    for entry in listed if isinstance(listed, list) else [listed]:
        if not isinstance(entry, dict) or not str(entry.get("url", "")).startswith(("http://", "https://")):
            raise RubricError(f"{path}: an entry of [[relies]] needs a `url`: {entry}")
        yield entry


def _texts(value: object) -> Iterator[str]:
    """All texts in facts, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner)


def _dated(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Where an `as_of` stands, and what it says."""
    if isinstance(value, Mapping):
        if isinstance(value.get("as_of"), str | datetime.date):
            yield place, str(value["as_of"])
        for key, inner in value.items():
            yield from _dated(inner, f"{place}.{key}")
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            yield from _dated(inner, f"{place}[{number}]")


def _literals(path: Path) -> Iterator[str]:
    """The text constants of a module, beginnings of f-strings among them."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError) as error:
        raise RubricError(f"{path} cannot be read: {error}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
