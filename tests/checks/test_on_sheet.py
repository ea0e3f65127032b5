"""Charts over cells: sheets_7/O and its faults F6, F10."""

from __future__ import annotations

from pytest_knows.artifact.geometry import Rect
from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.on_sheet import below, covered_by, place_of, place_of_chart

TEXT = {"formattedValue": "x", "effectiveValue": {"stringValue": "x"}}


def chart(row=0, column=0, **position):
    anchor = {"rowIndex": row, "columnIndex": column}
    return {
        "spec": {"basicChart": {"chartType": "LINE"}},
        "position": {"overlayPosition": {"anchorCell": anchor} | position},
    }


def tab(cells, *charts):
    """`cells` are (row, column); the first column is 150 px wide, the first row 40 px high."""
    block = {
        "rowData": [{"values": [TEXT if (row, column) in cells else {} for column in range(12)]} for row in range(30)],
        "columnMetadata": [{"pixelSize": 150}],
        "rowMetadata": [{"pixelSize": 40}],
    }
    properties = {"sheetId": 0, "title": "T", "gridProperties": {"rowCount": 50, "columnCount": 20}}
    sheet = {"properties": properties, "data": [block], "charts": list(charts)}
    return Workbook({"sheets": [sheet]}, lambda _: b"").tabs[0]


def test_places_count_real_widths_and_heights():
    found = tab([])
    assert place_of(found, range(2), range(1, 3)) == Rect(150, 0, 350, 61)
    placed = tab([], chart(2, 1, offsetXPixels=5, offsetYPixels=7, widthPixels=300, heightPixels=200))
    assert place_of_chart(placed, placed.charts[0]) == Rect(155, 68, 455, 268)
    absent = tab([], chart())
    assert place_of_chart(absent, absent.charts[0]) == Rect(0, 0, 600, 371)


def test_a_chart_at_a1_covers_the_table_there():
    over = tab([(0, 0), (1, 1)], chart())
    assert covered_by(over, over.charts[0], 3) == over["A1"]


def test_touching_and_a_few_pixels_are_allowed():
    beside = tab([(0, 0)], chart(0, 1))
    assert covered_by(beside, beside.charts[0], 3) is None
    near = tab([(0, 0)], chart(0, 1, offsetXPixels=-3))
    assert covered_by(near, near.charts[0], 3) is None
    over = tab([(0, 0)], chart(0, 1, offsetXPixels=-4))
    assert covered_by(over, over.charts[0], 3) == over["A1"]


def test_charts_over_charts_and_charts_on_their_own_sheets():
    both = tab([], chart(0, 2), chart(5, 3))
    assert covered_by(both, both.charts[0], 3) is both.charts[1]
    apart = tab([], chart(0, 2), chart(25, 2))
    assert covered_by(apart, apart.charts[0], 3) is None
    own = tab([(0, 0)], {"spec": {"basicChart": {}}, "position": {"sheetId": 9}})
    assert covered_by(own, own.charts[0], 3) is None


def changed(found, **changes):
    """The tab with other parts of its JSON."""
    block = {**found.raw["data"][0], **{key: value for key, value in changes.items() if key.endswith("Metadata")}}
    rest = {key: value for key, value in changes.items() if not key.endswith("Metadata")}
    return Workbook({"sheets": [{**found.raw, "data": [block], **rest}]}, lambda _: b"").tabs[0]


def test_hidden_columns_take_no_room():
    shifted = changed(tab([(0, 2)], chart(0, 0, widthPixels=340)), columnMetadata=[{"pixelSize": 150}])
    assert covered_by(shifted, shifted.charts[0], 3) == shifted["C1"]
    hidden = changed(shifted, columnMetadata=[{"pixelSize": 150}, {}, {"hiddenByUser": True}])
    assert covered_by(hidden, hidden.charts[0], 3) is None


def test_a_chart_over_the_far_end_of_a_merge():
    found = tab([(0, 0)], chart(0, 3))
    assert covered_by(found, found.charts[0], 3) is None
    merge = {"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 5}
    merged = changed(found, merges=[merge])
    assert covered_by(merged, merged.charts[0], 3) == merged["A1"]


def test_places_that_must_not_be_covered_either():
    found = tab([], chart(0, 3))
    table = place_of(found, range(10), range(4))
    assert covered_by(found, found.charts[0], 3, [table]) == table
    assert covered_by(found, found.charts[0], 3, [place_of(found, range(10), range(3))]) is None


def test_cells_below_a_chart():
    # the chart covers columns C to H (250 to 850 px) down to 411 px; row 19 begins at 418 px
    cells = [(18, 4), (19, 2), (19, 8), (78, 2), (19, 11), (3, 3)]
    found = tab(cells, chart(1, 2))
    assert [cell.a1 for cell in below(found, found.charts[0], rows=60, beside=3, slack=3)] == ["C20", "I20"]
    own = tab(cells, {"spec": {"basicChart": {}}, "position": {"sheetId": 9}})
    assert below(own, own.charts[0], rows=60, beside=3, slack=3) == ()
