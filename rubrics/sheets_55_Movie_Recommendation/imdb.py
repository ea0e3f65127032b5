"""IMDb: which film a title and a year mean, and what its pages say of it, as they were recorded."""

import json
import re
import unicodedata
from dataclasses import dataclass
from html import unescape
from urllib.parse import quote, quote_plus

from pytest_knows.artifact.lenient import at, entries, number, string, table
from pytest_knows.checks.text import find_word, fold
from pytest_knows.checks.values.date import year_in
from pytest_knows.checks.values.duration import duration
from pytest_knows.checks.values.number import in_text
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import decoded
from pytest_knows.evidence.request import Request

CANDIDATES = 3
"""Of the films found for a title, so many are looked at."""
LONG_ENOUGH = 4
"""Characters of a title that may be part of a longer one."""

_TITLE_PATH = re.compile(r"(?:^|/)title/(tt\d+)(?!\w)")
_UNSEEN = 1e9


def title_url(film):
    return f"https://www.imdb.com/title/{film}/"


def awards_url(film):
    return f"https://www.imdb.com/title/{film}/awards/"


def title_id(url):
    """The id of the title that a URL is a page of; "" if it is none of IMDb's."""
    parsed = urls.parse(urls.unwrap(url)) if urls.on_site(url, "imdb.com") else None
    match = _TITLE_PATH.search(parsed.path) if parsed else None
    return match[1] if match else ""


def suggestion(title):
    """The call of the service that completes titles."""
    words = fold(title).split()
    first = next((char for char in "".join(words) if char.isalnum()), "x")
    return Request(f"https://v2.sg.media-imdb.com/suggestion/{quote(first)}/{quote('_'.join(words), safe='')}.json")


def search_url(title, year):
    asked = f"{title} {year}" if year else title
    return f"https://www.imdb.com/find/?q={quote_plus(asked)}&s=tt&ttype=ft"


# -- titles ------------------------------------------------------------------------------------------------------------


def plain(title):
    """A title's words, without case, accents and punctuation."""
    text = unicodedata.normalize("NFKD", fold(unescape(title)).replace("&", " and "))
    return " ".join("".join(char for char in text if char.isalnum() or char.isspace()).split())


def same(one, other):
    return plain(one).replace(" ", "") == plain(other).replace(" ", "") != ""


def _alike(one, other):
    """The same title, or one stands in the other."""
    short, long = sorted((plain(one), plain(other)), key=len)
    return same(one, other) or (len(short) >= LONG_ENOUGH and find_word(long, short) is not None)


def _begins(one, other):
    short, long = sorted((plain(one), plain(other)), key=len)
    return bool(short) and long.startswith(f"{short} ")


# -- films -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A film that IMDb names for a title; of search results only the id is known."""

    id: str
    title: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Movie:
    """What its page says; None or empty where that says nothing."""

    id: str
    names: tuple
    genres: tuple
    certificate: str
    rating: float | None
    year: int | None
    minutes: float | None

    @property
    def genre(self):
        """The primary one."""
        return next(iter(self.genres), "")

    def stated(self, what):
        """`year` or `minutes`; raises `DamagedEvidence` if the page does not say."""
        value = getattr(self, what)
        if value is None:
            raise DamagedEvidence(f"{title_url(self.id)} as recorded does not give the {what}")
        return value


