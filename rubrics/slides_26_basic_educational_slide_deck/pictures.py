"""Pictures of the deck, and whether a link leads to one."""

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial

from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.linked_pictures import leads_to, same_as, with_copy
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode
from pytest_knows.judge import Judge

WHOLE = 0.7
"""Of the page; a picture that covers so much is a background."""
KEPT = 8
"""Pictures that are kept as a judge is shown them: the same one may stand on several slides."""


class Photo:
    """A picture, wherever it stands; its pixels are not kept."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture

    def __repr__(self) -> str:
        return repr(self._picture)

    def pixels(self) -> Pixels:
        """All of it; raises `DamagedEvidence`."""
        return decode(self._picture.data(), repr(self))

    def png(self) -> bytes:
        """What its crop leaves, for a judge; raises `DamagedEvidence`."""
        return _cropped_png(self)

    def cropped(self) -> Pixels:
        return self.pixels().cropped(*self._picture.crop)

    @cached_property
    def _fingerprint(self) -> Attempt[Fingerprint]:
        return Attempt(lambda: self.pixels().fingerprint)

    @property
    def is_readable(self) -> bool:
        return self._fingerprint.open is None

    @property
    def fingerprint(self) -> Fingerprint:
        """Of all of it; raises `DamagedEvidence`."""
        return self._fingerprint.get()

    def is_shown_at(self, links: Sequence[str], pages: Pages, judge: Judge) -> bool:
        """Whether one of the links leads to it. Raises what stands in the way if none does as far as one can tell."""

        def same(found: Pixels) -> bool:
            return same_as(judge, "same_picture", self.pixels())(found)

        self.fingerprint  # noqa: B018 - a picture that cannot be read is no fault of the links
        tries = [address for url in links for address in with_copy(url, pages)]
        return some(Attempt(partial(leads_to, url, self, pages, same)) for url in tries)


@lru_cache(KEPT)
def _cropped_png(photo: Photo) -> bytes:
    return photo.cropped().png()


class Album:
    """One `Photo` of each picture, however often it stands in the deck."""

    def __init__(self) -> None:
        self._photos: dict[object, Photo] = {}

    def __call__(self, picture: Picture) -> Photo:
        key = (picture.url, picture.crop) if picture.url else picture
        return self._photos.setdefault(key, Photo(picture))
