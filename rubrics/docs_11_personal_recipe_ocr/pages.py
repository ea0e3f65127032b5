"""What the recorded pages say: whether a source exists, its words, its recipe, its pictures."""

import re
from functools import cached_property
from html import unescape
from urllib.parse import urljoin

from pytest_knows.checks.images import PIXELS_IN_ALL
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import decode
from pytest_knows.evidence.urls import normalise, parse

from . import info
from .compare import best_window

SHORTEST = 200
"""Characters of a page that says anything."""
MAX_PICTURES = 30
"""Of one page; those that it declares come first."""
WIDE = 200
"""Pixels of a picture that is no icon."""
SEEN_IN_PAGE = 80
"""Likeness (0 to 100) at which a line that a judge read stands in the page."""
REFUSED = "connection refused"
DECLARED = {"ingredients": "recipeIngredient", "preparation": "recipeInstructions"}
BLOCKED = (403, 405)
"""What sites answer to robots, whether or not they have the page."""
_QUERIED = re.compile(r"/?|.*\.(?:php|aspx?)|/watch", re.I)
"""Paths of which the query says which page it is."""


# -- Addresses ---------------------------------------------------------------------------------------------------------


def reachable(url, pages):
    """Whether the address leads to a page; raises `DamagedEvidence` where the world kept that from being known."""
    page = pages.get(url)
    if page is None:
        raise DamagedEvidence(f"{url} was not recorded")
    error = (page.error or "").lower()
    if page.status in BLOCKED or (error.startswith("wall:") and page.status is None):
        return True
    if page.dead or REFUSED in error:
        return False
    if page.status is not None and page.status < 400:
        return True
    raise DamagedEvidence(f"whether it exists could not be found out: {page!r}")


def found_sources(urls, pages):
    """The reachable ones; None if there is none. Raises what keeps one from being known if no other can be reached."""
    checked = {url: Attempt(lambda url=url: reachable(url, pages)) for url in urls}
    found = [url for url, attempt in checked.items() if attempt.known]
    undecided = first_open(attempt.open for attempt in checked.values())
    if not found and undecided is not None:
        raise undecided
    return found or None


def archived(url):
    """Where the Internet Archive has its newest copy."""
    return f"https://web.archive.org/web/2/{url}"


def readings(url, pages):
    """The recorded page that has words, or its archived copy; None if neither has."""
    found = (pages.get(address) for address in (url, archived(url)))
    return next((page for page in found if page and page.readable and len(page.text) >= SHORTEST), None)


def visit_key(url):
    """An address as traces are compared: without query where the path says which page it is."""
    plain = normalise(url)
    found = parse(plain)
    if found is None or _QUERIED.fullmatch(found.path):
        return plain
    return plain.partition("?")[0].partition("#")[0]


def keys(url, pages):
    """The address, and what it redirects to, as traces are compared."""
    page = pages.get(url)
    return {visit_key(url), *([visit_key(page.final_url)] if page and page.readable else [])}


def needed(recipes, pages):
    """The sources; then, as far as these are there, pictures of the recipes' pages, and archived copies of what could
    not be read."""
    for recipe in recipes:
        for url in (*recipe.source_urls, *recipe.tip_urls):
            yield url
            page = pages.get(url)
            if page is not None and not page.readable and not page.dead:
                yield archived(url)
        for url in recipe.source_urls if recipe.number > 1 else ():
            yield from picture_urls(readings(url, pages) or pages.get(url))


# -- A recipe's source page --------------------------------------------------------------------------------------------


