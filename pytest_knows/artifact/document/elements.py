"""What a document consists of: runs and pictures in paragraphs, paragraphs and tables in cells and segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.document.styles import ParagraphStyle, TextStyle
from pytest_knows.errors import DamagedEvidence


class Place(StrEnum):
    """Which part of the document something stands in. Tables of a header belong to the header."""

    BODY = "body"
    TABLE = "table"
    HEADER = "header"
    FOOTER = "footer"
    FOOTNOTE = "footnote"

    @property
    def in_margin(self) -> bool:
        """In a header or footer: outside the flow of the text."""
        return self in (Place.HEADER, Place.FOOTER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Text of one style without line ends. A chip (person, file, date) is a run with what it shows."""

    text: str
    style: TextStyle = field(default_factory=TextStyle)
    link: str = ""
    """Where it leads: an URL; empty for none and for links to headings and bookmarks."""

    def __repr__(self) -> str:
        return f"Run({self.text[:40]!r}{f' -> {self.link[:60]}' if self.link else ''})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """What is cut off, as fractions of the uncropped picture's width and height."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0

    @property
    def visible(self) -> float:
        """The share of the picture's area that is left, 0 to 1."""
        return max(0.0, 1 - self.left - self.right) * max(0.0, 1 - self.top - self.bottom)


def _no_bytes(url: str) -> bytes:
    raise DamagedEvidence(f"no picture bytes were recorded for {url[:80]!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image of the document, in the text (inline) or floating beside it (positioned)."""

    object_id: str
    url: str = ""
    """Where its bytes come from; empty for a drawing, whose pixels the API does not give."""
    width: float = 0
    """As shown, in pt."""
    height: float = 0
    crop: Crop = field(default_factory=Crop)
    positioned: bool = False
    place: Place = Place.BODY
    description: str = ""
    link: str = ""
    source: Callable[[str], bytes] = field(default=_no_bytes, repr=False, compare=False)

    def __repr__(self) -> str:
        kind = "positioned" if self.positioned else "inline"
        return f"Picture({self.object_id[:40]}, {kind}, {self.place.value})"

    def data(self) -> bytes:
        """The uncropped picture, encoded as the artifact has it; raises `DamagedEvidence` if it cannot be had."""
        if not self.url:
            raise DamagedEvidence(f"the document gives no content for {self!r} (a drawing, or damaged JSON)")
        return self.source(self.url)


Piece = Run | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the document (not of the page): up to a paragraph's end, a line or page break, a cell's border."""

    pieces: tuple[Piece, ...]
    """Floating pictures stand before the first line of the paragraph that they are anchored to."""
    place: Place = Place.BODY
    begins: str = ""
    """"page" or "column" if a manual break of that kind stands before it in its paragraph."""

    def __repr__(self) -> str:
        return f"Line({self.text[:60]!r})"

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Run))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Picture))

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """(text, URL) of each link; neighbouring runs with one target are one link."""
        found: list[tuple[str, str]] = []
        before = ""
        for run in self.runs:
            if run.link and run.link == before:
                found[-1] = (found[-1][0] + run.text, run.link)
            elif run.link:
                found.append((run.text, run.link))
            before = run.link
        return tuple(found)

    def after(self, picture: Picture) -> Line:
        """The rest of the line behind the picture."""
        position = self.pieces.index(picture)
        return Line(pieces=self.pieces[position + 1 :], place=self.place, begins=self.begins)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet:
    """That a paragraph is an item of a list. `level` 0 is the outermost; `glyph` a symbol or a type (DECIMAL, ...)."""

    list_id: str
    level: int = 0
    glyph: str = ""
    ordered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """One paragraph. `lines` has at least one line."""

    lines: tuple[Line, ...]
    style: ParagraphStyle = field(default_factory=ParagraphStyle)
    bullet: Bullet | None = None
    plain: TextStyle = field(default_factory=TextStyle)
    """How text in it looks that states no style of its own."""
    range_names: tuple[str, ...] = ()
    """Of the named ranges that begin in it."""

    def __repr__(self) -> str:
        return f"Paragraph({self.text[:60]!r})"

    @property
    def text(self) -> str:
        """Its lines, joined by newlines."""
        return "\n".join(line.text for line in self.lines)

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(run for line in self.lines for run in line.runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A table cell; a merged one spans more than 1."""

    blocks: tuple[Block, ...]
    row_span: int = 1
    column_span: int = 1
    background: Colour | None = None
    """None where it is transparent."""

    def __repr__(self) -> str:
        return f"Cell({self.text[:40]!r})"

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in lines_of(self.blocks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells; rows may differ in length where the JSON does."""

    rows: tuple[tuple[Cell, ...], ...]

    def __repr__(self) -> str:
        return f"Table({len(self.rows)} x {max(map(len, self.rows), default=0)})"


Block = Paragraph | Table


def paragraphs_of(blocks: tuple[Block, ...]) -> Iterator[Paragraph]:
    """The paragraphs in reading order, tables flattened row by row."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block
            continue
        for row in block.rows:
            for cell in row:
                yield from paragraphs_of(cell.blocks)


def lines_of(blocks: tuple[Block, ...]) -> Iterator[Line]:
    """The lines in reading order, tables flattened row by row."""
    for paragraph in paragraphs_of(blocks):
        yield from paragraph.lines
