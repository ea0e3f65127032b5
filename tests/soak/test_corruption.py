"""Whatever an agent's artifact or a damaged disk holds: every step is reported, totals stay, nothing crashes.

Small by default; `-m soak` runs the full sizes. A failure names the seed: `damaged(tree, random.Random(seed))`.
"""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from pytest_knows.scoring import Outcome, StepResult

from .damage import MANIFEST, damaged, damaged_bytes, put
from .episodes import Frozen

SIZES = [10, pytest.param(200, marks=pytest.mark.soak, id="full")]
ARTIFACT = "artifact/file.json"
RECORDS = {"trace.json": "trace", "task.json": "today", "pages/index.json": "pages", "media.json": "", MANIFEST: ""}
"""Our records, and what a rubric asks for that reads them."""


@pytest.fixture
def copy(episode: Frozen, tmp_path: Path) -> Path:
    """The episode again, to be damaged."""
    return Path(shutil.copytree(episode.root, tmp_path / "episode"))


def complete(episode: Frozen, results: dict[str, StepResult]) -> None:
    """Every step is there with its maximum, and none met a fault of ours."""
    steps = episode.rubric.steps(episode.info.instance)
    assert [(slug, result.max) for slug, result in results.items()] == [(step.slug, step.max) for step in steps]
    assert {slug: result.details for slug, result in results.items() if result.details} == {}
    for slug, result in results.items():
        low, high = result.bounds
        assert 0 <= low <= high <= result.max, slug
        assert (result.outcome is Outcome.PASSED) == (result.points == result.max) or result.max == 0, slug
        assert len(result.reason) <= 200, slug
        json.dumps([result.reason, *[item.reason for item in result.items]], ensure_ascii=False).encode()


def outcomes(results: dict[str, StepResult]) -> set[Outcome]:
    return {result.outcome for result in results.values()}


def test_the_episode_deserves_full_points(episode: Frozen) -> None:
    """Else the tests below would damage what is graded as nothing anyway."""
    assert outcomes(episode.grade()) == {Outcome.PASSED}


@pytest.mark.parametrize("size", SIZES)
def test_damaged_artifact(episode: Frozen, copy: Path, size: int) -> None:
    tree = json.loads((episode.root / ARTIFACT).read_bytes())
    hurt = 0
    for seed in range(size):
        put(copy, ARTIFACT, json.dumps(damaged(tree, random.Random(seed))).encode())
        results = episode.grade(copy)
        try:
            complete(episode, results)
        except AssertionError as failure:
            failure.add_note(f"seed {seed}")
            raise
        hurt += outcomes(results) != {Outcome.PASSED}
    assert hurt  # else the damage is not read


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RECORDS)
def test_damaged_record(episode: Frozen, copy: Path, name: str, size: int) -> None:
    """Records of ours that still parse, but say nonsense."""
    if RECORDS[name] and not episode.rubric.uses(RECORDS[name]):
        pytest.skip(f"this rubric does not read {name}")
    original = (episode.root / name).read_bytes()
    manifest = (episode.root / MANIFEST).read_bytes()
    for seed in range(size):
        (copy / MANIFEST).write_bytes(manifest)
        data = json.dumps(damaged(json.loads(original), random.Random(seed))).encode()
        (copy / MANIFEST).write_bytes(data) if name == MANIFEST else put(copy, name, data)
        try:
            complete(episode, episode.grade(copy))
        except AssertionError as failure:
            failure.add_note(f"seed {seed}")
            raise


@pytest.mark.parametrize("size", SIZES)
def test_damaged_bytes(episode: Frozen, copy: Path, size: int) -> None:
    """Any file cut off, emptied or overwritten: vouched for by the manifest, as if it had been frozen so."""
    names = sorted(json.loads((episode.root / MANIFEST).read_bytes())["files"])
    manifest = (episode.root / MANIFEST).read_bytes()
    for seed in range(size):
        chance = random.Random(seed)
        name = chance.choice(names)
        (copy / MANIFEST).write_bytes(manifest)
        put(copy, name, damaged_bytes((episode.root / name).read_bytes(), chance))
        try:
            complete(episode, episode.grade(copy))
        except AssertionError as failure:
            failure.add_note(f"seed {seed}, {name}")
            raise
        shutil.copyfile(episode.root / name, copy / name)


def test_change_after_the_freeze(episode: Frozen, copy: Path) -> None:
    """A file that no longer is what was frozen leaves the steps that read it in error, whatever it says."""
    tree = json.loads((copy / ARTIFACT).read_bytes())
    (copy / ARTIFACT).write_text(json.dumps({**tree, "title": "another"}))
    results = episode.grade(copy)
    complete(episode, results)
    assert Outcome.FAILED not in outcomes(results)
    assert Outcome.ERROR in outcomes(results)


@pytest.mark.parametrize("name", [ARTIFACT, "trace.json", "task.json", MANIFEST])
def test_lost_file(episode: Frozen, copy: Path, name: str) -> None:
    (copy / name).unlink()
    results = episode.grade(copy)
    complete(episode, results)
    assert Outcome.FAILED not in outcomes(results)
