"""Odd plans that a person would accept, or refuse for exactly what is wrong, and why."""

from __future__ import annotations

import io

import pytest
from familykit import failed, missing_dependency
from familykit.office import uploaded
from familykit.pictures import picture
from familykit.sheets import cell, table

from pytest_knows.judge import NoJudge
from pytest_knows.workspace import Kind

from .building import (
    ANGLE,
    DATE,
    FORECAST,
    GPS,
    LINK,
    NAME,
    ROSE,
    START,
    TITLES,
    VERTICAL,
    area,
    full_score,
    page,
    rgb,
    rose,
)  # fmt: skip
from .outcomes import DET, FUZ, LLM, STR
from .test_faults import seen

SHOT = "https://example.org/rose-of-the-day"


def test_coordinates_in_two_columns(grade):
    """Latitude and longitude are the coordinates, whoever splits them. Their cells show two decimals, hold four."""
    tour = full_score(1)
    for row, (lat, lon) in enumerate([("40.6514", "-111.5978"), ("40.6545", "-111.602"), ("40.6293", "-111.5916")], 1):
        tour.put(row, GPS, (float(lat), "0.00"))
        tour.grid[row].insert(GPS + 1, cell((float(lon), "0.0")))
    tour.grid[0][GPS] = cell("Latitude")
    tour.grid[0].insert(GPS + 1, cell("Longitude"))
    tour.merges = [(top, end, a + 1, b + 1) for top, end, a, b in tour.merges]
    results = grade(tour, judge=NoJudge())
    assert results.differing() == {}
    assert results["gps_column"].mechanism == DET


@pytest.mark.fault("sheets_25/own-7")
def test_one_title_over_two_columns(grade):
    """ "GPS Coordinates" merged over two cells, west without a minus."""
    tour = full_score(1)
    for row, (lat, lon) in enumerate([("40.6514", "111.5978"), ("40.6545", "111.602 W"), ("40.6293", "-111.5916")], 1):
        tour.put(row, GPS, lat)
        tour.grid[row].insert(GPS + 1, cell(lon))
    tour.grid[0].insert(GPS + 1, cell(None))
    tour.merges = [(top, end, a + 1, b + 1) for top, end, a, b in tour.merges] + [(0, 1, GPS, GPS + 2)]
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/own-7")
def test_a_map_behind_the_coordinates(regrade):
    """The cell says "Map", its link where."""
    url = "https://www.google.com/maps/place/x/@40.6,-111.5,14z/data=!3d40.6514!4d-111.5978"
    assert regrade({(1, GPS): f'=HYPERLINK("{url}", "Map")'}).differing() == {}


def test_units_in_titles_and_cells(grade):
    """Metres in the title, degrees and a range in the cells."""
    tour = full_score(1)
    tour.grid[0][VERTICAL], tour.grid[0][ANGLE] = cell("Typical Vertical (m):"), cell("Slope angle \u00b0")
    for row, (vertical, angle) in enumerate([(183, "26\u00b0"), ("120 m", "24 to 26 degrees"), ("600 ft", "20")], 1):
        tour.put(row, VERTICAL, vertical)
        tour.put(row, ANGLE, angle)
    assert grade(tour, judge=NoJudge()).differing() == {}


def test_rich_text_links(grade):
    """The run's name is written over its address, the forecast's too: the links count."""
    tour = full_score(1)
    for row, number in ((1, 2162), (2, 2160), (3, 2193)):
        link = {"textFormatRuns": [{"startIndex": 0, "format": {"link": {"uri": page(number)}}}]}
        tour.grid[row][LINK] = cell("open in guide") | link
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/own-9")
def test_other_words_for_columns(grade):
    """ "Where to park" is where one starts: only a judge can tell; "Name of run" is plain."""
    tour = full_score(1)
    tour.grid[0][NAME], tour.grid[0][START] = cell("NAME OF RUN"), cell("Where to park")
    results = grade(tour, judge=[{"key": "column_start", "answer": "1"}])
    assert results.differing() == {}
    assert results["starting_location_column"].mechanism == LLM
    assert results.judge.asked == ["column_start"]


def test_a_column_that_nobody_recognises(grade):
    """Its cells are not looked for elsewhere."""
    tour = full_score(1)
    tour.grid[0][START] = cell("Snacks")
    assert grade(tour, judge=[{"key": "column_start", "answer": "NONE"}]).differing() == (
        failed(LLM, "starting_location_column") | missing_dependency("run1_start", "run2_start", "run3_start")
    )


def test_without_angles(grade):
    """A run is known by its link; what its angle is, nobody can say."""
    tour = full_score(1)
    tour.drop(ANGLE)
    gone = [f"angle_ok_run{run}" for run in (1, 2, 3)] + [f"run{run}_angle" for run in (1, 2, 3)]
    assert grade(tour, judge=[{"key": "*", "answer": "NONE"}]).differing() == (
        failed(LLM, "slope_angle_column") | missing_dependency(*gone)
    )


