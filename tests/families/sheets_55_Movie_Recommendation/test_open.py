"""What becomes of the steps when the judge, IMDb's pages, the trace or the sheet itself are missing or damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from familykit import failed, lost, missing_dependency, partly, ungraded, world_error
from familykit.hostile import corruptions
from familykit.sheets import cell

from pytest_knows.errors import JudgeError
from pytest_knows.judge import NoJudge

from .building import (
    DET,
    DURATION,
    FUZ,
    GENRE,
    LLM,
    MPA,
    OSCARS,
    POINTS,
    SCORE,
    SLUGS,
    STR,
    TITLE,
    WEB,
    YEAR,
    Film,
    Sheet,
    awards_url,
    build,
    full_score,
    search_url,
    suggestion_url,
    suggestions,
    title_page,
    title_url,
)

ALL = ["required_columns", "columns_in_order", "five_movies", "unique_movies", "no_blank_cells"]
ENDS = ["sorted", "highest_green", "lowest_red"]


class BrokenJudge(NoJudge):
    def answer(self, key, question):
        raise JudgeError(f"no answer to {key}")


# -- the judge ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("judge", "open_"), [(NoJudge(), ungraded), (BrokenJudge(), world_error)])
def test_a_column_that_only_a_judge_could_tell(grade, judge, open_) -> None:
    """What needs the column stays open, the rest is graded."""
    sheet = full_score(1)
    sheet.put(0, OSCARS, "Prizes")
    expected = open_("required_columns", "columns_in_order", "no_blank_cells", "oscars_ok")
    assert grade(sheet, judge=judge).differing() == expected


def test_what_is_certain_without_a_judge(grade) -> None:
    """A blank cell, a wrong order and too few columns are so whatever the other column is."""
    sheet = full_score(1)
    sheet.put(0, OSCARS, "Prizes")
    sheet.put(2, MPA, None)
    sheet.move_column(MPA, 1)
    results = grade(sheet, judge=NoJudge())
    expected = failed(STR, "columns_in_order") | failed(DET, "no_blank_cells") | partly(DET, mpa_ok=8)
    assert results.differing() == expected | ungraded("required_columns", "oscars_ok")
    for row in sheet.grid:
        row.pop(SCORE)
    results = grade(sheet, judge=NoJudge())
    assert results.brief("required_columns") == ("failed", DET, 0)


def test_rows_that_may_be_films(grade) -> None:
    """Two rows have a year and what may be a title: five films or three."""
    sheet = full_score(2)
    sheet.put(0, TITLE, "What to see")
    for row in (4, 5):
        for column in (GENRE, MPA, SCORE, DURATION, OSCARS):
            sheet.put(row, column, None)
    sheet.style(3, SCORE, "FF0000", bold=True)
    results = grade(sheet, judge=NoJudge())
    assert results["five_movies"].outcome == "ungraded"
    sheet.rules = [{"key": "column_title", "answer": "1"}]
    assert grade(sheet)["five_movies"].outcome == "passed"
    sheet.rules = [{"key": "column_title", "answer": "NONE"}]
    assert grade(sheet)["five_movies"].outcome == "failed"


def test_the_judge_says_that_there_is_no_such_column(grade) -> None:
    sheet = full_score(1)
    sheet.put(0, OSCARS, "Remarks")
    sheet.rules = [{"key": "column_oscars", "answer": "NONE"}]
    expected = failed(LLM, "required_columns") | missing_dependency("columns_in_order", "oscars_ok")
    assert grade(sheet).differing() == expected


@pytest.mark.parametrize(
    ("column", "lost_steps"),
    [
        (TITLE, ["unique_movies", *SLUGS[1]]),
        (MPA, ["mpa_ok"]),
        (SCORE, ["score_ok", "highest_green", "lowest_red"]),
        (DURATION, ["sorted"]),
        (OSCARS, ["oscars_ok"]),
    ],
)
def test_a_column_that_is_not_there(grade, column: int, lost_steps: list[str]) -> None:
    sheet = full_score(1)
    for row in sheet.grid:
        del row[column]
    expected = failed(DET, "required_columns") | missing_dependency("columns_in_order", *lost_steps)
    assert grade(sheet).differing() == expected


def test_no_known_column_at_all(grade) -> None:
    """Nothing can be told without a judge; with one that knows them, everything."""
    sheet = full_score(2)
    for column, header in enumerate(["A", "B", "C", "D", "E", "F", "G"]):
        sheet.put(0, column, header)
    open_ = [*ALL, *SLUGS[2], *ENDS]
    assert grade(sheet, judge=NoJudge()).differing() == ungraded(*open_)
    sheet.rules = [{"key": "column_*", "answer": "1"}]
    assert grade(sheet).differing() == {}
    sheet.rules = [{"key": "column_*", "answer": "NONE"}]
    expected = failed(LLM, "required_columns") | failed(STR, "five_movies")
    assert grade(sheet).differing() == expected | missing_dependency(*(set(open_) - set(expected)))


# -- pages and visits --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("instance", [1, 4, 5])
def test_no_pages(regrade, instance: int) -> None:
    sheet = full_score(instance)
    sheet.pages = {}
    expected = world_error(*SLUGS[instance], *(["sorted"] if instance == 4 else []))
    assert regrade(sheet).differing() == expected


def without(sheet: Sheet, place: int, page: Any) -> Film:
    """The world does not say what the title's page of that film holds."""
    film = sheet.films[place - 1]
    sheet.pages[title_url(film.id)] = page
    return film


