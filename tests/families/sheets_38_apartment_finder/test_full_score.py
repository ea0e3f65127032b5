"""Searches that deserve full points, as they are and as Excel files uploaded."""

from __future__ import annotations

import pytest
from familykit.office import roundtrip

from pytest_knows.judge import NoJudge

from .building import INSTANCES, POINTS, full_score


@pytest.mark.parametrize("instance", INSTANCES)
def test_full_points(grade, instance):
    """No judge is needed; in instance 4 the columns of the two information steps are not there."""
    results = grade(full_score(instance), judge=NoJudge())
    rooms = {slug for slug in results if "bed" in slug or "bath" in slug} if instance == 4 else set()
    assert set(results.differing()) == rooms
    assert results.points == POINTS[instance] == results.maximum


@pytest.mark.parametrize("instance", INSTANCES)
def test_office_upload(bench, tmp_path, instance):
    made = full_score(instance)
    file = roundtrip(bench.workspace, made.build(bench.workspace), tmp_path)
    snapshot = bench.freeze(file, instance, pages=made.recorded(), visited=made.visited)
    assert bench.grade(snapshot, judge=NoJudge()).points == POINTS[instance]
