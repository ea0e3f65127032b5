"""What the reference got wrong, by the numbers of the specification: tables, runs, links, the forecast."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, world_error
from familykit.pictures import picture
from familykit.sheets import cell, table

from pytest_knows.judge import NoJudge

from .building import (
    ANGLE,
    ASPECT,
    DATE,
    FORECAST,
    GPS,
    LINK,
    NAME,
    POINTS,
    ROSE,
    START,
    TITLES,
    VERTICAL,
    filled,
    forecast,
    full_score,
    page,
    rose,
)  # fmt: skip
from .outcomes import DET, FUZ, LLM, STR, VACUOUS, WEB, danger, facts_of


@pytest.mark.fault("sheets_25/F1")
def test_gold_of_the_instance(grade):
    """The same run is yellow in instance 1 and green in 3: each is graded by its own data."""
    for instance, fill in ((1, "FFFF00"), (3, "00FF00")):
        tour = full_score(instance)
        row = 2 if instance == 3 else 3
        tour.fill(row, fill)
        assert grade(tour).differing() == {}
        tour.fill(row, "FFFF00" if instance == 3 else "00FF00")
        assert set(grade(tour).differing()) == set(danger(row))


@pytest.mark.fault("sheets_25/F2")
def test_totals(rubric):
    """The published text promises N + 1 points more; they are for information."""
    for instance, points in POINTS.items():
        steps = rubric.steps(instance)
        assert sum(step.max for step in steps) == points == sum(step.scored for step in steps)
        count = rubric.facts(instance).count
        assert [step.published for step in steps if not step.scored] == ["1.10", *["6.1"] * count]
        assert all(step.max == 0 for step in steps if not step.scored)


@pytest.mark.fault("sheets_25/F3")
def test_invented_names(regrade):
    """One letter is in every name; a valid link makes no name right."""
    results = regrade({(1, NAME): "a"})
    assert results.differing() == failed(DET, "run1_name_valid")


@pytest.mark.fault("sheets_25/F3")
def test_a_name_within_another_one(regrade):
    """East Bowl Pass is in the guide by that very name. Without a link it is not East Bowl, which has an aspect."""
    results = regrade({(1, NAME): "East Bowl Pass", (1, LINK): "https://example.org/"})
    assert results.differing() == failed(DET, "run1_link_valid", "run1_start", "run1_angle")
    assert results["run1_aspect"].mechanism == VACUOUS


@pytest.mark.fault("sheets_25/F3")
def test_a_part_of_several_names(regrade):
    """Three runs begin so, and no link tells which is meant."""
    assert regrade({(1, NAME): "Beartrap", (1, LINK): "https://example.org/"}).differing() == (
        failed(DET, "run1_name_valid", "run1_link_valid") | missing_dependency(*facts_of(1))
    )


@pytest.mark.fault("sheets_25/F3")
def test_another_name_on_a_shared_page(grade):
    """Page 4509 is also that of run 4508; without a name the run is the one of that number."""
    tour = full_score(5)
    tour.take(3, "Todd's Bowl")
    tour.put(3, NAME, "Unheard of")
    assert grade(tour).differing() == failed(DET, "run3_name_valid")


@pytest.mark.fault("sheets_25/F4")
def test_the_middle_band(grade):
    """In the south it is red above, orange in the middle, yellow below."""
    tour = full_score(5)
    tour.put(1, NAME, "Grandma's Backyard")
    tour.put(1, LINK, "https://example.org/")
    tour.put(1, ASPECT, "S")
    lost = failed(DET, "run1_name_valid", "run1_link_valid") | missing_dependency(*facts_of(1))
    tour.fill(1, "FF9900")
    assert grade(tour).differing() == lost
    tour.fill(1, "FF0000")
    assert grade(tour).differing() == lost | failed(FUZ, *danger(1))


@pytest.mark.fault("sheets_25/F4")
def test_the_colour_of_an_unknown_run(regrade):
    """It is what the rose says at middle elevations of the aspect that the sheet gives: orange in the north."""
    unknown = {(1, NAME): "Grandma's Backyard", (1, LINK): "https://wbsguide.com/77777.php", (1, ASPECT): "N"}
    lost = failed(DET, "run1_name_valid", "run1_link_valid") | missing_dependency(*facts_of(1))
    assert regrade(unknown).differing() == lost | failed(FUZ, *danger(1))
    orange = {"red": 1, "green": 0.6}
    assert regrade(unknown, edit=lambda raw: filled(raw, 1, orange)).differing() == lost
    both = unknown | {(1, ASPECT): "E to SE"}
    assert regrade(both, edit=lambda raw: filled(raw, 1, orange)).differing() == lost
    assert regrade(both).differing() == lost
    nothing = unknown | {(1, ASPECT): "every"}
    assert regrade(nothing).differing() == lost | missing_dependency(*danger(1))


@pytest.mark.fault("sheets_25/F4")
@pytest.mark.parametrize(("fill", "right"), [("FF9900", True), ("FFFF00", True), ("00FF00", False), ("FFFFFF", False)])
def test_the_colour_of_a_run_without_an_aspect(grade, fill, right):
    """Nothing tells its danger: any colour of the day's rose will do."""
    tour = full_score(1)
    tour.take(3, "Second Test Bowl")
    tour.fill(3, fill)
    results = grade(tour)
    assert results.differing() == ({} if right else failed(FUZ, *danger(3)))
    if right:
        assert results["run3_colored"].mechanism == VACUOUS


