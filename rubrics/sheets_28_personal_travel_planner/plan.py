"""Where the plan stands: its header row and columns, the rows that are stops, the days that they make."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pytest_knows.artifact.spreadsheet import Cell, Tab
from pytest_knows.checks import tables
from pytest_knows.checks.text import find_word, fold
from pytest_knows.checks.values import date
from pytest_knows.checks.words import mentions

from .places import clean, same_name, words
from .readings import Reader

GAP = 10
"""Blank rows that end the plan."""
MOST = 20
"""Stops that are read for each one that is expected: what has more is no plan of this trip."""
DATED = 200
"""Rows below a header that are looked at for dates."""
FEWEST = 2
"""Columns by which a header row is known."""
YEARS = range(2000, 2100)
ACTIVITIES, MEALS = ("morning", "afternoon", "evening"), ("lunch", "dinner")
SLOTS = ("morning", "lunch", "afternoon", "dinner", "evening")
FOOD, ACTIVITY = "food", "activity"

_BRACKETS = re.compile(r"\([^()]*\)")
_DAY = re.compile(r"day\s?\d{1,2}(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`row` is the header's, `named` the columns that words tell, `above` the row whose cell a merge shows instead."""

    tab: Tab
    row: int
    headers: tuple[str, ...]
    named: dict[str, int]
    above: dict[tuple[int, int], int]

    def __repr__(self):
        return f"table under row {self.row + 1} of {self.tab.title!r}"

    def shown(self, row: int, column: int) -> Cell:
        """The cell, or the one above that a merge shows at its place."""
        return self.tab.cell(self.above.get((row, column), row), column)


def find_plan(sheet, wanted, month) -> Plan | None:
    """Of all tabs' first rows the one with most of the columns, the first of equals; None if none has enough."""
    best = None
    for tab in sheet.tabs:
        for row in range(min(tables.HEADER_DEPTH, tab.used_rows)):
            headers = tuple(tab.cell(row, column).text for column in range(tab.used_columns))
            named = _named(tab, row, headers, wanted, month)
            if len(named) >= FEWEST and (best is None or len(named) > len(best.named)):
                best = Plan(tab=tab, row=row, headers=headers, named=named, above=_covered(tab))
    return best


def _named(tab, row, headers, wanted, month):
    """Of each column the header whose word stands first in its list; of dates one under which there are dates."""
    places = {}
    for place, header in enumerate(headers):
        for form in {fold(header), fold(_BRACKETS.sub("", header))} - {""}:
            places.setdefault(form, []).append(place)
    found = {}
    for name, column in wanted.items():
        fitting = [place for word in map(fold, column.keywords) for place in places.get(word, ())]
        if name == "date" and len(fitting) > 1:
            fitting.sort(key=lambda place: not _dated(tab, row, place, month))
        if fitting:
            found[name] = fitting[0]
    return found


def _dated(tab, row, column, month):
    cells = (tab.cell(below, column) for below in range(row + 1, min(tab.used_rows, row + DATED)))
    return any(day_of(cell, month, None) for cell in cells)


def _covered(tab):
    return {
        (row, merge.start_column): merge.start_row
        for merge in tab.merges
        for row in tab.rows_of(merge)[1:]
        if merge.end_column == merge.start_column + 1
    }


def day_of(cell: Cell, month: int, today: datetime.date | None) -> datetime.date | None:
    """The day of a cell; where no year is written (and `today` is given) the coming one that fits."""
    if cell.number is not None and cell.format.number_type not in ("DATE", "DATE_TIME"):
        return None
    found = date.in_cell(cell, month)
    if found is None:
        return None
    day = found.date(2000) if today is None else date.in_coming_year(found, today, cell.text)
    return day if day is not None and day.year in YEARS else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WordColumns:
    """The columns that can be told without a judge; others are taken to be missing."""

    columns: tables.Columns

    def find(self, name: str) -> tables.Column | None:
        return self.columns.find(name) if self.columns.by_keyword(name) else None

    def open(self, name: str) -> None:
        return None


