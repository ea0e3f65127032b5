"""What becomes of the steps when the judge, gold data, Drive, the arXiv or the trace are missing or damaged."""

from __future__ import annotations

import json

import pytest
from familykit import failed, partly, ungraded, world_error

from pytest_knows.checks import arxiv
from pytest_knows.errors import JudgeError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.judge import NoJudge

from .building import OUTPUT, boxed, figure_file
from .outcomes import DET, FUZZY, OF_GOLD, WEB

GOLD = ("orig_authors", "orig_abstracts", "orig_figures", *OF_GOLD, "yellow")
FIGURES = ("orig_figures", "new_figures")
DATA = "sheets_10_paper_sorting/instance_2/data"


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
def test_without_a_judge(library, regrade, judge, open_):
    assert regrade(library(), judge=judge).differing() == open_(*FIGURES)


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("title", ("orig_titles", "new_checked", "author_coverage", *OF_GOLD, "yellow")),
        ("arxiv", ("orig_arxiv", "new_arxiv")),
        ("authors", ("orig_authors", "author_coverage", *OF_GOLD, "yellow")),
        ("new", ("orig_unchecked", "new_checked")),
    ],
)
def test_a_header_that_only_a_judge_can_tell(library, quick, judge, open_, name, steps):
    """All that depends on the column is open; where titles are known, rows are found by them."""
    made = library()
    made.headers[name] = "Blah"
    lost = open_(*{f"col_{name}", *steps, *FIGURES})
    assert quick(made, judge=judge).differing() == lost


def test_a_row_that_is_not_found_may_be_there(library, quick):
    """While nobody can tell which column is the arXiv's; a failure elsewhere stays one."""
    made = library()
    made.headers["arxiv"] = "Blah"
    made.originals[0].cells |= {"title": "Something else altogether", "new": boxed(True)}
    made.originals[1].cells["new"] = boxed(True)
    found = quick(made, judge=NoJudge())
    assert found.brief("orig_titles") == ("ungraded", "not_graded", 3)
    assert found.brief("orig_unchecked") == ("failed", DET, 2)


# -- the gold data -----------------------------------------------------------------------------------------------------


def test_no_gold(library, regrade):
    """Titles, numbers and first authors of the originals are known without."""
    assert regrade(library(), gold=GoldArchive.open("none")).differing() == ungraded(*GOLD)


def test_no_gold_and_a_wrong_cell(library, quick):
    """What no gold data could mend fails."""
    made = library()
    made.originals[0].cells["drive"] = made.new[0].cells["drive"] = ""
    found = quick(made, gold=GoldArchive.open("none"))
    assert found.brief("new_drive") == ("failed", DET, 0)
    assert found.brief("orig_drive") == ("failed", DET, 3)


@pytest.mark.parametrize("content", [None, "", "[]", '{"papers": 3}', "\x00", "[" * 100_000])
def test_damaged_gold(library, regrade, tmp_path, content):
    archive = library().write_gold(tmp_path)
    for name in ("gold_papers", "gold_new_papers"):
        if content is None:
            (archive / DATA / f"{name}.json").unlink()
        else:
            (archive / DATA / f"{name}.json").write_text(content)
    assert regrade(library(), gold=archive).differing() == world_error(*GOLD)


def test_a_gold_figure_that_is_missing(library, regrade, tmp_path):
    made = library()
    archive = made.write_gold(tmp_path)
    (archive / DATA / ".." / figure_file(made.originals[0].paper.number)).unlink()
    lost = {"orig_figures": ("error", "execution_error", 7)}
    assert regrade(made, gold=archive).differing() == lost


def test_an_original_that_the_gold_data_lacks(library, regrade):
    made = library()
    made.gold = lambda originals, _: originals["papers"].pop(0)
    found = regrade(made)
    assert {slug: found.brief(slug)[0] for slug in found.differing()} == dict.fromkeys(
        ("orig_authors", "orig_abstracts", "orig_figures"), "error"
    )


def test_gold_without_any_figure(library, regrade):
    made = library()
    for paper in made.papers:
        paper.figure = False
    assert regrade(made).differing() == world_error(*FIGURES)


def test_nobody_looked_for_the_keyword(library, regrade):
    made = library()
    for paper in made.papers:
        paper.keyword = None
    assert regrade(made).differing() == failed("dependency_not_evaluated", "yellow")


# -- Drive -------------------------------------------------------------------------------------------------------------


def without(snapshot, name, change):
    raw = json.loads(snapshot.read(name))
    change(raw)
    return {name: json.dumps(raw).encode()}


def test_no_assets(bench, base, library, regrade):
    files = without(base(2), "drive/assets.json", lambda raw: raw.clear())
    assert regrade(library(), files).differing() == ungraded("orig_drive")


