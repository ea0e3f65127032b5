"""One thing changed at a time, and everything that it costs. The first six are the specification's."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly
from familykit.sheets import source

from .building import (
    ADDRESSES,
    DATE,
    DISTANCE,
    LEFT,
    LINE,
    PACE,
    TOTAL,
    basic,
    dotted,
    extracted,
    full_score,
    points,
    series,
)
from .outcomes import CUMULATIVE, DET, FUZ, LLM, MATCHES, METRIC, SPA, STR, WEB


def differing(grade, instance, change):
    analysis = full_score(instance)
    change(analysis)
    return grade(analysis).differing()


def solid(one):
    basic(one.metric)["series"][1]["lineStyle"]["type"] = "SOLID"


def other_value(one):
    for row in one.rows[: len(one.activities)]:
        row[LINE] = 4.5
    one.answer("klaebo_value", extracted("4.50", "min/mile", "On average 4.5 min/mile"))
    one.pages[ADDRESSES["klaebo"]] = "<p>On average 4.5 min/mile</p>"


def over_one_another(one):
    one.cumulative["position"]["overlayPosition"]["anchorCell"]["rowIndex"] = 4


def other_distances(one):
    for row in one.rows[:7]:
        row[DISTANCE] *= 1.6


def columns_chart(one):
    basic(one.cumulative)["chartType"] = "COLUMN"


def no_source(one):
    one.grid[21][LEFT] = None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (solid, failed(DET, "klaebo_display")),
        (other_value, failed(FUZ, "klaebo_data")),
        (over_one_another, failed(SPA, "metric_no_overlap", "cum_no_overlap")),
        (other_distances, partly(FUZ, distance_match=7)),
        (columns_chart, failed(DET, "cumulative_line")),
        (no_source, failed(DET, "sources_below")),
    ],
)
def test_mutations_of_the_specification(grade, change, expected):
    assert differing(grade, 3, change) == expected


def header(column, text):
    def change(one):
        one.grid[0][column] = text
        one.rules.append({"key": "column_*", "answer": "NONE"})

    return change


def narrow(one):
    place = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": PACE, "endIndex": PACE + 1}
    request = {"range": place, "properties": {"pixelSize": 60}, "fields": "pixelSize"}
    one.more.append({"updateDimensionProperties": request})


def no_dates(one):
    """The chart is judged by the order of its points then."""
    for row in one.rows[:34]:
        row[DATE] = "soon"


def other_paces(one):
    for row in one.rows[:3]:
        row[PACE] = 99


def title(chart, text):
    def change(one):
        getattr(one, chart)["spec"]["title"] = text
        one.rules.append({"key": "*_title", "answer": False})

    return change


def axis(chart, place, text):
    def change(one):
        basic(getattr(one, chart))["axis"][place]["title"] = text
        one.rules.append({"key": "*_axis", "answer": False})

    return change


def distances_in_the_pace_chart(one):
    basic(one.metric)["series"][0]["series"] = source(0, 35, DISTANCE)


def squares(one):
    basic(one.metric)["series"][0]["pointStyle"]["shape"] = "SQUARE"


def wavering(one):
    one.grid[1][LINE] = 3.6


def all_alike(one):
    lines = basic(one.metric)["series"]
    lines[0] = series(source(0, 35, PACE), pointStyle={"size": 7}, lineStyle={"type": "DOTTED"})
    for line in lines:
        line["colorStyle"] = {"rgbColor": {"red": 1}}


def elsewhere(one):
    for chart in one.charts:
        chart["position"]["overlayPosition"]["anchorCell"]["sheetId"] = 1
    one.tabs["Charts"] = [[None] * LEFT + [None]] * 21 + [one.grid[21]]


def too_low(one):
    for row in one.rows[:34]:
        row[TOTAL] *= 0.9


def not_visited(one):
    one.visited = []


def other_page(one):
    one.answer("klaebo_value", extracted("4.50", "min/mile", "On average"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (header(DATE, "Foo"), failed(LLM, "date_column") | missing_dependency(*MATCHES)),
        (header(DISTANCE, "Foo"), failed(LLM, "distance_column") | missing_dependency("distance_match")),
        (
            header(PACE, "Foo"),
            failed(LLM, "speed_column") | missing_dependency("speed_match") | failed(DET, "main_series_column"),
        ),
        (narrow, failed(SPA, "table_fully_visible")),
        (no_dates, failed(DET, "date_match") | failed(FUZ, "distance_match", "speed_match")),
        (other_paces, partly(FUZ, speed_match=9)),
        (title("metric", ""), failed(DET, "metric_title")),
        (title("metric", "Ski trips: how fast"), failed(LLM, "metric_title")),
        (title("cumulative", "My winters"), failed(LLM, "cum_title")),
        (title("cumulative", "Cumulative distance, see https://example.org/x"), failed(DET, "cum_title")),
        (axis("metric", 0, ""), failed(DET, "metric_x_axis")),
        (axis("metric", 1, "How it went"), failed(LLM, "metric_y_axis")),
        (axis("cumulative", 0, "Skiing"), failed(LLM, "cum_x_axis")),
        (axis("cumulative", 1, "x" * 81), failed(DET, "cum_y_axis")),
        (distances_in_the_pace_chart, failed(DET, "main_series_column")),
        (squares, failed(DET, "circular_points")),
        (wavering, failed(FUZ, "klaebo_data")),
        (all_alike, failed(FUZ, "baselines_distinct")),
        (elsewhere, failed(STR, "metric_same_tab", "cum_same_tab")),
        (lambda one: one.charts.pop(0), failed(STR, *METRIC) | missing_dependency("klaebo_content")),
        (lambda one: one.charts.pop(1), failed(STR, *CUMULATIVE)),
        (too_low, failed(FUZ, "cumulative_data")),
        (not_visited, failed(WEB, "klaebo_url_visited") | missing_dependency("klaebo_content")),
        (other_page, failed(FUZ, "klaebo_content")),
    ],
)
def test_one_change(grade, change, expected):
    def quiet(one):
        change(one)
        one.rules.append({"key": "*_chart", "answer": "no"})

    assert differing(grade, 3, quiet) == expected


def test_two_baselines(grade):
    """Instance 1: each of the two has its own display, value, source and content."""

    def change(one):
        for row in one.rows[:109]:
            row[LINE + 1] = 5.5
        one.pages[ADDRESSES["male_5k"]] = 404

    assert differing(grade, 1, change) == (
        failed(FUZ, "kipchoge_data", "kipchoge_content") | failed(DET, "sources_below") | failed(WEB, "male_5k_content")
    )


def test_without_the_second_baseline(grade):
    def change(one):
        basic(one.metric)["series"].pop()

    assert differing(grade, 1, change) == (
        failed(DET, "kipchoge_display") | missing_dependency("kipchoge_data", "baselines_distinct", "kipchoge_content")
    )


def daily_line(one):
    basic(one.daily)["chartType"] = "LINE"
    for line in basic(one.daily)["series"]:
        del line["type"]


def runs_only(one):
    """Bars of runs alone."""
    runs = [one_run.when.date() for one_run in one.activities if one_run.kind == "Run"]
    metres = dict.fromkeys(runs, 0.0)
    for run in one.activities:
        if run.kind == "Run":
            metres[run.when.date()] += run.first
    helper = one.tabs["Chart data"]
    for row, (_, value) in enumerate(metres.items(), 1):
        helper[row][6] = value / 1609.34


def no_daily_baseline(one):
    basic(one.daily)["series"].pop()


def daily_constant(one):
    for row in one.tabs["Chart data"][1:]:
        if len(row) > 6:
            row[6] = 4


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (daily_line, failed(DET, "daily_is_bar")),
        (runs_only, failed(FUZ, "daily_walk_and_run")),
        (
            no_daily_baseline,
            failed(DET, "female_daily_display") | missing_dependency("female_daily_data", "female_daily_content"),
        ),
        (daily_constant, failed(DET, "daily_series") | missing_dependency("daily_walk_and_run")),
    ],
)
def test_daily_chart(grade, change, expected):
    assert differing(grade, 4, change) == expected


def test_strength(grade):
    """Sets and repetitions are compared exactly."""

    def change(one):
        one.rows[0][1] += 1
        one.rows[1][2] = None
        one.rows[2][2] += 0.5

    assert differing(grade, 5, change) == partly(DET, sets_match=9, reps_match=9)


def test_the_daily_baseline_belongs_to_the_daily_chart(grade):
    """Drawn into the chart of paces only, it is shown by no step; the other chart has one line more to tell apart."""

    def change(one):
        basic(one.metric)["series"].append(dotted(source(0, 3, 7, 1), {"green": 0.3}))
        basic(one.daily)["series"].pop()

    assert differing(grade, 4, change) == (
        failed(DET, "female_daily_display") | missing_dependency("female_daily_data", "female_daily_content")
    )


def test_points_only(grade):
    """A line of width 0 with points is no line."""

    def change(one):
        line = points(source(0, 35, PACE)) | {"type": "LINE", "lineStyle": {"type": "SOLID", "width": 0}}
        basic(one.metric)["series"][0] = line
        basic(one.metric)["series"][1]["lineStyle"] = {"type": "SOLID", "width": 2}
        for drawn in basic(one.metric)["series"]:
            drawn["colorStyle"] = {"rgbColor": {"red": 1}}

    assert differing(grade, 3, change) == failed(DET, "klaebo_display")
