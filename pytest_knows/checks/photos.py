"""Pictures of a deck or from elsewhere, known by their fingerprints: whether two are the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, partial
from itertools import product

from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.images import HASH_DISTANCE
from pytest_knows.checks.linked_pictures import are_same, leads_to, with_copy
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode
from pytest_knows.judge import Judge
from pytest_knows.scoring import Mechanism

MOSTLY = 0.5
"""Of a bitmap: where a crop leaves less of it, what is left is another picture."""
KEPT = 8
"""Pictures that are kept as a judge is shown them: the same one may stand on several slides."""


class Photo:
    """A picture by name; its pixels are not kept. `picture` is where it is in the deck, if it is one of the deck's."""

    def __init__(self, name: str, data: Callable[[], bytes], picture: Picture | None = None) -> None:
        self.name = name
        self.picture = picture
        self._data = data
        self._crop = picture.crop if picture else (0, 0, 0, 0)

    @classmethod
    def of(cls, picture: Picture) -> Photo:
        return cls(repr(picture), picture.data, picture)

    @classmethod
    def of_page(cls, page: Page) -> Photo:
        """What was recorded under its address."""
        return cls(page.url, lambda: page.body)

    def __repr__(self) -> str:
        return self.name

    def seen(self) -> Pixels:
        """What its crop leaves; raises `DamagedEvidence`, as do the following."""
        whole = decode(self._data(), self.name)
        return whole.cropped(*self._crop) if any(self._crop) else whole

    def png(self) -> bytes:
        """What its crop leaves, for a judge."""
        return _png(self)

    @cached_property
    def _fingerprints(self) -> Attempt[tuple[Fingerprint, ...]]:
        return Attempt(self._taken)

    def _taken(self) -> tuple[Fingerprint, ...]:
        whole = decode(self._data(), self.name)
        if not any(self._crop):
            return (whole.fingerprint,)
        left, top, right, bottom = self._crop
        seen = whole.cropped(*self._crop).fingerprint
        return (whole.fingerprint, seen) if (1 - left - right) * (1 - top - bottom) >= MOSTLY else (seen,)

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """Of the whole picture, unless its crop hides most of that, and of what the crop leaves."""
        return self._fingerprints.get()

    @property
    def is_readable(self) -> bool:
        return self._fingerprints.open is None

    @property
    def fingerprint(self) -> Fingerprint:
        """The first of them."""
        return self.fingerprints[0]

    @property
    def visible(self) -> Fingerprint:
        """Of what the crop leaves."""
        return self.fingerprints[-1]

    def likeness(self, other: Photo, within: int = HASH_DISTANCE) -> Mechanism | None:
        """How both are found to be the same picture without a judge: deterministic by their pixels, fuzzy_match by
        hashes at most `within` bits apart; None if they are not."""
        pairs = list(product(self.fingerprints, other.fingerprints))
        if any(one.identical(two) for one, two in pairs):
            return Mechanism.DETERMINISTIC
        return Mechanism.FUZZY_MATCH if any(one.distance(two) <= within for one, two in pairs) else None

    def is_same(self, judge: Judge, key: str, found: Photo | Pixels) -> bool:
        """A judge's word on whether what was found is this picture."""
        return are_same(judge, key, self.png(), found.png())

    def is_shown_at(
        self,
        links: Iterable[str],
        pages: Pages,
        ask: Callable[[Pixels], bool] | None = None,
        within: int = HASH_DISTANCE,
    ) -> bool:
        """Whether one of the links, or of the archived copies of what refused, leads to it, as `leads_to`. Raises what
        stands in the way if none does as far as one can tell; that the picture itself cannot be read comes first."""
        _ = self.fingerprint
        tries = [address for url in links for address in with_copy(url, pages)]
        return some(Attempt(partial(leads_to, url, self, pages, ask, within=within)) for url in tries)


@lru_cache(KEPT)
def _png(photo: Photo) -> bytes:
    return photo.seen().png()


class Album:
    """One `Photo` of each picture and crop, however often it stands in the deck."""

    def __init__(self) -> None:
        self._photos: dict[object, Photo] = {}

    def __call__(self, picture: Picture) -> Photo:
        key = (picture.url, picture.crop) if picture.url else picture
        return self._photos.setdefault(key, Photo.of(picture))
