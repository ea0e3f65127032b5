"""The pictures of a slide, and whether the addresses in their alternative texts lead to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from pytest_knows.artifact.presentation import Picture, Slide
from pytest_knows.checks.linked_pictures import leads_to, with_copy
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode
from pytest_knows.scoring import Mechanism, recording

SMALLEST = 0.01
"""Of the page; what shows less is an icon or a logo."""
SAME = 15
"""Bits of 64 in which the hash of a source may differ (the benchmark's number)."""


class Bitmap:
    """What a picture is made of, wherever it stands; its pixels are not kept."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture

    def pixels(self) -> Pixels:
        """Raises `DamagedEvidence`."""
        return decode(self._picture.data(), repr(self._picture))

    @cached_property
    def _fingerprint(self) -> Attempt[Fingerprint]:
        return Attempt(lambda: self.pixels().fingerprint)

    @property
    def fingerprint(self) -> Fingerprint:
        """Raises `DamagedEvidence`."""
        return self._fingerprint.get()


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A picture where it stands; `sources` are the addresses in its alternative text."""

    picture: Picture
    bitmap: Bitmap
    sources: tuple[str, ...]

    def __repr__(self) -> str:
        return repr(self.picture)

    def png(self) -> bytes:
        """What its crop leaves, for a judge; raises `DamagedEvidence`."""
        return self.bitmap.pixels().cropped(*self.picture.crop).png()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a picture is what one of its addresses leads to, and what decided that."""

    sourced: Attempt[bool]
    by: Mechanism


class Album:
    """The pictures of the deck; what is known of a bitmap is found out once, however often it is shown."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._bitmaps: dict[object, Bitmap] = {}
        self._verdicts: dict[tuple[Bitmap, tuple[str, ...]], Verdict] = {}

    def on(self, slide: Slide) -> tuple[Photo, ...]:
        """Those that can be seen on the slide, icons left out."""
        page, least = slide.rect, SMALLEST * slide.rect.area
        return tuple(self.photo(one) for one in slide.pictures if one.rect.intersection(page) >= least)

    def photo(self, picture: Picture) -> Photo:
        bitmap = self._bitmaps.setdefault(picture.url or picture, Bitmap(picture))
        found = dict.fromkeys(urls.find(f"{picture.description}\n{picture.title}"))
        return Photo(picture=picture, bitmap=bitmap, sources=tuple(found))

    def verdict(self, photo: Photo) -> Verdict:
        key = (photo.bitmap, photo.sources)
        if key not in self._verdicts:
            self._verdicts[key] = self._judged(*key)
        return self._verdicts[key]

    def _judged(self, bitmap: Bitmap, sources: tuple[str, ...]) -> Verdict:
        def is_sourced() -> bool:
            bitmap.fingerprint  # noqa: B018 - a picture that cannot be read is no fault of its addresses
            tries = [address for url in sources for address in self._tried(url)]
            return some(Attempt(partial(leads_to, url, bitmap, self._pages, None, within=SAME)) for url in tries)

        if not sources:
            return Verdict(sourced=Attempt(lambda: False), by=Mechanism.DEPENDENCY_NOT_EVALUATED)
        with recording() as record:
            sourced = Attempt(is_sourced)
        return Verdict(sourced=sourced, by=[Mechanism.EXECUTION_ERROR, *record.mechanisms][-1])

    def _tried(self, url: str) -> Iterator[str]:
        for address in addresses(url):
            yield from with_copy(address, self._pages)


def addresses(url: str) -> tuple[str, ...]:
    """The picture that a search engine's address names, and the address itself."""
    parsed = urls.parse(url)
    target = parsed.param("imgurl", "mediaurl") if parsed else ""
    return (target, url) if target and urls.parse(target) else (url,)
