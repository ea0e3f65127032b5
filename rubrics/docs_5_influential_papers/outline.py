"""The document as a sequence of title lines, links and what stands below them."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.checks.sources import placed_urls
from pytest_knows.checks.text import find_word, similar
from pytest_knows.checks.values.title import Title, title
from pytest_knows.evidence import urls

from .abstracts import COVERED, coverage, words
from .keys import CHEMRXIV, Key, key_of
from .sources import Known

LINK_LINE = 150
"""Characters; links in longer lines are those of a running text."""
TITLE_LINE = 300
"""Characters; a longer line that holds a title is a running text."""
ALIKE = 90
"""Likeness, 0 to 100, of a line to a title."""
PAPERS = 5

Place = tuple[int, int]
"""A line and a character in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link to a paper."""

    place: Place
    url: str
    key: Key

    def __repr__(self) -> str:
        return f"line {self.place[0] + 1}: {self.url}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper of the document: all its keys and links, and what is known of it."""

    keys: frozenset[Key]
    links: tuple[Link, ...]
    known: Known

    def __repr__(self) -> str:
        return f"{min(self.keys)!r}"


def paper_links(lines: Sequence[Any], sites: Sequence[str]) -> list[Link]:
    """The links that count as papers, in order: those in short lines, and all if these are too few papers."""
    found = [
        Link(place=(number, start), url=url, key=key)
        for number, line in enumerate(lines)
        for start, url in dict.fromkeys(placed_urls(line))
        if (key := key_of(url, sites))
    ]
    short = [link for link in found if len(lines[link.place[0]].text.strip()) <= LINK_LINE]
    return short if len({link.key for link in short}) >= PAPERS else found


def searched_title(link: Link, lines: Sequence[Any]) -> str:
    """By which a number of ChemRxiv is looked up: the title in front of the link, on its line or above; "" else."""
    if link.key.kind != CHEMRXIV:
        return ""
    number, start = link.place
    above = (line.text for line in reversed(lines[max(0, number - 5) : number]))
    shown = lines[number].text
    written = urls.find(shown) or urls.bare_domains(shown)
    candidates = [shown[:start], "" if written else shown, *above]
    return next((" ".join(text.split()) for text in candidates if len(text.split()) >= 3), "")


class Outline:
    """Where the papers' titles and links stand. Papers are numbered from 0."""

    def __init__(self, lines: Sequence[Any], papers: Sequence[Paper]) -> None:
        self._texts = [line.text for line in lines]
        self._papers = papers
        self._given = [title(text) for text in self._texts]
        self.titles = [_title_lines(self._given, self._wanted(number)) for number in range(len(papers))]
        self.words = words(self._texts)

    def __repr__(self) -> str:
        return f"Outline({len(self._texts)} lines)"

    def _wanted(self, number: int) -> list[Title]:
        return [title(name) for name in self._papers[number].known.values("title")]

    def covered(self, number: int, text: list[str]) -> float:
        """The largest share of one of the paper's known abstracts that the words give."""
        return max((coverage(abstract, text) for abstract in self._papers[number].known.values("abstract")), default=0)

    def in_order(self, number: int) -> bool:
        """Whether a title, a link below it and the abstract below that belong together."""
        others = self._others(number)
        seen = set()
        for link in self._papers[number].links:
            end = bisect(others, link.place)
            # Of the links before one end, the first has the longest text below it.
            if end not in seen and self._below_title(number, link, others[end - 1] if end else (-1, 0)):
                seen.add(end)
                if self.covered(number, words(self._between(link.place, others[end : end + 1]))) >= COVERED:
                    return True
        return False

    def _below_title(self, number: int, link: Link, before: Place) -> bool:
        """Whether the paper's title stands in front of the link and behind what belongs to another paper."""
        line, start = link.place
        last = max((at for at in self.titles[number] if at < line), default=-1)
        beside = title(self._texts[line][before[1] if before[0] == line else 0 : start])
        return (last, 0) > before or any(_alike(beside, wanted) for wanted in self._wanted(number))

    def _others(self, number: int) -> list[Place]:
        """Where other papers' title lines and links are, in order."""
        places = set()
        for other, paper in enumerate(self._papers):
            if other != number:
                headings = self._headings(other)
                places.update((line, 0) for line in headings if line not in self.titles[number])
                places.update(link.place for link in paper.links)
        return sorted(places)

    def _headings(self, number: int) -> list[int]:
        """The paper's title lines that hold little else: a short title may occur in any line of another's abstract."""
        longest = 2 * max((len(wanted.words) for wanted in self._wanted(number)), default=0)
        return [line for line in self.titles[number] if len(self._given[line].words) <= longest]

    def below(self, number: int) -> str:
        """The text below the paper's first link, as far as nothing of another paper."""
        place = self._papers[number].links[0].place
        others = self._others(number)
        end = bisect(others, place)
        return "\n".join(self._between(place, others[end : end + 1]))

    def _between(self, place: Place, end: Sequence[Place]) -> list[str]:
        line, start = place
        stop, column = end[0] if end else (len(self._texts), 0)
        texts = [*self._texts[line:stop], *(text[:column] for text in self._texts[stop : stop + 1])]
        return [texts[0][start:], *texts[1:]]


def _title_lines(given: Sequence[Title], wanted: Iterable[Title]) -> dict[int, bool]:
    """The lines that give one of the titles, and whether letter by letter; else those that end one of two lines."""
    wanted = [name for name in wanted if name.words]
    if not wanted:
        return {}
    found = {}
    for number, line in enumerate(given):
        exact = any(line.words == name.words for name in wanted)
        if exact or any(_alike(line, name) for name in wanted):
            found[number] = exact
    if found:
        return found
    pairs = ((number, f"{given[number - 1].words} {given[number].words}") for number in range(1, len(given)))
    return {number: True for number, words in pairs if any(title(words).words == name.words for name in wanted)}


def _alike(line: Title, wanted: Title) -> bool:
    """Whether the line is nearly that title, a short one that holds it, or a text that begins with it."""
    if not wanted.words or not line.words:
        return False
    place = find_word(line.words, wanted.words) if wanted.words in line.words else None
    if place and (place[0] == 0 or len(line.words) <= TITLE_LINE):
        return True
    # Texts of such different lengths cannot be alike.
    shorter, longer = sorted((len(line.words), len(wanted.words)))
    return 2 * shorter / (shorter + longer) * 100 >= ALIKE and similar(line.words, wanted.words, ALIKE)
