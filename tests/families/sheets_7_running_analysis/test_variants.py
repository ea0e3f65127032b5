"""Odd but legitimate analyses: what a careful person would grade them, and why."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency
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
    full_score,
    link,
    moment,
    number,
    places,
    series,
)
from .outcomes import DET, LLM, SPA, STR

SOURCE = ADDRESSES["klaebo"]


# -- the table ---------------------------------------------------------------------------------------------------------


def test_a_range_of_cells_with_gaps_and_totals(grade):
    """No formal table; up to four empty rows are only a gap, and a row without a date is no activity."""
    one = full_score(3)
    one.plain()
    one.at(35, DATE, None)
    for column, value in ((DATE, "Total"), (DISTANCE, "=SUM(B2:B35)"), (PACE, "=AVERAGE(C2:C35)")):
        one.at(37, column, value)
    assert grade(one).differing() == {}


def test_rows_beyond_a_wide_gap_are_another_block(grade):
    """Five empty rows end a table: what stands below is a note, not its data."""
    one = full_score(3)
    one.plain()
    for place in range(3):
        one.at(40 + place, DATE, moment(one.activities[place].when))
    assert grade(one).differing() == {}
    one.grid[30:35] = [[None] * 5] * 5
    assert grade(one)["date_match"].reason.startswith("29 of 34")


def test_a_copy_of_the_export_stands_first(grade):
    """Its columns are named as well as those of the table, but they are in metres and metres per second."""
    one = full_score(3)
    export = [["Activity Date", "Activity Name", "Activity Type", "Distance", "Average Speed"]]
    export += [[moment(a.when), "Ski", a.kind, a.first / 1000, a.second] for a in one.activities]
    one.plain()
    one.tabs = {"Export": export, "Analysis": one.grid}
    for chart in one.charts:
        chart["position"]["overlayPosition"]["anchorCell"]["sheetId"] = 1
        for place in places(chart):
            place["sheetId"] = 1
    assert grade(one).differing() == {}


def test_kilometres_beside_miles(grade):
    """Both units, the other one first: the columns in miles and min/mile count."""
    one = full_score(3)
    for row, (distance, pace) in zip(one.grid[:35], [("Distance (km)", "Speed (km/h)"), *[(9, 9)] * 34], strict=True):
        row += [None] * (5 - len(row))
        row[5:5] = [distance, pace]
    order = [DATE, 5, 6, DISTANCE, PACE, TOTAL, LINE]
    source_cell = one.grid[21].pop()
    one.grid[:35] = [[row[place] for place in order] for row in one.grid[:35]]
    one.at(21, LEFT, source_cell)
    one.plain()
    for chart, columns in ((one.metric, (4, 6)), (one.cumulative, (5,))):
        for line, column in zip(basic(chart)["series"], columns, strict=True):
            line["series"] = source(0, 35, column)
    assert grade(one).differing() == {}


def test_only_kilometres(grade):
    """The task asks for miles and min/mile; columns in other units exist, but match nothing."""
    one = full_score(3)
    one.grid[0][DISTANCE], one.grid[0][PACE] = "Distance (km)", "Pace (min/km)"
    assert grade(one).differing() == missing_dependency("distance_match", "speed_match")


def test_formulas(grade):
    one = full_score(3)
    for row in range(2, 36):
        one.grid[row - 1][TOTAL] = f"=SUM(B$2:B{row})"
        one.grid[row - 1][LINE] = "=3.72+0.03"
    assert grade(one).differing() == {}


def test_headers_over_two_lines_and_another_order(grade):
    one = full_score(3)
    one.grid[0][:3] = ["Pace\n(min/mile)", "DATE", "Distance \u00a0(mi)"]
    for row in one.rows[:34]:
        row[:3] = [row[PACE], row[DATE], row[DISTANCE]]
    basic(one.metric)["series"][0]["series"] = source(0, 35, 0)
    for chart in one.charts:
        basic(chart)["domains"][0]["domain"] = source(0, 35, 1)
    assert grade(one).differing() == {}


def test_one_date_for_two_activities_of_a_day(grade):
    """The merged cell says the day of both rows."""
    one = full_score(3)
    days = [activity.when.date() for activity in one.activities]
    second = next(place for place in range(1, 34) if days[place] == days[place - 1])
    one.rows[second][DATE] = None
    one.plain()
    area = {"startRowIndex": second, "endRowIndex": second + 2, "startColumnIndex": 0, "endColumnIndex": 1}
    one.more.append({"mergeCells": {"range": {"sheetId": 0, **area}, "mergeType": "MERGE_ALL"}})
    assert grade(one).differing() == {}


def narrowed(one, column, pixels=40):
    place = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": column, "endIndex": column + 1}
    one.more.append(
        {"updateDimensionProperties": {"range": place, "properties": {"pixelSize": pixels}, "fields": "pixelSize"}}
    )


def test_long_text_wraps_or_runs_over(grade):
    """A long header over a narrow column can be read if it is wrapped, or if nothing stands beside it."""
    one = full_score(3)
    long = "Activity Date"
    one.grid[0][DATE] = {
        "userEnteredValue": {"stringValue": long},
        "userEnteredFormat": {"wrapStrategy": "WRAP"},
    }
    narrowed(one, DATE, 60)
    for row in one.rows[:34]:
        row[DATE]["userEnteredFormat"]["numberFormat"]["pattern"] = "m/d/yy"
    assert grade(one).differing() == {}
    one.grid[0][DATE]["userEnteredFormat"]["wrapStrategy"] = "CLIP"
    narrowed(one, DATE, 55)
    assert grade(one).differing() == failed(SPA, "table_fully_visible")


def test_header_known_to_the_judge_only(grade):
    one = full_score(3)
    one.grid[0][PACE] = "How fast"
    one.answer("column_speed", "1")
    results = grade(one)
    assert results.differing() == {}
    assert results["speed_column"].mechanism == LLM


# -- charts ------------------------------------------------------------------------------------------------------------


def test_scatter_charts(grade):
    """The API draws lines through a scatter chart's series where a style is stated."""
    one = full_score(3)
    basic(one.metric)["chartType"] = "SCATTER"
    for line in basic(one.metric)["series"]:
        del line["type"]
    assert grade(one).differing() == {}


