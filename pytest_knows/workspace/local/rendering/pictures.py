"""Pictures as `data:` URLs, cropped in pixels, so that a rectangle in the PDF is what is seen of the picture."""

from __future__ import annotations

import base64
import io
import time
from collections.abc import Callable

from pytest_knows.workspace.local.rendering.markup import Json, mapping, number

PictureSource = Callable[[str], tuple[bytes, str]]
"""URL -> bytes and MIME type; raises whatever it likes for a picture that cannot be had."""

_DRAWABLE = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"))

SECONDS = 30.0
"""A sheet's formulas may name any number of pictures in the web."""

Crop = tuple[float, float, float, float]
"""Fractions cut from left, top, right, bottom."""


def crop_of(properties: object) -> Crop:
    """The crop of `cropProperties`; negative fractions and a crop that leaves nothing count as none."""
    given = mapping(properties)
    offsets = [f"{side}Offset" for side in ("left", "top", "right", "bottom")]
    docs = [f"offset{side}" for side in ("Left", "Top", "Right", "Bottom")]
    left, top, right, bottom = (
        min(1.0, max(0.0, number(given.get(a), number(given.get(b))))) for a, b in zip(offsets, docs, strict=True)
    )
    if left + right >= 1 or top + bottom >= 1:
        return (0.0, 0.0, 0.0, 0.0)
    return (left, top, right, bottom)


class Pictures:
    """Fetches each picture of a file at most once, and none after they took `SECONDS` together."""

    def __init__(self, source: PictureSource) -> None:
        self.embedded = 0
        """Characters of `data:` URLs, for a page that counts them."""
        self._seconds = 0.0
        self._source = source
        self._fetched: dict[str, tuple[bytes, str] | None] = {}

    def data_url(self, image: Json, url: object) -> str | None:
        """The picture of `imageProperties` as it is shown; None if it cannot be had or drawn."""
        found = self._fetch(url) if isinstance(url, str) and url else None
        if found is None:
            return None
        crop = crop_of(image.get("cropProperties"))
        content, mime = _cropped(found, crop) if any(crop) else found
        return f"data:{mime};base64,{base64.b64encode(content).decode()}"

    def _fetch(self, url: str) -> tuple[bytes, str] | None:
        if url not in self._fetched and self._seconds > SECONDS:
            return None
        if url not in self._fetched:
            began = time.monotonic()
            try:
                content, mime = self._source(url)
            except Exception:  # a source has its own errors; the page is drawn with an empty box in the picture's place
                self._fetched[url] = None
            else:
                kind = mime.partition(";")[0].strip().lower()
                self._fetched[url] = (content, kind) if kind in _DRAWABLE else None
            self._seconds += time.monotonic() - began
        return self._fetched[url]


def _cropped(picture: tuple[bytes, str], crop: Crop) -> tuple[bytes, str]:
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(picture[0])) as opened:
            image = ImageOps.exif_transpose(opened)
            width, height = image.size
            left, top = round(crop[0] * width), round(crop[1] * height)
            right, bottom = round((1 - crop[2]) * width), round((1 - crop[3]) * height)
            part = image.crop((left, top, max(left + 1, right), max(top + 1, bottom)))
            target = io.BytesIO()
            part.convert("RGBA").save(target, "PNG")
    except (OSError, ValueError, Image.DecompressionBombError):
        return picture
    return target.getvalue(), "image/png"
