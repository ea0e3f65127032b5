"""When sources, judge or trace fail or are not there: the world's fault is an error, a gap is ungraded."""

from __future__ import annotations

import pytest
from familykit import failed, ungraded, world_error

from pytest_knows.evidence.request import url_of
from pytest_knows.judge import NoJudge

from .building import (
    ARXIV,
    CROSSREF,
    DET,
    FIELDS,
    GRAPH,
    HEX,
    SCHOLAR,
    SLOTS,
    STRUCT,
    WEB,
    Lab,
    all_of,
    report,
)

ANSWERED = all_of("citations", "recency", "abstract", "title", "structure", "relevance")
"""What cannot be decided if no source answers; a link is what the document holds."""


def test_what_is_asked_at_the_freeze(lab: Lab) -> None:
    """Semantic Scholar about all papers at once, a registry about each, and where it matters PubMed."""
    asked = {
        instance: [
            (url_of(one), getattr(one, "body", None)) for one in lab.wanted(lab.freeze(report(instance)), instance)
        ]
        for instance in (2, 4, 5)
    }
    assert asked[2][:2] == [
        (f"{GRAPH}/batch?{FIELDS}", {"ids": [f"ARXIV:2501.0000{slot}" for slot in SLOTS]}),
        ("https://export.arxiv.org/api/query?id_list=2501.00001", None),
    ]
    assert asked[4][1][0] == "https://api.crossref.org/works/10.1101/2024.01.01.000001"
    pubmed = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json"
    assert asked[4][2][0] == f"{pubmed}&term=10.1101%2F2024.01.01.000001%5Bdoi%5D"
    assert asked[4][0][1]["ids"][4] == "DOI:10.1038/s41586-024-00005-x"
    assert asked[5][-1] == (f"{GRAPH}/search?query=Paper%20Epsilon%20on%20Layer%20Freezing&limit=3&{FIELDS}", None)
    assert [len(set(map(str, found))) for found in asked.values()] == [6, 11, 6]


def test_no_judge(lab: Lab) -> None:
    made = report()
    made.rules = NoJudge()
    assert lab.lost(made) == ungraded(*all_of("relevance"))


def test_no_judge_and_no_source(lab: Lab) -> None:
    made = report()
    made.rules = NoJudge()
    assert lab.grade(made, lab.bench.freeze(lab.build(made), 2, visited=made.visited)).differing() == world_error(
        *ANSWERED
    )


@pytest.mark.parametrize(
    "status",
    [
        403,
        429,
        500,
        {"error": "timed out"},
        {"error": "wall: a captcha"},
        {"error": "dns: the host does not exist"},
        None,
    ],
)
def test_no_source_answers(lab: Lab, status) -> None:
    made = report()
    made.services = {SCHOLAR: status, ARXIV: status}
    assert lab.lost(made) == world_error(*ANSWERED)


@pytest.mark.parametrize("body", [b"", b"<html>Bad gateway</html>", b"[]", b'{"message": "Too many"}', b"[" * 9000])
def test_answers_that_are_none(lab: Lab, body: bytes) -> None:
    """With status 200, but not what the source says; the article's own page is none either."""
    made = report()
    answer = {"body": body, "content_type": "application/json"}
    made.services = {SCHOLAR: answer, ARXIV: answer}
    assert lab.lost(made) == world_error(*ANSWERED)


def test_semantic_scholar_does_not_answer(lab: Lab) -> None:
    """The arXiv says all but how often a paper was cited."""
    made = report()
    made.services = {SCHOLAR: 429}
    assert lab.lost(made) == world_error(*all_of("citations"))


@pytest.mark.parametrize("instance", [2, 4])
def test_the_registry_does_not_answer(lab: Lab, instance: int) -> None:
    made = report(instance)
    made.services = {ARXIV: 503, CROSSREF: 503}
    assert lab.lost(made) == {}


