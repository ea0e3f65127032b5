"""A slide without what nobody sees on it: what lies beside the page or under an opaque box, pictures that let all
through, letters too small to be read, text in the colour of what is behind it."""

from __future__ import annotations

from dataclasses import replace

from pytest_knows.artifact.geometry import EMU_PER_PT, Rect
from pytest_knows.artifact.presentation import Box, Element, Page, Picture, Slide
from pytest_knows.checks.seen import as_seen, keeping, with_boxes
from pytest_knows.checks.text import fold

LEGIBLE = 0.007
"""Of the page's height, 2.8 pt on a new presentation's page: lower letters are no text."""
FAINT = 0.05
"""A picture that is less opaque than that is not seen."""
_BESIDE = 0.02
"""Of its area: what shows no more of itself on the page is beside it."""
_WHOLLY = 0.99
"""Of its area: what lies so far under an opaque box is covered."""
_UPRIGHT = ("RECTANGLE", "TEXT_BOX")
"""Shapes that fill the rectangle around them."""
_SPECK = 0.0002
"""Of the page: a smaller picture is not seen (8 by 8 pt of a new presentation's page)."""


def in_sight(slide: Slide) -> Slide:
    """The slide with what can be seen of it; what is seen as a whole stays the very object."""
    covers = [one for one in slide.elements if isinstance(one, Box) and _covers(one)]
    on_top = (one for one in slide.elements if not any(_is_under(one, cover) for cover in covers))
    shown = tuple(_legible(one, slide) for one in on_top if _is_shown(one, slide.rect))
    return as_seen(replace(slide, elements=shown), backdrops=slide.behind)


def is_used(slide: Slide) -> bool:
    """Whether there is more on it than boxes with neither text nor fill."""

    def is_empty(element: Element) -> bool:
        return isinstance(element, Box) and element.fill is None and not element.patterned and not fold(element.text)

    return slide.own_background_picture is not None or not all(map(is_empty, slide.elements))


def is_beside(rect: Rect, page: Rect) -> bool:
    """Whether a rectangle lies outside of the page, but for a sliver."""
    if rect.area > 0:
        return rect.inside(page) <= _BESIDE
    return rect.left > page.right or rect.right < page.left or rect.top > page.bottom or rect.bottom < page.top


def _covers(box: Box) -> bool:
    turned = box.transform.shear_x or box.transform.shear_y
    return box.opaque and box.shape_type in _UPRIGHT and not turned


def _is_under(element: Element, cover: Box) -> bool:
    return element.z < cover.z and element.rect.inside(cover.rect) >= _WHOLLY


def _is_shown(element: Element, page: Rect) -> bool:
    if is_beside(element.rect, page):
        return False
    if isinstance(element, Picture):
        return element.opacity > FAINT and element.rect.intersection(page) >= _SPECK * page.area
    return True


def _legible(element: Element, page: Page) -> Element:
    def seen(box: Box) -> Box:
        least = LEGIBLE * page.height / EMU_PER_PT / box.font_scale
        return box if box.kind == "word_art" else keeping(box, lambda run: run.style.size >= least)

    return with_boxes(element, seen)
