"""Where cells and charts lie on a tab, in pixels from its top left corner."""

from __future__ import annotations

from itertools import accumulate

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.lenient import number, table
from pytest_knows.artifact.spreadsheet import Cell, Chart, Tab
from pytest_knows.artifact.spreadsheet.ranges import index
from pytest_knows.scoring import Mechanism, consulted

CHART_WIDTH, CHART_HEIGHT = 600.0, 371.0
"""Pixels of a chart that nobody sized (the API's defaults)."""


def place_of(tab: Tab, rows: range, columns: range) -> Rect:
    """The rectangle of a block of cells, by the tab's real row heights and column widths."""
    left = sum(tab.column_width(column) for column in range(columns.start))
    top = sum(tab.row_height(row) for row in range(rows.start))
    width, height = sum(map(tab.column_width, columns)), sum(map(tab.row_height, rows))
    return Rect(left, top, left + width, top + height)


def place_of_chart(tab: Tab, chart: Chart) -> Rect | None:
    """The rectangle of a chart that floats over the cells; None for one on a sheet of its own."""
    position = table(chart.raw, "position", "overlayPosition")
    if not position:
        return None
    anchor = table(position, "anchorCell")
    row, column = index(anchor, "rowIndex") or 0, index(anchor, "columnIndex") or 0
    # Rows and columns that the tab does not have are not counted through one by one.
    row, column = min(row, tab.row_count), min(column, tab.column_count)
    corner = place_of(tab, range(row, row), range(column, column))
    left = corner.left + number(position, "offsetXPixels")
    top = corner.top + number(position, "offsetYPixels")
    width = number(position, "widthPixels") or CHART_WIDTH
    height = number(position, "heightPixels") or CHART_HEIGHT
    return Rect(left, top, left + width, top + height)


def covered_by(tab: Tab, chart: Chart, slack: float) -> Cell | Chart | None:
    """The first filled cell, else another chart, that it covers by more than `slack` pixels in both directions."""
    consulted(Mechanism.SPATIAL)
    place = place_of_chart(tab, chart)
    if place is None:
        return None

    def hit(other: Rect | None) -> bool:
        return other is not None and (
            min(place.right, other.right) - max(place.left, other.left) > slack
            and min(place.bottom, other.bottom) - max(place.top, other.top) > slack
        )

    tops = [0.0, *accumulate(map(tab.row_height, range(tab.used_rows)))]
    lefts = [0.0, *accumulate(map(tab.column_width, range(tab.used_columns)))]
    for cell in tab.cells():
        row, column = cell.row, cell.column
        if hit(Rect(lefts[column], tops[row], lefts[column + 1], tops[row + 1])):
            return cell
    return next((other for other in tab.charts if other is not chart and hit(place_of_chart(tab, other))), None)
