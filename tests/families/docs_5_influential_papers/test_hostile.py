"""Blank, huge and damaged documents: every step is reported, no point leaves the total, nothing raises."""

from __future__ import annotations

import random
import shutil
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


def lengthened(raw: Any, text: str, count: int, *, front: bool) -> Any:
    """The document with so many paragraphs more."""
    content = raw["tabs"][0]["documentTab"]["body"]["content"]
    more = [{"paragraph": {"elements": [{"textRun": {"content": f"{text} {number}\n"}}]}} for number in range(count)]
    content[1 if front else len(content) : 0 if front else len(content)] = more
    return raw


@pytest.mark.parametrize("front", [True, False])
def test_a_long_document(lab: Lab, frozen: Snapshot, front: bool) -> None:
    """Ten thousand paragraphs, before or behind the papers, take nothing from them."""
    long = patched(frozen, lambda raw: lengthened(raw, "Some notes on adapters and on updates,", 10_000, front=front))
    assert lab.grade(report(), long).differing() == {}


def test_ten_thousand_titles(lab: Lab, frozen: Snapshot) -> None:
    title = report().source(1).title
    long = patched(frozen, lambda raw: lengthened(raw, title, 10_000, front=True))
    assert lab.grade(report(), long).differing() == {}


def test_ten_thousand_links(lab: Lab, frozen: Snapshot) -> None:
    """To papers that nobody asks about; the five above them are graded, though sources were not asked about more."""

    def links(raw: Any) -> Any:
        return lengthened(raw, "https://arxiv.org/abs/2406.00001v", 5_000, front=False)

    assert lab.grade(report(), patched(frozen, links)).maximum == 37
    made = report()
    made.blocks += [Text(f"https://arxiv.org/abs/24{number:02d}.12345") for number in range(1, 13)]
    assert lab.lost(made) == {}


def test_no_more_than_ten_papers_are_asked_about(lab: Lab) -> None:
    made = report()
    made.blocks = [Text(f"https://arxiv.org/abs/24{number:02d}.12345") for number in range(1, 13)]
    asked = lab.wanted(lab.freeze(made), 2)
    assert len({str(one) for one in asked}) == 11


def test_papers_that_do_not_exist(lab: Lab) -> None:
    """Invented numbers: every source says so, and every step fails but the link, which is there."""
    made = report()
    for source in made.sources:
        source.in_scholar, source.registry = False, {"body": "<feed xmlns='http://www.w3.org/2005/Atom'/>"}
    lost = dict.fromkeys(all_of("citations", "recency", "abstract", "title", "relevance"), ("failed", DET, 0))
    results = lab.grade(made)
    assert results.differing() == lost | missing_dependency(*all_of("structure"))
    assert results.judge.asked == []
