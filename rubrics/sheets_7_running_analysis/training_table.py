"""The table of the activities: which one it is, and which of its columns are in the wanted units."""

from pytest_knows.checks import tables
from pytest_knows.checks.quantifiers import Attempt
from pytest_knows.checks.words import mentions

GAP = 5
"""Empty rows that end a range of cells."""


def find_table(workbook, wanted, facts):
    """Of the formal tables and, on tabs without one, the likeliest range: the one with most of the wanted columns,
    then with most of them in the wanted units (a copy of the export has others)."""
    found = []
    for tab in workbook.tabs:
        plain = None if tab.tables else tables.plain_table(tab, wanted, GAP)
        found += tab.tables if plain is None else [plain]

    def rank(table):
        return *tables.likeness(table.headers, wanted), len(_of_unit(table.headers, facts))

    return max(found, key=rank, default=None)


def own_headers(table, facts):
    """The headers; none for columns that are never the activities' own, so that nothing takes them for those."""
    return tuple("" if mentions(header, facts.other_columns) else header for header in table.headers)


def find_places(headers, columns, facts):
    """Measure -> the attempt to find its column in the wanted unit (None if the table has none)."""
    named = _of_unit(headers, facts)

    def place(measure):
        if measure in named:
            return named[measure]
        column = columns.find(measure)
        other = column is not None and mentions(column.header, facts.other_units[measure])
        return None if column is None or other else column.index

    return {measure: Attempt(lambda measure=measure: place(measure)) for measure in facts.measures}


def _of_unit(headers, facts):
    """Measure -> the header that names it in the wanted unit."""
    units = {measure: {"title": measure, "keywords": words} for measure, words in facts.unit_columns.items()}
    return tables.by_keywords(headers, tables.wanted_columns(units, {}))


def metric_places(table, columns, places, metric):
    """(sheet id, column) of the columns with the metric: the one in the wanted unit, and the one named so."""
    named = Attempt(lambda: columns.find(metric)).known
    found = {places[metric].known, named and named.index} - {None}
    return tuple((table.area.sheet_id, table.area.start_column + index) for index in sorted(found))
