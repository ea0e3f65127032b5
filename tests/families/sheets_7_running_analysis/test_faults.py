"""The faults of the reference grader: here, what is right."""

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
    extracted,
    full_score,
    link,
    number,
    places,
    points,
    series,
)
from .outcomes import DET, FUZ, LLM, SPA, STR, WEB, blank

# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F1")
def test_several_activities_of_a_day(grade):
    """A day's rows are paired with its activities by their values, whatever their order."""
    one = full_score(3)
    days = [activity.when.date() for activity in one.activities]
    second = next(place for place in range(1, 34) if days[place] == days[place - 1])
    one.rows[second - 1][:3], one.rows[second][:3] = one.rows[second][:3], one.rows[second - 1][:3]
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F1")
def test_rows_of_one_day(grade):
    """34 rows of the first day are one activity."""
    one = full_score(3)
    for row in one.rows[:34]:
        row[DATE] = one.rows[0][DATE]
    results = grade(one)
    assert results.differing() == failed(DET, "date_match") | failed(
        FUZ, "distance_match", "speed_match", "cumulative_data"
    )
    assert results["date_match"].reason.startswith("1 of 34")


@pytest.mark.fault("sheets_7/F1")
def test_everything_twice(grade):
    """More rows than activities earn no more than the maximum, and cost nothing."""
    one = full_score(3)
    again = [row[:3] for row in one.rows[:34]]
    one.grid[35:] = again
    one.grid[21] += [None] * (LEFT + 1 - len(one.grid[21]))
    one.grid[21][LEFT] = link(ADDRESSES["klaebo"])
    one.tables[0]["range"]["endRowIndex"] = 69
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F1")
@pytest.mark.parametrize(("column", "factor", "step"), [(DISTANCE, 1.609, "distance"), (PACE, 0.621, "speed")])
def test_one_measure_wrong_throughout(grade, column, factor, step):
    """Kilometres, or minutes per kilometre: the rows of a day are still told by the other measure, which is right."""
    one = full_score(1)
    for row in one.rows:
        if isinstance(row[column], float):
            row[column] *= factor
    assert grade(one).differing() == failed(FUZ, f"{step}_match")


def minutes(value):
    return f"{int(value)}:{round(value % 1 * 60):02d}" if round(value % 1 * 60) < 60 else f"{int(value) + 1}:00"


@pytest.mark.fault("sheets_7/F2")
@pytest.mark.parametrize(
    "written",
    [
        minutes,
        lambda value: f"{minutes(value)} min/mile",
        lambda value: number(value / 1440, "TIME", "[mm]:ss"),
        lambda value: number(value / 24, "TIME", "h:mm"),  # 7:09 as somebody types it: 7 h 9 min
    ],
)
def test_paces_as_they_are_written(grade, written):
    """The chart is drawn from numbers in a helper column, with the table's values."""
    one = full_score(3)
    for row in one.rows[:34]:
        row += [None] * (6 - len(row))
        row[5] = row[PACE]
        row[PACE] = written(row[PACE])
    one.grid[0] += [None] * (5 - len(one.grid[0])) + ["Pace in numbers"]
    basic(one.metric)["series"][0]["series"] = source(0, 35, 5)
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F2")
def test_distances_as_they_are_written(grade):
    one = full_score(3)
    for place, row in enumerate(one.rows[:34]):
        row[DISTANCE] = f"{row[DISTANCE]:,} mi" if place % 2 else f"{row[DISTANCE] * 1.609344:.4f} km"
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F2")
def test_thousands(grade):
    one = full_score(3)
    one.activities[0].first = 1234.5 * 1609.34
    one.rows[0][DISTANCE] = "1,234.5"
    for row in one.rows[:34]:
        row[TOTAL] += 1234.5 - 4000 / 1609.34
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F3")
@pytest.mark.parametrize(
    "written",
    [
        "{0.month}/{0.day}/{0:%y}",
        "{0:%B} {0.day}, {0.year}",
        "{0:%Y/%m/%d}",
        "{0.month}/{0.day}/{0.year} {0:%I:%M %p}",
        "{0:%Y-%m-%d %H:%M}",
        "{0:%Y-%m-%dT%H:%M:%SZ}",
        "{0:%b} {0.day}, {0.year}, {0:%I:%M %p}",
        "{0.day}-{0:%b}-{0.year}",
    ],
)
def test_dates_as_they_are_written(base, regrade, written):
    one = full_score(3)

    def edit(raw):
        for activity, row in zip(one.activities, raw["sheets"][0]["data"][0]["rowData"][1:35], strict=True):
            text = written.format(activity.when)
            row["values"][0] = {"formattedValue": text, "effectiveValue": {"stringValue": text}}

    one.edit = edit
    assert regrade(one).differing() == {}


