"""The full-score reports, and the specification's mutations: exactly the named steps fail."""

from __future__ import annotations

import datetime

import pytest
from familykit import TODAY, failed, missing_dependency

from .building import (
    DET,
    FUZZY,
    KINDS,
    LLM,
    MINIMUM,
    NOTHING,
    RECENT,
    STRUCT,
    WEB,
    Lab,
    Report,
    abstract,
    report,
    slot_lost,
)

INSTANCES = [1, 2, 3, 4, 5]


@pytest.mark.parametrize("instance", INSTANCES)
def test_full_score(lab: Lab, instance: int) -> None:
    results = lab.grade(report(instance))
    assert results.differing() == {}
    assert (len(results), results.points, results.maximum) == (37, 37, 37)
    assert results.judge.asked == ["relevance"] * 5
    mechanisms = {slug[:-2]: result.mechanism.value for slug, result in results.items() if slug.endswith("_1")}
    assert mechanisms == {
        "citations": DET, "recency": DET, "abstract": FUZZY, "title": DET, "link": DET, "structure": STRUCT,
        "relevance": LLM,
    }  # fmt: skip
    assert {results[slug].mechanism.value for slug in ("papers_visited", "links_match_visits")} == {WEB}


def test_m1_only_four_of_the_pages_were_visited(lab: Lab) -> None:
    made = report()
    del made.visited[2]
    assert lab.lost(made) == failed(WEB, "papers_visited", "links_match_visits")


@pytest.mark.parametrize("instance", INSTANCES)
def test_m2_citations_of_one_paper_and_topic_of_another(lab: Lab, instance: int) -> None:
    made = report(instance)
    for source in made.sources:
        source.citations = MINIMUM[instance]
    made.source(3).citations -= 1
    made.rules = [{"key": "relevance", "contains": made.source(1).title, "answer": False}, *made.rules]
    assert lab.lost(made) == failed(DET, "citations_3") | failed(LLM, "relevance_1")


@pytest.mark.parametrize(("instance", "days"), [(1, 1095), (2, 1095), (3, 1826), (4, 1826), (5, 1095)])
def test_m3_too_old(lab: Lab, instance: int, days: int) -> None:
    """The last day that counts, and the day before it."""
    made = report(instance)
    last = TODAY - datetime.timedelta(days=days)
    for slot, day in ((4, last), (3, last - datetime.timedelta(days=1))):
        made.source(slot).date = made.source(slot).first = day.isoformat()
    assert lab.lost(made) == failed(DET, "recency_3")


def test_m4_an_unrelated_text_for_an_abstract(lab: Lab) -> None:
    made = report()
    made.blocks[5].text = " ".join(f"unrelated{number}" for number in range(120))
    assert lab.lost(made) == failed(FUZZY, "abstract_2") | missing_dependency("structure_2")


def test_m5_an_abstract_above_the_title(lab: Lab) -> None:
    made = report()
    title, link, text = made.blocks[9:12]
    made.blocks[9:12] = [text, title, link]
    assert lab.lost(made) == failed(STRUCT, "structure_4")


def test_m6_only_four_papers(lab: Lab) -> None:
    made = report()
    del made.blocks[12:]
    assert lab.lost(made) == failed(WEB, "links_match_visits") | slot_lost(5)


def test_no_paper_at_all(lab: Lab) -> None:
    made = report()
    made.blocks = [block for block in made.blocks if not block.text.startswith("https://")]
    assert lab.lost(made) == NOTHING
    assert len(NOTHING) == 1 + 5 * len(KINDS)


def test_a_title_of_another_paper(lab: Lab) -> None:
    made = report()
    made.blocks[0].text = "A Survey of Nothing in Particular"
    assert lab.lost(made) == failed(FUZZY, "title_1") | missing_dependency("structure_1")


def test_reasons_say_what_was_found(lab: Lab) -> None:
    made = report()
    made.source(3).citations = 99
    made.source(5).date = made.source(5).first = "2021-05-06"
    made.blocks[5].text = abstract(2)[: len(abstract(2)) // 2]
    results = lab.grade(made)
    assert results["citations_3"].reason == "99 citations, at least 100 are asked for"
    assert results["recency_5"].reason == "first published on 2021-05-06, more than 3 years ago"
    assert "50%" in results["abstract_2"].reason or "49%" in results["abstract_2"].reason
    assert RECENT not in results["recency_5"].reason


def test_a_report_of_another_instance_is_on_the_wrong_site(lab: Lab) -> None:
    """arXiv links are no papers where bioRxiv and Nature are asked for, and were no visits either."""
    made = report(2)
    wrong = Report(4, made.sources, made.blocks, made.visited)
    assert lab.lost(wrong) == failed(WEB, "papers_visited") | NOTHING
