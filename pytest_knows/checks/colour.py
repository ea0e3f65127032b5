"""Whether a colour is what people call "light orange", and how far two colours are apart.

What a name means is data that the rubric gives.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_knows.artifact.colour import Colour
from pytest_knows.scoring import Mechanism, consulted

_ROUNDING = 1e-6

_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
"""Linear sRGB to CIE XYZ (IEC 61966-2-1)."""
_D65 = (0.95047, 1.0, 1.08883)


def is_called(colour: Colour, family: Mapping[str, Any]) -> bool:
    """Whether the colour lies in the family: every limit that is given holds, both ends included.

    `hue` (degrees; from the first to the second, [340, 20] through 0), `saturation`, `value`, `lightness` (of HSL),
    `mean` (of the channels) are [lowest, highest]; `spread` is the largest difference of two channels, `channels` the
    largest channel. All but `hue` 0 to 1. A family that is one colour (`channels` alone, as black) is decided
    deterministically, a range of colours is a fuzzy match. A grey has hue 0: say how much `saturation` a hue needs.
    """
    limits = {name for name in _MEASURES if name in family}
    consulted(Mechanism.DETERMINISTIC if limits == {"channels"} else Mechanism.FUZZY_MATCH)
    return _holds(colour, family, limits)


def called(colour: Colour, families: Sequence[Mapping[str, Any]]) -> str:
    """The `name` of the first family that holds the colour, "" if none does (fuzzy match). Limits as in `is_called`."""
    consulted(Mechanism.FUZZY_MATCH)
    holding = (family for family in families if _holds(colour, family, {name for name in _MEASURES if name in family}))
    return next((str(family.get("name", "")) for family in holding), "")


_MEASURES = ("hue", "saturation", "value", "lightness", "mean", "spread", "channels")


def _holds(colour: Colour, family: Mapping[str, Any], limits: set[str]) -> bool:
    return bool(limits) and all(_within(measured, family[name]) for name, measured in _measured(colour, limits))


def _measured(colour: Colour, names: set[str]) -> Iterator[tuple[str, float]]:
    channels = colour.channels
    low, high = min(channels), max(channels)
    measures = (*colour.hsv, (low + high) / 2, sum(channels) / 3, high - low, high)
    return ((name, value) for name, value in zip(_MEASURES, measures, strict=True) if name in names)


def _within(value: float, limit: Any) -> bool:
    low, high = limit if isinstance(limit, list | tuple) else (0.0, limit)
    above, below = value >= low - _ROUNDING, value <= high + _ROUNDING
    return bool(above or below) if low > high else bool(above and below)


def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* under D65: L* 0 to 100, a* and b* about -128 to 127."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.channels]
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _XYZ]
    x, y, z = (_lab_root(part / white) for part, white in zip(xyz, _D65, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_root(t: float) -> float:
    return math.cbrt(t) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def difference(a: Colour, b: Colour) -> float:
    """CIE76: the distance in L*a*b*. About 2.3 is just noticeable; below 5 most people see one colour."""
    return math.dist(lab(a), lab(b))


def rgb_distance(a: Colour, b: Colour) -> float:
    """Euclidean in sRGB with channels 0 to 1, hence 0 to 1.732: for rules that state one."""
    return math.dist(a.channels, b.channels)


def channel_difference(a: Colour, b: Colour) -> float:
    """The largest difference of one channel, 0 to 1."""
    return max(abs(x - y) for x, y in zip(a.channels, b.channels, strict=True))
