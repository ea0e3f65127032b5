"""Faults of the reference grader around headings, lists and layout."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly
from familykit.docs import Text, write

from .building import YES, Item, Kind, Part, elements, paper
from .courses import COURSES

fault = pytest.mark.fault
DET, FUZZY, STRUCT, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"


@fault("docs_37/F2")
@pytest.mark.parametrize("name", ["videos", "VIDEOS:", "Video", " Videos :", "Ｖideos"])
def test_types_however_they_are_written(lost, name):
    def change(paper):
        for kind in paper.kinds():
            kind.name = name if kind.name == "Videos" else kind.name

    assert lost(2, change) == {}


@fault("docs_37/F2")
def test_a_type_by_the_judges_word_is_that_type(grade):
    def change(paper):
        for kind in paper.kinds():
            kind.name = "Clips to watch" if kind.name == "Videos" else "Further reading"

    judge = [
        *YES,
        {"key": "list_type", "contains": "Clips", "answer": "Videos"},
        {"key": "list_type", "contains": "reading", "answer": "none"},
    ]
    results = grade(2, change, judge=judge)
    assert results.judge.asked.count("list_type") == 2
    assert results.differing() == {
        **partly(DET, categories_covered=4),
        **partly(LLM, no_invalid_category=4, categorised=3),
    }


@fault("docs_37/F3")
def test_headings_pass_as_bookmarked_for_want_of_a_sign(grade):
    assert grade(1).brief("bookmarked") == ("passed", "vacuous_pass", 10)


@fault("docs_37/F3")
def test_a_heading_that_no_link_can_lead_to_is_not_bookmarked(grade, lost):
    def change(paper):
        paper.part("8/21").style = "NORMAL_TEXT"

    assert lost(1, change) == partly(STRUCT, heading_3=7, bookmarked=7)
    start = next(
        entry["startIndex"]
        for entry in grade_json(grade, change)["body"]["content"]
        if "8/21" in str(entry.get("paragraph", ""))
    )
    named = {"createNamedRange": {"name": "yeast", "range": {"startIndex": start, "endIndex": start + 4}}}
    assert lost(1, change, more=[named]) == partly(STRUCT, heading_3=7)


def grade_json(grade, change):
    found = []
    grade(1, change, edit=lambda raw: found.append(raw))
    return found[0]["tabs"][0]["documentTab"]


@fault("docs_37/F3")
def test_a_lecture_without_heading_is_not_bookmarked(grade):
    def change(paper):
        paper.parts.remove(paper.part("11/12"))

    assert grade(1, change).brief("bookmarked") == ("failed", STRUCT, 7)


@fault("docs_37/F4")
def test_a_lecture_stands_for_no_other_one(lost):
    """ "VLM Review" has no heading; "LLM Review" and "RL Review" keep their own."""

    def change(paper):
        paper.parts.remove(paper.part("VLM"))

    assert lost(2, change) == {
        **partly(FUZZY, title_format=9, refs_present=8, author_meta=8, name_relevant=8),
        **partly(STRUCT, heading_3=9),
        **partly(DET, categories_covered=8, no_duplicates=8, categorised=8, slides_match=8, anchor_text=8),
        **partly(DET, slide_format=8),
    }


@fault("docs_37/F4")
def test_a_heading_is_paired_by_its_session_not_by_a_likeness(lost):
    """The links of "Overview: Introduction to the Introduction of Geology" are none of "Introduction to Minerals"."""

    def change(paper):
        overview, minerals = paper.part("Overview"), paper.part("Minerals")
        overview.kinds, minerals.kinds = minerals.kinds, []

    assert lost(4, change)["refs_present"] == ("failed", FUZZY, 7)


@fault("docs_37/F4")
def test_case_does_not_matter(lost):
    def change(paper):
        for part in paper.parts:
            part.text = part.text.upper()

    assert lost(4, change) == {}


@fault("docs_37/F14")
def test_lectures_that_are_no_headings_open_their_sections(lost):
    def change(paper):
        for part in paper.parts:
            part.style = "NORMAL_TEXT"

    for instance in (2, 4, 5):
        assert lost(instance, change) == failed(STRUCT, "heading_3")


@fault("docs_37/F14")
def test_chips_and_links_in_headings_are_read(lost):
    """The slides of a lecture under its title; a resource as a chip, whose title Drive gives."""

    def change(paper):
        paper.parts[5].text += " (slides)"

    def chip(raw):
        for found, place, text in elements(raw):
            if text.startswith("Lil'Log"):
                style = found[place].pop("textRun")["textStyle"]
                link = {"uri": style.pop("link")["url"], "title": text}
                found[place]["richLink"] = {"richLinkProperties": link, "textStyle": style}
            elif "(slides)" in text:
                found[place]["textRun"]["textStyle"]["link"] = {"url": "https://slides.example.org/6.pdf"}

    assert lost(3, change, edit=chip) == {}


@fault("docs_37/F15")
def test_lines_that_are_no_types(lost):
    """An introduction, a note, and slide numbers on a line of their own."""

    def change(paper):
        for part in paper.parts[:3]:
            part.text += "\n"
        first = paper.part("4/8")
        first.kinds.insert(0, Kind("What the speaker recommends.", style={"bold": False}, bullets=None))
        item = paper.item("European", "4/8")
        item.behind = " (2013, Peter Ralph)"
        first.kinds.append(Kind("Slide: 66", style={"bold": False}, bullets=None))
        first.kinds.append(Kind("(seen in autumn)", style={"bold": False}, bullets=None))

    assert lost(3, change) == {}


@fault("docs_37/F15")
def test_a_bullet_or_a_bold_line_is_a_type(lost):
    def change(paper):
        paper.part("4/8").kinds.append(Kind("Podcasts", bullets=None))
        paper.part("4/6").kinds.append(Kind("Films", style={"bold": False}))

    judge = [*YES, {"key": "list_type", "answer": "none"}]
    assert lost(3, change, judge=judge) == {
        **partly(LLM, no_invalid_category=7),
        **partly(STRUCT, category_bold=8, no_empty_list=7),
    }


@fault("docs_37/F15")
def test_types_of_dead_links_are_not_expected_where_these_move_away(lost):
    """Instance 5: "The End of Roman History" needs no list "Wikipedia", whose one link is dead."""
    assert lost(5) == {}


@fault("docs_37/F16")
def test_only_lectures_have_headings(lost):
    def change(paper):
        paper.parts.insert(4, Part("Module 2: Midterm Exam", style="NORMAL_TEXT"))
        paper.parts.insert(9, Part("Fall break"))

    assert lost(2, change, judge=[*YES, {"key": "lecture_heading", "answer": "no"}]) == partly(FUZZY, title_format=8)


@fault("docs_37/F16")
def test_headings_of_other_levels_and_inactive_links_are_no_lectures(lost):
    def change(paper):
        paper.parts.insert(0, Part("The whole course", style="HEADING_1"))
        paper.parts.insert(4, Part("Second half", style="HEADING_2"))

    assert lost(5, change) == {}


@fault("docs_37/F17")
@pytest.mark.parametrize(
    ("instance", "old", "new"),
    [
        (4, "Session 13\u201315:", "Session 13-15:"),
        (4, "Session 13\u201315:", "session 13 \u2014 15 :"),
        (1, "8/19:", "08/19:"),
        (5, "Session 25a:", "Session 25A:"),
        (2, "Module 3:", "MODULE 03 \uff1a"),
    ],
)
def test_prefixes_however_they_are_written(lost, instance, old, new):
    def change(paper):
        part = paper.part(old)
        part.text = part.text.replace(old, new)

    assert lost(instance, change) == {}


@fault("docs_37/F18")
def test_the_right_number_with_another_title(lost):
    def change(paper):
        paper.part("Session 32").text = "Session 32: Avalanches and snow"

    assert lost(4, change) == partly(FUZZY, title_format=9)


@fault("docs_37/F18")
def test_a_number_of_several_lectures_needs_the_title_too(lost):
    def change(paper):
        paper.part("RL Review").text = "Module 1: How rewards shape behaviour"

    judge = [*YES, {"key": "lecture_heading", "answer": "no"}]
    results = lost(2, change, judge=judge)
    assert results["title_format"] == ("failed", FUZZY, 8)
    assert results["heading_3"] == ("failed", STRUCT, 9)
    assert results["refs_present"] == ("failed", FUZZY, 9)


@fault("docs_37/F19")
def test_nothing_is_left_of_the_document_before(grade):
    def spoil(paper):
        paper.parts.clear()

    first = grade(3)
    assert grade(3, spoil).points == 0
    assert grade(3) == first


@fault("docs_37/F20")
def test_what_the_gold_has_none_of_passes_with_points(grade, tmp_path):
    gold = course_with(tmp_path, 3, lambda one: one.name == "European genealogy FAQ")

    def change(paper):
        for part in paper.parts:
            part.kinds = [kind for kind in part.kinds if part.text.startswith(("4/6", "4/8"))]

    results = grade(3, change, gold=gold)
    assert results.differing() == {}
    vacuous = {slug for slug, result in results.items() if result.mechanism.value == "vacuous_pass"}
    assert vacuous == {"dead_struck", "sorted", "multi_plus_1pt", "multi_bold", "multi_color", "no_dup_slide_numbers"}
    blank = grade(3, lambda paper: paper.parts.clear(), gold=gold)
    assert blank.points == 0
    assert {slug: blank.brief(slug) for slug in vacuous} == missing_dependency(*vacuous)


@fault("docs_37/F20")
def test_what_the_document_has_none_of_fails(lost):
    def change(paper):
        for part in paper.parts:
            part.kinds.clear()

    found = lost(2, change)
    assert {slug: found[slug] for slug in ("category_bold", "no_empty_list", "no_invalid_category")} == failed(
        STRUCT, "category_bold", "no_empty_list", "no_invalid_category"
    )
    assert found["no_dead_links"] == ("failed", "dependency_not_evaluated", 0)
    assert found["categorised"] == ("failed", "dependency_not_evaluated", 0)


def course_with(folder, instance, keep):
    """A gold archive with some of a course's resources."""
    from dataclasses import replace

    course = COURSES[instance]
    return replace(course, resources=[one for one in course.resources if keep(one)]).write(folder)


