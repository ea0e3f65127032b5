"""Where cells and charts lie on a tab, in pixels from its top left corner."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.lenient import number, table
from pytest_knows.artifact.spreadsheet import Cell, Chart, Tab
from pytest_knows.artifact.spreadsheet.edges import Edges
from pytest_knows.artifact.spreadsheet.ranges import index
from pytest_knows.artifact.spreadsheet.tab import FARTHEST_COLUMN
from pytest_knows.scoring import Mechanism, consulted

CHART_WIDTH, CHART_HEIGHT = 600.0, 371.0
"""Pixels of a chart that nobody sized (the API's defaults)."""


def place_of(tab: Tab, rows: range, columns: range) -> Rect:
    """The rectangle of a block of cells, by the tab's real row heights and column widths."""
    down, across = tab.row_edges, tab.column_edges
    return Rect(
        across.before(columns.start),
        down.before(rows.start),
        across.before(max(columns.start, columns.stop)),
        down.before(max(rows.start, rows.stop)),
    )


def place_of_chart(tab: Tab, chart: Chart) -> Rect | None:
    """The rectangle of a chart that floats over the cells; None for one on a sheet of its own."""
    position = table(chart.raw, "position", "overlayPosition")
    if not position:
        return None
    anchor = table(position, "anchorCell")
    row, column = index(anchor, "rowIndex") or 0, index(anchor, "columnIndex") or 0
    # No chart is anchored beyond the end of its tab.
    row, column = min(row, tab.row_count), min(column, tab.column_count)
    corner = place_of(tab, range(row, row), range(column, column))
    left = corner.left + number(position, "offsetXPixels")
    top = corner.top + number(position, "offsetYPixels")
    width = number(position, "widthPixels") or CHART_WIDTH
    height = number(position, "heightPixels") or CHART_HEIGHT
    return Rect(left, top, left + width, top + height)


def covered_by(tab: Tab, chart: Chart, slack: float, also: Iterable[Rect] = ()) -> Cell | Chart | Rect | None:
    """The first filled cell (or merge), else another chart, else one of the places `also` on the same tab, that it
    covers by more than `slack` pixels in both directions."""
    consulted(Mechanism.SPATIAL)
    place = place_of_chart(tab, chart)
    if place is None:
        return None

    def hit(other: Rect | None) -> bool:
        return other is not None and (
            min(place.right, other.right) - max(place.left, other.left) > slack
            and min(place.bottom, other.bottom) - max(place.top, other.top) > slack
        )

    filled = max([tab.used_columns, *(area.end_column or 0 for area in tab.merges)])
    columns = _between(tab.column_edges, min(filled, _columns(tab)), place.left, place.right)
    for row in _between(tab.row_edges, tab.used_rows, place.top, place.bottom):
        for column in columns:
            cell = tab.shown(row, column)
            if not cell.empty and hit(place_of(tab, range(row, row + 1), range(column, column + 1))):
                return cell
    others = (other for other in tab.charts if other is not chart and hit(place_of_chart(tab, other)))
    return next(others, None) or next(filter(hit, also), None)


def _columns(tab: Tab) -> int:
    return max(tab.used_columns, min(tab.column_count, FARTHEST_COLUMN))


def _between(edges: Edges, count: int, start: float, end: float) -> range:
    """Of so many rows or columns, those that reach into a stretch of pixels."""
    places = range(count + 1)
    first = bisect_right(places, start, key=edges.before) - 1
    return range(max(first, 0), min(bisect_left(places, end, key=edges.before), count))


def below(tab: Tab, chart: Chart, *, rows: int, beside: int, slack: float) -> tuple[Cell, ...]:
    """The filled cells in so many rows under a chart, in its columns and up to `beside` columns left and right of it.

    The first row is the one that begins at the chart's lower edge, or up to `slack` pixels above it, or next after it.
    None for a chart on a sheet of its own. Of merged cells that reach into the block, the one that holds their text.
    """
    place = place_of_chart(tab, chart)
    if place is None:
        return ()
    first = bisect_left(range(tab.used_rows + 1), place.bottom - slack, key=tab.row_edges.before)
    under = _between(tab.column_edges, _columns(tab), place.left, place.right)
    columns = range(max(0, under.start - beside), under.stop + beside)
    cells = (tab.shown(row, column) for row in range(first, min(first + rows, tab.used_rows)) for column in columns)
    return tuple({(cell.row, cell.column): cell for cell in cells if not cell.empty}.values())