@pytest.mark.fault("sheets_25/F5")
@pytest.mark.parametrize("formal", [False, True])
def test_a_table_somewhere_else(grade, formal):
    """At C4 of a second tab, once as a formal table; a blank row between the runs."""
    tour = full_score(1)
    tour.grid.insert(3, [])
    tour.merges = [(top, end + 1, *columns) for top, end, *columns in tour.merges]
    tour.move(3, 2, "Our tour", "With friends")
    tour.title, tour.before = "Plan", {"Notes": [["Bring skins", "and a shovel"]]}
    if formal:
        tour.merges = []
        tour.more = [{"addTable": {"table": table(TITLES, 4, row=3, column=2, sheet=1)}}]
    assert grade(tour).differing() == (failed(STR, "merged_cells") if formal else {})


@pytest.mark.fault("sheets_25/F6")
def test_a_rating_before_the_rose(grade):
    tour = full_score(1)
    tour.insert(DATE, ["Danger Rating", "Moderate", "moderate (yellow)", "Yellow"])
    results = grade(tour)
    assert results.differing() == {}
    assert results["run3_rating"].mechanism == DET


@pytest.mark.fault("sheets_25/F6")
def test_a_wrong_rating(grade):
    """For information only; an empty one is the colour's."""
    tour = full_score(1)
    tour.insert(DATE, ["Danger", "High", "moderate or considerable", ""])
    assert grade(tour).differing() == failed(DET, "run1_rating", "run2_rating")


@pytest.mark.fault("sheets_25/F7")
def test_a_picture_without_extension(regrade):
    """Its address does not tell, what was recorded does."""
    url = "https://lh3.googleusercontent.com/d/abc"
    asked = {"cells": {(1, ROSE): url}, "judge": [seen(1)]}
    assert regrade(**asked, pages={url: picture(1)}).differing() == {}
    assert regrade(**asked, pages={url: picture(7)}).differing() == {}
    assert regrade(**asked, pages={url: "<p>A page</p>"}).differing() == (
        failed(DET, "rose_present") | missing_dependency("rose_valid")
    )
    assert regrade(**asked, pages={url: 503}).differing() == world_error("rose_present", "rose_valid")


def seen(instance: int, **others: object) -> dict:
    """The judge's reading of a picture that shows the rose of the day; some sectors of another colour."""
    from .building import COMPASS

    bands = {
        1: "ooy ooy ooy yyy yyy yyy yyy yyy", 2: "yyg yyg yyg yyy yyy yyy yyy yyg", 3: "yyy yyy yyy yyg ygg ygg yyg yyy"
    }[instance].split()  # fmt: skip
    colours = {"g": "green", "y": "yellow", "o": "orange"}
    names = ("upper", "middle", "lower")
    sectors = {
        f"{aspect}_{name}": colours[letter]
        for aspect, letters in zip(COMPASS, bands, strict=True)
        for name, letter in zip(names, letters, strict=True)
    }
    return {"key": "danger_rose", "answer": {"whole": True, **sectors, **others}}


@pytest.mark.fault("sheets_25/F8")
@pytest.mark.parametrize(
    "text", ["12/5/2025", "02/06/2025", "12/15/2025", "5/2/2025", "2/5", "02/05/2025 or 02/06/2025"]
)
def test_other_dates(regrade, text):
    assert regrade({(1, DATE): text}).differing() == failed(DET, "forecast_date")


@pytest.mark.fault("sheets_25/F8")
@pytest.mark.parametrize(
    "value", ["2025-02-05", "Feb 5, 2025", "Wednesday, February 5th 2025", "2/5/25", 45693, "Wed, Feb 5 (02/05/2025)"]
)
def test_the_date_in_other_words(regrade, value):
    assert regrade({(1, DATE): value}).differing() == {}


