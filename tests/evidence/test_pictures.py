"""Pictures as pixels: every mode decodes to what is seen, and the perceptual hash tells copies from other pictures."""

from __future__ import annotations

import io
import math
import random
import struct
import zlib

import pytest
from PIL import Image, ImageDraw, ImageFilter

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence import pictures
from pytest_knows.evidence.pictures import Pixels, decode, perceptual_hash


def encoded(image: Image.Image, form: str = "PNG", **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def drawn(seed: int, size: tuple[int, int] = (240, 180)) -> Image.Image:
    """A picture of random shapes."""
    chance = random.Random(seed)
    image = Image.new("RGB", size, tuple(chance.randrange(256) for _ in range(3)))
    pen = ImageDraw.Draw(image)
    for _ in range(9):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        shape = chance.choice([pen.ellipse, pen.rectangle])
        shape((x - 40, y - 30, x + 40, y + 30), tuple(chance.randrange(256) for _ in range(3)))
    return image


def strokes(seed: int) -> Image.Image:
    """Something like a signature."""
    chance = random.Random(seed)
    image = Image.new("L", (400, 150), 255)
    points = [(x, chance.randrange(10, 140)) for x in range(10, 400, 45)]
    ImageDraw.Draw(image).line(points, 0, width=5)
    return image


@pytest.mark.parametrize(
    ("image", "form", "seen"),
    [
        (Image.new("RGB", (4, 4), (10, 20, 30)), "PNG", (10, 20, 30)),
        (Image.new("L", (4, 4), 77), "PNG", (77, 77, 77)),
        (Image.new("1", (4, 4), 1), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (4, 4), (0, 0, 0, 0)), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (4, 4), (200, 0, 0, 128)), "PNG", (227, 127, 127)),
        (Image.new("LA", (4, 4), (0, 0)), "PNG", (255, 255, 255)),
        (Image.new("CMYK", (4, 4), (0, 255, 255, 0)), "TIFF", (255, 0, 0)),
        (Image.new("CMYK", (16, 16), (0, 0, 0, 0)), "JPEG", (255, 255, 255)),
        (Image.new("I;16", (4, 4), 65535), "PNG", (255, 255, 255)),
        (Image.new("I;16", (4, 4), 32896), "TIFF", (128, 128, 128)),
        (Image.new("F", (4, 4), 1.0), "TIFF", (255, 255, 255)),
        (Image.new("RGB", (4, 4), (1, 2, 3)).quantize(2), "PNG", (1, 2, 3)),
    ],
)
def test_modes(image, form, seen):
    assert decode(encoded(image, form)).image.getpixel((1, 1)) == seen


def test_a_palette_with_a_transparent_entry():
    image = Image.new("P", (4, 4), 1)
    image.putpalette([9, 9, 9, 0, 0, 0])
    assert decode(encoded(image, transparency=1)).image.getpixel((0, 0)) == (255, 255, 255)


def test_exif_orientation_is_applied():
    image = drawn(1, (60, 40))
    exif = Image.Exif()
    exif[0x0112] = 6
    found = decode(encoded(image, "JPEG", exif=exif, quality=95))
    assert found.size == (40, 60)
    assert found.distance(Pixels(image.rotate(-90, expand=True))) <= 2


def test_frames_after_the_first_do_not_matter():
    frames = [drawn(1), drawn(2)]
    found = decode(encoded(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert found.distance(Pixels(frames[0])) <= 2


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that claims to be that large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text",
        b"\x89PNG\r\n\x1a\n",
        encoded(drawn(1))[:200],
        png_of_size(20_000, 20_000),
        png_of_size(9_000, 9_000),
    ],
)
def test_what_cannot_be_decoded_is_damaged_evidence(data):
    with pytest.raises(DamagedEvidence, match="the logo"):
        decode(data, "the logo")


def test_the_limit_is_on_pixels_not_on_bytes(monkeypatch):
    data = encoded(drawn(1))
    monkeypatch.setattr(pictures, "MAX_PIXELS", 240 * 180 - 1)
    with pytest.raises(DamagedEvidence, match="too large to decode: 240 x 180"):
        decode(data)


def test_identical_means_size_and_every_pixel():
    image = drawn(1)
    other = image.copy()
    other.putpixel((0, 0), tuple(value ^ 1 for value in image.getpixel((0, 0))))
    assert decode(encoded(image)).identical(decode(encoded(image, "BMP")))
    assert not Pixels(image).identical(Pixels(other))
    assert not Pixels(image).identical(Pixels(image.resize((120, 90))))


def test_crop_by_fractions():
    image = Image.new("RGB", (100, 50), "red")
    image.paste("blue", (50, 0, 100, 25))
    corner = Pixels(image).cropped(0.5, 0, 0, 0.5)
    assert corner.size == (50, 25)
    assert corner.image.getcolors() == [(50 * 25, (0, 0, 255))]
    assert Pixels(image).cropped(0.9, 0.9, 0.9, 0.9).size == (1, 1)
    assert Pixels(image).cropped(1, 1, 1, 1).size == (1, 1)


def test_png_is_what_was_decoded():
    pixels = Pixels(drawn(3))
    assert decode(pixels.png()).identical(pixels)


def naive_phash(image: Image.Image) -> int:
    """The textbook formula: 32 x 32 grey, DCT-II over both axes, the 8 x 8 lowest frequencies against their median."""
    grey = image.convert("L").resize((32, 32), Image.Resampling.LANCZOS)

    def coefficient(v: int, u: int) -> float:
        return sum(
            grey.getpixel((x, y)) * math.cos(math.pi * u * (2 * x + 1) / 64) * math.cos(math.pi * v * (2 * y + 1) / 64)
            for y in range(32)
            for x in range(32)
        )

    values = [coefficient(v, u) for v in range(8) for u in range(8)]
    median = sum(sorted(values)[31:33]) / 2
    return sum((value > median) << (63 - position) for position, value in enumerate(values))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_hash_is_the_usual_one(seed):
    assert perceptual_hash(drawn(seed)) == naive_phash(drawn(seed))


@pytest.mark.parametrize("make", [drawn, strokes])
@pytest.mark.parametrize("seed", range(5))
def test_copies_are_near(make, seed):
    image = make(seed).convert("RGB")
    copies = {
        "half": image.resize((image.width // 2, image.height // 2)),
        "double": image.resize((image.width * 2, image.height * 2)),
        "jpeg": Image.open(io.BytesIO(encoded(image, "JPEG", quality=40))),
        "blurred": image.filter(ImageFilter.GaussianBlur(1.5)),
        "darker": image.point(lambda value: value * 0.85),
    }
    distances = {name: Pixels(image).distance(Pixels(copy)) for name, copy in copies.items()}
    assert max(distances.values()) <= 10, distances


@pytest.mark.parametrize("make", [drawn, strokes])
def test_other_pictures_are_far(make):
    hashes = [Pixels(make(seed)) for seed in range(8)]
    distances = [a.distance(b) for n, a in enumerate(hashes) for b in hashes[:n]]
    assert min(distances) > 10


def test_plain_pictures_hash_without_noise():
    assert {perceptual_hash(Image.new("RGB", (size, 50), "white")) for size in (32, 47, 300)} == {1 << 63}
