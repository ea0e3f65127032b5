"""`rubric` and `bench` of the family whose folder the test lies in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from familykit import Bench

from pytest_knows.grading import Rubric
from pytest_knows.workspace import Workspace

RUBRICS = Path(__file__).parents[2] / "rubrics"

_load = cache(Rubric.load)


@pytest.fixture(scope="module")
def rubric(request: pytest.FixtureRequest) -> Rubric:
    """The shipped rubric of the family that the test's folder is named after."""
    return _load(RUBRICS / request.path.parent.name)


@pytest.fixture(scope="module")
def bench(rubric: Rubric, workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Freezes and grades; its episodes are shared by nothing."""
    return Bench(rubric, workspace, tmp_path_factory.mktemp("episodes"))
