"""What is the world's fault or was not provided is never the agent's."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from familykit import partly, ungraded, world_error
from familykit.bench import patched

from pytest_knows.judge import NoJudge

from .building import YES, Item, Part, paper

DET, FUZZY, STRUCT, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"


def open_with(outcome, **points):
    mechanism = {"ungraded": "not_graded", "error": "execution_error"}[outcome]
    return {slug: (outcome, mechanism, earned) for slug, earned in points.items()}


@pytest.mark.parametrize(("judge", "outcome"), [(NoJudge(), "ungraded"), ([], "error")])
def test_without_an_answer_of_the_judge(grade, judge, outcome):
    """One page has no recorded title: whether its link's text fits is open, all else is decided."""
    assert grade(3, judge=judge).differing() == open_with(outcome, name_relevant=8)
    assert grade(2, judge=judge).differing() == {}


@pytest.mark.parametrize(("judge", "outcome"), [(NoJudge(), "ungraded"), (YES, "error")])
def test_a_type_that_nobody_reads(grade, judge, outcome):
    """Its list may be the one that is expected: what depends on it is open, whether it is bold is not."""

    def change(paper):
        paper.kind("4/6", "Blogs").name = "Posts"

    unread = open_with(outcome, categories_covered=8, no_invalid_category=8, categorised=8)
    names = open_with("ungraded", name_relevant=8) if outcome == "ungraded" else {}
    assert grade(3, change, judge=judge).differing() == unread | names


@pytest.mark.parametrize(("judge", "outcome"), [(NoJudge(), "ungraded"), (YES, "error")])
def test_a_heading_that_nobody_reads(grade, judge, outcome):
    """A free wording of a lecture's title: its lecture may have all it needs. What fails elsewhere fails."""

    def change(paper):
        paper.part("4/6").text = "Loci of expression"
        paper.item("Traffic").behind = " (2020, Oliver Lange) slides 49"

    found = grade(3, change, judge=judge).differing()
    assert found.pop("name_relevant") == (outcome, open_with(outcome, x=0)["x"][1], 8 if outcome == "error" else 7)
    assert found == {
        **partly(DET, slide_format=8),
        **open_with(outcome, title_format=9, heading_3=9, refs_present=9, no_duplicates=9, slides_match=9),
        **open_with(outcome, categories_covered=8, categorised=8, anchor_text=8, author_meta=8),
        **open_with(outcome, multi_plus_1pt=5, multi_bold=5, multi_color=5),
    }


def test_a_missing_lecture_beside_a_title_of_the_document_needs_no_judge(grade):
    """No reference stands below the title, and it is no Heading 3: whatever lecture it meant, it would earn nothing."""

    def change(paper):
        paper.parts.remove(paper.part("4/1:"))
        paper.parts.insert(0, Part("Everything about life", style="HEADING_1"))

    assert grade(3, change, judge=YES).differing() == partly(FUZZY, title_format=9) | partly(STRUCT, heading_3=9)


@pytest.mark.parametrize("instance", [1, 5])
def test_without_gold(grade, instance):
    results = grade(instance, gold=None)
    assert results.differing() == ungraded(*results)


def damaged(gold, folder, instance, change):
    """A copy of the archive in which `change` has altered the instance's data folder."""
    copied = folder / "gold"
    shutil.copytree(gold, copied)
    change(copied / f"docs_37_reference_list/instance_{instance}/data")
    return copied


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("schedule.json", None),
        ("schedule.json", "{"),
        ("schedule.json", "[]"),
        ("schedule.json", '[{"lecture_title": "A", "lecture_slides_link": "x", "lecture_date": "?"}]'),
        ("gold_outputs.json", None),
        ("gold_outputs.json", '{"a": 1}'),
        ("gold_outputs.json", '[{"lecture": "Cooking with gas", "url": "https://x.org"}]'),
    ],
)
def test_damaged_gold(grade, gold, tmp_path, name, content):
    def change(data):
        (data / name).unlink()
        if content is not None:
            (data / name).write_text(content)

    results = grade(3, gold=damaged(gold, tmp_path, 3, change))
    if name == "schedule.json":
        assert results.differing() == world_error(*results)
    else:
        kept = {"title_format", "heading_3", "category_bold", "no_empty_list", "no_invalid_category"}
        assert results.differing() == world_error(*(set(results) - kept))


def test_titles_of_pages_are_needed_for_one_step_only(grade, gold, tmp_path):
    broken = damaged(gold, tmp_path, 3, lambda data: (data / "page_titles.json").write_text("[]"))
    assert grade(3, gold=broken).differing() == world_error("name_relevant")


def test_known_dead_pages_are_needed_for_unknown_ones_only(grade, gold, tmp_path):
    """Those of the gold decide without the file; a page that nobody knows is open without it."""
    broken = damaged(gold, tmp_path, 5, lambda data: (data / "broken_links.json").unlink())
    assert grade(5, gold=broken).differing() == {}

    def change(paper):
        paper.part("Inactive").kinds[0].items.append(Item("x", "https://unknown.example.org/", ""))

    assert grade(5, change, gold=broken).differing() == open_with("error", inactive_section=6)
    page = {"https://unknown.example.org/": 404}
    assert grade(5, change, pages=page).differing() == {}
    assert grade(5, change).differing() == open_with("error", inactive_section=6)


def test_the_gold_as_it_is_published(bench, workspace):
    """A document for the gold data of instance 3 that could be had, in their real shape."""
    if "KNOWS_SHARED" not in os.environ:
        pytest.skip("KNOWS_SHARED is not set")
    archive = Path(os.environ["KNOWS_SHARED"], "knows/gold-samples")
    data = archive / "docs_37_reference_list/instance_3/data"
    days = {row["lecture_title"]: row["lecture_date"].split()[1].rstrip(",") for row in read(data / "schedule.json")}
    made = paper(3)
    made.parts = [part for part in made.parts if part.text.partition(": ")[2] in days]
    for part in made.parts:
        title = part.text.partition(": ")[2]
        part.text = f"1/{days[title]}: {title}"
    results = bench.grade(bench.freeze(made.write(workspace), 3), judge=YES, gold=archive)
    assert results.differing() == {}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_pages_that_cannot_be_read(bench, gold, workspace):
    def change(paper):
        paper.kind("Rivers", "Wikipedia").items.append(Item("More", "https://x.example.org/", " Slide: 2"))

    made = paper(4)
    change(made)
    snapshot = bench.freeze(made.write(workspace), 4)
    (snapshot.root / "pages/index.json").write_text("spoiled")
    assert bench.grade(snapshot, judge=YES, gold=gold).differing() == open_with("error", no_dead_links=9)


def test_an_artifact_that_is_gone(bench, workspace, gold):
    snapshot = patched(bench.freeze(paper(3).write(workspace), 3), lambda raw: raw)
    (snapshot.root / "artifact/file.json").unlink()
    results = bench.grade(snapshot, judge=YES, gold=gold)
    assert results.differing() == world_error(*results)