@pytest.mark.fault("sheets_7/F3")
def test_day_before_month_only_beyond_the_twelfth(base, regrade):
    """27/9/2021 can only be the 27th of September; 3/10/2021 is the 10th of March."""
    one = full_score(3)

    def edit(raw):
        for activity, row in zip(one.activities, raw["sheets"][0]["data"][0]["rowData"][1:35], strict=True):
            text = f"{activity.when.day}/{activity.when.month}/{activity.when.year}"
            row["values"][0] = {"formattedValue": text, "effectiveValue": {"stringValue": text}}

    one.edit = edit
    clear = sum(a.when.day > 12 or a.when.day == a.when.month for a in one.activities)
    results = regrade(one)
    assert results["date_match"].points == 10 * clear // 34
    assert set(results.differing()) == {
        *("date_match", "distance_match", "speed_match", "cumulative_data"),
    }


@pytest.mark.fault("sheets_7/F16")
def test_thousands_of_repetitions_and_missing_ones(grade):
    """ "1,024" is a number on both sides; "--" in the export is an empty cell or "--" in the sheet."""
    one = full_score(5)
    one.activities[0].second, one.rows[0][2] = 1024, "1,024"
    for row in one.rows[:219]:
        row[3] += 1024 - 80
    one.activities[5].first, one.rows[5][1] = None, None
    one.activities[6].first, one.rows[6][1] = None, "--"
    assert grade(one).differing() == {}
    one.activities[7].first = None
    assert grade(one).differing() == partly(DET, sets_match=9)


# -- the right places --------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F6")
def test_table_on_another_tab_away_from_its_corner(grade):
    one = full_score(3)
    shifted = [[None], [None, "My winter"], [], *([None, *row] for row in one.grid)]
    one.tabs = {"About": [["Notes about training"]], "Data": shifted}
    one.tables[0]["range"] = {
        "sheetId": 1,
        "startRowIndex": 3,
        "endRowIndex": 38,
        "startColumnIndex": 1,
        "endColumnIndex": 4,
    }
    for chart in one.charts:
        anchor = chart["position"]["overlayPosition"]["anchorCell"]
        anchor |= {"sheetId": 1, "rowIndex": anchor["rowIndex"] + 3, "columnIndex": LEFT + 1}
        for place in places(chart):
            place |= {"sheetId": 1, "startRowIndex": 3, "endRowIndex": 38}
            place["startColumnIndex"] += 1
            place["endColumnIndex"] += 1
    assert grade(one).differing() == {}
    # another tab's column of that number is not the table's
    one.tabs["Other"] = [[None] * 3 + ["Kilometres"], *([None] * 3 + [row[3]] for row in shifted[4:38])]
    basic(one.metric)["series"][0]["series"] = source(0, 35, 3, 2)
    assert grade(one).differing() == failed(DET, "main_series_column")


@pytest.mark.fault("sheets_7/F7")
def test_ranges_without_their_header(grade):
    """The label is the cell above, and no value is lost; an absent start is the first row or column."""
    one = full_score(3)
    for chart in one.charts:
        basic(chart)["headerCount"] = 0
        for place in places(chart):
            place["startRowIndex"] = 1

    def edit(raw):
        for chart in raw["sheets"][0]["charts"]:
            del basic(chart)["headerCount"]
            del basic(chart)["domains"][0]["domain"]["sourceRange"]["sources"][0]["startColumnIndex"]

    assert grade(one).differing() == {}
    one.edit = edit
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F10")
def test_a_chart_over_the_table_in_the_first_row(grade):
    one = full_score(3)
    one.metric["position"]["overlayPosition"]["anchorCell"] |= {"rowIndex": 0, "columnIndex": 0}
    # the source is no longer near the chart
    assert grade(one).differing() == failed(SPA, "metric_no_overlap") | failed(DET, "sources_below")


