"""The facts copied below the plan: which paragraph repeats which fact, and in what colour."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from pytest_knows.artifact.colour import WHITE, Colour
from pytest_knows.checks.colour import difference
from pytest_knows.checks.text import fold

from .plan import Fact, Part
from .sentences import Sentences

SAME = 5
"""CIE76 below which two highlights are one colour; hardly two people would tell them apart."""
COVERED = 0.7
"""Of a longer paragraph: the share that facts have to make up, or else it is a text that quotes some."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Copy:
    part: Part
    colour: Colour | None
    """Its highlight, None for none."""


def same_colour(a, b):
    return a is b or (a is not None and b is not None and difference(a, b) < SAME)


def find_copies(facts: list[Fact], rest: list[Part]) -> dict[Fact, Copy]:
    """Fact -> its copy. A paragraph that repeats a fact serves that one; one that strings facts together, all of them
    that have no copy yet."""
    known = Sentences(facts)
    candidates = [part for part in rest if part.text]
    found = _assigned([(ratio, part, fact) for part in candidates for ratio, fact in known.like(part.said)])
    used = {id(copy.part) for copy in found.values()}
    for part in candidates:
        if id(part) not in used and len(found) < len(facts):
            found |= _strung_together(part, known, found)
    return {fact: found[fact] for fact in facts if fact in found}


def _assigned(pairs) -> dict[Fact, Copy]:
    """One paragraph for each fact, the most alike first. Of equally alike ones those first that leave no choice, then
    those whose highlight is one that the fact's topic has already, then as they stand in the document."""
    found: dict[Fact, Copy] = {}
    used: set[int] = set()
    shown: dict[int, list[Colour | None]] = {}
    pairs = sorted(pairs, key=lambda pair: -pair[0])
    for _, level in groupby(pairs, key=lambda pair: pair[0]):
        alike = [(part, fact) for _, part, fact in level]
        choices = Counter(key for part, fact in alike for key in (id(part), id(fact)))
        colours = {id(part): highlight(part) for part, _ in alike}

        def clear(part, fact, choices=choices):
            return choices[id(part)] == choices[id(fact)] == 1

        def fits(part, fact, colours=colours):
            return any(same_colour(colours[id(part)], other) for other in shown.get(id(fact.topic), ()))

        for wanted in (clear, fits, None):
            for part, fact in alike:
                if fact not in found and id(part) not in used and (wanted is None or wanted(part, fact)):
                    found[fact] = Copy(part=part, colour=colours[id(part)])
                    used.add(id(part))
                    if not fits(part, fact):
                        shown.setdefault(id(fact.topic), []).append(colours[id(part)])
    return found


def _strung_together(part, known, found):
    spans = known.within(part.said, but=found)
    covered = {place for start, end in spans.values() for place in range(start, end)}
    if len(covered) < COVERED * len(part.said.normal):
        return {}
    return {fact: Copy(part=part, colour=highlight(part, span)) for fact, span in spans.items()}


def highlight(part: Part, span=None) -> Colour | None:
    """The colour behind most characters of the paragraph, or of a span of its folded text; None for none."""
    colours = [colour for word in _words(part) for colour in word]
    counted = Counter(colours if span is None else colours[slice(*span)])
    return counted.most_common(1)[0][0] if counted else None


def _words(part):
    """The colours of each word's folded characters, and of the blank behind it."""
    behind = _first_set(part.paragraph.style.shading, *(cell.background for cell in part.cells))
    letters = []
    for line in part.paragraph.lines:
        for run in line.runs:
            colour = _first_set(run.style.background, behind)
            letters += [(letter, colour) for letter in run.text]
        letters.append((" ", None))
    text = "".join(letter for letter, _ in letters)
    for match in re.finditer(r"\S+", text):
        colours = [colour for _, colour in letters[match.start() : match.end()]]
        length = len(fold(match[0]))
        yield (colours + colours[-1:] * length)[: length + 1]


def _first_set(*colours):
    """White is no highlight: what is around it is seen."""
    return next((colour for colour in colours if colour is not None and difference(colour, WHITE) >= SAME), None)
