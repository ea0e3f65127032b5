"""One test, or more, for every fault of the reference grader that the specification lists."""

from __future__ import annotations

import datetime

import pytest
from familykit import failed, missing_dependency, world_error
from familykit.docs import Grid, Text

from .building import (
    DET,
    FUZZY,
    HEX,
    LLM,
    OLD,
    RECENT,
    SLOTS,
    STRUCT,
    WEB,
    Lab,
    Source,
    abstract,
    all_of,
    as_json,
    entry,
    report,
)


@pytest.mark.fault("docs_5/F1")
def test_f1_links_under_words(lab: Lab) -> None:
    made = report()
    for slot in SLOTS:
        source = made.source(slot)
        made.blocks[3 * slot - 2] = Text("Paper on arXiv", links={"arXiv": source.link})
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F1")
def test_f1_a_linked_title_is_seen_but_is_no_link_below_it(lab: Lab) -> None:
    """All is there; only the order is not: nothing stands below the title but the abstract."""
    made = report()
    made.rewrite(2, Text(made.source(2).title, links={made.source(2).title: made.source(2).link}), "", abstract(2))
    assert lab.lost(made) == failed(STRUCT, "structure_2")


@pytest.mark.fault("docs_5/F1")
def test_f1_a_table(lab: Lab) -> None:
    made = report()
    rows = [["Title", "Link", "Abstract"]]
    rows += [[source.title, Text("Link", links={"Link": source.link}), source.abstract] for source in made.sources]
    made.blocks = [Grid(rows)]
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F1")
def test_f1_smart_chips(lab: Lab) -> None:
    made = report()

    def chips(raw):
        for element in raw["tabs"][0]["documentTab"]["body"]["content"]:
            for run in element.get("paragraph", {}).get("elements", []):
                text = run.get("textRun", {}).get("content", "").strip()
                if text.startswith("https://"):
                    del run["textRun"]
                    run["richLink"] = {"richLinkProperties": {"title": "Some page", "uri": text}}

    made.edit = chips
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F2")
@pytest.mark.parametrize("instance", [1, 2, 3])
def test_f2_the_rubric_starts(lab: Lab, instance: int) -> None:
    assert len(lab.bench.rubric.steps(instance)) == 37


@pytest.mark.fault("docs_5/F3")
@pytest.mark.parametrize("instance", [2, 4])
def test_f3_all_links_at_the_end(lab: Lab, instance: int) -> None:
    made = report(instance)
    made.blocks = [*made.blocks[0::3], *made.blocks[2::3], *made.blocks[1::3]]
    assert lab.lost(made) == failed(STRUCT, *all_of("structure"))


@pytest.mark.fault("docs_5/F3")
def test_f3_the_abstract_first(lab: Lab) -> None:
    made = report(4)
    made.blocks = [block for source in made.sources for block in reversed(entry(source))]
    assert lab.lost(made) == failed(STRUCT, *all_of("structure"))


@pytest.mark.fault("docs_5/F4")
@pytest.mark.parametrize(
    "link",
    ["https://arxiv.org/pdf/2501.00002", "arxiv.org/abs/2501.00002", "http://www.arxiv.org/abs/2501.00002v3"],
)
def test_f4_other_addresses_of_a_paper(lab: Lab, link: str) -> None:
    made = report()
    made.blocks[4].text = link
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F4")
def test_f4_another_doi_at_semantic_scholar(lab: Lab) -> None:
    """The base of instance 4: all bioRxiv records are merged into journal ones. DOIs have no case."""
    made = report(4)
    assert {source.more.get("externalIds", {"DOI": "10.1234/a-journal"})["DOI"] for source in made.sources}
    made.blocks[10].text = "https://doi.org/10.1038/S41586-024-00004-X"
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F4")
def test_f4_a_number_of_chemrxiv(lab: Lab) -> None:
    """Looked up at Semantic Scholar by the title above the link."""
    made = report(5)
    made.source(5).in_scholar = False
    made.source(5).page = (
        f'<meta name="citation_title" content="{made.source(5).title}">'
        f'<meta name="citation_abstract" content="{made.source(5).abstract}">'
        f'<meta name="citation_publication_date" content="2025/03/14"><p>Text'
    )
    assert lab.lost(made) == failed(DET, "citations_5")


