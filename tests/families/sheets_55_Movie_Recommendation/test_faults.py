"""One or more tests for each fault of the reference grader that the specification lists."""

from __future__ import annotations

import pytest
from familykit import failed, missing_dependency, partly, world_error
from familykit.sheets import cell
from familykit.sheets import table as formal_table

from pytest_knows.episode.snapshot import Snapshot
from pytest_knows.judge import NoJudge

from .building import (
    DET,
    DURATION,
    FUZ,
    GENRE,
    GREEN,
    HEADERS,
    LLM,
    MPA,
    OSCARS,
    POINTS,
    RED,
    SCORE,
    SLUGS,
    STR,
    TITLE,
    WEB,
    YEAR,
    Film,
    award,
    awards_page,
    awards_url,
    full_score,
    suggestion_url,
    suggestions,
    title_page,
    title_url,
)

SEVENTH = Film("tt7000001", "Quiet Orchard", "Drama", "PG", 8.0, 1998, 120, "Best Actor")
GATED = ("genre_ok", "oscars_ok", "score_ok", "mpa_ok")

# -- columns and rows --------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_55/F1")
def test_f1_the_names_that_the_task_gives_need_no_judge(grade) -> None:
    sheet = full_score(1)
    for column, header in enumerate(
        [
            "MOVIE  TITLE",
            "genre:",
            "MPA / Age rating",
            "Imdb-Score",
            "Release Year*",
            "Duration (min)",
            "oscar awards won",
        ]
    ):
        sheet.put(0, column, header)
    results = grade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == []


@pytest.mark.fault("sheets_55/F1")
def test_f1_the_judge_knows_other_names(grade) -> None:
    """Each missing column is asked for once, among the headers that are left."""
    sheet = full_score(1)
    sheet.put(0, OSCARS, "Academy prizes")
    sheet.rules = [{"key": "column_oscars", "answer": "1"}]
    results = grade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == ["column_oscars"]


@pytest.mark.fault("sheets_55/F2")
def test_f2_an_unvisited_film_fails_everything_in_instance_1(regrade) -> None:
    sheet = full_score(1)
    sheet.visited = [title_url(film.id) for film in sheet.films[:2]]
    expected = partly("dependency_not_evaluated", **dict.fromkeys(GATED, 4))
    assert regrade(sheet).differing() == partly(WEB, imdb_visited=4) | expected


@pytest.mark.fault("sheets_55/F2")
@pytest.mark.parametrize("instance", [2, 3, 4, 5])
def test_f2_no_gate_in_the_others(regrade, instance: int) -> None:
    sheet = full_score(instance)
    sheet.visited = [title_url(film.id) for film in sheet.films[:2]]
    assert regrade(sheet).differing() == partly(WEB, imdb_visited=4)


@pytest.mark.fault("sheets_55/F3")
def test_f3_points_are_rounded(grade) -> None:
    """4 of 6 films: 6.67 points are 7."""
    sheet = full_score(3)
    sheet.add(Film("tt7000002", "Zero Hour Mill", "Drama", "PG", 7.0, 1961, 100, "Best Actor in a Supporting Role"))
    sheet.put(1, MPA, "R")
    sheet.put(2, MPA, "R")
    assert grade(sheet).differing() == partly(DET, mpa_ok=7)


@pytest.mark.fault("sheets_55/F3")
def test_f3_ten_points_of_19_films_of_20_are_a_failure(grade) -> None:
    sheet = full_score(3)
    for number in range(15):
        sheet.add(
            Film(f"tt71{number:05}", f"Film {number:02}", "Drama", "PG", 7.0, 1961, 90, "Best Actor in a Leading Role")
        )
    sheet.put(20, MPA, "R")
    assert grade(sheet).differing() == partly(DET, mpa_ok=10)


@pytest.mark.fault("sheets_55/F4")
def test_f4_repeated_rows_count_each(grade) -> None:
    """Five rows of one unvisited film of the wrong genre: no points, not four fifths."""
    sheet = full_score(2)
    film = Film("tt7000003", "Violet Mile", "Drama", "Approved", 7.4, 1950, 110, "Best Director")
    sheet.grid = [sheet.grid[0]]
    for _ in range(5):
        sheet.add(film)
        sheet.style(len(sheet.grid) - 1, SCORE, GREEN, bold=True)
    sheet.visited = ["https://www.imdb.com/"]
    assert grade(sheet).differing() == failed(WEB, "imdb_visited") | failed(DET, "genre_ok", "unique_movies")