def test_horizontal_bars(grade):
    """The dates stand at the left then, and the values below."""
    one = full_score(4)
    spec = basic(one.daily)
    spec["chartType"] = "BAR"
    spec["axis"] = [{"position": "LEFT_AXIS", "title": "Date"}, {"position": "BOTTOM_AXIS", "title": "Miles"}]
    for line in spec["series"]:
        line.pop("type")
        line |= {"targetAxis": "BOTTOM_AXIS"}
    assert grade(one).differing() == {}


def test_values_on_the_right(grade):
    one = full_score(3)
    for line in basic(one.metric)["series"]:
        line["targetAxis"] = "RIGHT_AXIS"
    basic(one.metric)["axis"][1]["position"] = "RIGHT_AXIS"
    assert grade(one).differing() == {}


def test_open_ranges_and_an_area(grade):
    one = full_score(3)
    for chart in one.charts:
        for data in (*basic(chart)["domains"], *basic(chart)["series"]):
            del next(v for k, v in data.items() if k in ("domain", "series"))["sourceRange"]["sources"][0][
                "endRowIndex"
            ]
    basic(one.cumulative)["chartType"] = "AREA"
    assert grade(one).differing() == {}


def test_a_total_for_each_day(grade):
    """One point for each day, at its last total, on another tab with days written out."""
    one = full_score(3)
    last = {activity.when.date(): row[TOTAL] for activity, row in zip(one.activities, one.rows, strict=False)}
    one.tabs["Days"] = [
        ["Day", "Distance so far"],
        *([f"{day:%B} {day.day}, {day.year}", t] for day, t in last.items()),
    ]
    end = len(last) + 1
    basic(one.cumulative)["domains"][0]["domain"] = source(0, end, 0, 1)
    basic(one.cumulative)["series"][0]["series"] = source(0, end, 1, 1)
    assert grade(one).differing() == {}


