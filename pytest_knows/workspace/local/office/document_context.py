"""What all readers of a .docx share: the package, styles and lists, and the tab that is being filled."""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.office.document_lists import Numbering
from pytest_knows.workspace.local.office.document_styles import Styles
from pytest_knows.workspace.local.office.markup import Element, amount, find
from pytest_knows.workspace.local.office.opening import Package, Relation

MAX_CELLS = 30_000
"""Of all tables of a document; the state takes about two kilobytes for each."""


@dataclass(slots=True, kw_only=True)
class Context:
    """`tab` is the `documentTab`; readers add lists, pictures and footnotes to it."""

    package: Package
    env: Environment
    styles: Styles
    numbering: Numbering
    tab: Json
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    """(footnote or endnote, Word's id) -> id of the footnote in the tab."""
    lists: dict[str, str] = field(default_factory=dict)
    """Word's numId -> id of the list in the tab."""
    geometry: Geometry = field(default_factory=lambda: Geometry())
    _cells: int = 0

    def count_cells(self, more: int) -> None:
        """Raises `RequestError` when the file's tables have too many cells; spans make many of little XML."""
        self._cells += more
        if self._cells > MAX_CELLS:
            raise RequestError(f"The tables of the file have more than {MAX_CELLS} cells.")

    def list_id(self, num_id: str) -> str:
        """The tab's list for a numbering of the file."""
        if num_id not in self.lists:
            self.lists[num_id] = f"kix.list.{len(self.lists) + 1}"
            self.tab.setdefault("lists", {})[self.lists[num_id]] = self.numbering.properties(num_id)
        return self.lists[num_id]


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """Page size and margins of a section, in pt; US Letter with one inch where the file does not say."""

    width: float = 612
    height: float = 792
    left: float = 72
    right: float = 72
    top: float = 72
    bottom: float = 72
    header: float = 36
    footer: float = 36

    @classmethod
    def of(cls, section: Element | None) -> Geometry:
        """From a `w:sectPr`; its lengths are twips. A negative margin counts as its size."""
        size, margins = find(section, "w:pgSz"), find(section, "w:pgMar")
        names = ("left", "right", "top", "bottom", "header", "footer")
        stated = {name: abs(amount(margins, f"w:{name}", 20 * getattr(_LETTER, name))) / 20 for name in names}
        width, height = amount(size, "w:w", 12240) / 20, amount(size, "w:h", 15840) / 20
        if not (0 < width <= 2000 and 0 < height <= 2000):
            width, height = _LETTER.width, _LETTER.height
        return cls(width=width, height=height, **stated)


_LETTER = Geometry()


@dataclass(slots=True, kw_only=True)
class Part:
    """A part whose content is read: its relations say what its ids mean."""

    relations: dict[str, Relation]

    def address(self, relation_id: str) -> str:
        """The URL of an external hyperlink; "" for a link within the file."""
        found = self.relations.get(relation_id)
        return found.target if found and found.external else ""

    def picture(self, relation_id: str) -> str:
        """The name of a picture's part; "" if there is none in the file."""
        found = self.relations.get(relation_id)
        return found.target if found and not found.external else ""
