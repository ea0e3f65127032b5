"""What formulas refer to."""

import re

from pytest_knows.artifact.spreadsheet.ranges import parse_a1
from pytest_knows.checks.text import fold

_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_PART = re.compile(
    rf"""
    "(?:[^"]|"")*"?
  | (?<![\w.])(?:(?P<tab>'(?:[^']|'')+'|[^\W\d][\w.]*)!)?
    (?:(?P<first>{_CELL})(?::(?P<last>{_CELL}|{_COLUMN}))?|(?P<from>{_COLUMN}):(?P<to>{_CELL}|{_COLUMN}))(?![\w(!\[.])
  | (?P<table>[^\W\d]\w*)\[
  | (?P<word>[^\W\d][\w.]*)
    """,
    re.VERBOSE,
)


def refers_to(formula, table, sheet):
    """Whether a formula on the table's own tab names cells in the table's columns and rows, the table itself, or a
    named range over it."""
    return any(_names(part, table, sheet) for part in _PART.finditer(formula))


def _names(part, table, sheet):
    if part["table"]:
        return table.formal and part["table"].casefold() == table.name.casefold()
    if part["word"]:
        if table.formal and part["word"].casefold() == table.name.casefold():
            return True
        named = {name.casefold(): area for name, area in sheet.named_ranges.items()}.get(part["word"].casefold())
        return (
            named is not None
            and named.sheet_id == table.area.sheet_id
            and _meet((named.start_row, named.end_row), (named.start_column, named.end_column), table.area)
        )
    first = part["first"] or part["from"]
    if not first or (part["tab"] and fold(_title(part["tab"])) != fold(table.tab)):
        return False
    corners = [_corner(text) for text in (first, part["last"] or part["to"] or first)]
    rows, columns = zip(*corners, strict=True)
    open_rows = None in rows
    top = min((row for row in rows if row is not None), default=0)
    end = None if open_rows else max(rows) + 1
    return _meet((top, end), (min(columns), max(columns) + 1), table.area)


def _title(quoted):
    return quoted[1:-1].replace("''", "'") if quoted.startswith("'") else quoted


def _corner(text):
    """(row or None, column)."""
    if text[-1].isdigit():
        return parse_a1(text)
    return None, parse_a1(text + "1")[1]


def _meet(rows, columns, area):
    pairs = ((rows, (area.start_row, area.end_row)), (columns, (area.start_column, area.end_column)))
    return all((end is None or end > start) and first < stop for (first, end), (start, stop) in pairs)
