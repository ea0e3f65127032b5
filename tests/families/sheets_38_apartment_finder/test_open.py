"""What becomes of the steps when the judge, the trace, pages or the sheet itself are missing or damaged."""

from __future__ import annotations

import json

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.hostile import corruptions
from familykit.sheets import write

from pytest_knows.errors import JudgeError
from pytest_knows.evidence.pages import page_of
from pytest_knows.grading import Grader, Resources
from pytest_knows.judge import NoJudge

from .building import (
    DET,
    GREEN,
    INSTANCES,
    POINTS,
    RED,
    STRUCTURAL,
    WEB,
    full_score,
    listing_steps,
    notice,
    scale,
)


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


JUDGES = [(NoJudge(), ungraded), (BrokenJudge(), world_error)]

# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_columns_that_only_a_judge_can_tell(grade, judge, open_):
    """Their steps stay open; what the other columns say is decided."""
    search = full_score()
    search.put(0, "beds", "Sleeping rooms")
    search.put(0, "dealbreakers", "Hm")
    beds = [f"listing_{at}_beds_match" for at in range(1, 6)]
    assert grade(search, judge=judge).differing() == open_("col_bedrooms", "col_dealbreakers", *beds)


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_links_that_only_a_judge_can_tell(grade, judge, open_):
    search = full_score()
    search.put(0, "url", "Where I found it")
    steps = [slug for at in range(1, 6) for slug in listing_steps(1, at)]
    assert grade(search, judge=judge).differing() == open_("col_url", "listings_visited", *steps)


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_colours_on_a_column_that_only_a_judge_can_tell(grade, judge, open_):
    """A scale on a known column is one; whether all of them run the right way is open, unless one is known to be wrong.
    Without one on a known column both are open."""
    search = full_score()
    search.put(0, "sqft", "Room to live")
    wanted = open_("col_sqft", "scale_direction")
    assert grade(search, judge=judge).differing() == wanted
    search.scales[0] = scale(1, RED, GREEN)
    assert grade(search, judge=judge).differing() == open_("col_sqft") | failed(DET, "scale_direction")
    del search.scales[0]
    assert grade(search, judge=judge).differing() == wanted | open_("colour_scale")


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_texts_that_only_a_judge_can_read(grade, judge, open_):
    """A blank cell and a wrong number fail all the same."""
    search = full_score()
    for flat in search.flats[:3]:
        flat.rooms = flat.rooms.split(" / ")[0]
        flat.attributes, flat.place = flat.attributes[1:], "Main at Elm"
    search.put(2, "baths", None)
    search.put(2, "address", None)
    search.put(4, "pets", "Cats only")
    assert grade(search, judge=judge).differing() == (
        open_(*(f"listing_{at}_{name}" for at in (1, 3) for name in ("baths_match", "address_match")))
        | open_(*(f"listing_{at}_unit_laundry_match" for at in (1, 2, 3)), "listing_4_pets_match")
        | failed(DET, "listing_2_baths_match", "listing_2_address_match")
    )


def test_the_judge_tells_the_column_of_a_colour_scale(grade):
    search = full_score()
    search.put(0, "sqft", "Room to live")
    search.answer("column_sqft", "1")
    del search.scales[0]
    assert grade(search).differing() == {}


# -- trace and pages ---------------------------------------------------------------------------------------------------


def test_no_trace(regrade):
    search = full_score()
    search.visited = None
    assert regrade(search, judge=NoJudge()).differing() == world_error("craigslist_visited", "listings_visited")


def test_empty_trace(regrade):
    search = full_score()
    search.visited = []
    assert regrade(search, judge=NoJudge()).differing() == failed(WEB, "craigslist_visited", "listings_visited")


def test_no_pages(regrade):
    """Nothing can be said of any listing, but a blank sheet's fault is its own."""
    search = full_score()
    search.flats = []
    steps = [slug for at in range(1, 6) for slug in listing_steps(1, at)]
    assert regrade(search, judge=NoJudge()).differing() == world_error(*steps)


