"""Transforms, rectangles and lengths, by hand-calculated values."""

import math

import pytest

from pytest_knows.artifact.geometry import Affine, Rect, emu, points


def test_lengths_in_both_units():
    assert emu({"magnitude": 2, "unit": "PT"}) == 25400
    assert emu({"magnitude": 914400, "unit": "EMU"}) == 914400
    assert points({"magnitude": 12700, "unit": "EMU"}) == 1
    assert emu({"unit": "PT"}) == emu(None) == emu("wide") == emu({"magnitude": "3"}) == 0


def test_what_an_api_transform_leaves_out_is_zero():
    quarter_turn = Affine.of({"shearX": -1, "shearY": 1, "translateX": 10, "unit": "EMU"})
    assert quarter_turn((2, 0)) == (10, 2)
    assert quarter_turn((0, 3)) == (7, 0)


def test_translations_in_points():
    assert Affine.of({"scaleX": 1, "scaleY": 1, "translateX": 2, "unit": "PT"})((0, 0)) == (25400, 0)


@pytest.mark.parametrize("nothing", [None, {}, [], "x", {"translateX": "far"}, {"scaleX": None, "scaleY": math.nan}])
def test_a_transform_that_says_nothing_is_the_identity(nothing):
    assert Affine.of(nothing)((3, 4)) == (3, 4)


def test_groups_compose():
    group = Affine(scale_x=2, scale_y=2, x=100, y=0)
    turned = Affine(scale_x=0, scale_y=0, shear_x=-1, shear_y=1, x=10, y=5)
    composed = group.after(turned)
    for point in ((0, 0), (3, 0), (0, 7), (3, 7)):
        assert composed(point) == group(turned(point))


def test_shares_of_rectangles():
    a, b = Rect(0, 0, 10, 10), Rect(5, 5, 25, 15)
    assert a.intersection(b) == 25
    assert a.inside(b) == 0.25
    assert b.inside(a) == 0.125
    assert a.inside(Rect(20, 20, 30, 30)) == 0
    assert Rect(3, 3, 3, 9).inside(a) == 0
    assert Rect.union([a, b]) == Rect(0, 0, 25, 15)
    assert b.clipped(a) == Rect(5, 5, 10, 10)
    assert Rect(50, 50, 60, 60).clipped(a).area == 0
    assert a.centre == (5, 5)
