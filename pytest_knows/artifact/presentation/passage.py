"""Some lines of some boxes, read as one: a poster's header, a footer made of two boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation.elements import Box
from pytest_knows.artifact.presentation.text import Line, Run, prevailing
from pytest_knows.scoring import one_line

Placed = tuple[Line, Rect]


@dataclass(frozen=True, slots=True, repr=False)
class Passage:
    """Parts in reading order: a box and its lines that belong to the passage, none of them blank. At least one line."""

    parts: tuple[tuple[Box, tuple[Placed, ...]], ...]

    @classmethod
    def of(cls, boxes: Iterable[Box]) -> Passage | None:
        """The whole text of the boxes, read in the order of their extents' tops, then left edges; None without text."""
        ordered = sorted((box for box in boxes if box.placed), key=lambda box: (box.extent.top, box.extent.left))
        return cls(tuple((box, box.placed) for box in ordered)) if ordered else None

    @classmethod
    def within(cls, box: Box, lines: Sequence[Placed]) -> Passage | None:
        """Some lines of one box; None if there are none."""
        return cls(((box, tuple(lines)),)) if lines else None

    def __repr__(self) -> str:
        return repr(one_line(self.text, 60))

    @property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(box for box, _ in self.parts)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for _, lines in self.parts for line, _ in lines)

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(run for line in self.lines for run in line.runs)

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The texts of the paragraphs, those of the boxes one after the other."""
        grouped = (groupby(lines, key=lambda placed: placed[0].paragraph) for _, lines in self.parts)
        return tuple("\n".join(line.text for line, _ in lines) for groups in grouped for _, lines in groups)

    @property
    def links(self) -> tuple[str, ...]:
        """URLs behind the words and behind the boxes, in order, each once."""
        found = [box.link for box in self.boxes] + [run.link for run in self.runs]
        return tuple(dict.fromkeys(link for link in found if link))

    @property
    def alignments(self) -> tuple[str, ...]:
        """Those of the lines, each once, sorted."""
        return tuple(sorted({line.alignment for line in self.lines}))

    @property
    def extents(self) -> tuple[Rect, ...]:
        """Per box, the rectangle around the lines."""
        return tuple(Rect.union(rect for _, rect in lines) for _, lines in self.parts)

    @property
    def extent(self) -> Rect:
        return Rect.union(self.extents)

    @property
    def bold(self) -> bool:
        """Of most non-blank characters, as are the following."""
        return bool(prevailing(self.runs, lambda run: run.style.bold))

    @property
    def italic(self) -> bool:
        return bool(prevailing(self.runs, lambda run: run.style.italic))

    @property
    def size(self) -> float:
        """In points, without autofit's scale."""
        return prevailing(self.runs, lambda run: run.style.size) or 0.0

    @property
    def colour(self) -> Colour | None:
        return prevailing(self.runs, lambda run: run.style.colour)
