"""PDFs read back: where words and pictures stand, in points from the upper left corner of their page."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image

from pytest_knows.workspace.local.rendering import RenderKind, find_chromium, render_pdf

Json = dict[str, Any]
Box = tuple[float, float, float, float]
COLOURS = {"red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255)}


def quarters() -> Image.Image:
    """300 x 200 pixels: red, green / blue, white quarters."""
    image = Image.new("RGB", (300, 200), "white")
    for colour, corner in (("red", (0, 0)), ("lime", (150, 0)), ("blue", (0, 100))):
        image.paste(colour, (*corner, corner[0] + 150, corner[1] + 100))
    return image


def picture(url: str) -> tuple[bytes, str]:
    """The picture of these tests behind every URL but one."""
    if url == "https://example.org/lost":
        raise OSError("not there")
    target = io.BytesIO()
    quarters().save(target, "PNG")
    return target.getvalue(), "image/png"


@dataclass
class Pdf:
    """A printed file."""

    content: bytes
    file: pdfium.PdfDocument = field(init=False)

    def __post_init__(self) -> None:
        self.file = pdfium.PdfDocument(self.content)

    @property
    def sizes(self) -> list[tuple[float, float]]:
        return [page.get_size() for page in self.file]

    def letters(self, page: int = 0) -> list[tuple[str, Box]]:
        """The visible characters in drawing order.

        PDFium guesses lines and blanks; on a page with little text it puts a line end behind every character.
        """
        text, height = self.file[page].get_textpage(), self.file[page].get_height()
        found = []
        for index in range(text.count_chars()):
            letter = text.get_text_range(index, 1)
            left, bottom, right, top = text.get_charbox(index, loose=True)
            if letter.strip():
                found.append((letter, (left, height - top, right, height - bottom)))
        return found

    def text(self, page: int = 0) -> str:
        """The visible characters without any blanks."""
        return "".join(letter for letter, _ in self.letters(page))

    def find(self, words: str, page: int = 0) -> Box:
        """Left, top, right, bottom of the first occurrence; blanks do not matter."""
        wanted, letters = "".join(words.split()), self.letters(page)
        start = self.text(page).find(wanted)
        assert start >= 0, f"{words!r} is not on page {page}: {self.text(page)!r}"
        left, top, right, bottom = zip(*(box for _, box in letters[start : start + len(wanted)]), strict=True)
        return (min(left), min(top), max(right), max(bottom))

    def pictures(self, page: int = 0) -> list[tuple[Box, Image.Image]]:
        """The rectangles of the pictures and their pixels."""
        height = self.file[page].get_height()
        found = []
        for thing in self.file[page].get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
            left, bottom, right, top = thing.get_bounds()
            found.append(((left, height - top, right, height - bottom), thing.get_bitmap().to_pil().convert("RGB")))
        return found

    def colour(self, x: float, y: float, page: int = 0) -> str:
        """The name of the colour at a place, in points; the conversions of a picture may be off by two."""
        pixel = self.file[page].render(scale=2).to_pil().convert("RGB").getpixel((round(2 * x), round(2 * y)))
        close = (name for name, rgb in COLOURS.items() if max(abs(a - b) for a, b in zip(pixel, rgb, strict=True)) <= 2)
        return next(close, str(pixel))


Print = Callable[[RenderKind, Json], Pdf]


@pytest.fixture(scope="session")
def printed() -> Print:
    """Prints a file's JSON."""
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    return lambda kind, rest_json: Pdf(render_pdf(kind, rest_json, picture))
