"""Libraries that deserve full points."""

from __future__ import annotations

import pytest
from familykit import failed
from familykit.office import roundtrip

from .building import POINTS


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(grade, library, instance):
    results = grade(library(instance))
    assert results.differing() == {}
    assert results.points == POINTS[instance] == results.maximum
    # nothing but figures is asked about
    assert set(results.judge.asked) == {"figure"}


def test_an_excel_file(bench, grade, library, frozen, tmp_path):
    """Excel's files have no checkboxes: what is left of one is TRUE or FALSE, which is on or off, but no checkbox."""
    made = library(2)
    file = roundtrip(bench.workspace, made.build(bench.workspace), tmp_path)
    assert grade(made, snapshot=frozen(made, file)).differing() == failed("deterministic", "col_new")