@pytest.mark.fault("docs_5/F5")
@pytest.mark.parametrize(
    ("instance", "slot", "link"),
    [
        (2, 3, "See https://arxiv.org/abs/2501.00003."),
        (2, 3, "(https://arxiv.org/pdf/2501.00003v1.pdf)"),
        (2, 3, "https://arxiv.org/html/2501.00003v2#S1"),
        (2, 3, "https://export.arxiv.org/abs/2501.00003?context=cs"),
        (2, 3, "https://doi.org/10.48550/arXiv.2501.00003"),
        (4, 3, "https://www.biorxiv.org/content/10.1101/2024.01.01.000003v2.full"),
        (4, 3, "https://www.biorxiv.org/content/biorxiv/early/2024/01/02/2024.01.01.000003.full.pdf"),
        (4, 3, "https://dx.doi.org/10.1101/2024.01.01.000003"),
        (4, 5, "https://www.nature.com/articles/s41586-024-00005-x.pdf"),
        (4, 5, "https://www.nature.com/articles/s41586-024-00005-x#Abs1."),
        (5, 4, "https://chemrxiv.org/doi/full/10.26434/chemrxiv-2025-abcde-v3"),
        (5, 5, f"https://chemrxiv.org/engage/api-gateway/chemrxiv/assets/orp/resource/item/{HEX}/original/a.pdf"),
    ],
)
def test_f5_addresses(lab: Lab, instance: int, slot: int, link: str) -> None:
    made = report(instance)
    made.blocks[3 * slot - 2].text = link
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F5")
def test_f5_one_bad_id_spoils_no_other(lab: Lab) -> None:
    """arXiv answers 400 to an id that it cannot have; ids are asked for one by one. It is no paper, so all of it
    fails; judge and sources have nothing to say about it."""
    made = report()
    made.source(3).in_scholar, made.source(3).registry, made.source(3).page = False, 400, 404
    assert lab.lost(made) == (
        failed(DET, *all_of("citations", "recency", "abstract", "title", "relevance", slots=(3,)))
        | missing_dependency("structure_3")
    )


@pytest.mark.fault("docs_5/F6")
@pytest.mark.parametrize(("words", "enough"), [(60, False), (96, False), (101, False), (103, True), (120, True)])
def test_f6_part_of_an_abstract(lab: Lab, words: int, enough: bool) -> None:
    """85 % of 120 words are 102."""
    made = report()
    made.blocks[5].text = " ".join(abstract(2).split()[:words])
    lost = {} if enough else failed(FUZZY, "abstract_2") | missing_dependency("structure_2")
    assert lab.lost(made) == lost


@pytest.mark.fault("docs_5/F6")
def test_f6_a_fragment_in_a_tiny_document(lab: Lab) -> None:
    made = report()
    made.blocks = [*entry(made.source(1))[:2], Text(made.source(1).abstract[:20])]
    lost = lab.lost(made)
    assert {slug: lost.get(slug) for slug in ("abstract_1", "structure_1", "title_1", "link_1")} == {
        **failed(FUZZY, "abstract_1"), **missing_dependency("structure_1"), "title_1": None, "link_1": None,
    }  # fmt: skip


@pytest.mark.fault("docs_5/F6")
def test_f6_line_ends_hyphens_and_mark_up(lab: Lab) -> None:
    """As an abstract comes out of a PDF, against one with LaTeX in it."""
    made = report()
    source = made.source(2)
    source.abstract = source.abstract.replace("dnumulus", "$\\mathcal{dnumulus}$ \\emph{and}")
    shown = abstract(2).replace("dnumulus", "dnumu-\vlus and")
    made.blocks[5].text = shown.replace(". ", ".\v").replace(",", " —").upper()
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F7")
def test_f7_empty_fields(lab: Lab) -> None:
    """No date at Semantic Scholar: the arXiv has one. No number of citations: nobody knows it."""
    made = report()
    made.source(1).date = None
    made.source(2).citations = None
    assert lab.lost(made) == world_error("citations_2")