def test_a_source_folder_that_was_not_listed(base, library, regrade):
    """Drive's own address is enough then; an address of another server is not."""
    made = library()

    def refused(raw):
        (entry,) = raw.values()
        del entry["children"]
        entry["error"] = "403"

    files = without(base(2), "drive/assets.json", refused)
    results = regrade(made, files)
    assert results.differing() == {}
    assert [entry["label"] for entry in results["orig_drive"].evidence] == ["not verified"] * 4
    made.originals[0].cells["drive"] = made.originals[0].cells["drive"].replace("drive.google", "mail.google")
    made.edit = made.rewrite
    assert regrade(made, files).differing() == partly(DET, orig_drive=3)


def test_an_output_folder_that_was_not_listed(base, library, regrade):
    """The figures in it cannot be seen."""

    def refused(raw):
        del raw[OUTPUT]["children"]
        raw[OUTPUT]["error"] = "500"

    assert regrade(library(), without(base(2), "drive/targets.json", refused)).differing() == world_error(*FIGURES)


def test_no_record_of_the_output_folder(base, library, regrade):
    files = without(base(2), "drive/targets.json", lambda raw: raw.clear())
    assert regrade(library(), files).differing() == world_error("new_drive", *FIGURES)


def test_an_output_folder_that_the_agent_deleted(base, library, regrade):
    files = without(base(2), "drive/targets.json", lambda raw: raw[OUTPUT].update(trashed=True))
    assert regrade(library(), files).differing() == failed(DET, "new_drive", *FIGURES)


def test_a_figure_that_was_not_recorded(base, library, regrade):
    made = library()
    number = made.originals[0].paper.number

    def lost(raw):
        folder = next(child for child in raw[OUTPUT]["children"] if child["name"] == "figures")
        entry = next(child for child in folder["children"] if child["id"] == made.shelf.figures[number])
        del entry["content"]
        entry["error"] = "not recorded: too large"

    results = regrade(made, without(base(2), "drive/targets.json", lost))
    assert results.differing() == {"orig_figures": ("error", "execution_error", 7)}
    # one that is wrong decides, whatever another one is
    made.rules = [{"key": "figure", "answer": False}]
    assert regrade(made, without(base(2), "drive/targets.json", lost))["orig_figures"].outcome == "failed"


# -- the arXiv and the trace -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [None, 403, 429, 503, {"error": "timed out"}, "<p>busy</p>", "<feed/>", "\x00"])
def test_an_arxiv_that_does_not_answer(library, regrade, page):
    """About a paper that the gold data does not have."""
    made = library()
    paper = made.new[-1].paper
    paper.in_gold = False
    if page is not None:
        made.pages[arxiv.query(paper.number).address] = page
    results = regrade(made)
    assert {slug: results.brief(slug) for slug in results.differing()} == {
        slug: ("error", "execution_error", 11) for slug in OF_GOLD if slug != "new_figures"
    } | {"new_figures": ("error", "execution_error", 9)}


@pytest.mark.parametrize("status", [400, 404])
def test_a_number_that_the_arxiv_does_not_have(library, regrade, status):
    made = library()
    paper = made.new[-1].paper
    paper.in_gold = False
    made.pages[arxiv.query(paper.number).address] = status
    found = regrade(made).differing()
    assert found == (
        partly(FUZZY, new_titles=11, new_abstracts=11)
        | partly(DET, new_authors=11, new_arxiv=11, new_drive=11)
        | partly(WEB, new_visited=11)
    )


def test_a_paper_of_somebody_else_by_the_arxiv(library, regrade):
    """The sheet claims that it is theirs."""
    made = library()
    paper = made.new[-1].paper
    paper.in_gold = False
    paper.authors = ["Ann Other"]
    made.ask(paper)
    assert regrade(made)["new_authors"].points == 11


def test_what_the_arxiv_is_asked_about(bench, base, library, tmp_path):
    """What the gold data does not have; without gold data all."""
    made = library()
    snapshot = base(2)
    assert bench.named(snapshot, made.write_gold(tmp_path / "whole")) == []
    newer, bare = made.new[4].paper, made.originals[3].paper
    newer.in_gold = False
    made.gold = lambda originals, _: originals["papers"][3].update(abstract="")
    asked = [arxiv.query(paper.number).address for paper in (bare, newer)]
    assert bench.named(snapshot, made.write_gold(tmp_path / "less")) == asked
    assert len(bench.named(snapshot)) == 16


def test_visits_not_recorded(library, regrade):
    made = library()
    made.visited = None
    assert regrade(made).differing() == world_error("orig_visited", "new_visited")


def test_nothing_of_the_arxiv_visited(library, regrade):
    made = library()
    made.visited = ["https://scholar.google.com/citations?user=x"]
    assert regrade(made).differing() == failed(WEB, "orig_visited", "new_visited")
