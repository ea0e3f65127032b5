"""The parts of a spreadsheet that steps name, as small tables of texts for the score page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from pytest_knows.artifact.spreadsheet import Tab, Workbook, parse_a1
from pytest_knows.errors import DamagedEvidence
from pytest_knows.scoring import one_line

ROWS, COLUMNS = 60, 14
"""Of one tab that are shown at most."""
_TEXT = 48
"""Characters of a cell."""
_AROUND = 1
"""Rows and columns about a named cell."""

Cells = tuple[range, range]


def excerpts(file: object, named: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Per tab of the API's JSON ``{"column": first, "rows": [[number, [text, ...]], ...]}``, both counted from 0.

    `named` are (tab, cell or range). Only what surrounds them is there, and the tab's first row.
    """
    wanted: dict[str, list[Cells]] = defaultdict(list)
    for title, cells in named:
        if area := _area(cells):
            wanted[title].append(area)
    tabs = {tab.title: tab for tab in Workbook(file, _no_picture).tabs}
    return {title: _excerpt(tabs[title], areas) for title, areas in sorted(wanted.items()) if title in tabs}


def _no_picture(_: str) -> bytes:
    raise DamagedEvidence("an excerpt shows texts only")


def _area(cells: str) -> Cells | None:
    """The rows and columns of `B7` or `A1:D9`; of a range that is higher than an excerpt its beginning."""
    first, _, last = cells.partition(":")
    try:
        (top, left), (bottom, right) = parse_a1(first), parse_a1(last or first)
    except ValueError:
        return None
    return range(top, min(bottom + 1, top + 4)), range(left, right + 1)


def _excerpt(tab: Tab, areas: list[Cells]) -> dict[str, Any]:
    rows = {0} | {row for area, _ in areas for row in range(max(0, area.start - _AROUND), area.stop + _AROUND)}
    start = max(0, min(columns.start for _, columns in areas) - _AROUND)
    stop = min(max(columns.stop for _, columns in areas) + _AROUND, start + COLUMNS)
    kept = [row for row in sorted(rows) if row < max(tab.used_rows, 1)][:ROWS]
    return {
        "column": start,
        "rows": [[row, [one_line(tab.cell(row, column).text, _TEXT) for column in range(start, stop)]] for row in kept],
    }