NO_DATA = ["<html><body>Loading...</body></html>", 404, 403, 429, 503, {"error": "timed out"}]


@pytest.mark.parametrize("page", NO_DATA, ids=str)
def test_a_title_page_without_data(regrade, page) -> None:
    """IMDb suggests the film, so there is one: what its page does not say is the world's fault."""
    sheet = full_score(2)
    without(sheet, 3, page)
    assert regrade(sheet).differing() == lost("error", "execution_error", *SLUGS[2], points=8)


@pytest.mark.parametrize("page", [404, 403, 503, {"error": "timed out"}, "<html>no JSON</html>", "[1]"], ids=str)
def test_no_suggestions(regrade, page) -> None:
    """Then the search has to tell; if it does not either, nobody knows."""
    sheet = full_score(2)
    film = sheet.films[2]
    sheet.pages[suggestion_url(film.title)] = page
    assert regrade(sheet).differing() == lost("error", "execution_error", *SLUGS[2], points=8)
    sheet.pages[search_url(film.title, film.year)] = f'<html><a href="/title/{film.id}/">{film.title}</a></html>'
    assert regrade(sheet).differing() == {}


def test_what_the_sheet_alone_decides(grade) -> None:
    """A blank rating, a low score and another award are wrong whatever IMDb says."""
    sheet = full_score(1)
    sheet.pages = {}
    sheet.put(1, MPA, None)
    sheet.put(2, SCORE, 6.4)
    sheet.style(2, SCORE, "FF0000", bold=True)
    sheet.style(5, SCORE)
    sheet.put(3, OSCARS, "Best Picture")
    expected = failed(DET, "no_blank_cells", "oscars_ok", "mpa_ok") | failed(FUZ, "score_ok")
    assert grade(sheet).differing() == expected | world_error("imdb_visited", "genre_ok")


def test_a_failure_and_a_gap(regrade) -> None:
    """A failure is a failure, whatever could not be read besides."""
    sheet = full_score(2)
    without(sheet, 3, 503)
    sheet.world(1, genres="Horror", year=1961, mpa="R", score=6.6)
    sheet.pages[suggestion_url(sheet.films[0].title)] = suggestions(
        {"id": sheet.films[0].id, "l": "Amber Parade", "q": "feature"}
    )
    sheet.visited.remove(title_url(sheet.films[0].id))
    sheet.edit = lambda raw: raw["sheets"][0]["data"][0]["rowData"][1]["values"][4].update(
        {"formattedValue": "-", "effectiveValue": {"stringValue": "-"}}
    )
    expected = (
        partly(WEB, imdb_visited=6) | partly(FUZ, score_ok=6) | partly(DET, genre_ok=6, year_in_range=6, mpa_ok=6)
    )
    assert regrade(sheet).differing() == expected | {"oscars_ok": ("error", "execution_error", 8)}


