"""What lies on a page. Every element knows its place on the page, whatever groups it is in. Lengths in EMU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.geometry import EMU_PER_PT, Affine, Point, Rect
from pytest_knows.artifact.presentation.text import Line, TextBody
from pytest_knows.errors import DamagedEvidence
from pytest_knows.scoring import one_line

IDENTITY = Affine()
NO_TEXT = TextBody()

PictureSource = Callable[[str], bytes]
"""The bytes behind a picture URL of the artifact; raises `DamagedEvidence`."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)  # no slots: its places are compared often, hence kept
class Element:
    """Anything on a page but a group. `width` and `height` are its own, before `transform` puts it onto the page."""

    id: str
    z: int
    """Place in the z-order of the whole page, groups entered: 0 is the farthest back."""
    transform: Affine = IDENTITY
    width: float = 0
    height: float = 0
    title: str = ""
    """Of the alternative text."""
    description: str = ""
    outline: Colour | None = None
    """Of a shape's or picture's edge, or of a line itself, as `Box.fill`; None if none is drawn."""

    @property
    def corners(self) -> tuple[Point, ...]:
        """On the page: those that are top left, top right, bottom right, bottom left before it is turned."""
        own = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height))
        return tuple(self.transform(corner) for corner in own)

    @cached_property
    def rect(self) -> Rect:
        """The axis-aligned rectangle around its corners."""
        return Rect.around(self.corners)

    def __repr__(self) -> str:
        rect = self.rect
        place = f"{rect.left / EMU_PER_PT:.0f},{rect.top / EMU_PER_PT:.0f} pt"
        return f"{type(self).__name__}({one_line(self._label(), 40)!r} at {place})"

    def _label(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Box(Element):
    """A shape, a table's cell or a piece of WordArt: what can hold text and fill."""

    kind: str = "shape"
    """shape, cell or word_art."""
    shape_type: str = ""
    """The API's word (TEXT_BOX, RECTANGLE, ...)."""
    placeholder: str = ""
    """The placeholder's type (TITLE, BODY, ...), or ""."""
    body: TextBody = NO_TEXT
    fill: Colour | None = None
    """As it is seen in front of the page's background; None if nothing is filled."""
    opaque: bool = False
    """Whether its fill lets nothing through."""
    patterned: bool = False
    """Whether it is filled with what the API does not describe, such as a gradient."""
    link: str = ""
    font_scale: float = 1.0
    """Of autofit: what the sizes that its text states are multiplied with, above 0 to 1."""
    placed: tuple[tuple[Line, Rect], ...] = ()
    """The lines that are not blank, and where they are likely to be seen (`extent`)."""
    rows: range = range(0)
    """Of its table, that a cell covers; merged ones cover several."""
    columns: range = range(0)

    @property
    def text(self) -> str:
        return self.body.text

    @cached_property
    def extent(self) -> Rect:
        """The rectangle around its text, or the box's own if there is none."""
        return Rect.union(rect for _, rect in self.placed) if self.placed else self.rect

    def _label(self) -> str:
        return self.text or self.id


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Picture(Element):
    """An image. `crop` is the share cut off left, top, right and bottom of the bitmap; `opacity` is 0 to 1."""

    url: str = ""
    source_url: str = ""
    crop: tuple[float, float, float, float] = (0, 0, 0, 0)
    opacity: float = 1.0
    link: str = ""
    placeholder: str = ""
    source: PictureSource = field(kw_only=True)

    def data(self) -> bytes:
        """The encoded bitmap, not cropped; raises `DamagedEvidence` if the episode does not have it."""
        if not self.url:
            raise DamagedEvidence(f"the image {self.id!r} has no content URL in the artifact")
        return self.source(self.url)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Table(Element):
    """A table; merged cells appear once, where they begin."""

    rows: int = 0
    columns: int = 0
    cells: tuple[Box, ...] = ()
    borders: tuple[Colour, ...] = ()
    """The colours of the lines between and around its cells, each once."""

    @property
    def grid(self) -> tuple[tuple[Box | None, ...], ...]:
        """Its rows, a merged cell at every place that it covers; None where there is no cell."""
        found: list[list[Box | None]] = [[None] * self.columns for _ in range(self.rows)]
        for cell in sorted(self.cells, key=lambda cell: -len(cell.rows) * len(cell.columns)):
            for row in cell.rows:
                found[row][cell.columns.start : cell.columns.stop] = [cell] * len(cell.columns)
        return tuple(map(tuple, found))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Other(Element):
    """A line, a chart of a spreadsheet, a video, or what the API adds one day."""

    kind: str = ""
    """line, sheetsChart, video, ..."""
    url: str = ""
    """Of a chart's picture or of a video."""
