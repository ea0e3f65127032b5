"""Whose name a text is, and which slide is which client's."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_knows.artifact.presentation import Passage, Slide
from pytest_knows.checks import slide_text
from pytest_knows.checks.values.person import person

LONGEST = 120
"""Characters; a longer text is no name."""
MOST_WORDS = 6
PARTICLES = frozenset(["van", "von", "de", "der", "di", "la"])

_COUNTED = re.compile(r"^(?:client\s*:|(?:client\s*)?#?\d{1,2}\s*[.):–—-])\s*", re.I)
_BRACKET = re.compile(r"\s*\(([^()]*)\)\s*$")
_REST = re.compile(r",.*|\s[-–—|]\s.*|:.*", re.DOTALL)


@lru_cache(4096)
def is_name(text: str, name: str) -> bool:
    """Whether the text is the name: a number or "client" in front, a title of the person, what follows a comma or dash,
    and a bracket may be added; a bracket may hold the name."""
    return len(text) <= LONGEST and any(_is(reading, name) for reading in _readings(text))


def _readings(text: str) -> Iterator[str]:
    text = _COUNTED.sub("", " ".join(text.split()), count=1)
    yield text
    bracket = _BRACKET.search(text)
    if bracket:
        yield bracket[1]
        text = text[: bracket.start()]
        yield text
    yield _REST.sub("", text)


def _is(text: str, name: str) -> bool:
    found, wanted = person(text), person(name)
    if found.off(name):
        return False
    words = text.replace("-", " ").split()
    if len(found.words) <= len(wanted.words):
        return True
    return len(words) <= MOST_WORDS and all(word[:1].isupper() or word in PARTICLES for word in words[1:-1])


@dataclass(frozen=True, slots=True)
class Named:
    """A client's slide, and where it says so."""

    slide: Slide
    name: Passage

    def __repr__(self) -> str:
        return repr(self.name)

    @property
    def in_title(self) -> bool:
        return self.name.boxes[0].placeholder in slide_text.TITLES


def assigned(slides: Sequence[Slide], names: Sequence[str]) -> dict[str, Named]:
    """One slide for each client and one client for each slide: by titles first, then by slides that name nobody else,
    then by what is left. The first slide is nobody's, the last one somebody's only by its title."""

    def anybody(words: str) -> bool:
        return any(is_name(words, name) for name in names)

    said = [Named(slide, passage) for slide in slides[1:] for passage in slide_text.passages(slide, anybody)]
    titles = [named for named in said if named.in_title]
    others = [named for named in said if not named.in_title and named.slide is not slides[-1]]
    names_on = Counter(named.slide.id for named in others)
    single = [named for named in others if names_on[named.slide.id] == 1]
    found: dict[str, Named] = {}
    taken: set[str] = set()
    for named in (*titles, *single, *others):
        words = named.name.text.replace("\n", " ")
        free = (name for name in names if name not in found and is_name(words, name))
        client = next(free, None) if named.slide.id not in taken else None
        if client:
            found[client] = named
            taken.add(named.slide.id)
    return found
