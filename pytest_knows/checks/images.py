"""Whether two pictures are the same one: exactly, or as a scaled or recompressed copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Pixels
from pytest_knows.scoring import Mechanism, consulted

T = TypeVar("T")

HASH_DISTANCE = 10
"""Bits of 64 in which the perceptual hashes of two renditions of one picture may differ (the benchmark's number)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Generic[T]):
    """Something that shows a picture, with the pixels that were decoded."""

    item: T
    pixels: Pixels


def readable(items: Iterable[T], read: Callable[[T], Pixels]) -> tuple[tuple[Shown[T], ...], DamagedEvidence | None]:
    """Those whose picture can be read, in order; and what was wrong with the first of the others, if any."""
    found: list[Shown[T]] = []
    damage: DamagedEvidence | None = None
    for item in items:
        try:
            found.append(Shown(item=item, pixels=read(item)))
        except DamagedEvidence as error:
            damage = damage or error
    return tuple(found), damage


def some_readable(items: Iterable[T], read: Callable[[T], Pixels], what: str) -> tuple[Shown[T], ...]:
    """Those whose picture can be read; raises `DamagedEvidence` if none can, or if there are none."""
    found, damage = readable(items, read)
    if not found:
        raise damage or DamagedEvidence(f"{what}: there is none")
    return found


def same_picture(
    candidates: Sequence[Shown[T]], references: Sequence[Pixels], within: int = HASH_DISTANCE
) -> Shown[T] | None:
    """The first candidate with a reference's very pixels (deterministic), else the first whose perceptual hash is
    at most `within` bits away from a reference's (fuzzy_match), else None (fuzzy_match)."""
    exact = _first(candidates, references, Pixels.identical)
    consulted(Mechanism.DETERMINISTIC if exact else Mechanism.FUZZY_MATCH)
    return exact or _first(candidates, references, lambda a, b: a.distance(b) <= within)


def all_same_pictures(
    candidates: Sequence[Shown[T]], reference: Pixels, within: int = HASH_DISTANCE
) -> tuple[Shown[T], ...]:
    """Every candidate that shows the reference; deterministic if one has its very pixels, else fuzzy_match."""
    exact = any(shown.pixels.identical(reference) for shown in candidates)
    consulted(Mechanism.DETERMINISTIC if exact else Mechanism.FUZZY_MATCH)
    return tuple(shown for shown in candidates if shown.pixels.distance(reference) <= within)


def _first(
    candidates: Sequence[Shown[T]], references: Sequence[Pixels], alike: Callable[[Pixels, Pixels], bool]
) -> Shown[T] | None:
    pairs = ((shown, reference) for shown in candidates for reference in references)
    return next((shown for shown, reference in pairs if alike(shown.pixels, reference)), None)
