"""Pictures of slides and of Wikipedia, and whether two are the same."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.presentation import Picture, Slide
from pytest_knows.checks.linked_pictures import same_as
from pytest_knows.evidence.pages import Page
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode
from pytest_knows.judge import Judge
from pytest_knows.scoring import Mechanism

SMALLEST = 0.01
"""Of the page; a smaller picture is an ornament."""
NOWHERE = Rect(0, 0, 0, 0)


class Photo:
    """A picture by name; its pixels are not kept. `rect` is where it is on a slide, `area` how much lies on that."""

    def __init__(
        self,
        name: str,
        data: Callable[[], bytes],
        crop: tuple[float, float, float, float] = (0, 0, 0, 0),
        rect: Rect = NOWHERE,
        area: float = 0,
    ) -> None:
        self.name = name
        self.rect = rect
        self.area = area
        self._data = data
        self._crop = crop

    @classmethod
    def on_slide(cls, picture: Picture, slide: Slide) -> "Photo":
        area = picture.rect.clipped(slide.rect).area
        return cls(repr(picture), picture.data, picture.crop, picture.rect, area)

    @classmethod
    def of_page(cls, page: Page) -> "Photo":
        """Raises `DamagedEvidence` if it is no picture that can be read."""
        photo = cls(page.url, lambda: page.body)
        _ = photo.fingerprints
        return photo

    def __repr__(self) -> str:
        return self.name

    def visible(self) -> Pixels:
        """What its crop leaves; raises `DamagedEvidence`."""
        whole = decode(self._data(), self.name)
        return whole.cropped(*self._crop) if any(self._crop) else whole

    @cached_property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """Of what is seen, and of the whole; raises `DamagedEvidence`."""
        seen = self.visible().fingerprint
        return (seen, decode(self._data(), self.name).fingerprint) if any(self._crop) else (seen,)

    def likeness(self, other: "Photo", within: int) -> Mechanism | None:
        """How they are found to be the same picture without a judge; raises `DamagedEvidence`."""
        pairs = list(product(self.fingerprints, other.fingerprints))
        if any(one.identical(two) for one, two in pairs):
            return Mechanism.DETERMINISTIC
        return Mechanism.FUZZY_MATCH if any(one.distance(two) <= within for one, two in pairs) else None

    def judged_same(self, other: "Photo", judge: Judge, key: str) -> bool:
        return same_as(judge, key, other.visible())(self.visible())


@dataclass(frozen=True, slots=True)
class Pair:
    """The largest pictures of the slide's left and right half."""

    left: Photo | None
    right: Photo | None

    @classmethod
    def on(cls, slide: Slide) -> "Pair":
        middle, least = slide.width / 2, SMALLEST * slide.width * slide.height
        sides: dict[bool, list[Photo]] = {True: [], False: []}
        for picture in slide.pictures:
            photo = Photo.on_slide(picture, slide)
            if photo.area >= least:
                sides[picture.rect.centre[0] < middle].append(photo)
        return cls(largest(sides[True]), largest(sides[False]))


def largest(photos: Iterable[Photo]) -> Photo | None:
    """The first in order of equally large ones."""
    return max(photos, key=lambda photo: photo.area, default=None)
