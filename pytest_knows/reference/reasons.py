"""Why our grades differ: the ids of docs/differences.md that may decide a step, by the family's own table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_knows.artifact.lenient import at

FILE = "differences.toml"


def reasons_of(folder: Path) -> Mapping[str, Sequence[str]]:
    """Slug -> ids, from the table in a family's folder; empty for a family that has none."""
    path = folder / FILE
    rows = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    found: dict[str, list[str]] = {}
    for id_, row in rows.items():
        slugs = at(row, "steps")
        for slug in slugs if isinstance(slugs, list) else ():
            found.setdefault(str(slug), []).append(id_)
    return found