class Record:
    """A row that is a stop. What its cells mean is in `reader`; `previous` is the stop before it on its day."""

    def __init__(self, plan: Plan, columns: tables.Columns | WordColumns, row: int, reader: Reader, facts) -> None:
        self._plan = plan
        self._columns = columns
        self._reader = reader
        self._cells: dict[str, Cell | None] = {}
        self.row = row
        self.slot = slot_of(self.text("slot"))
        self.name = clean(self.text("destination"))
        self.day: datetime.date | None = None
        self.previous: Record | None = None
        self.next: Record | None = None

    def __repr__(self):
        return f"row {self.row + 1}: {self.name or 'no destination'}"

    def cell(self, name: str) -> Cell | None:
        """None if the table has no such column; raises as `Columns.find`."""
        if name not in self._cells:
            column = self._columns.find(name)
            self._cells[name] = None if column is None else self._plan.shown(self.row, column.index)
        return self._cells[name]

    def text(self, name: str) -> str:
        cell = self.cell(name)
        return "" if cell is None else " ".join(cell.text.split())

    def header(self, name: str) -> str:
        column = self._columns.find(name)
        return "" if column is None else column.header

    def read(self, name: str):
        """What the cell means, by rule or by the judge's word; None if neither can tell."""
        return self._reader.read(self, name)

    def by_rule(self, name: str):
        """What the cell means, as far as that can be told without a judge."""
        return self._reader.by_rule(self, name)

    @property
    def alternative(self) -> str:
        text = self.text("alternative")
        return clean(text) if text else ""

    @property
    def kind(self) -> str:
        """FOOD or ACTIVITY: by the slot, else by the judge's word on the name."""
        if self.slot:
            return FOOD if self.slot in MEALS else ACTIVITY
        return self.kind_of(self.name)

    def kind_of(self, name: str) -> str:
        """FOOD or ACTIVITY, by the judge's word on a name."""
        return FOOD if self._reader.serves_food(name) else ACTIVITY


def slot_of(text: str) -> str:
    """The slot that stands first in a text; "" if none does."""
    folded = fold(text)
    found = [(span[0], slot) for slot in SLOTS if (span := find_word(folded, slot))]
    return min(found, default=(0, ""))[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The stops of a date in the order of the sheet; `back` are the minutes of a row for the way to the hotel."""

    date: datetime.date
    records: tuple[Record, ...]
    back: float | None

    def __repr__(self):
        return self.date.isoformat()

    @property
    def slots(self) -> tuple[str, ...]:
        return tuple(record.slot for record in self.records)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    records: tuple[Record, ...]
    days: tuple[Day, ...]

    def __repr__(self):
        return f"{len(self.records)} stops on {len(self.days)} days"


def read_trip(plan: Plan, columns, reader: Reader, facts, today) -> Trip:
    """Raises `Ungraded` or `JudgeError` if only a judge could tell where destinations or slots stand."""
    named = [column.index for name in ("destination", "slot") if (column := columns.find(name)) is not None]
    dates = columns.find("date") if columns.open("date") is None else None
    most = MOST * facts.days * facts.records_a_day
    records, back, current = [], {}, None
    for row in _rows(plan):
        if len(records) == most:
            break
        own = [cell for cell in _line(plan.tab, row) if not cell.empty]
        if _is_label(own, facts.month):
            current = day_of(own[0], facts.month, today)
            continue
        dated = None if dates is None else plan.shown(row, dates.index)
        current = current if dated is None or dated.empty else day_of(dated, facts.month, today)
        if all(plan.shown(row, column).empty for column in named):
            continue
        record = Record(plan, columns, row, reader, facts)
        record.day = current
        if len(own) == 1 and not record.slot:
            continue  # a heading or a note; a stop of which nothing else is said is missed anyway
        if _is_stop(record, facts):
            records.append(record)
        elif _is_way_back(record, facts):
            back[current] = record.by_rule("travel")
    return Trip(records=tuple(records), days=_days(records, back))


def _rows(plan):
    """Down to the first of many blank rows."""
    last = plan.row
    for row in range(plan.row + 1, plan.tab.used_rows):
        if any(not cell.empty for cell in _line(plan.tab, row)):
            last = row
            yield row
        elif row - last >= GAP:
            return


def _line(tab, row):
    return (tab.cell(row, column) for column in range(tab.used_columns))


def _is_label(own: Sequence[Cell], month) -> bool:
    """A row that only names the day that begins."""
    if len(own) != 1:
        return False
    text = own[0].text
    named = _DAY.search(fold(text)) or date.weekday(text) is not None
    return not slot_of(text) and bool(named or day_of(own[0], month, None))


def _is_stop(record: Record, facts) -> bool:
    """No header that is repeated, no sum, no way back to the hotel."""
    text = record.text("destination")
    if text and fold(text) == fold(record.header("destination")):
        return False
    return bool(record.slot) or not (tables.is_total(text, facts.total_words) or _is_way_back(record, facts))


def _is_way_back(record: Record, facts) -> bool:
    text = record.text("destination")
    at_hotel = same_name(words(record.name), words(facts.hotel)) or mentions(text, facts.not_a_stop)
    return not record.slot and at_hotel


def _days(records, back):
    found = {}
    for record in records:
        if record.day is not None:
            found.setdefault(record.day, []).append(record)
    for stops in found.values():
        for before, after in pairwise(stops):
            after.previous, before.next = before, after
    return tuple(Day(date=day, records=tuple(stops), back=back.get(day)) for day, stops in found.items())
