"""One change of a full-score plan costs exactly these steps."""

from __future__ import annotations

import pytest
from familykit import failed

from .building import ANGLE, DATE, FORECAST, GPS, LINK, NAME, START, VERTICAL, forecast, full_score, page
from .outcomes import DET, FUZ, STR, WEB


def page_text(*pairs: str) -> str:
    return f"<p>A run in the Wasatch</p><p>GPS {' and '.join(pairs)}</p>"


def orange_name(tour):
    tour.fill(3, "FF9900")


def steeper(tour):
    tour.put(1, ANGLE, 30)


def not_merged(tour):
    tour.merges.remove((1, 4, FORECAST, FORECAST + 1))


def next_day(tour):
    tour.put(1, DATE, "02/06/2025")


def forecast_not_visited(tour):
    tour.visited[-1] = "https://utahavalanchecenter.org/"


def another_place(tour):
    tour.put(2, GPS, "40.7545, -111.602")
    tour.pages[page(2160)] = page_text("40.6545, -111.602")


def half_a_degree_more(tour):
    """Allowed, and near enough; 26.5 is above 26, which is not."""
    tour.put(1, ANGLE, 26.5)


def another_start(tour):
    tour.put(2, START, "Spruces")


def too_high(tour):
    tour.put(3, VERTICAL, "700-900 ft")


def link_of_another_run(tour):
    """The name and all facts are those of Blue Bunny, the link is not."""
    tour.put(3, LINK, page(2162))


MUTATIONS = [
    (orange_name, failed(FUZ, "run3_colored", "run3_rating")),
    (steeper, failed(DET, "angle_ok_run1", "run1_angle")),
    (not_merged, failed(STR, "merged_cells")),
    (next_day, failed(DET, "forecast_date")),
    (forecast_not_visited, failed(WEB, "forecast_visited")),
    (another_place, failed(FUZ, "run2_gps")),
    (half_a_degree_more, failed(DET, "angle_ok_run1", "run1_angle")),
    (another_start, failed(DET, "run2_start")),
    (too_high, failed(FUZ, "run3_vertical")),
]


@pytest.mark.parametrize(("mutation", "lost"), MUTATIONS)
def test_mutation(grade, mutation, lost):
    tour = full_score(1)
    mutation(tour)
    assert grade(tour).differing() == lost


def test_a_link_to_another_run(grade):
    """The link says Beartrap Glades: the row's facts are compared with those, and the name is another one's."""
    tour = full_score(1)
    link_of_another_run(tour)
    tour.pages[page(2162)] = page_text("40.6514, -111.5978")
    assert grade(tour).differing() == (
        failed(STR, "run_count") | failed(DET, "run3_name_valid", "run3_aspect", "run3_angle") | failed(FUZ, "run3_gps")
    )


def test_all_at_once(grade):
    tour = full_score(1)
    for mutation in (orange_name, steeper, not_merged, next_day, forecast_not_visited, another_place):
        mutation(tour)
    expected: dict = {}
    for _, lost in MUTATIONS[:6]:
        expected |= lost
    assert grade(tour).differing() == expected


def test_names_need_their_letters(grade):
    tour = full_score(1)
    tour.put(1, NAME, "Beartrap Bowl")
    tour.visited = [*tour.visited, forecast(1)]
    assert grade(tour).differing() == failed(DET, "run1_name_valid")