@pytest.mark.fault("sheets_55/F4")
def test_f4_remakes_are_two_films(grade) -> None:
    """The year tells them apart, but the rubric forbids a title twice."""
    sheet = full_score(1)
    remake = Film("tt7000004", "Titanic", "Drama", "PG", 7.8, 1953, 98, "Best Original Screenplay")
    row = sheet.add(remake)
    sheet.pages[suggestion_url("Titanic")] = suggestions(sheet.films[0], remake)
    assert grade(sheet).differing() == failed(DET, "unique_movies")
    sheet.put(row, MPA, "PG-13")
    assert grade(sheet).differing() == failed(DET, "unique_movies") | partly(DET, mpa_ok=8)


@pytest.mark.fault("sheets_55/F5")
def test_f5_one_column_for_two_names(grade) -> None:
    """ "Rating" is the age rating's: a list without a second rating lacks a column."""
    sheet = full_score(1)
    sheet.put(0, MPA, "Rating")
    assert grade(sheet).differing() == {}
    for row in sheet.grid:
        del row[SCORE]
    assert grade(sheet).differing() == failed(DET, "required_columns") | missing_dependency(
        "columns_in_order", "score_ok", "highest_green", "lowest_red"
    )


@pytest.mark.fault("sheets_55/F9")
def test_f9_blank_rows_do_not_shift_the_colours(grade) -> None:
    sheet = full_score(1)
    sheet.grid[1:1] = [[]]
    sheet.grid[4:4] = [[], []]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F9")
def test_f9_a_formal_table_on_another_tab(grade) -> None:
    sheet = full_score(1)
    sheet.before = {"Sheet1": [["Films for tonight"]]}
    sheet.more = [{"addTable": {"table": formal_table(HEADERS, 5, sheet=1, name="Films")}}]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F10")
def test_f10_empty_rows_of_a_formal_table_are_no_films(grade) -> None:
    sheet = full_score(1)
    del sheet.grid[5]
    sheet.style(1, SCORE, RED, bold=True)
    sheet.more = [{"addTable": {"table": formal_table(HEADERS, 8, name="Films")}}]
    assert grade(sheet).differing() == failed(STR, "five_movies")


@pytest.mark.fault("sheets_55/F10")
@pytest.mark.parametrize(
    "row",
    [
        ["Green: the best of them"],
        ["Total", None, None, None, None, "12h 58m"],
        ["Average:", None, None, 8.34],
        [None, "-"],
    ],
    ids=str,
)
def test_f10_notes_and_totals_are_no_films(grade, row) -> None:
    sheet = full_score(1)
    sheet.grid += [[], [cell(value) for value in row]]
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F10")
def test_f10_a_film_without_a_title_is_one(grade) -> None:
    """A row of data whose title is blank counts, and fails: nobody can say what it is."""
    sheet = full_score(1)
    sheet.put(2, TITLE, None)
    expected = (
        failed(DET, "no_blank_cells") | partly(WEB, imdb_visited=8) | partly(DET, genre_ok=8, oscars_ok=8, mpa_ok=8)
    )
    assert grade(sheet).differing() == expected | partly(DET, score_ok=8)


@pytest.mark.fault("sheets_55/F11")
def test_f11_a_helper_table_in_front(grade) -> None:
    """A small formal table on the first tab, and the header of the films in row 15 of the second."""
    sheet = full_score(1)
    sheet.before = {"Sheet1": [["Genre", "Liked"], ["Drama", "yes"]]}
    sheet.more = [{"addTable": {"table": formal_table(["Genre", "Liked"], 1, name="Genres")}}]
    sheet.grid[0:0] = [[cell("What to watch")], *[[] for _ in range(13)]]
    assert grade(sheet).differing() == {}


# -- scores and durations ----------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_55/F6")
@pytest.mark.parametrize(("actual", "written"), [(8.8, 8.7), (8.7, 8.8), (7.9, 8.0), (8.0, 7.9), (6.6, 6.5)])
def test_f6_a_tenth_is_within_the_tolerance(grade, actual: float, written: float) -> None:
    sheet = full_score(1)
    row = sheet.add(Film("tt7000005", "Rainy Depot", "Drama", "PG", actual, 1990, 90, "Best Actor"))
    sheet.put(row, SCORE, written)
    result = grade(sheet)["score_ok"]
    assert (result.outcome, result.points) == ("passed", 10)


