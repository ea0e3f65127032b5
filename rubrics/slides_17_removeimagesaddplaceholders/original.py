"""The deck as it was, after the gold data: where its pictures and its texts stood."""

import csv
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.lenient import entries, number, table
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.errors import DamagedEvidence
from pytest_knows.evidence.pictures import Fingerprint
from pytest_knows.scoring import Mechanism

from .photos import Photo, likest

PICTURES = "data/gold_images"
DESCRIPTIONS = "data/gold_descriptions.csv"
PICTURE_PLACES, TEXT_PLACES = "data/original_image_locations.json", "data/original_textbox_locations.json"
MOST_SLIDES = 1000
"""Gold data that names a later slide is damaged."""


class Album:
    """The gold pictures by file name."""

    def __init__(self, gold: Any) -> None:
        self._gold = gold
        self._photos: dict[str, Photo] = {}
        self.known: dict[bytes, Fingerprint] = {}
        """For every `Photo` of the episode."""

    def __getitem__(self, name: str) -> Photo:
        """A picture that the archive lacks is one that cannot be read."""
        return self._photos.setdefault(name, Photo(name, partial(self._gold.read, f"{PICTURES}/{name}"), self.known))

    @cached_property
    def all(self) -> list[Photo]:
        """In the order of file names; raises `DamagedEvidence` if there is none."""
        return [self[name.rpartition("/")[2]] for name in self._gold.names(PICTURES)]


@dataclass(frozen=True, kw_only=True, eq=False)
class Item:
    """A picture of the original deck: `slide` counts from 0, `rect` is where it was, in EMU."""

    photo: Photo
    slide: int
    rect: Rect

    def __repr__(self) -> str:
        return self.photo.name


class Original:
    """Raises `DamagedEvidence` if the places of pictures or texts are missing or malformed."""

    def __init__(self, gold: Any, album: Album) -> None:
        self._gold = gold
        self.known = album.known
        self._likenesses: dict[Photo, Attempt[Mechanism | None]] = {}
        places = table(_read_json(gold, PICTURE_PLACES))
        self.items = tuple(_item(album[name], entry) for name, entry in sorted(places.items()))
        texts = [(_slide(entry), _rect(entry)) for entry in entries({"boxes": _read_json(gold, TEXT_PLACES)}, "boxes")]
        if not self.items or not texts:
            raise DamagedEvidence("the gold data says nothing about where pictures or texts stood")
        self.slides = 1 + max(index for index in (*(item.slide for item in self.items), *(index for index, _ in texts)))
        self.texts = {index: [rect for slide, rect in texts if slide == index] for index, _ in texts}
        """Slide -> the places of its text boxes."""
        self.pictures = Counter(item.slide for item in self.items)
        """Slide -> how many pictures it had."""

    @cached_property
    def _descriptions(self) -> Mapping[str, str]:
        rows = csv.DictReader(self._gold.text(DESCRIPTIONS).splitlines())
        return {row["filename"]: (row.get("description") or "").strip() for row in rows if row.get("filename")}

    def likeness(self, photo: Photo) -> Attempt[Mechanism | None]:
        """The best one to any picture of the original: is it one of them, exactly or nearly?"""
        if photo not in self._likenesses:
            self._likenesses[photo] = likest(photo, (item.photo for item in self.items))
        return self._likenesses[photo]

    def description(self, item: Item) -> str:
        """What the picture shows; raises `DamagedEvidence` if the gold data does not say."""
        found = self._descriptions.get(item.photo.name)
        if not found:
            raise DamagedEvidence(f"{DESCRIPTIONS} has no description of {item.photo.name}")
        return found


def _read_json(gold: Any, name: str) -> Any:
    try:
        return json.loads(gold.text(name))
    except (ValueError, RecursionError) as error:
        raise DamagedEvidence(f"the gold file {name} is no JSON: {error}") from error


def _item(photo: Photo, entry: Any) -> Item:
    rect = _rect(entry)
    if rect.area <= 0:
        raise DamagedEvidence(f"{PICTURE_PLACES} does not say where {photo.name} was")
    return Item(photo=photo, slide=_slide(entry), rect=rect)


def _slide(entry: Any) -> int:
    index = int(number(entry, "slide_index", default=-1))
    if not 0 <= index < MOST_SLIDES:
        raise DamagedEvidence(f"the gold data names a slide {index}")
    return index


def _rect(entry: Any) -> Rect:
    left, top, width, height = (number(entry, "bbox", name) for name in ("x", "y", "width", "height"))
    return Rect(left, top, left + width, top + height)