@pytest.mark.fault("sheets_25/F9")
@pytest.mark.parametrize(
    ("value", "right"),
    [
        (f'=HYPERLINK("{forecast(1)}", "Forecast")', True),
        ("https://utahavalanchecenter.org/forecast/salt-lake/02/05/2025?x=1#rose", True),
        ("http://www.utahavalanchecenter.org/forecast/salt-lake/2025-02-05", True),
        ("https://utahavalanchecenter.org/forecast/ogden/2/5/2025", False),
        ("https://utahavalanchecenter.org/forecast/salt-lake/2/6/2025", False),
        ("https://utahavalanchecenter.org/forecast/salt-lake", False),
        ("https://utahavalanchecenter.org/", False),
        ("https://example.org/forecast/salt-lake/2/5/2025", False),
        ("Salt Lake forecast", False),
    ],
)
def test_forecast_links(regrade, value, right):
    assert regrade({(1, FORECAST): value}).differing() == ({} if right else failed(DET, "forecast_link"))


@pytest.mark.fault("sheets_25/F9")
@pytest.mark.parametrize(
    ("value", "right"),
    [
        ('=HYPERLINK("http://www.wbsguide.com/guide/2162.php#x", "Guide")', True),
        ("wbsguide.com/2162.php?from=map", True),
        ("https://www.google.com/url?q=https://wbsguide.com/2162.php", True),
        ("https://wbsguide.com/", False),
        ("https://wbsguide.com/2162", False),
        ("https://notwbsguide.com/2162.php", False),
        ("https://wbsguide.com.example.org/2162.php", False),
    ],
)
def test_run_links(regrade, value, right):
    """Without a link to the guide the run is known by its name."""
    assert regrade({(1, LINK): value}).differing() == ({} if right else failed(DET, "run1_link_valid"))


@pytest.mark.fault("sheets_25/F10")
@pytest.mark.parametrize("column", [DATE, FORECAST, ROSE])
def test_every_shared_column_is_merged(grade, column):
    tour = full_score(1)
    tour.merges = [merge for merge in tour.merges if merge[2] != column]
    assert grade(tour).differing() == failed(STR, "merged_cells")


@pytest.mark.fault("sheets_25/F10")
def test_merges_of_other_shapes(regrade):
    """Three columns in one merge are not merged vertically each; one that ends too early does not hold all runs."""

    def wide(raw):
        raw["sheets"][0]["merges"][0] |= {"startColumnIndex": DATE, "endColumnIndex": ROSE + 1}

    def short(raw):
        raw["sheets"][0]["merges"][0]["endRowIndex"] = 3

    assert "merged_cells" in regrade(edit=wide).differing()
    assert regrade(edit=short).differing() == failed(STR, "merged_cells")


@pytest.mark.fault("sheets_25/F10")
def test_a_merge_in_the_first_column(grade):
    """The API leaves out a start that is 0."""
    tour = full_score(1)
    tour.grid = [[row[DATE], *row[:DATE], *row[FORECAST:]] for row in tour.grid]
    tour.merges[0] = (1, 4, 0, 1)

    def without_start(raw):
        for merge in raw["sheets"][0]["merges"]:
            if not merge.get("startColumnIndex"):
                merge.pop("startColumnIndex", None)

    tour.edit = without_start
    assert grade(tour).differing() == {}


@pytest.mark.fault("sheets_25/F10")
def test_a_shared_column_that_is_missing(grade):
    tour = full_score(1)
    tour.drop(FORECAST)
    assert grade(tour, judge=[{"key": "column_forecast", "answer": "NONE"}]).differing() == (
        failed(LLM, "forecast_link_column") | failed(STR, "merged_cells") | missing_dependency("forecast_link")
    )


@pytest.mark.fault("sheets_25/F11")
@pytest.mark.parametrize(
    ("row", "text", "right"),
    [
        (1, "", False),
        (1, "   ", False),
        (1, "N/A", True),
        (2, "N/A", False),
        (2, "unknown", False),
        (2, "Bear", True),
        (2, "The Beartrap trailhead", True),
        (2, "ear", False),
    ],
)
def test_starting_locations(regrade, row, text, right):
    """Of run 1 the guide gives none: whatever is written there passes, but something must be. Run 2 is Beartrap."""
    results = regrade({(row, START): text})
    assert results.differing() == ({} if right else failed(DET, f"run{row}_start"))
    if row == 1 and right:
        assert results["run1_start"].mechanism == VACUOUS


