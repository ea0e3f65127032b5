"""What the slides of the deck are: the title slide, the colours, the recommendation."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_knows.artifact.presentation import Box, Slide
from pytest_knows.checks.slide_text import title_boxes

from . import names
from .choice import recommends, trimmed
from .photos import Album, Print

HIGH = 0.3
"""Of the height; a text box that begins farther down is no title."""
OPENING = 0.7
"""On the title slide, where the text may stand on the picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ColourSlide:
    """A slide with a title. `name` is the colour that it names, `place` its number in the deck; `spellings` are the
    folded words of the name, and of the whole title where that has several lines."""

    place: int
    name: str
    spellings: tuple[tuple[str, ...], ...]
    slide: Slide
    prints: tuple[Print, ...]

    def __repr__(self) -> str:
        return f"slide {self.place} ({self.name})"

    @property
    def words(self) -> tuple[str, ...]:
        return self.spellings[0]

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for two spellings of one colour."""
        return self.words or (self.name,)

    @classmethod
    def read(cls, place: int, slide: Slide, title: Box, room: str, album: Album) -> "ColourSlide":
        lines = [line.text for line, _ in title.placed]
        name, whole = (names.of_title(one, room) for one in (lines, [" ".join(lines)]))
        spellings = tuple(trimmed(one, room) or tuple(names.words(one)) for one in (name, whole))
        return cls(place=place, name=name, spellings=spellings, slide=slide, prints=album.on(slide))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookbook:
    """`content` are the slides between, each with its number; `recommendation` is one, too. `last` is the number of
    the last slide of all."""

    content: tuple[tuple[int, Slide], ...]
    recommendation: tuple[int, Slide] | None
    last: int

    def colours(self, room: str, album: Album) -> tuple[ColourSlide, ...]:
        titled = ((place, slide, find_title(slide)) for place, slide in self.content)
        return tuple(ColourSlide.read(place, slide, box, room, album) for place, slide, box in titled if box)


def read_lookbook(numbered: Sequence[tuple[int, Slide]]) -> Lookbook:
    recommending = [one for one in numbered[1:] if recommends(one[1])]
    last = recommending[-1] if recommending else None
    return Lookbook(
        content=tuple(one for one in numbered[1:] if one is not last),
        recommendation=last,
        last=numbered[-1][0] if numbered else 0,
    )


def find_title(slide: Slide, within: float = HIGH) -> Box | None:
    """The likeliest title with letters, else without, that is no subtitle."""
    boxes = [box for box in title_boxes(slide, within) if box.placeholder != "SUBTITLE"]
    return next((box for box in boxes if any(map(str.isalpha, box.text))), next(iter(boxes), None))