@pytest.mark.fault("sheets_55/F6")
@pytest.mark.parametrize(("actual", "written"), [(8.8, 8.69), (8.8, 8.6), (6.5, 6.4), (6.4, 6.5 - 0.01)])
def test_f6_more_is_not(grade, actual: float, written: float) -> None:
    """Neither a score below 6.5, however near to IMDb's."""
    sheet = full_score(1)
    row = sheet.add(Film("tt7000005", "Rainy Depot", "Drama", "PG", actual, 1990, 90, "Best Actor"))
    sheet.put(row, SCORE, written)
    assert grade(sheet).brief("score_ok") == ("failed", FUZ, 8)


@pytest.mark.fault("sheets_55/F7")
@pytest.mark.parametrize("form", ["{}/10", "{} \u2605", "IMDb {} (1.2M votes)", "comma"])
def test_f7_scores_as_texts(grade, form: str) -> None:
    sheet = full_score(1)
    for row, film in enumerate(sheet.films, 1):
        sheet.put(row, SCORE, str(film.score).replace(".", ",") if form == "comma" else form.format(film.score))
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F7")
def test_f7_a_cell_without_a_score(grade) -> None:
    """It is none of the highest and lowest, and must not be coloured as one."""
    sheet = full_score(1)
    sheet.put(2, SCORE, "very good")
    assert grade(sheet).differing() == partly(FUZ, score_ok=8)
    sheet.style(2, SCORE, GREEN)
    assert grade(sheet).differing() == partly(FUZ, score_ok=8) | failed(FUZ, "highest_green")


LONGEST_FIRST = ["195 mins", "3 hrs 10 mins", "3 hours, 5 minutes", "2 hours and 50 minutes", "2h45"]


@pytest.mark.fault("sheets_55/F8")
@pytest.mark.parametrize(
    "texts",
    [
        LONGEST_FIRST,
        ["3:15:00", "3:10", "PT3H5M", "180", "2 h 59"],
        ["3 h 15 min (195 min)", "3h 15m", "3h", "179 minutes", "2 hr. 58 min."],
    ],
    ids=str,
)
def test_f8_durations_as_people_write_them(grade, texts: list[str]) -> None:
    sheet = full_score(1)
    for row, text in enumerate(texts, 1):
        sheet.put(row, DURATION, text)
    assert grade(sheet).differing() == {}
    sheet.put(1, DURATION, texts[4])
    assert grade(sheet).differing() == failed(STR, "sorted")


@pytest.mark.fault("sheets_55/F8")
def test_f8_cells_that_are_durations(grade) -> None:
    """Fractions of a day, shown as 3:14:00; one of them was left as text."""
    sheet = full_score(1)
    for row, film in enumerate(sheet.films, 1):
        look = {"numberFormat": {"type": "TIME", "pattern": "[h]:mm:ss"}}
        sheet.grid[row][DURATION] = cell(film.minutes / 1440) | {"userEnteredFormat": look}
    sheet.put(3, DURATION, None)
    sheet.grid[3][DURATION] = cell("148 min")
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F8")
@pytest.mark.parametrize("text", [None, "long", "N/A"])
def test_f8_an_unreadable_duration_fails(grade, text) -> None:
    sheet = full_score(1)
    sheet.put(3, DURATION, text)
    blank = failed(DET, "no_blank_cells") if text is None else {}
    assert grade(sheet).differing() == failed(STR, "sorted") | blank


# -- colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_55/F12")
@pytest.mark.parametrize(
    ("green", "red"),
    [("D9EAD3", "E06666"), ("93C47D", "DD7E6B"), ("34A853", "FF6666"), ("274E13", "F4CCCC"), ("B7E1CD", "EA4335")],
)
def test_f12_greens_and_reds_of_the_palette(grade, green: str, red: str) -> None:
    sheet = full_score(1)
    for row, colour in ((3, green), (4, green), (5, red)):
        sheet.style(row, SCORE, colour, bold=True)
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F12")
@pytest.mark.parametrize("colour", ["FFFF00", "FF9900", "00FFFF", "CCCCCC", "FFFFFF", "FF00FF", "0A0A0A"])
def test_f12_other_colours_are_neither(grade, colour: str) -> None:
    sheet = full_score(1)
    for row in (3, 4, 5):
        sheet.style(row, SCORE, colour, bold=True)
    assert grade(sheet).differing() == failed(FUZ, "highest_green", "lowest_red")