@pytest.mark.fault("sheets_25/F12")
@pytest.mark.parametrize(
    "text",
    [
        "40.6514\u00b0 N, 111.5978\u00b0 W",
        "40.6514 -111.5978",
        "40.6514\u00b0N / 111.5978\u00b0W",
        "lat 40.6514, lon -111.5978",
        "40.6514, 111.5978",
        "40\u00b039'05\"N 111\u00b035'52\"W",
        "N 40.6514 W 111.5978",
        "40.6614, -111.5878",
    ],
)
def test_coordinates(regrade, text):
    """The last ones are a hundredth of a degree off."""
    results = regrade({(1, GPS): text})
    assert results.differing() == {}
    assert results["run1_gps"].mechanism == FUZ


@pytest.mark.fault("sheets_25/F13")
@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("NW", True), ("Northwest", True), ("north-west facing", True), ("North West", True), ("NW-facing", True),
        ("N/NW", True), ("W to N", True), ("West, Northwest", True), ("N", False), ("W", False), ("Southwest", False),
        ("N, S, NW", False), ("W, NW, N, NE", False), ("all", False), ("", False),
    ],
)  # fmt: skip
def test_aspects(regrade, text, right):
    assert regrade({(1, ASPECT): text}).differing() == ({} if right else failed(DET, "run1_aspect"))


@pytest.mark.fault("sheets_25/F14")
@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("26.5", ("angle_ok_run1", "run1_angle")),
        ("25-30", ("angle_ok_run1", "run1_angle")),
        ("24\u201326\u00b0", ()),
        ("25.5\u00b0", ()),
        ("25.4", ("run1_angle",)),
        ("26 degrees", ()),
        ("20", ("run1_angle",)),
        ("steep", ("angle_ok_run1", "run1_angle")),
    ],
)
def test_angles(regrade, text, lost):
    assert regrade({(1, ANGLE): text}).differing() == failed(DET, *lost)


@pytest.mark.fault("sheets_25/F14")
@pytest.mark.parametrize(("text", "right"), [("19-21", True), ("20.4", True), ("20.3-22", False), ("15-19.8", False)])
def test_ranges_hold_the_angle(regrade, text, right):
    """Of 20 degrees: half a degree of tolerance is for single numbers."""
    assert regrade({(3, ANGLE): text}).differing() == ({} if right else failed(DET, "run3_angle"))


@pytest.mark.fault("sheets_25/F15")
@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("FFFF00", "yellow"), ("FFD966", "yellow"), ("FFE599", "yellow"), ("FFF2CC", "yellow"), ("FBBC04", "yellow"),
        ("FF9900", "orange"), ("F6B26B", "orange"), ("FFA500", "orange"), ("FF6D01", "orange"),
        ("00FF00", "green"), ("B6D7A8", "green"), ("34A853", "green"), ("FF0000", "red"), ("EA4335", "red"),
        ("000000", "black"), ("FFFFFF", ""), ("CCCCCC", ""), ("0000FF", ""),
    ],
)  # fmt: skip
def test_colours_of_the_palette(rubric, colour, name):
    from pytest_knows.artifact.colour import Colour
    from pytest_knows.checks.colour import called

    assert called(Colour.of_hex(colour), rubric.facts(1).colours) == name


@pytest.mark.fault("sheets_25/F15")
def test_black_is_a_colour(regrade):
    """The API leaves out channels that are 0: `{}` is black and fails as black, no fill at all is white."""
    results = regrade(edit=lambda raw: filled(raw, 1, {}))
    assert "is black" in results["run1_colored"].reason
    assert "no colour" in regrade(edit=lambda raw: filled(raw, 1, None))["run1_colored"].reason


@pytest.mark.fault("sheets_25/F16")
@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("550", True), ("650 ft", True), ("500-540", False), ("651", False), ("600-800 ft", True), ("640-900 ft", True),
        ("183 m", True), ("300 m", False), ("1,600'", False), ("600'", True), ("much", False),
    ],
)  # fmt: skip
def test_verticals(regrade, text, right):
    """Of 600 ft, whose lower end the gold data leaves out."""
    mechanism = FUZ if any(map(str.isdigit, text)) else DET
    assert regrade({(1, VERTICAL): text}).differing() == ({} if right else failed(mechanism, "run1_vertical"))


@pytest.mark.fault("sheets_25/F17")
def test_what_the_guide_does_not_say(grade):
    """Second Test Bowl has no aspect and no start: any will do. Days Draw has no angle: nothing shows that it is flat
    enough."""
    tour = full_score(4)
    results = grade(tour)
    assert results.differing() == {}
    assert results["run5_aspect"].mechanism == results["run5_start"].mechanism == VACUOUS
    tour = full_score(1)
    tour.take(1, "Days Draw")
    assert grade(tour).differing() == failed(DET, "run1_angle")