@pytest.mark.fault("docs_5/F7")
@pytest.mark.parametrize(("year", "recent"), [(2023, True), (2022, False)])
def test_f7_only_a_year(lab: Lab, year: int, recent: bool) -> None:
    """It may be the last day of the year: 2023-12-31 is within three years of the episode's date."""
    made = report()
    made.source(4).date = made.source(4).first = None
    made.source(4).more = {"year": year}
    assert lab.lost(made) == ({} if recent else failed(DET, "recency_4"))


@pytest.mark.fault("docs_5/F7")
def test_f7_no_date_at_all(lab: Lab) -> None:
    made = report()
    made.source(4).date = made.source(4).first = None
    made.source(4).more = {"year": None}
    assert lab.lost(made) == world_error("recency_4")


@pytest.mark.fault("docs_5/F8")
def test_f8_a_sixth_paper(lab: Lab) -> None:
    made = report()
    sixth = Source(5, "https://arxiv.org/abs/2501.00006", "2501.00006", "arxiv", title="A Sixth One", citations=0)
    made.sources.append(sixth)
    made.blocks += entry(sixth)
    results = lab.grade(made)
    assert results.differing() == {}
    assert (len(results), results.points) == (37, 37)


@pytest.mark.fault("docs_5/F8")
def test_f8_links_in_an_abstract(lab: Lab) -> None:
    made = report()
    made.blocks[2].text += " Code: https://arxiv.org/abs/1706.03762 and https://arxiv.org/abs/1810.04805."
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F8")
def test_f8_links_in_long_lines_count_if_there_are_no_others(lab: Lab) -> None:
    """Everything about a paper in one paragraph: title, link and abstract follow one another all the same."""
    made = report()
    made.blocks = [Text(f"{source.title} {source.link} {source.abstract}") for source in made.sources]
    assert len(made.blocks[0].text) > 300
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F9")
def test_f9_slots_in_the_documents_order(lab: Lab) -> None:
    made = report()
    made.blocks = [block for source in reversed(made.sources) for block in entry(source)]
    made.source(5).in_scholar = False
    results = lab.grade(made)
    assert results.differing() == failed(DET, "citations_1")
    assert [step.slug for step in lab.bench.rubric.steps(2)] == list(results)
    assert len(results) == 37


@pytest.mark.fault("docs_5/F10")
def test_f10_age_on_the_day_of_the_episode(lab: Lab) -> None:
    """Graded whenever: what counts is the date in the episode."""
    made = report()
    for source in made.sources:
        source.date = source.first = "2019-01-01"
    early = lab.freeze(made, today=datetime.date(2021, 12, 31))
    assert lab.grade(made, early).differing() == {}
    assert lab.lost(made) == failed(DET, *all_of("recency"))


@pytest.mark.fault("docs_5/F11")
@pytest.mark.parametrize("instance", [2, 4])
def test_f11_the_earliest_date(lab: Lab, instance: int) -> None:
    """A preprint of 2020 is not of 2025 because a journal has it now; nor is one whose record is older elsewhere."""
    made = report(instance)
    made.source(2).first, made.source(2).date = OLD, RECENT
    made.source(3).first, made.source(3).date = RECENT, OLD
    assert lab.lost(made) == failed(DET, "recency_2", "recency_3")


@pytest.mark.fault("docs_5/F12")
def test_f12_dois_of_others(lab: Lab) -> None:
    made = report()
    for slot in SLOTS:
        made.blocks[3 * slot - 2].text = f"https://doi.org/10.1126/science.000{slot}"
    made.visited = [f"https://doi.org/10.1126/science.000{slot}" for slot in SLOTS]
    results = lab.grade(made)
    assert results.differing()["links_match_visits"] == ("failed", WEB, 0)
    assert results.points == 0