def test_numbered_activities(grade):
    """The chart counts activities instead of showing days: they are compared in order."""
    one = full_score(3)
    for place, row in enumerate(one.grid[:35]):
        row += [None] * (6 - len(row))
        row[5] = place or "No."
    basic(one.cumulative)["domains"][0]["domain"] = source(0, 35, 5)
    assert grade(one).differing() == {}


def test_theme_colours(grade):
    """Both lines solid, told apart by two colours of the theme; with one colour, by nothing."""
    one = full_score(1)
    lines = basic(one.metric)["series"]
    lines[0] = series(source(0, 110, PACE), pointStyle={"size": 7}, colorStyle={"themeColor": "ACCENT1"})
    lines[2]["colorStyle"] = {"themeColor": "ACCENT2"}
    assert grade(one).differing() == {}
    lines[2]["colorStyle"] = {"themeColor": "ACCENT1"}
    assert grade(one).differing() == failed("fuzzy_match", "baselines_distinct")


def test_charts_found_by_axis_and_by_column(grade):
    """Titles that name no topic; the value axis of one chart does, and the other draws the column of paces."""
    one = full_score(3)
    one.metric["spec"]["title"], one.cumulative["spec"]["title"] = "Figure 1", "Figure 2"
    basic(one.metric)["axis"][1]["title"] = "Values"
    one.rules.append({"key": "*_title", "answer": False})
    one.rules.append({"key": "*_axis", "answer": True})
    assert grade(one).differing() == failed(LLM, "metric_title", "cum_title")


def test_charts_and_lines_known_to_the_judge_only(grade):
    """A chart whose titles and ranges tell nothing, and a line whose label and value tell nothing."""
    one = full_score(3)
    one.metric["spec"]["title"] = "Tempo"
    basic(one.metric)["axis"][1]["title"] = "Tempo"
    for row in one.grid[:35]:
        row += [None] * (6 - len(row))
        row[5] = "Tempo" if row[PACE] == "Pace (min/mile)" else row[PACE]
    basic(one.metric)["series"][0]["series"] = source(0, 35, 5)
    one.grid[0][LINE] = "K."
    for row in one.rows[:34]:
        row[LINE] = 5.0
    one.rules += [{"key": "metric_chart", "answer": "1"}, {"key": "klaebo_series", "answer": "1"}]
    one.rules += [{"key": "metric_title", "answer": True}, {"key": "metric_y_axis", "answer": True}]
    results = grade(one)
    assert results.differing() == (
        failed(DET, "klaebo_display", "main_series_column") | failed("fuzzy_match", "klaebo_data", "klaebo_content")
    )
    assert results["metric_title"].mechanism == LLM


def test_total_miles_run(grade):
    """ "Total miles" names the daily chart by itself; with a daily chart there, it is the running total."""
    one = full_score(4)
    one.cumulative["spec"]["title"] = "Total miles run so far"
    one.charts.insert(0, one.charts.pop())
    assert grade(one).differing() == {}


def test_further_charts(grade):
    """A chart more does not matter, be it the first one."""
    one = full_score(3)
    axes = [{"position": "BOTTOM_AXIS", "title": "Date"}, {"position": "LEFT_AXIS", "title": "Beats"}]
    more = {
        "spec": {
            "title": "Heart rate",
            "basicChart": {
                "chartType": "COLUMN",
                "axis": axes,
                "headerCount": 1,
                "domains": [{"domain": source(0, 35, DATE)}],
                "series": [series(source(0, 35, DISTANCE)) | {"type": None}],
            },
        },
        "position": {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 60, "columnIndex": LEFT}}},
    }
    del more["spec"]["basicChart"]["series"][0]["type"]
    one.charts.append(more)
    assert grade(one).differing() == {}

    def first(raw):
        charts = raw["sheets"][0]["charts"]
        charts.insert(0, charts.pop())

    one.edit = first
    assert grade(one).differing() == {}


