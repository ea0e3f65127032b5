"""Whether one of a recipe's pictures is one of those that it should be."""

from pytest_knows.checks import images
from pytest_knows.rubric import decided_by
from pytest_knows.scoring import Mechanism

from . import questions

ASKED = 6
"""References that a judge is shown at once."""


def same_picture(pictures, references, judge, key):
    """Whether one of the pictures, whole or cropped, is a reference: by its pixels, its hash, or a judge's word.

    Raises if none is, and one of them could not be read.
    """
    versions = [pixels for shown in pictures.shown for pixels in (shown.whole, shown.visible)]
    pairs = [(one, other) for one in versions for other in references]
    decided_by(Mechanism.DETERMINISTIC)
    if any(one.identical(other) for one, other in pairs):
        return True
    decided_by(Mechanism.FUZZY_MATCH)
    if any(one.distance(other) <= images.HASH_DISTANCE for one, other in pairs):
        return True
    shown = images.numbered("picture", references[:ASKED])
    return accepted(pictures, lambda pixels: questions.is_same_picture(judge, key, pixels, shown))


def accepted(pictures, accepts):
    """Whether a judge accepts one of the pictures, as cropped; raises as above."""
    match = images.judged(pictures.shown, accepts)
    if match.shown is None and pictures.damage:
        raise pictures.damage
    return images.confirmed(match) is not None


def only(picture):
    """The picture with its pixels; raises if it cannot be read."""
    read = images.decoded([picture])
    if read.damage:
        raise read.damage
    return read.shown[0]
