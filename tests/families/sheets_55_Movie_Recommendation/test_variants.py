"""Odd but legitimate lists: what a careful person would grade them, and why. And what changes no outcome at all."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest
from familykit import failed, missing_dependency, partly
from familykit.office import roundtrip
from familykit.outcomes import Lost
from familykit.sheets import cell
from familykit.sheets import table as formal_table

from pytest_knows.judge import NoJudge

from .building import (
    DET,
    FUZ,
    GREEN,
    HEADERS,
    INSTANCES,
    MPA,
    OSCARS,
    RED,
    SCORE,
    STR,
    TITLE,
    WEB,
    YEAR,
    Film,
    Sheet,
    award,
    awards_page,
    awards_url,
    build,
    full_score,
    rgb,
    search_url,
    suggestion_url,
    suggestions,
    title_page,
    title_url,
)

# -- tables ------------------------------------------------------------------------------------------------------------


def title_above(sheet: Sheet) -> None:
    """A merged title and a blank row above the header."""
    sheet.grid[0:0] = [[cell("Movies to watch tonight")], []]
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 7}
    sheet.more = [{"mergeCells": {"mergeType": "MERGE_ALL", "range": area}}]


def moved(sheet: Sheet) -> None:
    """The list begins in D5."""
    sheet.grid = [[], [], [], [], *([{}, {}, {}, *row] for row in sheet.grid)]


def further_columns(sheet: Sheet) -> None:
    """A number, a remark and a link between the columns: the order of those asked for stands."""
    sheet.grid = [[cell("#"), *row[:3], cell("Why"), *row[3:], cell("Link")] for row in sheet.grid]
    for number, row in enumerate(sheet.grid[1:], 1):
        row[0], row[4], row[9] = cell(number), cell("Seen by all"), cell("https://www.imdb.com/")


def numbered_titles(sheet: Sheet) -> None:
    for row in range(1, 6):
        sheet.put(row, TITLE, f"{row}. {sheet.films[row - 1].title}")


def titles_with_their_year(sheet: Sheet) -> None:
    """ "Titanic (1997)" is the film Titanic."""
    for row, film in enumerate(sheet.films, 1):
        sheet.put(row, TITLE, f"{film.title} ({film.year})")


def titles_that_are_links(sheet: Sheet) -> None:
    for row, film in enumerate(sheet.films, 1):
        sheet.put(row, TITLE, f'=HYPERLINK("{title_url(film.id)}", "{film.title}")')


def titles_in_capitals(sheet: Sheet) -> None:
    for row, film in enumerate(sheet.films, 1):
        sheet.put(row, TITLE, f" {film.title.upper()} ")


def formulas(sheet: Sheet) -> None:
    """Scores and years that formulas give."""
    for row, film in enumerate(sheet.films, 1):
        sheet.put(row, SCORE, f"=ROUND({film.score * 10}/10, 1)")
        sheet.put(row, YEAR, f"=YEAR(DATE({film.year}, 6, 1))")


def other_tabs(sheet: Sheet) -> None:
    """A cover in front and an older draft behind: the first of two equally good lists is the one."""
    draft = full_score(sheet.instance)
    draft.put(1, SCORE, 1.0)
    sheet.before, sheet.after = {"Sheet1": [["About"], ["Films, after IMDb"]]}, {"Draft": draft.grid}


def formal(sheet: Sheet) -> None:
    sheet.more = [{"addTable": {"table": formal_table(HEADERS, 5, name="Movies")}}]


def number_formats(sheet: Sheet) -> None:
    """Years as 1,997 and scores with a decimal comma are the numbers that they are."""
    for row in range(1, 6):
        sheet.grid[row][YEAR]["userEnteredFormat"] = {"numberFormat": {"type": "NUMBER", "pattern": "#,##0"}}
        look = sheet.grid[row][SCORE].setdefault("userEnteredFormat", {})
        look["numberFormat"] = {"type": "NUMBER", "pattern": '0.0 "of 10"'}


def hidden_rows(sheet: Sheet) -> None:
    """What is hidden is there."""
    span = {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3}
    sheet.more = [
        {"updateDimensionProperties": {"range": span, "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}}
    ]


def conditional_formats(sheet: Sheet) -> None:
    """Rules that colour the highest and the lowest: what is seen counts."""
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 6, "startColumnIndex": SCORE, "endColumnIndex": SCORE + 1}
    for row in range(1, 6):
        sheet.grid[row][SCORE].pop("userEnteredFormat", None)
    for function, colour in (("MAX", GREEN), ("MIN", RED)):
        condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": f"=$D2={function}($D$2:$D$6)"}]}
        look = {"backgroundColor": rgb(colour), "textFormat": {"bold": True}}
        rule = {"ranges": [area], "booleanRule": {"condition": condition, "format": look}}
        sheet.more.append({"addConditionalFormatRule": {"rule": rule, "index": 0}})


def whole_rows_coloured(sheet: Sheet) -> None:
    """More than was asked for is coloured, but of the scores the right ones are."""
    for row, colour in ((3, GREEN), (4, GREEN), (5, RED)):
        for column in range(7):
            sheet.style(row, column, colour, bold=True)


def figures_below(sheet: Sheet) -> None:
    """Totals, averages and the key to the colours are no films, whatever they are called."""
    rows: list[list[object]] = [
        [],
        *(["Total films", 5], ["Total running time:", None, None, None, None, "12h 58m"], ["Grand total (min)", 778]),
        *(["Average IMDb score", None, None, 8.3], ["", None, None, "Average", None, "156 min"]),
        *(["Legend:", "green", "highest"], ["Key", "red", "lowest"], ["Sources", "IMDb"], ["Lowest score: 7.7", "red"]),
    ]
    sheet.grid += [[cell(value) for value in row] for row in rows]


def titles_with_marks(sheet: Sheet) -> None:
    """Quotation marks, a list's number and "film" are no part of a title."""
    titles = ['"Titanic"', "\u201cGladiator\u201d (2000)", "Inception (2010 film)", "#4 Forrest Gump (film)"]
    for row, title in enumerate([*titles, "5) As Good as It Gets"], 1):
        sheet.put(row, TITLE, title)


