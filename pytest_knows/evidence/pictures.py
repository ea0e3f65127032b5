"""Pictures as pixels: decoded from any mode, flattened on white, compared exactly or by a perceptual hash."""

from __future__ import annotations

import hashlib
import io
import math
import warnings
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import mul
from typing import TYPE_CHECKING, Protocol

from pytest_knows.artifact.colour import Colour
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.svg import drawn, is_svg

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 64_000_000
"""Of a picture that is decoded (8,000 x 8,000): a small file can claim more than memory holds."""

FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP", "AVIF", "ICO", "JPEG2000", "PPM", "TGA", "PSD")
"""What is decoded (JPEG stands for MPO too). Others of Pillow's are left out: some start programs (EPS), and none is
what a browser shows."""

_HASH_SIDE, _HASH_FREQUENCIES = 32, 8
"""The usual pHash: a 32 x 32 grey copy, of whose DCT the 8 x 8 lowest frequencies give 64 bits."""


_ALIKE = 40
"""Distance in RGB (0 to 255) up to which colours are shades of one, as compression makes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What is needed to compare a picture, without its pixels."""

    size: tuple[int, int]
    sha256: bytes = field(repr=False)
    """Of the RGB bytes."""
    phash: int = field(repr=False)

    def identical(self, other: Fingerprint) -> bool:
        """Same size and no differing pixel."""
        return (self.size, self.sha256) == (other.size, other.sha256)

    def distance(self, other: Fingerprint) -> int:
        """In how many of 64 bits the perceptual hashes differ."""
        return (self.phash ^ other.phash).bit_count()


class Comparable(Protocol):
    """What pixels are compared with: `Pixels`, or whatever knows the fingerprint without them."""

    @property
    def fingerprint(self) -> Fingerprint: ...


class Pixels:
    """A decoded picture: opaque RGB, upright."""

    def __init__(self, image: Image.Image) -> None:
        self.image = flattened(image)

    def __repr__(self) -> str:
        return f"Pixels({self.size[0]}x{self.size[1]})"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    @cached_property
    def fingerprint(self) -> Fingerprint:
        """Scaled or recompressed copies have perceptual hashes that differ in few bits, other pictures in about 32."""
        return Fingerprint(size=self.size, sha256=self._digest, phash=perceptual_hash(self.image))

    @cached_property
    def _digest(self) -> bytes:
        return hashlib.sha256(self.image.tobytes()).digest()

    def identical(self, other: Comparable) -> bool:
        """Same size and no differing pixel."""
        if isinstance(other, Pixels):  # no need of perceptual hashes
            return self.size == other.size and self._digest == other._digest
        return self.fingerprint.identical(other.fingerprint)

    def distance(self, other: Comparable) -> int:
        """In how many of 64 bits the perceptual hashes differ."""
        return self.fingerprint.distance(other.fingerprint)

    @cached_property
    def dominant(self) -> Colour:
        """The colour that most of the picture has: of the sixteen into which a small copy is reduced, the commonest
        among those with most of their like (within 40 of 255 in RGB)."""
        from PIL import Image

        small = self.image.resize((64, 64), Image.Resampling.BOX).quantize(16, Image.Quantize.MEDIANCUT)
        palette = small.getpalette() or []
        counted = [(count, tuple(palette[3 * place : 3 * place + 3])) for place, count in enumerate(small.histogram())]
        present = [(count, rgb) for count, rgb in counted if count]

        def share(rgb: tuple[int, ...]) -> int:
            return sum(count for count, other in present if math.dist(rgb, other) <= _ALIKE)

        _, _, (red, green, blue) = max((share(rgb), count, rgb) for count, rgb in present)
        return Colour(red / 255, green / 255, blue / 255)

    def cropped(self, left: float, top: float, right: float, bottom: float) -> Pixels:
        """Without these fractions of width and height; at least one pixel is left."""
        width, height = self.size
        x0, y0 = min(round(left * width), width - 1), min(round(top * height), height - 1)
        x1, y1 = width - round(right * width), height - round(bottom * height)
        return Pixels(self.image.crop((x0, y0, max(x1, x0 + 1), max(y1, y0 + 1))))

    def png(self) -> bytes:
        """Encoded for a judge or a report. Level 3 takes two thirds of the time of 6, and hardly more room."""
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=3)
        return file.getvalue()


