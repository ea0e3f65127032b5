"""The slides of the lesson: which is what, and what is where on those between the first and the summary."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.artifact.presentation import Box, Passage, Picture, Slide
from pytest_knows.checks import slide_text
from pytest_knows.checks.filled import is_filled
from pytest_knows.checks.photos import Album, Photo
from pytest_knows.checks.slide_text import Item
from pytest_knows.checks.text import has_word
from pytest_knows.evidence import urls
from pytest_knows.rubric import fail
from pytest_knows.scoring import Mechanism

from .opening import WHOLE
from .parts import distinct, is_small, links, links_in_text, names_credit, names_source, parts

TITLE_WITHIN = 1_500_000 / 5_143_500
"""A text that begins in that upper part of a slide without a title placeholder is its heading."""
TINY = 14
"""Points; what has less is no content."""
SHORTEST = 3
"""Characters of a paragraph that stands for a list item."""

_FRAME = ("SLIDE_NUMBER", "FOOTER", "DATE_AND_TIME")
_TITLES = ("TITLE", "CENTERED_TITLE", "SUBTITLE")


class Section:
    """A slide with what people see in it. Parts of texts: see `parts`."""

    def __init__(self, slide: Slide, number: int, album: Album) -> None:
        self.slide = slide
        self.number = number
        self._album = album

    def __repr__(self) -> str:
        return f"slide {self.number}"

    @property
    def text(self) -> str:
        return self.slide.text

    @cached_property
    def heading(self) -> Passage | None:
        return slide_text.title(self.slide, TITLE_WITHIN)

    @property
    def name(self) -> str:
        """The heading on one line, "" if there is none."""
        return " ".join(self.heading.text.split()) if self.heading else ""

    @cached_property
    def parts(self) -> tuple[Passage, ...]:
        """Without the heading."""
        return tuple(parts(self.slide.text_boxes, self.heading))

    @cached_property
    def picture(self) -> Picture | None:
        """The largest one; a picture behind everything is none beside others."""
        page = self.slide.rect
        beside = [one for one in self.slide.pictures if one.rect.intersection(page) < WHOLE * page.area]
        return max(beside or self.slide.pictures, key=lambda picture: picture.rect.area, default=None)

    @property
    def photo(self) -> Photo | None:
        """What that picture shows."""
        return self._album(self.picture) if self.picture else None

    # -- Sources -------------------------------------------------------------------------------------------------------

    @cached_property
    def credit(self) -> Passage | None:
        """Of the picture: the nearest of the small texts beneath it that name a source."""
        if self.picture is None:
            return None
        rect, slack = self.picture.rect, 0.05 * self.slide.height
        found = [
            part
            for part in self.parts
            if part.extent.top >= rect.bottom - slack
            and rect.left <= part.extent.centre[0] <= rect.right
            and names_credit(part)
            and is_small(part)
        ]
        return min(found, key=lambda part: abs(part.extent.top - rect.bottom), default=None)

    @cached_property
    def citation(self) -> Passage | None:
        """Of the other texts that name a source, the one that is most like one in small type at the lower left."""
        found = [part for part in self.parts if part is not self.credit and names_source(part)]
        return max(found, key=self._fits_lower_left, default=None)

    @cached_property
    def citation_count(self) -> int:
        """What of small, low and left the citation is."""
        return self._fits_lower_left(self.citation) if self.citation else 0

    def _fits_lower_left(self, part: Passage) -> int:
        extent, width = part.extent, self.slide.width
        at_edge = extent.left <= 0.1 * width and part.alignments == ("left",)
        left = extent.centre[0] <= 0.5 * width or at_edge
        return is_small(part) + (extent.top >= 0.6 * self.slide.height) + left

    @cached_property
    def source(self) -> str:
        """The cited address: the citation's first, or else the first of the lowest text with one; "" if there is
        none."""
        low = sorted((part for part in self.parts if part is not self.credit), key=lambda part: -part.extent.top)
        cited = [self.citation] if self.citation_count >= 2 else low
        found = (url for part in cited for url in links(part) if not urls.is_picture(url))
        return next(found, "")

    @cached_property
    def credited(self) -> tuple[str, ...]:
        """The addresses where the picture is said to come from."""
        found = links(self.credit) if self.credit else ()
        return found or self._below() or self._behind_picture()

    def _below(self) -> tuple[str, ...]:
        """Those of the nearest text below the picture that has some."""
        if self.picture is None:
            return ()
        rect = self.picture.rect
        left, right = rect.left - 0.3 * rect.width, rect.right + 0.3 * rect.width
        found = [
            part
            for part in self.parts
            if part is not self.citation
            and part.extent.top >= rect.bottom - 0.1 * rect.height
            and left <= part.extent.centre[0] <= right
            and links(part)
        ]
        nearest = min(found, key=lambda part: abs(part.extent.top - rect.bottom), default=None)
        return links(nearest) if nearest else ()

    def _behind_picture(self) -> tuple[str, ...]:
        own = links_behind(self.picture) if self.picture else ()
        return own or tuple(url for picture in self.slide.pictures for url in links_behind(picture))

    # -- Content -------------------------------------------------------------------------------------------------------

    @cached_property
    def _listed(self) -> tuple[Item, ...]:
        return tuple(item for item in slide_text.items(self.slide, self.heading) if item.bulleted)

    @cached_property
    def _named_sources(self) -> tuple[Passage, ...]:
        """Citation and credit; a list that names a source among its items is content."""
        lines = {id(item.passage.lines[0]) for item in self._listed}
        found = [part for part in (self.citation, self.credit) if part]
        return tuple(part for part in found if sum(id(line) in lines for line in part.lines) < 2)

    @cached_property
    def bullets(self) -> tuple[str, ...]:
        """The list items, with a marker or with a typed one."""
        return tuple(item.text for item in self._listed)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The bullets; on a slide without any, the paragraphs of the longest text."""
        return self.bullets or self._paragraphs

    @property
    def _paragraphs(self) -> tuple[str, ...]:
        texts: dict[Box, list[str]] = {}
        for part in self.parts:
            box = part.boxes[0]
            if part not in self._named_sources and box.placeholder not in _TITLES:
                texts.setdefault(box, []).extend(part.paragraphs)
        longest = max(texts.values(), key=lambda paragraphs: sum(map(len, paragraphs)), default=[])
        return tuple(text.strip() for text in longest if len(text.strip()) >= SHORTEST)

    @cached_property
    def content(self) -> tuple[Passage, ...]:
        """What is neither heading nor source, nor stands at the frame of every slide."""
        return tuple(
            part
            for part in self.parts
            if part not in self._named_sources
            and part.boxes[0].placeholder not in _TITLES + _FRAME
            and not is_small(part, TINY)
        )