@pytest.mark.fault("sheets_7/F10")
def test_notes_under_a_chart(grade):
    one = full_score(3)
    one.at(40, LEFT + 2, "All distances by GPS")
    assert grade(one).differing() == failed(SPA, "cum_no_overlap")


@pytest.mark.fault("sheets_7/F10")
def test_charts_on_different_tabs_do_not_overlap(grade):
    one = full_score(3)
    one.tabs["Second"] = []
    one.tabs["Second"] = [[None]]
    anchor = one.cumulative["position"]["overlayPosition"]["anchorCell"]
    anchor |= {"sheetId": 1, "rowIndex": 1}
    assert grade(one).differing() == failed(STR, "cum_same_tab")


# -- series and baselines ----------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F5")
def test_an_athletes_pace_out_of_range_costs_its_value_only(grade):
    one = full_score(1)
    for row in one.rows[:109]:
        row[LINE + 1] = 4.45
    assert grade(one).differing() == failed(FUZ, "kipchoge_data")


@pytest.mark.fault("sheets_7/F5")
@pytest.mark.parametrize(("value", "right"), [(4.5, True), (4.8, True), (4.49, False), (4.81, False)])
def test_the_range_of_the_rubric(base, regrade, value, right):
    one = full_score(1)
    one.answer("kipchoge_value", extracted(f"{value}", "min/mile", "On average"))

    def edit(raw):
        for row in raw["sheets"][0]["data"][0]["rowData"][1:110]:
            row["values"][LINE + 1]["effectiveValue"] = {"numberValue": value}

    one.edit = edit
    assert regrade(one).differing() == ({} if right else failed(FUZ, "kipchoge_data"))


def relabel(instance, column, text):
    one = full_score(instance)

    def edit(raw):
        cell = raw["sheets"][0]["data"][0]["rowData"][0]["values"][column]
        cell |= {"formattedValue": text, "effectiveValue": {"stringValue": text}}

    one.edit = edit
    return one


@pytest.mark.fault("sheets_7/F8")
@pytest.mark.parametrize(
    ("instance", "column", "label", "right"),
    [
        (1, LINE, "25 year old men", True),
        (1, LINE, "Baseline (5 K)", True),
        (1, LINE, "Female 25", False),
        (1, LINE, "Average female 5k baseline", False),
        (1, LINE, "Average male half marathon", False),
        (1, LINE, "World record", False),
        (1, LINE + 1, "Eliud Kipchoge", True),
        (2, LINE, "Male, 30", True),
        (2, LINE, "Intermediate women, 30", False),
        (2, LINE, "Average male 5k", False),
        (2, LINE, "Half marathon", False),
        (2, LINE, "Elite half marathon", False),
        (2, LINE, "30", False),
        (3, LINE, "Johannes Høsflot Klaebo", True),
        (3, LINE, "KLÆBO 2026", True),
        (3, LINE, "Olympic sprint", False),
        (5, LINE, "Recommended sets", True),
        (5, LINE, "Workout", False),
    ],
)
def test_labels(base, regrade, instance, column, label, right):
    """A label that does not say it costs the display; which line it is tells its value."""
    one = relabel(instance, column, label)
    keys = {1: ("male_5k", "kipchoge"), 2: ("male30_half", "kiplimo"), 3: ("klaebo",), 5: ("adult_sets", "cutler")}
    slug = f"{keys[instance][column - LINE]}_display"
    assert regrade(one).differing() == ({} if right else failed(DET, slug))


