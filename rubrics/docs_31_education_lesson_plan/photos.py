"""The pictures at the end: which of them belong together, and where the pages show them."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.artifact.document import Line, Picture
from pytest_knows.artifact.geometry import Rect
from pytest_knows.checks import images, layout
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.text import fold
from pytest_knows.evidence.pdf import Placement
from pytest_knows.evidence.pictures import decode
from pytest_knows.scoring import Mechanism, consulted

from .plan import Part

CAPTION = 120
"""Characters; a longer paragraph is body text."""
LOWER_PART, SHARE = 3 / 5, 0.5
"""The foot of a page begins there, of its height; a picture stands in it with that share of its area."""
MARGIN_BAND = 0.15
"""Of a page's height: where its header and footer can be."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Photo:
    """A picture of the group."""

    picture: Picture
    line: Line
    part: Part
    number: int

    def __repr__(self):
        return f"picture {self.number}"

    @cached_property
    def shown(self) -> Attempt:
        """With its pixels; open if it cannot be read."""
        return Attempt(lambda: images.Shown(picture=self.picture, whole=decode(self.picture.data(), repr(self))))

    @cached_property
    def png(self) -> bytes:
        """For a judge; raises `DamagedEvidence`."""
        return self.shown.get().visible.png()

    @cached_property
    def digest(self) -> object:
        """Equal for copies of one file."""
        data = Attempt(self.picture.data)
        return self.picture.object_id if data.open else hashlib.sha256(data.known).digest()


def group(body: list[Part]) -> list[Photo]:
    """From the end back to the first list item or body text; if no picture stands there, all of the body."""
    found: list[Photo] = []
    for part in reversed(body):
        found[:0] = _photos(part)
        if part.listed or len(part.text) > CAPTION:
            break
    found = found or [photo for part in body for photo in _photos(part)]
    return [
        Photo(picture=photo.picture, line=photo.line, part=photo.part, number=number)
        for number, photo in enumerate(found, 1)
    ]


def _photos(part):
    return [Photo(picture=picture, line=line, part=part, number=0) for picture, line in part.pictures]


def distinct(photos: list[Photo]) -> list[Photo]:
    """The first of each file."""
    return list({photo.digest: photo for photo in reversed(photos)}.values())[::-1]


# -- Side by side, as the text says it ---------------------------------------------------------------------------------


def in_one_line(photos: list[Photo]) -> bool:
    """In different cells of one table row, or in one line of a paragraph that is wide enough for them."""
    consulted(Mechanism.STRUCTURAL)
    first = photos[0]
    if first.part.row is not None and all(photo.part.row is first.part.row for photo in photos):
        return len({id(photo.part.cells[0]) for photo in photos}) == len(photos)
    inline = all(photo.line is first.line and not photo.picture.positioned for photo in photos)
    return inline and sum(photo.picture.width for photo in photos) <= first.part.tab.text_width + 1


# -- On the pages ------------------------------------------------------------------------------------------------------


def places(photos: list[Photo], rendering) -> dict[Photo, Attempt]:
    """Photo -> the attempt to find its `Placement`, None if no page shows it. Of copies the last ones."""
    copies: dict[object, list[Photo]] = {}
    for photo in photos:
        copies.setdefault(photo.digest, []).append(photo)
    found: dict[Photo, Attempt] = {}
    for alike in copies.values():
        shown = Attempt(lambda alike=alike: images.placements(rendering, alike[0].shown.get()))
        placed = [None] * len(alike) + list(shown.known or ())
        for photo, place in zip(reversed(alike), reversed(placed), strict=False):
            found[photo] = shown if shown.open else Attempt(lambda place=place: place)
    return found


@dataclass(frozen=True, kw_only=True)
class LastPage:
    """The last page that shows anything but its header and footer: `texts` (folded text, place) and `pictures`."""

    number: int
    rect: Rect
    texts: tuple[tuple[str, Rect], ...]
    pictures: tuple[Rect, ...]


def last_page(doc, rendering) -> LastPage | None:
    margins = {_wordy(line.text) for tab in doc.tabs for segment in tab.margins for line in segment.lines}
    logos = _in_margins(doc, rendering)
    for page in reversed(rendering.pages):
        lines = (line for line in rendering.lines_of(page.index) if not _is_margin(line, page.rect, margins))
        texts = [(fold(line.text), line.rect) for line in lines]
        pictures = [place.rect for place in page.placements if place not in logos]
        if texts or pictures:
            return LastPage(number=page.index, rect=page.rect, texts=tuple(texts), pictures=tuple(pictures))
    return None


def _is_margin(line, page, margins):
    outside = line.rect.bottom <= MARGIN_BAND * page.height or line.rect.top >= (1 - MARGIN_BAND) * page.height
    return outside and _wordy(line.text) in margins


def _wordy(text):
    """Without blanks and numbers: the document does not say the numbers of its pages."""
    return "".join(letter for letter in fold(text) if not letter.isdigit() and letter != " ")


def _in_margins(doc, rendering) -> list[Placement]:
    pictures = [picture for tab in doc.tabs for segment in tab.margins for picture in segment.pictures]
    return [place for shown in images.decoded(pictures).shown for place in images.placements(rendering, shown)]


def at_foot(place: Placement | None, group_on_page: list[Rect], page: LastPage, body: list[Part]) -> bool:
    """On the last page, and in its lower part or with nothing but captions below the pictures and something above."""
    if place is None or place.page != page.number:
        return False
    if layout.inside_ratio(place.rect, layout.zone(page.rect, top=LOWER_PART)) >= SHARE:
        return True
    bounds = Rect.union(group_on_page)
    others = [(text, rect) for text, rect in page.texts] + [
        ("", rect) for rect in page.pictures if not any(layout.alike(rect, own) > SHARE for own in group_on_page)
    ]
    above = any(rect.bottom <= bounds.top + 1 for _, rect in others)
    below = [text for text, rect in others if rect.top >= bounds.bottom - 1]
    return above and all(_is_caption(text, body) for text in below)


def _is_caption(text: str, body: list[Part]) -> bool:
    """Whether a line of the page belongs to a short paragraph that is no list item; a picture, without text, does not.

    A line may be a part of a paragraph, or hold it behind a glyph or beside the caption of the next picture.
    """
    folded = ((part, fold(part.text)) for part in body if text and part.text)
    holding = [part for part, words in folded if text in words or words in text]
    return bool(text) and (not holding or any(len(part.text) <= CAPTION and not part.listed for part in holding))


# -- Which topic a picture shows ---------------------------------------------------------------------------------------


def matched(topics, photos, shows) -> tuple[set, set]:
    """The topics of a largest one-to-one assignment: those that have their picture for sure, and those that would have
    one if what is undecided turned out well. `shows[topic, photo]` is the attempt to know."""
    partner: dict[Photo, object] = {}

    def place(topic, allowed, tried):
        for photo in sorted(photos, key=partner.__contains__):
            if photo in tried or not allowed(shows[topic, photo]):
                continue
            tried.add(photo)
            if photo not in partner or place(partner[photo], allowed, tried):
                partner[photo] = topic
                return True
        return False

    sure = {topic for topic in topics if place(topic, lambda answer: bool(answer.known), set())}
    hoped = {topic for topic in topics if topic not in sure}
    return sure, {topic for topic in hoped if place(topic, lambda answer: answer.known or answer.open, set())}
