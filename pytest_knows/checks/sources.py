"""Cited web pages: which there are, whether they exist, whether they say what they are cited for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from pytest_knows.artifact.document import Line as DocumentLine
from pytest_knows.artifact.presentation import Box, Line
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence, JudgeError
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.judge import Judge
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

SHOWN = 6000
"""Characters of a page that a judge is shown."""


_LABEL = re.compile(
    r"(?:(?:(?:official|product|images?|photos?|pictures?) )?"
    r"(?:sources?|references?|links?|web ?sites?|sites?|urls?|credits?)\b)?(?:\W|\band\b)*"
)
"""What may stand beside an address that is all that a text says."""


class State(StrEnum):
    """What is known of a cited page."""

    READABLE = "readable"
    DEAD = "dead"
    """It does not exist: the citation is wrong."""
    UNREADABLE = "unreadable"
    """It could not be read, or was not recorded, through the world's fault."""


def cited_urls(boxes: Iterable[Box]) -> tuple[str, ...]:
    """The URLs in the boxes, written out or behind words, in order of appearance; one of each page."""
    found: dict[str, str] = {}
    for box in boxes:
        for line, _ in box.placed:
            for url in line_urls(line):
                found.setdefault(urls.normalise(url), url)
    return tuple(found.values())


def line_urls(line: Line | DocumentLine) -> list[str]:
    """The URLs of a line in order, written out or behind words, repeated ones too."""
    return [url for _, url in placed_urls(line)]


def placed_urls(line: Line | DocumentLine) -> list[tuple[int, str]]:
    """The URLs of a line as `line_urls`, each with the character of the line's text at which it first begins."""
    written = [(line.text.find(url), url) for url in (*urls.find(line.text), *urls.bare_domains(line.text))]
    return sorted([*_linked(line), *written], key=lambda found: found[0])


def placed_links(line: Line | DocumentLine) -> list[tuple[int, str]]:
    """The addresses that a line leads to, with the character at which each begins.

    Of words with a link behind them that counts, whatever they say.
    """
    text = "".join(" " * len(run.text) if run.link else run.text for run in line.runs)
    written = [(text.find(url), url) for url in written_urls(text)]
    return sorted([*_linked(line), *written], key=lambda found: found[0])


def written_urls(text: str) -> list[str]:
    """The addresses that a text spells out. A domain alone is a name ("Sakura.co") unless it begins with www., has a
    path or is, with others and a label ("Sources: a.com and b.com"), all that the text says."""
    domains = urls.bare_domains(text)
    rest = text
    for url in domains:
        rest = rest.replace(url, " ", 1)
    alone = _LABEL.fullmatch(fold(rest)) is not None
    return [*urls.find(text), *(url for url in domains if alone or "/" in url or url[:4].lower() == "www.")]


def _linked(line: Line | DocumentLine) -> Iterator[tuple[int, str]]:
    place = 0
    for run in line.runs:
        if urls.parse(run.link):
            yield place, run.link
        place += len(run.text)


def state(url: str, pages: Pages) -> State:
    """What is known of the page behind the URL."""
    page = pages.get(url)
    if page is not None and page.dead:
        return State.DEAD
    return State.READABLE if page is not None and page.readable and page.text else State.UNREADABLE


def readable(url: str, pages: Pages, at_least: int = 1) -> Page | None:
    """The page, or an archived copy of one that could not be read, if its text has `at_least` so many characters."""
    page = pages.get(url)
    copy = pages.get(urls.archived(url)) if page is not None and not page.dead else None
    found = (one for one in (page, copy) if one is not None and one.readable and len(one.text) >= at_least)
    return next(found, None)


def to_record(cited: Iterable[str], pages: Pages) -> Iterator[str]:
    """For a family's `evidence`: the links, and in a further round archived copies of what could not be read."""
    for url in cited:
        yield url
        page = pages.get(url)
        if page is not None and page.unreadable:
            yield urls.archived(url)


def passages(page: Page | None, claims: str) -> str:
    """What a judge is shown of a page: of a long one the passages that share words with the claims."""
    words = sorted(set(re.findall(r"[^\W\d_]{5,}", fold(claims))))
    return "" if page is None else page.excerpt(words, SHOWN)


def require_support(cited: Sequence[str], claims: str, pages: Pages, judge: Judge, *, key: str, question: str) -> None:
    """At least one of the cited pages supports one of the claims, as a judge sees it who is shown both.

    Fails without a URL, with dead ones only (both deterministic), and if no page that could be read supports a claim;
    raises `DamagedEvidence` in that last case if another page could not be read, `JudgeError` if the judge failed.
    """
    states = {url: state(url, pages) for url in cited}
    if all(found is State.DEAD for found in states.values()):
        fail(f"dead links: {', '.join(cited)}" if cited else "no source is cited for it", Mechanism.DETERMINISTIC)
    trouble: JudgeError | DamagedEvidence | None = None
    for url in (url for url, found in states.items() if found is State.READABLE):
        evidence = {"poster": claims, "url": url, "page": passages(pages.get(url), claims)}
        try:
            if judge.yes_no(key, question, evidence=evidence):
                return
        except JudgeError as error:
            trouble = error
    unread = [url for url, found in states.items() if found is State.UNREADABLE]
    if unread:
        trouble = trouble or DamagedEvidence(f"cited page could not be read: {pages.get(unread[0]) or unread[0]}")
    if trouble:
        raise trouble
    fail("no cited page supports a claim", Mechanism.LLM_VLM_JUDGEMENT)
