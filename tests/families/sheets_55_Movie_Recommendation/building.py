"""Film lists as an agent might build them, through the API client, with IMDb as it was recorded.

`full_score` is one that deserves full points; tests change its cells, trace, pages or judge. Films that are not those
of the specification are made up.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, quote_plus

from familykit.sheets import Grid, Requests, cell, write

from pytest_knows.workspace import FileRef, Workspace

POINTS = {1: 58, 2: 68, 3: 68, 4: 78, 5: 88}
INSTANCES = range(1, 6)
HEADERS = ["Movie Title", "Genre", "MPA/Age Rating", "IMDb Score", "Release Year", "Duration", "Oscar Awards Won"]
TITLE, GENRE, MPA, SCORE, YEAR, DURATION, OSCARS = range(7)
GREEN, RED = "00FF00", "FF0000"
DET, FUZ, STR, WEB, LLM = "deterministic", "fuzzy_match", "structural", "web_visit", "llm_vlm_judgement"
AWARDS = {
    "Best Actor": "Best Actor in a Leading Role",
    "Best Actress": "Best Actress in a Leading Role",
    "Best Director": "Best Director",
    "Best Original Screenplay": "Best Writing, Original Screenplay",
    "Best Adapted Screenplay": "Best Writing, Adapted Screenplay",
    "Best Cinematography": "Best Cinematography",
    "Best Actor in a Leading Role": "Best Performance by an Actor in a Leading Role",
    "Best Actor in a Supporting Role": "Best Performance by an Actor in a Supporting Role",
}
"""What IMDb calls them."""


@dataclass
class Film:
    """A film as IMDb has it."""

    id: str
    title: str
    genres: str
    mpa: str | None
    score: float
    year: int
    minutes: int
    oscars: str
    """In the words of the cell."""
    more: tuple[str, ...] = ("Best Sound",)
    """Other Oscars that it won, in IMDb's words."""

    def row(self) -> list[Any]:
        hours, minutes = divmod(self.minutes, 60)
        genre = self.genres.split(", ")[0]
        return [self.title, genre, self.mpa, self.score, self.year, f"{hours}h {minutes}m", self.oscars]


_SPECIFIED = [
    Film("tt0120338", "Titanic", "Drama, Romance", "PG-13", 7.9, 1997, 194, "Best Director, Best Cinematography"),
    Film("tt0172495", "Gladiator", "Action, Adventure, Drama", "R", 8.5, 2000, 155, "Best Actor"),
    Film("tt1375666", "Inception", "Action, Adventure, Sci-Fi", "PG-13", 8.8, 2010, 148, "Best Cinematography"),
    Film(
        *("tt0109830", "Forrest Gump", "Drama, Romance", "PG-13", 8.8, 1994, 142),
        "Best Actor, Best Director, Best Adapted Screenplay",
    ),
    Film(
        *("tt0119822", "As Good as It Gets", "Comedy, Drama, Romance", "PG-13", 7.7, 1997, 139),
        "Best Actor, Best Actress",
    ),
]
_LEADING, _SUPPORTING = "Best Actor in a Leading Role", "Best Actor in a Supporting Role"
FILMS: dict[int, list[Film]] = {
    1: _SPECIFIED,
    2: [
        Film("tt9000201", "Amber Parade", "Musical, Comedy", "Approved", 8.1, 1952, 150, "Best Cinematography"),
        Film("tt9000202", "Blue Lagoon Road", "Adventure, Drama", "Passed", 7.8, 1941, 141, "Best Director"),
        Film("tt9000203", "Candle Hill", "Comedy", "G", 7.1, 1959, 120, "Best Original Screenplay, Best Actress"),
        Film("tt9000204", "Dust and Roses", "Comedy, Romance", "Approved", 7.4, 1944, 118, "Best Adapted Screenplay"),
        Film("tt9000205", "Evening Ferry", "Musical", None, 6.9, 1960, 99, "Best Actor"),
    ],
    3: [
        Film("tt9000301", "Frontier Bell", "Western", "Approved", 8.0, 1952, 170, _LEADING),
        Film("tt9000302", "Granite Pass", "Drama, Western", "M", 7.7, 1969, 140, f"{_LEADING}, {_SUPPORTING}"),
        Film("tt9000303", "Harbor Lights Out", "Drama", "Not Rated", 7.2, 1957, 125, _SUPPORTING),
        Film("tt9000304", "Iron Meadow", "Western, Drama", "GP", 6.8, 1970, 110, _LEADING),
        Film("tt9000305", "June Harvest", "Drama", "PG", 7.5, 1972, 109, _SUPPORTING),
    ],
    4: [
        Film(
            *("tt9000401", "Kestrel Bay", "Crime, Drama", "R", 8.3, 1975, 120),
            "Best Actor, Best Actress, Best Adapted Screenplay",
        ),
        Film("tt9000402", "Lantern Street", "Drama", "PG", 7.6, 1984, 150, "Best Actor, Best Cinematography"),
        Film("tt9000403", "Mirror Lake Case", "Thriller", "R", 7.9, 1992, 101, "Best Actress, Best Actor"),
        Film("tt9000404", "Night Ledger", "Drama, Crime", "PG-13", 7.0, 2000, 133, "Best Cinematography"),
        Film("tt9000405", "October Glass", "Crime", "R", 7.3, 2010, 144, "Best Adapted Screenplay"),
    ],
    5: [
        Film("tt9000501", "Alpha Harbor", "Drama", "R", 8.1, 1986, 150, "Best Actor"),
        Film("tt9000502", "Bravo Street", "Comedy", "PG", 7.2, 1991, 130, "Best Actress"),
        Film("tt9000503", "Charlie Vault", "Crime", "R", 7.9, 1995, 128, "Best Adapted Screenplay"),
        Film("tt9000504", "Delta Window", "Drama", "PG-13", 7.0, 1999, 125, "Best Cinematography"),
        Film("tt9000505", "Echo Parade", "Comedy", "PG", 6.8, 2004, 115, "Best Actor, Best Actress"),
    ],
}
SLUGS = {
    1: ["imdb_visited", "genre_ok", "oscars_ok", "score_ok", "mpa_ok"],
    2: ["imdb_visited", "genre_ok", "year_in_range", "oscars_ok", "score_ok", "mpa_ok"],
    3: ["imdb_visited", "genre_ok", "year_in_range", "oscars_ok", "score_ok", "mpa_ok"],
    4: ["imdb_visited", "genre_ok", "year_in_range", "oscars_ok", "score_ok", "mpa_ok", "years_apart"],
    5: [
        *("imdb_visited", "genre_ok", "three_genres", "year_in_range", "oscars_ok", "score_ok", "mpa_ok"),
        "total_duration",
    ],
}
"""Of checkpoint 2."""

