"""How the text of a link is set, and whether what stands behind it is set likewise."""

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks.colour import channel_difference

from .reading import visible

COLOUR_TOLERANCE = 0.03
"""Of each channel, 0 to 1."""
ROUNDING = 0.01
"""pt."""


def is_coloured(style, facts):
    return bool(style.colour) and channel_difference(style.colour, Colour.of_hex(facts.colour)) <= COLOUR_TOLERANCE


def is_size(style, size):
    return style.size is not None and abs(style.size - size) <= ROUNDING


SHOWN = {
    "bold": lambda style, _: style.bold,
    "italic": lambda style, _: style.italic,
    "colour": is_coloured,
    "size": lambda style, facts: is_size(style, facts.size),
}
"""What a run shows by itself; "larger" needs what stands around it."""


def carries(reference, look, facts):
    """Whether the whole text of the link has the look."""
    runs = visible(reference.anchor)
    if look == "larger":
        return all(is_size(run.style, size_around(reference) + 1) for run in runs)
    return all(SHOWN[look](run.style, facts) for run in runs)


def spills(reference, look, facts):
    """Whether something behind the link has it too. Nothing is one point larger than the largest."""
    return look != "larger" and any(SHOWN[look](run.style, facts) for run in visible(reference.tail))


def size_around(reference):
    """pt: the largest text behind the link; of text without a size of its own, if nothing stands there."""
    return max((run.style.size or 0 for run in visible(reference.tail)), default=reference.plain.size or 0)


def is_underlined(reference):
    return any(run.style.underline for run in visible(reference.anchor))


def is_struck(reference):
    return all(run.style.strikethrough for run in visible(reference.anchor))