class Imdb:
    """Reads recorded pages; `DamagedEvidence` where one that is needed was not recorded or cannot be read."""

    def __init__(self, pages):
        self._pages = pages

    def __repr__(self):
        return f"IMDb in {self._pages}"

    def find(self, title, year):
        """The film of that title, of about that year if one is given; None if IMDb has none."""
        suggested = self._suggested(title)
        for candidate in _fitting(suggested or [], title, year):
            movie = self._accepted(candidate, title, year)
            if movie is not None:
                return movie
        searched = self._searched(title, year)
        if suggested is None and searched is None:
            raise DamagedEvidence(f"IMDb's answer on {title!r} was not recorded, or cannot be read")
        found = (self._accepted(candidate, title, year) for candidate in searched or [])
        return next((movie for movie in found if movie is not None), None)

    def beyond(self, number):
        """What stands for a film further down a long list."""
        raise DamagedEvidence(f"only the first {number} films of a list are looked up on IMDb")

    def awards(self, film):
        """The page of its awards."""
        return self._read(awards_url(film))

    def to_record(self, title, year):
        """What should be recorded of it, as far as is known by now: first the suggestions, then the pages."""
        yield suggestion(title)
        if self._pages.get(suggestion(title).address) is None:
            return
        candidates = _fitting(self._suggested(title) or [], title, year)
        if not any(same(candidate.title, title) for candidate in candidates):
            yield search_url(title, year)
            candidates += self._searched(title, year) or []
        for candidate in candidates:
            yield title_url(candidate.id)
            yield awards_url(candidate.id)

    def _suggested(self, title):
        """The films among the suggestions; None if there was no answer."""
        page = self._pages.get(suggestion(title).address)
        if page is None or not page.readable:
            return None
        try:
            answer = json.loads(page.body)
        except (ValueError, RecursionError):
            return None
        if not isinstance(answer, dict):
            return None
        films = [
            entry
            for entry in entries(answer, "d")
            if fold(string(entry, "q")) == "feature" or entry.get("qid") == "movie"
        ]
        films.sort(key=lambda entry: number(entry, "rank", default=_UNSEEN))
        return [
            Candidate(id=string(film, "id"), title=string(film, "l"), year=int(number(film, "y")) or None)
            for film in films
        ]

    def _searched(self, title, year):
        """The first films that the search page links to; None if there was no answer."""
        page = self._pages.get(search_url(title, year))
        if page is None or not page.readable:
            return None
        source = decoded(page.body, page.content_type)
        ids = dict.fromkeys(re.findall(r"/title/(tt\d+)(?!\w)", source))
        if not ids and "no results" not in fold(source):  # a question whether one is a robot, say
            return None
        return [Candidate(id=film) for film in list(ids)[:CANDIDATES]]

    def _accepted(self, candidate, title, year):
        movie = self._movie(candidate)
        if movie is None or not any(_alike(title, name) for name in movie.names):
            return None
        return movie if _near(movie.year, year) else None

    def _movie(self, candidate):
        """The film of a candidate; None if its page is that of no film."""
        page = self._read(title_url(candidate.id))
        if not page.json_ld:
            raise DamagedEvidence(f"{page.url} as recorded holds no data of a title")
        film = next((one for one in page.json_ld if "Movie" in (one.get("@type"), *_texts(one, "@type"))), None)
        if film is None:
            return None
        names = (candidate.title, *_texts(film, "name"), *_texts(film, "alternateName"))
        rating = in_text(str(at(film, "aggregateRating", "ratingValue") or ""))
        runtime = duration(string(film, "duration"))
        return Movie(
            id=candidate.id,
            names=tuple(filter(None, names)),
            genres=tuple(genre.strip() for text in _texts(film, "genre") for genre in text.split(",") if genre.strip()),
            certificate=unescape(string(film, "contentRating")),
            rating=rating.value if rating else None,
            year=candidate.year or year_in(string(film, "datePublished")[:4]),
            minutes=runtime.minutes if runtime else None,
        )

    def _read(self, url):
        page = self._pages.get(url)
        if page is None or not page.readable:
            raise DamagedEvidence(f"{url} was not recorded, or cannot be read: {page}")
        return page


def _fitting(candidates, title, year):
    """Those whose title fits, and whose year if both are known; the very title first."""
    fitting = [
        one
        for one in candidates
        if (same(one.title, title) or _begins(one.title, title)) and one.id and _near(one.year, year)
    ]
    return sorted(fitting, key=lambda one: not same(one.title, title))[:CANDIDATES]


def _near(one, other):
    return one is None or other is None or abs(one - other) <= 1


def _texts(value, name):
    """A text, or the texts of a list."""
    held = table(value).get(name)
    return [unescape(text) for text in (held if isinstance(held, list) else [held]) if isinstance(text, str)]