@pytest.mark.fault("sheets_7/F8")
def test_a_label_with_an_athlete_is_no_average(base, regrade):
    """Both lines name Kipchoge: the first is taken for his, and nothing is left that names the average."""
    one = relabel(1, LINE, "Average male 5k (Kipchoge's pacer)")
    one.rules.append({"key": "male_5k_series", "answer": "no"})
    assert regrade(one).differing() == (
        failed(DET, "male_5k_display")
        | missing_dependency("male_5k_data", "baselines_distinct", "male_5k_content")
        | failed(FUZ, "kipchoge_data", "kipchoge_content")
    )


@pytest.mark.fault("sheets_7/F9")
def test_the_baseline_stands_first(grade):
    """Whose points are looked at does not depend on the order of the series."""
    one = full_score(3)
    basic(one.metric)["series"].reverse()
    assert grade(one).differing() == {}
    basic(one.metric)["series"][0]["pointStyle"] = {"size": 5, "shape": "STAR"}
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F9")
def test_points_on_a_solid_line(grade):
    one = full_score(3)
    line = points(source(0, 35, PACE)) | {"type": "LINE"}
    basic(one.metric)["series"][0] = line
    assert grade(one).differing() == {}
    del line["pointStyle"]
    assert grade(one).differing() == failed(DET, "circular_points")


@pytest.mark.fault("sheets_7/F18")
@pytest.mark.parametrize("style", ["MEDIUM_DASHED", "MEDIUM_DASHED_DOTTED", "LONG_DASHED", "LONG_DASHED_DOTTED"])
def test_dashes_count_as_dots(base, regrade, style):
    one = full_score(3)

    def edit(raw):
        basic(raw["sheets"][0]["charts"][0])["series"][1]["lineStyle"]["type"] = style

    one.edit = edit
    assert regrade(one).differing() == {}


@pytest.mark.fault("sheets_7/F18")
def test_the_daily_baseline_may_be_solid(grade):
    """The task asks for dots, the rubric does not score them."""
    one = full_score(4)
    basic(one.daily)["series"][1] = series(source(0, 400, 7, 1))
    assert grade(one).differing() == {}


# -- running totals ----------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F4")
def test_a_bar_for_each_activity(grade):
    one = full_score(4)
    basic(one.daily)["domains"][0]["domain"] = source(0, 453, DATE)
    basic(one.daily)["series"][0]["series"] = source(0, 453, DISTANCE)
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F4")
def test_runs_and_walks_stacked(grade):
    one = full_score(4)
    helper = one.tabs["Chart data"]
    helper[0].append("Walks")
    for row in helper[1:]:
        if len(row) > 7:
            row.append(row[6] / 4)
            row[6] *= 0.75
    bars = basic(one.daily)["series"]
    bars.append(series(source(0, len(helper), 8, 1), "COLUMN"))
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F13")
@pytest.mark.parametrize("label", ["Cumulative Miles", "Sum so far", "Running total (mi)"])
def test_the_name_of_the_running_total_does_not_matter(grade, label):
    one = full_score(3)
    one.grid[0][TOTAL] = label
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F13")
@pytest.mark.parametrize("instance", [4, 5])
def test_any_growing_series_is_no_running_total(grade, instance):
    one = full_score(instance)
    if instance == 4:
        for place, row in enumerate(one.tabs["Chart data"][1:345]):
            row[1] = place
    else:
        for place, row in enumerate(one.rows[:219]):
            row[TOTAL] = place
    assert grade(one).differing() == failed(FUZ, "cumulative_data")


@pytest.mark.fault("sheets_7/F13")
def test_a_wrong_table_under_a_right_running_total(grade):
    """The chart is compared with the export, not with the sheet."""
    one = full_score(3)
    for row in one.rows[:34]:
        row[DISTANCE] *= 1.02
    assert grade(one).differing() == failed(FUZ, "distance_match")


@pytest.mark.fault("sheets_7/F14")
def test_newest_first(grade):
    """Sorted by date the totals grow, whatever the order of the rows."""
    one = full_score(3)
    source_cell = one.grid[21].pop()
    one.grid[1:35] = [row[:5] for row in one.grid[34:0:-1]]
    one.at(21, LEFT, source_cell)
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F14")
def test_totals_that_grow_into_the_past(grade):
    """Newest first, and added up from the newest: over time the total falls."""
    one = full_score(3)
    source_cell = one.grid[21].pop()
    totals = [row[TOTAL] for row in one.rows[:34]]
    one.grid[1:35] = [row[:5] for row in one.grid[34:0:-1]]
    for row, total in zip(one.rows, totals, strict=False):
        row[TOTAL] = total
    one.at(21, LEFT, source_cell)
    assert grade(one).differing() == failed(FUZ, "cumulative_data")


