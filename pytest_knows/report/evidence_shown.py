"""A step's evidence as the score page shows it: with boxes on pages, cells in excerpts, and the judge's questions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_knows.artifact.lenient import at, entries
from pytest_knows.report.asked import Asked, answers_of, evidence_of
from pytest_knows.report.excerpts import excerpts

Step = Mapping[str, Any]

ENTRIES, ITEMS = 40, 60
"""Pieces of evidence, and items, of one step that are shown; results.json has them all."""
_LARGEST_FILE = 40_000_000
"""Bytes of a spreadsheet's JSON that excerpts are made of."""
_LARGEST_PDF = 40_000_000


class EvidenceShown:
    """For all tasks of one page, whose questions it collects in `asked`."""

    def __init__(self, out: Path) -> None:
        self.asked = Asked(out)

    def of_task(self, folder: Path | None, steps: Sequence[Step], pages: int) -> tuple[list[Any], dict[str, Any]]:
        """(evidence, items) of each step, and excerpts of its tabs; `pages` pictures of the artifact are shown."""
        shown = [([self._entry(entry) for entry in _first(step)], [*map(dict, _items(step))]) for step in steps]
        every = [entry for parts in shown for part in parts for entry in part]
        with suppress(Exception):  # pictures for people: no defect of a file may cost the report
            _find_quotes(folder, every, pages)
        with suppress(Exception):
            return shown, _excerpts(folder, every)
        return shown, {}

    def _entry(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        shown = {key: value for key, value in entry.items() if key != "answers"}
        if names := answers_of(entry):
            place = self.asked.place(names)
            shown |= {"answers": names} if place is None else {"asked": place}
        return shown


def _first(step: Step) -> list[Mapping[str, Any]]:
    found = evidence_of(step)
    left = len(found) - ENTRIES
    more = [{"label": "left out here", "value": f"{left} more, see results.json"}] if left > 0 else []
    return found[:ENTRIES] + more


def _items(step: Step) -> Iterator[Mapping[str, Any]]:
    found = entries(step, "items")
    yield from found[:ITEMS]
    if len(found) > ITEMS:
        yield {"name": f"and {len(found) - ITEMS} more, see results.json", "outcome": "", "reason": ""}


def _find_quotes(folder: Path | None, entries: Sequence[dict[str, Any]], pages: int) -> None:
    """Give the lines of a document their places on the pages that are shown, as far as they are found there."""
    quotes = {entry["quote"] for entry in entries if isinstance(entry.get("quote"), str)}
    pdf = folder / "artifact/export.pdf" if folder else None
    if pdf is None or not quotes or not pages or not pdf.exists() or pdf.stat().st_size > _LARGEST_PDF:
        return
    from pytest_knows.evidence.rendering import Rendering

    rendering = Rendering(pdf.read_bytes())
    rendering.pages = rendering.pages[:pages]
    found = {quote: places[0] for quote in quotes if (places := rendering.find(quote.removesuffix("…")))}
    for entry in entries:
        if place := found.get(str(entry.get("quote"))):
            width, height = rendering.pages[place.page].size
            rect = place.rect
            box = (rect.left / width, rect.top / height, rect.width / width, rect.height / height)
            entry |= {"page": place.page + 1, "box": [round(side, 4) for side in box]}


def _excerpts(folder: Path | None, entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    named = [(str(at(entry, "tab")), str(at(entry, "cell"))) for entry in entries if "cell" in entry]
    file = folder / "artifact/file.json" if folder else None
    if file is None or not named or file.stat().st_size > _LARGEST_FILE:
        return {}
    return excerpts(json.loads(file.read_bytes()), named)
