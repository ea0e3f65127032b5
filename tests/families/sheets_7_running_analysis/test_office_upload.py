"""The full-score analyses as Excel files, uploaded."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from .building import full_score


@pytest.mark.parametrize("instance", [1, 3, 4, 5])
def test_full_points(bench, grade, tmp_path, instance):
    """Instance 2 differs from 1 in facts only."""
    made = full_score(instance)
    file = roundtrip(bench.workspace, made.build(bench.workspace), tmp_path)
    snapshot = bench.freeze(file, instance, pages=made.pages, visited=made.visited)
    results = grade(made, snapshot=snapshot)
    assert results.differing() == {}