# -- IMDb --------------------------------------------------------------------------------------------------------------


def title_url(film: str) -> str:
    return f"https://www.imdb.com/title/{film}/"


def awards_url(film: str) -> str:
    return f"https://www.imdb.com/title/{film}/awards/"


def suggestion_url(title: str) -> str:
    name = title.lower().replace(" ", "_")
    return f"https://v2.sg.media-imdb.com/suggestion/{quote(name[0])}/{quote(name, safe='')}.json"


def search_url(title: str, year: int | None) -> str:
    asked = f"{title} {year}" if year else title
    return f"https://www.imdb.com/find/?q={quote_plus(asked)}&s=tt&ttype=ft"


def suggestions(*films: Film | dict[str, Any]) -> dict[str, Any]:
    """The service's answer."""
    listed = [
        film
        if isinstance(film, dict)
        else {"id": film.id, "l": film.title, "q": "feature", "qid": "movie", "rank": 900 + place, "y": film.year}
        for place, film in enumerate(films)
    ]
    return {"body": json.dumps({"d": listed, "q": "x", "v": 1}).encode(), "content_type": "application/json"}


def title_page(film: Film, kind: str = "Movie", **changed: Any) -> str:
    """With the data for machines; fields that are None are left out."""
    hours, minutes = divmod(film.minutes, 60)
    data = {
        "@context": "https://schema.org",
        "@type": kind,
        "name": film.title,
        "genre": film.genres.split(", "),
        "contentRating": film.mpa,
        "aggregateRating": {"@type": "AggregateRating", "ratingCount": 900000, "ratingValue": film.score},
        "datePublished": f"{film.year}-12-19",
        "duration": f"PT{hours}H{minutes}M",
        **changed,
    }
    data = {name: value for name, value in data.items() if value is not None}
    return (
        f"<html><head><title>{film.title} - IMDb</title>"
        f'<script type="application/ld+json">{json.dumps(data)}</script></head>'
        f"<body><h1>{film.title}</h1><p>A film of {film.year}.</p></body></html>"
    )


def award(category: str, result: str = "Winner", year: int = 2001, prize: str = "Oscar") -> str:
    """An item of a list of awards."""
    return (
        f'<li class="ipc-metadata-list__item"><a href="/event/ev0000003/{year}/1/">{year} {result}'
        f"<span>{prize}</span></a><ul><li><span>{category}</span></li></ul><a href='/name/nm1/'>A. Person</a></li>"
    )


