"""A deck and its pages, over the JSON of `presentations.get`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_knows.artifact.colour import WHITE, Colour, Theme
from pytest_knows.artifact.geometry import Rect, emu
from pytest_knows.artifact.lenient import entries, string, table
from pytest_knows.artifact.presentation.elements import Box, Element, Picture, PictureSource, Table
from pytest_knows.artifact.presentation.fill import background_fill, is_patterned, solid_fill
from pytest_knows.artifact.presentation.inherit import Parents
from pytest_knows.artifact.presentation.reading import PageReader
from pytest_knows.artifact.presentation.text import Raw

DEFAULT_WIDTH = 9144000
DEFAULT_HEIGHT = 5143500
"""EMU: a new presentation's page, 10 x 5.625 inches."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page:
    """A slide, a layout, a master or a notes page. `width` and `height` in EMU."""

    id: str
    width: float
    height: float
    elements: tuple[Element, ...] = ()
    """In z-order, groups entered."""
    background: Colour = WHITE
    """Behind everything; white where a picture is."""
    patterned: bool = False
    """Whether what is behind everything is not described by the API, such as a gradient."""
    background_picture: Picture | None = None
    """The picture behind everything, as large as the page; not one of `elements`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {len(self.elements)} elements)"

    @property
    def rect(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Shapes, cells of tables and WordArt, in z-order, with and without text."""
        found: list[Box] = []
        for element in self.elements:
            if isinstance(element, Box):
                found.append(element)
            elif isinstance(element, Table):
                found += element.cells
        return tuple(found)

    @property
    def text_boxes(self) -> tuple[Box, ...]:
        """The boxes whose text is not blank."""
        return tuple(box for box in self.boxes if box.placed)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(element for element in self.elements if isinstance(element, Picture))

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(element for element in self.elements if isinstance(element, Table))

    @property
    def text(self) -> str:
        """The texts of all boxes in z-order, one below the other."""
        return "\n".join(box.text for box in self.text_boxes)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Slide(Page):
    """A slide with its speaker notes: `notes` is its notes page, an empty one if there is none."""

    notes: Page
    behind: tuple[Page, ...] = ()
    """Its layout and master: what they draw besides placeholders is seen behind it."""
    layout: str = ""
    """The layout's display name."""
    skipped: bool = False

    @property
    def own_background_picture(self) -> Picture | None:
        """The background picture, if it is not that of the layout or master."""
        inherited = {page.background_picture.url for page in self.behind if page.background_picture}
        found = self.background_picture
        return found if found and found.url not in inherited else None


class Presentation:
    """A deck. `picture` gives the bytes behind a picture URL of the artifact (`Snapshot.picture`)."""

    def __init__(self, json: object, picture: PictureSource) -> None:
        self._json = json
        self._picture = picture
        size = table(json, "pageSize")
        self.width = _positive(emu(size.get("width")), DEFAULT_WIDTH)
        """Of every page, in EMU."""
        self.height = _positive(emu(size.get("height")), DEFAULT_HEIGHT)
        self.title = string(json, "title")

    def __repr__(self) -> str:
        return f"Presentation({len(self.slides)} slides)"

    @cached_property
    def slides(self) -> tuple[Slide, ...]:
        return tuple(self._slide(raw) for raw in entries(self._json, "slides"))

    @cached_property
    def layouts(self) -> tuple[Page, ...]:
        return tuple(self._page(raw) for raw in entries(self._json, "layouts"))

    @cached_property
    def masters(self) -> tuple[Page, ...]:
        return tuple(self._page(raw) for raw in entries(self._json, "masters"))

    @cached_property
    def first_slide(self) -> Slide:
        """The first slide; an empty one if the deck has none."""
        if self.slides:
            return self.slides[0]
        empty = Page(id="", width=self.width, height=self.height)
        return Slide(id="", width=self.width, height=self.height, notes=empty)

    @cached_property
    def _pages(self) -> dict[str, Raw]:
        pages = [
            *entries(self._json, "layouts"),
            *entries(self._json, "masters"),
            table(self._json, "notesMaster"),
        ]
        return {string(page, "objectId"): page for page in pages}

    @cached_property
    def _parents(self) -> Parents:
        return Parents(self._pages.values())

    def _ancestors(self, raw: Raw) -> list[Raw]:
        """The pages that a page inherits from, nearest first: its layout and its master."""
        layout = self._pages.get(string(raw, "slideProperties", "layoutObjectId"), {})
        own = string(raw, "slideProperties", "masterObjectId") or string(raw, "layoutProperties", "masterObjectId")
        master = own or string(layout, "layoutProperties", "masterObjectId")
        notes_master = table(self._json, "notesMaster") if "notesProperties" in raw else {}
        found = [page for page in (layout, self._pages.get(master, {}), notes_master) if page]
        first_master = entries(self._json, "masters")[:1]
        return found if any("colorScheme" in table(page, "pageProperties") for page in found) else found + first_master

    @cached_property
    def _drawn(self) -> dict[str, Page]:
        """Pages that slides have behind them, as far as they were needed."""
        return {}

    def _behind(self, raw: Raw) -> tuple[Page, ...]:
        pages = {string(page, "objectId"): page for page in self._ancestors(raw)}
        for name, page in pages.items():
            if name not in self._drawn:
                self._drawn[name] = self._page(page)
        return tuple(self._drawn[name] for name in pages)

    def _page(self, raw: Raw) -> Page:
        ancestors = self._ancestors(raw)
        chain: Sequence[Raw] = [raw, *ancestors]
        theme = Theme.of_pages(chain)
        fill = background_fill(chain)
        background = solid_fill(fill, theme, WHITE) or WHITE
        reader = PageReader(
            theme=theme,
            parents=self._parents,
            ancestors=ancestors,
            background=background,
            picture=self._picture,
        )
        return Page(
            id=string(raw, "objectId"),
            width=self.width,
            height=self.height,
            elements=reader.elements(raw),
            background=background,
            patterned=is_patterned(fill),
            background_picture=self._backdrop(string(fill, "stretchedPictureFill", "contentUrl")),
        )

    def _backdrop(self, url: str) -> Picture | None:
        if not url:
            return None
        return Picture(id="background", z=-1, width=self.width, height=self.height, url=url, source=self._picture)

    def _slide(self, raw: Raw) -> Slide:
        page = self._page(raw)
        layout = self._pages.get(string(raw, "slideProperties", "layoutObjectId"), {})
        return Slide(
            **{name: getattr(page, name) for name in Page.__slots__},
            notes=self._page(table(raw, "slideProperties", "notesPage")),
            behind=self._behind(raw),
            layout=string(layout, "layoutProperties", "displayName"),
            skipped=table(raw, "slideProperties").get("isSkipped") is True,
        )


def _positive(value: float, default: float) -> float:
    return value if value > 0 else default
