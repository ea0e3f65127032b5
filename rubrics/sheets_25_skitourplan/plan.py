"""Where the plan stands: its table, the rows of its runs, its column for the danger rose."""

from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.artifact.spreadsheet import Cell, Range, Tab
from pytest_knows.checks import tables
from pytest_knows.checks.links import first_link
from pytest_knows.checks.quantifiers import Attempt, some
from pytest_knows.checks.rows import Row
from pytest_knows.checks.values import quantity

from .guide import page_number

DESCRIBING = ("start", "gps", "vertical", "aspect")
"""Columns that say more of a run. The line of a source has a link, and nothing there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A table, whatever stands below it included: blank rows between the runs, rows that a formal table leaves out."""

    tab: Tab
    place: int
    """Of the tab."""
    area: Range
    headers: tuple[str, ...]
    longitude: int | None
    """The column next to that of the coordinates, where they stand in two."""

    def __repr__(self):
        return f"table at {self.tab.cell(self.area.start_row, self.area.start_column).a1} of {self.tab.title!r}"

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        columns = range(self.area.start_column, self.area.start_column + len(self.headers))
        for row in range(self.area.start_row + 1, self.tab.used_rows):
            yield tuple(self.tab.shown(row, column) for column in columns)

    def merged(self, column: tables.Column, first: int, last: int) -> bool:
        """Whether these rows of a column lie in one merge, one column wide."""
        place = self.area.start_column + column.index
        return any(
            (merge.start_column, merge.end_column) == (place, place + 1)
            and merge.holds(first, place)
            and merge.holds(last, place)
            for merge in self.tab.merges
        )


def find_plan(sheet, wanted, facts) -> Plan | None:
    """Of the formal tables and each tab's likeliest range the one with most of the columns; None if all is blank."""
    found = []
    for place, tab in enumerate(sheet.tabs):
        plain = tables.plain_table(tab, wanted)
        for table in (*tab.tables, *([] if plain is None else [plain])):
            headers, longitude = read_headers(table.headers, wanted, facts)
            found.append(Plan(tab=tab, place=place, area=table.area, headers=headers, longitude=longitude))
    return max(found, key=lambda plan: tables.likeness(plan.headers, wanted), default=None)


def read_headers(headers, wanted, facts):
    """The headers as they are compared, a pair of latitude and longitude as one column; the place of the second."""
    texts = [" ".join(text.split()).rstrip(":*\u00b0 ") for text in headers]
    named = tables.by_keywords(texts, wanted)
    pair = tables.by_keywords(texts, tables.wanted_columns(facts.pair, {}))
    if "gps" not in named and len(pair) == len(facts.pair):
        texts[pair["latitude"]], texts[pair["longitude"]] = wanted["gps"].title, ""
        return tuple(texts), pair["longitude"]
    beside = named.get("gps", -2) + 1
    return tuple(texts), beside if 0 < beside < len(texts) and not texts[beside] else None


def find_runs(plan: Plan, columns, total_words) -> tuple[Row, ...]:
    """The rows with a name and, in cells of their own, an angle, a link to a page of the guide, or one to elsewhere and
    anything more of a run; raises if only a judge could tell."""
    name = columns.find("name")
    if name is None:
        return ()
    angle, link, *others = (
        Attempt(lambda field=field: columns.find(field)) for field in ("angle", "link", *DESCRIBING)
    )
    runs = []
    for row, cells in enumerate(plan.rows(), plan.area.start_row + 1):
        named = cells[name.index]
        if named.empty or named.row != row or tables.is_total(named.text, total_words):
            continue
        described = any(_told(cells, named, column, lambda cell: not cell.empty).known for column in others)
        leads_on = first_link if described else lambda cell: page_number(first_link(cell))
        if some((_told(cells, named, angle, angles), _told(cells, named, link, leads_on))):
            runs.append(Row(cells, columns, ("name",)))
    return tuple(runs)


def _told(cells, named, column, read) -> Attempt[bool]:
    """Whether there is something to read in that column, in a cell other than that of the name."""

    def told():
        found = column.get()
        return found is not None and cells[found.index] != named and bool(read(cells[found.index]))

    return Attempt(told)


def link_of(run: Row) -> str:
    """Where the run's link leads, "" without one."""
    cell = run.cell("link")
    return "" if cell is None else first_link(cell)


def angles(cell: Cell) -> tuple[float, float] | None:
    """The smallest and the largest number of a cell; None if it holds none."""
    if cell.number is not None:
        return cell.number, cell.number
    found = () if cell.error else quantity.quantities(cell.text)
    return (min(one.low for one in found), max(one.high for one in found)) if found else None