def test_the_registry_does_not_tell_the_section(lab: Lab) -> None:
    """Of instance 5, whether a paper is in cond-mat is known to the arXiv only."""
    made = report(5)
    made.services = {ARXIV: 503, CROSSREF: 503}
    assert lab.lost(made) == world_error(*all_of("link", "structure", slots=(1, 2, 3)))


def test_semantic_scholar_has_none_of_the_papers(lab: Lab) -> None:
    """A page there is part of the request."""
    made = report()
    for source in made.sources:
        source.in_scholar = False
    assert lab.lost(made) == failed(DET, *all_of("citations"))


def test_a_refused_page_may_be_a_paper(lab: Lab) -> None:
    """ChemRxiv shows robots nothing; that Semantic Scholar finds no such title does not make the link wrong."""
    made = report(5)
    made.source(5).in_scholar, made.source(5).page = False, 403
    lost = world_error(*all_of("recency", "abstract", "title", "structure", "relevance", slots=(5,)))
    assert lab.lost(made) == failed(DET, "citations_5") | lost


def test_a_dead_page_is_no_paper(lab: Lab) -> None:
    made = report(5)
    made.source(5).in_scholar, made.source(5).page = False, 404
    results = lab.grade(made)
    assert results["title_5"].reason == "there is no paper with this link"
    assert results.differing() == failed(
        DET, *all_of("citations", "recency", "abstract", "title", "relevance", slots=(5,))
    ) | failed("dependency_not_evaluated", "structure_5")


def test_dead_links_of_known_papers(lab: Lab) -> None:
    """A site that is down for good on the day says nothing about papers that all sources know."""
    made = report(4)
    for source in made.sources:
        source.page = 404
    assert lab.lost(made) == {}


def test_a_search_that_finds_another_paper(lab: Lab) -> None:
    made = report(5)
    hit = {"paperId": "f" * 40, "title": "Something Else Entirely", "citationCount": 900}
    made.source(5).more = hit
    assert lab.lost(made)["citations_5"] == ("failed", DET, 0)


@pytest.mark.parametrize("instance", [1, 5])
def test_the_trace_was_not_recorded(lab: Lab, instance: int) -> None:
    made = report(instance)
    made.visited = None
    assert lab.lost(made) == world_error("papers_visited", "links_match_visits")


def test_no_trace_and_too_few_papers(lab: Lab) -> None:
    """Four papers are the agent's fault, whatever it visited."""
    made = report()
    made.visited, made.blocks = None, made.blocks[:12]
    lost = lab.lost(made)
    assert lost["papers_visited"] == ("error", "execution_error", 0)
    assert lost["links_match_visits"] == ("failed", WEB, 0)


def test_nothing_was_visited(lab: Lab) -> None:
    made = report()
    made.visited = []
    assert lab.lost(made) == failed(WEB, "papers_visited", "links_match_visits")


def test_a_redirect_leads_to_the_paper(lab: Lab) -> None:
    """The agent opened the DOI; the browser showed ChemRxiv's number, which the document has."""
    made = report(5)
    made.visited[4] = "https://doi.org/10.26434/chemrxiv-2025-zzzzz"
    assert lab.lost(made) == failed(WEB, "links_match_visits")
    page = {"body": "<p>Article", "final_url": made.source(5).link}
    made.pages = {made.visited[4]: page}
    assert lab.lost(made) == {}


def test_a_number_whose_page_states_the_doi(lab: Lab) -> None:
    made = report(5)
    made.visited[3] = made.source(5).link.replace(HEX, "0123456789abcdef01234567")
    made.pages = {made.visited[3]: '<meta name="citation_doi" content="10.26434/chemrxiv-2025-abcde"><p>Article'}
    assert lab.lost(made) == {}


def test_damaged_pages(lab: Lab) -> None:
    """The index of pages is lost: nothing can be said of any paper, nor of redirects, but visits are in the trace."""
    from familykit.bench import rewritten

    made = report()
    snapshot = rewritten(lab.freeze(made), {"pages/index.json": b"no index"})
    results = lab.grade(made, snapshot)
    assert results.differing() == world_error(*ANSWERED)
    assert results["structure_1"].mechanism != STRUCT