@pytest.mark.fault("docs_5/F12")
@pytest.mark.parametrize(
    "link",
    [
        "https://www.medrxiv.org/content/10.1101/2024.01.01.24000003v1",
        "https://doi.org/10.1101/2024.01.01.24000003",
        "https://doi.org/10.1101/gr.123456.111",
        "https://evil.example/biorxiv.org/content/10.1101/2024.01.01.000003v1",
        "https://notnature.com/articles/s41586-024-00003-x",
    ],
)
def test_f12_what_is_neither_biorxiv_nor_nature(lab: Lab, link: str) -> None:
    made = report(4)
    made.blocks[7].text = link
    results = lab.grade(made)
    assert results["links_match_visits"].reason.startswith("the document links to 4 papers")


@pytest.mark.fault("docs_5/F12")
@pytest.mark.parametrize(("categories", "right"), [(("physics.chem-ph", "cond-mat.soft"), True), (("cs.LG",), False)])
def test_f12_the_section_of_arxiv(lab: Lab, categories: tuple[str, ...], right: bool) -> None:
    """A cross-list counts. A paper of another section keeps its place, and was visited."""
    made = report(5)
    made.source(2).categories = categories
    lost = {} if right else failed(DET, "link_2") | missing_dependency("structure_2")
    assert lab.lost(made) == lost


@pytest.mark.fault("docs_5/F13")
def test_f13_a_search_for_an_address_is_no_visit(lab: Lab) -> None:
    made = report()
    made.visited = [f"https://www.google.com/search?q=arxiv.org/abs/2501.0000{slot}" for slot in SLOTS]
    assert lab.lost(made) == failed(WEB, "papers_visited", "links_match_visits")


@pytest.mark.fault("docs_5/F13")
def test_f13_visits_to_other_views(lab: Lab) -> None:
    made = report()
    made.visited = [
        "https://arxiv.org/pdf/2501.00001v2",
        "http://arxiv.org/html/2501.00002v1",
        "https://www.google.com/url?q=https://arxiv.org/abs/2501.00003",
        "https://doi.org/10.48550/arXiv.2501.00004",
        "https://arxiv.org/abs/2501.00005v1?context=cs.LG",
    ]
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F13")
def test_f13_one_paper_five_times(lab: Lab) -> None:
    made = report()
    made.visited = [f"https://arxiv.org/{view}" for view in (
        "abs/2501.00001", "abs/2501.00001v1", "abs/2501.00001v2", "pdf/2501.00001", "html/2501.00001"
    )]  # fmt: skip
    assert lab.lost(made) == failed(WEB, "papers_visited", "links_match_visits")


@pytest.mark.fault("docs_5/F14")
def test_f14_the_five_graded_papers_have_to_be_visited(lab: Lab) -> None:
    """Six links, five visits, of which one is to the sixth paper."""
    made = report()
    sixth = Source(5, "https://arxiv.org/abs/2501.00006", "2501.00006", "arxiv", title="A Sixth One")
    made.sources.append(sixth)
    made.blocks += entry(sixth)
    made.visited = [*made.visited[1:], sixth.link]
    assert lab.lost(made) == failed(WEB, "links_match_visits")


@pytest.mark.fault("docs_5/F15")
def test_f15_a_title_with_another_dash(lab: Lab) -> None:
    made = report()
    made.blocks[3].text = "2.  Paper  Beta on Low\u2013Rank  Updates"
    made.blocks[5].text = abstract(2).replace(". ", ".\n")
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F15")
def test_f15_a_list_of_contents(lab: Lab) -> None:
    made = report()
    made.blocks = [*(Text(source.title) for source in made.sources), Text(""), *made.blocks]
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F16")
@pytest.mark.parametrize("form", [str.upper, str.lower, str.capitalize])
def test_f16_case(lab: Lab, form) -> None:
    made = report()
    made.blocks[6].text = form(made.source(3).title)
    results = lab.grade(made)
    assert results.differing() == {}
    assert results["title_3"].mechanism == DET


