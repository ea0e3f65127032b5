"""Facts that look right and say something else, and copies that look otherwise and say the same."""

from __future__ import annotations

import pytest
from familykit import partly
from familykit.docs import Text

from .building import CYAN, DISCS, FUZZY, LLM, WEB, YES, Teacher, background, copied, full_plan, rgb

OTHERWISE = [
    ("travels faster", "travels slower"),
    ("delays the burst", "hastens the burst"),
    ("only below", "only above"),
    ("10 cm", "10 km"),
]


def reworded(old, new, topics):
    """The topics' facts, with other words in all of them."""
    for site in (site for topic in topics for site in topic.sites):
        site.facts[:] = [fact.replace(old, new) for fact in site.facts]


@pytest.mark.parametrize(("old", "new"), OTHERWISE)
def test_one_other_word_makes_another_fact(room, old, new):
    """The page says the opposite, in all other words alike: whether it supports the fact is for a judge."""
    plan = full_plan()
    reworded(old, new, plan.topics)
    judge = Teacher(plan, [{"key": "fact_on_page", "answer": False}, *YES])
    assert room.lost(plan, judge=judge) == partly(LLM, facts_on_page=14)
    assert judge.asked.count("fact_on_page") == 1


@pytest.mark.parametrize(("old", "new"), OTHERWISE)
def test_one_other_word_makes_no_copy(room, old, new):
    plan = full_plan()
    plan.copies = [copied(fact.replace(old, new), topic.colour) for topic in plan.topics for fact in topic.facts]
    assert room.lost(plan) == partly(FUZZY, facts_copied=7)


@pytest.mark.parametrize("form", ["{number}. {fact}", "Fact {number}: {fact}", "{fact} (source {number})", "- {fact}"])
def test_a_number_or_a_source_typed_beside_a_copy(room, form):
    """It stands there word for word; the number is none of the fact's."""
    plan = full_plan()
    plan.copies = [
        copied(form.format(number=number, fact=fact), topic.colour)
        for topic in plan.topics
        for number, fact in enumerate(topic.facts, 1)
    ]
    assert room.lost(plan) == {}


@pytest.mark.parametrize("url", ["https://s1.example.org.evil.com/page", "https://s1.example.org@evil.com/page"])
def test_a_visit_to_a_host_that_only_looks_alike(room, url):
    plan = full_plan()
    plan.visited[0] = url
    assert room.lost(plan) == partly(WEB, websites_visited=8)


def test_copies_that_nobody_sees(room):
    """White on white; on a highlight they are seen."""
    plan = full_plan()
    white = {"foregroundColor": rgb((1, 1, 1))}
    plan.copies = [
        Text(fact, bullets=DISCS, styles={"": white if topic.colour == CYAN else {**white, **background(topic.colour)}})
        for topic in plan.topics
        for fact in topic.facts
    ]
    lost = {**partly(FUZZY, facts_copied=4), **partly("deterministic", colour_uniform=2, colour_distinct=2)}
    assert room.lost(plan) == lost
