"""Pages of Kelley Blue Book that the agent visited, and what they say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from urllib.parse import urljoin

from pytest_knows.checks import sources
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.metadata import tags
from pytest_knows.evidence.pages import Page, Pages, decoded
from pytest_knows.evidence.pictures import decode
from pytest_knows.judge import Judge
from pytest_knows.judge.schema import NUMBER, fields
from pytest_knows.scoring import Mechanism

from .entries import Entry, is_exact, is_kbb, is_review, path_names, path_words
from .figures import combined, numbers_of, plausible
from .names import YEAR, Name, squashed, tokens, told

READ = 200
"""Characters; a shorter page was not read."""
SHOWN = 15_000
"""Characters of a page that a judge is shown."""
EXAMPLES, LARGE = 3, 300
"""How many pictures of a page serve as examples, and their smallest width and height in pixels."""
_CANDIDATES = 8
_SOURCE = 2_000_000
"""Bytes of a page that are looked through for pictures."""
_DENIED = re.compile(
    r"access (?:is |to this page has been )?denied|are you a (?:human|robot)|verify (?:that )?you are", re.I
)
_WORDS = (
    "msrp", "price", "starting", "mpg", "mpge", "combined", "city", "highway", "horsepower", "hp", "engine", "trim",
)  # fmt: skip
_RATING_WORDS = ("rating", "rated", "reviews", "review", "stars", "out", "overall", "consumer", "owners", "score")
_FIGURES = ("price", "combined", "city", "highway", "hp")
_MEANING = {
    "price": "the original MSRP when new in dollars (never a used or fair purchase price)",
    "combined": "the combined fuel efficiency in MPG or MPGe",
    "city": "the fuel efficiency in the city in MPG or MPGe",
    "highway": "the fuel efficiency on the highway in MPG or MPGe",
    "hp": "the horsepower",
}
_ASK = (
    "What does the page say about the car: {}? Take the trim that is named, else the base trim with the lowest MSRP; "
    "for what the page does not give for that trim, what it gives for the model; 0 for what it does not give."
)
_ASK_RATING = (
    "What is the average rating by owners or consumers on the page (not an editor's), and on which scale? 0 if none."
)


def readable(url: str, pages: Pages) -> Page | None:
    """The page, or its archived copy, if it has a text and does not merely refuse."""
    page = sources.readable(url, pages, READ + 1)
    return None if page is None or _DENIED.search(page.text[:READ]) else page


def require_read(url: str, pages: Pages) -> Page:
    page = readable(url, pages)
    if page is None:
        raise DamagedEvidence(f"{url} could not be read: {pages.get(url) or 'not recorded'}")
    return page


def path_years(url: str) -> set[str]:
    parsed = urls.parse(urls.unwrap(url))
    return {part for part in (parsed.segments if parsed else ()) if YEAR.fullmatch(part)}


class Shelf:
    """The visited pages, in order, and what a judge found in them."""

    def __init__(self, visited: Sequence[str], pages: Pages, judge: Judge, year: str) -> None:
        self.visited = [url for url in visited if is_kbb(url)]
        self.pages = pages
        self.judge = judge
        self.year = year
        self._found: dict[object, tuple[tuple[str, ...], Mechanism]] = {}
        self._read: dict[object, Attempt] = {}

    def _rank(self, place: int) -> tuple[bool, bool, int]:
        url = self.visited[place]
        return self.year not in path_years(url), is_review(url), -place

    @cached_property
    def _ordered(self) -> list[str]:
        """Of the year before those of none, vehicles before reviews, the latest visit first; each once."""
        places = [n for n, url in enumerate(self.visited) if path_years(url) <= {self.year}]
        return list(dict.fromkeys(self.visited[place] for place in sorted(places, key=self._rank)))

    def of(self, name: Name) -> tuple[tuple[str, ...], Mechanism]:
        """The car's pages, best first, and how that was decided; () if there is none."""
        if name.key not in self._found:
            self._found[name.key] = self._find(name)
        return self._found[name.key]

    def _find(self, name: Name) -> tuple[tuple[str, ...], Mechanism]:
        fitting = tuple(sorted(filter(partial(path_names, name=name), self._ordered), key=partial(self._inexact, name)))
        line = [url for url in self.visited[::-1] if url in self._ordered and name.make_key in path_words(url)]
        if fitting or not line:
            return fitting, Mechanism.WEB_VISIT
        accepted = next((url for url in dict.fromkeys(line) if self._is_of(url, name)), "")
        return (accepted,) if accepted else (), Mechanism.LLM_VLM_JUDGEMENT

    def _inexact(self, name: Name, url: str) -> tuple[bool, bool]:
        """Within a year, pages of the very model come first."""
        return self.year not in path_years(url), not is_exact(url, name)

    def _is_of(self, url: str, name: Name) -> bool:
        page = self.pages.get(url)
        title = page.title if page is not None and page.readable else ""
        question = "Is this a page about the car, or about the model line that it belongs to?"
        return self.judge.yes_no("kbb_page", question, evidence={"car": repr(name), "url": url, "title": title})

    def has(self, url: str, names: Sequence[Name]) -> bool:
        """Whether it is the page of a model or of reviews, and not an article."""
        parts = set(map(str.lower, parsed.segments)) if (parsed := urls.parse(urls.unwrap(url))) else set()
        listed = bool(path_years(url)) or "consumer-reviews" in parts
        return listed or any(path_names(url, name) for name in names)

    # --- figures ---

    def figure(self, name: Name, what: str) -> float:
        """From the best of its pages that has it; raises `DamagedEvidence` if none that could be read has it."""
        trouble = None
        for url in self.of(name)[0]:
            read = self._figures(url, name, what)
            if value := (read.known or {}).get(what):
                return value
            trouble = trouble or read.open
        raise trouble or DamagedEvidence(f"the pages of {name} do not state {what}")

    def _figures(self, url: str, name: Name, what: str) -> Attempt[Mapping[str, float]]:
        """All of the page's figures; of the one that is needed and was not found it is asked once more."""
        whole = self._once((url, name), lambda: self._ask(url, name, "kbb", _FIGURES))
        if whole.open or what in ("city", "highway") or (whole.known or {}).get(what):
            return whole
        return self._once((url, name, what), lambda: self._ask(url, name, f"kbb_{what}", (what,)))

    def _once(self, key: object, ask) -> Attempt[Mapping[str, float]]:
        if key not in self._read:
            self._read[key] = Attempt(ask)
        return self._read[key]

    def _ask(self, url: str, name: Name, key: str, wanted: Sequence[str]) -> dict[str, float]:
        page = require_read(url, self.pages)
        question = _ASK.format(", ".join(f"{one}: {_MEANING[one]}" for one in wanted))
        shown = {"car": f"{self.year} {name} {name.trim}", "page": page.excerpt((*_WORDS, *tokens(name.trim)), SHOWN)}
        return _believed(self.judge.extract(key, question, fields(dict.fromkeys(wanted, NUMBER)), evidence=shown), page)

    def mileages(self, name: Name) -> list[float]:
        """Combined, in the city, on the highway, as far as they are stated; raises as `figure` if none is."""
        tries = [Attempt(lambda what=what: self.figure(name, what)) for what in ("city", "highway")]
        found = [one.known for one in tries if one.known]
        main = Attempt(lambda: self.figure(name, "combined"))
        return [main.known, *found] if main.known else found or [main.get()]

    def true(self, name: Name, what: str) -> float:
        """As `figure`, of fuel efficiency the combined one; 0 for what is not plausible."""
        if what != "mpg":
            return plausible(what, self.figure(name, what))
        main = Attempt(lambda: self.figure(name, "combined"))
        values = [plausible("mpg", value) for value in self.mileages(name)]
        return values[0] if main.known or len(values) < 2 or not all(values) else combined(*values[:2])

    def rating(self, url: str) -> float:
        """The owners' average on a review page, on a scale of 5, 0 if it has none; raises what stands in the way."""
        return self._once(("rating", url), lambda: self._rating(url)).get()

    def _rating(self, url: str) -> float:
        page = require_read(url, self.pages)
        shown = {"page": page.excerpt(_RATING_WORDS, SHOWN)}
        answer = self.judge.extract("review_rating", _ASK_RATING, fields(rating=NUMBER, scale=NUMBER), evidence=shown)
        found = _believed(answer, page)
        value, scale = found.get("rating", 0.0), answer.get("scale") if isinstance(answer, Mapping) else 5
        return value * 5 / scale if isinstance(scale, int | float) and scale >= value > 0 else 0.0

    def rating_passages(self, url: str) -> str:
        """What a judge is shown of a review page; raises `DamagedEvidence`."""
        return require_read(url, self.pages).excerpt(_RATING_WORDS, SHOWN)

    def examples(self, name: Name) -> dict[str, bytes]:
        """Pictures of the car on its first page; none if these could not be had."""
        page = self.pages.get(self.of(name)[0][0]) if self.of(name)[0] else None
        found: dict[str, bytes] = {}
        for url in named_pictures(page, name.model_tokens) if page is not None else ():
            picture = self.pages.get(url)
            shown = Attempt(lambda picture=picture, url=url: decode(picture.body, url)) if picture else None
            if shown and shown.known and min(shown.known.size) >= LARGE and len(found) < EXAMPLES:
                found[f"example {len(found) + 1}"] = shown.known.png()
        return found


