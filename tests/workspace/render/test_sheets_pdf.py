"""Sheets on paper: cells with their formats, merged ranges, charts."""

from __future__ import annotations

import pytest


def cell(shown, **more):
    return {"formattedValue": shown, "effectiveValue": {"stringValue": shown}, **more}


def book(rows, charts=(), **sheet):
    grid = {"rowData": [{"values": row} for row in rows], "columnMetadata": [{"pixelSize": 200}, {"pixelSize": 100}]}
    return {"sheets": [{"properties": {"title": "Prices"}, "data": [grid], "charts": list(charts), **sheet}]}


def test_cells_stand_in_columns_of_their_widths(printed):
    red = {"backgroundColorStyle": {"rgbColor": {"red": 1}}, "textFormat": {"bold": True}}
    number = {"formattedValue": "$1.50", "effectiveValue": {"numberValue": 1.5}}
    pdf = printed("spreadsheet", book([[cell("name", effectiveFormat=red), number]]))
    assert pdf.sizes == [(792, 612)]
    assert pdf.find("Prices")[0] == pytest.approx(36, abs=1)
    left, top, _, bottom = pdf.find("name")
    assert left == pytest.approx(36 + 2.25, abs=1.5)
    # Numbers stand at the right edge of their column.
    assert pdf.find("$1.50")[2] == pytest.approx(36 + 150 + 75 - 2.25, abs=2)
    assert pdf.colour(180, (top + bottom) / 2) == "red"


def test_a_merged_range_is_one_cell(printed):
    merge = {"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 2}
    style = {"horizontalAlignment": "RIGHT"}
    pdf = printed("spreadsheet", book([[cell("wide", effectiveFormat=style), cell("covered")]], merges=[merge]))
    assert "covered" not in pdf.text()
    assert pdf.find("wide")[2] > 200


def test_a_chart_is_drawn_with_its_title_and_hidden_tabs_are_not(printed):
    source = {"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1}
    series = {"series": {"sourceRange": {"sources": [source]}}}
    chart = {"spec": {"title": "A <b>chart", "basicChart": {"series": [series]}}}
    rows = [[{"effectiveValue": {"numberValue": n}, "formattedValue": str(n)}] for n in (1, 2)]
    made = book(rows, charts=[chart])
    made["sheets"].append({"properties": {"title": "Secret", "hidden": True}})
    pdf = printed("spreadsheet", made)
    assert "A<b>chart" in pdf.text()
    assert "Secret" not in pdf.text()
    image = pdf.file[0].render(scale=1).to_pil().convert("RGB")
    assert (66, 133, 244) in {colour for _, colour in image.getcolors(1 << 20)}
