"""docs/checks.md: the table is current and complete."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_knows.checks import values

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "checks.md").read_text("utf-8")
HELPERS = {"tolerance", "units"}
"""Modules that hold no value of their own."""


def test_the_table_is_current():
    checked = subprocess.run([sys.executable, ROOT / "tools" / "checks_table.py", "--check"])
    assert checked.returncode == 0, "run python tools/checks_table.py"


def test_every_kind_of_value_is_listed():
    kinds = {module.name for module in pkgutil.iter_modules(values.__path__)} - HELPERS
    assert {kind for kind in kinds if f"`checks.values.{kind}`" not in PAGE} == set()


@pytest.mark.skipif("KNOWS_SHARED" not in os.environ, reason="KNOWS_SHARED names no folder with the specifications")
def test_the_families_are_those_of_the_specifications():
    specs = {path.stem for path in Path(os.environ["KNOWS_SHARED"], "families").glob("*_*.md")}
    short = {"_".join(name.split("_")[:2]) for name in specs}
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in row.rsplit("|", 2)[1].partition(":")[2].replace(",", " ").split()}
    assert named <= short
    assert len(short) == 22
