"""Whether a text, or some words of it, has a style: by most of its letters and digits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pytest_knows.artifact.presentation import Box, Passage, TextStyle
from pytest_knows.checks.text import find_word, fold

Letters = Sequence[tuple[str, TextStyle]]
"""Characters with their styles as seen: `size` in points with autofit's scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some words of a box."""

    box: Box
    letters: Letters

    def __repr__(self) -> str:
        return repr("".join(letter for letter, _ in self.letters))

    @property
    def size(self) -> float:
        """Of the largest letter, in points; 0 without letters."""
        return max((style.size for letter, style in self.letters if letter.strip()), default=0.0)


def letters(passage: Passage) -> Letters:
    """Folded (`checks.text.fold`), with one blank between lines and for several blanks."""
    found: list[tuple[str, TextStyle]] = []
    for letter, style in _folded(passage):
        if letter != " " or (found and found[-1][0] != " "):
            found.append((letter, style))
    return found


def _folded(passage: Passage) -> Iterator[tuple[str, TextStyle]]:
    for box, lines in passage.parts:
        for line, _ in lines:
            for run in line.runs:
                style = run.style if box.font_scale == 1 else replace(run.style, size=run.style.size * box.font_scale)
                for character in run.text:
                    yield from ((letter, style) for letter in (" " if character.isspace() else fold(character)))
            if line.runs:
                yield " ", line.runs[-1].style


def mostly(letters: Letters, holds: Callable[[TextStyle], bool], share: float) -> bool:
    """Whether at least that share of the letters and digits has it; of a text without any, nothing has."""
    counted = [holds(style) for letter, style in letters if letter.isalnum()]
    return bool(counted) and sum(counted) >= share * len(counted)


def find_words(box: Box, words: str) -> Stretch | None:
    """Where the box first holds the folded words as whole ones."""
    passage = Passage.of([box])
    found = letters(passage) if passage else []
    span = find_word("".join(letter for letter, _ in found), words)
    return Stretch(box=box, letters=found[slice(*span)]) if span else None