@pytest.mark.fault("sheets_55/F12")
def test_f12_colours_of_the_theme(grade) -> None:
    sheet = full_score(1)
    for row, name in ((3, "ACCENT4"), (4, "ACCENT4"), (5, "ACCENT2")):
        look = {"textFormat": {"bold": True}, "backgroundColorStyle": {"themeColor": name}}
        sheet.grid[row][SCORE]["userEnteredFormat"] = look
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F13")
def test_f13_everything_green_is_no_highlight(grade) -> None:
    sheet = full_score(1)
    for row in range(1, 6):
        sheet.style(row, SCORE, GREEN, bold=True)
    assert grade(sheet).differing() == failed(FUZ, "highest_green", "lowest_red")


@pytest.mark.fault("sheets_55/F13")
def test_f13_a_red_one_in_the_middle(grade) -> None:
    sheet = full_score(1)
    sheet.style(1, SCORE, "E06666")
    assert grade(sheet).differing() == failed(FUZ, "lowest_red")


@pytest.mark.fault("sheets_55/F13")
@pytest.mark.parametrize(("colour", "bold"), [(GREEN, True), (RED, True), ("FFFF00", True), (GREEN, False)])
def test_f13_all_scores_equal(grade, colour: str, bold: bool) -> None:
    """Each is the highest and the lowest: green or red, and bold."""
    sheet = full_score(1)
    for row in range(1, 6):
        sheet.world(row, score=8.0)
        sheet.put(row, SCORE, 8.0)
        sheet.style(row, SCORE, colour, bold=bold)
    right = bold and colour in (GREEN, RED)
    assert grade(sheet).differing() == ({} if right else failed(FUZ, "highest_green", "lowest_red"))


@pytest.mark.fault("sheets_55/F14")
def test_f14_bold_by_runs(grade) -> None:
    sheet = full_score(1)
    sheet.put(5, SCORE, "7.7")
    sheet.style(5, SCORE, RED)
    sheet.grid[5][SCORE]["textFormatRuns"] = [{"format": {"bold": True}}]
    assert grade(sheet).differing() == {}
    sheet.grid[5][SCORE]["textFormatRuns"].append({"startIndex": 1, "format": {"bold": False}})
    assert grade(sheet).differing() == failed(FUZ, "lowest_red")


# -- Oscars ------------------------------------------------------------------------------------------------------------


def with_award(sheet, row: int, category: str, written: str):
    """The film of that row won that award alone (besides one for its sound), and its cell says so in these words."""
    film = sheet.films[row - 1]
    sheet.pages[awards_url(film.id)] = awards_page(award(category), award("Best Sound"))
    sheet.edit = lambda raw: rewrite(raw, row, OSCARS, written)
    return sheet


def rewrite(raw, row: int, column: int, text: str) -> None:
    data = raw["sheets"][0]["data"][0]["rowData"][row]["values"][column]
    data["formattedValue"] = text
    data["effectiveValue"] = {"stringValue": text}


@pytest.mark.fault("sheets_55/F15")
@pytest.mark.parametrize(
    ("category", "written"),
    [
        ("Best Writing, Screenplay", "Best Adapted Screenplay"),
        ("Best Writing, Screenplay, Adapted", "Best Adapted Screenplay"),
        ("Best Writing, Screenplay Based on Material from Another Medium", "Best Adapted Screenplay"),
        ("Best Writing, Screenplay Based on Material Previously Produced or Published", "Best Adapted Screenplay"),
        ("Best Writing, Best Screenplay - Adapted", "Best Adapted Screenplay"),
        ("Best Writing, Best Screenplay - Original", "Best Original Screenplay"),
        ("Best Writing, Original Screenplay", "Best Original Screenplay"),
        ("Best Writing, Story and Screenplay - Written Directly for the Screen", "Best Original Screenplay"),
        ("Best Cinematography, Black-and-White", "Best Cinematography"),
        ("Best Director", "Best Director"),
        ("Best Achievement in Directing", "Best Director"),
    ],
)
def test_f15_old_categories(regrade, category: str, written: str) -> None:
    assert regrade(with_award(full_score(2), 2, category, written)).differing() == {}


