"""What a shape, a cell or a page is filled with."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_knows.artifact.colour import Colour, Theme
from pytest_knows.artifact.geometry import points
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


def is_opaque(fill: Raw) -> bool:
    """Whether it is one colour that lets nothing through."""
    rendered = "color" in table(fill, "solidFill") and string(fill, "propertyState") != "NOT_RENDERED"
    return rendered and number(fill, "solidFill", "alpha", default=1.0) >= 1


def is_patterned(fill: Raw) -> bool:
    """Whether something is filled with what the API does not describe, such as a gradient."""
    described = "solidFill" in fill or "stretchedPictureFill" in fill
    return bool(fill) and not described and string(fill, "propertyState") not in ("NOT_RENDERED", "INHERIT")


def line_colour(fill: Raw, weight: Raw, theme: Theme, background: Colour) -> Colour | None:
    """The colour of an outline, line or border as seen in front of `background`; None if nothing is seen of it."""
    return solid_fill(fill, theme, background) if points(weight) > 0 else None


def outline_colour(outline: Raw, theme: Theme, background: Colour) -> Colour | None:
    """As `line_colour`, of an `Outline` of the API."""
    if string(outline, "propertyState") == "NOT_RENDERED":
        return None
    return line_colour(table(outline, "outlineFill"), table(outline, "weight"), theme, background)


def background_fill(pages: Sequence[object]) -> Raw:
    """What fills the page behind everything: its own fill, else its layout's, else its master's."""
    for page in pages:
        fill = table(page, "pageProperties", "pageBackgroundFill")
        if fill and string(fill, "propertyState") != "INHERIT":
            return fill
    return {}
