"""Which slide is the references, which the author's, which are the characters'."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.presentation import Box, Picture, Slide
from pytest_knows.checks import slide_text
from pytest_knows.checks.quantifiers import Attempt, Open, first_open
from pytest_knows.checks.slide_text import Item, Link
from pytest_knows.checks.text import fold, has_word
from pytest_knows.evidence import urls
from pytest_knows.scoring import Mechanism

from .cast import NOBODY, Cast, Character, Naming

TITLE_WITHIN = 1_000_000 / 5_143_500
"""A text that begins in that upper part of a slide without a title placeholder is its title."""
WHOLE = 0.95
"""What covers that share of the page behind everything else is its background."""
MOST_GRADED = 5
REFERENCES = ("references", "reference", "works cited", "sources", "source", "bibliography", "citations")
MANY_LINKS = 3

_SOURCE_LINE = re.compile(r"(?:sources?|references?|links?)\s*(?::|-(?!\w)|$)")
_SOURCE_WORDS = re.compile(r"\b(?:sources?|references?|links?|and|from|via)\b")


class Part:
    """A slide with what people see in it."""

    def __init__(self, slide: Slide) -> None:
        self.slide = slide

    def __repr__(self) -> str:
        return repr(self.name or self.slide.id)

    @cached_property
    def _title(self):
        return slide_text.title(self.slide, TITLE_WITHIN)

    @property
    def name(self) -> str:
        """The title's text on one line, "" if there is none."""
        return self._title.text.replace("\n", " ") if self._title else ""

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return slide_text.links(self.slide)

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """One of each page that is linked."""
        return tuple({urls.normalise(link.url): link.url for link in reversed(self.links)}.values())[::-1]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The list items without sources and repetitions; on a slide without a list, its paragraphs.

        What is nothing but words to click on is a source, unless all of the list is.
        """
        every = [item for item in slide_text.items(self.slide, self._title) if not self._is_source(item)]
        told = [item for item in every if not self._is_label(item)]
        chosen = _bulleted(told) or _bulleted(every) or told
        return tuple({fold(item.text): item for item in reversed(chosen)}.values())[::-1]

    def _is_source(self, item: Item) -> bool:
        text = fold(item.text)
        if _SOURCE_LINE.match(text):
            return True
        for url in (*urls.find(text), *urls.bare_domains(text)):
            text = text.replace(url, " ")
        return not any(map(str.isalpha, _SOURCE_WORDS.sub(" ", text)))

    def _is_label(self, item: Item) -> bool:
        return all(run.link for run in item.passage.runs if run.text.strip())

    @cached_property
    def pictures(self) -> tuple[Picture, ...]:
        """In page order, that of the background first."""
        behind = self.slide.background_picture
        return ((behind,) if behind else ()) + self.slide.pictures

    @cached_property
    def backdrop(self) -> Colour | Picture | None:
        """What is seen behind everything; None if the API does not describe it, such as a gradient."""
        rearmost = next(iter(self.slide.elements), None)
        if rearmost and self.slide.rect.inside(rearmost.rect) >= WHOLE:
            if isinstance(rearmost, Box) and (rearmost.fill or rearmost.patterned):
                return rearmost.fill
            if isinstance(rearmost, Picture):
                return rearmost
        return None if self.slide.patterned else self.slide.background_picture or self.slide.background


def _bulleted(items: Iterable[Item]) -> list[Item]:
    return [item for item in items if item.bulleted]


@dataclass(frozen=True, kw_only=True)
class Portrait:
    """A character's slide."""

    part: Part
    naming: Naming

    def __repr__(self) -> str:
        return repr(self.part)


@dataclass(frozen=True, kw_only=True)
class Portraits:
    """All of them in order; `doubt` is why it is not known of some further slide."""

    accepted: tuple[Portrait, ...]
    doubt: Open | None


class Casting:
    """Whom the slides are about. `ask` is a judge's word on whether a slide is about a character."""

    def __init__(self, cast: Cast, ask: Callable[[Part, Character], bool]) -> None:
        self._cast = cast
        self._ask = ask
        self._known: dict[Part, Naming] = {}

    def sure(self, part: Part) -> bool:
        """Whether no judge is needed to see that it is a character's slide."""
        return self._cast.sure(part.name) != NOBODY

    def of(self, part: Part) -> Naming:
        if part not in self._known:
            self._known[part] = self._named(part)
        return self._known[part]

    def _named(self, part: Part) -> Naming:
        found = self._cast.sure(part.name)
        character = self._cast.mentioned(part.name)
        if found != NOBODY or character is None:
            return found
        answer = Attempt(lambda: self._ask(part, character))
        if answer.open:
            plain = self._cast.is_plain(part.name, character)
            return Naming(character=character if plain else None, doubt=answer.open)
        return Naming(character=character if answer.known else None, mechanism=Mechanism.LLM_VLM_JUDGEMENT)

    def portraits(self, parts: Iterable[Part]) -> Portraits:
        accepted: dict[Character, Portrait] = {}
        doubts: list[Open | None] = []
        for part in parts:
            naming = self.of(part)
            if naming.character is None:
                doubts.append(naming.doubt)
            else:
                accepted.setdefault(naming.character, Portrait(part=part, naming=naming))
        return Portraits(accepted=tuple(accepted.values()), doubt=first_open(doubts))


class Search:
    """`called` is by what the author's slide is told. The first slide is never found."""

    def __init__(self, parts: Sequence[Part], casting: Casting, called: Sequence[str]) -> None:
        self._later = parts[1:]
        self._casting = casting
        self._called = called

    def references(self) -> Part | None:
        """The last slide so titled, so labelled, or with many links; else the last of all."""
        rules = (
            lambda part: any(has_word(part.name, word) for word in REFERENCES),
            lambda part: _is_labelled(part) and not self._is_taken(part),
            lambda part: len(part.urls) >= MANY_LINKS and not self._is_taken(part),
            lambda part: part is self._later[-1] and not self._is_taken(part),
        )
        return next((part for rule in rules for part in reversed(self._later) if rule(part)), None)

    def author(self, references: Part | None) -> Part | None:
        """By its title, else by its text and a picture; else the one before the references."""
        rules = (
            lambda part: any(fold(part.name) == fold(name) for name in self._called),
            self._has_authors_title,
            lambda part: bool(part.pictures) and not self._casting.sure(part) and self._speaks_of_author(part),
        )
        for rule in rules:
            found = [part for part in self._later if part is not references and rule(part)]
            if found:
                return max(found, key=lambda part: (bool(part.pictures), self._later.index(part)))
        before = self._later.index(references) - 1 if references else -1
        return self._later[before] if before >= 0 and not self._casting.of(self._later[before]).character else None

    def _is_taken(self, part: Part) -> bool:
        """Whether its title says that it is another one."""
        return self._casting.sure(part) or self._has_authors_title(part)

    def _has_authors_title(self, part: Part) -> bool:
        return any(has_word(part.name, name) for name in (*self._called, "author"))

    def _speaks_of_author(self, part: Part) -> bool:
        return any(has_word(part.slide.text, name) for name in self._called)


def _is_labelled(part: Part) -> bool:
    return any(fold(item.text).rstrip(" :") in REFERENCES for item in slide_text.items(part.slide))
