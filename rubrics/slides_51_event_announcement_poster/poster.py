"""Where the parts of the poster are. Each part leaves out what the ones before it took:
header, body, coloured region, subheader, sidebar, footer, and what is left over.

Places are those of the text as it is seen (`Box.extent`), not of the boxes, but for the coloured region.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, TypeVar

from pytest_knows.artifact.presentation import Box, Passage, Slide
from pytest_knows.checks import colour, contact, layout, slide_text, text
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.values.date import find_dates

T = TypeVar("T")
Bodies = tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class Poster:
    """The parts, as far as they were found. `body` is the summary and further long texts that belong to it."""

    header: Passage | None
    body: Passage | None
    region: Box | None
    subheader: Passage | None
    sidebar: Passage | None
    footer: Passage | None
    left_over: Bodies


@dataclass(frozen=True, kw_only=True)
class Readings:
    """Which texts are the summary is for a judge to say (`answers`, in the order of the candidates). Where one of its
    answers is missing, every choice that it could make is kept: a part is known only if all lead to the same."""

    posters: tuple[Poster, ...]
    answers: tuple[Attempt[bool], ...]

    def agreed(self, part: Callable[[Poster], T]) -> T:
        """The part, if it is the same in all readings; otherwise raises why the judge's answer is missing."""
        values = [part(poster) for poster in self.posters]
        doubt = first_open(answer.open for answer in self.answers)
        if doubt and any(value != values[0] for value in values):
            raise doubt
        return values[0]


def read(
    slide: Slide, facts: Any, header: Passage | None, candidates: Bodies, accepts: Callable[[Box], bool]
) -> Readings:
    """All parts of the poster. `accepts` asks the judge whether a candidate is the summary; four are asked about."""
    asked = candidates[:4]
    answers = tuple(Attempt(partial(accepts, box)) for box in asked)
    thinkable = product(*((True, False) if answer.open else (answer.get(),) for answer in answers))
    bodies = dict.fromkeys(_body(asked, choice) for choice in thinkable)
    return Readings(posters=tuple(_arranged(slide, facts, header, one) for one in bodies), answers=answers)


def _body(asked: Bodies, choice: tuple[bool, ...]) -> Bodies:
    """The first accepted candidate with further long ones; if none is, the first stays as the text to grade."""
    accepted = tuple(box for box, taken in zip(asked, choice, strict=True) if taken)
    return accepted[:1] + tuple(box for box in accepted[1:] if len(box.text) > 250) or asked[:1]


def _arranged(slide: Slide, facts: Any, header: Passage | None, bodies: Bodies) -> Poster:
    free = _Free(slide, (header.boxes if header else ()) + bodies)
    region = _region(slide, facts, free)
    subheader = free.take(_subheader(slide, facts, free, header, bodies, region))
    sidebar = free.take(_sidebar(slide, free, header, region))
    footer = free.take(_footer(slide, free))
    return Poster(
        header=header,
        body=Passage.of(bodies),
        region=region,
        subheader=subheader,
        sidebar=sidebar,
        footer=footer,
        left_over=free.boxes,
    )


class _Free:
    """The text boxes that no part took yet."""

    def __init__(self, slide: Slide, taken: Bodies) -> None:
        self.boxes = tuple(box for box in slide.text_boxes if box not in taken)

    def take(self, passage: Passage | None) -> Passage | None:
        if passage:
            self.boxes = tuple(box for box in self.boxes if box not in passage.boxes)
        return passage


def find_header(slide: Slide, facts: Any) -> Passage | None:
    """The lines that read like the event's name, of several the largest, then the highest; else the largest box."""
    named = [part for box in slide.text_boxes if (part := slide_text.most_like(box, facts.event, at_least=90))]
    whole = [part for box in slide.text_boxes if (part := Passage.of([box]))]
    largest = max(named or whole, key=lambda part: (part.size, -part.extent.top), default=None)
    return largest if named or largest is None else _without_details(largest, facts)


def _without_details(header: Passage, facts: Any) -> Passage:
    """The lines down to the one that holds the name, if the details of the event follow in the same box."""
    (box, lines), *_ = header.parts
    for count, (line, _) in enumerate(lines, 1):
        rest = Passage.within(box, lines[count:])
        if text.has_word(line.text, facts.event) and rest and holds_details(rest.text, facts):
            return Passage.within(box, lines[:count]) or header
    return header


def holds_details(words: str, facts: Any) -> bool:
    """Whether the date, place or host of the event stands in the words."""
    return holds_date(words, facts) or any(text.has_word(words, name) for name in (*facts.place, *facts.host))


def holds_date(words: str, facts: Any) -> bool:
    """Whether the day of the event stands in the words, whatever the year."""
    return any(date.same_day(month=facts.date.month, day=facts.date.day) for date in find_dates(words))


def body_candidates(slide: Slide, facts: Any, header: Passage | None) -> Bodies:
    """Texts of 50 characters and more in the middle of the slide, likeliest first; no judge is needed to see that a
    short one which says when and where is no summary."""
    middle = layout.zone(slide.rect, left=0.05, top=0.20, right=0.65, bottom=0.85)
    ranked = [
        (layout.inside_ratio(box.extent, middle), box)
        for box in slide.text_boxes
        if len(box.text) >= 50 and not (header and box in header.boxes) and not _says_when_and_where(box, facts)
    ]
    inside = [(ratio, box) for ratio, box in ranked if ratio >= 0.60]
    return tuple(box for _, box in sorted(inside, key=lambda one: -(one[0] + len(one[1].text) / 100_000)))


