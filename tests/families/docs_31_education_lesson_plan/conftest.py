"""`room`: builds, freezes and grades lesson plans; without a browser, whatever needs a page's layout is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest
from familykit import Bench

from pytest_knows.grading import Rubric
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.local.rendering import find_chromium

from .building import Classroom, full_plan

FOLDER = Path(__file__).parents[3] / "rubrics" / Path(__file__).parent.name


@pytest.fixture(scope="session")
def full_pdf(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The export of the full-score plan."""
    if find_chromium() is None:
        pytest.skip("no Chromium: the place of the pictures is read from a rendering")
    bench = Bench(Rubric.load(FOLDER), workspace, tmp_path_factory.mktemp("full"))
    return Classroom(bench).freeze(full_plan(), rendering=True).read("artifact/export.pdf")


@pytest.fixture(scope="module")
def room(bench: Bench, full_pdf: bytes) -> Classroom:
    return Classroom(bench, full_pdf)