def blocks_with_headers(sheet: Sheet) -> None:
    """The header once more in the middle is no film."""
    sheet.grid[3:3] = [[], [cell(header) for header in HEADERS]]


def notes_beside(sheet: Sheet) -> None:
    sheet.grid[2] += [{}, cell("green: highest, red: lowest")]


SAME = [
    *(title_above, moved, further_columns, numbered_titles, titles_with_their_year, titles_that_are_links),
    *(titles_in_capitals, formulas, other_tabs, formal, number_formats, hidden_rows, conditional_formats),
    *(whole_rows_coloured, blocks_with_headers, notes_beside, figures_below, titles_with_marks),
]


@pytest.mark.parametrize("change", SAME, ids=lambda change: change.__name__)
def test_full_score_all_the_same(grade, change) -> None:
    sheet = full_score(1)
    change(sheet)
    assert grade(sheet, judge=NoJudge()).differing() == {}


INVARIANT = [moved, title_above, other_tabs, formal, number_formats, formulas, notes_beside]


def wrong_in_several_ways(sheet: Sheet) -> Lost:
    sheet.put(2, MPA, "G")
    sheet.put(3, OSCARS, "Best Picture")
    sheet.style(5, SCORE, RED)
    sheet.visited.pop()
    return (
        partly(DET, mpa_ok=6, oscars_ok=6)
        | partly("dependency_not_evaluated", genre_ok=8, score_ok=8)
        | partly(WEB, imdb_visited=8)
        | failed(FUZ, "lowest_red")
    )


@pytest.mark.parametrize("change", INVARIANT, ids=lambda change: change.__name__)
def test_changes_that_change_no_outcome(grade, change) -> None:
    sheet = full_score(1)
    expected = wrong_in_several_ways(sheet)
    change(sheet)
    assert grade(sheet).differing() == expected


@pytest.mark.parametrize("seed", range(3))
def test_permuted_columns_cost_their_order_only(grade, seed: int) -> None:
    order = list(range(7))
    random.Random(seed).shuffle(order)
    sheet = full_score(1)
    expected = wrong_in_several_ways(sheet) | failed(STR, "columns_in_order")
    sheet.grid = [[row[place] for place in order] for row in sheet.grid]
    assert grade(sheet).differing() == expected


@pytest.mark.parametrize("instance", INSTANCES)
def test_office_upload(bench, frozen, tmp_path, instance: int) -> None:
    sheet = full_score(instance)
    file = roundtrip(bench.workspace, build(bench.workspace, sheet), tmp_path)
    assert bench.grade(frozen(sheet, file), judge=NoJudge()).differing() == {}


# -- films and IMDb ----------------------------------------------------------------------------------------------------


