"""What becomes of the steps when the judge, the gold data, pages, the export or the sheet is missing or damaged."""

from __future__ import annotations

import json

import pytest
from familykit import failed, missing_dependency, ungraded, world_error
from familykit.hostile import corruptions
from familykit.pictures import picture

from pytest_knows.errors import JudgeError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.judge import NoJudge

from .building import (
    ANGLE,
    GPS,
    LINK,
    NAME,
    POINTS,
    ROSE,
    START,
    Tour,
    full_score,
    gold_text,
    page,
    rose,
    values_of,
    write_gold,
)  # fmt: skip
from .outcomes import COLUMNS, DET, FUZ, GOLDEN, LLM, STR, VISITS, WEB, all_of, danger, facts_of, no_table

SHOT = "https://example.org/shot.png"


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


JUDGES = [(NoJudge(), ungraded), (BrokenJudge(), world_error)]


# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_without_a_judge(regrade, judge, open_):
    """A plan with the usual headers and the official picture needs none, another picture does."""
    assert regrade(judge=judge).differing() == {}
    shot = {"cells": {(1, ROSE): f'=IMAGE("{SHOT}")'}, "pages": {SHOT: picture(4)}}
    assert regrade(**shot, judge=judge).differing() == open_("rose_valid")


@pytest.mark.parametrize(("judge", "open_"), JUDGES)
def test_unknown_headers_without_a_judge(regrade, judge, open_):
    """What hangs on the column stays open; without the names all of the runs do."""
    starts = [f"run{run}_start" for run in (1, 2, 3)]
    assert regrade({(0, START): "Parking"}, judge=judge).differing() == open_("starting_location_column", *starts)
    runs = [slug for run in (1, 2, 3) for slug in all_of(run)]
    assert regrade({(0, NAME): "Tour"}, judge=judge).differing() == open_(
        *("run_name_column", "run_count", *runs, "run_link_visited", "forecast_date", "forecast_link"),
        *("merged_cells", "rose_present", "rose_valid"),
    )


def test_an_open_column_and_no_visit(regrade):
    """Where no page of a run was visited, it does not matter which are linked."""
    results = regrade({(0, LINK): "Online"}, judge=NoJudge(), visited=["https://wbsguide.com/"])
    assert results.brief("run_link_visited") == ("failed", WEB, 0)


# -- the gold data -----------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_25/own-2")
def test_no_gold(regrade):
    """Everything but what the guide says is graded; the rose is known without it."""
    assert regrade(gold=GoldArchive.open("none")).differing() == ungraded(*GOLDEN)


@pytest.mark.fault("sheets_25/own-8")
def test_no_gold_and_faults_of_the_agent(regrade):
    """What is wrong whatever the guide says fails."""
    cells = {(1, GPS): "see map", (2, START): "", (2, LINK): "https://example.org/", (3, NAME): "Beartrap West"}

    def white(raw):
        for look in ("effectiveFormat", "userEnteredFormat"):
            values_of(raw)[1]["values"][NAME].pop(look, None)

    results = regrade(cells, edit=white, gold=GoldArchive.open("none"))
    lost = failed(DET, "run1_gps", "run2_start", "run2_link_valid") | failed(STR, "run_count")
    lost |= failed(FUZ, *danger(1))
    assert results.differing() == ungraded(*GOLDEN) | lost


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"all_runs": 3}', '{"all_runs": [{"name": 7}, null]}', "\x00"]
)
def test_damaged_gold(regrade, tmp_path, content):
    archive = write_gold(tmp_path, instance_1=content)
    assert regrade(gold=archive).differing() == world_error(*GOLDEN)


def test_gold_with_odd_entries(regrade, tmp_path):
    """Values of wrong types are not there; what they would decide is not decided."""
    data = json.loads(gold_text(1))
    for run in data["all_runs"]:
        if run["id"] == 2162:
            run |= {"gps_lat": "north", "typical_vertical": None, "slope_aspect": 5, "starting_location": []}
    results = regrade(gold=write_gold(tmp_path, instance_1=json.dumps(data)))
    assert results.differing() == {}
    assert {results[f"run1_{name}"].mechanism.value for name in ("start", "gps", "vertical", "aspect")} == {
        "vacuous_pass"
    }


# -- pages and the export ----------------------------------------------------------------------------------------------


def test_visits_not_recorded(regrade):
    assert regrade(visited=None).differing() == world_error(*VISITS)


@pytest.mark.fault("sheets_25/own-10")
@pytest.mark.parametrize(
    ("recorded", "lost"),
    [
        (404, failed(DET, "rose_valid")),
        (410, failed(DET, "rose_valid")),
        ({"error": "dns: the host does not exist"}, failed(DET, "rose_valid")),
        (403, world_error("rose_valid")),
        (429, world_error("rose_valid")),
        (503, world_error("rose_valid")),
        ({"error": "timed out"}, world_error("rose_valid")),
        ("<p>No picture</p>", failed(DET, "rose_valid")),
        (b"\x89PNG\r\n\x1a\n", world_error("rose_valid")),
        ({"body": b"<svg/>", "content_type": "image/svg+xml"}, world_error("rose_valid")),
    ],
)
def test_a_picture_that_cannot_be_had(regrade, recorded, lost):
    """Its formula is there; whether it shows anything is another matter."""
    cells = {(1, ROSE): f'=IMAGE("{SHOT}")'}
    assert regrade(cells, pages={SHOT: recorded}).differing() == lost


