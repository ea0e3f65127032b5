"""The pictures of a client's slide, and how much of a picture lies on its slide."""

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks.photos import Photo

SMALLEST = 0.01
"""Of the page; a smaller picture is an ornament."""
BACKDROP = 0.7
"""Of the page; a picture that covers as much is behind the others, if there are any."""


def share(photo: Photo, slide: Slide) -> float:
    """Of the slide, that a picture of it covers."""
    return photo.picture.rect.intersection(slide.rect) / slide.rect.area


@dataclass(frozen=True, slots=True)
class Pair:
    """The largest pictures of the slide's left and right half."""

    left: Photo | None
    right: Photo | None

    @classmethod
    def on(cls, slide: Slide) -> "Pair":
        photos = [photo for photo in map(Photo.of, slide.pictures) if share(photo, slide) >= SMALLEST]
        beside = [photo for photo in photos if share(photo, slide) < BACKDROP] or photos
        left = [photo for photo in beside if photo.picture.rect.centre[0] < slide.width / 2]
        return cls(largest(left, slide), largest([photo for photo in beside if photo not in left], slide))


def largest(photos: Iterable[Photo], slide: Slide) -> Photo | None:
    """The first in order of equally large ones."""
    return max(photos, key=lambda photo: share(photo, slide), default=None)
