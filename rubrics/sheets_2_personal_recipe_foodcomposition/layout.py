"""Where the table stands: its header row, the group headers above it, and the line below it."""

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Range, Tab
from pytest_knows.checks import tables
from pytest_knows.checks.matching import ask_which
from pytest_knows.checks.quantifiers import require_decided
from pytest_knows.checks.text import fold

SAME, DISTINCT = 0.05, 0.1
"""Of a colour's channels from 0 to 1: at most this far apart in one group, one more than that between groups."""
NOT_WHITE = 0.98
"""At least one channel of a colour that is not white is below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A row of column titles."""

    tab: Tab
    row: int
    cells: tuple[Cell, ...]
    """The title of each column of the tab: of a vertical merge, its top left cell."""
    ends: Mapping[int, int]
    """Column -> the row below its title, where that is not the next one."""

    def __repr__(self):
        return f"row {self.row + 1} of {self.tab.title!r}"

    @property
    def texts(self):
        return tuple(" ".join(cell.text.split()).rstrip(":* ") for cell in self.cells)

    @property
    def titles(self):
        """The cells with a text, from left to right."""
        return tuple(cell for cell in self.cells if not cell.empty)

    def end(self, column):
        """The first row below the title of a column."""
        return self.ends.get(column, self.row + 1)


def headers_of(tab: Tab):
    """Each of the first rows that shows anything, read as a row of titles."""
    rows = range(min(tables.HEADER_DEPTH, tab.used_rows))
    merged = {
        (row, merge.start_column): merge
        for merge in tab.merges
        for row in tab.rows_of(merge)[: tables.HEADER_DEPTH]
        if row in rows
    }
    for row in rows:
        own = {column: merge for (at, column), merge in merged.items() if at == row}
        cells = (
            tab.cell(own[column].start_row if column in own else row, column) for column in range(tab.used_columns)
        )
        header = Header(
            tab=tab,
            row=row,
            cells=tuple(cells),
            ends={column: max(tab.rows_of(merge).stop, row + 1) for column, merge in own.items()},
        )
        if header.titles:
            yield header


def find_header(sheet, wanted, judge):
    """The row with most of the columns; where no keyword is found on any tab, the one that the judge points out."""
    found = [header for tab in sheet.tabs for header in headers_of(tab)]
    best = max(found, key=lambda header: len(tables.by_keywords(header.texts, wanted)), default=None)
    if best is None or tables.by_keywords(best.texts, wanted):
        return best
    likely = [header for header in found if header.tab is found[0].tab and len(header.titles) > 1]
    if not likely:
        return None
    question = (
        "Which of the numbered rows of a spreadsheet holds the column titles of a table of ingredients and the amounts "
        "of nutrients in them? Answer the row's number, or no if none of them does."
    )
    return ask_which(judge, "header_row", question, likely, lambda header: " | ".join(filter(None, header.texts)))


class Group:
    """The columns of a group of nutrients, in the wanted order: each an attempt to find it."""

    def __init__(self, columns):
        self.columns = tuple(columns)

    def __repr__(self):
        return f"columns {[column.known.header for column in self.columns if column.known]}"

    @property
    def found(self):
        return [column.known for column in self.columns if column.known is not None]

    @property
    def possible(self):
        """There is a column, or there may be one."""
        return any(column.open or column.known for column in self.columns)

    @property
    def lacking(self):
        """A column is certainly missing."""
        return any(column.open is None and column.known is None for column in self.columns)

    def decide(self):
        """Raises what keeps a column from being known, if anything does."""
        require_decided(column.open for column in self.columns)


def labelled(header: Header, label: str) -> list[Range]:
    """The merged cells with this label in the nearest filled row above the titles."""
    tab = header.tab
    above = (
        row for row in reversed(range(header.row)) if any(not tab.cell(row, c).empty for c in range(tab.used_columns))
    )
    row = next(above, None)
    return [
        merge
        for merge in tab.merges
        if (merge.start_row, merge.end_row) == (row, merge.start_row + 1)
        and fold(tab.cell(merge.start_row, merge.start_column).text).rstrip(": ") == fold(label)
    ]


def header_above(header: Header, label: str, group: Group) -> Range | None:
    """The merged cell with this label that stands above exactly the group's columns, from the first to the last."""
    candidates = labelled(header, label)
    if candidates:
        group.decide()
    places = [column.index for column in group.found]
    wanted = (min(places), max(places) + 1) if places else None
    return next((merge for merge in candidates if (merge.start_column, merge.end_column) == wanted), None)


def underlined(header: Header, title: Cell) -> bool:
    """Whether there is a line directly below a title."""
    end = header.end(title.column)
    above, below = (header.tab.cell(row, title.column).format for row in (end - 1, end))
    return above.line("bottom") or below.line("top")


def alike(colours) -> bool:
    return all(max(channel) - min(channel) <= SAME for channel in zip(*(c.channels for c in colours), strict=True))


def white(colour) -> bool:
    return min(colour.channels) >= NOT_WHITE


def representative(group: Group, rows):
    """What colour a group has: that of its first column in the first ingredient's row; None without a column."""
    first = next((found for column in group.columns if (found := column.get()) is not None), None)
    return None if first is None else rows[0].cell(first).format.background