@pytest.mark.fault("sheets_55/F15")
@pytest.mark.parametrize(
    ("category", "written"),
    [
        ("Best Writing, Original Story", "Best Original Screenplay"),
        ("Best Writing, Motion Picture Story", "Best Original Screenplay"),
        ("Best Assistant Director", "Best Director"),
        ("Best Art Direction-Set Decoration, Color", "Best Director"),
        ("Best Music, Original Song Score and Its Adaptation", "Best Adapted Screenplay"),
        ("Best Actor in a Supporting Role", "Best Actor"),
        ("Best Writing, Screenplay", "Best Original Screenplay"),
    ],
)
def test_f15_categories_that_do_not_qualify(regrade, category: str, written: str) -> None:
    assert regrade(with_award(full_score(2), 2, category, written)).differing() == partly(DET, oscars_ok=8)


@pytest.mark.fault("sheets_55/F16")
@pytest.mark.parametrize("role", ["Leading", "Supporting"])
@pytest.mark.parametrize("form", ["Best Performance by an Actor in a {} Role", "Best Actor in a {} Role"])
def test_f16_roles(regrade, role: str, form: str) -> None:
    sheet = with_award(full_score(3), 1, form.format(role), f"Best Actor in a {role} Role")
    assert regrade(sheet).differing() == {}
    other = {"Leading": "Supporting", "Supporting": "Leading"}[role]
    sheet = with_award(full_score(3), 1, form.format(role), f"Best Actor in a {other} Role")
    assert regrade(sheet).differing() == partly(DET, oscars_ok=8)


@pytest.mark.fault("sheets_55/F17")
@pytest.mark.parametrize(
    "written",
    [
        "Best Actor in a Leading Role, Best Director; Best Adapted Screenplay",
        "Best Actor (Tom Hanks), Best Director (Robert Zemeckis), Best Adapted Screenplay (Eric Roth)",
        "Academy Award for Best Actor\nOscar for Best Director\nBest Writing, Adapted Screenplay",
        "best actor & best director and best adapted screenplay.",
        "Best Actor / Best Director / Best Adapted Screenplay",
        "Best Actor + Best Director + Best Adapted Screenplay",
        "1. Best Actor 2. Best Director 3. Best Adapted Screenplay",
        "Actor, Directing, Adapted Screenplay",
    ],
)
def test_f17_notations(regrade, written: str) -> None:
    sheet = full_score(1)
    sheet.edit = lambda raw: rewrite(raw, 4, OSCARS, written)
    assert regrade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F17")
@pytest.mark.parametrize(
    "written",
    [
        "Best Actor, Best Director",
        "Best Actor, Best Director, Best Adapted Screenplay, Best Picture",
        "Best Actor, Best Director, Best Adapted Screenplay, Best Supporting Actor",
        "Best Actor, Best Director, Best Original Screenplay",
        "Best Actor, Best Director, Best Adapted Screenplay, Best Cinematography (nominated)",
        "Best Actor, Best Director, Best Adapted Screenplay, Golden Globe for Best Actor",
        "3 Oscars",
        "-",
    ],
)
def test_f17_what_is_missing_or_too_much(regrade, written: str) -> None:
    sheet = full_score(1)
    sheet.edit = lambda raw: rewrite(raw, 4, OSCARS, written)
    assert regrade(sheet).differing() == partly(DET, oscars_ok=8)


UNPARSABLE = "<h3>Academy Awards, USA</h3><p>In 2001 it took home the Oscars for Best Director and Best Sound.</p>"


@pytest.mark.fault("sheets_55/F18")
def test_f18_no_section_is_no_oscar(regrade) -> None:
    sheet = full_score(2)
    sheet.pages[awards_url("tt9000202")] = awards_page(heading="")
    assert regrade(sheet, judge=NoJudge()).differing() == partly(DET, oscars_ok=8)


