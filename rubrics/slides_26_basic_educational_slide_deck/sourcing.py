"""Whether a slide's content comes from the page that it cites."""

from functools import cache
from typing import Any

from pytest_knows.checks import sources
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.judge import Judge
from pytest_knows.scoring import Mechanism

from .sections import Section

SHORTEST, SHOWN = 201, 400_000
"""Characters of a page's text: a shorter one is a wall; of a longer one the parts on the matter are shown."""


class Sourcing:
    """What is known of the cited pages, each asked about once."""

    def __init__(self, pages: Pages, judge: Judge) -> None:
        self._pages = pages
        self._judge = judge
        self.page: Any = cache(lambda section: Attempt(lambda: self._read(section.source)))
        """Section -> the attempt to read the page; None if none is cited, or one that does not exist."""
        self.fault: Any = cache(lambda section: Attempt(lambda: self._find_fault(section)))
        """Section -> the attempt to tell why its content is not the page's, (reason, mechanism); None if it is."""
        self.text = cache(self._text)

    def _text(self, section: Section) -> str:
        """The folded page, "" if it could not be read."""
        page = self.page(section).known
        return fold(page.text) if page else ""

    def _read(self, url: str) -> Page | None:
        known = self._pages.get(url) if url else None
        if urls.parse(url) is None or (known is not None and known.dead):
            return None
        page = sources.readable(url, self._pages, SHORTEST)
        if page is None:
            raise DamagedEvidence(f"{known or url} could not be read, or was not recorded")
        return page

    def _find_fault(self, section: Section) -> tuple[str, Mechanism] | None:
        if not section.source:
            return "no source is linked", Mechanism.DEPENDENCY_NOT_EVALUATED
        page = self.page(section).get()
        if page is None:
            return f"{section.source} does not exist", Mechanism.DETERMINISTIC
        if not section.items:
            return "no content", Mechanism.DEPENDENCY_NOT_EVALUATED
        told = "\n".join(section.items)
        words = [word for word in fold(f"{section.name} {told}").split() if len(word) > 3]
        shown = {"heading": section.name, "items": told, "page": page.excerpt(words, SHOWN)}
        question = (
            "Does the page state what most of the items say, in whatever words? "
            "No if they are mostly absent from it, contradicted by it or off its subject."
        )
        if self._judge.yes_no("info_from_source", question, evidence=shown):
            return None
        return f"not what {section.source} says", Mechanism.LLM_VLM_JUDGEMENT