@pytest.mark.parametrize("visited", [None, [], ["https://www.imdb.com/", "https://example.org/title/tt0120338/"]])
def test_visits(regrade, visited) -> None:
    """Not recorded: the world's fault, also where films had to be visited. Recorded and none: the agent's."""
    gated = ("genre_ok", "oscars_ok", "score_ok", "mpa_ok")
    sheet = full_score(1)
    sheet.visited = visited
    expected = failed(WEB, "imdb_visited") | missing_dependency(*gated)
    assert regrade(sheet).differing() == (world_error("imdb_visited", *gated) if visited is None else expected)
    sheet = full_score(3)
    sheet.visited = visited
    expected = world_error("imdb_visited") if visited is None else failed(WEB, "imdb_visited")
    assert regrade(sheet).differing() == expected


def test_nothing_visited_and_no_pages(regrade) -> None:
    """No id is needed to say that no film's page was visited."""
    sheet = full_score(3)
    sheet.visited, sheet.pages = [], {}
    assert regrade(sheet)["imdb_visited"].outcome == "failed"


# -- steps that are all or nothing -------------------------------------------------------------------------------------


def open_items(instance: int) -> dict[str, tuple[str, str, float]]:
    single = {"three_genres", "years_apart", "total_duration"}
    return lost("error", "execution_error", *(slug for slug in SLUGS[instance] if slug not in single), points=8)


def test_genres_that_are_there_already(regrade) -> None:
    sheet = full_score(5)
    without(sheet, 1, 503)
    assert regrade(sheet).differing() == open_items(5) | world_error("total_duration")
    without(sheet, 3, 503)  # the only crime film
    results = regrade(sheet)
    assert results.brief("three_genres") == ("error", "execution_error", 0)


def test_a_total_that_is_too_long_already(regrade) -> None:
    sheet = full_score(5)
    sheet.world(2, minutes=500)
    without(sheet, 1, 503)
    assert regrade(sheet).brief("total_duration") == ("failed", DET, 0)


def test_years_that_are_too_near_already(regrade) -> None:
    sheet = full_score(4)
    without(sheet, 5, 503)
    assert regrade(sheet).differing() == open_items(4) | world_error("years_apart", "sorted")
    sheet.world(2, year=1985)
    results = regrade(sheet)
    assert results.brief("years_apart") == ("failed", DET, 0)


def test_an_order_that_is_wrong_already(grade, regrade) -> None:
    """Instance 4: what one film won is not known; without it the order is right, or is not."""
    sheet = full_score(4)
    sheet.pages[awards_url("tt9000402")] = 503
    assert regrade(sheet).differing() == {"oscars_ok": ("error", "execution_error", 8)} | world_error("sorted")
    sheet.grid[1], sheet.grid[4] = sheet.grid[4], sheet.grid[1]
    assert grade(sheet).brief("sorted") == ("failed", STR, 0)


def test_awards_that_a_judge_would_have_to_read(regrade) -> None:
    sheet = full_score(4)
    sheet.pages[awards_url("tt9000402")] = (
        "<html><h3>Academy Awards, USA</h3><p>Best Actor, Best Cinematography</p></html>"
    )
    expected = {"oscars_ok": ("ungraded", "not_graded", 8)} | ungraded("sorted")
    assert regrade(sheet, judge=NoJudge()).differing() == expected
    answers = ["Best Actor", "Best Cinematography"]
    sheet.rules = [{"key": "oscars_won", "answer": {"categories": answers}}]
    results = regrade(sheet)
    assert results.differing() == {}
    assert results.judge.asked == ["oscars_won"]


