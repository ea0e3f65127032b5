"""Whether the pages that a slide links back what it says."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

from pytest_knows.checks.majority import each
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.checks.slide_text import Item
from pytest_knows.checks.sources import State, readable, state
from pytest_knows.checks.stated import find_stated
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page
from pytest_knows.judge import Judge
from pytest_knows.rubric import Proportion, decided_by, fail
from pytest_knows.scoring import Mechanism

from .parts import Part

SHORTEST = 200
"""Characters of a page; a shorter one is a wall or waits for a script (the benchmark's number)."""
EXCERPT = 15_000
"""Characters of a page that a question shows; of a longer page, the parts that speak of the matter."""
WORDS, ALIKE = 6, 95
"""A sentence of so many words is looked for in the page, and found if it is so much like it (of 100)."""


class Sources:
    """What is known of the pages behind the links; fails if all are dead."""

    def __init__(self, links: Sequence[str], pages: Any) -> None:
        alive = [url for url in links if state(url, pages) is not State.DEAD]
        if not alive:
            fail(f"dead links: {', '.join(links)}", Mechanism.DETERMINISTIC)
        found = {url: readable(url, pages, SHORTEST) for url in alive}
        self.pages = {url: page for url, page in found.items() if page is not None}
        unread = [url for url, page in found.items() if page is None]
        self.gap = (
            DamagedEvidence(f"linked page could not be read: {pages.get(unread[0]) or unread[0]}") if unread else None
        )
        self._folded = cache(lambda url: fold(self.pages[url].text))

    def need_all(self) -> bool:
        """Raises if a page could not be read; no page that could be read supports anything."""
        if self.gap:
            raise self.gap
        return False

    def say(self, sentence: str) -> bool:
        """Whether a page says so in these words."""
        words = fold(sentence)
        return len(words.split()) >= WORDS and any(find_stated(words, self._folded(url), ALIKE) for url in self.pages)


def traits_backed(character: str, part: Part, book: str, pages: Any, judge: Judge) -> Proportion:
    """Each item is stated on a linked page, or supported there as a judge sees it."""
    links = [url for url in part.urls if not urls.is_picture(url)]
    if not links or not part.items:
        fail("no text beside the title" if links else "no link to a source", Mechanism.DEPENDENCY_NOT_EVALUATED)
    sources = Sources(links, pages)
    question = (
        f"Does the page hold information that supports this trait of that very character of the book {book}? "
        "If you are not sure, the answer is no."
    )

    def asked(page: Page, item: Item) -> bool:
        excerpt = page.excerpt([word for word in fold(f"{character} {item.text}").split() if len(word) > 3], EXCERPT)
        shown = {"character": character, "trait": item.text, "page": excerpt}
        return judge.yes_no("trait_supported", question, evidence=shown)

    def is_backed(item: Item) -> bool:
        if sources.say(item.text):
            decided_by(Mechanism.FUZZY_MATCH)
            return True
        answers = (Attempt(lambda page=page: asked(page, item)) for page in sources.pages.values())
        return some(chain(answers, [Attempt(sources.need_all)]))

    return each(part.items, is_backed, by=Mechanism.LLM_VLM_JUDGEMENT)
