"""Which slides of a deck are slides to people: not those that an editor put there and nobody filled."""

from __future__ import annotations

from pytest_knows.artifact.presentation import Box, Slide, Table
from pytest_knows.artifact.presentation.elements import Element, Other


def is_filled(slide: Slide) -> bool:
    """Whether there is more on it than boxes with neither text nor fill, and lines."""
    return slide.own_background_picture is not None or any(map(_shows, slide.elements))


def _shows(element: Element) -> bool:
    if isinstance(element, Other):
        return element.kind != "line"
    if isinstance(element, Table):
        return any(map(_shows, element.cells))
    return not isinstance(element, Box) or bool(element.placed) or element.fill is not None or element.patterned
