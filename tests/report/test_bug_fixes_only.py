"""The score "with bug fixes only": an interval, because what the reference's own rules would decide is not computed."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import reportkit

from pytest_knows.collection import shipped_rubrics
from pytest_knows.errors import RubricError
from pytest_knows.grading import Rubric
from pytest_knows.grading.differences import FILE, Differences
from pytest_knows.metrics import BUG_FIXES_ONLY, compute
from pytest_knows.report import markdown, terminal
from pytest_knows.report.page import render

OUTCOMES = {  # of 4 points: (points, highest)
    "passed": (4, 4),
    "failed": (0, 0),
    "partial": (2, 2),
    "error": (0, 4),
}
DOCUMENT = Path(__file__).parents[2] / "docs/differences.md"


def graded(outcome: str, differs: str | None) -> dict[str, Any]:
    points, highest = OUTCOMES[outcome]
    return {
        "task_id": "t",
        "trial": 1,
        "checkpoint": 1,
        "scored": True,
        "outcome": "failed" if outcome == "partial" else outcome,
        "points": points,
        "highest": highest,
        "max": 4,
        "differs": differs,
    }


def bounds(*steps: dict[str, Any]) -> dict[str, Any] | None:
    task = {"task_id": "t", "trial": 1, "artifact": "Docs", "partial": False}
    found = compute([task], steps).get(BUG_FIXES_ONLY)
    return found and {"SF": found["strict"]["overall"]["SF"], "points": found["strict"]["overall"]["points"]}


@pytest.mark.parametrize(
    ("outcome", "differs", "sf", "points"),
    [
        ("passed", "", [1, 1], [1, 1]),
        ("passed", "strict", [0, 1], [0, 1]),
        ("passed", "lenient", [1, 1], [1, 1]),
        ("passed", "both", [0, 1], [0, 1]),
        ("failed", "", [0, 0], [0, 0]),
        ("failed", "strict", [0, 0], [0, 0]),
        ("failed", "lenient", [0, 1], [0, 1]),
        ("failed", "both", [0, 1], [0, 1]),
        ("partial", "strict", [0, 0], [0, 0.5]),
        ("partial", "lenient", [0, 1], [0.5, 1]),
        ("partial", "both", [0, 1], [0, 1]),
        ("error", "", [0, 1], [0, 1]),
        ("error", "strict", [0, 1], [0, 1]),
    ],
)
def test_a_step_is_open_towards_where_the_reference_may_differ(outcome, differs, sf, points):
    assert bounds(graded(outcome, differs)) == {"SF": sf, "points": points}


def test_it_holds_the_score_with_all_and_says_how_much_is_open():
    steps = [graded("passed", "strict"), graded("failed", ""), graded("failed", "lenient"), graded("passed", "")]
    task = {"task_id": "t", "trial": 1, "artifact": "Docs", "partial": False}
    figures = compute([task], steps)
    assert figures["strict"]["overall"]["SF"] == [0.5, 0.5]
    assert figures[BUG_FIXES_ONLY]["strict"]["overall"]["SF"] == [0.25, 0.75]
    assert figures[BUG_FIXES_ONLY]["paper"]["overall"]["SF"] == [0.25, 0.75]
    assert (figures[BUG_FIXES_ONLY]["touched"], figures[BUG_FIXES_ONLY]["steps"]) == (2, 4)


def test_it_is_absent_where_a_familys_differences_are_not_known():
    assert bounds(graded("passed", "strict"), graded("passed", None)) is None
    assert bounds({key: value for key, value in graded("passed", "").items() if key != "differs"}) is None


def test_a_familys_file(tmp_path):
    assert Differences.load(tmp_path) is None, "a family of one's own has no reference"
    (tmp_path / FILE).write_text(
        'F1 = { class = "rule", direction = "strict", steps = ["a_*"] }\n'
        'F2 = { class = "fact", direction = "lenient", steps = ["a_1", "b"], instances = [2] }\n'
        'F3 = { class = "policy", direction = "both", steps = [] }\n'
    )
    known = Differences.load(tmp_path)
    assert known is not None
    assert known.of(1, "a_1") == ("strict", ["F1"])
    assert known.of(2, "a_1") == ("both", ["F1", "F2"])
    assert known.of(2, "b") == ("lenient", ["F2"])
    assert known.of(1, "b") == ("", [])


@pytest.mark.parametrize("text", ["F1", "F1 = 3", 'F1 = { direction = "up", steps = [] }', 'F1 = { steps = ["a"] }'])
def test_a_damaged_file_is_a_fault_of_the_rubric(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(RubricError, match=FILE):
        Differences.load(tmp_path)


@pytest.mark.parametrize(
    "folder", [path.parent for path in shipped_rubrics().glob("*/rubric.py")], ids=lambda p: p.name
)
def test_the_shipped_files_name_steps_that_there_are(folder):
    rubric = Rubric.load(folder)
    assert rubric.differences is not None
    slugs = {step.slug for info in rubric.tasks for step in rubric.steps(info.instance) if step.scored}
    globs = {glob for entry in rubric.differences.entries for glob in entry.steps}
    assert [glob for glob in sorted(globs) if not any(fnmatchcase(slug, glob) for slug in slugs)] == []
    prefix = "_".join(folder.name.split("_")[:2])
    told = set(re.findall(rf"^\| {prefix}/(\S+) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE))
    assert {entry.id for entry in rubric.differences.entries} <= told


def test_what_the_file_says_is_no_part_of_the_rubrics_hash(tmp_path):
    (tmp_path / "rubric.py").write_text("")
    (tmp_path / "facts.toml").write_text('[family]\nname = "x"\nartifact = "Docs"\n[1]\n')
    before = Rubric.load(tmp_path).sha256
    (tmp_path / FILE).write_text('F1 = { class = "rule", direction = "strict", steps = ["*"] }\n')
    assert Rubric.load(tmp_path).sha256 == before, "baselines stay comparable"


def test_every_report_shows_it_beside_the_score_with_all(tmp_path):
    content = reportkit.results(tasks=3)
    for number, step in enumerate(content["steps"]):
        step |= {"differs": ("", "strict", "lenient", "both")[number % 4], "differences": ["F1"]}
    content["metrics"] = compute(content["tasks"], content["steps"])
    low, high = content["metrics"][BUG_FIXES_ONLY]["strict"]["overall"]["SF"]
    shown = f"{100 * low:.1f}-{100 * high:.1f}"
    (line,) = [line for line in terminal.summary(content) if "bug fixes only" in line]
    assert shown in line
    assert "18 of 24 steps" in line
    assert re.search(rf"\| overall, bug fixes only \|.*{shown.replace('-', '.*')}", markdown.summary(content, [], None))
    page = render(tmp_path, content)
    assert page.count("overall, bug fixes only") == 2, "under both pass rules"
    assert shown in page


def test_reports_of_other_families_do_not_speak_of_it(tmp_path):
    content = reportkit.results(tasks=1)
    assert "bug fixes" not in "\n".join([*terminal.summary(content), markdown.summary(content, [], None)]).casefold()
    assert "bug fixes only" not in render(tmp_path, content)
