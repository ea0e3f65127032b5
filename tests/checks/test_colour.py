"""Colour families as data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks.colour import called, channel_difference, difference, is_called, lab, rgb_distance
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


# Google's palette in the order of the colour picker: light 3, light 2, light 1, the colour, dark 1, dark 2, dark 3.
SWATCHES = {
    "red berry": "#E6B8AF #DD7E6B #CC4125 #980000 #A61C00 #85200C #5B0F00",
    "red": "#F4CCCC #EA9999 #E06666 #FF0000 #CC0000 #990000 #660000",
    "orange": "#FCE5CD #F9CB9C #F6B26B #FF9900 #E69138 #B45F06 #783F04",
    "yellow": "#FFF2CC #FFE599 #FFD966 #FFFF00 #F1C232 #BF9000 #7F6000",
    "green": "#D9EAD3 #B6D7A8 #93C47D #00FF00 #6AA84F #38761D #274E13",
    "cyan": "#D0E0E3 #A2C4C9 #76A5AF #00FFFF #45818E #134F5C #0C343D",
    "cornflower blue": "#C9DAF8 #A4C2F4 #6D9EEB #4A86E8 #3C78D8 #1155CC #1C4587",
    "blue": "#CFE2F3 #9FC5E8 #6FA8DC #0000FF #3D85C6 #0B5394 #073763",
    "purple": "#D9D2E9 #B4A7D6 #8E7CC3 #9900FF #674EA7 #351C75 #20124D",
    "magenta": "#EAD1DC #D5A6BD #C27BA0 #FF00FF #A64D79 #741B47 #4C1130",
}
GREYS = "#000000 #434343 #666666 #999999 #B7B7B7 #CCCCCC #D9D9D9 #EFEFEF #F3F3F3 #FFFFFF"


def swatches(*names: str) -> list[str]:
    return [swatch for name in names for swatch in SWATCHES[name].split()]


def named(families, swatch):
    return called(Colour.of_hex(swatch), families)


DANGER = (
    {"name": "black", "value": [0, 0.25]},
    {"name": "none", "saturation": [0, 0.0799]},
    {"name": "red", "hue": [345, 14.99]},
    {"name": "orange", "hue": [15, 41.99]},
    {"name": "yellow", "hue": [42, 69.99]},
    {"name": "green", "hue": [70, 170]},
)
"""sheets_25."""
LIGHTS = (
    {"name": "red", "hue": [340, 19.99], "saturation": [0.07, 1], "value": [0.3, 1]},
    {"name": "yellow", "hue": [35, 70], "saturation": [0.07, 1], "value": [0.3, 1]},
    {"name": "green", "hue": [75, 165], "saturation": [0.07, 1], "value": [0.3, 1]},
)
"""slides_42/F4."""


@pytest.mark.parametrize("name", ["red", "orange", "yellow", "green"])
def test_googles_swatches_have_the_names_of_sheets_25(name):
    assert {swatch: named(DANGER, swatch) for swatch in swatches(name)} == dict.fromkeys(swatches(name), name)


@pytest.mark.parametrize("name", ["red", "yellow", "green"])
def test_googles_swatches_have_the_names_of_slides_42(name):
    assert {swatch: named(LIGHTS, swatch) for swatch in swatches(name)} == dict.fromkeys(swatches(name), name)


@pytest.mark.parametrize("families", [DANGER, LIGHTS], ids=["sheets_25", "slides_42"])
def test_other_swatches_and_greys_have_none_of_these_names(families):
    others = [*swatches("cyan", "cornflower blue", "blue"), *GREYS.split()[1:]]
    assert {named(families, swatch) for swatch in others} <= {"", "none", "black"}


@pytest.mark.parametrize(
    ("spec", "family", "inside", "outside"),
    [
        (
            "sheets_10 yellow",
            {"hue": [40, 70], "saturation": [0.10, 1], "value": [0.8, 1]},
            "#FFFF00 #FFE599 #FFF2CC #FFD966 #F1C232",
            "#FF9900 #F9CB9C #FFFFFF #93C47D",
        ),
        (
            "sheets_28 blue text",
            {"hue": [190, 250], "saturation": [0.3, 1]},
            "#0000FF #1155CC #3D85C6 #4A86E8",
            "#9900FF #674EA7 #000000 #00FF00",
        ),
        (
            "sheets_55 red",
            {"hue": [340, 20], "saturation": [0.08, 1], "value": [0.2, 1]},
            "#E06666 #DD7E6B #FF6666 #FF0000 #F4CCCC",
            "#F6B26B #FFFF00 #FFFFFF",
        ),
        (
            "sheets_55 green",
            {"hue": [75, 170], "saturation": [0.08, 1], "value": [0.2, 1]},
            "#D9EAD3 #00FF00 #38761D",
            "#00FFFF #F3F3F3",
        ),
        (
            "slides_17 red",
            {"hue": [340, 20], "saturation": [0.6, 1], "value": [0.5, 1]},
            "#FF0000 #CC0000 #EA4335",
            "#FF6600 #FF8080 #E69138 #008000",
        ),
        (
            "slides_26 dark orange",
            {"hue": [18, 37.8], "saturation": [0.75, 1], "value": [0.45, 1]},
            "#FF8C00 #FF9900 #D35400 #CC5500 #E67E22 #E65100 #E69138 #B45F06 #783F04",
            "#FFA500 #FFB74D #FFBF00 #CC3300 #FF4500 #6A3E0A",
        ),
        ("slides_51 grey", GREY, "#F3F3F3 #CCCCCC #666666", "#FFFFFF #000000 #D9E1F2 #F5E6D3"),
    ],
)
def test_colours_that_the_specs_name(spec, family, inside, outside):
    assert [swatch for swatch in inside.split() if not is_called(Colour.of_hex(swatch), family)] == [], spec
    assert [swatch for swatch in outside.split() if is_called(Colour.of_hex(swatch), family)] == [], spec


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("#FFFF00", "#FFFE00", 0.6),
        ("#FFF2CC", "#FCE5CD", 8.5),
        ("#CFE2F3", "#C9DAF8", 7.4),
        ("#000000", "#FFFFFF", 100),
        ("#123456", "#123456", 0),
    ],
)
def test_cie_differences_of_docs_31(a, b, expected):
    assert difference(Colour.of_hex(a), Colour.of_hex(b)) == pytest.approx(expected, abs=0.05)


def test_lab_of_the_primaries():
    """Published values (D65)."""
    assert lab(Colour(1, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert lab(Colour(0, 0, 1)) == pytest.approx((32.30, 79.19, -107.86), abs=0.02)


def test_distances_that_rules_state():
    """Squares of sheets_45 (45 of 255) and slides_20 (0.05); channels of docs_37 and sheets_7."""
    assert rgb_distance(Colour.of_hex("#FCE5CD"), Colour(1, 0.75, 0.45)) == pytest.approx(0.384, abs=0.001)
    assert channel_difference(Colour(0.5, 0.2, 0.1), Colour(0.5, 0.23, 0.05)) == pytest.approx(0.05)


def test_lightness_is_that_of_hsl():
    assert is_called(Colour.of_hex("#F4CCCC"), {"lightness": [0.87, 0.88]})
    assert not is_called(Colour.of_hex("#FF0000"), {"lightness": [0.87, 0.88]})


@given(st.tuples(*[st.floats(0, 1)] * 3), st.tuples(*[st.floats(0, 1)] * 3))
def test_differences_are_distances(a, b):
    one, other = Colour(*a), Colour(*b)
    assert difference(one, other) == pytest.approx(difference(other, one))
    assert difference(one, one) == 0
    assert 0 <= difference(one, other) <= 300
