"""What becomes of the steps when the judge, the export, pages or the sheet itself are missing or damaged."""

from __future__ import annotations

import json
import random

import pytest
from familykit import failed, missing_dependency, ungraded, world_error

from pytest_knows.errors import JudgeError
from pytest_knows.evidence.gold import GoldArchive
from pytest_knows.judge import NoJudge

from .building import ADDRESSES, DATE, PACE, POINTS, basic, full_score, gold
from .outcomes import CUMULATIVE, DET, MATCHES, METRIC, WEB, blank

SOURCE = ADDRESSES["klaebo"]
EXPORT = "sheets_7_running_analysis/instance_3/data/gold_activities.csv"


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
def test_without_a_judge(base, regrade, judge, open_):
    """Only what a page states needs one here."""
    assert regrade(full_score(3), judge=judge).differing() == open_("klaebo_content")


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
def test_unknown_headers_titles_and_lines_without_a_judge(grade, judge, open_):
    """What words do not tell stays open; a line that is not labelled fails all the same."""
    one = full_score(3)
    one.grid[0][PACE], one.grid[0][4] = "Tempo", "K."
    one.metric["spec"]["title"] = "How fast I was"
    basic(one.metric)["axis"][0]["title"] = "Datum"
    for row in one.rows[:34]:
        row[4] = 5.0
    assert grade(one, judge=judge).differing() == (
        open_("speed_column", "speed_match", "metric_x_axis", "metric_title")
        | open_("klaebo_data", "baselines_distinct", "klaebo_content")
        | failed(DET, "klaebo_display", "main_series_column")
    )


def test_charts_that_only_a_judge_could_tell(grade):
    one = full_score(3)
    for chart, column in ((one.metric, 1), (one.cumulative, 3)):
        chart["spec"]["title"] = "Winter"
        basic(chart)["axis"][1]["title"] = "Values"
        area = basic(chart)["series"][0]["series"]["sourceRange"]["sources"][0]
        area |= {"startColumnIndex": column, "endColumnIndex": column + 1}
    assert grade(one, judge=NoJudge()).differing() == ungraded(*METRIC, *CUMULATIVE, "klaebo_content")


# -- the export --------------------------------------------------------------------------------------------------------


def test_no_gold(base, regrade):
    one = full_score(3)
    assert regrade(one, gold=GoldArchive.open("none")).differing() == ungraded(*MATCHES, "cumulative_data")


@pytest.mark.parametrize("content", [None, "", "Activity Date\n", "a,b\n1,2\n", "\x00", '"'])
def test_damaged_gold(base, regrade, tmp_path, content):
    archive = gold(tmp_path, full_score(3))
    (archive / "sheets_7_running_analysis/readme").write_text("so that the archive is not empty")
    if content is None:
        (archive / EXPORT).unlink()
    else:
        (archive / EXPORT).write_text(content)
    assert regrade(full_score(3), gold=archive).differing() == world_error(*MATCHES, "cumulative_data")


def test_another_number_of_activities(base, regrade):
    one = full_score(3)
    one.activities.pop()
    assert regrade(one).differing() == world_error(*MATCHES, "cumulative_data")


def test_no_gold_and_no_date_column(grade):
    """What is the agent's fault is said first."""
    one = full_score(3)
    one.grid[0][DATE] = "Foo"
    one.rules.append({"key": "column_date", "answer": "NONE"})
    assert grade(one, gold=GoldArchive.open("none")).differing() == (
        failed("llm_vlm_judgement", "date_column") | missing_dependency(*MATCHES) | ungraded("cumulative_data")
    )


# -- pages -------------------------------------------------------------------------------------------------------------


def test_pages_not_recorded(base, regrade):
    one = full_score(3)
    one.pages = {}
    assert regrade(one).differing() == world_error("sources_below", "klaebo_content")


@pytest.mark.parametrize("page", [404, 410, {"error": "dns: the host does not exist"}])
def test_dead_source(base, regrade, page):
    """It was visited, but there is nothing: the source is no source."""
    one = full_score(3)
    one.pages[SOURCE] = page
    assert regrade(one).differing() == failed(DET, "sources_below") | failed(WEB, "klaebo_content")


def test_source_that_refuses_to_be_read(base, regrade):
    """A page behind a 403 is there; what it says is not known."""
    one = full_score(3)
    one.pages[SOURCE] = 403
    assert regrade(one).differing() == world_error("klaebo_content")


@pytest.mark.parametrize("page", [429, 503, {"error": "timed out"}])
def test_source_that_cannot_be_reached(base, regrade, page):
    one = full_score(3)
    one.pages[SOURCE] = page
    assert regrade(one).differing() == world_error("sources_below", "klaebo_content")


def test_source_without_text(base, regrade):
    """A picture exists, but nobody can read a value from its address."""
    one = full_score(3)
    one.pages[SOURCE] = b"\x89PNG\r\n\x1a\n"
    assert regrade(one).differing() == world_error("klaebo_content")


def test_visits_not_recorded(base, regrade):
    one = full_score(3)
    one.visited = None
    assert regrade(one).differing() == world_error("klaebo_url_visited", "klaebo_content")


OTHER = "https://example.org/results-of-monday"