def _believed(answer: object, page: Page) -> dict[str, float]:
    """The figures that stand on the page."""
    there = numbers_of(page.text)
    items = answer.items() if isinstance(answer, Mapping) else ()
    return {
        key: float(value)
        for key, value in items
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and float(value) in there
    }


def named_pictures(page: Page, words: Sequence[str]) -> Iterator[str]:
    """The first addresses of a page's pictures of which the file or the alternative text has all of the words, or has
    them joined."""
    if not page.readable:
        return
    found: dict[str, None] = {}
    for _, given, _ in tags(decoded(page.body[:_SOURCE], page.content_type), "img"):
        address = given.get("src") or given.get("data-src", "")
        named = f"{given.get('alt', '')} {address.rsplit('/', 1)[-1]}"
        if words and address and (set(words) <= set(tokens(named)) or "".join(words) in squashed(named)):
            found.setdefault(_absolute(page.final_url, address))
    yield from [url for url in found if urls.parse(url)][:_CANDIDATES]


def _absolute(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def to_record(visited: Sequence[str], pages: Pages) -> Iterator[str]:
    """Visited pages with copies of those that could not be read, and the pictures of those of models."""
    for url in visited:
        yield from sources.to_record([url], pages)
        page = pages.get(url)
        if page is not None and is_kbb(url) and not is_review(url):
            parsed = urls.parse(url)
            parts = [part for part in (parsed.segments if parsed else ()) if not YEAR.fullmatch(part)]
            yield from named_pictures(page, told(parts[1], ()) if len(parts) > 1 else ())


def same_review(visit: str, link: str) -> bool:
    """Whether a visited address is the linked page, or one below it."""
    here, there = urls.parse(urls.unwrap(visit)), urls.parse(urls.unwrap(link))
    if here is None or there is None or urls.host(visit) != urls.host(link):
        return False
    own, wanted = ([part.lower() for part in one.segments] for one in (here, there))
    return own[: len(wanted)] == wanted


def names_of(entries: Sequence[Entry]) -> list[Name]:
    """Those that are known."""
    return [entry.known_name for entry in entries if entry.known_name]
