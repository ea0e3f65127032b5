"""What cannot be decided, and artifacts that nobody meant to be graded."""

from __future__ import annotations

import pytest
from familykit import failed, lost, missing_dependency, ungraded, world_error
from familykit.hostile import corruptions

from pytest_knows.judge import NoJudge

from .building import full_score
from .outcomes import DAYS, DET, LLM, STOPS, STR, no_table, one_of_15

JUDGED = ("unique", "cost_ok", "mode_ok", "cuisine_ok", "alt_viable")
MAPS = ("findplacefromtext", "details", "directions", "distancematrix")


def test_no_judge(regrade):
    """What Google Maps knows is decided without one."""
    assert regrade(full_score(1), judge=NoJudge()).differing() == ungraded(*JUDGED)


def test_no_judge_and_failures_that_need_none(regrade):
    """Names that are written alike are failures in any case; so is an alternative that is closed."""
    one = full_score(1)

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        rows[6]["values"][12] = rows[1]["values"][12]
        rows[7]["values"][11] = {}

    one.edit = edit
    results = regrade(one, judge=NoJudge())
    assert results.differing() == (
        ungraded("mode_ok", "cuisine_ok", "alt_viable")
        | lost("failed", DET, "unique")
        | lost("failed", "dependency_not_evaluated", "cost_ok")
        | one_of_15(DET, "has_cost", "cost_colour")
    )


def test_no_judge_and_no_google_maps(regrade):
    one = full_score(1)
    one.world.status = dict.fromkeys(MAPS, "")
    open_steps = ("dest_exists", "alt_exists", "open_at_visit", "hours_ok", "travel_ok", "route_order")
    assert regrade(one, judge=NoJudge()).differing() == ungraded(*JUDGED, *open_steps) | world_error("day_transit")


def test_a_judge_that_does_not_answer(regrade):
    assert regrade(full_score(1), judge=[]).differing() == world_error(*JUDGED)


def test_no_directions(regrade):
    """The judge decides how long ways take; those by weekday are an error, not a failure."""
    one = full_score(1)
    one.world.status = {"directions": ""}
    results = regrade(one)
    assert results.differing() == world_error("day_transit")
    assert results.brief("travel_ok") == ("passed", LLM, 10)


def test_places_that_the_service_does_not_know(regrade):
    """The service can be asked, and knows no place of a day: that its ways cannot be compared is no fault of it."""
    one = full_score(1)
    one.world.unknown = {stop.destination for stop in one.day(1)}
    assert regrade(one).differing() == {"day_transit": ("failed", "fuzzy_match", 6)}


def test_damaged_answers(regrade):
    """A record that cannot be read is an error of its stops, and of no other."""
    one = full_score(1)
    answer = one.world.answer

    def damaged(url):
        page = answer(url)
        return {**page, "body": "{"} if "Zaytinya" in url and "details" in url else page

    one.world.places["Zaytinya"] = {}  # a world of its own: nothing is taken from another test's
    one.world.answer = damaged
    found = regrade(one).differing()
    stops = lost("error", "execution_error", "open_at_visit", "hours_ok", "cost_ok", points=9)
    assert found == stops | lost("error", "execution_error", "cuisine_ok", points=8)


def test_headers_that_only_a_judge_can_tell(grade):
    """Without a judge it is open which the column is; with one nothing is lost. Google Maps was asked in any case."""
    one = full_score(1)
    one.headers["cost"] = "Budget"
    assert grade(one, judge=NoJudge()).differing() == ungraded("headers", "has_cost", "cost_colour", *JUDGED) | {
        "headers": ("ungraded", "not_graded", 9)
    }
    one.answer("column_cost", "1")
    assert grade(one).differing() == {}


@pytest.mark.parametrize("raw", [{}, {"sheets": 3}, {"sheets": [{}, None]}, []])
def test_no_spreadsheet(regrade, raw):
    one = full_score(1)
    one.edit = lambda _: raw
    assert regrade(one, judge=NoJudge()).differing() == no_table()


def test_headers_without_a_plan(grade):
    """Its columns and their frozen row are there; all stops and days are not."""
    one = full_score(1)
    one.stops = []
    assert grade(one, judge=NoJudge()).differing() == failed(STR, *STOPS, *DAYS) | missing_dependency("unique")


def test_corrupted(regrade, base):
    """Every step is reported, with its points, and none by an exception of ours."""
    for raw in corruptions(base(1)[0].json("artifact/file.json"), 10, seed=28):
        one = full_score(1)
        one.edit = lambda _, raw=raw: raw
        results = regrade(one)
        assert results.maximum == 370
        assert not [slug for slug, result in results.items() if result.details]


@pytest.mark.fault("sheets_28/own-10")
def test_50_000_cells(regrade):
    """3,900 stops on three days, of which no more than 300 are read."""
    one = full_score(1)

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        shown = [[cell.get("formattedValue", "") for cell in row["values"]] for row in rows[1:16]]
        bare = [[{"formattedValue": text} for text in texts] for texts in shown]
        rows += [{"values": cells} for cells in bare] * 259

    one.edit = edit
    results = regrade(one)
    assert results.maximum == 370
    assert results.outcomes == {"passed", "failed"}
    assert results["unique"].points == 0
    assert results.brief("activities_per_day") == ("failed", DET, 0)
    assert results.brief("has_cost") == ("passed", DET, 10)
    assert len(results["has_cost"].items) == 300


def test_times_and_dates_that_nobody_can_mean(regrade):
    """Numbers beyond all calendars are no dates and no times."""
    one = full_score(1)

    def edit(raw):
        for row in raw["sheets"][0]["data"][0]["rowData"][1:16]:
            row["values"][0]["effectiveValue"] = {"numberValue": 2958465}
            row["values"][5] = {"formattedValue": "1e300", "effectiveValue": {"numberValue": 1e300}}

    one.edit = edit
    one.answer("reading_start", {"value": None})
    results = regrade(one)
    assert results.brief("start_ok") == ("failed", DET, 0)
    assert results.brief("activities_per_day") == ("failed", "structural", 0)
    assert "error" not in results.outcomes
