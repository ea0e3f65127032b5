"""Plans that deserve full points."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from .building import full_score


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(grade, instance):
    results = grade(full_score(instance))
    assert results.differing() == {}
    assert results.points == 370 == results.maximum
    # what Google Maps knows is not asked about
    assert {key.split("_")[0] for key in results.judge.asked} == {"same", "cost", "mode", "cuisine", "kind"}


def test_from_excel(bench, grade, tmp_path):
    one = full_score(1)
    file = roundtrip(bench.workspace, one.build(bench.workspace), tmp_path)
    assert grade(one, file).differing() == {}
