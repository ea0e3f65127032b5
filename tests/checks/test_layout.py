"""Shares, zones, overlaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_coverage_counts_every_place_once_and_only_on_the_page():
    """slides_39/F9: half off the page, and two pictures on top of each other."""
    assert layout.covered([Rect(100, 0, 300, 100)], PAGE) == 0.5
    assert layout.covered([Rect(0, 0, 80, 100)] * 2, PAGE) == 0.4
    assert layout.covered([Rect(0, 0, 100, 60), Rect(50, 40, 150, 100)], PAGE) == 0.55
    assert layout.covered([Rect(300, 0, 400, 100)], PAGE) == 0
    assert layout.covered([], PAGE) == 0


@given(st.lists(st.tuples(*[st.integers(0, 12)] * 4), max_size=6))
def test_coverage_is_what_counting_squares_gives(corners):
    area = Rect(0, 0, 10, 10)
    rects = [Rect(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in corners]
    squares = sum(
        any(rect.left <= x < rect.right and rect.top <= y < rect.bottom for rect in rects)
        for x in range(10)
        for y in range(10)
    )
    assert layout.covered(rects, area) == pytest.approx(squares / 100)


def test_likeness_is_intersection_over_union():
    assert layout.alike(Rect(0, 0, 10, 10), Rect(0, 0, 10, 5)) == 0.5
    assert layout.alike(Rect(0, 0, 10, 10), Rect(20, 0, 30, 10)) == 0
    assert layout.alike(Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)) == 0


def test_level_pictures():
    """slides_30: base deck, and mutation 5 (moved down by 400,000 EMU)."""
    page, left = Rect(0, 0, 9_144_000, 5_143_500), Rect(600_000, 1_300_000, 4_200_000, 4_300_000)
    right = Rect(4_944_000, 1_300_000, 8_544_000, 4_300_000)
    lower = Rect(4_944_000, 1_700_000, 8_544_000, 4_700_000)
    assert layout.unlevel(left, right, page) == 0
    assert layout.unlevel(left, lower, page) == pytest.approx(0.0778, abs=1e-4)


def test_rows():
    """docs_31/18: side by side, stacked with a little shift, overlapping, alone."""
    assert layout.in_one_row([Rect(60, 5, 100, 35), Rect(0, 0, 50, 30)])
    assert not layout.in_one_row([Rect(0, 0, 50, 30), Rect(5, 20, 55, 50)])
    assert not layout.in_one_row([Rect(0, 0, 50, 30), Rect(40, 0, 90, 30)])
    assert not layout.in_one_row([Rect(0, 0, 50, 30), Rect(60, 16, 110, 46)])
    assert layout.in_one_row([Rect(0, 0, 50, 30)])


def test_reading_order():
    boxes = {
        "name": Rect(0, 10, 50, 30),
        "date": Rect(60, 8, 90, 28),
        "body": Rect(0, 40, 60, 90),
        "side": Rect(70, 42, 99, 60),
        "foot": Rect(70, 80, 99, 95),
    }
    assert layout.reading_order(reversed(list(boxes)), boxes.__getitem__) == list(boxes)
    twins = ["name", "name", "date"]
    assert layout.reading_order(twins, boxes.__getitem__) == twins