@fault("docs_37/F14")
def test_a_table_for_each_lecture(bench, workspace, gold):
    """Title on the left, lists on the right: a cell's paragraphs are read like others."""
    from familykit.docs import Grid

    made = paper(3)
    blocks = []
    for part in made.parts:
        rows = [[Text(part.text, style=part.style), ""]]
        for kind in part.kinds:
            rows += [["", block] for block in kind.blocks()]
        blocks += [Grid(rows)]
    file = write(workspace, blocks)
    assert bench.grade(bench.freeze(file, 3, edit=bulleted_cells), judge=YES, gold=gold).differing() == {}


def bulleted_cells(raw):
    """The kit's cells have no bullets; give the links theirs."""
    for entry in raw["tabs"][0]["documentTab"]["body"]["content"]:
        for row in entry.get("table", {}).get("tableRows", ()):
            row["tableCells"][1]["content"][0]["paragraph"]["bullet"] = {"listId": "kix.list"}


@fault("docs_37/F7")
@pytest.mark.parametrize(("text", "style"), [("Inactive Links", "HEADING_3"), ("INACTIVE LINKS:", "NORMAL_TEXT")])
def test_the_section_is_known_by_its_words(lost, text, style):
    def change(paper):
        part = paper.part("Inactive")
        part.text, part.style = text, style

    assert lost(5, change) == {}


