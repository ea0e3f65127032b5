"""Odd but legitimate reports, each with the outcome that a careful reader would give it."""

from __future__ import annotations

from typing import Any

import pytest
from familykit import failed, missing_dependency
from familykit.docs import Grid, Picture, Text
from familykit.pictures import picture

from .building import DET, FUZZY, NOTHING, SLOTS, STRUCT, WEB, Lab, Report, Source, abstract, entry, report, slot_lost

Json = dict[str, Any]


def paragraphs(raw: Json) -> list[Json]:
    content = raw["tabs"][0]["documentTab"]["body"]["content"]
    return [element["paragraph"] for element in content if "paragraph" in element]


def test_headings_numbers_and_bold(lab: Lab) -> None:
    # A numbered list of bold titles reads the same; numbers that the list draws are not in the text anyway.
    made = report()
    for slot in SLOTS:
        made.blocks[3 * slot - 3].bullets = "NUMBERED_DECIMAL_ALPHA_ROMAN"
        made.blocks[3 * slot - 3].styles = {"": {"bold": True}}
    assert lab.lost(made) == {}


def test_soft_line_breaks(lab: Lab) -> None:
    # One paragraph a paper, its three parts on lines of their own.
    made = report()
    made.blocks = [Text(f"{source.title}\v{source.link}\v{source.abstract}") for source in made.sources]
    assert lab.lost(made) == {}


def test_a_title_over_two_lines(lab: Lab) -> None:
    # Broken where it is long; a reader joins it. "Letter by letter", so decided without likeness.
    made = report()
    made.blocks[3].text = "Paper Beta on\vLow-Rank Updates"
    results = lab.grade(made)
    assert results.differing() == {}
    assert results["title_2"].mechanism == DET


def test_labels(lab: Lab) -> None:
    # "Title: ..." holds the title; headings of the parts are neither titles nor links.
    made = report()
    made.blocks = [
        block
        for source in made.sources
        for block in (
            Text(f"Paper {source.slot}", style="HEADING_2"),
            Text(f"Title: {source.title} (2025)"),
            Text(f"Link: {source.link}"),
            Text("Citations: 150. Published: March 2025."),
            Text("Abstract:", style="HEADING_3"),
            Text(source.abstract),
        )
    ]
    results = lab.grade(made)
    assert results.differing() == {}
    assert results["title_1"].mechanism == FUZZY


def test_a_table_per_paper(lab: Lab) -> None:
    # Three rows, one below the other, with a column of labels.
    made = report()
    made.blocks = [
        Grid([["Name", source.title], ["Link", source.link], ["Abstract", source.abstract]]) for source in made.sources
    ]
    assert lab.lost(made) == {}


def test_a_tab_per_paper(lab: Lab) -> None:
    # Nobody asked for one page; each tab gives a paper in order.
    made = report()

    def spread(raw: Json) -> None:
        first = raw["tabs"][0]
        content = [element for element in first["documentTab"]["body"]["content"] if "paragraph" in element]
        raw["tabs"] = [
            {"tabProperties": {"tabId": f"t.{n}", "title": str(n)},
             "documentTab": {**first["documentTab"], "body": {"content": content[3 * n : 3 * n + 3]}}}
            for n in range(5)
        ]  # fmt: skip

    made.edit = spread
    assert lab.lost(made) == {}


def test_empty_paragraphs_and_pictures(lab: Lab) -> None:
    # White space and a figure between the parts change no order.
    made = report()
    blocks = [(block, Text(""), Text(" ")) for block in made.blocks]
    made.blocks = [Picture(picture(1)), *(part for parts in blocks for part in parts)]
    made.blocks.insert(5, Picture(picture(2)))
    assert lab.lost(made) == {}