def test_another_film_of_nearly_the_same_name_is_better_known(grade) -> None:
    """Gladiator II is suggested first; without a year in the list, too, the very title is meant."""
    sheet = full_score(1)
    sheet.put(2, YEAR, "recent")
    sequel = Film("tt7000007", "Gladiator II", "Horror", "R", 6.5, 2024, 148, "")
    sheet.pages |= {
        suggestion_url("Gladiator"): suggestions(sequel, sheet.films[1]),
        title_url(sequel.id): title_page(sequel),
    }
    assert grade(sheet).differing() == {}


@pytest.mark.parametrize("ranks", [(5, 90), (90, 5), (5, None)], ids=str)
def test_of_two_films_of_one_name_the_better_known(grade, ranks) -> None:
    """Without a year nothing else tells them apart. Series and games of that name are no films."""
    sheet = full_score(1)
    sheet.put(2, YEAR, "recent")
    remake = Film("tt7000007", "Gladiator", "Horror", "R", 6.5, 1992, 148, "")
    own, other = (
        {"id": film.id, "l": film.title, "q": "feature", "rank": rank, "y": film.year}
        for film, rank in zip((sheet.films[1], remake), ranks, strict=True)
    )
    other = {name: value for name, value in other.items() if value is not None}
    series = {"id": "tt7000011", "l": "Gladiator", "q": "TV series", "qid": "tvSeries", "rank": 1}
    sheet.pages |= {
        suggestion_url("Gladiator"): suggestions(series, other, own),
        title_url(remake.id): title_page(remake),
    }
    assert (grade(sheet)["genre_ok"].outcome == "passed") is (ranks[0] == 5)


def test_a_short_title_for_a_long_one(grade) -> None:
    """IMDb's title goes on: it is that film if the year fits."""
    sheet = full_score(1)
    long = Film("tt7000008", "Copper Sky: A Story in Two Parts", "Drama", "PG", 8.0, 1980, 90, "Best Actor")
    row = sheet.add(long)
    sheet.put(row, TITLE, "Copper Sky")
    sheet.pages[suggestion_url("Copper Sky")] = suggestions(long)
    sheet.pages[title_url(long.id)] = title_page(long)
    assert grade(sheet).differing() == {}
    sheet.put(row, YEAR, 1990)
    sheet.pages[search_url("Copper Sky", 1990)] = "<html><body>No results</body></html>"
    expected = partly(DET, genre_ok=8, oscars_ok=8, score_ok=8, mpa_ok=8) | partly(WEB, imdb_visited=8)
    assert grade(sheet).differing() == expected


@pytest.mark.parametrize(("year", "found"), [(1999, True), (2001, True), (1998, False), (2002, False)])
def test_a_year_off_by_one_is_that_of_another_country(regrade, year: int, found: bool) -> None:
    """Two years off it is no film that IMDb knows, however it is looked for."""
    sheet = full_score(1)
    film = sheet.films[1]
    shown = {"formattedValue": f"{year}", "effectiveValue": {"numberValue": year}}
    sheet.edit = lambda raw: raw["sheets"][0]["data"][0]["rowData"][2]["values"][YEAR].update(shown)
    sheet.pages[search_url(film.title, year)] = f'<html><a href="/title/{film.id}/">{film.title}</a></html>'
    lost = partly(DET, genre_ok=8, oscars_ok=8, score_ok=8, mpa_ok=8) | partly(WEB, imdb_visited=8)
    assert regrade(sheet).differing() == ({} if found else lost)


def test_a_translated_title_by_the_search(grade) -> None:
    """Not among the suggestions; the page that the search finds has it as an alternate name."""
    sheet = full_score(1)
    film = Film("tt7000009", "La barca azul", "Drama", "PG", 8.0, 1980, 90, "Best Actress")
    row = sheet.add(film)
    sheet.put(row, TITLE, "The Blue Boat")
    sheet.pages |= {
        suggestion_url("The Blue Boat"): suggestions({"id": "nm0000001", "l": "The Blue Boat", "rank": 1}),
        search_url("The Blue Boat", 1980): f'<html><body><a href="/title/{film.id}/?r=x">La barca</a></body></html>',
        title_url(film.id): title_page(film, alternateName="The Blue Boat", genre="Drama, Family"),
    }
    assert grade(sheet).differing() == {}


@pytest.mark.parametrize("instance", [1, 4, 5])
def test_a_film_that_does_not_exist(grade, instance: int) -> None:
    """IMDb answers and knows none: the row fails everywhere. It has won nothing, so its place is the last."""
    sheet = full_score(instance)
    sheet.put(5, TITLE, "Zorgon the Unmade")
    sheet.pages |= {
        suggestion_url("Zorgon the Unmade"): suggestions(),
        search_url("Zorgon the Unmade", sheet.films[4].year): "<html><body>No results found</body></html>",
    }
    lost = ["genre_ok", "oscars_ok", "score_ok", "mpa_ok", *(["year_in_range"] if instance > 1 else [])]
    expected = partly(WEB, imdb_visited=8) | partly(DET, **dict.fromkeys(lost, 8))
    expected |= {4: failed(DET, "years_apart"), 5: failed(DET, "total_duration")}.get(instance, {})
    assert grade(sheet).differing() == expected