class SourcePage:
    """The page that a recipe names as its source. `ask` has a judge read the recipe out of a text."""

    def __init__(self, url, pages, ask):
        self.url = url
        self._pages = pages
        self._page = readings(url, pages) or pages.get(url)
        self._ask = ask

    def __repr__(self):
        return f"SourcePage({self.url})"

    @cached_property
    def text(self):
        """ "" if it could not be read, nor a copy of it."""
        text = self._page.text if self._page and self._page.readable else ""
        return text if len(text) >= SHORTEST else ""

    @property
    def is_read(self):
        return bool(self.text or self.declared)

    @cached_property
    def declared(self):
        """The page's JSON-LD recipe; empty for none."""
        return declared_recipe(self._page)

    @cached_property
    def _read(self):
        return Attempt(lambda: self._ask(self._page))

    def lines(self, section):
        """The ingredients or the preparation, declared, or read by a judge as far as the page has the words."""
        declared = listed(self.declared.get(DECLARED[section]))
        if declared or not self.text:
            return declared
        text = fold(self.text)
        return [line for line in self._read.get().get(section, ()) if stands_in(fold(line), text)]

    def values(self):
        """Field -> number, as far as the page declares any, or as a judge reads them."""
        found = declared_values(self.declared)
        if not found and self.text:
            read = self._read.get()
            found = {name: read[name] for name in info.FIELDS if name in read}
        return found

    @cached_property
    def pictures(self):
        """Its pictures, as far as they can be read and memory has room for them."""
        found, room = [], PIXELS_IN_ALL
        for page in filter(None, map(self._pages.get, picture_urls(self._page))):
            pixels = Attempt(lambda page=page, room=room: decode(page.body, page.url, at_most=room)).known
            if page.readable and pixels and pixels.size[0] >= WIDE:
                found.append(pixels)
                room -= pixels.size[0] * pixels.size[1]
        return found


def stands_in(line, text):
    """Whether a folded line is in the folded text, at least nearly."""
    return line in text or (len(line) <= len(text) and best_window(line, text).score >= SEEN_IN_PAGE)


def declared_recipe(page):
    """The first Recipe of the page's JSON-LD, wherever it is nested."""
    waiting = list(page.json_ld) if page else []
    for _ in range(10_000):
        if not waiting:
            break
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            kind = value.get("@type")
            if "Recipe" in (kind if isinstance(kind, list) else [kind]):
                return value
            waiting += [inner for inner in value.values() if isinstance(inner, dict | list)]
    return {}


def listed(value, depth=4):
    """The texts of a JSON-LD list of texts, steps or sections of steps."""
    if depth == 0:
        return []
    if isinstance(value, str):
        parts = re.split(r"</?(?:p|li|br|ol|ul)\b[^<>]*>|\n", value)
    elif isinstance(value, dict):
        parts = listed(value.get("itemListElement"), depth - 1) or [value.get("text") or value.get("name")]
    else:
        parts = [text for part in value for text in listed(part, depth - 1)] if isinstance(value, list) else []
    return [" ".join(unescape(part).split()) for part in parts if isinstance(part, str) and part.strip()]


def declared_values(recipe):
    """Field -> number."""
    nutrition = recipe.get("nutrition")
    calories = nutrition.get("calories") if isinstance(nutrition, dict) else None
    total, *parts = (first_span("ready", recipe.get(name)) for name in ("totalTime", "prepTime", "cookTime"))
    found = {
        "ready": total.low if total else sum(part.low for part in parts if part),
        "serves": (serves := first_span("serves", recipe.get("recipeYield"))) and serves.low,
        "calories": (energy := first_span("calories", calories)) and energy.low,
    }
    return {name: value for name, value in found.items() if value}


def first_span(name, value):
    """Of the first text or number of a value or list that has the field's number."""
    values = value if isinstance(value, list) else [value]
    spans = (info.span_of(name, str(one)) for one in values if isinstance(one, str | int | float))
    return next(filter(None, spans), None)


# -- A page's pictures -------------------------------------------------------------------------------------------------


def picture_urls(page):
    """The pictures of a page: its recipe's, then those that it declares for itself and shows."""
    if page is None or not page.readable:
        return []
    declared = (joined(page.final_url, url) for url in image_urls(declared_recipe(page).get("image")))
    return list(dict.fromkeys([*(url for url in declared if parse(url)), *page.picture_urls]))[:MAX_PICTURES]


def joined(base, url):
    try:
        return urljoin(base, url)
    except ValueError:  # a bracket that opens no IPv6 address
        return ""


def image_urls(image, depth=4):
    if depth == 0:
        return []
    if isinstance(image, list):
        return [url for one in image for url in image_urls(one, depth - 1)]
    if isinstance(image, dict):
        return image_urls(image.get("url") or image.get("contentUrl"), depth - 1)
    return [image] if isinstance(image, str) else []
