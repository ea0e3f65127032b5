"""Whether two pictures are the same one: exactly, as a scaled or recompressed copy, or by a judge's word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pytest_knows.artifact.document import Picture
from pytest_knows.checks.assignment import assigned
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pdf import Placement
from pytest_knows.evidence.pictures import MAX_PIXELS, Fingerprint, Pixels, decode
from pytest_knows.evidence.rendering import Rendering
from pytest_knows.scoring import Mechanism, consulted

P = TypeVar("P", Pixels, Fingerprint)

HASH_DISTANCE = 10
"""Bits of 64 in which the perceptual hashes of two renditions of one picture may differ (the benchmark's number)."""

PIXELS_IN_ALL = 2 * MAX_PIXELS
"""Of all pictures of an artifact together: three bytes each are held in memory."""

_PICTURE_FILES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".gif")


class Gold(Protocol):
    """What is needed of `evidence.gold.GoldData`."""

    def names(self, folder: str) -> Sequence[str]: ...

    def read(self, name: str) -> bytes: ...


class Drawn(Protocol):
    """Pixels, or whatever can be shown to a judge."""

    def png(self) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A picture of the artifact with its pixels."""

    picture: Picture
    whole: Pixels

    @property
    def visible(self) -> Pixels:
        """What its crop leaves."""
        crop = self.picture.crop
        return self.whole.cropped(crop.left, crop.top, crop.right, crop.bottom) if crop.visible < 1 else self.whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The pictures of an artifact that can be read, in order, and what was wrong with the first of the others."""

    shown: tuple[Shown, ...]
    damage: DamagedEvidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What was found, and how that was decided; made where something is located, `confirmed` in the step."""

    shown: Shown | None
    mechanism: Mechanism


def decoded(pictures: Iterable[Picture]) -> Decoded:
    """Read the pictures; one that cannot be read, or for which there is no room left in memory, is left out."""
    found: list[Shown] = []
    damage: DamagedEvidence | None = None
    room = PIXELS_IN_ALL
    for picture in pictures:
        try:
            pixels = decode(picture.data(), repr(picture), at_most=room)
        except DamagedEvidence as error:
            damage = damage or error
            continue
        room -= pixels.size[0] * pixels.size[1]
        found.append(Shown(picture=picture, whole=pixels))
    return Decoded(shown=tuple(found), damage=damage)


def gold_picture(gold: Gold, name: str) -> Pixels:
    """A picture of the gold data; raises `DamagedEvidence` if it is missing or damaged, `Ungraded` without gold."""
    return decode(gold.read(name), f"gold picture {name}")


def gold_pictures(gold: Gold, folder: str) -> tuple[Pixels, ...]:
    """Every readable picture of a gold folder in the order of file names.

    Raises `DamagedEvidence` if there is none, `Ungraded` without an archive.
    """
    found: list[Pixels] = []
    damage: DamagedEvidence | None = None
    for name in sorted(gold.names(folder)):
        if not name.lower().endswith(_PICTURE_FILES):
            continue
        try:
            found.append(gold_picture(gold, name))
        except DamagedEvidence as error:
            damage = damage or error
    if not found:
        raise damage or DamagedEvidence(f"the gold data has no picture in {folder}")
    return tuple(found)


def same_picture(candidates: Sequence[Shown], references: Sequence[Pixels], within: int = HASH_DISTANCE) -> Match:
    """The first candidate that looks, as cropped, like a reference: by its very pixels (deterministic), else by a
    perceptual hash at most `within` bits away (fuzzy_match)."""
    exact = _first(candidates, references, Pixels.identical)
    if exact:
        return Match(shown=exact, mechanism=Mechanism.DETERMINISTIC)
    alike = _first(candidates, references, lambda a, b: a.distance(b) <= within)
    return Match(shown=alike, mechanism=Mechanism.FUZZY_MATCH)


def _first(
    candidates: Sequence[Shown], references: Sequence[Pixels], alike: Callable[[Pixels, Pixels], bool]
) -> Shown | None:
    seen = ((shown, shown.visible) for shown in candidates)
    return next((shown for shown, pixels in seen if any(alike(pixels, other) for other in references)), None)


def judged(candidates: Sequence[Shown], accepts: Callable[[Pixels], bool]) -> Match:
    """The first candidate that a judge accepts, as cropped; deterministic if there was none to ask about.

    Of copies of one picture the judge sees the first.
    """
    different: dict[Fingerprint, Shown] = {}
    for shown in candidates:
        different.setdefault(shown.visible.fingerprint, shown)
    accepted = next((shown for shown in different.values() if accepts(shown.visible)), None)
    return Match(shown=accepted, mechanism=Mechanism.LLM_VLM_JUDGEMENT if candidates else Mechanism.DETERMINISTIC)


NO_PICTURE = Match(shown=None, mechanism=Mechanism.DETERMINISTIC)
"""There was nothing to compare."""


def confirmed(match: Match) -> Shown | None:
    """What was found; records how that was decided."""
    consulted(match.mechanism)
    return match.shown


def renditions(candidates: Sequence[Shown], reference: Pixels, within: int = HASH_DISTANCE) -> tuple[Shown, ...]:
    """Every candidate that shows the reference, uncropped; deterministic if one has its pixels, else fuzzy_match."""
    exact = any(shown.whole.identical(reference) for shown in candidates)
    consulted(Mechanism.DETERMINISTIC if exact else Mechanism.FUZZY_MATCH)
    return tuple(shown for shown in candidates if shown.whole.distance(reference) <= within)


def groups(pictures: Sequence[P], within: int = HASH_DISTANCE) -> tuple[tuple[int, ...], ...]:
    """The places of the pictures, those of like ones together (fuzzy match): joined are pictures whose hashes differ
    in at most `within` bits, and whatever is joined to either. In order of the first of each group."""
    consulted(Mechanism.FUZZY_MATCH)
    found: list[list[int]] = []
    for place, picture in enumerate(pictures):
        near: list[list[int]] = [
            group for group in found if any(picture.distance(pictures[other]) <= within for other in group)
        ]
        joined = sorted([place, *(other for group in near for other in group)])
        found = [group for group in found if group not in near] + [joined]
    return tuple(map(tuple, sorted(found)))


def paired(wanted: Sequence[P], candidates: Sequence[P], within: int = HASH_DISTANCE) -> dict[int, int]:
    """Which candidate is which wanted picture, by their places, each used once: as many as there can be, then as many
    with the same pixels, then those with the least distances, at most `within` bits. Others are left out."""
    exact = 1 + within * (1 + min(len(wanted), len(candidates)))

    def likeness(one: P, other: P) -> int | None:
        distance = one.distance(other)
        return exact if one.identical(other) else within - distance if distance <= within else None

    return assigned(wanted, candidates, likeness)


def placements(rendering: Rendering, shown: Shown, within: int = HASH_DISTANCE) -> tuple[Placement, ...]:
    """Where the pages show the picture; exporters keep the whole picture behind a clip, or cut it."""
    return rendering.showing(tuple({id(p): p for p in (shown.whole, shown.visible)}.values()), within)


def numbered(label: str, pictures: Sequence[Drawn]) -> dict[str, bytes]:
    """Encoded for a judge: "label 1", "label 2", ..."""
    return {f"{label} {number}": pixels.png() for number, pixels in enumerate(pictures, 1)}
