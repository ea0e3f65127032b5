"""What each mutation of the specification costs, and nothing else."""

from __future__ import annotations

from familykit import partly

from .building import YES, Item, move

DET, FUZZY, STRUCT, LLM = "deterministic", "fuzzy_match", "structural", "llm_vlm_judgement"
GRAPHS = "Recurrent Neural Networks, Graph Neural Networks"


def test_a_heading_without_its_style(lost):
    def change(paper):
        paper.part("5/18").style = "NORMAL_TEXT"

    assert lost(3, change) == partly(STRUCT, heading_3=9)


def test_two_references_swapped(lost):
    def change(paper):
        move(paper.kind(GRAPHS, "Presentations").items, (2, 1, 0, 3))

    assert lost(3, change) == partly(STRUCT, sorted=5)


def test_a_dead_link_that_is_not_struck_through(lost):
    def change(paper):
        paper.item("Electron Microscopy Images").look.clear()

    assert lost(3, change) == partly(STRUCT, dead_struck=6)


def test_a_look_and_a_slide_number(lost):
    def change(paper):
        del paper.item("Lil'Log").look["bold"]
        paper.item("European", "4/8").behind = " (2013, Peter Ralph) Slide: 67"

    assert lost(3, change) == partly(STRUCT, multi_bold=0) | partly(DET, slides_match=9)


def test_a_missing_reference(lost):
    def change(paper):
        del paper.kind(GRAPHS, "Blogs").items[2]

    assert lost(3, change) == {
        **partly(FUZZY, refs_present=9, author_meta=8, name_relevant=8),
        **partly(DET, no_duplicates=9, slides_match=9, slide_format=9, categorised=8, anchor_text=8),
    }


def test_a_type_that_is_none(lost):
    def change(paper):
        paper.kind("3/16", "Presentations").name = "Pictures"

    judge = [*YES, {"key": "list_type", "contains": "Pictures", "answer": "none"}]
    assert lost(3, change, judge=judge) == {
        **partly(DET, categories_covered=8),
        **partly(LLM, no_invalid_category=8),
    }


def test_a_dead_link(lost):
    def change(paper):
        added = Item("An old demo", "https://example.org/gone", " (Someone) Slide: 3")
        paper.kind("Robotics", "Videos").items.append(added)

    assert lost(2, change, pages={"https://example.org/gone": 404}) == partly(DET, no_dead_links=9)
