"""The pictures of a slide, and whether the addresses in their alternative texts lead to them."""

from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.artifact.presentation import Picture, Slide
from pytest_knows.checks import photos, sources
from pytest_knows.checks.photos import Photo
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Pages
from pytest_knows.scoring import Mechanism, recording

SMALLEST = 0.01
"""Of the page; what shows less is an icon or a logo."""
SAME = 15
"""Bits of 64 in which the hash of a source may differ (the benchmark's number)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """A photo where it hangs; `sources` are the addresses in its alternative text."""

    picture: Picture
    photo: Photo
    sources: tuple[str, ...]

    def __repr__(self) -> str:
        return repr(self.picture)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a picture is what one of its addresses leads to, and what decided that."""

    sourced: Attempt[bool]
    by: Mechanism


class Album:
    """The pictures of the deck; what is known of a photo is found out once, however often it is shown."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._photos = photos.Album()
        self._verdicts: dict[tuple[Photo, tuple[str, ...]], Verdict] = {}

    def on(self, slide: Slide) -> tuple[Print, ...]:
        """Those that can be seen on the slide, icons left out."""
        page, least = slide.rect, SMALLEST * slide.rect.area
        return tuple(self.print(one) for one in slide.pictures if one.rect.intersection(page) >= least)

    def print(self, picture: Picture) -> Print:
        found = sources.written_urls(f"{picture.description}\n{picture.title}")
        return Print(picture=picture, photo=self._photos(picture), sources=tuple(dict.fromkeys(found)))

    def verdict(self, one: Print) -> Verdict:
        key = (one.photo, one.sources)
        if key not in self._verdicts:
            self._verdicts[key] = self._judged(*key)
        return self._verdicts[key]

    def _judged(self, photo: Photo, cited: tuple[str, ...]) -> Verdict:
        if not cited:
            return Verdict(sourced=Attempt(lambda: False), by=Mechanism.DEPENDENCY_NOT_EVALUATED)
        links = [address for url in cited for address in addresses(url)]
        with recording() as record:
            sourced = Attempt(lambda: photo.is_shown_at(links, self._pages, within=SAME))
        return Verdict(sourced=sourced, by=[Mechanism.EXECUTION_ERROR, *record.mechanisms][-1])


def addresses(url: str) -> Iterator[str]:
    """The picture that a search engine's address names, and the address itself."""
    parsed = urls.parse(url)
    target = parsed.param("imgurl", "mediaurl") if parsed else ""
    if target and urls.parse(target):
        yield target
    yield url