def test_unicode(lab: Lab) -> None:
    # No-break spaces, joiners and mathematical letters look like the plain words.
    made = report()
    made.blocks[
        0
    ].text = "Paper\u00a0Alpha on \U0001d400\U0001d41d\U0001d41a\U0001d429\U0001d42d\U0001d41e\U0001d42b Tu\u200bning"
    made.blocks[2].text = abstract(1).replace(" ", "\u2009")
    assert lab.lost(made) == {}


def test_runs_broken_anywhere(lab: Lab) -> None:
    # Real documents break runs in the middle of words and addresses; text, links and places stay the same.
    made = report()

    def split(raw: Json) -> None:
        for paragraph in paragraphs(raw):
            text = "".join(run["textRun"]["content"] for run in paragraph["elements"] if "textRun" in run)
            parts = [text[start : start + 7] for start in range(0, len(text), 7)]
            styles = [{"bold": True}, {}, {"italic": True}]
            paragraph["elements"] = [
                {"textRun": {"content": part, "textStyle": styles[place % 3]}} for place, part in enumerate(parts)
            ]

    made.edit = split
    assert lab.lost(made) == {}


def test_a_link_under_some_words_of_a_line(lab: Lab) -> None:
    # "Read it on arXiv (PDF)": two links, one paper.
    made = report()
    source = made.source(1)
    pdf = source.link.replace("/abs/", "/pdf/")
    made.blocks[1] = Text("Read it on arXiv (PDF)", links={"arXiv": source.link, "PDF": pdf})
    assert lab.lost(made) == {}


def test_a_link_beside_the_title(lab: Lab) -> None:
    # Behind the title on one line, with the abstract below: the order is kept.
    made = report()
    for slot in SLOTS:
        source = made.source(slot)
        made.blocks[3 * slot - 3 : 3 * slot - 1] = [Text(f"{source.title} \u2013 {source.link}"), Text("")]
    assert lab.lost(made) == {}


def test_a_link_before_the_title_on_its_line(lab: Lab) -> None:
    # The link stands in front of the title, not below it.
    made = report()
    made.blocks[0].text, made.blocks[1].text = f"{made.source(1).link} {made.source(1).title}", ""
    assert lab.lost(made) == failed(STRUCT, "structure_1")


def test_a_link_behind_the_abstract(lab: Lab) -> None:
    # At the end of the abstract's own paragraph: the abstract does not stand below it.
    made = report()
    made.blocks = [
        block for source in made.sources for block in (Text(source.title), Text(f"{source.abstract} {source.link}"))
    ]
    assert lab.lost(made) == failed(STRUCT, *(f"structure_{slot}" for slot in SLOTS))


def test_two_papers_on_one_line(lab: Lab) -> None:
    # Each link stands behind its title; only the first one's abstract, below both, does not follow it.
    made = report()
    first, second = made.sources[:2]
    line = f"{first.title}: {first.link}; {second.title}: {second.link}"
    made.blocks[:6] = [Text(line), Text(second.abstract), Text(first.abstract)]
    assert lab.lost(made) == failed(STRUCT, "structure_1")


def test_a_linked_title_and_a_link_below(lab: Lab) -> None:
    made = report()
    for slot in SLOTS:
        made.blocks[3 * slot - 3].links = {made.source(slot).title: made.source(slot).link}
    assert lab.lost(made) == {}


def test_an_introduction_and_references(lab: Lab) -> None:
    # Titles in running text before, all links again at the end: the entries themselves are in order.
    made = report()
    intro = "This report presents " + ", ".join(source.title for source in made.sources) + "."
    assert len(intro) < 300
    ending = [Text(f"[{source.slot}] {source.title}. {source.link}") for source in made.sources]
    made.blocks = [Text("Five papers", style="TITLE"), Text(intro), *made.blocks, Text("References"), *ending]
    assert lab.lost(made) == {}


def test_an_abstract_in_several_paragraphs(lab: Lab) -> None:
    made = report()
    made.blocks[2:3] = [Text(part) for part in abstract(1).split(". ")]
    assert lab.lost(made) == {}


