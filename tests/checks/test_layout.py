"""Shares, zones, overlaps."""

from pytest_knows.artifact.geometry import Rect
from pytest_knows.checks import layout
from pytest_knows.scoring import Mechanism, recording

PAGE = Rect(0, 0, 200, 100)


def test_zones_are_fractions_of_the_page():
    assert layout.zone(PAGE, left=0.25, top=0.5) == Rect(50, 50, 200, 100)
    assert layout.zone(PAGE, right=0.5, bottom=0.1) == Rect(0, 0, 100, 10)


def test_the_share_of_several_parts_is_by_area():
    inside, outside = Rect(0, 0, 10, 10), Rect(300, 0, 310, 30)
    assert layout.inside_ratio([inside, outside], PAGE) == 0.25
    assert layout.inside_ratio([], PAGE) == 0
    assert layout.inside_ratio(Rect(5, 5, 5, 5), PAGE) == 0


def test_overlap_is_the_larger_share():
    small, large = Rect(0, 0, 10, 10), Rect(5, 0, 105, 100)
    assert layout.overlap(small, large) == layout.overlap(large, small) == 0.5
    assert layout.overlapped(small, [Rect(50, 50, 60, 60), large], more_than=0.49) == large
    assert layout.overlapped(small, [large], more_than=0.5) is None


def test_on_the_page():
    assert layout.on_page(Rect(-15, 0, 85, 10), PAGE, at_least=0.85)
    assert not layout.on_page(Rect(-16, 0, 84, 10), PAGE, at_least=0.85)
    assert not layout.on_page(Rect(201, 0, 301, 10), PAGE, at_least=0.0)


def test_decisions_are_spatial():
    with recording() as record:
        layout.overlapped(PAGE, [], more_than=0.1)
    assert record.mechanisms == [Mechanism.SPATIAL]
