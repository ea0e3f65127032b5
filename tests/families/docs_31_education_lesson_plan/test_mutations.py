"""The specification's full-score plan in all five instances, and what each of its mutations costs."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip

from .building import CYAN, DEPENDENCY, DET, FUZZY, POINTS, STRUCT, WEB, YELLOW, copied, full_plan


@pytest.mark.parametrize("instance", [1, 2, 3, 4, 5])
def test_full_score(room, instance):
    plan = full_plan(instance)
    results = room.grade(plan)
    assert results.differing() == {}
    assert {slug: result.max for slug, result in results.items()} == POINTS
    assert (len(results), results.points) == (23, 145)
    assert "fact_on_page" not in results.judge.asked, "facts that a page states word for word need no judge"


def test_full_score_of_a_docx(room, tmp_path):
    """Through Word and back: lists, links, highlights, table and pictures survive."""
    plan = full_plan()
    file = roundtrip(room.bench.workspace, room.file(plan.blocks()), tmp_path)
    results = room.grade(plan, room.freeze(plan, file, rendering=True))
    assert (results.differing(), results.points) == ({}, 145)


def test_a_website_that_was_not_visited(room):
    plan = full_plan()
    plan.visited.remove("https://s5.example.org/page")
    assert room.lost(plan) == partly(WEB, websites_visited=8)


def test_b_a_fact_repeated_with_a_comma_more(room):
    plan = full_plan()
    facts = plan.sites[2].facts
    facts[1] = facts[0].replace(" so ", ", so ").replace("fuse of", "fuse, of").replace("bang,", "bang, ,")
    assert facts[1] != facts[0]
    plan.pages[plan.sites[2].url] += f"<p>{facts[1]}</p>"
    assert room.lost(plan) == partly(FUZZY, facts_distinct=4)


def test_c_a_website_with_four_facts(room):
    plan = full_plan()
    del plan.sites[6].facts[4]
    assert room.lost(plan) == partly(STRUCT, facts_per_website=13)


def test_d_both_topics_in_one_colour(room):
    plan = full_plan()
    plan.topics[1].colour = YELLOW
    assert room.lost(plan) == failed(DET, "colour_distinct")


@pytest.mark.parametrize("colour", [CYAN, None])
def test_e_f_a_copied_fact_in_the_other_colour_or_in_none(room, colour):
    plan = full_plan()
    plan.copies = [block for topic in plan.topics for block in topic.copies()]
    plan.copies[7] = copied(plan.topics[0].facts[7], colour)
    assert room.lost(plan) == partly(DET, colour_uniform=2, colour_distinct=2)


def test_g_a_page_that_does_not_exist(room):
    plan = full_plan()
    plan.pages[plan.sites[-1].url] = 404
    assert room.lost(plan) == {
        **partly(DET, websites_reachable=8),
        **partly(DEPENDENCY, websites_relevant=8, facts_on_page=13),
    }


def test_h_no_summary(room):
    plan = full_plan()
    plan.closing = []
    assert room.lost(plan) == {**failed(STRUCT, "summary_present"), **missing_dependency("summary_from_facts")}
