"""What comparing costs: `.venv/bin/pytest benchmarks/test_checks.py -p no:cacheprovider`. No time is asserted."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageDraw

from pytest_knows.checks.values import aspect, clock, coordinates, date, duration, money, pace, person, quantity, rating
from pytest_knows.evidence.pictures import Pixels, decode

KINDS: dict[str, Callable[[int], Any]] = {
    "money": lambda n: money.money(f"${n + 1000:,}.50 (2026)").off(n + 1000.5, "USD"),
    "quantity": lambda n: quantity.quantities(f"{n / 10} km")[0].off(n * 100, "m"),
    "date": lambda n: date.find_dates(f"Wed, May {n % 28 + 1}, 2026")[0].off(date.of_serial(46143 + n % 28).date()),
    "clock": lambda n: clock.clocks(f"{n % 12 + 1}:30 PM")[0].off((n % 12 + 1) % 12 * 60 + 750),
    "duration": lambda n: duration.duration(f"{n % 9} h {n % 60} min").off(n % 9 * 60 + n % 60),
    "pace": lambda n: pace.pace(f"{n % 9 + 3}:30 /mi").off(n % 9 + 3.5),
    "coordinates": lambda n: coordinates.coordinates(f"40.{n:03d} N, 111.5 W").off(
        float(f"40.{n:03d}"), -111.5, degrees=1e-6
    ),
    "aspect": lambda n: aspect.aspect(f"{aspect.COMPASS[n % 8]} facing").off(aspect.COMPASS[n % 8]),
    "rating": lambda n: rating.rating(f"{n % 50 / 10}/5").off(n % 50 / 5, best=10),
    "person": lambda n: person.person(f"Dr. Ana{n} B. Cruz").off(f"Ana{n} Berta Cruz"),
}


def test_1000_value_comparisons(benchmark: Any) -> None:
    """A hundred of each of ten kinds, reading included."""

    def compare() -> list[str]:
        return [kind(number) for number in range(100) for kind in KINDS.values()]

    assert set(benchmark(compare)) == {""}


@pytest.fixture(scope="module")
def photos() -> list[bytes]:
    """A hundred JPEGs of 800 x 600."""
    chance = random.Random(1)
    found = []
    for _ in range(100):
        image = Image.new("RGB", (800, 600), tuple(chance.randrange(256) for _ in range(3)))
        pen = ImageDraw.Draw(image)
        for _ in range(12):
            x, y = chance.randrange(800), chance.randrange(600)
            pen.ellipse((x - 120, y - 90, x + 120, y + 90), tuple(chance.randrange(256) for _ in range(3)))
        file = io.BytesIO()
        image.save(file, "JPEG")
        found.append(file.getvalue())
    return found


def test_100_picture_comparisons(benchmark: Any, photos: list[bytes]) -> None:
    """Each picture decoded, and compared with one reference by pixels and by hash."""
    reference = decode(photos[0])

    def compare() -> int:
        pictures = [decode(data) for data in photos]
        return sum(one.identical(reference) or one.distance(reference) <= 10 for one in pictures)

    assert benchmark.pedantic(compare, rounds=3) == 1


def test_10000_hash_comparisons(benchmark: Any, photos: list[bytes]) -> None:
    """All pairs of a hundred pictures that are decoded and hashed already."""
    pictures: list[Pixels] = [decode(data) for data in photos]
    assert all(one.fingerprint for one in pictures)

    def compare() -> int:
        return sum(a.distance(b) <= 10 for a in pictures for b in pictures)

    assert benchmark(compare) >= 100
