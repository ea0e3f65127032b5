"""Blank, huge and damaged documents: every step is reported, no point leaves the total, nothing raises."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from familykit import missing_dependency
from familykit.bench import patched
from familykit.docs import Text
from soak.damage import damaged

from pytest_knows.episode.snapshot import Snapshot

from .building import DET, NOTHING, Lab, Report, all_of, report

INSTANCES = [1, 2, 3, 4, 5]
ASKED = 10
"""Papers."""


@pytest.fixture(scope="module")
def kept(lab: Lab) -> Snapshot:
    """The full-score report of instance 2."""
    return lab.freeze(report())


@pytest.fixture
def frozen(kept: Snapshot, tmp_path: Path) -> Snapshot:
    """A copy of it, to be spoiled."""
    return Snapshot(Path(shutil.copytree(kept.root, tmp_path / "episode")))


@pytest.mark.parametrize("instance", INSTANCES)
def test_a_blank_document(lab: Lab, instance: int) -> None:
    """The agent's failure throughout; nobody is asked anything."""
    made = report(instance)
    results = lab.grade(Report(instance, made.sources, [], made.visited))
    assert results.differing() == NOTHING
    assert (len(results), results.maximum, results.judge.asked) == (37, 37, [])


def test_a_blank_document_and_no_visit(lab: Lab) -> None:
    results = lab.grade(Report(2, [], [], []))
    assert results.outcomes == {"failed"}
    assert results.points == 0


def test_a_document_of_one_word(lab: Lab) -> None:
    results = lab.grade(Report(4, [], [Text("Papers")], []))
    assert results.outcomes == {"failed"}


@pytest.mark.parametrize("raw", [None, [], "text", 7, {}, {"tabs": None}, {"body": {"content": [[]]}}, {"tabs": [{}]}])
def test_no_document_at_all(lab: Lab, raw: Any) -> None:
    made = report()
    made.edit = lambda _: raw if raw is not None else {}
    assert lab.lost(made) == NOTHING


@pytest.mark.parametrize("seed", range(12))
def test_damaged_json(lab: Lab, frozen: Snapshot, seed: int) -> None:
    """Whatever is left of it: never a fault of ours, which the reason would call one."""
    chance = random.Random(seed)
    results = lab.grade(report(), patched(frozen, lambda raw: damaged(raw, chance)))
    assert (len(results), results.maximum) == (37, 37)
    assert not [slug for slug, result in results.items() if result.details]


def lengthened(raw: Any, texts: Iterable[str], *, front: bool = False) -> None:
    """Put paragraphs more into the document."""
    content = raw["tabs"][0]["documentTab"]["body"]["content"]
    more = [{"paragraph": {"elements": [{"textRun": {"content": f"{text}\n"}}]}} for text in texts]
    content[1 if front else len(content) : 1 if front else len(content)] = more


@pytest.mark.parametrize("front", [True, False])
def test_a_long_document(lab: Lab, frozen: Snapshot, front: bool) -> None:
    """Ten thousand paragraphs, before or behind the papers, take nothing from them."""
    notes = [f"Some notes on adapters and on updates, {number}" for number in range(10_000)]
    long = patched(frozen, lambda raw: lengthened(raw, notes, front=front))
    assert lab.grade(report(), long).differing() == {}


def test_five_thousand_titles(lab: Lab, frozen: Snapshot) -> None:
    titles = [report().source(1).title] * 5_000
    long = patched(frozen, lambda raw: lengthened(raw, titles, front=True))
    assert lab.grade(report(), long).differing() == {}


def test_two_thousand_links(lab: Lab) -> None:
    """To papers that nobody asks about: the five above them are graded, and sources asked about few more."""
    made = report()
    links = [f"https://arxiv.org/abs/2406.{number:05d}" for number in range(2_000)]
    made.edit = lambda raw: lengthened(raw, links)
    snapshot = lab.freeze(made)
    assert lab.grade(made, snapshot).differing() == {}
    assert len(lab.bench.named(snapshot)) == 2 * ASKED


def test_papers_that_do_not_exist(lab: Lab) -> None:
    """Invented numbers: every source says so, and every step fails but the link, which is there."""
    made = report()
    for source in made.sources:
        source.in_scholar, source.registry = False, {"body": "<feed xmlns='http://www.w3.org/2005/Atom'/>"}
    lost = dict.fromkeys(all_of("citations", "recency", "abstract", "title", "relevance"), ("failed", DET, 0))
    results = lab.grade(made)
    assert results.differing() == lost | missing_dependency(*all_of("structure"))
    assert results.judge.asked == []
