"""Films that won Oscars, in a table: what IMDb says of each, how they are sorted, which scores are highlighted."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import floor

from pytest_knows.checks import tables
from pytest_knows.checks.colour import is_called
from pytest_knows.checks.majority import each, majority
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.values.number import in_cell
from pytest_knows.checks.values.title import bare
from pytest_knows.rubric import decided_by, fail, located, show, step
from pytest_knows.scoring import Mechanism

from .cells import age_rating, minutes, preferred, written
from .films import ROUNDING, Layout, filled_rows, film_rows, find_columns, find_table, require_falling, require_known
from .imdb import Imdb, title_id
from .oscars import kind, listed, won

NO_TABLE = "the spreadsheet has no table"
TOLERANCE = 0.1
"""Of a score."""
MOST = 90
"""Different films that are looked up on IMDb, each with three pages or so; the freeze fetches 300."""


def evidence(table, columns, layout, imdb, facts):
    """IMDb's pages of each film. Before a judge has said which column holds the titles, the first free one is it."""
    if "title" in layout.missing:
        return
    places = layout.places
    if "title" in layout.undecided:
        places["title"] = columns.unused("title")[0]
    films = film_rows(table, places, facts.no_film)
    for title, year in list(dict.fromkeys((film.title, film.year) for film in films if film.title))[:MOST]:
        yield from imdb.to_record(title, year)


# -- What is found once ------------------------------------------------------------------------------------------------


@located
def wanted(facts):
    return tables.wanted_columns(facts.columns, {})


@located(title="a table")
def table(sheet, wanted):
    return find_table(sheet, wanted)


@located
def columns(table, wanted, judge):
    return tables.Columns(table.headers, wanted, judge, found=find_columns(table.headers, wanted))


@located
def layout(columns, wanted):
    return Layout.of(columns, wanted)


@located(title="the row of a film")
def films(table, layout, facts):
    found = tuple(film_rows(table, layout.places, facts.no_film))
    if not found and filled_rows(table):
        layout.decide()
    return found or None


@located(title="the title column")
def titled(films, columns):
    """The films, if there are titles."""
    return None if columns.find("title") is None else films


@located(title="the IMDb score column")
def score_column(columns):
    return columns.find("score")


@located(title="the age rating column")
def mpa_column(columns):
    return columns.find("mpa")


@located(title="the duration column")
def duration_column(columns):
    return columns.find("duration")


@located(title="the Oscars column")
def oscars_column(columns):
    return columns.find("oscars")


@located
def imdb(pages):
    return Imdb(pages)


@located
def recommended(titled, imdb):
    """The films with the attempt to find each on IMDb."""
    named = dict.fromkeys((film.title, film.year) for film in titled if film.title)
    found = {film: Attempt(lambda film=film: imdb.find(*film)) for film in list(named)[:MOST]}
    found[""] = Attempt(lambda: None)
    beyond = Attempt(lambda: imdb.beyond(MOST))

    def attempt(film):
        return film.read if film.read.open else found.get((film.title, film.year) if film.title else "", beyond)

    return tuple(replace(film, movie=attempt(film)) for film in titled)


@located
def visited(trace):
    """The ids of titles whose pages were visited."""
    return frozenset(map(title_id, trace.urls)) - {""}


@located
def movie_of(facts, visited: Attempt):
    """A function: what IMDb says of a film; the film fails if that is nothing, or if its page had to be visited."""

    def movie_of(film):
        movie = film.movie.get()
        if movie is None:
            fail("IMDb has no such film" if film.title else "no title", Mechanism.DETERMINISTIC)
        if facts.only_visited and movie.id not in visited.get():
            fail("its page was not visited", Mechanism.DEPENDENCY_NOT_EVALUATED)
        return movie

    return movie_of


@located
def awards_of(imdb, judge):
    """A function: the Oscars that a film of IMDb won."""
    return cache(lambda movie: Attempt(lambda: won(imdb.awards(movie.id), judge)))


# -- 1: the table ------------------------------------------------------------------------------------------------------


