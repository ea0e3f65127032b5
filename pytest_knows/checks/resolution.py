"""How sharp a picture is as it is shown."""

from __future__ import annotations

import math

from pytest_knows.artifact.geometry import EMU_PER_INCH
from pytest_knows.artifact.presentation import Picture
from pytest_knows.evidence.pictures import decode


def pixels_per_inch(picture: Picture) -> float:
    """Bitmap pixels per inch of the width at which the picture is shown; infinite for a vector picture.

    Raises `DamagedEvidence` if the bitmap cannot be read.
    """
    data = picture.data()
    if b"<svg" in data[:1024].lower():
        return math.inf
    left, _, right, _ = picture.crop
    (x0, y0), (x1, y1) = picture.corners[:2]
    inches = math.hypot(x1 - x0, y1 - y0) / EMU_PER_INCH
    return decode(data, repr(picture)).size[0] * max(1 - left - right, 0) / inches if inches > 0 else math.inf