# -- sources -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F11")
@pytest.mark.parametrize(
    ("instance", "key", "url", "right"),
    [
        (1, "male_5k", "https://workspace.example/space", False),
        (1, "male_5k", "https://example.org/What%20is%20a%20good%20race%20time", True),
        (1, "male_5k", "https://www.google.com/search?q=average+5k+pace", False),
        (1, "male_5k", "https://duckduckgo.com/?q=average+5k+pace", False),
        (1, "male_5k", "https://docs.google.com/document/d/abc/running", False),
        (1, "male_5k", "https://news.google.com/running/average-5k", True),
        (1, "kipchoge", "https://example.org/World_Record_Marathon", True),
        (1, "kipchoge", "https://example.org/kipchoges-training", True),
        (3, "klaebo", "https://no.wikipedia.org/wiki/Johannes_H%C3%B8sflot_Kl%C3%A6bo", True),
        (3, "klaebo", "https://example.org/results?athlete=kl%C3%A6bo", True),
        (5, "adult_sets", "https://cdn.example.org/assets/logo", False),
        (5, "adult_sets", "https://example.org/how-many", True),
        (5, "cutler", "https://example.org/jaywalking", False),
        (4, "female_daily", "https://example.org/today", False),
        (4, "female_daily", "https://example.org/trekking", True),
    ],
)
def test_words_of_addresses(base, regrade, instance, key, url, right):
    one = full_score(instance)
    place = one.visited.index(ADDRESSES[key])
    one.visited[place] = url
    one.pages[url] = one.pages[ADDRESSES[key]]
    one.rules.append({"key": "*_topic", "answer": False})
    others = {"female_daily": ["https://example.org/5k-times-of-women", "https://example.org/beatrice-chebet"]}
    one.visited = [url, *(other for other in others.get(key, one.visited) if other != url and key not in other)]
    results = regrade(one)
    lost = failed(WEB, f"{key}_url_visited") | missing_dependency(f"{key}_content")
    differing = {slug: row for slug, row in results.differing().items() if slug.startswith(f"{key}_")}
    assert differing == ({} if right else lost)


@pytest.mark.fault("sheets_7/F12")
def test_sources_need_as_many_reachable_pages_as_there_are_baselines(grade):
    one = full_score(1)
    one.at(23, LEFT, "https://example.org/gone")
    one.pages["https://example.org/gone"] = 404
    assert grade(one).differing() == {}
    one.grid[22][LEFT] = link(ADDRESSES["male_5k"] + "/", "the same page")
    assert grade(one).differing() == failed(DET, "sources_below")


@pytest.mark.fault("sheets_7/F12")
def test_what_a_source_says_about_the_race_is_not_scored(grade):
    one = full_score(3)
    one.grid[21][LEFT] = ADDRESSES["klaebo"]
    assert grade(one).differing() == {}


@pytest.mark.fault("sheets_7/F15")
@pytest.mark.parametrize(
    ("value", "unit", "distance"),
    [
        ("8:30", "min/mile", None),
        ("5:17", "min/km", None),
        ("7.06", "mph", None),
        ("11.36", "km/h", None),
        ("3.156", "m/s", None),
        ("26:25", "5k time", None),
        ("52:50", "race time", 10.0),
        ("3:42:42", "marathon time", None),
        ("1:51:26", "half marathon time", None),
        ("111.4", "half marathon time", None),
    ],
)
def test_values_of_pages(base, regrade, value, unit, distance):
    one = full_score(1)
    one.answer("male_5k_value", extracted(value, unit, "On  average 8.5", distance))
    assert regrade(one).differing() == {}


