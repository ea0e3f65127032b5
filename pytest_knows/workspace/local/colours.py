"""Google's Color values: fractions 0..1 in single precision, channels of 0 left out (`{}` is black)."""

from __future__ import annotations

import struct

from pytest_knows.workspace.local.engine import Json


def single(value: float) -> float:
    """The number as Google answers it: rounded to single precision, with the fewest digits that say so."""
    packed = struct.pack("<f", value)
    [exact] = struct.unpack("<f", packed)
    for digits in range(1, 10):
        short = float(f"{exact:.{digits}g}")
        if struct.pack("<f", short) == packed:
            return int(short) if short.is_integer() else short
    return value


def channels(colour: Json) -> Json:
    """A Color as Google answers it; what lies outside of 0..1 is cut to it."""
    cut = {name: single(min(max(part, 0), 1)) for name, part in colour.items()}
    return {name: part for name, part in cut.items() if part}


def from_hex(code: str) -> Json:
    """`4285f4` -> a Color."""
    names = ("red", "green", "blue")
    return channels({name: value / 255 for name, value in zip(names, bytes.fromhex(code), strict=True)})
