"""The sentence that recommends a colour."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pytest_knows.artifact.presentation import Box, Slide
from pytest_knows.checks.layout import reading_order

from .names import BRACKETED, bare, words

_BLANK = r"[\s\u200b\u2060\ufeff]+"
_PHRASE = re.compile(rf"(?<!\w)is{_BLANK}the{_BLANK}best{_BLANK}choice(?!\w)", re.I)
_STOP = re.compile(r"[.!?:;,—]|\s[-–]\s")
_AT_END = " \t\u00a0.!?:;,–—-"
_BEFORE = frozenset(
    (
        "the",
        "a",
        "our",
        "my",
        "we",
        "i",
        "think",
        "believe",
        "that",
        "so",
        "overall",
        "final",
        "choice",
        "pick",
        "colour",
        "color",
    )
)
_BEHIND = frozenset(("colour", "color", "paint", "shade", "wall", "walls", "for"))
_NO_COLOUR = ([], ["this"], ["it"], ["that"], ["which"], ["one"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A sentence: `colour` are the folded words before the phrase, `size` is that of the smallest letter of both."""

    colour: tuple[str, ...]
    size: float

    def __repr__(self) -> str:
        return repr(" ".join(self.colour))

    @property
    def is_usable(self) -> bool:
        return list(self.colour) not in _NO_COLOUR


def recommends(slide: Slide) -> bool:
    return any(_PHRASE.search(_text(box)) for box in slide.text_boxes)


def find_choice(slide: Slide, room: str) -> Choice | None:
    """The first sentence that names a colour, else the first. A box that begins with the phrase goes on with what the
    one before it says."""
    boxes = reading_order(slide.text_boxes, lambda box: box.extent)
    found = [choice for before, box in pairwise((None, *boxes)) for choice in _choices(_read(box, before), room)]
    return next((choice for choice in found if choice.is_usable), next(iter(found), None))


def trimmed(name: str, room: str) -> tuple[str, ...]:
    """The words of a colour, without those that lead to it or go with every colour."""
    found = words(name)
    behind = _BEHIND | set(words(room))
    while found and found[0] in _BEFORE:
        del found[0]
    while found and found[-1] in behind:
        del found[-1]
    return tuple(found)


def _read(box: Box, before: Box | None) -> list[tuple[str, float]]:
    """The characters, and the size of each in points, as it is seen."""
    opens = _PHRASE.search(_text(box))
    led = before is not None and opens is not None and not words(_text(box)[: opens.start()])
    return [*(_read(before, None) if led else ()), *_sized(box)]


def _choices(read: list[tuple[str, float]], room: str) -> Iterator[Choice]:
    text = "".join(character for character, _ in read)
    for phrase in _PHRASE.finditer(text):
        start, end = _before(text, phrase.start())
        colour = trimmed(bare(text[start:end]), room)
        spans = [phrase.span(), *(_words_at(text, start, end, colour) if colour else ())]
        seen = [size for span in spans for character, size in read[slice(*span)] if not character.isspace()]
        yield Choice(colour=colour, size=min(seen))


def _before(text: str, end: int) -> tuple[int, int]:
    """Where the words stand that lead to the phrase: on its line, else on the last line before with any."""
    while end > 0:
        line = text.rfind("\n", 0, end) + 1
        kept = text[line:end].rstrip(_AT_END)
        if words(kept):
            open_words = BRACKETED.sub(lambda match: " " * len(match[0]), kept)
            stops = [match.end() for match in _STOP.finditer(open_words)]
            return line + max(stops, default=0), line + len(kept)
        end = line - 1
    return 0, 0


def _words_at(text: str, start: int, end: int, colour: Iterable[str]) -> Iterator[tuple[int, int]]:
    wanted = set(colour)
    for match in re.finditer(r"\w+", text[start:end]):
        if wanted.intersection(words(match[0])):
            yield start + match.start(), start + match.end()


def _text(box: Box) -> str:
    return "".join(character for character, _ in _sized(box))


def _sized(box: Box) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for line in box.body.lines:
        found += [(character, run.style.size * box.font_scale) for run in line.runs for character in run.text]
        found.append(("\n", 0.0))
    return found
