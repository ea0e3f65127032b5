"""The artifact's pages as small pictures for the score page, within a budget for the whole file."""

from __future__ import annotations

import base64
import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

THUMB_WIDTH = 96
"""Pixels."""
PAGE_WIDTHS = (900, 640, 420)
"""Pixels, from the best: a report of many tasks takes a smaller size."""
PAGES = 6
"""Of one artifact; what follows is in the episode."""
TOTAL = 12_000_000
"""Bytes of all pictures in the page: with its text it stays below 25 MB, and opens at once."""
_TALLEST = 3.0
"""Times as high as wide; the rest of a long sheet is cut off."""


class PagePictures:
    """Pictures of `count` episodes; each gets its share of the budget, and none where its files are unreadable."""

    def __init__(self, count: int) -> None:
        self._share = TOTAL // max(1, count)

    def of(self, folder: Path | None) -> tuple[str | None, list[str]]:
        """A thumbnail and the pages as data URLs (WebP)."""
        if folder is None:
            return None, []
        with contextlib.suppress(Exception):  # pictures for people: no defect of a file may cost the report
            pages = _pages(folder / "artifact")
            if pages:
                return data_url(pages[0], THUMB_WIDTH), self._fitting(pages)
        return None, []

    def _fitting(self, pages: list[Any]) -> list[str]:
        """As many pages as fit, in the best size in which at least the first does."""
        for width in PAGE_WIDTHS:
            made: list[str] = []
            left = self._share
            for page in pages:
                url = data_url(page, width)
                left -= len(url)
                if left < 0:
                    break
                made.append(url)
            if len(made) == len(pages) or (made and width == PAGE_WIDTHS[-1]):
                return made
        return []


def _pages(artifact: Path) -> list[Any]:
    """The first pages of the PDF as images, or the preview where there is none."""
    if (artifact / "export.pdf").exists():
        return list(_rendered(artifact / "export.pdf"))
    if not (artifact / "preview.png").exists():
        return []
    from PIL import Image

    return [Image.open(artifact / "preview.png").convert("RGB")]


def _rendered(pdf: Path) -> Iterator[Any]:
    import pypdfium2

    with contextlib.closing(pypdfium2.PdfDocument(pdf)) as document:
        for number in range(min(PAGES, len(document))):
            page = document[number]
            width, height = page.get_size()
            yield page.render(scale=min(PAGE_WIDTHS[0] / width, _TALLEST * PAGE_WIDTHS[0] / height)).to_pil()


def data_url(image: Any, width: int) -> str:
    """The image as WebP, at most `width` pixels wide."""
    small = image.copy()
    small.thumbnail((width, int(width * _TALLEST)))
    file = io.BytesIO()
    small.convert("RGB").save(file, "WEBP", quality=60, method=1)
    return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode()}"
