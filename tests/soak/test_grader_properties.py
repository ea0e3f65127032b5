"""A step's result depends on the episode alone: not on which steps are asked for, nor on the order."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

from pytest_knows.scoring import Outcome

from .damage import damaged, put
from .episodes import Frozen

ARTIFACT = "artifact/file.json"


def poor(episode: Frozen, folder: Path) -> Path:
    """A damaged episode, some steps of which do not pass."""
    root = Path(shutil.copytree(episode.root, folder))
    tree = json.loads((root / ARTIFACT).read_bytes())
    for picture in sorted((root / "artifact").glob("media/*"))[:1]:
        picture.write_bytes(b"damaged")
    for seed in range(1000):
        put(root, ARTIFACT, json.dumps(damaged(tree, random.Random(seed))).encode())
        found = {result.outcome for result in episode.grade(root).values()}
        if {Outcome.PASSED, Outcome.FAILED} <= found:
            return root
    raise AssertionError("no damage costs anything")


def test_steps_in_any_order(episode: Frozen, tmp_path: Path) -> None:
    for root in (episode.root, poor(episode, tmp_path / "poor")):
        expected = episode.grade(root)
        slugs = list(expected)
        for seed in range(4):
            random.Random(seed).shuffle(slugs)
            grader = episode.grader(root)
            assert {slug: grader.result(slug) for slug in slugs} == expected


def test_each_step_alone(episode: Frozen, tmp_path: Path) -> None:
    root = poor(episode, tmp_path / "poor")
    expected = episode.grade(root)
    assert {slug: episode.grader(root).result(slug) for slug in expected} == expected