@pytest.mark.fault("docs_5/F17")
def test_f17_a_tiny_document(lab: Lab) -> None:
    """Shorter than any abstract, and a title is its last line."""
    made = report()
    made.blocks = [Text(made.source(1).link), Text(made.source(1).title)]
    results = lab.grade(made)
    assert results["title_1"].outcome == "passed"
    assert results.differing()["abstract_1"] == ("failed", FUZZY, 0)


@pytest.mark.fault("docs_5/F18")
def test_f18_the_registry_has_the_abstract(lab: Lab) -> None:
    made = report(4)
    made.source(4).more = {"abstract": None}
    assert lab.lost(made) == {}


@pytest.mark.fault("docs_5/F18")
def test_f18_the_page_has_the_abstract(lab: Lab) -> None:
    made = report(4)
    source = made.source(4)
    source.more = {"abstract": None}
    source.registry = as_json({"message": {"title": [source.title]}})
    source.page = f'<html><meta name="dc.description" content="{source.abstract}"><body><p>Full text'
    assert lab.lost(made) == {}
    made.blocks[11].text = "Nothing of it."
    assert lab.lost(made) == failed(FUZZY, "abstract_4") | missing_dependency("structure_4")


@pytest.mark.fault("docs_5/F18")
def test_f18_nobody_has_the_abstract(lab: Lab) -> None:
    """The paper exists, the agent may have copied its abstract: that cannot be known. Its topic can be judged."""
    made = report(4)
    source = made.source(4)
    source.more = {"abstract": None}
    source.registry = as_json({"message": {"title": [source.title]}})
    source.page = '<html><meta name="description" content="A weekly journal."><body><p>Full text'
    shown = abstract(4)[:40]
    made.rules = [{"key": "relevance", "contains": shown, "answer": False}, *made.rules]
    assert lab.lost(made) == world_error("abstract_4", "structure_4") | failed(LLM, "relevance_4")


@pytest.mark.fault("docs_5/F19")
@pytest.mark.parametrize(("hits", "outcome"), [(1, world_error), (0, None), (None, world_error)])
def test_f19_pubmed(lab: Lab, hits: int | None, outcome) -> None:
    """On PubMed, the paper counts as one that has a page; how often it was cited is not known then."""
    made = report(4)
    made.source(1).in_scholar = False
    if hits is None:
        made.services = {"eutils.ncbi.nlm.nih.gov": 503}
    else:
        made.source(1).pubmed = hits
    assert lab.lost(made) == (outcome("citations_1") if outcome else failed(DET, "citations_1"))


@pytest.mark.fault("docs_5/F19")
def test_f19_pubmed_is_no_alternative_elsewhere(lab: Lab) -> None:
    made = report(5)
    made.source(4).in_scholar, made.source(4).pubmed = False, 1
    assert lab.lost(made) == failed(DET, "citations_4")


@pytest.mark.fault("docs_5/F20")
@pytest.mark.parametrize("answer", ["yes", "no, though yes in part", 1, None])
def test_f20_an_answer_that_is_none(lab: Lab, answer) -> None:
    made = report()
    made.rules = [{"key": "relevance", "contains": made.source(2).title, "answer": answer}, *made.rules]
    assert lab.lost(made) == world_error("relevance_2")


@pytest.mark.fault("docs_5/F21")
@pytest.mark.parametrize("instance", [1, 5])
def test_f21_ids_of_steps(lab: Lab, instance: int) -> None:
    steps = lab.bench.rubric.steps(instance)
    assert [step.position for step in steps] == [1, 2, *range(1, 11), *range(1, 21), *range(1, 6)]
    assert len({step.id for step in steps}) == 37
