"""Which steps of a family may come out otherwise under the reference grader's own rules, and which way.

A line of <family>/differences.toml:

    F2 = { class = "rule", direction = "strict", steps = ["*_location"], instances = [1, 2] }

`class` is rule, fact or policy: decisions that were taken otherwise on purpose. Mended crashes and misreadings are no
such decisions and stand in docs/differences.md only. `direction` says what the reference is: `strict` (it may refuse
what passes here), `lenient` (it may pass what fails here) or `both`. `steps` are globs of slugs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pytest_knows.errors import RubricError

FILE = "differences.toml"
STRICT, LENIENT, BOTH = "strict", "lenient", "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One line of the file; `instances` is empty for all."""

    id: str
    direction: str
    steps: tuple[str, ...]
    instances: tuple[int, ...] = ()

    def touches(self, instance: int, slug: str) -> bool:
        return (not self.instances or instance in self.instances) and any(fnmatchcase(slug, g) for g in self.steps)


class Differences:
    """Those of one family, in the file's order."""

    def __init__(self, entries: tuple[Difference, ...]) -> None:
        self.entries = entries

    def __repr__(self) -> str:
        return f"Differences({len(self.entries)})"

    @classmethod
    def load(cls, folder: Path) -> Differences | None:
        """None for a family without the file: a user's own has no reference. Raises `RubricError` for a damaged one."""
        path = folder / FILE
        if not path.exists():
            return None
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls(tuple(_read(name, entry) for name, entry in content.items()))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RubricError(f"{path}: not a list of differences: {type(error).__name__}: {error}") from error

    def of(self, instance: int, slug: str) -> tuple[str, list[str]]:
        """The direction (one of the three, or "" if nothing touches the step), and the ids of the differences."""
        found = [entry for entry in self.entries if entry.touches(instance, slug)]
        directions = {entry.direction for entry in found}
        if not found:
            return "", []
        return directions.pop() if len(directions) == 1 else BOTH, [entry.id for entry in found]


def _read(name: str, entry: Mapping[str, Any]) -> Difference:
    if entry["direction"] not in (STRICT, LENIENT, BOTH):
        raise ValueError(f"{name}: direction {entry['direction']!r} is none of strict, lenient, both")
    return Difference(
        id=name,
        direction=entry["direction"],
        steps=tuple(entry["steps"]),
        instances=tuple(entry.get("instances", ())),
    )
