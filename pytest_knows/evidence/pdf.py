"""One page of a PDF, read by pypdfium2: words and pictures, in pt from the top-left corner of the page as shown."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pytest_knows.artifact.geometry import Affine, Point, Rect
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import MAX_PIXELS, Pixels

if TYPE_CHECKING:
    from PIL import Image
    from pypdfium2 import PdfDocument, PdfImage, PdfObject, PdfPage, PdfTextPage

_LONGEST_SIDE = 4000
"""Pixels of a page that is drawn, however large an agent made it."""

_DEEPEST_FORM = 14
"""Forms within forms, as pypdfium2 follows them."""

_LINE_END_HYPHEN = "\x02"
"""What PDFium gives for a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Characters with nothing blank between them; `boxes` has one box per character (as tall as the font's line)."""

    text: str
    boxes: tuple[Rect, ...] = field(repr=False)
    em: float
    """The font size in pt."""
    rect: Rect
    page: int = 0

    @classmethod
    def of(cls, letters: list[str], boxes: list[Rect], em: float, page: int) -> Word:
        return cls(text="".join(letters), boxes=tuple(boxes), em=em, rect=Rect.union(boxes), page=page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A picture where a page shows it; `rect` is what its clip leaves of it."""

    page: int
    rect: Rect
    read: Callable[[], Pixels] = field(repr=False, compare=False)

    @property
    def pixels(self) -> Pixels:
        """The whole picture in its own resolution; raises `DamagedEvidence` if PDFium cannot decode it."""
        return self.read()


class PdfPageView:
    """A page of an open document; `index` from 0."""

    def __init__(self, document: PdfDocument, index: int) -> None:
        self._page: PdfPage = document[index]
        self.index = index
        self.size: tuple[float, float] = self._page.get_size()

    def __repr__(self) -> str:
        return f"PdfPageView({self.index}, {self.size[0]:.0f}x{self.size[1]:.0f} pt)"

    @property
    def rect(self) -> Rect:
        """The whole page."""
        return Rect(0, 0, *self.size)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """In the order in which the file draws them, which need not be that of reading."""
        text = self._page.get_textpage()
        try:
            return tuple(_words(text, self._seen, self.index))
        finally:
            text.close()

    @cached_property
    def text(self) -> str:
        """The letters of its words in that order, with whatever blanks; much faster than to find where they stand."""
        text = self._page.get_textpage()
        try:
            return "".join(map(_letter, map(ord, text.get_text_range())))
        finally:
            text.close()

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """In the order of drawing; pictures wholly clipped away are left out."""
        found = ((image, self._shown(image)) for image in _images(self._page))
        return tuple(self._placement(image, rect) for image, rect in found if rect is not None)

    def png(self, region: Rect, dpi: int = 150) -> bytes:
        """A picture of a part of the page (pt), for a judge or a report."""
        scale = min(dpi / 72, _LONGEST_SIDE / max(self.size))
        whole = self._page.render(scale=scale).to_pil()
        x0, y0, x1, y1 = (round(edge * scale) for edge in (region.left, region.top, region.right, region.bottom))
        return Pixels(whole.crop((x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)))).png()

    def _placement(self, image: Any, rect: Rect) -> Placement:
        return Placement(page=self.index, rect=rect, read=lambda: _pixels(image))

    @cached_property
    def _seen(self) -> Callable[[Point], Point]:
        """From the page's own space (y up, before its rotation) to what is seen."""
        left, bottom, right, top = self._page.get_bbox()
        turned: dict[int, Callable[[Point], Point]] = {
            0: lambda p: (p[0] - left, top - p[1]),
            90: lambda p: (p[1] - bottom, p[0] - left),
            180: lambda p: (right - p[0], p[1] - bottom),
            270: lambda p: (top - p[1], right - p[0]),
        }
        return turned[self._page.get_rotation() % 360]

    def _shown(self, image: PdfObject) -> Rect | None:
        """The picture's unit square and all clips around it, taken through the matrices of the forms that hold it."""
        corners: list[Point] = [_matrix(image)(corner) for corner in ((0, 0), (1, 0), (0, 1), (1, 1))]
        clips = _clips(image)
        holder = image.container
        while holder is not None:
            matrix = _matrix(holder)
            corners = [matrix(corner) for corner in corners]
            clips = [*([matrix(point) for point in clip] for clip in clips), *_clips(holder)]
            holder = holder.container
        rect = Rect.around(map(self._seen, corners))
        for clip in (*clips, self._edge()):
            rect = rect.clipped(Rect.around(map(self._seen, clip)))
            if rect.width <= 0 or rect.height <= 0:
                return None
        return rect

    def _edge(self) -> list[Point]:
        left, bottom, right, top = self._page.get_bbox()
        return [(left, bottom), (right, top)]


def _images(page: PdfPage, form: PdfObject | None = None, level: int = 0) -> Iterator[PdfObject]:
    """As `page.get_objects(filter=[an image])`, without an object for each of a page's thousands of texts."""
    import pypdfium2.raw as raw
    from pypdfium2 import PdfObject

    count, get = raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject
    if form is not None:
        count, get = raw.FPDFFormObj_CountObjects, raw.FPDFFormObj_GetObject
    parent = page if form is None else form
    for place in range(count(parent)):
        handle = get(parent, place)
        kind = raw.FPDFPageObj_GetType(handle)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            yield PdfObject(handle, page=page, pdf=page.pdf, container=form, level=level)
        elif kind == raw.FPDF_PAGEOBJ_FORM and level < _DEEPEST_FORM:
            inner = PdfObject(handle, page=page, pdf=page.pdf, container=form, level=level)
            yield from _images(page, inner, level + 1)


def _words(text: PdfTextPage, seen: Callable[[Point], Point], page: int) -> Iterator[Word]:
    letters: list[str] = []
    boxes: list[Rect] = []
    em = 0.0
    for letter, box, index in _characters(text, seen):
        if letters and (letter.isspace() or _jumps(boxes[-1], box)):
            yield Word.of(letters, boxes, em, page)
            letters, boxes = [], []
        if not letter.isspace():
            em = em if letters else _em(text, index) or box.height
            letters.append(letter)
            boxes.append(box)
    if letters:
        yield Word.of(letters, boxes, em, page)


def _characters(text: PdfTextPage, seen: Callable[[Point], Point]) -> Iterator[tuple[str, Rect, int]]:
    import pypdfium2.raw as raw

    count, position = text.count_chars(), 0
    while position < count:
        index, code = position, raw.FPDFText_GetUnicode(text, position)
        position += 1
        if 0xD800 <= code < 0xDC00 and position < count:
            code = 0x10000 + ((code - 0xD800) << 10) + (raw.FPDFText_GetUnicode(text, position) - 0xDC00)
            position += 1
        letter = _letter(code)
        # PDFium makes up blanks, and on a page with little text takes every letter for a line; gaps tell better.
        if letter and not (letter.isspace() and raw.FPDFText_IsGenerated(text, index)):
            yield letter, _box(text, index, seen), index


def _letter(code: int) -> str:
    letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    return "-" if letter == _LINE_END_HYPHEN else "" if letter == "\ufffe" else letter


def _box(text: PdfTextPage, index: int, seen: Callable[[Point], Point]) -> Rect:
    """As tall as the font's line; a font without metrics gives the box of the ink."""
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    if raw.FPDFText_GetLooseCharBox(text, index, box) and box.top > box.bottom:
        return _upright(seen((box.left, box.bottom)), seen((box.right, box.top)))
    left, bottom, right, top = text.get_charbox(index)
    return _upright(seen((left, bottom)), seen((right, top)))


def _upright(a: Point, b: Point) -> Rect:
    """As `Rect.around` of two points, for every character of a document."""
    return Rect(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))


def _em(text: PdfTextPage, index: int) -> float:
    import pypdfium2.raw as raw

    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text, index, matrix):
        return 0.0
    return float(raw.FPDFText_GetFontSize(text, index)) * float(abs(complex(matrix.c, matrix.d)))


