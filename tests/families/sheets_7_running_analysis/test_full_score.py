"""Analyses that deserve full points."""

from __future__ import annotations

import pytest

from .building import POINTS, full_score


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(grade, instance):
    analysis = full_score(instance)
    results = grade(analysis)
    assert results.differing() == {}
    assert results.points == POINTS[instance] == results.maximum
    # nothing but the pages is asked about
    assert all(key.endswith("_value") for key in results.judge.asked)
