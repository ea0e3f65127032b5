"""Pictures for tests."""

from __future__ import annotations

import io
import random

from PIL import Image, ImageDraw


def picture(seed: int = 0, size: tuple[int, int] = (160, 120), form: str = "PNG") -> bytes:
    """A picture like no other seed's: their perceptual hashes are far apart."""
    chance = random.Random(seed)
    image = Image.new("RGB", size, _colour(chance))
    draw = ImageDraw.Draw(image)
    for _ in range(8):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        box = (x, y, x + chance.randrange(10, size[0]), y + chance.randrange(10, size[1]))
        (draw.ellipse if chance.random() < 0.5 else draw.rectangle)(box, fill=_colour(chance))
    file = io.BytesIO()
    image.save(file, form)
    return file.getvalue()


def _colour(chance: random.Random) -> tuple[int, int, int]:
    return chance.randrange(256), chance.randrange(256), chance.randrange(256)
