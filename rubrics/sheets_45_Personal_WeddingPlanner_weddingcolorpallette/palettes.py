"""The tab of palettes: rows of cells that are filled with colours."""

from collections import defaultdict
from dataclasses import dataclass, replace

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.spreadsheet import Range, Tab
from pytest_knows.checks.words import mentions

from .cells import fill_of, hex_of, is_chosen, is_white
from .words import is_colour_like, is_hex, plain

LEAST = 2
"""Colours that make a palette of a row."""
CHECKLIST = ("checklist*", "check list*", "planner*", "plan*", "decor*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted:
    """A cell that is not blank: its text, its fill, and what tells it from other colours."""

    row: int
    column: int
    text: str
    colour: Colour | None
    shade: str

    def __repr__(self):
        return self.shade


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """A row of colours."""

    row: int
    label: str
    cells: tuple[Painted, ...]

    def __repr__(self):
        return f"row {self.row + 1} ({', '.join(map(repr, self.cells))})"

    @property
    def shades(self):
        return frozenset(cell.shade for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Palettes:
    """`labelled`: the labels stand to the left of all colours."""

    rows: tuple[Palette, ...]
    labelled: bool

    def __repr__(self):
        return f"{len(self.rows)} palettes"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteTab:
    """The tab of the palettes, with its cells as `painted`."""

    tab: Tab
    rows: dict[int, list[Painted]]

    def __repr__(self):
        return repr(self.tab)


def find_tab(sheet, main):
    """The tab that is called so, else that with most rows of colours; None if there is none."""
    found = []
    for tab in sheet.tabs:
        if tab is not main:
            rows = painted(tab)
            count = sum(len(fills(row)) >= LEAST for row in rows.values())
            called = mentions(tab.title, ("palette", "palettes"))
            if count or called:
                rank = (called, not mentions(tab.title, CHECKLIST), count)
                found.append((rank, PaletteTab(tab=tab, rows=rows)))
    return max(found, key=lambda one: one[0])[1] if found else None


def painted(tab):
    """Row -> its cells that are not blank; of merged ones the top left one. Alternating colours are no fills."""
    rows = defaultdict(list)
    striped = [] if tab.conditional_formats else [Range.of(raw.get("range"), tab.id) for raw in tab.bandings]
    for cell in tab.all_cells():
        striping = any(area.holds(cell.row, cell.column) for area in striped)
        colour = fill_of(cell) if is_chosen(cell) or not striping else None
        if (colour or not cell.empty) and (not tab.merges or tab.shown(cell.row, cell.column) is cell):
            text = cell.text.strip()
            shade = hex_of(colour) if colour else plain(text)
            rows[cell.row].append(Painted(row=cell.row, column=cell.column, text=text, colour=colour, shade=shade))
    return dict(rows)


def fills(cells):
    return [cell for cell in cells if cell.colour is not None]


def read_palettes(rows, count, names, white):
    """The palettes of `count` colours each; None if there are none. `names` are those of the list, plain; cells that
    are filled with white count if `white`."""
    rows = [row if white else _without_white(row) for row in rows]
    filled = [row for row in rows if len(fills(row)) >= LEAST]
    if not filled:
        return _written(rows, names)
    if _is_shaded_header(filled):
        filled = filled[1:]
    label = _label_column(filled, names)
    filled = [row for row in filled if len(_colours(row, label)) >= LEAST]
    places = [cell.column for row in filled for cell in _colours(row, label)]
    if not places:
        return None
    columns = range(min(places), max(places) + 1)
    return Palettes(
        rows=tuple(_palette(row, label, columns, count) for row in filled),
        labelled=label is not None and label < columns.start,
    )


def _without_white(row):
    if not any(cell.colour and is_white(cell.colour) for cell in row):
        return row
    bare = [
        replace(cell, colour=None, shade=plain(cell.text)) if cell.colour and is_white(cell.colour) else cell
        for cell in row
    ]
    return [cell for cell in bare if cell.colour or cell.text]


def _palette(row, label, columns, count):
    cells = _colours(row, label)
    if len(cells) != count:
        cells = [
            cell
            for cell in row
            if cell in cells or (cell.column != label and cell.column in columns and is_colour_like(cell.text))
        ]
    return Palette(row=row[0].row, label=_label(row, label), cells=tuple(cells))


def _label(row, column):
    return next((cell.text for cell in row if cell.column == column), "")


def _colours(row, label):
    return [cell for cell in fills(row) if cell.column != label]


def _is_shaded_header(rows):
    """The first row is one of titles: of one colour, or with a text in each fill where no other row has any, but for
    a label in front."""
    first, *rest = (fills(row) for row in rows)
    texts = [bool(cell.text) for cell in first]
    if any(texts) and len({cell.shade for cell in first}) == 1:
        return True
    return all(texts) and bool(rest) and not any(cell.text for row in rest for cell in row[-LEAST:])


def _label_column(rows, names):
    """The first column with a text in every row, and with no fill or the same one in all; names of colours are none."""
    for column in sorted({cell.column for row in rows for cell in row}):
        cells = [cell for row in rows for cell in row if cell.column == column]
        alike = len({cell.colour and cell.shade for cell in cells}) == 1
        if len(cells) == len(rows) and alike and all(cell.text for cell in cells) and not _all_colours(cells, names):
            return column
    return None


def _all_colours(cells, names):
    return all(is_hex(cell.text) or plain(cell.text) in names for cell in cells)


def _written(rows, names):
    """Palettes that are only written down: rows of names or codes, without a row of titles."""
    found = [row for row in rows if sum(is_colour_like(cell.text) for cell in row) >= LEAST]
    if found and not any(is_hex(cell.text) or plain(cell.text) in names for cell in found[0]):
        found = found[1:] or found
    label = _label_column(found, names)
    palettes = []
    for row in found:
        cells = tuple(cell for cell in row if cell.column != label and is_colour_like(cell.text))
        palettes.append(Palette(row=row[0].row, label=_label(row, label), cells=cells))
    return Palettes(rows=tuple(palettes), labelled=label is not None) if palettes else None


def other_labels(rows, labels):
    """The labels that are none of those asked for, whatever their case and blanks."""
    allowed = {plain(label).replace(" ", "") for label in labels}
    return [row.label for row in rows if plain(row.label).replace(" ", "") not in allowed]
