"""`lab`: builds, freezes and grades reports."""

from __future__ import annotations

import pytest
from familykit import Bench

from .building import Lab


@pytest.fixture(scope="module")
def lab(bench: Bench) -> Lab:
    return Lab(bench)