def test_a_title_that_occurs_in_every_line(lab: Lab) -> None:
    # Another paper is called by a word of the trade; an abstract that uses it, line by line, is not cut into pieces.
    made = report()
    made.source(2).title = made.blocks[3].text = "Updates"
    made.source(1).abstract = abstract(1).replace(". ", " updates. ")
    made.blocks[2:3] = [Text(part) for part in made.source(1).abstract.split(". ")]
    assert lab.lost(made) == {}


def test_a_summary_and_the_abstract(lab: Lab) -> None:
    # More text than asked for, above and below, harms nothing.
    made = report()
    summary = " ".join(f"word{number}" for number in range(150))
    made.blocks[2:3] = [Text(summary), Text(abstract(1)), Text(summary)]
    assert lab.lost(made) == {}


def test_a_paraphrased_abstract(lab: Lab) -> None:
    # The abstract was asked for, not its content in other words: every fifth word is another one.
    made = report()
    words = abstract(1).split()
    made.blocks[2].text = " ".join("other" if place % 5 == 0 else word for place, word in enumerate(words))
    assert lab.lost(made) == failed(FUZZY, "abstract_1") | missing_dependency("structure_1")


def test_an_abstract_as_a_picture(lab: Lab) -> None:
    # A screenshot cannot be copied or searched; no step of this family reads pictures.
    made = report()
    made.blocks[2] = Picture(picture(3))
    assert lab.lost(made) == failed(FUZZY, "abstract_1") | missing_dependency("structure_1")


def test_links_to_semantic_scholar(lab: Lab) -> None:
    # The page there is a condition, not the link that was asked for.
    made = report()
    made.blocks[
        13
    ].text = "https://www.semanticscholar.org/paper/Paper-Epsilon/0000000000000000000000000000000000000005"
    assert lab.lost(made) == failed(WEB, "links_match_visits") | slot_lost(5)


def test_numbers_without_links(lab: Lab) -> None:
    # "arXiv:2501.00001" leads nowhere.
    made = report()
    for slot in SLOTS:
        made.blocks[3 * slot - 2].text = f"arXiv:2501.0000{slot}"
    assert lab.lost(made) == NOTHING


def test_links_in_the_page_header(lab: Lab) -> None:
    # On every page, above everything: not below any title.
    made = report()

    def move(raw: Json) -> None:
        tab = raw["tabs"][0]["documentTab"]
        content = tab["body"]["content"]
        links = [element for element in content if "https://" in str(element)]
        tab["body"]["content"] = [element for element in content if element not in links]
        tab["headers"] = {"kix.h": {"headerId": "kix.h", "content": links}}
        tab["documentStyle"]["defaultHeaderId"] = "kix.h"

    made.edit = move
    assert lab.lost(made) == NOTHING


@pytest.mark.parametrize("kind", ["Deletion", "Insertion"])
def test_suggestions(lab: Lab, kind: str) -> None:
    # The document is read as its author means it: what is struck out is gone, what is proposed counts.
    made = report()

    def suggest(raw: Json) -> None:
        (run,) = paragraphs(raw)[13]["elements"]
        run["textRun"][f"suggested{kind}Ids"] = ["suggest.1"]

    made.edit = suggest
    lost = failed(WEB, "links_match_visits") | slot_lost(5) if kind == "Deletion" else {}
    assert lab.lost(made) == lost


def test_preprint_and_journal_of_one_paper(lab: Lab) -> None:
    # Semantic Scholar has one record for both: one paper with two links, of which one was visited.
    made = report(4)
    other = Source(1, "https://www.nature.com/articles/s41586-025-00001-y", "10.1038/s41586-025-00001-y", "doi")
    made.sources.append(other)
    made.blocks.insert(2, Text(f"Published as {other.link}"))
    assert lab.lost(made) == {}


