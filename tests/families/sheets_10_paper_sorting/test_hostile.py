"""Blank, tiny, huge and malformed sheets: every step is reported, with its points, and none by an exception of ours."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from familykit import failed, missing_dependency
from familykit.hostile import corruptions

from pytest_knows.judge import NoJudge

from .building import OUTPUT, Line, drive_url, image, papers_of, words
from .outcomes import COLUMNS, DET, LOOKS, NEW, ORIGINAL


def test_one_cell(library, built):
    made = library()
    made.lines, made.columns, made.visited = [], ("title",), []
    lost = failed(DET, *COLUMNS) | missing_dependency(*ORIGINAL, "author_coverage", *NEW, *LOOKS)
    assert built(made, judge=NoJudge()).differing() == lost | failed("web_visit", "orig_visited")


@pytest.mark.parametrize("seed", range(12))
def test_malformed(library, regrade, base, seed):
    raw = base(2).json("artifact/file.json")
    made = library()
    made.edit = lambda _: next(corruptions(raw, 1, seed))
    results = regrade(made, judge=NoJudge())
    assert (len(results), results.maximum) == (27, 153)
    assert not [slug for slug, result in results.items() if result.details]
    assert "error" not in results.outcomes


@pytest.mark.parametrize("seed", range(4))
def test_malformed_gold(library, regrade, seed):
    made = library()

    def gold(originals, new):
        for place, part in enumerate((originals, new)):
            spoiled = next(corruptions(deepcopy(part["papers"]), 1, 10 * seed + place))
            part["papers"] = spoiled

    made.gold = gold
    results = regrade(made)
    assert results.maximum == 153
    assert not [slug for slug, result in results.items() if result.details]


def test_50_000_cells(library, regrade):
    """7,000 rows of other things below the papers."""
    made = library()

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        row = {"values": [{"effectiveValue": {"stringValue": "x"}, "formattedValue": "x"}] * 7}
        rows += [row] * 7000

    made.edit = edit
    results = regrade(made)
    # none of them is checked, or a checkbox
    assert {slug: results.brief(slug)[2] for slug in results.differing()} == {"col_new": 0, "new_checked": 0}


def test_300_papers(bench, base, library, regrade):
    """Further ones of the first author, of which Drive has the PDFs; the figures are one and the same."""
    made = library()
    author = made.papers[0].authors[0]
    pattern = papers_of(2, bench.rubric.facts(2))[1]
    targets = base(2).json("drive/targets.json")
    pdfs = next(child for child in targets[OUTPUT]["children"] if child["name"] == "pdfs")
    for place in range(284):
        paper = deepcopy(pattern)
        paper.number, paper.title = f"2401.{place:05}", words(f"many {place}", 8)
        paper.authors, paper.keyword, paper.figure = [author, "Ann Other"], False, False
        pdfs["children"].append({**pdfs["children"][0], "id": f"pdf{place}"})
        cells = dict(made.new[0].cells) | {"title": paper.title, "authors": ", ".join(paper.authors)}
        cells |= {"arxiv": f"https://arxiv.org/abs/{paper.number}", "drive": drive_url(f"pdf{place}")}
        cells["figure"] = image(made.shelf.figures[pattern.number])
        made.papers.append(paper)
        made.lines.append(Line(paper, cells))
        made.visited.append(cells["arxiv"])
    made.edit = made.rewrite
    results = regrade(made, {"drive/targets.json": json.dumps(targets).encode()})
    assert results.differing() == {}
    assert results["new_titles"].points == 12
