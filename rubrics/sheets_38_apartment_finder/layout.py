"""Where the tables stand: the listings, their columns, and the statistics beside them."""

from dataclasses import replace

from pytest_knows.artifact.spreadsheet import Range, Tab, Table
from pytest_knows.checks.tables import HEADER_DEPTH
from pytest_knows.checks.text import fold

COLUMNS = 3
"""What has fewer of the wanted columns is no table of listings."""
GAP = 5
"""Empty rows that end a plain range."""
_ENDS = "()?:*,"
_LONGEST = 4
"""Words of a keyword at most."""


def by_words(headers, wanted):
    """Place of each wanted column whose words are a header; then, of those left, whose words stand within one."""
    whole = [{fold(header)} for header in headers]
    parts = [set(_runs(header)) for header in headers]
    found = {}
    for forms in (whole, parts):
        for name, column in wanted.items():
            words = set(map(fold, column.keywords))
            free = (at for at, form in enumerate(forms) if form & words and at not in found.values())
            if name not in found and (place := next(free, None)) is not None:
                found[name] = place
    return found


def _runs(header):
    """Every run of whole words; what slashes part counts as one word and as several."""
    folded = fold(header)
    for spelling in dict.fromkeys((folded, folded.replace("/", " "))):
        words = [word.strip(_ENDS) for word in spelling.split()]
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                yield " ".join(words[start:end])


def find_listings(sheet, wanted, before) -> Table | None:
    """The formal table with most of the wanted columns; the likeliest plain range left of column `before` where there
    is none, or where that stands elsewhere and has more of them (statistics may have headers of the same words)."""
    formal = [table for tab in sheet.tabs for table in sorted(tab.tables, key=lambda table: table.area.start_column)]
    best = max(formal, key=lambda table: len(by_words(table.headers, wanted)), default=None)
    count = 0 if best is None else len(by_words(best.headers, wanted))
    tab, row, plain_count = _header_row(sheet, wanted, before)
    if max(count, plain_count) < COLUMNS:
        return None
    if plain_count <= count:
        return best
    plain = _cut(tab.range_under(row, GAP), before)
    return best if count >= COLUMNS and _overlap(best.area, plain.area) else plain


def _overlap(a, b):
    columns = max(a.start_column, b.start_column) < min(a.end_column, b.end_column)
    rows = max(a.start_row, b.start_row) < min(a.end_row, b.end_row)
    return a.sheet_id == b.sheet_id and columns and rows


def _header_row(sheet, wanted, before):
    """(tab, row, how many of the columns) of the likeliest row of headers of a plain range."""
    best = (None, 0, 0)
    for tab in sheet.tabs:
        for row in range(min(HEADER_DEPTH, tab.used_rows)):
            texts = [tab.cell(row, column).text for column in range(min(before, tab.used_columns))]
            best = max(best, (tab, row, len(by_words(texts, wanted))), key=lambda found: found[2])
    return best


def _cut(table, before):
    """Its columns left of `before`, up to the last one with a header."""
    headers = table.headers[: before - table.area.start_column]
    width = max(place for place, header in enumerate(headers, 1) if header.strip())
    area = replace(table.area, end_column=table.area.start_column + width)
    return replace(table, headers=headers[:width], rows=tuple(row[:width] for row in table.rows), area=area)


def find_summary(tab: Tab, listings: Table, before) -> Table | None:
    """Another formal table of the tab: rather one from column `before` on, rather one that computes something; else
    what stands there in cells."""
    others = [table for table in tab.tables if table.area != listings.area]
    if others:
        return min(others, key=lambda table: _unlike(table, before))
    start = max(before, listings.area.end_column)
    cells = [cell for cell in tab.cells() if cell.column >= start]
    if not cells:
        return None
    columns = range(min(cell.column for cell in cells), max(cell.column for cell in cells) + 1)
    first, last = cells[0].row, cells[-1].row
    grid = [tuple(tab.shown(row, column) for column in columns) for row in range(first, last + 1)]
    return Table(
        tab=tab.title,
        name="",
        headers=tuple(cell.text for cell in grid[0]),
        rows=tuple(grid[1:]),
        formal=False,
        area=Range(
            sheet_id=tab.id, start_row=first, end_row=last + 1, start_column=columns.start, end_column=columns.stop
        ),
    )


def _unlike(table, before):
    start = table.area.start_column
    computes = any(cell.formula for row in table.rows for cell in row)
    return start < before, not computes, start if start < before else 0


def header_cells(tab: Tab, table: Table):
    """The cells of the row of headers."""
    return tuple(tab.shown(table.area.start_row, column) for column in tab.columns_of(table.area))
