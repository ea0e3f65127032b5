"""What the slides of the deck are: the title slide, the colours, the recommendation."""

from dataclasses import dataclass

from pytest_knows.artifact.presentation import Box, Slide
from pytest_knows.checks.slide_text import TITLES

from . import names
from .choice import recommends
from .photos import Album, Photo

HIGH = 0.3
"""Of the height; a text box that begins farther down is no title."""
OPENING = 0.7
"""On the title slide, where the text may stand on the picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ColourSlide:
    """A slide with a title. `name` is the colour that it names, `place` its number in the deck."""

    place: int
    name: str
    slide: Slide
    photos: tuple[Photo, ...]

    def __repr__(self) -> str:
        return f"slide {self.place} ({self.name})"

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for two spellings of one colour."""
        return tuple(names.words(self.name)) or (self.name,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookbook:
    """`content` are the slides between, each with its number; `recommendation` is one, too."""

    content: tuple[tuple[int, Slide], ...]
    recommendation: tuple[int, Slide] | None
    length: int

    def colours(self, room: str, album: Album) -> tuple[ColourSlide, ...]:
        titled = [(place, slide, box) for place, slide in self.content if (box := find_title(slide))]
        return tuple(
            ColourSlide(
                place=place, name=names.of_title(box.placed[0][0].text, room), slide=slide, photos=album.on(slide)
            )
            for place, slide, box in titled
        )


def read_lookbook(slides: tuple[Slide, ...]) -> Lookbook:
    numbered = list(enumerate(slides, 1))
    recommending = [one for one in numbered[1:] if recommends(one[1])]
    last = recommending[-1] if recommending else None
    return Lookbook(
        content=tuple(one for one in numbered[1:] if one is not last), recommendation=last, length=len(slides)
    )


def find_title(slide: Slide, within: float = HIGH) -> Box | None:
    """A title placeholder with text, else the uppermost text that begins in the upper part and is no subtitle."""
    boxes = [box for box in slide.text_boxes if box.kind != "cell"]
    placeholders = [box for kind in TITLES for box in boxes if box.placeholder == kind]
    high = [box for box in boxes if box.extent.top < within * slide.height and box.placeholder != "SUBTITLE"]
    return next(iter(placeholders + sorted(high, key=lambda box: box.extent.top)), None)
