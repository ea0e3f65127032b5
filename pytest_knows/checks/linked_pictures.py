"""Whether a link leads to a certain picture: to its file, or to a page that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

from pytest_knows.checks.images import HASH_DISTANCE
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import urls
from pytest_knows.evidence.pages import Page, Pages
from pytest_knows.evidence.pictures import Comparable, Pixels, decode
from pytest_knows.judge import Judge
from pytest_knows.scoring import Mechanism, consulted

MOST = 60
"""Pictures of a page that are looked at (the benchmark's number)."""
NEAREST = 5
"""Of them, by perceptual hash, a judge is asked about (the benchmark's number)."""
SMALLEST = 100
"""Pixels of width and of height; what is smaller on a page is an icon (the benchmark's number)."""
LARGEST = 16_000_000
"""Pixels of a picture on a page: several are held in memory."""


def to_record(links: Iterable[str], pages: Pages) -> Iterator[str]:
    """For a family's `evidence`: the links, and in a further round the pictures of those that lead to pages.

    One of each page in turn, so that no page uses up the number of pages that are fetched.
    """
    links = tuple(links)
    yield from links
    found = [page.picture_urls[:MOST] for url in links if (page := pages.get(url)) is not None and page.readable]
    yield from (url for turn in zip_longest(*found) for url in turn if url)


def with_copy(url: str, pages: Pages) -> Iterator[str]:
    """The address, and that of its archived copy if only that could be read."""
    yield url
    page = pages.get(url)
    copy = pages.get(urls.archived(url)) if page is not None and page.unreadable else None
    if copy is not None and copy.readable:
        yield copy.url


def same_as(judge: Judge, key: str, reference: Pixels) -> Callable[[Pixels], bool]:
    """Asks whether a picture is the reference."""
    return lambda found: are_same(judge, key, reference.png(), found.png())


def are_same(judge: Judge, key: str, first: bytes, second: bytes) -> bool:
    """A judge's word on whether both, as PNG, are one picture."""
    return judge.yes_no(
        key,
        "Are these the same picture? It may be cropped, scaled, compressed anew or slightly changed in colour; "
        "another picture of the same thing is not the same.",
        images={"first": first, "second": second},
    )


def leads_to(
    url: str,
    reference: Comparable,
    pages: Pages,
    ask: Callable[[Pixels], bool] | None,
    *,
    within: int = HASH_DISTANCE,
    in_pages: bool = True,
) -> bool:
    """Whether the link leads to the picture: the same pixels (deterministic), else a perceptual hash at most `within`
    bits away (fuzzy_match), else by the word of a judge, if there is one to `ask`.

    A link to a page counts if the page shows the picture and `in_pages` allows it; a dead one, and what is no URL, does
    not (deterministic). Raises `DamagedEvidence` if it could not be read. Of several links: `quantifiers.some`.
    """
    page = pages.get(url)
    if urls.parse(url) is None:
        consulted(Mechanism.DETERMINISTIC)
        return False
    if page is None or page.unreadable:
        raise DamagedEvidence(f"{url} could not be read: {page or 'it was not recorded'}")
    direct = Attempt(lambda: decode(page.body, url)) if page.readable else None
    if direct is not None and direct.known:
        return _any_same([direct.known], reference, ask, within)
    if direct is not None and direct.open and page.content_type.startswith("image/"):
        raise direct.open
    if page.dead or not in_pages:
        consulted(Mechanism.DETERMINISTIC)
        return False
    return _any_same(_shown_on(page, pages), reference, ask, within)


def _shown_on(page: Page, pages: Pages) -> Iterator[Pixels]:
    """The page's pictures as far as they can be had, icons left out; raises `DamagedEvidence` if none can."""
    addresses = page.picture_urls[:MOST]
    recorded = [found for address in addresses if (found := pages.get(address)) is not None and found.readable]
    if addresses and not recorded:
        raise DamagedEvidence(f"the pictures of {page} were not recorded")
    for found in recorded:
        pixels = Attempt(lambda found=found: decode(found.body, found.url, at_most=LARGEST)).known  # type: ignore[misc]
        if pixels is not None and min(pixels.size) >= SMALLEST:
            yield pixels


def _any_same(
    pictures: Iterable[Pixels], reference: Comparable, ask: Callable[[Pixels], bool] | None, within: int
) -> bool:
    near: list[tuple[int, int, Pixels]] = []
    for place, pixels in enumerate(pictures):
        if pixels.identical(reference):
            consulted(Mechanism.DETERMINISTIC)
            return True
        near = sorted([*near, (pixels.distance(reference), place, pixels)], key=lambda one: one[:2])[:NEAREST]
    alike = bool(near) and near[0][0] <= within
    consulted(Mechanism.FUZZY_MATCH, alike)
    if alike:
        return True
    return ask is not None and any(ask(pixels) for _, _, pixels in near)