# -- what the freeze records -------------------------------------------------------------------------------------------


def test_the_pages_that_are_recorded(bench, frozen) -> None:
    """First the suggestions, then what they lead to; the search where none has the very title."""
    sheet = full_score(2)
    world = dict(sheet.pages)
    film, lost_film = sheet.films[0], sheet.films[1]
    world[suggestion_url(lost_film.title)] = suggestions()
    search = search_url(lost_film.title, lost_film.year)
    world[search] = f'<html><a href="/title/{lost_film.id}/">x</a></html>'
    asked: set[str] = set()
    for _ in range(3):
        sheet.pages = {url: world[url] for url in asked}
        asked |= set(bench.named(frozen(sheet)))
    assert asked == set(world)
    assert asked > {suggestion_url(film.title), title_url(film.id), awards_url(film.id), search}


def test_titles_under_a_header_that_only_a_judge_knows(bench, frozen) -> None:
    sheet = full_score(2)
    sheet.put(0, TITLE, "What to see")
    sheet.pages = {}
    assert set(bench.named(frozen(sheet))) == {suggestion_url(film.title) for film in sheet.films}


def test_nothing_to_record(bench, frozen) -> None:
    """Of a blank sheet, and where certainly no column holds titles."""
    sheet = full_score(2)
    for row in sheet.grid:
        del row[TITLE]
    assert bench.named(frozen(sheet)) == []
    sheet.grid = []
    assert bench.named(frozen(sheet)) == []


# -- the sheet ---------------------------------------------------------------------------------------------------------


def blank(instance: int) -> dict[str, tuple[str, str, float]]:
    expected = failed(DET, "required_columns") | failed(STR, "five_movies")
    return expected | missing_dependency(*({*ALL, *SLUGS[instance], *ENDS} - set(expected)))


@pytest.mark.parametrize("grid", [[], [["Films"]], [["Titanic", "Gladiator"]]], ids=str)
def test_blank(grade, grid) -> None:
    """Nothing passes and nothing is an error or left open."""
    for instance in (1, 4, 5):
        sheet = full_score(instance)
        sheet.grid = [[cell(value) for value in row] for row in grid]
        sheet.visited = None
        assert grade(sheet, judge=NoJudge()).differing() == blank(instance)


def test_headers_alone(grade) -> None:
    sheet = full_score(5)
    del sheet.grid[1:]
    expected = {slug: brief for slug, brief in blank(5).items() if slug not in ("required_columns", "columns_in_order")}
    assert grade(sheet, judge=NoJudge()).differing() == expected


@pytest.fixture(scope="module")
def artifact(bench) -> Any:
    """The frozen JSON of instance 1 at full score."""
    sheet = full_score(1)
    snapshot = bench.freeze(build(bench.workspace, sheet), 1, pages={}, visited=[])
    return json.loads(snapshot.read("artifact/file.json"))


@pytest.mark.parametrize(
    "raw",
    [
        {},
        [],
        None,
        7,
        {"sheets": 3},
        {"sheets": [None, {"tables": [{}]}]},
        {"sheets": [{"data": [{"rowData": [{}, 1]}]}]},
    ],
    ids=str,
)
def test_malformed_workbooks(regrade, raw: Any) -> None:
    sheet = full_score(1)
    sheet.edit = lambda _: [] if raw is None else raw
    assert regrade(sheet, judge=NoJudge()).differing() == blank(1)


def test_corrupted_workbooks(regrade, artifact) -> None:
    """Random damage changes outcomes, never steps or points, and nothing is a fault of the rubric."""
    for raw in corruptions(artifact, 12):
        sheet = full_score(1)
        sheet.edit = lambda _, raw=raw: raw
        results = regrade(sheet, judge=NoJudge())
        assert (len(results), results.maximum) == (13, POINTS[1])
        assert [result.details for result in results.values() if result.details] == []