def test_a_search_that_a_puzzle_answers_finds_nothing_out(grade) -> None:
    """No suggestions and no results' page: whether IMDb has the film is not known."""
    sheet = full_score(2)
    sheet.put(5, TITLE, "Zorgon the Unmade")
    page = "<html><body><h1>Are you a robot?</h1></body></html>"
    sheet.pages[search_url("Zorgon the Unmade", sheet.films[4].year)] = page
    open_steps = ("imdb_visited", "genre_ok", "year_in_range", "oscars_ok", "score_ok", "mpa_ok")
    assert grade(sheet).differing() == dict.fromkeys(open_steps, ("error", "execution_error", 8))


def test_a_series_is_no_film(regrade) -> None:
    sheet = full_score(2)
    sheet.pages[title_url("tt9000202")] = title_page(sheet.films[1], kind="TVSeries")
    sheet.pages[search_url("Blue Lagoon Road", 1941)] = "<html><body>No results</body></html>"
    lost = partly(DET, **dict.fromkeys(["genre_ok", "year_in_range", "oscars_ok", "score_ok", "mpa_ok"], 8))
    assert regrade(sheet).differing() == lost | partly(WEB, imdb_visited=8)


def test_accents_and_punctuation(grade) -> None:
    sheet = full_score(1)
    film = Film("tt7000010", "L&#39;été: S&#233;ance", "Drama", "PG", 8.0, 1980, 90, "Best Actress")
    row = sheet.add(film)
    sheet.put(row, TITLE, "L\u2019ete seance")
    entry = {"id": film.id, "l": "L'été: Séance", "qid": "movie", "y": 1980}
    sheet.pages |= {suggestion_url("l'ete seance"): suggestions(entry), title_url(film.id): title_page(film)}
    assert grade(sheet).differing() == {}


def test_the_year_of_the_suggestions_counts(regrade) -> None:
    """`datePublished` is that of the country which IMDb took us for."""
    sheet = full_score(2)
    sheet.pages[title_url("tt9000205")] = title_page(sheet.films[4], datePublished="1961-02-03")
    assert regrade(sheet).differing() == {}
    sheet.pages[suggestion_url("Evening Ferry")] = suggestions(
        {"id": "tt9000205", "l": "Evening Ferry", "qid": "movie", "rank": 3}
    )
    assert regrade(sheet).differing() == partly(DET, year_in_range=8)


@pytest.mark.parametrize(
    ("field", "step", "outcome"),
    [
        ("genre", "genre_ok", ("failed", DET, 8)),
        ("aggregateRating", "score_ok", ("failed", FUZ, 8)),
        ("contentRating", "mpa_ok", ("failed", DET, 8)),
        ("duration", "total_duration", ("error", "execution_error", 0)),
    ],
)
def test_pages_that_lack_something(regrade, field: str, step: str, outcome) -> None:
    """Without a genre, score or rating on IMDb, none can be right; a running time that it does not give may be."""
    sheet = full_score(5)
    sheet.pages[title_url("tt9000503")] = title_page(sheet.films[2], **{field: None})
    expected = {step: outcome} | (failed(DET, "three_genres") if field == "genre" else {})
    assert regrade(sheet).differing() == expected


@pytest.mark.parametrize("title", ["As Good as It Gets (1997)", "6. As Good as It Gets", "As good, as it gets!"])
def test_a_film_twice_however_its_title_is_written(grade, title: str) -> None:
    sheet = full_score(1)
    sheet.grid.append(deepcopy(sheet.grid[5]))
    sheet.put(6, TITLE, title)
    sheet.pages[suggestion_url(title)] = suggestions(sheet.films[4])
    assert grade(sheet).differing() == failed(DET, "unique_movies")


@pytest.mark.parametrize("title", ["Total Recall", "The Sum of All Fears", "Notes on a Scandal"])
def test_a_film_that_begins_like_a_total(grade, title: str) -> None:
    """It is a film, and one without the other cells."""
    sheet = full_score(1)
    sheet.grid.append([cell(title), cell("Action")])
    assert grade(sheet).differing()["no_blank_cells"] == ("failed", DET, 0)