@fault("docs_37/F7")
def test_the_section_as_a_bold_bullet_is_no_type(lost):
    def change(paper):
        part = paper.parts.pop()
        paper.parts[-1].kinds.append(Kind("Inactive Links", part.kinds[0].items))

    assert lost(5, change) == {}


@fault("docs_37/F7")
def test_the_section_has_to_be_the_last(lost):
    def change(paper):
        paper.parts.insert(2, paper.parts.pop())

    assert lost(5, change) == failed(STRUCT, "inactive_section")


@fault("docs_37/F7")
def test_a_link_counts_once_and_a_live_one_fails(lost):
    def change(paper):
        items = paper.part("Inactive").kinds[0].items
        items += [items[0], items[0], Item("Munda again", "https://en.wikipedia.org/wiki/Battle_of_Munda", "")]

    assert lost(5, change) == partly(DET, inactive_section=6)


@fault("docs_37/F7")
def test_an_empty_section_passes_and_none_fails(grade, lost):
    def empty(paper):
        paper.part("Inactive").kinds.clear()

    results = grade(5, empty)
    assert results.differing() == {}
    assert results.brief("inactive_section") == ("passed", "vacuous_pass", 10)
    assert lost(5, lambda paper: paper.parts.pop()) == failed(STRUCT, "inactive_section")


@fault("docs_37/F7")
def test_a_dead_link_left_under_its_lecture_costs_nothing_and_is_told(grade):
    def change(paper):
        moved = paper.part("Inactive").kinds[0].items.pop(1)
        paper.kind("25b", "Presentations").items.append(moved)

    results = grade(5, change)
    assert results.differing() == {}
    assert any("Lost Page" in entry["value"] for entry in results["inactive_section"].evidence)


@fault("docs_37/F7")
def test_pages_known_to_be_dead_beside_the_gold(lost):
    def change(paper):
        paper.part("Inactive").kinds[0].items.append(Item("Free maps", "http://awmc.example.edu/free-maps", ""))

    assert lost(5, change) == {}