def test_a_header_of_two_rows(grade):
    """Group titles above the titles."""
    tour = full_score(1)
    tour.move(1, 0)
    tour.grid[0] = [cell("Run"), *[cell(None)] * 6, cell("Forecast of the Utah Avalanche Center")]
    tour.merges += [(0, 1, 0, 7), (0, 1, 7, 10)]
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/own-3")
def test_titles_again_between_the_runs(grade):
    """A split table: the row of titles is no run."""
    tour = full_score(1)
    tour.grid.insert(3, [cell(title) for title in TITLES[:DATE]] + [cell(None)] * 3)
    tour.merges = [(top, end + 1, a, b) for top, end, a, b in tour.merges]
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/own-6")
def test_a_run_of_two_lines(grade):
    """Its name is merged over both, the second has another angle: one run, by its first line."""
    tour = full_score(1)
    tour.grid.insert(2, [cell(None), *[cell(None)] * 5, cell(24)])
    tour.merges = [(top, end + 1, a, b) for top, end, a, b in tour.merges] + [(1, 3, NAME, NAME + 1)]
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/own-6")
def test_a_merged_note_below(grade):
    """A note merged over all columns below the runs is none of them, though it holds the guide's address."""
    tour = full_score(1)
    tour.grid.append([cell("All from https://wbsguide.com/2162.php, 26 degrees at most")])
    tour.merges.append((4, 5, 0, 10))
    assert grade(tour).differing() == {}


def test_colours_by_a_rule(grade):
    """A conditional format colours the names."""
    tour = full_score(1)
    for row in (1, 2, 3):
        tour.fill(row, "FFFFFF")
    rule = {
        "condition": {"type": "NOT_BLANK"},
        "format": {"backgroundColor": rgb("FFE599")},
    }
    ranges = [area(1, 4, NAME, NAME + 1)]
    tour.more = [{"addConditionalFormatRule": {"rule": {"ranges": ranges, "booleanRule": rule}, "index": 0}}]
    assert grade(tour).differing() == {}


def test_colours_in_another_cell(grade):
    """The whole row but its name is coloured: the task wants the name."""
    tour = full_score(1)
    for row in (1, 2, 3):
        tour.fill(row, "FFFFFF")
        tour.fill(row, "FFFF00", LINK)
    slugs = [f"run{run}_{what}" for run in (1, 2, 3) for what in ("colored", "rating")]
    assert grade(tour).differing() == failed(FUZ, *slugs)


