"""The text of a file's REST JSON, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.calls import Json

_NOT_SHOWN = frozenset({"layouts", "masters", "notesMaster", "notesPage", "namedStyles"})
"""What a presentation or document carries beside its visible pages."""


def plain_text(rest: Json) -> str:
    """The visible text in reading order; a sheet's cells are parted by tabs, its rows by line ends."""
    return "".join(_texts(rest))


def _texts(value: Any) -> Iterator[str]:
    """Text runs of documents and slides (`content`) and cells of sheets (`formattedValue`), in their JSON order."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        run = value.get("textRun")
        if isinstance(run, dict) and isinstance(run.get("content"), str):
            yield run["content"]
        elif isinstance(value.get("values"), list):
            yield "\t".join(str(cell.get("formattedValue", "")) for cell in value["values"]) + "\n"
        else:
            for key, item in value.items():
                if key not in _NOT_SHOWN:
                    yield from _texts(item)
