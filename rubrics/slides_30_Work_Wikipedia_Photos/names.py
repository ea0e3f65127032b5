"""Whose name a text is, and which slide is which client's."""

import re
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
_REST = re.compile(r",.*|\s[-–—|/]\s.*|:.*|['’]s\s.*|\s(?:of|from)\s.*", re.DOTALL)
_LATIN = re.compile(r"[^\W\d_]", re.ASCII)
SEVERAL = 3
"""Clients on one slide: it is a list of them, and nobody's."""


@lru_cache(4096)
def is_name(text: str, name: str) -> bool:
    """Whether the text is the name: a number or "client" in front, a title of the person, what follows a comma, dash,
    slash, "of" or a possessive's s, the name in another script, and a bracket may be added; a bracket may hold it."""
    return len(text) <= LONGEST and any(_is(reading, name) for reading in dict.fromkeys(_readings(text)))


def _readings(text: str) -> Iterator[str]:
    text = _COUNTED.sub("", " ".join(text.split()), count=1)
    yield text
    bracket = _BRACKET.search(text)
    if bracket:
        yield bracket[1]
        text = text[: bracket.start()]
        yield text
    yield _REST.sub("", text)
    yield " ".join(word for word in text.split() if _LATIN.search(word))


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
    """A slide that says a client's name, and where it does."""

    slide: Slide
    name: Passage

    def __repr__(self) -> str:
        return repr(self.name)

    @property
    def words(self) -> str:
        return self.name.text.replace("\n", " ")

    @property
    def in_title(self) -> bool:
        return self.name.boxes[0].placeholder in slide_text.TITLES


def said_on(slide: Slide, names: Sequence[str]) -> list[Named]:
    """Where the slide says one of the names, from the top down."""
    found = slide_text.passages(slide, lambda words: any(is_name(words, name) for name in names))
    return [Named(slide, passage) for passage in sorted(found, key=lambda passage: passage.extent.top)]


def assigned(slides: Sequence[Slide], names: Sequence[str]) -> dict[str, Slide]:
    """One slide for each client and one client for each slide: by titles first, then by slides that name nobody else,
    then by those that name another, of two slides one with a picture. The first slide is nobody's, nor is a list of
    clients; the last one is somebody's only by its title."""
    said = [named for slide in sorted(slides[1:], key=lambda one: not one.pictures) for named in said_on(slide, names)]
    clients: dict[Slide, set[str]] = {}
    for named in said:
        clients.setdefault(named.slide, set()).update(name for name in names if is_name(named.words, name))
    titles = [named for named in said if named.in_title]
    others = [named for named in said if not named.in_title and named.slide is not slides[-1]]
    single, several = ([named for named in others if len(clients[named.slide]) == n] for n in range(1, SEVERAL))
    found: dict[str, Slide] = {}
    for named in (*titles, *single, *several):
        free = (name for name in names if name not in found and is_name(named.words, name))
        client = next(free, None) if named.slide not in found.values() else None
        if client:
            found[client] = named.slide
    return found