@pytest.mark.fault("sheets_55/F18")
@pytest.mark.parametrize("answer", [["Best Director"], ["Best Director", "Best Actor"], ["Best Sound"]])
def test_f18_a_section_without_a_list_is_read_by_the_judge(regrade, answer) -> None:
    """Categories that the section does not name are no answer."""
    sheet = full_score(2)
    sheet.pages[awards_url("tt9000202")] = f"<html><body><h1>Awards</h1>{UNPARSABLE}</body></html>"
    sheet.rules = [{"key": "oscars_won", "answer": {"categories": answer}}]
    results = regrade(sheet)
    right = "Best Director" in answer
    assert results.differing() == ({} if right else partly(LLM, oscars_ok=8))
    assert regrade(sheet, judge=NoJudge()).differing() == {"oscars_ok": ("ungraded", "not_graded", 8)}


@pytest.mark.fault("sheets_55/F18")
@pytest.mark.parametrize("page", [None, 403, 503, {"error": "wall: a page for robots"}])
def test_f18_a_page_that_was_not_loaded_says_nothing(regrade, page) -> None:
    sheet = full_score(2)
    sheet.pages[awards_url("tt9000202")] = page
    if page is None:
        del sheet.pages[awards_url("tt9000202")]
    assert regrade(sheet).differing() == {"oscars_ok": ("error", "execution_error", 8)}


@pytest.mark.fault("sheets_55/F18")
@pytest.mark.parametrize("text", ["<h1>Are you a robot?</h1><p>Solve the puzzle.</p>", ""])
def test_f18_another_page_than_that_of_the_awards_says_nothing(regrade, text) -> None:
    """Served with status 200, as such questions often are."""
    sheet = full_score(4)
    sheet.pages[awards_url("tt9000402")] = f"<html><body>{text}</body></html>"
    expected = {"oscars_ok": ("error", "execution_error", 8), "sorted": ("error", "execution_error", 0)}
    assert regrade(sheet).differing() == expected


# -- age ratings, years, visits ----------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_55/F19")
@pytest.mark.parametrize(
    ("actual", "written", "right"),
    [
        ("Approved", "Passed", True),
        ("Passed", "APPROVED", True),
        ("Approved", "G", False),
        ("G", "Approved", False),
        ("GP", "PG", True),
        ("M", "PG", True),
        ("M/PG", "PG", True),
        ("X", "NC-17", True),
        ("NC-17", "NC17", True),
        ("R", "Rated R", True),
        ("PG-13", "Rated PG-13 for some violence", True),
        ("R", "MPA: R", True),
        ("R", "R (violence)", True),
        ("PG-13", "PG13", True),
        ("PG-13", "pg 13", True),
        ("PG-13", "PG", False),
        (None, "Not Rated", True),
        (None, "NR", True),
        (None, "Unrated", True),
        (None, "N/A", True),
        (None, "PG", False),
        ("Not Rated", "Unrated", True),
        ("TV-14", "TV-14", True),
        ("TV-14", "PG-13", False),
        ("TV-MA", "R", False),
        ("R", "", False),
        (None, "", False),
    ],
)
def test_f19_age_ratings(regrade, actual, written: str, right: bool) -> None:
    sheet = full_score(2)
    sheet.world(2, mpa=actual)
    sheet.edit = lambda raw: rewrite(raw, 2, MPA, written)
    blank = {} if written else failed(DET, "no_blank_cells")
    assert regrade(sheet).differing() == ({} if right else partly(DET, mpa_ok=8) | blank)


@pytest.mark.fault("sheets_55/F20")
@pytest.mark.parametrize("written", ["(2000)", "May 5, 2000", "2000", "5/5/2000 (USA)", "2001", "released in 1999"])
def test_f20_years_in_texts(regrade, written: str) -> None:
    """A film of the same name and another year is suggested first."""
    sheet = full_score(1)
    other = Film("tt7000006", "Gladiator", "Horror", "PG", 5.0, 1992, 80, "")
    sheet.pages[suggestion_url("Gladiator")] = suggestions(other, sheet.films[1])
    sheet.pages |= {title_url(other.id): title_page(other), awards_url(other.id): awards_page(heading="")}
    sheet.edit = lambda raw: rewrite(raw, 2, YEAR, written)
    assert regrade(sheet).differing() == {}
    sheet.edit = lambda raw: rewrite(raw, 2, YEAR, "some time ago")
    assert regrade(sheet)["genre_ok"].outcome == "failed"


