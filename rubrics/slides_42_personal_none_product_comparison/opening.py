"""The title slide: where the title stands, and which colours are seen."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.presentation import Box, Page, Passage, Picture, Slide, Table
from pytest_knows.checks import colour, slide_text
from pytest_knows.checks.photos import Photo
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold

from .places import UPPER

NEAR = 0.2
"""Of channels 0 to 1: how far a colour may be from a prescribed one."""
TINY = 0.01
"""Of the page: smaller text does not show its colour."""
SHORT = 0.03
"""Of the page's width: nor does what is smaller on both sides."""


def find_title(slide: Slide, wanted: str) -> Passage | None:
    """The slide's title, a box or a line that reads as wanted; else the title, whatever it says."""
    own = slide_text.title(slide, UPPER)
    boxes = (Passage.of([box]) for box in slide.text_boxes)
    lines = (Passage.within(box, [placed]) for box in slide.text_boxes for placed in box.placed)
    candidates = [passage for passage in (own, *boxes, *lines) if passage]
    return next((one for one in candidates if fold(one.text) == fold(wanted)), own)


def _painted(page: Page) -> Iterator[Colour | None]:
    """Fills, outlines, lines and borders that are large enough to be seen."""
    for one in (*page.elements, *(cell for table in page.tables for cell in table.cells)):
        shown = one.rect.clipped(page.rect)
        if max(shown.width, shown.height) >= SHORT * page.width:
            yield one.outline
            if isinstance(one, Box) and shown.area > 0:
                yield one.fill
            yield from one.borders if isinstance(one, Table) else ()


def _drawn(page: Page) -> Page:
    """What a layout or master draws itself."""
    return replace(page, elements=tuple(one for one in page.elements if not getattr(one, "placeholder", "")))


def _seen(slide: Slide) -> Iterator[Colour]:
    yield slide.background
    yield from (found for page in (slide, *map(_drawn, slide.behind)) for found in _painted(page) if found)
    for box in slide.text_boxes:
        if box.extent.area >= TINY * slide.rect.area:
            yield from (run.style.colour for line in box.body.lines for run in line.runs if run.text.strip())


def used(slide: Slide, wanted: Iterable[Colour]) -> set[Colour]:
    """Those of the wanted colours that the slide shows."""
    shown = set(_seen(slide))
    return {one for one in wanted if any(colour.rgb_distance(one, other) <= NEAR for other in shown)}


def ask_of_pictures(slide: Slide | None, ask: Callable[[Mapping[str, bytes]], bool]) -> list[Attempt[Picture | None]]:
    """Of each picture, the background too, the attempt to tell whether it fits: the picture if it does."""

    def fits(picture: Picture) -> Picture | None:
        return picture if ask({"picture": Photo.of(picture).png()}) else None

    if slide is None:
        return []
    background = [slide.background_picture] if slide.background_picture else []
    return [Attempt(partial(fits, picture)) for picture in (*slide.pictures, *background)]
