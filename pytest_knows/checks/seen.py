"""What can be seen of a slide: not text in the colour of what is behind it; what is more than a background."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.presentation import Box, Element, Line, Page, Picture, Run, Table, TextBody

P = TypeVar("P", bound=Page)

_INVISIBLE = 0.02
"""Of a channel from 0 to 1: what is no farther from its ground than that cannot be made out."""

_MOSTLY = 0.5
"""Of a text's extent, over what is behind it."""

_WHOLE = 0.80
"""Of a page: a picture that covers as much is its background."""


def in_the_foreground(page: Page) -> tuple[Box | Picture, ...]:
    """Texts and pictures, but for pictures that are a background: of the page, or of a text in front of them."""

    def behind(picture: Picture) -> bool:
        covers_page = picture.rect.intersection(page.rect) >= _WHOLE * page.rect.area
        return covers_page or any(
            box.z > picture.z and box.extent.clipped(picture.rect) == box.extent for box in page.text_boxes
        )

    return (*page.text_boxes, *(picture for picture in page.pictures if not behind(picture)))


def as_seen(page: P, but_not: Collection[Box] = (), backdrops: Iterable[Page] = ()) -> P:
    """The page without text in the colour of what is behind it; `but_not` and boxes of which all is seen stay as they
    are, the very objects.

    `backdrops` are layouts and masters that may shine through: before what they draw, all is seen.

    Behind a text is the fill of its box, else what lies below half of the text or more, else the page's background.
    On pictures, charts, videos and what has no single colour all is seen, and so is WordArt.
    """

    drawn = tuple(element for one in backdrops for element in one.elements if _is_drawn(element))

    def seen(box: Box) -> Box:
        behind = any(box.extent.inside(element.rect) >= _MOSTLY for element in drawn)
        kept = (behind and box.fill is None) or box in but_not
        ground = None if kept else _ground(box, page)
        return keeping(box, lambda run: not _hidden(run.style.colour, ground)) if ground else box

    return replace(page, elements=tuple(with_boxes(element, seen) for element in page.elements))


def with_boxes(element: Element, change: Callable[[Box], Box]) -> Element:
    """A box as it is changed, a table with its cells changed; any other element, and what is not changed, as it is."""
    if isinstance(element, Table):
        cells = tuple(map(change, element.cells))
        return element if cells == element.cells else replace(element, cells=cells)
    return change(element) if isinstance(element, Box) else element


def _is_drawn(element: Element) -> bool:
    return not isinstance(element, Box) or (_is_filled(element) and not element.placeholder)


def _is_filled(box: Box) -> bool:
    return box.fill is not None or box.patterned


def _ground(box: Box, page: Page) -> Colour | None:
    """The colour behind the text; None where it is not one colour."""
    if _is_filled(box) or box.kind == "word_art":
        return box.fill
    for element in _below(box, page):
        if box.extent.inside(element.rect) >= _MOSTLY:
            return element.fill if isinstance(element, Box) else None
    return None if page.background_picture or page.patterned else page.background


def _below(box: Box, page: Page) -> Iterator[Element]:
    """What may cover the page behind the box, the nearest first."""
    for element in reversed(page.elements):
        if element.z < box.z:
            parts = element.cells if isinstance(element, Table) else (element,)
            yield from (part for part in parts if not (isinstance(part, Box) and not _is_filled(part)))


def keeping(box: Box, kept: Callable[[Run], bool]) -> Box:
    """The box with no other runs of its text; the very object if that is all of them."""
    if all(kept(run) for line, _ in box.placed for run in line.runs):
        return box

    def shortened(line: Line) -> Line:
        return replace(line, runs=tuple(filter(kept, line.runs)))

    paragraphs = (replace(one, lines=tuple(map(shortened, one.lines))) for one in box.body.paragraphs)
    placed = ((shortened(line), rect) for line, rect in box.placed)
    seen = tuple((line, rect) for line, rect in placed if line.text.strip())
    return replace(box, body=TextBody(paragraphs=tuple(paragraphs)), placed=seen)


def _hidden(colour: Colour, ground: Colour) -> bool:
    return all(abs(a - b) <= _INVISIBLE for a, b in zip(colour.channels, ground.channels, strict=True))
