"""One change at a time: exactly the steps that have to do with it lose points, by the mechanism that found it."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly
from familykit.sheets import cell

from .building import BOX, PDF, WHITE, YELLOW, boxed, drive_url, figure, image, uploaded
from .outcomes import DET, FUZZY, LLM, NEW, SPATIAL, STRUCT, WEB


def test_m1_a_header_that_names_no_column(grade, library):
    made = library()
    made.headers["abstract"] = "Topic"
    made.answer("column_abstract", "NONE")
    assert grade(made).differing() == (
        failed(LLM, "col_abstract") | missing_dependency("orig_abstracts", "new_abstracts")
    )


def test_m2_a_pdf_outside_the_source_folder(bench, grade, library):
    made = library()
    stray = uploaded(bench.workspace, "stray.pdf", PDF, "application/pdf")
    made.originals[1].cells["drive"] = drive_url(stray)
    assert grade(made).differing() == partly(DET, orig_drive=3)


def test_m3_two_new_papers_unchecked(grade, library):
    made = library()
    for line in made.new[4:6]:
        line.cells["new"] = boxed(False)
    assert grade(made).differing() == partly(DET, new_checked=8)


def test_m4_a_white_row_between_yellow_ones(grade, library):
    made = library()
    made.lines[1], made.lines[2] = made.lines[2], made.lines[1]
    assert grade(made).differing() == failed(STRUCT, "grouping")


def test_m5_a_search_is_no_visit(library, regrade):
    made = library()
    number = made.new[3].paper.number
    made.visited.remove(f"https://arxiv.org/abs/{number}")
    made.visited += [f"https://arxiv.org/search/?query={number}", f"https://arxiv.org/abs/{number}9"]
    assert regrade(made).differing() == partly(WEB, new_visited=11)


def test_m6_clipped_abstracts(grade, library):
    made = library()
    for line in made.originals + made.new:
        line.cells["abstract"] = cell(line.cells["abstract"]) | {"userEnteredFormat": {"wrapStrategy": "CLIP"}}
    assert grade(made).differing() == failed(SPATIAL, "overflow")


# -- the rows ----------------------------------------------------------------------------------------------------------

ROWS = {
    "title": ("Notes on nothing in particular", "titles", FUZZY),
    "authors": ("Ann Other, Jan Nowak", "authors", DET),
    "abstract": ("It says something or other about this and that, and then it ends.", "abstracts", FUZZY),
    "arxiv": ("https://example.org/abs/2502.12764", "arxiv", DET),
    "drive": ("https://example.org/file/d/abc/view", "drive", DET),
}


@pytest.mark.parametrize("name", ["authors", "abstract", "drive"])
def test_one_wrong_cell_of_an_original(quick, library, name):
    made = library()
    value, what, mechanism = ROWS[name]
    made.originals[2].cells[name] = value
    assert quick(made).differing() == partly(mechanism, **{f"orig_{what}": 3})


@pytest.mark.parametrize("name", ["title", "arxiv"])
def test_an_original_is_found_by_the_other_name(quick, library, name):
    """By its number where the title is wrong, and the other way round."""
    made = library()
    value, what, mechanism = ROWS[name]
    made.originals[2].cells[name] = value
    assert quick(made).differing() == partly(mechanism, **{f"orig_{what}": 3})


@pytest.mark.parametrize("name", ["title", "abstract", "arxiv", "drive"])
def test_one_wrong_cell_of_a_new_paper(quick, library, name):
    made = library()
    value, what, mechanism = ROWS[name]
    made.new[5].cells[name] = value
    assert quick(made).differing() == partly(mechanism, **{f"new_{what}": 11})


def test_a_new_paper_of_somebody_else(quick, library):
    """It is no new paper of theirs: eleven are there, and one of the originals lacks its third."""
    made = library()
    made.new[5].cells["authors"] = "Ann Other, Jan Nowak"
    rows = dict.fromkeys(("new_titles", "new_abstracts"), 11)
    exact = dict.fromkeys(("new_authors", "new_arxiv", "new_drive"), 11)
    lost = partly(FUZZY, author_coverage=3, **rows) | partly(DET, **exact) | partly(WEB, new_visited=11)
    assert quick(made).differing() == lost


def test_an_original_that_is_missing(quick, library):
    made = library()
    made.lines.remove(made.originals[0])
    assert quick(made).differing() == (
        partly(FUZZY, orig_titles=3, orig_abstracts=3)
        | partly(DET, orig_authors=3, orig_arxiv=3, orig_drive=3, orig_unchecked=3)
        | partly(LLM, orig_figures=7)
    )


def test_no_new_papers(quick, library):
    """Nobody mentions the keyword then, so that nothing has to be yellow."""
    made = library()
    made.lines = list(made.originals)
    assert quick(made).differing() == failed(FUZZY, "author_coverage") | missing_dependency(*NEW)


def test_an_original_that_is_checked(quick, library):
    made = library()
    made.originals[3].cells["new"] = boxed(True)
    assert quick(made).differing() == partly(DET, orig_unchecked=3)


# -- figures -----------------------------------------------------------------------------------------------------------


def test_figures_that_are_others(quick, library):
    """The judge is shown two of the figures as wrong ones: seven of ten originals' points, nine of the new ones'."""
    made = library()
    for line in (made.originals[0], made.new[0]):
        line.cells["figure"] = image(made.shelf.figures[made.new[7].paper.number])
    made.rules = [{"key": "figure", "answer": False}]
    results = quick(made)
    assert results.differing() == partly(LLM, orig_figures=0, new_figures=0)


def test_the_very_figure_needs_no_judge(bench, grade, library):
    made = library()
    number = made.originals[0].paper.number
    folder = made.shelf.folders["figures"]
    exact = uploaded(bench.workspace, "exact.png", figure(number), "image/png", folder)
    made.originals[0].cells["figure"] = image(exact)
    made.rules = [{"key": "figure", "answer": False}]
    assert grade(made).differing() == partly(LLM, orig_figures=2, new_figures=0)


def test_a_figure_outside_the_folder(bench, grade, library):
    made = library()
    stray = uploaded(bench.workspace, "stray.png", figure("x000", 2), "image/png", made.shelf.folders["pdfs"])
    made.originals[1].cells["figure"] = image(stray)
    assert grade(made).differing() == partly(LLM, orig_figures=7)


# -- the looks ---------------------------------------------------------------------------------------------------------


def test_a_false_alarm(quick, library):
    made = library()
    made.lines[2].fill = YELLOW
    assert quick(made).differing() == partly(FUZZY, yellow=9)


def test_one_of_two_highlighted(quick, library):
    made = library()
    made.lines[1].fill = WHITE
    assert quick(made).differing() == partly(FUZZY, yellow=5)


def test_nothing_highlighted(quick, library):
    made = library()
    for line in made.lines:
        line.fill = WHITE
    assert quick(made).differing() == failed(FUZZY, "yellow") | missing_dependency("grouping")


def test_no_checkboxes(quick, library):
    made = library()
    for line in made.lines:
        line.cells["new"] = {"userEnteredValue": {"boolValue": not line.paper.original}}
    assert quick(made).differing() == failed(DET, "col_new")


def test_half_of_them_checkboxes(quick, library):
    """More than half is asked for."""
    made = library()
    for line in made.lines[:8]:
        line.cells["new"] = {"userEnteredValue": {"boolValue": not line.paper.original}}
    assert quick(made).differing() == failed(DET, "col_new")
    made.lines[0].cells["new"]["dataValidation"] = BOX
    assert quick(made).differing() == {}
