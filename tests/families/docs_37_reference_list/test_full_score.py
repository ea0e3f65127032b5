"""Full points in all five instances: through the API, and from an Office upload."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from .building import YES, paper

STEPS = {1: 18, 2: 20, 3: 20, 4: 19, 5: 19}


@pytest.mark.parametrize("instance", STEPS)
def test_full_points(bench, workspace, gold, instance):
    results = bench.grade(bench.freeze(paper(instance).write(workspace), instance), judge=YES, gold=gold)
    assert results.differing() == {}
    assert (len(results), results.points) == (STEPS[instance], 10 * STEPS[instance])


@pytest.mark.parametrize("instance", STEPS)
def test_full_points_from_an_office_upload(bench, workspace, gold, tmp_path, instance):
    file = roundtrip(workspace, paper(instance).write(workspace), tmp_path)
    assert bench.grade(bench.freeze(file, instance), judge=YES, gold=gold).differing() == {}
