"""The pictures of a slide: what a viewer sees of them, which are the same, whether a link shows them."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from pytest_knows.artifact.presentation import Slide
from pytest_knows.checks import images
from pytest_knows.checks.photos import Photo
from pytest_knows.checks.quantifiers import Attempt, require_decided, some
from pytest_knows.errors import DamagedEvidence, Ungraded
from pytest_knows.evidence.gold import GoldData
from pytest_knows.evidence.pages import Pages
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.judge import Judge

SAME = 6
"""Bits of the perceptual hash: pictures of one slide that are no further apart are the same."""
MOST = 6
"""Pictures of a slide that are compared, the largest."""


class Photos:
    """The pictures of a slide, the largest first."""

    def __init__(self, slide: Slide) -> None:
        self._photos = [Photo.of(one) for one in sorted(slide.pictures, key=lambda one: -one.rect.area)[:MOST]]

    def __bool__(self) -> bool:
        return bool(self._photos)

    def different(self) -> list[Photo]:
        """Those that can be read, one of each: by what their crops leave, as two views may come from one file."""
        found: list[Photo] = []
        for one in filter(lambda photo: photo.is_readable, self._photos):
            if all(one.visible.distance(other.visible) > SAME for other in found):
                found.append(one)
        return found

    def require_read(self) -> None:
        """Raises why a picture cannot be read, if there is one."""
        require_decided(Attempt(lambda photo=photo: photo.visible).open for photo in self._photos)

    def are_shown_at(self, links: tuple[str, ...], pages: Pages, judge: Judge) -> bool:
        """Whether one of them is on one of the pages: by pixels or hash before the word of a judge."""

        def shown(photo: Photo, asking: bool) -> bool:
            return photo.is_shown_at(links, pages, partial(photo.is_same, judge, "same_picture") if asking else None)

        if any(Attempt(partial(shown, photo, False)).known for photo in self._photos):
            return True
        found = some(Attempt(partial(shown, photo, True)) for photo in self._photos)
        if not found:
            _require_pictures(links, pages)
        return found


def _require_pictures(links: tuple[str, ...], pages: Pages) -> None:
    """A page without any picture is no proof: what a browser shows was not recorded."""
    read = [page for url in links if (page := pages.get(url)) is not None and page.readable]
    if read and not any(page.picture_urls or page.content_type.startswith("image/") for page in read):
        raise DamagedEvidence(f"no picture is known of {', '.join(map(repr, read))}")


def references(gold: GoldData, folder: str) -> Sequence[Pixels]:
    """The gold pictures of a product; none if the archive has no such folder."""
    place = f"data/gold_images/{folder}"
    names = Attempt(lambda: gold.names(place))
    if isinstance(names.open, Ungraded):
        raise names.open
    return images.gold_pictures(gold, place) if names.known else ()


def shows_two_views(photos: Sequence[Photo], product: str, known: Sequence[Pixels], lines: bool, judge: Judge) -> bool:
    """Whether two of the pictures, or a single one, show the product from two sides; `lines`: or two of its lines."""
    other = " or two of its product lines" if lines else ""
    question = (
        f"Do picture 1 and picture 2 both show this product: {product}, in clearly different views{other}? "
        if len(photos) > 1
        else f"Does the picture hold two clearly different views of this product: {product}? "
    ) + "References, if there are any, show the product; another one of its kind is not the product."
    shown = images.numbered("reference", known)

    def ask(*pair: Photo) -> bool:
        return judge.yes_no("two_images", question, images={**images.numbered("picture", pair), **shown})

    pairs = combinations(photos, 2) if len(photos) > 1 else [photos]
    return some(Attempt(partial(ask, *pair)) for pair in pairs)
