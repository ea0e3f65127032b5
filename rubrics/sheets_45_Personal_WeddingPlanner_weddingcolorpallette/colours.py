"""The list of colours: a column of names with, to the right of each, an article, a fill, a store and a mood."""

from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Tab
from pytest_knows.checks.image_formula import has_image

from .cells import fill_of, is_address, link_of
from .matrix import named_in
from .words import is_colour_like, is_hex, of_family, plain, says

ROWS, COLUMNS = 60, 10
"""Where a list is looked for."""
HEADERS = {"color", "name", "color name", "shade", "hue"}
TITLES = ("color", "shade", "palette")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shade:
    """A colour of the list."""

    name: str
    cell: Cell
    article: Cell
    fill: Cell
    store: Cell
    mood: Cell

    def __repr__(self):
        return self.name

    @property
    def links(self):
        return link_of(self.article), link_of(self.store)

    @property
    def described(self):
        """There is anything beside the name."""
        return any(self.links) or fill_of(self.fill) is not None

    @property
    def shaded(self):
        """The whole row is of one colour, as headers are."""
        return fill_of(self.cell) is not None and fill_of(self.cell) == fill_of(self.fill)


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where the list stands."""

    tab: Tab
    column: int
    shades: tuple[Shade, ...]

    def __repr__(self):
        return f"{len(self.shades)} colours from {self.tab.title}!{self.shades[0].cell.a1}"

    @property
    def start(self):
        return self.shades[0].cell.row

    @property
    def end(self):
        """The row below."""
        return self.shades[-1].cell.row + 1

    @property
    def weight(self):
        """Names with links are rather the list than names with fills, and these than mere names."""
        linked = any(any(shade.links) for shade in self.shades)
        return 2 if linked else 1 if any(shade.described for shade in self.shades) else 0


def find_region(sheet, families):
    """The first column of names with most beside them; None if there are no two names below one another."""
    found = [
        Region(tab=tab, column=column, shades=tuple(shades))
        for tab in sheet.tabs
        for column in range(min(COLUMNS, tab.used_columns))
        for block in blocks(tab, column)
        if len(shades := colours_of(block, tab, families)) > 1
    ]
    return max(found, key=lambda region: region.weight, default=None)


def blocks(tab, column):
    """The runs of names in a column."""
    run = []
    for row in range(min(ROWS, tab.used_rows)):
        cell = tab.cell(row, column)
        if is_name(cell):
            beside = (tab.shown(row, column + offset) for offset in range(1, 5))
            parts = dict(zip(("article", "fill", "store", "mood"), beside, strict=True))
            run.append(Shade(name=" ".join(cell.text.split()), cell=cell, **parts))
        elif run:
            yield run
            run = []
    if run:
        yield run


def is_name(cell):
    text = cell.text
    return any(map(str.isalpha, text)) and not (is_address(text) or is_hex(text) or has_image(cell))


def colours_of(block, tab, families):
    """Of a run of names those that are colours: without headers, up to the matrix or a line that is something else."""
    while len(block) > 1 and is_header(block[0], block[1:]):
        block = block[1:]
    names = set()
    for place, shade in enumerate(block):
        if len(named_in(tab, shade.cell.row, shade.cell.column + 1, names)) > 1:
            block = block[:place]
            break
        names.add(plain(shade.name))
    last = max((place for place, shade in enumerate(block) if shade.described), default=len(block))
    rest = block[last + 1 :]
    # a colour of which nothing more is given is still a colour; a note below the list is none
    more = next((n for n, one in enumerate(rest) if not belongs(one, families)), len(rest))
    return block[: last + 1 + more]


def belongs(shade, families):
    return is_colour_like(shade.name) and of_family(shade.name, families)


def is_header(first, rest):
    """The names below are colours, the first one says so."""
    name = plain(first.name)
    if name.removesuffix("s") in HEADERS:
        return True
    if any(first.links) or (fill_of(first.fill) is not None and not first.shaded):
        return False
    complete = any(link_of(shade.article) and fill_of(shade.fill) is not None for shade in rest)
    return complete or says(name, TITLES)
