"""What a shape, a cell or a page is filled with."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_knows.artifact.colour import Colour, Theme
from pytest_knows.artifact.lenient import number, string, table
from pytest_knows.artifact.presentation.text import Raw


def solid_fill(fill: Raw, theme: Theme, background: Colour) -> Colour | None:
    """The colour of a fill of the API as seen in front of `background`; None if nothing is seen of it."""
    solid = table(fill, "solidFill")
    alpha = min(number(solid, "alpha", default=1.0), 1.0)
    colour = theme.opaque(solid.get("color"))
    if string(fill, "propertyState") == "NOT_RENDERED" or colour is None or alpha <= 0:
        return None
    return colour.over(background, alpha)


def background_fill(pages: Sequence[object]) -> Raw:
    """What fills the page behind everything: its own fill, else its layout's, else its master's."""
    for page in pages:
        fill = table(page, "pageProperties", "pageBackgroundFill")
        if fill and string(fill, "propertyState") != "INHERIT":
            return fill
    return {}