@step(category="structural_check", mechanism="deterministic", needs=["judge"])
def required_columns(columns: object | None, layout: object | None):
    assert layout is not None, NO_TABLE
    judged = [name not in layout.undecided and columns.asked(name) for name in layout.missing or layout.places]
    decided_by(majority(Mechanism.LLM_VLM_JUDGEMENT if one else Mechanism.DETERMINISTIC for one in judged or [False]))
    assert not layout.missing, f"no column {layout.missing} among {[header for header in columns.headers if header]}"
    layout.decide()


@step(category="structural_check", needs=["judge"])
def columns_in_order(layout):
    if layout.missing:
        fail(f"there is no column {layout.missing}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    places = list(layout.places.values())
    assert places == sorted(places), f"the columns stand in another order: {layout.places}"
    layout.decide()


@step(category="structural_check", needs=["judge"], title="At least five films")
def five_movies(table: object | None, films: object | None, layout: object | None, facts):
    assert table is not None, NO_TABLE
    number = len(films or ())
    if number < facts.at_least <= filled_rows(table):
        layout.decide()
    assert number >= facts.at_least, f"{number} films"


@step(category="structural_check", mechanism="deterministic", needs=["judge"], title="No film twice")
def unique_movies(titled):
    # Of a film, the number in a list and the year are no part of the title; a cell's text twice is too much anyhow.
    named = [film for film in titled if bare(film.text)]
    texts, meant = (Counter(map(what, named)) for what in (lambda f: bare(f.text), lambda f: (bare(f.title), f.year)))
    twice = [title for counted in (texts, meant) for title, number in counted.items() if number > 1]
    assert not twice, f"more than once: {twice}"


@step(category="structural_check", mechanism="deterministic", needs=["judge"], title="No blanks")
def no_blank_cells(films, layout):
    places = layout.places.values()
    cells = (film.cells[place] for film in films for place in places)
    blank = [cell.a1 for cell in cells if cell.empty]
    assert not blank, f"blank: {blank}"
    layout.decide()


# -- 2: what IMDb says -------------------------------------------------------------------------------------------------


def rounded(maximum, passed, total):
    """Points to the nearest; of halves the higher."""
    return floor(maximum * passed / total + 0.5)


@step(points=10, category="web_visit_check", needs=["web", "judge"])
def imdb_visited(recommended, visited: Attempt):
    def page_visited(film):
        assert visited.open or visited.known, "no page of a title was visited"
        movie = film.movie.get()
        assert movie is not None, "IMDb has no such film"
        assert movie.id in visited.get(), f"{movie.id} was not visited"

    return each(recommended, page_visited, by=Mechanism.WEB_VISIT, points=rounded)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def genre_ok(recommended, movie_of, facts):
    def is_preferred(film):
        genre = movie_of(film).genre
        assert preferred(genre, facts.genres), f"the primary genre is {genre!r}"

    return each(recommended, is_preferred, by=Mechanism.DETERMINISTIC, points=rounded)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def three_genres(recommended, facts):
    known = [film.movie.known for film in recommended if film.movie.known is not None]
    found = {name for movie in known if (name := preferred(movie.genre, facts.genres))}
    if len(found) < facts.distinct_genres:
        require_known(film.movie for film in recommended)
    assert len(found) >= facts.distinct_genres, f"only {sorted(found)}"


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def year_in_range(recommended, movie_of, facts):
    first, last = facts.years

    def in_range(film):
        year = movie_of(film).stated("year")
        assert first <= year <= last, f"released in {year}"

    return each(recommended, in_range, by=Mechanism.DETERMINISTIC, points=rounded)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def oscars_ok(recommended, oscars_column, movie_of, awards_of, facts):
    def exact(film):
        entries = listed(written(film.cells[oscars_column.index]))
        assert entries, "no Oscar is listed"
        extra = [entry for entry in entries if kind(entry) not in facts.oscars]
        assert not extra, f"not asked for: {extra}"
        found = awards_of(movie_of(film)).get()
        decided_by(Mechanism.LLM_VLM_JUDGEMENT if found.judged else Mechanism.DETERMINISTIC)
        actual = found.kinds & set(facts.oscars)
        assert set(map(kind, entries)) == actual, f"{list(entries)}, it won {sorted(actual) or 'none of them'}"

    return each(recommended, exact, by=Mechanism.DETERMINISTIC, points=rounded)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def score_ok(recommended, score_column, movie_of, facts):
    def right(film):
        found = in_cell(film.cells[score_column.index])
        assert found is not None, "no score"
        assert found.value >= facts.lowest_score - ROUNDING, f"{found} is too low"
        actual = movie_of(film).rating
        assert actual is not None, "IMDb has no score"
        assert found.within(actual, absolute=TOLERANCE + ROUNDING), f"{found}, on IMDb {actual:g}"

    return each(recommended, right, by=Mechanism.FUZZY_MATCH, points=rounded)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def mpa_ok(recommended, mpa_column, movie_of):
    def right(film):
        text = written(film.cells[mpa_column.index])
        assert text.strip(), "no rating"
        actual = movie_of(film).certificate
        assert age_rating(text) == age_rating(actual), f"{text!r}, on IMDb {actual or 'none'!r}"

    return each(recommended, right, by=Mechanism.DETERMINISTIC, points=rounded)


def stated(recommended, movie_of, what):
    """Of each film the attempt to read its year or its minutes; a film that IMDb does not have fails the step."""
    return [Attempt(lambda film=film: movie_of(film).stated(what)) for film in recommended]


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def years_apart(recommended, movie_of, facts):
    require_two(recommended)
    years = stated(recommended, movie_of, "year")
    for before, after in pairwise(sorted(year.known for year in years if year.open is None)):
        assert after - before >= facts.apart, f"{before} and {after}"
    require_known(years)


def require_two(films):
    if len(films) < 2:
        fail("there is only one film", Mechanism.DEPENDENCY_NOT_EVALUATED)


@step(points=10, category="information_retrieval", needs=["web", "judge"])
def total_duration(recommended, movie_of, facts):
    least, most = facts.minutes
    times = stated(recommended, movie_of, "minutes")
    total = sum(time.known for time in times if time.open is None)
    assert total <= most, f"{total:g} minutes"
    require_known(times)
    assert total >= least, f"{total:g} minutes"


# -- 3: order and highlights -------------------------------------------------------------------------------------------


@step(category="structural_check", needs=["judge"])
def sorted_by_duration(films, duration_column):
    require_two(films)
    cells = [film.cells[duration_column.index] for film in films]
    times = [Attempt(lambda cell=cell: minutes(cell)) for cell in cells]
    unread = [cell for cell, time in zip(cells, times, strict=True) if time.open is None and time.known is None]
    assert not unread, f"no durations: {unread}"
    require_falling(times)


@step(category="structural_check", needs=["web", "judge"])
def sorted_by_oscars(recommended, awards_of, facts):
    require_two(recommended)

    def number(film):
        movie = film.movie.get()
        return 0 if movie is None else len(awards_of(movie).get().kinds & set(facts.oscars))

    require_falling([Attempt(lambda film=film: number(film)) for film in recommended])


@step(category="formatting_check", mechanism="fuzzy_match", needs=["judge"])
def highlighted(end, films, score_column, facts):
    values = [(cell := film.cells[score_column.index], in_cell(cell)) for film in films]
    known = [found.value for _, found in values if found is not None]
    if not known:
        fail("no score can be read", Mechanism.DEPENDENCY_NOT_EVALUATED)
    ends = {"highest": max(known), "lowest": min(known)}
    colours = facts.highlights.values() if min(known) == max(known) else [facts.highlights[end]]
    for cell, found in values:
        fill = cell.format.background
        if found is not None and found.value == ends[end]:
            show(end, f"{cell!r} {fill!r}")
            assert any(is_called(fill, colour) for colour in colours), f"{cell!r} is {fill!r}"
            assert cell.bold, f"{cell!r} is not bold"
        elif found is None or found.value not in ends.values():
            assert not is_called(fill, facts.highlights[end]), f"{cell!r} is {fill!r}, too"