def _jumps(before: Rect, box: Rect) -> bool:
    """Whether a new word begins: behind a gap, or in another place.

    Boxes are as wide as the letters advance, so that letters of a word touch. The narrowest blanks of common fonts are
    a fifth of the line's height.
    """
    height = min(before.height, box.height)
    gap = box.left - before.right
    if not -height <= gap <= height / 6:
        return True
    return abs(before.centre[1] - box.centre[1]) > max(before.height, box.height) / 2


def _matrix(item: PdfObject) -> Affine:
    a, b, c, d, e, f = item.get_matrix().get()
    return Affine(scale_x=a, scale_y=d, shear_x=c, shear_y=b, x=e, y=f)


def _clips(item: PdfObject) -> list[list[Point]]:
    """The corner points of every path that clips the object, in its holder's space."""
    import pypdfium2.raw as raw

    path = raw.FPDFPageObj_GetClipPath(item)
    clips = []
    for number in range(max(0, raw.FPDFClipPath_CountPaths(path)) if path else 0):
        points = [
            _end_point(raw.FPDFClipPath_GetPathSegment(path, number, segment))
            for segment in range(max(0, raw.FPDFClipPath_CountPathSegments(path, number)))
        ]
        if points:
            clips.append(points)
    return clips


def _end_point(segment: Any) -> Point:
    import pypdfium2.raw as raw

    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, x, y)
    return x.value, y.value


def _opaque(image: Image.Image) -> Image.Image:
    """Without the opacity that the page draws it with, which is not the picture's own; its mask stays."""
    if image.mode != "RGBA":
        return image
    mask = image.getchannel("A")
    strongest = max(mask.tobytes(), default=0)
    if 0 < strongest < 255:
        image.putalpha(mask.point(lambda value: value * 255 / strongest))
    return image


def _pixels(image: PdfImage) -> Pixels:
    """The image with its mask, in its own resolution: drawn once with a matrix of exactly that size."""
    import pypdfium2 as pdfium

    try:
        width, height = image.get_px_size()
        if width * height > MAX_PIXELS:
            raise DamagedEvidence(f"a picture of the PDF is too large to decode: {width} x {height} pixels")
        before = image.get_matrix()
        image.set_matrix(pdfium.PdfMatrix(width, 0, 0, height, 0, 0))
        try:
            return Pixels(_opaque(image.get_bitmap(render=True, scale_to_original=False).to_pil()))
        finally:
            image.set_matrix(before)
    except pdfium.PdfiumError as error:
        raise DamagedEvidence(f"a picture of the PDF cannot be decoded: {error}") from error
