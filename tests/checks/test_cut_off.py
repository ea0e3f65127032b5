"""What of a cell can be read."""

from __future__ import annotations

import pytest

from pytest_knows.artifact.spreadsheet import Workbook
from pytest_knows.checks.cut_off import Sight, cut_off
from pytest_knows.checks.text_width import arial, per_character, per_point
from pytest_knows.scoring import Mechanism, recording

SEVEN = Sight(width=per_character(7), slack=1.3)
"""The rule of sheets_10/J and sheets_38/E."""
LONG = "x" * 40  # 280 px


def sheet(cells, widths=(), heights=(), merges=()):
    """A tab of one row; a cell is a text, or (text or number, wrap strategy), or a whole `CellData`."""

    def data(cell):
        if isinstance(cell, dict):
            return cell
        value, wrap = cell if isinstance(cell, tuple) else (cell, "")
        kind = "numberValue" if isinstance(value, int | float) else "stringValue"
        shown = {"formattedValue": str(value), "effectiveValue": {kind: value}} if value != "" else {}
        return shown | ({"effectiveFormat": {"wrapStrategy": wrap}} if wrap else {})

    block = {
        "rowData": [{"values": [data(cell) for cell in cells]}],
        "columnMetadata": [{"pixelSize": width} for width in widths],
        "rowMetadata": [{"pixelSize": height} for height in heights],
    }
    properties = {"sheetId": 0, "title": "T", "gridProperties": {"rowCount": 5, "columnCount": 8}}
    return Workbook({"sheets": [{"properties": properties, "data": [block], "merges": list(merges)}]}, None).tabs[0]


@pytest.mark.parametrize(
    ("cells", "seen"),
    [
        (["short"], True),
        ([LONG], True),  # runs over three empty columns
        ([LONG, "", "", "next"], True),
        ([LONG, "", "next"], False),
        ([LONG, "next"], False),
        ([LONG, {"userEnteredValue": {"formulaValue": '=IMAGE("https://x")'}}], False),
        ([(LONG, "OVERFLOW_CELL"), "", ""], True),
        ([(LONG, "CLIP")], False),
        ([(LONG, "WRAP"), "next"], True),
        ([(10**30, "OVERFLOW_CELL")], False),  # numbers do not run over
        ([("x" * 18, "CLIP")], True),  # 126 px in 100 x 1.3
        ([("x" * 19, "CLIP")], False),
        ([("x" * 15 + "\n" + "x" * 15, "CLIP")], True),  # the longest line counts
        ([""], True),
    ],
)
def test_room(cells, seen):
    tab = sheet(cells)
    assert (cut_off(tab, tab["A1"], SEVEN) == "") is seen


def test_the_neighbours_real_widths_count():
    assert cut_off(sheet([LONG, "", "next"], widths=[100, 130, 100]), sheet([LONG])["A1"], SEVEN) == ""


@pytest.mark.parametrize(("height", "seen"), [(21, True), (48, True), (47, False)])
def test_wrapped_lines_need_a_row_that_is_high_enough(height, seen):
    """280 px in 130 px are three lines of 16 px; a row of 21 px was sized by nobody and grows."""
    tab = sheet([(LONG, "WRAP"), "next"], heights=[height])
    assert (cut_off(tab, tab["A1"], SEVEN) == "") is seen


def test_a_merge_gives_its_whole_width():
    merge = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 3}
    cells = [(LONG, "CLIP"), "", "", "next"]
    assert cut_off(sheet(cells, merges=[merge]), sheet(cells)["A1"], SEVEN) == ""
    assert (
        cut_off(sheet(cells), sheet(cells)["A1"], SEVEN)
        == "A1 " + repr(LONG) + " is 280 px wide, there is room for 130"
    )


def test_the_decision_is_spatial():
    with recording() as record:
        cut_off(sheet([LONG]), sheet([LONG])["A1"])
    assert record.mechanisms == [Mechanism.SPATIAL]


def test_arial_is_measured_as_the_font_does():
    font = pytest.importorskip("PIL.ImageFont")
    try:
        regular, bold = (
            font.truetype(f"LiberationSans-{style}.ttf", 1000, layout_engine=font.Layout.BASIC)
            for style in ("Regular", "Bold")
        )
    except OSError:
        pytest.skip("the font Liberation Sans, which has Arial's widths, is not installed")
    for line in (
        "Fully Furnished",
        "https://example.org/a/long/path?q=1",
        "Cr\u00e8me br\u00fbl\u00e9e, 1,234.50",
        "WWW iii",
    ):
        assert arial(line, 750) == pytest.approx(regular.getlength(line), rel=0.01)
        assert arial(line, 750, True) == pytest.approx(bold.getlength(line), rel=0.09)


def test_widths_by_rule():
    assert per_character(7)("abc", 10, True) == 21
    assert per_point(0.6)("abc", 10, False) == pytest.approx(18)  # sheets_7/V: 6 px at 10 pt
    assert arial("\u65e5\u672c", 12) == 32
    assert arial("e\u0301", 12) == arial("e", 12)
