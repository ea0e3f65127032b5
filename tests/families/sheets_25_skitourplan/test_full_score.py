"""Plans that deserve full points."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from .building import POINTS, build, full_score


@pytest.mark.parametrize("instance", POINTS)
def test_full_points(grade, instance):
    results = grade(full_score(instance))
    assert results.differing() == {}
    assert results.points == POINTS[instance] == results.maximum
    assert results.judge.asked == []


@pytest.mark.parametrize("instance", POINTS)
def test_from_excel(bench, grade, tmp_path, instance):
    tour = full_score(instance)
    file = roundtrip(bench.workspace, build(bench.workspace, tour), tmp_path)
    assert grade(tour, file).differing() == {}
