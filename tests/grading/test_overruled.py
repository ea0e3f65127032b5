"""A judge that passes what rules refused is noted as a dispute; evidence of a located function that fails is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.grading import Grader, Rubric
from pytest_knows.grading.grader import Resources
from pytest_knows.judge.scripted import ScriptedJudge
from pytest_knows.scoring import OVERRULED

RUBRIC = """
from pytest_knows.checks.majority import each
from pytest_knows.checks.text import similar
from pytest_knows.errors import WorldError
from pytest_knows.rubric import located, show, step
from pytest_knows.scoring import Mechanism


def alike(word, judge):
    return similar(word, "honey bee", 90) or judge.yes_no("alike", "Is it one?", evidence={"word": word})

@step(category="content_check")
def by_rule(judge): assert alike("Honey  Bee", judge)

@step(category="content_check")
def by_judge(judge): assert alike("Apis mellifera", judge)

@step(category="content_check")
def by_both(judge):
    assert similar("x", "y", 90) or similar("honey bees", "honey bee", 90)
    assert judge.yes_no("alike", "Is it one?")

@step(category="content_check")
def by_none(judge): assert alike("wasp", judge)

@step(category="content_check")
def each_one(judge): return each(["honey bee", "Apis mellifera"], lambda word: alike(word, judge), by=None)

@located
def lost():
    show("looked at", "page 3")
    raise WorldError("gone")

@step(category="content_check")
def needs_lost(lost): pass
"""
STEPS = ("by_rule", "by_judge", "by_both", "by_none", "each_one", "needs_lost")
JUDGE = ScriptedJudge([{"key": "alike", "contains": "wasp", "answer": False}, {"key": "alike", "answer": True}])


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("family") / "family"
    folder.mkdir()
    (folder / "rubric.py").write_text(RUBRIC)
    steps = "".join(f'[[1.steps]]\nstep = "{name}"\ncp = 1\n' for name in STEPS)
    (folder / "facts.toml").write_text(f'[family]\nname = "family"\nartifact = "Docs"\n[1]\n{steps}')
    (folder / "snapshot.json").write_text(json.dumps({"schema": 1, "files": {}, "notes": {}}))
    rubric = Rubric.load(folder)
    return Grader(rubric, rubric.tasks[0], Snapshot(folder), Resources(judge=JUDGE)).results()


@pytest.mark.parametrize(
    ("slug", "outcome", "overruled"),
    [
        ("by_rule", "passed", False),
        ("by_judge", "passed", True),
        ("by_both", "passed", False),
        ("by_none", "failed", False),
        ("each_one", "passed", True),
    ],
)
def test_only_a_pass_that_every_rule_refused_is_noted(results, slug, outcome, overruled):
    noted = [entry["value"] for entry in results[slug].evidence if entry["label"] == OVERRULED]
    assert (str(results[slug].outcome), noted) == (outcome, ["fuzzy_match said no, the judge yes"] if overruled else [])


def test_what_a_located_function_showed_before_it_failed_is_kept(results):
    assert str(results["needs_lost"].outcome) == "error"
    assert [entry["value"] for entry in results["needs_lost"].evidence] == ["page 3"]