def links_behind(picture: Picture) -> tuple[str, ...]:
    """Addresses that the alternative text of a picture names, or the picture itself leads to."""
    return (*links_in_text(f"{picture.title}\n{picture.description}"), *filter(None, [picture.link]))


def links_of(slide: Slide) -> tuple[str, ...]:
    """Of the texts and behind the pictures."""
    found = [url for part in parts(slide.text_boxes) for url in links(part)]
    return distinct([*found, *(url for picture in slide.pictures for url in links_behind(picture))])


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """`trailing` is what follows the summary: an invitation to ask, or a bibliography."""

    sections: tuple[Section, ...]
    summary: Section
    trailing: Section | None


def read_lesson(slides: Iterable[Slide], facts) -> Lesson | None:
    """None if there are fewer than three slides with anything on them."""
    album = Album()
    found = [Section(slide, place, album) for place, slide in enumerate(slides, 1) if is_filled(slide)]
    if len(found) < 3:
        return None
    trails = len(found) > 3 and _trails(found[-1], found[-2], facts)
    end = len(found) - 2 if trails else len(found) - 1
    return Lesson(sections=tuple(found[1:end]), summary=found[end], trailing=found[-1] if trails else None)


def _trails(last: Section, before: Section, facts) -> bool:
    def has_any(text, words):
        return any(has_word(text, word) for word in words)

    if not has_any(before.name, facts.summary_words) or has_any(last.name, facts.summary_words):
        return False
    return has_any(last.name or last.text, facts.closing_words)


def need(found, what: str):
    """What an item needs of another step."""
    if not found:
        fail(f"no {what}", Mechanism.DEPENDENCY_NOT_EVALUATED)
    return found


def without_heading(section: Section) -> str:
    """The text but for the heading; a lone text that is in no title placeholder is no heading."""
    told = section.parts
    if not told and section.heading and section.heading.boxes[0].placeholder not in _TITLES:
        told = (section.heading,)
    return "\n".join(paragraph for part in told for paragraph in part.paragraphs)
