"""The deck as the agent left it: for each picture of the original, what stands in its place now."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.geometry import EMU_PER_INCH, EMU_PER_PT, Rect
from pytest_knows.artifact.presentation import Box, Element, Picture, Presentation, Slide
from pytest_knows.checks import layout
from pytest_knows.checks.assignment import assigned
from pytest_knows.checks.quantifiers import Attempt, first_open
from pytest_knows.rubric import show

from .credits import is_mere_credit, is_page_number, is_text_box, links
from .original import Item, Original
from .photos import Photo

_ROUNDING = 1e-9
UNMOVED = EMU_PER_INCH / 36
"""A text box that differs by no more from the original's place and size is still there."""
LOW = 0.35 * EMU_PER_INCH
"""A picture that ends less than that above the slide's lower edge leaves no room for a credit below it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Spot:
    """A picture of the original and what came in its place; `around` are the pictures of its slide."""

    item: Item
    recognised: bool = False
    """The slide is still the one that held the picture, as far as one can tell."""
    placeholder: Box | None = None
    replacement: Photo | None = None
    credit: Element | None = None
    around: tuple[Photo, ...] = ()

    def __repr__(self) -> str:
        return repr(self.item)


class Edited:
    """`spots` in the order of the original's items."""

    def __init__(self, deck: Presentation, original: Original) -> None:
        self.slides = deck.slides
        self._original = original
        found = [spot for index in original.pictures for spot in self._spots(index)]
        self.spots = tuple(sorted(found, key=lambda spot: original.items.index(spot.item)))

    def __repr__(self) -> str:
        return f"Edited({len(self.slides)} slides)"

    @property
    def worked_on(self) -> int:
        """For how many pictures something came in their place."""
        return sum(spot.placeholder is not None or spot.replacement is not None for spot in self.spots)

    def _spots(self, index: int) -> list[Spot]:
        items = [item for item in self._original.items if item.slide == index]
        if index >= len(self.slides):
            return [Spot(item=item) for item in items]
        slide = self.slides[index]
        photos = tuple(Photo(repr(picture), picture.data, self._original.known, picture) for picture in slide.pictures)
        placeholders = _best(items, [box for box in text_boxes(slide) if not is_mere_credit(box)], _as_placeholder)
        replacements = _best(items, self._new(photos, items), lambda item, photo: _as_replacement(item, photo.picture))
        credited = _best(
            list(replacements),
            [element for element in slide.elements if links(element)],
            lambda item, element: _as_credit(replacements[item].picture.rect, element.rect, slide.height),
        )
        there = bool(placeholders or replacements) or self._has_original_text(slide, index)
        return [
            Spot(
                item=item,
                recognised=there,
                placeholder=placeholders.get(item),
                replacement=replacements.get(item),
                credit=credited.get(item),
                around=photos,
            )
            for item in items
        ]

    def _new(self, photos: Iterable[Photo], items: list[Item]) -> list[Photo]:
        """Those that could stand for an item and are none of the original's, as far as one can tell."""
        near = [one for one in photos if any(_as_replacement(item, one.picture) is not None for item in items)]
        return [photo for photo in near if not self._original.likeness(photo).known]

    def _has_original_text(self, slide: Slide, index: int) -> bool:
        wanted = self._original.texts.get(index, [])
        return any(_unmoved(box.rect, rect) for box in text_boxes(slide) for rect in wanted)

    def count(self, index: int, of: Callable[[Slide], Sequence[object]]) -> int:
        """How many of these a slide has, 0 if there is no such slide."""
        return len(of(self.slides[index])) if index < len(self.slides) else 0


def text_boxes(slide: Slide) -> list[Box]:
    return [box for box in slide.boxes if is_text_box(box)]


def page_numbers(slide: Slide) -> list[Box]:
    return [box for box in text_boxes(slide) if is_page_number(box)]


def best_of(files: Iterable[Any], original: Original) -> Edited:
    """Of the decks that may be the agent's result the one with most spots worked on, of equals the first."""
    tried = [(file, Attempt(lambda file=file: Edited(file.presentation(), original))) for file in files]
    known = [(file, deck.known) for file, deck in tried if deck.known is not None]
    file, found = max(known, key=lambda pair: pair[1].worked_on, default=(None, None))
    doubt = first_open(deck.open for _, deck in tried)
    if doubt and not (found and found.worked_on):
        raise doubt
    show("graded deck", f"{file.name} in {file.parent.name}" if file.parent else file.name)
    return found


def _best(items: list[Item], candidates: list[Any], score: Any) -> dict[Item, Any]:
    return {items[at]: candidates[to] for at, to in assigned(items, candidates, score).items()}


def _covers(a: Rect, b: Rect, share: float) -> bool:
    """Whether `a` lies with that share of its area in `b`."""
    return a.inside(b) >= share - _ROUNDING


def _as_placeholder(item: Item, box: Box) -> float | None:
    """How well the box stands at the picture's spot; None if it does not. A line across the spot is enough."""
    own, spot = box.rect, item.rect
    small = _covers(own, spot, 0.80) and _covers(spot, own, 0.10)
    large = _covers(spot, own, 0.80) and _covers(own, spot, 0.50)
    return layout.alike(own, spot) if small or large else None


def _as_replacement(item: Item, picture: Picture) -> float | None:
    own, spot = picture.rect, item.rect
    fitted = _covers(own, spot, 0.60) and _covers(spot, own, 0.30)
    large = _covers(spot, own, 0.80) and own.area <= (1.7 + _ROUNDING) * spot.area
    return layout.alike(own, spot) if fitted or large else None


def _as_credit(picture: Rect, credit: Rect, page_height: float) -> float | None:
    """Minus the distance in points between the picture's lower edge and the credit's upper one; None if too far."""
    margin = 0.3 * picture.width
    overlap = 0.15 if page_height - picture.bottom < LOW else 0.10
    below = credit.top - picture.bottom
    fits = picture.left - margin <= credit.centre[0] <= picture.right + margin
    near = -overlap * picture.height <= below <= max(0.25 * picture.height, EMU_PER_INCH / 2)
    return -abs(below) / EMU_PER_PT if fits and near else None


def _unmoved(a: Rect, b: Rect) -> bool:
    sides = ((a.left, b.left), (a.top, b.top), (a.width, b.width), (a.height, b.height))
    return all(abs(one - other) <= UNMOVED for one, other in sides)
