"""The matrix below the list: wedding objects by colours, with a picture in each cell."""

import math
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks.image_formula import has_image

from .words import holds, plain

LAST_ROW, LAST_COLUMN, LONGEST = 200, 500, 300
"""The header is looked for in the first rows; rows that are read below it, columns that are read at all."""
LABELLED = 5
"""Rows below the header by which the column of the labels is told."""
GAP = 2
"""Blank rows that may stand between objects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of the matrix, with what it should show."""

    cell: Cell
    thing: str
    colour: str

    def __repr__(self):
        return f"{self.thing or '?'} in {self.colour or '?'} ({self.cell.a1})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """`headers` are the names above the colour columns, `objects` the label of each data row ("" without one)."""

    headers: tuple[str, ...]
    objects: tuple[str, ...]
    pictures: tuple[Picture, ...]

    def __repr__(self):
        return f"{len(self.objects)} objects x {len(self.headers)} colours"

    @property
    def labels(self):
        """The distinct objects."""
        found = {plain(label): label for label in reversed(self.objects) if plain(label)}
        return tuple(reversed(found.values()))

    def half(self, colours):
        """Half of its cells, rounded up."""
        return math.ceil(len(self.objects) * colours / 2)


def named_in(tab, row, column, names, same=None):
    """The cells of a row, from that column on, that name colours, if at least half of those with a text do; the first
    text may be the label of the row. The names are plain."""
    cells = [tab.cell(row, place) for place in range(column, min(tab.used_columns, LAST_COLUMN))]
    texts = [cell for cell in cells if not cell.empty]
    found = [cell for cell in texts if (same or _equal)(plain(cell.text), names)]
    others = len(texts) - len(found) - (bool(texts) and texts[0] not in found)
    return found if len({plain(cell.text) for cell in found}) > 1 and len(found) >= others else []


def _equal(text, names):
    return text in names


def _akin(text, names):
    return bool(text) and any(holds(text, name) or holds(name, text) for name in names)


def find_matrix(region):
    """The rows below the first row under the list that names colours; None if there is none."""
    tab, names = region.tab, {plain(shade.name) for shade in region.shades}
    for same in (_equal, _akin):
        for row in range(region.end, min(LAST_ROW, tab.used_rows)):
            named = named_in(tab, row, 0, names, same)
            if named:
                return _read(tab, row, named[0].column)
    return None


def _read(tab, row, first):
    """With the header in that row and the first colour in that column."""
    labelled = _label_column(tab, row, first)
    cells = [tab.cell(row, column) for column in range(labelled + 1, min(tab.used_columns, LAST_COLUMN))]
    headers = {cell.column: " ".join(cell.text.split()) for cell in cells if not cell.empty}
    first = min(headers)
    columns = range(first, max(headers) + 1)
    objects, pictures = [], []
    for label, shown in _rows(tab, row + 1, labelled, columns):
        objects.append(label)
        pictures += [Picture(cell=cell, thing=label, colour=headers.get(cell.column, "")) for cell in shown]
    return Matrix(headers=tuple(headers.values()), objects=tuple(objects), pictures=tuple(pictures))


def _label_column(tab, row, first):
    """The last column before the colours with a text below the header; a colour may stand there under another name."""
    below = range(row + 1, row + 1 + LABELLED)
    texts = [column for column in range(first) if any(_is_label(tab.shown(place, column)) for place in below)]
    return texts[-1] if texts else first - 1


def _is_label(cell):
    return not (cell.empty or has_image(cell))


def _rows(tab, start, labelled, columns):
    """Label and pictures of each data row; below a gap only rows with pictures go on."""
    blank, begun = 0, False
    for row in range(start, start + LONGEST):
        label = " ".join(tab.shown(row, labelled).text.split()) if labelled >= 0 else ""
        shown = [cell for column in columns if has_image(cell := tab.cell(row, column))]
        if shown or (label and not (begun and blank)):
            blank, begun = 0, True
            yield label, shown
        else:
            blank += 1
            if begun and blank > GAP:
                return