def test_hidden_and_frozen_rows(grade):
    tour = full_score(1)
    tour.more = [
        {"updateDimensionProperties": {
            "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3},
            "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}},
        {"updateSheetProperties": {
            "properties": {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}},
            "fields": "gridProperties.frozenRowCount"}},
    ]  # fmt: skip
    assert grade(tour).differing() == {}


def test_brackets_and_apostrophes_in_names(grade):
    """ "Big Water Gulch" is the guide's "Big Water Gulch (run)", curly apostrophes are apostrophes."""
    tour = full_score(2)
    tour.put(3, NAME, "BIG WATER GULCH")
    assert grade(tour).differing() == {}
    tour = full_score(5)
    tour.put(2, NAME, "Binx\u2019s Ridge (north of the road)")
    tour.put(3, NAME, "Big Daddys")
    assert grade(tour).differing() == {}


def test_runs_that_share_a_page(grade):
    """Two runs of page 3162, told apart by name; 4508 has the page of 4509."""
    tour = full_score(5)
    tour.take(1, "Emma #1")
    tour.take(3, "Binx's Folly")
    assert grade(tour).differing() == {}
    tour.put(3, LINK, page(3158))
    assert grade(tour).differing() == {}


def test_by_name_alone(regrade):
    """Without a link column the runs are known by their names."""
    results = regrade({(0, LINK): "Snacks"}, judge=[{"key": "*", "answer": "NONE"}])
    gone = [f"run{run}_link_valid" for run in (1, 2, 3)]
    assert results.differing() == (
        failed(LLM, "run_link_column") | failed("web_visit", "run_link_visited") | missing_dependency(*gone)
    )


def test_too_few_runs(grade):
    """What is there counts; the merges reach to the last run that there is."""
    tour = full_score(1)
    del tour.grid[3]
    tour.merges = [(top, 3, a, b) for top, _, a, b in tour.merges]
    gone = [slug for slug in grade(tour).differing() if slug != "run_count"]
    assert len(gone) == 1 + 7 + 2
    assert all("run3" in slug for slug in gone)
    assert grade(tour).differing() == failed(STR, "run_count") | missing_dependency(*gone)


# -- the picture -------------------------------------------------------------------------------------------------------


def workbook(**places) -> bytes:
    """The full-score plan as .xlsx, pictures at (row, column): `in_cell`, `over` the cells, a `decoy` over them."""
    import xlsxwriter

    tour, out = full_score(1), io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet("Plan")
        yellow = book.add_format({"bg_color": "#FFFF00"})
        for row, held in enumerate(tour.grid):
            for column, data in enumerate(held[:ROSE] if row else held):
                value = next(iter(data.get("userEnteredValue", {}).values()), None)
                if value is not None:
                    sheet.write(row, column, value, yellow if column == NAME and row else None)
        for column in (DATE, FORECAST, ROSE):
            top = tour.grid[1][column].get("userEnteredValue", {}).get("stringValue", "")
            sheet.merge_range(1, column, 3, column, top)
        for kind, place in places.items():
            add = sheet.embed_image if kind == "in_cell" else sheet.insert_image
            data = picture(7 if kind == "decoy" else 1)
            add(*place, f"{kind}.png", {"image_data": io.BytesIO(data)})
    return out.getvalue()


@pytest.fixture(scope="module")
def pictured(bench, grade, tmp_path_factory):
    """`pictured(in_cell=(1, ROSE))`: graded as an upload with its .xlsx export."""

    def pictured(**places):
        tour = full_score(1)
        tour.xlsx = True
        data = workbook(**places)
        file = uploaded(bench.workspace, data, Kind.SPREADSHEET, tmp_path_factory.mktemp("upload"))
        return grade(tour, file)

    return pictured


@pytest.mark.fault("sheets_25/F7")
@pytest.mark.parametrize(
    "places", [{"in_cell": (1, ROSE)}, {"over": (1, ROSE)}, {"over": (9, 2)}, {"decoy": (9, 2), "over": (1, ROSE)}]
)
def test_a_pasted_picture(pictured, places):
    """In its cell, over it, or somewhere on the plan's tab: that is what pasting a screenshot gives."""
    results = pictured(**places)
    assert results.differing() == {}
    assert results["rose_valid"].mechanism == DET


def test_no_picture(pictured):
    assert pictured().differing() == failed(DET, "rose_present") | missing_dependency("rose_valid")


def test_a_picture_without_a_column(grade):
    """A header that names no rose: the column is the one with the picture, or there is none."""
    tour = full_score(1)
    tour.grid[0][ROSE] = cell("Conditions")
    assert grade(tour).differing() == {}


def test_a_link_to_a_picture(regrade):
    """A link that ends like a picture's is one."""
    assert regrade({(1, ROSE): rose(1)}).differing() == {}


def test_the_address_in_another_cell(grade):
    tour = full_score(1)
    tour.put(1, ROSE, "=IMAGE(L20)")
    tour.grid += [[] for _ in range(16)]
    tour.grid[19:] = [[*[cell(None)] * 11, cell(rose(1))]]
    assert grade(tour).differing() == {}


def test_the_official_picture_saved_anew(regrade):
    """A copy of the official picture in another format has other pixels: the judge looks at it."""
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(picture(1))).convert("RGB").save(out, "JPEG")
    pages = {SHOT: {"body": out.getvalue(), "content_type": "image/jpeg"}}
    asked = {"cells": {(1, ROSE): f'=IMAGE("{SHOT}")'}, "pages": pages}
    assert regrade(**asked, judge=[seen(1)]).differing() == {}
    assert regrade(**asked, judge=[seen(1, whole=False)]).differing() == failed(LLM, "rose_valid")


@pytest.mark.fault("sheets_25/own-3")
def test_runs_below_a_formal_table(grade):
    """A table of two runs, the third typed below it; a small formal table of something else stands before."""
    tour = full_score(1)
    tour.title, tour.before = "Plan", {"Packing": [["Aspect", "Wax"], ["N", "blue"]]}
    small = {"name": "Wax", "range": area(0, 2, 0, 2, 0)}
    tour.merges = []
    plan = table(TITLES, 2, sheet=1, name="Plan")
    tour.more = [{"addTable": {"table": small}}, {"addTable": {"table": plan}}]
    assert grade(tour).differing() == failed(STR, "merged_cells")


@pytest.mark.fault("sheets_25/own-4")
@pytest.mark.parametrize(
    "link", ["wbsguide.com/2162.php", "https://www.google.com/url?q=https://wbsguide.com/2162.php"]
)
def test_links_as_people_paste_them(regrade, link):
    assert regrade({(1, LINK): link}).differing() == {}


@pytest.mark.fault("sheets_25/own-5")
@pytest.mark.parametrize(
    ("text", "right"), [("Feb 5", False), ("2/5", False), ("2/5/2025", True), ("15/1/2025", False)]
)
def test_a_date_without_its_year(regrade, text, right):
    """It is the fifth of February of any year."""
    assert regrade({(1, DATE): text}).differing() == ({} if right else failed(DET, "forecast_date"))