def _says_when_and_where(box: Box, facts: Any) -> bool:
    words = box.text
    return len(words) <= 250 and holds_date(words, facts) and all(text.has_word(words, name) for name in facts.place)


def _region(slide: Slide, facts: Any, free: _Free) -> Box | None:
    """The filled shape at the right that holds text: one of the asked colour first, then the one with most text."""

    def held(shape: Box) -> int:
        inside = (box for box in free.boxes if box is shape or layout.inside_ratio(box.extent, shape.rect) >= 0.50)
        return sum(len(box.text) for box in inside)

    shapes = [
        box
        for box in slide.boxes
        if box.fill
        and box.rect.centre[0] > 0.55 * slide.width
        and box.rect.area >= 0.08 * slide.rect.area
        and box.rect.height >= 0.25 * slide.height
        and held(box) >= 30
    ]
    return max(shapes, key=lambda box: (in_sidebar_colour(box, facts), held(box)), default=None)


def in_sidebar_colour(box: Box | None, facts: Any) -> bool:
    return box is not None and box.fill is not None and colour.is_called(box.fill, facts.sidebar_colour)


def _subheader(
    slide: Slide, facts: Any, free: _Free, header: Passage | None, bodies: Bodies, region: Box | None
) -> Passage | None:
    """The boxes between the header and the rest that hold the event's details, else the topmost of them."""
    if header is None:
        return None
    lowest = min([0.45 * slide.height, *(box.extent.top for box in bodies)])
    below = [
        box
        for box in free.boxes
        if box.extent.centre[1] > header.extent.centre[1]
        and box.extent.top < lowest
        and not (region and _from_its_top_on(box, region))
        and (box.extent.centre[0] <= 0.65 * slide.width or _beside(box, header))
    ]
    own = _rest_of_box(header)
    detailed = Passage.of(box for box in below if holds_details(box.text, facts))
    if own and holds_details(own.text, facts):
        return Passage(own.parts + detailed.parts) if detailed else own
    return detailed or Passage.of(sorted(below, key=lambda box: box.extent.top)[:1]) or own


def _from_its_top_on(box: Box, region: Box) -> bool:
    """In the region's column and not above it. Beside a region that begins higher up, details are still details."""
    in_column = region.rect.left <= box.extent.centre[0] <= region.rect.right
    return in_column and box.extent.top >= region.rect.top


def _beside(box: Box, header: Passage) -> bool:
    return box.extent.left < header.extent.right and header.extent.left < box.extent.right


def _rest_of_box(header: Passage) -> Passage | None:
    """The lines after the event's name in the header's own box."""
    box, lines = header.parts[-1]
    return Passage.within(box, box.placed[box.placed.index(lines[-1]) + 1 :])


def _sidebar(slide: Slide, free: _Free, header: Passage | None, region: Box | None) -> Passage | None:
    """The text in the coloured region; without one, the texts at the right between header and footer."""
    if region:
        inside = [
            box
            for box in free.boxes
            if box is region or (layout.inside_ratio(box.extent, region.rect) >= 0.50 and not _is_footer(box, slide))
        ]
    else:
        top = header.extent.bottom if header else 0
        side = layout.zone(slide.rect, left=0.55, bottom=0.85)
        inside = [
            box for box in free.boxes if _strictly_in(box, side.left) and top <= box.extent.centre[1] <= side.bottom
        ]
    passage = Passage.of(inside)
    return passage if passage and len(passage.text) >= 30 else None


def _strictly_in(box: Box, left: float) -> bool:
    return box.extent.centre[0] > left


def _is_footer(box: Box, slide: Slide) -> bool:
    """A box with an address at the foot of a region as high as the slide belongs to the footer, not to the bio."""
    return box.extent.centre[1] > 0.85 * slide.height and contact.is_given(box)


def _footer(slide: Slide, free: _Free) -> Passage | None:
    corner = layout.zone(slide.rect, left=0.40, top=0.85)
    return Passage.of(
        box for box in free.boxes if box.extent.centre[0] > corner.left and box.extent.centre[1] > corner.top
    )


def callouts(parts: Poster, facts: Any) -> tuple[Bodies, Bodies]:
    """Left-over texts of 20 to 250 characters that are no details of the event: those with a pair of quotation marks
    or a digit, which are callouts, and those of which a judge has to say it."""
    short = [
        box
        for box in parts.left_over
        if 20 <= len(box.text) <= 250
        and not holds_date(box.text, facts)
        and not any(text.has_word(box.text, name) for name in facts.place)
        and not contact.is_given(box)
    ]
    plain = tuple(box for box in short if _shows_quote_or_figure(box.text))
    return plain, tuple(box for box in short if box not in plain)


def _shows_quote_or_figure(words: str) -> bool:
    return text.fold(words).count('"') >= 2 or any(char.isdigit() or char == "%" for char in words)
