"""Blank, tiny, huge and spoiled documents: every step reports, totals stay, nothing is raised."""

from __future__ import annotations

import copy
import json
import random

import pytest
from familykit.bench import rewritten

from pytest_knows.judge import NoJudge

from .building import YES, paper

STEPS = {1: 18, 2: 20, 3: 20, 4: 19, 5: 19}


def whole(results, instance):
    return len(results) == STEPS[instance] and results.maximum == 10 * STEPS[instance]


@pytest.mark.parametrize("instance", STEPS)
def test_a_blank_document_passes_nothing_and_is_no_error(grade, instance):
    results = grade(instance, lambda paper: paper.parts.clear(), judge=NoJudge())
    assert whole(results, instance)
    assert (results.outcomes, results.points) == ({"failed"}, 0)


@pytest.mark.parametrize("instance", STEPS)
def test_a_blank_document_fails_without_gold_data_too(grade, tmp_path, instance):
    """Whatever the gold data says, nothing of it is there."""
    for gold in (None, tmp_path):
        results = grade(instance, lambda paper: paper.parts.clear(), judge=NoJudge(), gold=gold)
        assert whole(results, instance)
        assert (results.outcomes, results.points) == ({"failed"}, 0)


def test_a_document_of_one_heading(grade):
    def change(paper):
        del paper.parts[1:]

    results = grade(4, change, judge=NoJudge())
    assert whole(results, 4)
    assert (results.points, results["title_format"].points, results["heading_3"].points) == (2, 1, 1)


def test_a_huge_document(bench, workspace, gold):
    """The whole course sixty times more in other words, 2,500 paragraphs: no lecture's links, and headings too many."""

    def repeat(raw):
        content = raw["tabs"][0]["documentTab"]["body"]["content"]
        once = [entry for entry in content if "paragraph" in entry]
        for number in range(60):
            for entry in copy.deepcopy(once):
                run = entry["paragraph"]["elements"][0]["textRun"]
                if "HEADING" in entry["paragraph"]["paragraphStyle"]["namedStyleType"]:
                    run["content"] = f"Notes {number} on {run['content'][::-1].strip()}\n"
                content.append(entry)

    results = bench.grade(bench.freeze(paper(3).write(workspace), 3, edit=repeat), judge=YES, gold=gold)
    assert whole(results, 3)
    assert results.differing() == {"title_format": ("failed", "fuzzy_match", 0)}


WRONG = (None, 7, -1e400, "x", [], {}, [None], {"url": 3}, True)


def spoiled(raw, chance):
    """Some values anywhere replaced by others of whatever type, some removed."""
    for _ in range(chance.choice((1, 5, 40))):
        place, at = raw, None
        while isinstance(place, dict | list) and place and (at is None or chance.random() < 0.9):
            held, at = place, chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            place = held[at]
        if at is None:
            return raw
        if chance.random() < 0.3:
            del held[at]
        else:
            held[at] = copy.deepcopy(chance.choice(WRONG))
    return raw


def test_spoiled_documents(bench, workspace, gold):
    frozen = bench.freeze(paper(3).write(workspace), 3)
    raw = frozen.json("artifact/file.json")
    for seed in range(12):
        text = json.dumps(spoiled(copy.deepcopy(raw), random.Random(seed)))
        results = bench.grade(rewritten(frozen, {"artifact/file.json": text.encode()}), judge=YES, gold=gold)
        assert whole(results, 3), seed
        assert "error" not in results.outcomes, seed


@pytest.mark.parametrize("text", ["[]", "{}", '"x"', '{"tabs": 3}', '{"tabs": [{"documentTab": {"body": []}}]}'])
def test_what_is_no_document_is_a_blank_one(bench, workspace, gold, text):
    frozen = bench.freeze(paper(5).write(workspace), 5)
    results = bench.grade(rewritten(frozen, {"artifact/file.json": text.encode()}), judge=NoJudge(), gold=gold)
    assert whole(results, 5)
    assert results.outcomes == {"failed"}
