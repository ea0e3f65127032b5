"""The table of films: its columns and its rows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from pytest_knows.artifact.spreadsheet import Cell
from pytest_knows.checks import tables
from pytest_knows.checks.quantifiers import Attempt, require_decided
from pytest_knows.checks.values.title import bare

from .cells import named, written, year_of

ROUNDING = 1e-6
HEADER_DEPTH = 20
"""Rows from the top of a tab in which a header is looked for."""

_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")

# -- the table ---------------------------------------------------------------------------------------------------------


def find_table(sheet, wanted):
    """The formal table or range with most of the columns; of equals the first, formal ones before ranges."""
    ranges = [found for tab in sheet.tabs if (found := _range(tab, wanted)) is not None]
    return max((*sheet.tables, *ranges), key=lambda table: _likeness(table.headers, wanted), default=None)


def _range(tab, wanted):
    """What stands below a tab's likeliest header, empty rows and all; None if there is none."""
    columns = range(tab.used_columns)
    texts = {row: [tab.cell(row, column).text for column in columns] for row in range(min(HEADER_DEPTH, tab.used_rows))}
    best = max(texts, key=lambda row: _likeness(texts[row], wanted), default=None)
    return None if best is None else tab.range_under(best, gap=tab.used_rows)


def _likeness(headers, wanted):
    """Where no header is known, the row with most texts is the likeliest."""
    found = len(find_columns(headers, wanted))
    return found, 0 if found else sum(bool(header.strip()) for header in headers)


def find_columns(headers, wanted):
    """Column -> its place: first by the names that the task gives, then by others, each header once."""
    places = {}
    for place, header in enumerate(headers):
        for form in {bare(header), bare(_BRACKETED.sub("", header))} - {""}:
            places.setdefault(form, []).append(place)
    found = {}
    for names_of in (lambda column: (column.title,), lambda column: column.keywords):
        for name, column in wanted.items():
            fitting = {place for key in names_of(column) for place in places.get(bare(key), ())} - set(found.values())
            if name not in found and fitting:
                found[name] = min(fitting)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Of each column, the attempt to find it; `free` is how many headers are left for those that are undecided."""

    tried: Mapping[str, Attempt]
    free: int

    @classmethod
    def of(cls, columns, wanted):
        tried = {name: Attempt(lambda name=name: columns.find(name)) for name in wanted}
        undecided = next((name for name, column in tried.items() if column.open is not None), None)
        return cls(tried=tried, free=len(columns.unused(undecided)) if undecided else 0)

    @property
    def places(self):
        """Column -> its place, of those that are known."""
        return {name: column.known.index for name, column in self.tried.items() if column.known is not None}

    @property
    def missing(self):
        """The columns that are not there; or those of which some are not, as there are too few headers for all."""
        missing = [name for name, column in self.tried.items() if column.open is None and column.known is None]
        return missing or (self.undecided if len(self.undecided) > self.free else [])

    @property
    def undecided(self):
        return [name for name, column in self.tried.items() if column.open is not None]

    def decide(self):
        """Raises what keeps a column from being known, if anything does."""
        require_known(self.tried.values())


def require_known(attempts):
    """Raises what stands in the way of one of them, if anything does."""
    require_decided(attempt.open for attempt in attempts)


def require_falling(values):
    """Attempts to read numbers; those that are known have to fall, or stay, from each to the next."""
    known = [value.known for value in values if value.open is None]
    for before, after in pairwise(known):
        assert after <= before + ROUNDING, f"{after:g} stands below {before:g}"
    require_known(values)


# -- the rows ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A row of the table: its cells, what stands in the title's, which title and year that is (`read` is the attempt
    to read these), and the attempt to find the film on IMDb."""

    cells: tuple[Cell, ...]
    text: str
    title: str
    year: int | None
    read: Attempt
    movie: Attempt | None = None

    def __repr__(self):
        return self.title or f"row {self.cells[0].row + 1}"


def film_rows(table, places, words):
    """The rows with a title and one more cell, or with two others; rows that begin with one of the words are none."""
    for row in table.rows:
        filled = [name for name, place in places.items() if not row[place].empty]
        if len(filled) < 2 or all(bare(row[places[name]].text) == bare(table.headers[places[name]]) for name in filled):
            continue
        text = row[places["title"]].text if "title" in places else ""
        labels = [text] if text.strip() else [row[places[name]].text for name in filled]
        if not any(tables.is_total(label, words) for label in labels):
            title, year = named(text)
            read = Attempt(lambda row=row: _year(row, places))
            yield Film(cells=row, text=text, title=title, year=read.known or year, read=read)


def _year(row, places):
    """The year that a row states, where its title could be computed."""
    if "title" in places:
        written(row[places["title"]])
    return year_of(row[places["year"]]) if "year" in places else None


def filled_rows(table):
    return sum(any(not cell.empty for cell in row) for row in table.rows)
