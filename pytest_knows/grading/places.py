"""Where in the artifact the things stand that a step was decided by; for people who look at a report, not for grading.

A place is part of an entry of a step's evidence (or of its items), as JSON:

    {"page": 1, "box": [left, top, width, height]}    page from 1; fractions of the page's width and height
    {"tab": "Plan", "cell": "B7"}                     or a range, "A1:D9"
    {"quote": "Dear Professor Ernst,"}                a line of a document, to be looked for on its pages
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from pytest_knows.artifact import document
from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation import Passage, Presentation, Slide
from pytest_knows.artifact.presentation.elements import Element
from pytest_knows.artifact.spreadsheet import Cell, Table
from pytest_knows.artifact.spreadsheet.ranges import a1
from pytest_knows.scoring import one_line

MOST = 6
"""Places of one located thing: who looks for more looks at the artifact."""
_LOOKED_AT = 80
"""Values of a nested thing that are looked at: a located table may hold all cells of a workbook."""
_QUOTE = 160
"""Characters of a line: enough to find it by."""

Place = dict[str, Any]


class Places:
    """The places of views of one episode; `reserved` gives a reserved argument, as the episode's grader does."""

    def __init__(self, reserved: Callable[[str], Any]) -> None:
        self._reserved = reserved

    def evidence(self, label: str, value: object) -> list[Mapping[str, Any]]:
        """Entries of a step's evidence: the views in `value` (itself, or what a dataclass, list or mapping holds)."""
        found = islice(self._placed(value), MOST)
        return [{"label": label, "value": one_line(repr(view), 80), **place} for view, place in found]

    def first(self, value: object) -> Place:
        """The first place of `value`; empty if it has none."""
        return next((place for _, place in self._placed(value)), {})

    def _placed(self, value: object) -> Iterator[tuple[object, Place]]:
        with suppress(Exception):  # no defect of an artifact, and no odd value of a rubric, may cost a grade
            for view in islice(_views(value), _LOOKED_AT):
                if place := self._of(view):
                    yield view, place

    def _of(self, view: object) -> Place | None:
        if isinstance(view, Cell):
            return {"tab": view.tab, "cell": view.a1}
        if isinstance(view, Table):
            area = view.area
            last = a1(max(area.start_row, (area.end_row or 1) - 1), max(area.start_column, (area.end_column or 1) - 1))
            return {"tab": view.tab, "cell": f"{a1(area.start_row, area.start_column)}:{last}"}
        if isinstance(view, document.Line | document.Paragraph):
            return {"quote": one_line(view.text, _QUOTE)} if view.text.strip() else None
        if isinstance(view, Element):
            return self._on_slide(view, view.rect)
        if isinstance(view, Passage):
            return self._on_slide(view.boxes[0], view.extents[0])
        if isinstance(view, Slide):
            number = self._slides.get(id(view))
            return {"page": number} if number else None
        return self._on_page(view)

    def _on_slide(self, element: Element, rect: Rect) -> Place | None:
        number = self._slides.get(id(element))
        if number is None:
            return None  # of another deck, or made by a rubric
        deck: Presentation = self._reserved("deck")
        return {"page": number, "box": _fractions(rect, deck.width, deck.height)}

    @cached_property
    def _slides(self) -> Mapping[int, int]:
        """The number of the slide by the identity of each view of the deck, which keeps them all."""
        found: dict[int, int] = {}
        for number, slide in enumerate(self._reserved("deck").slides, 1):
            found |= dict.fromkeys(map(id, (slide, *slide.elements, *slide.boxes)), number)
        return found

    def _on_page(self, view: object) -> Place | None:
        """Of what was found in the rendering, whose pages count from 0."""
        page, rect = getattr(view, "page", None), getattr(view, "rect", None)
        if not (isinstance(page, int) and isinstance(rect, Rect)):
            return None
        width, height = self._reserved("rendering").pages[page].size
        return {"page": page + 1, "box": _fractions(rect, width, height)}


def _fractions(rect: Rect, width: float, height: float) -> list[float]:
    """Left, top, width, height of the part that lies on the page."""
    shown = rect.clipped(Rect(0, 0, width, height))
    return [
        round(shown.left / width, 4),
        round(shown.top / height, 4),
        round(shown.width / width, 4),
        round(shown.height / height, 4),
    ]


_PLACED = (Cell, Table, document.Line, document.Paragraph, Element, Passage, Slide)


def _views(value: object, depth: int = 4) -> Iterator[object]:
    """The value and what it holds, in order; sets, which have none, are passed over."""
    yield value
    if depth == 0 or isinstance(value, _PLACED):
        return
    parts: Iterator[object] = iter(())
    if isinstance(value, list | tuple):
        parts = iter(value)
    elif isinstance(value, dict):
        parts = iter(value.values())
    elif is_dataclass(value) and not isinstance(value, type):
        parts = (getattr(value, field.name, None) for field in fields(value))
    for part in parts:
        yield from _views(part, depth - 1)
