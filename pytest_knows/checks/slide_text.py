"""What people take for a slide's title, for its list items and for its links, and where they are seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation import Box, Line, Page, Passage
from pytest_knows.artifact.presentation.text import prevailing
from pytest_knows.checks.sources import placed_links
from pytest_knows.checks.text import ratio
from pytest_knows.evidence import urls

_MARKER = re.compile(
    r"\s*(?:[•‣◦▪●○■▸➢✓✔☑►▶➤➜➔→★☆✦❖◆◇⁃∙·⦁»]\s*|(?:[-–—*]|\d{1,3}[.)]|\((?:\d{1,3}|[A-Za-z])\)|[A-Za-z]\))\s+)(?=\S)"
)
"""A bullet that was typed."""
_MOST_LINES = 4
TITLES = ("TITLE", "CENTERED_TITLE")
"""Placeholders of titles, in the order in which they are believed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A list item or, where `bulleted` is false, a paragraph that is none. `text` is without a typed bullet."""

    text: str
    bulleted: bool
    passage: Passage

    def __repr__(self) -> str:
        return repr(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """`rect` is where the line is seen that holds it."""

    url: str
    rect: Rect

    def __repr__(self) -> str:
        return self.url


def title(page: Page, within: float) -> Passage | None:
    """The text of the first of `title_boxes`, else of the subtitle. What follows it in the same box as a list or in
    another size is none."""
    subtitles = (box for box in page.text_boxes if box.placeholder == "SUBTITLE")
    return next((_opening(box) for box in (*title_boxes(page, within), *subtitles)), None)


def title_boxes(page: Page, within: float) -> Iterator[Box]:
    """What may be the title, the likeliest first: the title placeholder; texts, lone cells among them, that begin in
    the upper part `within` (a share of the height) and are no list, the uppermost first."""
    lone = {cell for table in page.tables if len(table.cells) == 1 for cell in table.cells}
    boxes = [box for box in page.text_boxes if box.kind != "cell" or box in lone]
    yield from (box for kind in TITLES for box in boxes if box.placeholder == kind)
    upper = (box for box in boxes if box.extent.top < within * page.height and not _is_list(box))
    yield from sorted(upper, key=lambda box: box.extent.top)


def _is_list(box: Box) -> bool:
    """Whether it begins with an item; alone, "1. Origins" is a numbered title."""
    return len(box.placed) > 1 and _is_bulleted(box, box.placed[0][0])


def _opening(box: Box) -> Passage | None:
    size = _size(box.placed[0][0])
    end = next(
        (n for n, (line, _) in enumerate(box.placed) if n and (_is_bulleted(box, line) or _size(line) != size)), None
    )
    return Passage.within(box, box.placed[:end])


def _size(line: Line) -> float | None:
    return prevailing(line.runs, lambda run: run.style.size)


def _is_bulleted(box: Box, line: Line) -> bool:
    return box.body.paragraphs[line.paragraph].bullet is not None or _MARKER.match(line.text) is not None


def items(page: Page, but_not: Passage | None = None) -> tuple[Item, ...]:
    """The paragraphs outside of a passage, such as the title. Lines with typed bullets are apart from the others."""
    left_out = {id(line) for line in but_not.lines} if but_not else set()
    found: list[Item] = []
    for box in page.text_boxes:
        for lines in _split([placed for placed in box.placed if id(placed[0]) not in left_out]):
            words = " ".join(line.text.strip() for line, _ in lines)
            text = _MARKER.sub("", words, count=1) if _MARKER.match(words) else words.strip()
            passage = Passage.within(box, lines)
            if passage:
                found.append(Item(text=text, bulleted=_is_bulleted(box, lines[0][0]), passage=passage))
    return tuple(found)


def _split(placed: list[tuple[Line, Rect]]) -> Iterator[list[tuple[Line, Rect]]]:
    """The lines of each paragraph together, those that begin with a typed bullet beginning another one."""
    group: list[tuple[Line, Rect]] = []
    for line, rect in placed:
        if group and (group[-1][0].paragraph != line.paragraph or _MARKER.match(line.text)):
            yield group
            group = []
        group.append((line, rect))
    if group:
        yield group


def links(page: Page) -> tuple[Link, ...]:
    """In order, behind words, behind boxes or written out; the same page may be linked several times."""
    found: list[Link] = []
    for box in page.text_boxes:
        if urls.parse(box.link):
            found.append(Link(url=box.link, rect=box.extent))
        for line, rect in box.placed:
            found += [Link(url=url, rect=rect) for _, url in placed_links(line)]
    return tuple(found)


def passages(page: Page, holds: Callable[[str], bool]) -> tuple[Passage, ...]:
    """The shortest runs of lines within a box, up to four, whose words satisfy `holds`."""
    found: list[Passage] = []
    for box in page.text_boxes:
        taken: list[range] = []
        for length in range(1, min(_MOST_LINES, len(box.placed)) + 1):
            for start in range(len(box.placed) - length + 1):
                span = range(start, start + length)
                if any(set(part) <= set(span) for part in taken):
                    continue
                passage = Passage.within(box, box.placed[start : start + length])
                if passage and holds(passage.text.replace("\n", " ")):
                    taken.append(span)
                    found.append(passage)
    return tuple(found)


def most_like(box: Box, words: str, at_least: float) -> Passage | None:
    """The up to four lines of the box that together are most like the words; None if nothing is so much like them
    (`checks.text.ratio`, 0 to 100) or is more than twice as long."""
    best, found = at_least, None
    for start in range(len(box.placed)):
        for end in range(start + 1, min(start + _MOST_LINES, len(box.placed)) + 1):
            lines = box.placed[start:end]
            text = " ".join(line.text for line, _ in lines)
            if len(text) <= 2 * len(words) and (likeness := ratio(text, words)) > best:
                best, found = likeness, Passage.within(box, lines)
    return found
