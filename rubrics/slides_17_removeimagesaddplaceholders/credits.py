"""Which addresses a text names, and whether it says anything else."""

import re

from pytest_knows.artifact.presentation import Box, Element, Line, Table
from pytest_knows.checks.sources import line_urls, placed_links
from pytest_knows.evidence import urls

_LABELS = re.compile(r"\b(?:sources?|credits?|image|photo|picture|url|link|via|from|by)\b", re.I)


def is_text_box(element: Element) -> bool:
    """A shape of any type that has a text: no table and no WordArt. Characters without width are no text."""
    if not isinstance(element, Box) or element.kind != "shape":
        return False
    letters = (letter for line, _ in element.placed for letter in line.text)
    return any(letter.isprintable() and not letter.isspace() for letter in letters)


def is_page_number(box: Box) -> bool:
    """Whether the theme and not the agent put it there."""
    return box.placeholder == "SLIDE_NUMBER"


def links(element: Element) -> tuple[str, ...]:
    """The addresses that a text box or a table names, behind words or written out, in order, each once."""
    found: dict[str, str] = {}
    for box in element.cells if isinstance(element, Table) else (element,) if is_text_box(element) else ():
        named = [url for line in box.body.lines for _, url in placed_links(line)]
        for url in [box.link, *named] if urls.parse(box.link) else named:
            found.setdefault(urls.normalise(url), url)
    return tuple(found.values())


def is_mere_credit(box: Box) -> bool:
    """Whether nothing but addresses and words like "Source:" stand in the box; "Image" alone credits nothing."""
    words = "".join(_LABELS.sub("", _without_urls(line)) for line in box.body.lines)
    return bool(links(box)) and not any(letter.isalnum() for letter in words)


def _without_urls(line: Line) -> str:
    text = line.text
    for url in sorted(line_urls(line), key=len, reverse=True):
        text = text.replace(url, " ")
    return text