@pytest.mark.fault("sheets_25/F18")
def test_other_rows(grade):
    """A legend, a source and an average are no runs; a fourth run is one, and is not graded."""
    tour = full_score(1)
    tour.grid += [
        [cell("Legend")], [cell("Yellow: Moderate")], [cell("Source: https://wbsguide.com/2193.php")],
        [cell("Average"), *[cell(None)] * 5, cell(24)],
    ]  # fmt: skip
    assert grade(tour).differing() == {}
    tour.grid.append([cell("Argenta"), cell(page(2767))])
    assert grade(tour).differing() == failed(STR, "run_count")


@pytest.mark.fault("sheets_25/F18")
@pytest.mark.parametrize(
    ("label", "column", "value", "right"),
    [
        ("Max slope angle", ANGLE, 26, True),
        ("Steepest run:", ANGLE, "26 degrees", True),
        ("Guide", LINK, "https://wbsguide.com/", True),
        ("Source: the guide", LINK, page(2162), True),
        ("Forecast by", LINK, "https://utahavalanchecenter.org/", True),
        ("Argenta", ANGLE, 26, False),
        ("Argenta", LINK, page(2767), False),
    ],
)
def test_rows_that_only_look_like_runs(grade, label, column, value, right):
    """Figures about the runs, and the addresses of sources, are no runs."""
    tour = full_score(1)
    tour.grid += [[], [cell(label), *[cell(None)] * (column - 1), cell(value)]]
    assert grade(tour).differing() == ({} if right else failed(STR, "run_count"))


@pytest.mark.fault("sheets_25/F18")
def test_a_run_whose_link_leads_elsewhere_is_a_run(grade):
    """It has no angle, but says where it starts."""
    tour = full_score(1)
    tour.grid.append([cell("Argenta"), cell("https://example.org/argenta"), cell("Argenta")])
    assert grade(tour).differing() == failed(STR, "run_count")


@pytest.mark.fault("sheets_25/F19")
def test_one_run_three_times(grade):
    tour = full_score(1)
    for row in (2, 3):
        tour.take(row, "Beartrap Glades")
    tour.put(3, NAME, "beartrap glades (again)")
    assert grade(tour).differing() == failed(STR, "run_count") | failed(DET, "run2_name_valid", "run3_name_valid")


@pytest.mark.fault("sheets_25/F20")
@pytest.mark.parametrize(
    "title", ["GPS Coordinates", "gps coordinates (lat, lon):", "GPS coordinates of the run location", "Coordinates"]
)
def test_the_natural_header(regrade, title):
    results = regrade({(0, GPS): title}, judge=NoJudge())
    assert results.differing() == {}
    assert results["gps_column"].mechanism == DET


@pytest.mark.fault("sheets_25/F21")
@pytest.mark.parametrize(
    "visit", ["https://wbsguide.com/12160.php", "https://wbsguide.com/160.php", "https://example.org/2160.php"]
)
def test_pages_of_other_runs(regrade, visit):
    visited = ["https://wbsguide.com/", visit, forecast(1)]
    assert regrade(visited=visited).differing() == failed(WEB, "run_link_visited")
    assert regrade(visited=[*visited, "http://www.wbsguide.com/2160.php?x=1#y"]).differing() == {}


@pytest.mark.fault("sheets_25/F22")
@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (seen(1), True),
        (seen(1, N_upper="red", SW_lower="other"), True),
        (seen(1, N_upper="red", SW_lower="other", E_middle="yellow"), False),
        (seen(1, whole=False), False),
        (seen(2), False),
        (seen(3), False),
    ],
)
def test_roses(regrade, answer, right):
    """A screenshot is not the official file: its colours tell which day it is."""
    shot = {rose(1): picture(1), "https://example.org/shot.png": picture(5)}
    results = regrade({(1, ROSE): '=IMAGE("https://example.org/shot.png")'}, pages=shot, judge=[answer])
    assert results.differing() == ({} if right else failed(LLM, "rose_valid"))
    assert results["rose_valid"].mechanism == LLM


@pytest.mark.fault("sheets_25/F23")
def test_what_the_agent_left_out_is_its_fault(regrade):
    """Cells that cannot be read, an empty trace."""
    cells = {(1, GPS): "see map", (1, VERTICAL): "big", (1, ANGLE): "mellow", (1, ASPECT): "sunny"}
    assert regrade(cells, visited=[]).differing() == (
        failed(DET, "run1_gps", "run1_vertical", "run1_angle", "run1_aspect", "angle_ok_run1")
        | failed(WEB, "guide_visited", "uac_visited", "run_link_visited", "forecast_visited")
    )
