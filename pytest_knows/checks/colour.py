"""Whether a colour is what people call "light orange". What that means is data that the rubric gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_knows.artifact.colour import Colour
from pytest_knows.scoring import Mechanism, consulted

_ROUNDING = 1e-6


def is_called(colour: Colour, family: Mapping[str, Any]) -> bool:
    """Whether the colour lies in the family: every limit that is given holds, both ends included.

    `hue` (degrees), `saturation`, `value`, `mean` (of the channels) are [lowest, highest]; `spread` is the largest
    difference of two channels, `channels` the largest channel. All but `hue` 0 to 1. A family that is one colour
    (`channels` alone, as black) is decided deterministically, a range of colours is a fuzzy match.
    """
    limits = {name for name in _MEASURES if name in family}
    consulted(Mechanism.DETERMINISTIC if limits == {"channels"} else Mechanism.FUZZY_MATCH)
    return bool(limits) and all(_within(measured, family[name]) for name, measured in _measured(colour, limits))


_MEASURES = ("hue", "saturation", "value", "mean", "spread", "channels")


def _measured(colour: Colour, names: set[str]) -> Iterator[tuple[str, float]]:
    channels = colour.channels
    measures = (*colour.hsv, sum(channels) / 3, max(channels) - min(channels), max(channels))
    return ((name, value) for name, value in zip(_MEASURES, measures, strict=True) if name in names)


def _within(value: float, limit: Any) -> bool:
    low, high = limit if isinstance(limit, list | tuple) else (0.0, limit)
    return bool(low - _ROUNDING <= value <= high + _ROUNDING)
