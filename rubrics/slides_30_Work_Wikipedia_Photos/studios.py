"""The pages that may be a photographer's."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.sources import State, readable, state, to_record
from pytest_knows.checks.text import has_word
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.metadata import tags
from pytest_knows.evidence.pages import Page, Pages, decoded
from pytest_knows.judge import Judge

SHOWN = 20_000
"""Characters of a page (the specification's least)."""

_TELLING = re.compile(r"about|contact|studio", re.I)


def _bare(city: str) -> str:
    """Without its state."""
    return city.partition(",")[0]


def further(page: Page, city: str) -> str:
    """A page of the same site that may say where it is, if the page itself does not; else ""."""
    if has_word(page.text, _bare(city)):
        return ""
    for _, given, _ in tags(decoded(page.body, page.content_type), "a"):
        try:
            url = urljoin(page.final_url, given.get("href", ""))
        except ValueError:
            continue
        parsed = urls.parse(url)
        if parsed and _TELLING.search(parsed.path) and urls.host(url) == urls.host(page.final_url):
            return url
    return ""


def pages_to_record(links: Sequence[str], city: str, pages: Pages) -> Iterator[str]:
    for url in links:
        yield from to_record([url], pages)
        page = readable(url, pages)
        more = further(page, city) if page is not None else ""
        if more:
            yield more


class Studio:
    """A link that is not Wikipedia's; the judge is asked at most once about each thing."""

    def __init__(self, url: str, city: str, pages: Any, judge: Judge) -> None:
        self.url = url
        self._city = city
        self._pages = pages
        self._judge = judge

    def __repr__(self) -> str:
        return self.url

    @property
    def dead(self) -> bool:
        return state(self.url, self._pages) is State.DEAD

    @cached_property
    def _shown(self) -> dict[str, str]:
        page = readable(self.url, self._pages)
        if page is None:
            raise DamagedEvidence(f"linked page could not be read: {self._pages.get(self.url) or self.url}")
        shown = {"url": self.url, "title": page.title, "page": page.excerpt([_bare(self._city), "photographer"], SHOWN)}
        more = further(page, self._city)
        other = readable(more, self._pages) if more else None
        return {**shown, "further page": other.excerpt([_bare(self._city)], SHOWN)} if other else shown

    def _ask(self, key: str, question: str) -> Attempt[bool]:
        return Attempt(lambda: not self.dead and self._judge.yes_no(key, question, evidence=self._shown))

    @cached_property
    def is_photographers(self) -> Attempt[bool]:
        return self._ask("photographer", "Is this the page or the site of a photographer or a photographer's studio?")

    @cached_property
    def is_in_city(self) -> Attempt[bool]:
        """Both: a photographer's, who works there."""
        if not self.is_photographers.known:
            return self.is_photographers
        return self._ask("photographer_city", f"Is the photographer whose page this is based in {self._city}?")
