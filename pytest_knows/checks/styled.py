"""Whether a text, or some words of it, has a style: by most of its letters and digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pytest_knows.artifact.presentation import Box, Passage, TextStyle
from pytest_knows.checks.text import find_word, fold

Styled = Sequence[tuple[str, TextStyle]]
"""Characters or longer texts with their styles as seen: `size` in points with autofit's scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some words of a box; `styled` are its folded characters."""

    box: Box
    styled: Styled

    def __repr__(self) -> str:
        return repr("".join(letter for letter, _ in self.styled))

    @property
    def size(self) -> float:
        """Of the largest letter, in points; 0 without letters."""
        return max((style.size for letter, style in self.styled if letter.strip()), default=0.0)


def styled(passage: Passage) -> Styled:
    """The runs of a passage, a line break behind each line."""
    found: list[tuple[str, TextStyle]] = []
    for box, lines in passage.parts:
        for line, _ in lines:
            found += [(run.text, _as_seen(run.style, box.font_scale)) for run in line.runs]
            found += [("\n", found[-1][1])] if line.runs else []
    return found


def _as_seen(style: TextStyle, scale: float) -> TextStyle:
    return style if scale == 1 else replace(style, size=style.size * scale)


def mostly(styled: Styled, holds: Callable[[TextStyle], bool], share: float) -> bool:
    """Whether at least that share of the letters and digits has it; of a text without any, nothing has."""
    counts = [(sum(map(str.isalnum, text)), holds(style)) for text, style in styled]
    total = sum(count for count, _ in counts)
    return total > 0 and sum(count for count, held in counts if held) >= share * total


def find_words(box: Box, words: str) -> Stretch | None:
    """Where the box first holds the folded words as whole ones."""
    passage = Passage.of([box])
    found = _folded(styled(passage)) if passage else []
    span = find_word("".join(letter for letter, _ in found), words)
    return Stretch(box=box, styled=found[slice(*span)]) if span else None


def _folded(styled: Styled) -> Styled:
    """Character by character as `checks.text.fold`, one blank for several."""
    found: list[tuple[str, TextStyle]] = []
    for text, style in styled:
        for character in text:
            for letter in " " if character.isspace() else fold(character):
                if letter != " " or (found and found[-1][0] != " "):
                    found.append((letter, style))
    return found