def test_pages_not_recorded(regrade):
    assert regrade(pages=None).differing() == world_error("rose_valid")


@pytest.mark.parametrize(
    ("recorded", "lost"),
    [
        ("<p>40.9514, -111.5978</p>", {}),
        ("<a href='https://maps.example.org/?q=40.9514,-111.5978'>map</a>", {}),
        ("<p>40.7514, -111.5978</p>", failed(FUZ, "run1_gps")),
        ("<p>40.9514, 111.5978</p>", failed(FUZ, "run1_gps")),
        (404, failed(FUZ, "run1_gps")),
        (403, world_error("run1_gps")),
        (503, world_error("run1_gps")),
        (None, world_error("run1_gps")),
    ],
)
def test_coordinates_of_the_page(regrade, recorded, lost):
    """Coordinates that are not the gold data's may be those of the run's page."""
    pages = {} if recorded is None else {page(2162): recorded}
    assert regrade({(1, GPS): "40.95, -111.6"}, pages=pages).differing() == lost


def test_without_the_export(grade):
    """Of a formula all is known without it; whether a picture lies over the cells is not."""
    tour = full_score(1)
    assert grade(tour).differing() == {}
    tour.put(1, ROSE, "see below")
    assert grade(tour).differing() == world_error("rose_present", "rose_valid")


def test_what_the_freeze_fetches(bench, frozen):
    assert bench.named(frozen(full_score(1))) == [rose(1)]


# -- the sheet ---------------------------------------------------------------------------------------------------------


def blank(**more) -> Tour:
    tour = full_score(1)
    return Tour(instance=1, grid=[], merges=[], visited=tour.visited, pages=tour.pages, xlsx=True, **more)


@pytest.mark.fault("sheets_25/own-1")
@pytest.mark.parametrize("resources", [{}, {"gold": GoldArchive.open("none")}])
def test_blank(grade, resources):
    """Nothing passes, whatever was visited, and nothing is an error or open."""
    results = grade(blank(), judge=NoJudge(), **resources)
    assert results.differing() == no_table()
    assert results.points == 0


def test_one_cell(grade):
    """A title is no plan; what was visited was visited."""
    tour = blank()
    tour.grid = [[{"userEnteredValue": {"stringValue": "Ski tour"}}]]
    results = grade(tour, judge=[{"key": "column_*", "answer": "NONE"}])
    lost = no_table() | failed(LLM, COLUMNS[0]) | failed(WEB, "run_link_visited")
    lost |= failed(LLM, *COLUMNS)
    assert results.differing() == {slug: was for slug, was in lost.items() if slug not in VISITS[:2] + VISITS[3:]}


def test_a_table_without_runs(grade):
    tour = blank()
    tour.grid = full_score(1).grid[:1]
    lost = failed(STR, "run_count", "merged_cells") | failed(WEB, "run_link_visited") | failed(DET, "rose_present")
    lost |= missing_dependency(*all_of(1, 2, 3), "forecast_date", "forecast_link", "rose_valid")
    assert grade(tour).differing() == lost


def test_50_000_cells(regrade):
    """5,000 rows of runs."""

    def edit(raw):
        rows = values_of(raw)
        rows += [{"values": [dict(value) for value in rows[1]["values"]]} for _ in range(5_000)]

    results = regrade(edit=edit)
    assert results.differing() == failed(STR, "run_count")


def test_malformed(regrade, bench):
    """Every step is reported, with its points, and none by an exception of ours."""
    found: list = []
    regrade(edit=lambda raw: found.append(json.loads(json.dumps(raw))))
    for raw in corruptions(found[0], 12):
        results = regrade(edit=lambda _, raw=raw: raw, judge=NoJudge())
        assert results.maximum == POINTS[1]
        assert [result.details for result in results.values() if result.details] == []


@pytest.mark.parametrize("raw", [[], {}, {"sheets": 3}, {"sheets": [None, {"data": [{"rowData": [{"values": 1}]}]}]}])
def test_no_spreadsheet_at_all(regrade, raw):
    results = regrade(edit=lambda _: raw, judge=NoJudge())
    assert results.differing() == no_table()


def test_a_cell_that_the_embedded_workspace_could_not_compute(regrade):
    """The world's fault, in the steps that need the cell."""
    message = "QUERY is not available in the embedded Workspace."

    def edit(raw):
        cell = values_of(raw)[1]["values"][4]
        cell["effectiveValue"] = {"errorValue": {"type": "ERROR", "message": message}}
        cell["formattedValue"] = "#ERROR!"

    assert regrade(edit=edit).differing() == world_error("run1_vertical")


def test_an_angle_that_could_not_be_computed(regrade):
    """The run is one by its link."""

    def edit(raw):
        error = {"type": "ERROR", "message": "QUERY is not available in the embedded Workspace."}
        values_of(raw)[2]["values"][ANGLE] |= {"effectiveValue": {"errorValue": error}, "formattedValue": "#ERROR!"}

    assert regrade(edit=edit).differing() == world_error("angle_ok_run2", "run2_angle")


def test_a_run_that_is_unknown_and_cells_that_are_empty(regrade):
    """Without a run of the guide there is nothing to compare with."""
    cells = {(1, NAME): "Grandma's Backyard", (1, LINK): "https://example.org", (1, START): ""}
    assert regrade(cells).differing() == (
        failed(DET, "run1_name_valid", "run1_link_valid") | missing_dependency(*facts_of(1))
    )
