"""Colour families as data."""

import pytest

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks.colour import is_called
from pytest_knows.scoring import Mechanism, recording

ORANGE = {"name": "orange", "hue": [20, 40], "saturation": [0.5, 1], "value": [0.5, 1]}
GREY = {"name": "grey", "spread": 0.06, "mean": [0.15, 0.97]}
BLACK = {"name": "black", "channels": 0.15}


@pytest.mark.parametrize(
    ("colour", "family", "expected"),
    [
        ("#FF8800", ORANGE, True),
        ("#FF0000", ORANGE, False),  # hue 0
        ("#FFE5CC", ORANGE, False),  # too pale
        ("#331B00", ORANGE, False),  # too dark
        ("#808080", GREY, True),
        ("#F7F7F7", GREY, True),
        ("#FFFFFF", GREY, False),
        ("#808090", GREY, False),
        ("#000000", BLACK, True),
        ("#262626", BLACK, True),
        ("#270000", BLACK, False),
    ],
)
def test_families(colour, family, expected):
    assert is_called(Colour.of_hex(colour), family) is expected


def test_limits_are_inclusive():
    assert is_called(Colour(1, 0.5, 0), {"hue": [30, 30], "saturation": [1, 1], "value": [1, 1]})


def test_a_family_without_limits_holds_nothing():
    assert not is_called(Colour(0, 0, 0), {"name": "any"})


@pytest.mark.parametrize(
    ("family", "mechanism"),
    [(BLACK, Mechanism.DETERMINISTIC), (GREY, Mechanism.FUZZY_MATCH), (ORANGE, Mechanism.FUZZY_MATCH)],
)
def test_the_mechanism_is_recorded(family, mechanism):
    with recording() as record:
        is_called(Colour(0, 0, 0), family)
    assert record.mechanisms == [mechanism]
