"""Pictures of the deck, and whether a link leads to one."""

from functools import cached_property, partial

from pytest_knows.artifact.presentation import Picture
from pytest_knows.checks.linked_pictures import leads_to, same_as
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.evidence import urls
from pytest_knows.evidence.pictures import Fingerprint, Pixels, decode


class Photo:
    """A picture; its pixels are not kept."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __repr__(self) -> str:
        return repr(self.picture)

    def pixels(self) -> Pixels:
        """All of it; raises `DamagedEvidence`."""
        return decode(self.picture.data(), repr(self))

    def png(self) -> bytes:
        """What its crop leaves, for a judge."""
        return self.pixels().cropped(*self.picture.crop).png()

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

    def is_shown_at(self, links, pages, judge) -> bool:
        """Whether one of the links leads to it. Raises what stands in the way if none does as far as one can tell."""

        def same(found):
            return same_as(judge, "same_picture", self.pixels())(found)

        def tried(url):
            page = pages.get(url)
            copy = pages.get(urls.archived(url)) if page is not None and page.unreadable else None
            return (url, copy.url) if copy is not None and copy.readable else (url,)

        self.fingerprint  # noqa: B018 - a picture that cannot be read is no fault of the links
        tries = [address for url in links for address in tried(url)]
        return some(Attempt(partial(leads_to, url, self, pages, same)) for url in tries)
