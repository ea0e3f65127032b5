"""Twenty-odd formats and modes: decoded to what is seen, or refused by name."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image, ImageCms, ImageDraw, features

from pytest_knows.artifact.colour import Colour
from pytest_knows.checks.colour import difference
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels, decode


def scene(size=(96, 64)) -> Image.Image:
    """Blue above, an orange disc, green below."""
    image = Image.new("RGB", size, (40, 90, 200))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, size[1] * 2 // 3, *size), (30, 140, 60))
    pen.ellipse((size[0] // 2, 6, size[0] // 2 + 30, 36), (250, 150, 20))
    return image


def saved(image: Image.Image, form: str, **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def animated(form: str, **options) -> bytes:
    return saved(scene(), form, save_all=True, append_images=[Image.new("RGB", (96, 64), "red")], **options)


def rotated_by_exif(form: str) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 8
    return saved(scene().rotate(-90, expand=True), form, exif=exif)


def sixteen_bits() -> Image.Image:
    return Image.frombytes(
        "I;16", (96, 64), b"".join(struct.pack("<H", v * 257) for v in scene().convert("L").tobytes())
    )


WITH_PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
BW = scene().convert("L").convert("RGB")

DECODED = {
    "png": (saved(scene(), "PNG"), scene(), 0),
    "png palette": (saved(scene().quantize(16), "PNG"), scene(), 4),
    "png grey": (saved(scene().convert("L"), "PNG"), BW, 0),
    "png 16-bit": (saved(sixteen_bits(), "PNG"), BW, 0),
    "png alpha": (saved(scene().convert("RGBA"), "PNG"), scene(), 0),
    "png interlaced profile": (saved(scene(), "PNG", icc_profile=WITH_PROFILE), scene(), 0),
    "apng": (animated("PNG"), scene(), 0),
    "jpeg": (saved(scene(), "JPEG", quality=90), scene(), 4),
    "jpeg progressive grey": (saved(scene().convert("L"), "JPEG", progressive=True), BW, 4),
    "jpeg cmyk": (saved(scene().convert("CMYK"), "JPEG", quality=90), scene(), 4),
    "jpeg exif": (rotated_by_exif("JPEG"), scene(), 4),
    "mpo": (animated("MPO"), scene(), 4),
    "gif": (saved(scene(), "GIF"), scene(), 4),
    "gif animated": (animated("GIF"), scene(), 4),
    "bmp": (saved(scene(), "BMP"), scene(), 0),
    "tiff": (saved(scene(), "TIFF"), scene(), 0),
    "tiff lzw cmyk": (saved(scene().convert("CMYK"), "TIFF", compression="tiff_lzw"), scene(), 0),
    "tiff 16-bit": (saved(sixteen_bits(), "TIFF"), BW, 0),
    "tiff exif": (rotated_by_exif("TIFF"), scene(), 0),
    "webp lossless": (saved(scene(), "WEBP", lossless=True), scene(), 0),
    "webp": (saved(scene(), "WEBP", quality=90), scene(), 4),
    "webp animated": (animated("WEBP", lossless=True), scene(), 0),
    "ico": (saved(scene((64, 64)), "ICO", sizes=[(64, 64)]), scene((64, 64)), 0),
    "jpeg 2000": (saved(scene(), "JPEG2000"), scene(), 0),
    "tga": (saved(scene(), "TGA"), scene(), 0),
    "ppm": (saved(scene(), "PPM"), scene(), 0),
}
if features.check("avif"):
    DECODED["avif"] = (saved(scene(), "AVIF", quality=95), scene(), 4)


@pytest.mark.parametrize("name", DECODED)
def test_decoded(name):
    data, seen, bits = DECODED[name]
    found, expected = decode(data), Pixels(seen)
    assert found.size == expected.size
    assert found.image.mode == "RGB"
    if bits == 0 and "cmyk" not in name:
        assert found.identical(expected)
    assert found.distance(expected) <= bits


REFUSED = {
    "svgz, cut off": (b"\x1f\x8b\x08\x00" + b"\0" * 20, "compressed drawing"),
    "svg, cut off": (b'<svg xmlns="http://www.w3.org/2000/svg"><g>', "the SVG drawing is no XML"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 40, "is a HEIC picture"),
    "eps": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n", "is an EPS drawing"),
    "pdf": (b"%PDF-1.7\n", "is a PDF"),
    "html": (b"<!doctype html><title>403</title>", "cannot be decoded"),
    "wmf": (b"\xd7\xcd\xc6\x9a" + b"\0" * 60, "cannot be decoded"),
    "cut off": (saved(scene(), "JPEG")[:300], "cannot be decoded"),
    "mpeg": (b"\x00\x00\x01\xb3" + b"\x10" * 30, "cannot be decoded"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    data, says = REFUSED[name]
    with pytest.raises(DamagedEvidence, match=f"^the photo.* {says}"):
        decode(data, "the photo")


@pytest.mark.parametrize("name", ["png", "jpeg", "png palette", "webp"])
def test_the_dominant_colour(name):
    assert difference(decode(DECODED[name][0]).dominant, Colour(40 / 255, 90 / 255, 200 / 255)) < 4


def test_the_dominant_colour_of_a_plain_picture():
    assert Pixels(Image.new("RGB", (3, 300), (18, 52, 86))).dominant == Colour.of_hex("#123456")