@pytest.mark.fault("sheets_7/F15")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (extracted("830", "min/mile", "On average 8.5"), failed(LLM, "male_5k_content")),  # no pace at all
        (extracted("9:30", "min/mile", "On average 8.5"), failed(FUZ, "male_5k_content")),
        (extracted("8:30", "min/mile", "not on the page"), failed(LLM, "male_5k_content")),
        (extracted(None, None, None), failed(LLM, "male_5k_content")),
        (extracted("8:30", "steps", "On average 8.5"), failed(LLM, "male_5k_content")),
    ],
)
def test_values_that_pages_do_not_state(base, regrade, answer, expected):
    """Without a value that stands on the page, a judge is asked whether it supports the sheet's."""
    one = full_score(1)
    one.answer("male_5k_value", answer)
    one.rules.append({"key": "male_5k_support", "answer": False})
    assert regrade(one).differing() == expected
    one.answer("male_5k_support", True)
    supported = regrade(one)
    if expected == failed(FUZ, "male_5k_content"):
        assert supported.differing() == expected
    else:
        assert supported.differing() == {}
        assert supported["male_5k_content"].mechanism == LLM


@pytest.mark.fault("sheets_7/F15")
@pytest.mark.parametrize(
    ("instance", "key", "value", "unit", "right"),
    [
        (4, "female_daily", "2-4", "miles", True),
        (4, "female_daily", "4.8", "km", True),
        (4, "female_daily", "6,000", "steps", True),
        (4, "female_daily", "5-6", "miles", False),
        (4, "female_daily", "3.2", "miles", False),
        (5, "adult_sets", "21", "sets", True),  # both lie in the accepted range
        (5, "adult_sets", "10 to 20", "sets", True),
        (5, "adult_sets", "30", "sets", False),
        (5, "adult_sets", "18", "miles", None),
    ],
)
def test_miles_and_sets_of_pages(base, regrade, instance, key, value, unit, right):
    one = full_score(instance)
    one.answer(f"{key}_value", extracted(value, unit, "On average"))
    one.rules.append({"key": "*_support", "answer": False})
    mechanism = LLM if right is None else FUZ
    assert regrade(one).differing() == ({} if right else failed(mechanism, f"{key}_content"))


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_7/F17")
def test_nothing_aborts(grade):
    """Cells of every odd kind in the table."""
    one = full_score(3)
    odd = ["#REF!", "=1/0", "\u0000", "9" * 400, True, "=NA()", -1e300, "12:61:99", "31/31/2021", "٣", "1e5", "∞"]
    for place, value in enumerate(odd):
        one.rows[place][place % 3] = value
    results = grade(one)
    assert results.maximum == 54
    assert len(results) == 27
    assert results.outcomes <= {"passed", "failed"}


@pytest.mark.fault("sheets_7/F19")
def test_maxima_and_positions(rubric):
    steps = {step.slug: step for step in rubric.steps(4)}
    assert [steps[slug].max for slug in ("date_match", "distance_match", "speed_match")] == [10, 10, 10]
    assert [step.position for step in rubric.steps(4) if step.checkpoint == 4] == list(range(1, 12))


@pytest.mark.fault("sheets_7/F19")
def test_what_fails_keeps_its_maximum(grade):
    one = full_score(3)
    one.grid.clear()
    one.tables.clear()
    results = grade(one)
    assert [results[slug].max for slug in ("date_match", "distance_match", "speed_match")] == [10, 10, 10]


@pytest.mark.fault("sheets_7/F20")
def test_what_the_agent_left_out_fails(grade):
    one = full_score(3)
    one.tabs, one.tables, one.charts = {"Sheet1": []}, [], []
    assert grade(one).differing() == blank()
    one.visited = []
    assert grade(one).differing() == blank()


@pytest.mark.fault("sheets_7/F20")
def test_series_that_cannot_be_read_fail(grade):
    one = full_score(3)
    for chart in one.charts:
        for line in basic(chart)["series"]:
            line["series"] = source(100, 200, 20)
    assert grade(one).differing() == (
        failed(DET, "main_series_column", "klaebo_display", "cumulative_data")
        | missing_dependency("circular_points", "klaebo_data", "baselines_distinct", "klaebo_content")
    )
