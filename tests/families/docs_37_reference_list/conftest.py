"""The gold archive of all five courses."""

from __future__ import annotations

from pathlib import Path

import pytest

from .courses import COURSES


@pytest.fixture(scope="session")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("gold")
    for course in COURSES.values():
        course.write(root)
    return root
