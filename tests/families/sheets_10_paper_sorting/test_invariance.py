"""What may be changed about a sheet without any outcome changing."""

from __future__ import annotations

import pytest
from familykit.sheets import cell

from .building import Library, boxed


def permuted(made: Library) -> None:
    made.columns = ("new", "figure", "title", "abstract", "authors", "drive", "arxiv")


def moved(made: Library) -> None:
    made.above, made.left = [[], ["All the papers"], []], 2


def titled(made: Library) -> None:
    made.above = [["All the papers"]]


def another_tab(made: Library) -> None:
    made.tabs = {"Shopping": [["Name", "Price"], ["Bread", 3]], "Empty": []}
    made.first = False


def another_locale(made: Library) -> None:
    made.more.append({"updateSpreadsheetProperties": {"properties": {"locale": "fr_FR"}, "fields": "locale"}})


def formulas(made: Library) -> None:
    for line in filter(None, made.lines):
        for name in ("title", "authors"):
            text = line.cells[name].replace('"', '""')
            line.cells[name] = f'="{text}"'


def formal(made: Library) -> None:
    made.formal = True


def faulty(made: Library) -> Library:
    """One thing is wrong in each column."""
    first, second, third, *_ = made.originals
    first.cells["authors"] = "Ann Other"
    second.cells["title"] = "Something else altogether"
    third.cells |= {"abstract": "None.", "new": boxed(True)}
    made.new[0].cells |= {"drive": "https://example.org", "figure": ""}
    made.new[1].cells["arxiv"] = "https://example.org"
    made.lines[4], made.lines[1] = made.lines[1], made.lines[4]
    clip = {"userEnteredFormat": {"wrapStrategy": "CLIP"}}
    made.new[5].cells["abstract"] = cell(made.new[5].cells["abstract"]) | clip
    return made


@pytest.fixture(scope="module")
def unchanged(built, library):
    return {"right": built(library()).differing(), "faulty": built(faulty(library())).differing()}


@pytest.mark.parametrize("change", [permuted, moved, titled, another_tab, another_locale, formulas, formal])
@pytest.mark.parametrize("kind", ["right", "faulty"])
def test_outcomes_stay(built, library, unchanged, kind, change):
    made = library() if kind == "right" else faulty(library())
    change(made)
    assert built(made).differing() == unchanged[kind]


def test_the_faulty_one_is_faulty(unchanged):
    assert unchanged["right"] == {}
    assert set(unchanged["faulty"]) == {
        *("orig_authors", "orig_titles", "orig_abstracts", "orig_unchecked", "new_drive", "new_figures", "new_arxiv"),
        *("new_visited", "grouping", "overflow"),
    } - {"new_visited"}
