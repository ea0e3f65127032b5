"""Planners that deserve full points."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from .building import POINTS, full_score


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_points(base, grade, instance):
    results = grade(full_score(instance), snapshot=base(instance))
    assert results.differing() == {}
    assert results.points == POINTS[instance] == results.maximum
    # swatches, photographs, moods, names of palettes and the checklist need a judge; colours and pages do not
    assert {key.split("_")[0] for key in results.judge.asked} <= {"fill", "image", "mood", "palette", "checklist"}


@pytest.mark.parametrize("instance", [1, 4, 5])
def test_full_points_of_an_excel_file(bench, grade, tmp_path, instance):
    """Instances 2 and 3 differ from 1 in facts only."""
    made = full_score(instance)
    file = roundtrip(bench.workspace, made.build(bench.workspace), tmp_path)
    snapshot = bench.freeze(file, instance, pages=made.pages, visited=made.visited)
    assert grade(made, snapshot=snapshot).differing() == {}


def test_what_the_freeze_fetches(bench, base):
    """The links of the list, colorhexa's page of each fill, and the pictures of the matrix."""
    named = bench.named(base(1))
    made = full_score(1)
    assert set(named) == set(made.pages)


@pytest.mark.parametrize("tabs", [{"Sheet1": []}, {"Sheet1": [["Color"]]}, {"Sheet1": [], "Palettes": []}])
def test_nothing_to_fetch(bench, tabs):
    made = full_score(1)
    made.tabs = tabs
    assert bench.named(bench.freeze(made.build(bench.workspace), 1)) == []