def test_a_damaged_page(regrade):
    search = full_score()
    search.pages[search.flats[2].url] = {"body": b"\x00\xff<", "content_type": "image/png"}
    assert regrade(search, judge=NoJudge()).differing() == world_error(*listing_steps(1, 3))


class Later:
    """A page that was fetched when the episode was over."""

    def __init__(self, url: str, status: int, body: bytes) -> None:
        self.url, self.status, self.body = url, status, body

    def get(self, url):
        entry = {"url": url, "status": self.status, "content_type": "text/html", "file": "later", "error": None}
        return page_of(url, entry, self) if url == self.url else None

    def has(self, name):
        return name == "later"

    def read(self, name):
        return self.body


@pytest.mark.parametrize("status", [200, 404, 410])
def test_a_posting_that_was_fetched_later(frozen, rubric, status):
    """One that is gone by then says nothing about the time of the search; one that is there counts."""
    search = full_score()
    flat = search.flats.pop(0)
    snapshot = frozen(search)

    def lost(body: str):
        resources = Resources(later_pages=Later(flat.url, status, body.encode()))
        results = Grader(rubric, rubric.tasks[0], snapshot, resources).results()
        return {slug: result.outcome.value for slug, result in results.items() if result.outcome.value != "passed"}

    assert lost(notice()) == dict.fromkeys(listing_steps(1, 1), "error")
    assert lost(flat.html) == ({} if status == 200 else dict.fromkeys(listing_steps(1, 1), "error"))


# -- the sheet itself --------------------------------------------------------------------------------------------------


def blank(slugs) -> dict:
    """3.1 is of the trace alone."""
    columns = [slug for slug in slugs if slug.startswith("col_")]
    others = [slug for slug in slugs if slug not in (*columns, "summary_table", "craigslist_visited")]
    return failed(DET, *columns) | missing_dependency(*others) | failed(STRUCTURAL, "summary_table")


@pytest.mark.parametrize("instance", INSTANCES)
def test_blank_sheet(bench, instance):
    """With the pages and visits of a good one."""
    search = full_score(instance)
    file = write(bench.workspace, {"Sheet1": []})
    snapshot = bench.freeze(file, instance, pages=search.recorded(), visited=search.visited)
    results = bench.grade(snapshot, judge=NoJudge())
    assert results.differing() == blank(results)
    assert results.maximum == POINTS[instance]


def test_tiny_sheets(bench):
    for grid in ([["x"]], [["Address", "Price"], ["1 Elm St", 900]]):
        snapshot = bench.freeze(write(bench.workspace, {"Sheet1": grid}), 1, visited=[])
        results = bench.grade(snapshot, judge=NoJudge())
        assert results.differing() == blank(results) | failed(WEB, "craigslist_visited")


def test_huge_sheet(regrade):
    """50,000 cells in a plain range, links and copies among them."""
    search = full_score()

    def edit(raw):
        sheet = raw["sheets"][0]
        rows = sheet["data"][0]["rowData"]
        rows += [rows[1 + at % 5] for at in range(4_200)]
        sheet["data"][0]["rowMetadata"] = []
        del sheet["tables"]

    search.edit = edit
    assert regrade(search, judge=NoJudge()).differing() == failed(STRUCTURAL, "summary_table")


def test_malformed_json(base, regrade):
    raw = json.loads(base(1).read("artifact/file.json"))
    search = full_score()
    for copy in ([], {"sheets": 7}, {"sheets": [{"tables": [{}]}]}, *corruptions(raw, 10)):
        search.edit = lambda _, copy=copy: copy
        results = regrade(search, judge=NoJudge())
        assert results.maximum == POINTS[1]
        bugs = {slug: result.reason for slug, result in results.items() if "a fault in the rubric" in result.reason}
        assert bugs == {}
