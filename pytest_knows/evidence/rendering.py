"""The exported PDF as a reader sees it: lines of words, found text, pictures with their places.

Coordinates are pt from the top-left corner of a page, pages count from 0.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from pytest_knows.artifact.geometry import Rect
from pytest_knows.checks.text import fold
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pdf import PdfPageView, Placement, Word
from pytest_knows.evidence.pictures import Fingerprint, Pixels

GAP_EM = 3
"""A gap wider than this (em) ends a line: what stands behind it is another column."""


MAX_FOUND = 200
"""Nobody needs more places of one text; a document that repeats it endlessly must not cost hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine:
    """Words of one page on one level, left to right."""

    words: tuple[Word, ...] = field(repr=False)
    page: int

    def __repr__(self) -> str:
        return f"TextLine({self.text[:60]!r}, page {self.page})"

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def rect(self) -> Rect:
        return Rect.union(word.rect for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A text that was found: its box, and the line that it (or its beginning) stands in."""

    page: int
    rect: Rect
    line: TextLine
    span: tuple[int, int] = field(default=(0, 0), repr=False)
    """Position in the folded characters of the whole document."""

    def lies_in(self, other: Found) -> bool:
        """Whether it is a part of the other one."""
        return other.span[0] <= self.span[0] and self.span[1] <= other.span[1]


class Rendering:
    """Raises `DamagedEvidence` if `pdf` is not a PDF that can be read."""

    def __init__(self, pdf: bytes) -> None:
        import pypdfium2 as pdfium

        try:
            self._document = pdfium.PdfDocument(pdf)
            self.pages = tuple(PdfPageView(self._document, index) for index in range(len(self._document)))
        except pdfium.PdfiumError as error:
            raise DamagedEvidence(f"the artifact's PDF export cannot be read: {error}") from error
        if not self.pages:
            raise DamagedEvidence("the artifact's PDF export has no page")

    def __repr__(self) -> str:
        return f"Rendering({len(self.pages)} pages)"

    @property
    def page_size(self) -> tuple[float, float]:
        """Width and height of page 1 in pt."""
        return self.pages[0].size

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """All lines in reading order: page by page, from top to bottom, on one level from left to right."""
        return tuple(line for page in range(len(self.pages)) for line in self.lines_of(page))

    def lines_of(self, page: int) -> tuple[TextLine, ...]:
        """The lines of one page, from top to bottom, without reading the other pages."""
        return tuple(_lines(self.pages[page].words))

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """All pictures, page by page, from top to bottom and from left to right."""
        found = (placement for page in self.pages for placement in page.placements)
        return tuple(sorted(found, key=lambda item: (item.page, item.rect.top, item.rect.left)))

    def find(self, text: str) -> tuple[Found, ...]:
        """Where the text's words stand one after the other, folded, blanks ignored, whole words only.

        In reading order, the first `MAX_FOUND` places.
        """
        target = "".join(map(_key, text))
        places: list[Found] = []
        start = self._folded.find(target) if target else -1
        while start >= 0 and len(places) < MAX_FOUND:
            place = self._place(start, start + len(target))
            places += [place] if place else []
            start = self._folded.find(target, start + 1)
        return tuple(places)

    def closest_line(self, text: str, at_least: float = 60) -> Found | None:
        """The line whose words, in any order, are most like the text's (rapidfuzz's token sort ratio, 0 to 100)."""
        from rapidfuzz import fuzz

        wanted = fold(text)
        rated = [(fuzz.token_sort_ratio(wanted, fold(line.text)), line) for line in self.lines]
        best, line = max(rated, key=lambda pair: pair[0], default=(0.0, None))
        return Found(page=line.page, rect=line.rect, line=line) if line and best >= at_least else None

    def showing(self, pictures: Sequence[Pixels], within: int) -> tuple[Placement, ...]:
        """The placements of one picture, given in one or several renditions (whole, cropped).

        Those with the very pixels if there are any, else those whose perceptual hash is nearest, at most `within` bits.
        """
        wanted = [picture.fingerprint for picture in pictures]
        exact = [place for place, print_ in self._fingerprints if any(print_.identical(other) for other in wanted)]
        if exact:
            return tuple(exact)
        rated = [(min((print_.distance(p) for p in wanted), default=65), place) for place, print_ in self._fingerprints]
        nearest = min((distance for distance, _ in rated), default=65)
        return tuple(place for distance, place in rated if distance == nearest <= within)

    @cached_property
    def _fingerprints(self) -> tuple[tuple[Placement, Fingerprint], ...]:
        """The placements that can be decoded; a damaged one shows none of the pictures that are looked for."""
        return tuple((place, found) for place in self.placements if (found := _fingerprint(place)) is not None)

    @cached_property
    def _characters(self) -> tuple[tuple[str, TextLine, Word, int], ...]:
        """(folded character, line, word, position in the word) of all characters in reading order."""
        return tuple(
            (key, line, word, position)
            for line in self.lines
            for word in line.words
            for position, letter in enumerate(word.text)
            for key in _key(letter)
        )

    @cached_property
    def _folded(self) -> str:
        return "".join(entry[0] for entry in self._characters)

    def _place(self, start: int, end: int) -> Found | None:
        letters = self._characters[start:end]
        line = letters[0][1]
        if line.page != letters[-1][1].page or self._continues(start) or self._continues(end):
            return None
        rect = Rect.union(word.boxes[position] for _, _, word, position in letters)
        return Found(page=line.page, rect=rect, line=line, span=(start, end))

    def _continues(self, border: int) -> bool:
        """Whether letters or digits of one word stand on both sides of the border."""
        if not 0 < border < len(self._characters):
            return False
        before, after = self._characters[border - 1], self._characters[border]
        return before[2] is after[2] and _wordlike(before[0]) and _wordlike(after[0])


def _lines(words: Sequence[Word]) -> Iterator[TextLine]:
    rows: list[list[tuple[Rect, Word]]] = []
    for rect, word in sorted(((word.rect, word) for word in words), key=lambda pair: (pair[0].centre[1], pair[0].left)):
        if rows and _level(rows[-1][0][0], rect):
            rows[-1].append((rect, word))
        else:
            rows.append([(rect, word)])
    for row in rows:
        yield from _split(sorted(row, key=lambda pair: pair[0].left))


def _level(a: Rect, b: Rect) -> bool:
    """Whether the centres differ by less than half the smaller height."""
    return abs(a.centre[1] - b.centre[1]) < min(a.height, b.height) / 2


def _split(row: Sequence[tuple[Rect, Word]]) -> Iterator[TextLine]:
    start = 0
    for position in range(1, len(row) + 1):
        if position < len(row):
            (before, left), (after, right) = row[position - 1], row[position]
            if after.left - before.right <= GAP_EM * max(left.em, right.em):
                continue
        words = tuple(word for _, word in row[start:position])
        yield TextLine(words=words, page=words[0].page)
        start = position


@lru_cache(maxsize=4096)
def _key(letter: str) -> str:
    """A character as it is compared; decomposed, so that it does not matter how accents are written."""
    return unicodedata.normalize("NFKD", fold(letter)).replace(" ", "")


def _wordlike(letter: str) -> bool:
    return letter.isalnum() or unicodedata.combining(letter) > 0


def _fingerprint(placement: Placement) -> Fingerprint | None:
    try:
        return placement.pixels.fingerprint
    except DamagedEvidence:
        return None
