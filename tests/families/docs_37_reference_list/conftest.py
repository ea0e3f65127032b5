"""The gold archive of all five courses, and how a changed document is graded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from familykit import Bench, Results

from pytest_knows.workspace import Workspace

from .building import YES, Paper, paper
from .courses import COURSES

Grade = Callable[..., Results]


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("gold")
    for course in COURSES.values():
        course.write(root)
    return root


@pytest.fixture
def grade(bench: Bench, workspace: Workspace, gold: Path) -> Grade:
    """Write the document (by default the full-score one as `change` leaves it), freeze and grade it."""

    def grade(
        instance: int,
        change: Callable[[Paper], object] | None = None,
        *,
        judge: Any = YES,
        gold: Path | None = gold,
        more: list[dict[str, Any]] | None = None,
        **frozen: Any,
    ) -> Results:
        made = paper(instance)
        if change:
            change(made)
        return bench.grade(bench.freeze(made.write(workspace, more), instance, **frozen), judge=judge, gold=gold)

    return grade


@pytest.fixture
def lost(grade: Grade) -> Callable[..., dict[str, tuple[str, str, float]]]:
    """As `grade`: what is less than full score."""
    return lambda *args, **more: grade(*args, **more).differing()