def test_an_older_preprint_of_a_journal_paper(lab: Lab) -> None:
    # First published is first published: the preprint of 2020 that the document also links makes the paper an old one.
    made = report(4)
    other = Source(
        4, "https://doi.org/10.1101/2020.01.01.000009", "10.1101/2020.01.01.000009", "doi", first="2020-01-02"
    )
    made.sources.append(other)
    made.blocks.insert(11, Text(f"Preprint: {other.link}"))
    assert lab.lost(made) == failed(DET, "recency_4")


def test_biorxiv_of_its_new_publisher(lab: Lab) -> None:
    # bioRxiv's DOIs begin with 10.64898 since December 2025; its addresses hold the DOI as before.
    made = report(4)
    source = made.source(3)
    source.number = "10.64898/2025.12.09.693001"
    source.link = made.visited[2] = f"https://www.biorxiv.org/content/{source.number}v1.full"
    made.blocks[7].text = f"https://doi.org/{source.number}"
    assert lab.lost(made) == {}


def test_nearly_the_same_title(lab: Lab) -> None:
    # A typing error is forgiven; another number is another paper.
    made = report()
    source = made.source(1)
    source.title = "Adapters at Scale, Part 2: Tuning a Hundred Models"
    made.blocks[0].text = "Adapters at Scale, Part 2: Tuning a Hundred Model"
    results = lab.grade(made)
    assert results.differing() == {}
    assert results["title_1"].mechanism == FUZZY
    made.blocks[0].text = "Adapters at Scale, Part 3: Tuning a Hundred Models"
    assert lab.lost(made) == failed(FUZZY, "title_1") | missing_dependency("structure_1")


def test_two_versions_of_a_title(lab: Lab) -> None:
    # A preprint was renamed when it appeared: either name is its title.
    made = report()
    made.source(2).more = {"title": "An Entirely Different Name of the Same Work"}
    made.blocks[0].text = made.source(1).title
    assert lab.lost(made) == {}
    made.blocks[3].text = "An Entirely Different Name of the Same Work"
    assert lab.lost(made) == {}


def test_one_paper_twice(lab: Lab) -> None:
    # Five entries, four papers.
    made = report()
    made.blocks[12:] = entry(made.source(1))
    assert lab.lost(made) == failed(WEB, "links_match_visits") | slot_lost(5)


def test_papers_side_by_side(lab: Lab) -> None:
    # A column of titles, then links, then abstracts: read row by row the parts of a paper do not follow one another.
    made = report()
    made.blocks = [Grid([[source.title for source in made.sources], [source.link for source in made.sources],
                         [source.abstract for source in made.sources]])]  # fmt: skip
    assert lab.lost(made) == failed(STRUCT, *(f"structure_{slot}" for slot in SLOTS))


@pytest.mark.parametrize("form", ["link", "title"])
def test_what_chemrxiv_is_searched_for(lab: Lab, form: str) -> None:
    # The title is found above a label and a blank line, or under the link itself.
    made = report(5)
    source = made.source(5)
    if form == "link":
        made.blocks[12:15] = [Text(source.title), Text("Link:"), Text(""), Text(source.link), Text(source.abstract)]
        assert lab.lost(made) == {}
    else:
        made.blocks[12:15] = [Text(source.title, links={source.title: source.link}), Text(source.abstract)]
        assert lab.lost(made) == failed(STRUCT, "structure_5")


def test_a_report_of_a_few_words(lab: Lab) -> None:
    # A single link is one paper, whose other steps are graded as usual.
    made = report()
    tiny = Report(2, made.sources, [Text(made.source(3).link)], made.visited)
    lost = {slug: brief for slot in (2, 3, 4, 5) for slug, brief in slot_lost(slot).items()}
    lost |= failed(WEB, "links_match_visits") | failed(FUZZY, "title_1", "abstract_1")
    assert lab.lost(tiny) == lost | missing_dependency("structure_1")
