"""What a text box consists of, and which of its parts name a source."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pytest_knows.artifact.presentation import Box, Line, Passage, Slide
from pytest_knows.artifact.presentation.text import prevailing
from pytest_knows.checks import layout
from pytest_knows.checks.styled import mostly, styled
from pytest_knows.checks.text import fold
from pytest_knows.evidence import urls

MOST = 0.9
"""Of letters and digits, in a style."""
SMALL = 18
"""Points; what has less is small."""
BEYOND, BELOW = 0.05, 1.10
"""Of width and height: how far boxes may reach beyond the edges; of the height, how far down text may reach."""

_CREDIT = re.compile(
    r"\b(?:sources?|credits?)\s*[:-]\s*\w"
    r"|\b(?:photo(?:graph)?|image|picture|illustration)s?\s*(?:by|from|credits?|source|courtesy)\b[\s:-]*\w"
    r"|\b(?:courtesy of|credit to|via)\s+\w"
    r"|\b(?:image|photo|picture)\s*:.*\b(?:unsplash|pexels|pixabay|wikimedia|wikipedia|flickr|getty|nasa)\b"
)
_CITATION = re.compile(r"\b(?:sources?|references?|citation|cited|credit)(?:\s*[:-]\s*|\s+(?:from|in)\s+)\w")


def parts(boxes: Iterable[Box], but_not: Passage | None = None) -> Iterator[Passage]:
    """The texts outside of a passage; paragraphs of other sizes within a box are apart, as a line in small type below a
    list."""
    left_out = {id(line) for line in but_not.lines} if but_not else set()
    for box in boxes:
        placed = [one for one in box.placed if id(one[0]) not in left_out]
        paragraphs = [list(lines) for _, lines in groupby(placed, key=lambda one: one[0].paragraph)]
        for _, alike in groupby(paragraphs, key=_size):
            yield Passage.within(box, [placed for lines in alike for placed in lines])


def _size(paragraph) -> float | None:
    return prevailing((run for line, _ in paragraph for run in line.runs), lambda run: run.style.size)


def is_small(part: Passage, below: float = SMALL) -> bool:
    return mostly(styled(part), lambda style: style.size < below, MOST)


def names_credit(part: Passage) -> bool:
    """Whether it says, or links, where a picture comes from."""
    return bool(links(part)) or any(_CREDIT.search(fold(paragraph)) for paragraph in part.paragraphs)


def names_source(part: Passage) -> bool:
    return bool(links(part)) or any(_CITATION.search(fold(paragraph)) for paragraph in part.paragraphs)


def links(part: Passage) -> tuple[str, ...]:
    """The addresses behind the words, behind the box and written out, in order, each page once."""
    found = [box.link for box in part.boxes]
    for line in part.lines:
        found += [*(run.link for run in line.runs), *_written(line)]
    return distinct(url for url in found if url.startswith("http") or urls.parse(url))


def _written(line: Line) -> list[str]:
    """Of words with a link behind them, that counts; a domain alone is an address only at the end."""
    text = "".join(" " * len(run.text) if run.link else run.text for run in line.runs)
    bare = (url for url in urls.bare_domains(text) if _is_address(url, text))
    return [*urls.find(text), *bare]


def _is_address(url: str, text: str) -> bool:
    return "/" in url or url.lower().startswith("www.") or text.rstrip(" .,;:!?)]").endswith(url)


def links_in_text(text: str) -> tuple[str, ...]:
    """Those written out in an alternative text."""
    bare = (url for url in urls.bare_domains(text) if _is_address(url, text))
    return distinct([*urls.find(text), *bare])


def distinct(found: Iterable[str]) -> tuple[str, ...]:
    """One of each page."""
    first: dict[str, str] = {}
    for url in found:
        first.setdefault(urls.normalise(url), url)
    return tuple(first.values())


def check_inside(slide: Slide) -> None:
    """Fails the step if a box or its text reaches beyond the slide."""
    page = layout.zone(slide.rect, left=-BEYOND, top=-BEYOND, right=1 + BEYOND, bottom=1 + BEYOND)
    beyond = [box for box in slide.text_boxes if not layout.within(box.rect, page)]
    assert not beyond, f"reach beyond the slide: {beyond}"
    below = [box for box in slide.text_boxes if box.extent.bottom > BELOW * slide.height]
    assert not below, f"text runs off the slide: {below}"