def test_chart_on_a_sheet_of_its_own(grade):
    """Nothing lies under it, but nothing can stand below it either, and it is on another tab."""
    one = full_score(3)

    def moved(raw):
        chart = raw["sheets"][0]["charts"].pop(0)
        chart["position"] = {"sheetId": 77}
        properties = {"sheetId": 77, "title": "Chart1", "index": 1, "sheetType": "OBJECT"}
        raw["sheets"].append({"properties": properties, "charts": [chart]})

    one.edit = moved
    assert grade(one).differing() == failed(DET, "sources_below") | failed(STR, "metric_same_tab")


def test_a_line_that_is_only_named_like_the_paces(grade):
    """The paces are drawn from a helper column; "Ideal pace" is a further line, and neither baseline nor data."""
    one = full_score(3)
    for place, row in enumerate(one.grid[:35]):
        row += [None] * (7 - len(row))
        row[5], row[6] = (5.5, row[PACE]) if place else ("Ideal pace", "Pace of the day")
    lines = basic(one.metric)["series"]
    lines[0]["series"] = source(0, 35, 6)
    lines.insert(0, series(source(0, 35, 5), colorStyle={"rgbColor": {"green": 0.5}}))
    assert grade(one).differing() == {}


def test_steady_paces(grade):
    """Paces that hardly vary are no baseline: they stand in the column of paces."""
    one = full_score(3)
    for activity, row in zip(one.activities, one.rows, strict=False):
        activity.second = 7.1
        row[PACE] = round(26.8224 / 7.1, 3)
    assert grade(one).differing() == {}


# -- sources -----------------------------------------------------------------------------------------------------------


def written(cell, place=(21, LEFT)):
    def change(one):
        one.grid[21][LEFT] = None
        one.at(*place, cell)

    return change


LINKED = {
    "userEnteredValue": {"stringValue": "Results"},
    "textFormatRuns": [{"format": {"link": {"uri": SOURCE}}}],
}


@pytest.mark.parametrize(
    "change",
    [
        written(f"Klæbo 2026, skating: {SOURCE}."),
        written("example.org/klaebo-2026-results"),
        written(link(SOURCE), place=(24, LEFT + 8)),
        written(link(SOURCE), place=(78, LEFT - 1)),
        written(
            {"userEnteredValue": {"stringValue": "Results"}, "textFormatRuns": [{"format": {"link": {"uri": SOURCE}}}]}
        ),
    ],
)
def test_sources_wherever_they_stand(grade, change):
    one = full_score(3)
    one.cumulative["position"]["overlayPosition"]["anchorCell"]["rowIndex"] = 90
    change(one)
    assert grade(one).differing() == {}


@pytest.mark.parametrize("place", [(18, LEFT - 1), (79, LEFT), (24, LEFT + 9), (24, 3)])
def test_sources_elsewhere(grade, place):
    """Above the lower edge, too far below, too far right, too far left."""
    one = full_score(3)
    one.plain()
    one.cumulative["position"]["overlayPosition"]["anchorCell"]["rowIndex"] = 90
    one.metric["position"]["overlayPosition"]["offsetXPixels"] = 0
    written(link(SOURCE), place=place)(one)
    differing = grade(one).differing()
    assert differing["sources_below"] == ("failed", "deterministic", 0)


def test_two_sources_in_one_cell(grade):
    one = full_score(1)
    one.grid[21][LEFT] = f"{ADDRESSES['male_5k']} and {ADDRESSES['kipchoge']}"
    one.grid[22][LEFT] = None
    assert grade(one).differing() == {}


def test_formats_of_numbers(grade):
    """How many digits are shown, and in which locale, does not change what a cell holds."""
    one = full_score(3)
    for row in one.rows[:34]:
        row[DISTANCE] = number(row[DISTANCE], "NUMBER", '0" mi"')
        row[PACE] = number(row[PACE], "NUMBER", "0.0")
        row[DATE]["userEnteredFormat"]["numberFormat"]["pattern"] = "dd.mm.yy"
    one.more.append(
        {"updateSpreadsheetProperties": {"properties": {"locale": "de_DE"}, "fields": "locale"}},
    )
    assert grade(one).differing() == {}