@pytest.mark.parametrize(
    "page",
    [
        {"body": b"\xff\xfe<", "content_type": "text/html"},
        '<script type="application/ld+json">{"@type": ["Movie", 3], "name": 7, "genre": {}, "duration": []}</script>',
        '<script type="application/ld+json">{"@type": null, "@graph": 3}</script>',
        "<h3>Academy Awards" + "<" * 10_000,
    ],
    ids=["bytes", "wrong types", "no type", "brackets"],
)
def test_malformed_pages(regrade, page) -> None:
    sheet = full_score(4)
    film = sheet.films[1]
    sheet.pages |= {title_url(film.id): page, awards_url(film.id): page}
    results = regrade(sheet, judge=NoJudge())
    assert [result.details for result in results.values() if result.details] == []
    assert results.maximum == POINTS[4]


@pytest.mark.parametrize(
    "answer", [b"{}", b"{", b"[]", b'{"d": 3}', b'{"d": [null, {"l": 3, "qid": "movie", "y": "x", "rank": []}]}']
)
def test_malformed_suggestions(regrade, answer: bytes) -> None:
    """An answer that names no film is one; what is no answer is none."""
    sheet = full_score(2)
    film = sheet.films[2]
    sheet.pages[suggestion_url(film.title)] = {"body": answer, "content_type": "application/json"}
    outcome = "error" if answer in (b"{", b"[]") else "failed"
    assert regrade(sheet)["genre_ok"].outcome == outcome


def test_50_000_cells(regrade, artifact) -> None:
    """Thousands of films, all the same: not one of them is unique."""
    raw = json.loads(json.dumps(artifact))
    rows = raw["sheets"][0]["data"][0]["rowData"]
    del rows[3:]
    rows += [rows[2]] * 7200
    sheet = full_score(1)
    sheet.edit = lambda _: raw
    assert regrade(sheet).differing() == failed(DET, "unique_movies") | failed(FUZ, "highest_green", "lowest_red")


def test_films_that_nobody_looked_up(regrade, artifact) -> None:
    raw = json.loads(json.dumps(artifact))
    rows = raw["sheets"][0]["data"][0]["rowData"]
    for number in range(300):
        title = {"effectiveValue": {"stringValue": f"Film {number}"}, "formattedValue": f"Film {number}"}
        rows.append({"values": [title, *rows[5]["values"][1:]]})
    sheet = full_score(1)
    sheet.edit = lambda _: raw
    assert regrade(sheet).differing() == world_error("imdb_visited", "genre_ok", "oscars_ok", "score_ok", "mpa_ok")


@pytest.mark.parametrize(
    ("column", "steps", "whole"),
    [
        (TITLE, SLUGS[1], []),
        (YEAR, SLUGS[1], []),
        (MPA, ["mpa_ok"], []),
        (SCORE, ["score_ok"], ["highest_green", "lowest_red"]),
        (OSCARS, ["oscars_ok"], []),
        (DURATION, [], ["sorted"]),
    ],
)
def test_a_value_that_the_embedded_workspace_lacks(grade, column: int, steps: list[str], whole: list[str]) -> None:
    """A cell with a function that cannot be computed here: an error of what needs it."""
    sheet = full_score(1)
    sheet.put(2, column, '=QUERY(A1:B2,"select A")')
    expected = lost("error", "execution_error", *steps, points=8) | world_error(*whole)
    assert grade(sheet).differing() == expected


def test_years_of_films_found_by_search_only(regrade) -> None:
    """Without a year anywhere there is none to judge."""
    sheet = full_score(2)
    film = sheet.films[4]
    sheet.pages[suggestion_url(film.title)] = suggestions({"id": film.id, "l": film.title, "q": "feature"})
    sheet.pages[title_url(film.id)] = title_page(film, datePublished=None)
    assert regrade(sheet).differing() == {"year_in_range": ("error", "execution_error", 8)}