@pytest.mark.fault("sheets_55/F20")
def test_f20_a_date_cell(grade) -> None:
    sheet = full_score(1)
    look = {"numberFormat": {"type": "DATE", "pattern": "mmm yyyy"}}
    sheet.grid[2][YEAR] = cell(36651) | {"userEnteredFormat": look}
    other = Film("tt7000006", "Gladiator", "Horror", "PG", 5.0, 1992, 80, "")
    sheet.pages[suggestion_url("Gladiator")] = suggestions(other, sheet.films[1])
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F21")
@pytest.mark.parametrize(
    ("url", "visited"),
    [
        ("https://www.imdb.com/title/tt9000201/?ref_=fn_al_tt_1", True),
        ("http://m.imdb.com/title/tt9000201", True),
        ("https://www.imdb.com/title/tt9000201/awards/", True),
        ("https://www.imdb.com/de/title/tt9000201/", True),
        ("https://www.imdb.com/title/tt90002011/", False),
        ("https://www.google.com/search?q=imdb.com/title/tt9000201/", False),
        ("https://imdb.com.example.org/title/tt9000201/", False),
        ("https://www.imdb.com/find/?q=title/tt9000201", False),
        ("https://www.imdb.com/list/title-tt9000201", False),
    ],
)
def test_f21_what_a_visit_is(regrade, url: str, visited: bool) -> None:
    sheet = full_score(2)
    sheet.visited[1] = url
    assert regrade(sheet).differing() == ({} if visited else partly(WEB, imdb_visited=8))


# -- the whole ---------------------------------------------------------------------------------------------------------


@pytest.mark.fault("sheets_55/F22")
def test_f22_all_steps_keep_their_points(bench, frozen) -> None:
    snapshot = frozen(full_score(5))
    (snapshot.root / "artifact/file.json").write_bytes(b"{")
    results = bench.grade(Snapshot(snapshot.root), judge=NoJudge())
    assert {result.outcome for result in results.values()} == {"error"}
    assert (len(results), results.maximum) == (16, POINTS[5])
    assert not any(result.details for result in results.values())


@pytest.mark.fault("sheets_55/F23")
def test_f23_lists_do_not_know_of_one_another(regrade, grade) -> None:
    """Graded after a list without Oscars and columns, a perfect one is perfect."""
    bad = full_score(4)
    bad.grid = [row[:3] for row in bad.grid]
    for film in bad.films:
        bad.pages[awards_url(film.id)] = awards_page(heading="")
    assert grade(bad).differing()
    assert regrade(full_score(4)).differing() == {}


@pytest.mark.fault("sheets_55/F24")
@pytest.mark.parametrize("page", [403, 429, 503, {"error": "timed out"}, {"error": "wall: a page for robots"}])
@pytest.mark.parametrize("instance", [1, 4, 5])
def test_f24_imdb_out_of_reach_is_not_the_agents_fault(regrade, instance: int, page) -> None:
    sheet = full_score(instance)
    sheet.pages = dict.fromkeys(sheet.pages, page)
    expected = world_error(*SLUGS[instance]) | (world_error("sorted") if instance == 4 else {})
    assert regrade(sheet).differing() == expected


@pytest.mark.fault("sheets_55/F25")
def test_f25_genre_year_and_duration_cells_are_not_compared(grade) -> None:
    sheet = full_score(2)
    sheet.put(2, GENRE, "Horror")
    sheet.put(2, YEAR, 1942)
    sheet.put(2, DURATION, "149 min")
    assert grade(sheet).differing() == {}


@pytest.mark.fault("sheets_55/F26")
def test_f26_preferred_genres_are_counted_not_words(regrade) -> None:
    """Three wordings of two genres are two genres."""
    sheet = full_score(5)
    sheet.world(2, genres="Dark Comedy, Drama")
    sheet.world(3, genres="Romance Comedy")
    sheet.world(5, genres="Comedy")
    assert regrade(sheet).differing() == failed(DET, "three_genres")
    sheet.world(3, genres="Crime Drama")  # Drama comes first in the instance's order
    assert regrade(sheet).differing() == failed(DET, "three_genres")
    sheet.world(3, genres="True Crime")
    assert regrade(sheet).differing() == {}