def test_many_films(grade) -> None:
    """More than five are welcome."""
    sheet = full_score(5)
    for number in range(3):
        title = f"Small Film {number}"
        sheet.add(Film(f"tt72{number:05}", title, "Drama", "PG", 7.0, 1990, 30, "Best Actor"))
    assert grade(sheet).differing() == {}


def test_one_film(grade) -> None:
    """The highest and the lowest; there is no order of one."""
    sheet = full_score(1)
    del sheet.grid[2:]
    sheet.style(1, SCORE, GREEN, bold=True)
    assert grade(sheet).differing() == failed(STR, "five_movies") | missing_dependency("sorted")


@pytest.mark.parametrize(("minutes", "right"), [(302, True), (303, False), (102, True), (101, False)])
def test_the_total_includes_its_ends(regrade, minutes: int, right: bool) -> None:
    """The other four take 498 minutes."""
    sheet = full_score(5)
    sheet.world(1, minutes=minutes)
    assert regrade(sheet).differing() == ({} if right else failed(DET, "total_duration"))


@pytest.mark.parametrize(("year", "right"), [(1983, True), (1984, True), (1985, False)])
def test_years_apart(regrade, year: int, right: bool) -> None:
    """Between 1975 and 1992."""
    sheet = full_score(4)
    sheet.world(2, year=year)
    assert regrade(sheet).differing() == ({} if right else failed(DET, "years_apart"))


@pytest.mark.parametrize(("instance", "years"), [(2, (1940, 1960)), (3, (1950, 1972)), (5, (1985, 2005))])
def test_the_range_of_years_includes_its_ends(regrade, instance: int, years: tuple[int, int]) -> None:
    for year, right in ((years[0], True), (years[1], True), (years[0] - 1, False), (years[1] + 1, False)):
        sheet = full_score(instance)
        sheet.edit = lambda raw: raw["sheets"][0]["data"][0]["rowData"][1]["values"].__setitem__(
            YEAR, {"formattedValue": "unknown", "effectiveValue": {"stringValue": "unknown"}}
        )
        sheet.world(1, year=year)
        assert regrade(sheet).differing() == ({} if right else partly(DET, year_in_range=8)), year


def test_ties_may_stand_in_any_order(grade) -> None:
    """Instance 4: two with two Oscars, two with one; durations do not matter."""
    sheet = full_score(4)
    sheet.grid[2], sheet.grid[3] = sheet.grid[3], sheet.grid[2]
    sheet.grid[4], sheet.grid[5] = sheet.grid[5], sheet.grid[4]
    assert grade(sheet).differing() == {}
    sheet.grid[3], sheet.grid[4] = sheet.grid[4], sheet.grid[3]
    assert grade(sheet).differing() == failed(STR, "sorted")


def test_oscars_won_count_not_those_listed(grade) -> None:
    """A blank Oscar cell costs itself, not the order."""
    sheet = full_score(4)
    sheet.put(1, OSCARS, None)
    assert grade(sheet).differing() == failed(DET, "no_blank_cells") | partly(DET, oscars_ok=8)


def test_categories_that_the_instance_does_not_ask_for(regrade) -> None:
    """A director's Oscar does not qualify in instance 4: not to be listed, not counted."""
    sheet = full_score(4)
    sheet.pages[awards_url("tt9000405")] = awards_page(
        award("Best Writing, Adapted Screenplay"), award("Best Director"), award("Best Writing, Original Screenplay")
    )
    assert regrade(sheet).differing() == {}


def test_awards_page_in_other_markup(regrade) -> None:
    """A heading in parts; the award within the link's text; nominations only."""
    sheet = full_score(1)
    item = "<li><a>2001 Winner Oscar</a><span>Best Actor in a Leading Role</span><a>Someone</a></li>"
    page = f"<html><body><h2><b>Academy Awards</b><i>, USA</i></h2><ul>{item}</ul><h2>Other</h2></body></html>"
    sheet.pages[awards_url("tt0172495")] = page
    assert regrade(sheet, judge=NoJudge()).differing() == {}
    sheet.pages[awards_url("tt0172495")] = awards_page(award("Best Actor in a Leading Role", "Nominee"))
    assert regrade(sheet, judge=NoJudge()).differing() == partly(DET, oscars_ok=8)


def test_a_score_and_its_synonym_beside(grade) -> None:
    """The name that the task gives wins over another: "Category" is not the genre's column here."""
    sheet = full_score(1)
    sheet.grid = [[cell("Thriller night"), *row] for row in sheet.grid]
    sheet.grid[0][0] = cell("Category")
    assert grade(sheet).differing() == {}