@pytest.mark.parametrize(
    ("page", "rules", "expected"),
    [
        ("<p>Klæbo took 3.75 min/mile</p>", [True], {}),
        ("<p>Soup</p>", [False], failed(WEB, "klaebo_url_visited") | missing_dependency("klaebo_content")),
        (404, [], failed(WEB, "klaebo_url_visited") | missing_dependency("klaebo_content")),
        (403, [], world_error("klaebo_url_visited", "klaebo_content")),
        (503, [], world_error("klaebo_url_visited", "klaebo_content")),
    ],
)
def test_a_page_whose_address_tells_nothing(base, regrade, page, rules, expected):
    """The judge reads it."""
    one = full_score(3)
    one.visited, one.pages[OTHER] = [OTHER, "https://www.google.com/search?q=klaebo"], page
    one.answer("klaebo_value", {"value": "3.75", "unit": "min/mile", "raw": "took 3.75", "distance_km": None})
    one.rules += [{"key": "klaebo_topic", "answer": answer} for answer in rules]
    results = regrade(one)
    assert results.differing() == expected
    if not expected:
        assert results["klaebo_url_visited"].mechanism == "llm_vlm_judgement"


def test_a_page_whose_address_tells_nothing_without_a_judge(base, regrade):
    one = full_score(3)
    one.visited, one.pages[OTHER] = [OTHER], "<p>Klæbo took 3.75 min/mile</p>"
    assert regrade(one, judge=NoJudge()).differing() == ungraded("klaebo_url_visited", "klaebo_content")


# -- the sheet ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visited", [None, [SOURCE]])
def test_blank(grade, visited):
    """Nothing passes and nothing is an error, whatever was visited."""
    one = full_score(3)
    one.tabs, one.tables, one.charts, one.visited = {"Sheet1": []}, [], [], visited
    assert grade(one, gold=GoldArchive.open("none"), judge=NoJudge()).differing() == blank()


def test_one_cell(grade):
    one = full_score(3)
    one.tabs, one.tables, one.charts = {"Sheet1": [["Training"]]}, [], []
    one.rules.append({"key": "column_*", "answer": "NONE"})
    results = grade(one)
    # the cell can be read, and the source was visited
    assert {slug for slug, result in results.items() if result.points} == {"table_fully_visible", "klaebo_url_visited"}
    assert results.outcomes == {"passed", "failed"}


def test_50_000_cells(base, regrade):
    """16,000 rows, all of one day of activities, and three series over them."""
    one = full_score(3)

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        raw["sheets"][0].pop("tables")
        rows += [{"values": rows[1]["values"][:3]} for _ in range(16_000)]
        for chart in raw["sheets"][0]["charts"]:
            for line in basic(chart)["series"]:
                line["series"]["sourceRange"]["sources"][0].pop("endRowIndex", None)

    one.edit = edit
    results = regrade(one)
    assert results.maximum == POINTS[3]
    assert results.outcomes <= {"passed", "failed"}
    assert results["date_match"].outcome == "passed"


def spoiled(value, chance, rng):
    """The JSON with a part of its values replaced by others."""
    if rng.random() < chance:
        return rng.choice([None, [], {}, "", "x", -1, 1e308, 10**9, True, [None], {"values": 3}])
    if isinstance(value, dict):
        return {key: spoiled(entry, chance, rng) for key, entry in value.items()}
    if isinstance(value, list):
        return [spoiled(entry, chance, rng) for entry in value]
    return value


@pytest.mark.parametrize("seed", range(12))
def test_malformed(base, regrade, seed):
    """Every step is reported, with its points, and none by an exception of ours."""
    one = full_score(3)
    rng = random.Random(seed)
    one.edit = lambda raw: spoiled(raw, 0.002 * 2**seed % 0.3, rng)
    one.rules += [{"key": "*", "answer": "no"}]
    results = regrade(one, judge=NoJudge())
    assert results.maximum == 54
    assert not [slug for slug, result in results.items() if result.details]
    assert "error" not in results.outcomes


@pytest.mark.parametrize("raw", [[], {}, {"sheets": 3}, {"sheets": [None, {"charts": [{"spec": {"basicChart": {}}}]}]}])
def test_no_spreadsheet_at_all(base, regrade, raw):
    one = full_score(3)
    one.edit = lambda _: raw
    results = regrade(one, judge=NoJudge())
    assert results.maximum == 54
    assert results.points == 0 or json.dumps(raw).count("charts")
    assert not [slug for slug, result in results.items() if result.details]


def test_a_cell_that_the_embedded_workspace_could_not_compute(base, regrade):
    """One row is right or wrong as Google would compute it: the world's fault, in the steps that need the cell."""
    one = full_score(3)
    message = "QUERY is not available in the embedded Workspace."

    def edit(raw):
        cell = raw["sheets"][0]["data"][0]["rowData"][3]["values"][PACE]
        cell["effectiveValue"] = {"errorValue": {"type": "ERROR", "message": message}}
        cell["formattedValue"] = "#ERROR!"

    one.edit = edit
    results = regrade(one)
    assert results["speed_match"].outcome == "error"
    assert results["speed_match"].points == 9
    assert not {*MATCHES[:2], "cumulative_data", "klaebo_url_visited"} & set(results.differing())


def test_a_row_that_fails_and_one_that_cannot_be_read(base, regrade):
    """A failure is a failure, whatever could not be read besides."""
    one = full_score(3)

    def edit(raw):
        rows = raw["sheets"][0]["data"][0]["rowData"]
        message = "QUERY is not available in the embedded Workspace."
        rows[3]["values"][1]["effectiveValue"] = {"errorValue": {"type": "ERROR", "message": message}}
        rows[4]["values"][1]["effectiveValue"] = {"numberValue": 99}

    one.edit = edit
    assert regrade(one)["distance_match"].outcome == "failed"
