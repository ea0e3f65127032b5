"""Which addresses a text names, and whether it says anything else."""

import re
from collections.abc import Iterator

from pytest_knows.artifact.presentation import Box, Element, Line, Table
from pytest_knows.evidence import urls

_LABELS = re.compile(r"\b(?:sources?|credits?|image|photo|picture|url|link|via|from|by)\b", re.I)


def is_text_box(element: Element) -> bool:
    """A shape of any type that has a text: no table and no WordArt."""
    return isinstance(element, Box) and element.kind == "shape" and bool(element.placed)


def links(element: Element) -> tuple[str, ...]:
    """The addresses that a text box or a table names, behind words or written out, in order, each once."""
    boxes = element.cells if isinstance(element, Table) else (element,) if is_text_box(element) else ()
    found = (url for box in boxes for url in (box.link, *(url for line in box.body.lines for url in _in_line(line))))
    return tuple({urls.normalise(url): url for url in reversed([url for url in found if url])}.values())[::-1]


def _in_line(line: Line) -> Iterator[str]:
    """Words with a link behind them do not count as written out, whatever they say."""
    text, placed = "", []
    for run in line.runs:
        if run.link:
            placed.append((len(text), run.link))
        text += " " * len(run.text) if run.link else run.text
    placed += [(text.find(url), url) for url in _written(text)]
    yield from (url for _, url in sorted(placed, key=lambda found: found[0]))


def _written(text: str) -> list[str]:
    """A domain alone is a name more often than an address ("Sakura.co"), unless it begins with www."""
    bare = [url for url in urls.bare_domains(text) if "/" in url or url.lower().startswith("www.")]
    return [*urls.find(text), *bare]


def is_mere_credit(box: Box) -> bool:
    """Whether nothing but addresses and words like "Source:" stand in the box."""
    text = box.text
    for url in sorted(_written(text), key=len, reverse=True):
        text = text.replace(url, " ")
    return not any(letter.isalnum() for letter in _LABELS.sub("", text))
