"""docs/families.md and docs/differences.md say what the rubrics and their tests say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_knows.collection import shipped_rubrics

ROOT = Path(__file__).parents[2]
FAMILIES = sorted(folder.parent.name for folder in shipped_rubrics().glob("*/rubric.py"))


def test_the_generated_tables_are_up_to_date():
    checked = subprocess.run([sys.executable, ROOT / "tools/families_table.py", "--check"])
    assert checked.returncode == 0, "run python tools/families_table.py"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_fault_of_the_specification_has_a_test_and_a_difference(family):
    """The ids of its faults are numbers; decisions of our own have words."""
    prefix = re.match(r"[a-z]+_\d+", family).group()
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests/families" / family).glob("*.py"))
    tested = set(re.findall(rf"fault\(\s*[\"'](?:{prefix}/)(F?\d+[a-z]?)[\"']", tests))
    differences = (ROOT / "docs/differences.md").read_text("utf-8")
    listed = set(re.findall(rf"^\| {prefix}/(F?\d+[a-z]?) \|", differences, re.M))
    assert listed, "docs/differences.md says nothing about this family"
    assert tested == listed