def decode(data: bytes, name: str = "a picture", at_most: int | None = None) -> Pixels:
    """The first frame of an encoded picture, turned upright by its EXIF orientation; colour profiles are not applied.

    SVG drawings are drawn (`evidence.svg`).

    Raises `DamagedEvidence`, naming it, if it is of no format of `FORMATS` (HEIC is named as such), cannot be decoded,
    or claims more than `MAX_PIXELS` (or `at_most`).
    """
    from PIL import Image, ImageOps

    if is_svg(data):
        try:
            data = drawn(data)
        except DamagedEvidence as error:
            raise DamagedEvidence(f"{name}: {error}") from error
    unread = _unread_format(data)
    if unread:
        raise DamagedEvidence(f"{name} is {unread}, which is not read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > min(MAX_PIXELS, MAX_PIXELS if at_most is None else at_most):
                    raise DamagedEvidence(f"{name} is too large to decode: {image.width} x {image.height} pixels")
                return Pixels(ImageOps.exif_transpose(image))
    except DamagedEvidence:
        raise
    except Exception as error:  # Pillow's decoders raise whatever their format's code happens to raise
        raise DamagedEvidence(f"{name} cannot be decoded: {type(error).__name__}: {error}") from error


def _unread_format(data: bytes) -> str:
    """What a picture is that Pillow cannot decode safely; "" for any other data."""
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS and b"avif" not in data[12:64]:
        return "a HEIC picture"
    if data[:4] in (b"%!PS", b"\xc5\xd0\xd3\xc6"):
        return "an EPS drawing"
    return "a PDF" if data[:5] == b"%PDF-" else ""


_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def flattened(image: Image.Image) -> Image.Image:
    """The picture as opaque RGB on white paper; 16-bit and floating-point greys are scaled to 8 bits."""
    from PIL import Image

    image = _eight_bits(image)
    if image.mode in {"RGBA", "LA", "PA", "RGBa"} or "transparency" in image.info:
        layered = image.convert("RGBA")
        paper = Image.new("RGBA", layered.size, "white")
        image = Image.alpha_composite(paper, layered)
    return image.convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if image.mode == "F":
        brightest = image.getextrema()[1]
        scale = 255 if isinstance(brightest, float) and brightest <= 1 else 1
        return image.point(lambda value: value * scale).convert("L")
    return image


def perceptual_hash(image: Image.Image) -> int:
    """pHash of an RGB or grey picture, most significant bit first: 1 where a coefficient is above the median."""
    from PIL import Image

    grey = image.convert("L").resize((_HASH_SIDE, _HASH_SIDE), Image.Resampling.LANCZOS)
    pixels = grey.tobytes()
    rows = [_low_frequencies(pixels[start : start + _HASH_SIDE]) for start in range(0, _HASH_SIDE**2, _HASH_SIDE)]
    columns = [_low_frequencies([row[k] for row in rows]) for k in range(_HASH_FREQUENCIES)]
    # Rounded: in a plain area the coefficients are 0 but for noise in the last digits, which must not give bits.
    values = [round(columns[x][y], 6) for y in range(_HASH_FREQUENCIES) for x in range(_HASH_FREQUENCIES)]
    ordered = sorted(values)
    median = (ordered[31] + ordered[32]) / 2
    return int("".join("1" if value > median else "0" for value in values), 2)


def _low_frequencies(values: bytes | list[float]) -> list[float]:
    """The first coefficients of the type-II DCT."""
    return [sum(map(mul, cosines, values)) for cosines in _cosines()]


@cache
def _cosines() -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(2 * math.cos(math.pi * k * (2 * n + 1) / (2 * _HASH_SIDE)) for n in range(_HASH_SIDE))
        for k in range(_HASH_FREQUENCIES)
    )