def awards_page(*items: str, heading: str = "<h3><span>Academy Awards, USA</span></h3>") -> str:
    """Golden Globes before the Academy Awards, BAFTA Awards behind."""
    globe = award("Best Picture", prize="Golden Globe") + award("Best Actor - Drama", prize="Golden Globe")
    oscars = f"<section>{heading}<ul>{''.join(items)}</ul></section>" if heading else ""
    return (
        '<html><head><title>Awards - IMDb</title><script>var x = "<h3>Academy Awards</h3>";</script></head><body>'
        f"<h1>Awards</h1><section><h3>Golden Globes, USA</h3><ul>{globe}</ul></section>{oscars}"
        f"<section><h3>BAFTA Awards</h3><ul>{award('Best Director', prize='BAFTA Film Award')}</ul></section>"
        "</body></html>"
    )


def oscars_of(film: Film) -> str:
    won = [AWARDS[name] for name in film.oscars.split(", ")] if film.oscars else []
    return awards_page(*map(award, [*won, *film.more]), award("Best Editing", "Nominee"))


# -- the sheet ---------------------------------------------------------------------------------------------------------


def rgb(colour: str) -> dict[str, float]:
    """Without the channels that are 0, as the API answers."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return {name: value for name, value in zip(("red", "green", "blue"), channels, strict=True) if value}


@dataclass
class Sheet:
    """What an agent might hand in, and the world around it."""

    instance: int
    films: list[Film]
    grid: Grid
    pages: dict[str, Any]
    visited: list[str] | None
    rules: list[dict[str, Any]] = field(default_factory=list)
    before: dict[str, Grid] = field(default_factory=dict)
    """Tabs in front of the list's; they move it to a later one."""
    after: dict[str, Grid] = field(default_factory=dict)
    more: Requests = field(default_factory=list)
    """Further requests, after all else."""
    edit: Callable[[Any], Any] | None = None

    def put(self, row: int, column: int, value: Any) -> None:
        """Another value (as in a `Grid`), the format stays; row 1 is the first film's."""
        old = self.grid[row][column]
        self.grid[row][column] = {**old, **cell(value)} if value is not None else {**old, "userEnteredValue": {}}

    def style(self, row: int, column: int, fill: str | None = None, *, bold: bool = False) -> None:
        look = {"textFormat": {"bold": bold}} | ({"backgroundColor": rgb(fill)} if fill else {})
        self.grid[row][column] = {**self.grid[row][column], "userEnteredFormat": look}

    def world(self, place: int, **changed: Any) -> None:
        """Changes a film on IMDb, not in the list; the place counts from 1 as the rows do."""
        film = replace(self.films[place - 1], **changed)
        self.films[place - 1] = film
        self.pages |= recorded(film)

    def add(self, film: Film) -> int:
        """A further film below, known to IMDb and visited; its row."""
        self.films.append(film)
        self.grid.append([cell(value) for value in film.row()])
        self.pages |= recorded(film)
        self.visited = [*(self.visited or []), title_url(film.id)]
        return len(self.grid) - 1

    def move_column(self, column: int, to: int) -> None:
        for row in self.grid:
            row.insert(to, row.pop(column))


def recorded(film: Film) -> dict[str, Any]:
    """IMDb's pages of a film."""
    return {
        suggestion_url(film.title): suggestions(film),
        title_url(film.id): title_page(film),
        awards_url(film.id): oscars_of(film),
    }


def full_score(instance: int) -> Sheet:
    films = list(FILMS[instance])
    grid: Grid = [[cell(header) for header in HEADERS], *([cell(value) for value in film.row()] for film in films)]
    sheet = Sheet(
        instance=instance,
        films=films,
        grid=grid,
        pages={url: page for film in films for url, page in recorded(film).items()},
        visited=["https://www.imdb.com/chart/top/", *(title_url(film.id) for film in films)],
    )
    if films[-1].mpa is None:
        sheet.put(5, MPA, "Not Rated")
    scores = [film.score for film in films]
    for row, score in enumerate(scores, 1):
        if score in (max(scores), min(scores)):
            sheet.style(row, SCORE, GREEN if score == max(scores) else RED, bold=True)
    return sheet


def build(workspace: Workspace, sheet: Sheet) -> FileRef:
    return write(workspace, {**sheet.before, "Films": sheet.grid, **sheet.after}, sheet.more)
