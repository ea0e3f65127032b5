"""Sheets on paper: cells with their formats, merged ranges, charts."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.rendering.charts_html import sheet_chart_page


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


def test_borders_runs_and_boxes(printed):
    thick = {"style": "SOLID_THICK", "colorStyle": {"rgbColor": {"red": 1}}}
    framed = cell("framed", effectiveFormat={"borders": {"bottom": thick}})
    runs = [{"startIndex": 2, "format": {"foregroundColorStyle": {"rgbColor": {"red": 1}}}}, {"startIndex": 4}]
    box = {"dataValidation": {"condition": {"type": "BOOLEAN"}}, "formattedValue": "TRUE"}
    pdf = printed("spreadsheet", book([[framed, box], [cell("\U0001f335ab<c", textFormatRuns=runs)]]))
    left, _, right, bottom = pdf.find("framed")
    image = pdf.file[0].render(scale=4).to_pil().convert("RGB")
    column = [image.getpixel((int((left + right) * 2), y)) for y in range(int(bottom * 4), int((bottom + 6) * 4))]
    assert sum(pixel == (255, 0, 0) for pixel in column) in range(6, 14)  # 3 pixels of 0.75 pt at 4 dots to a point
    assert "TRUE" not in pdf.text()
    assert "ab<c" in pdf.text()
    inks = {colour for _, colour in image.crop((0, int(bottom * 4) + 24, 600, 800)).getcolors(1 << 20)}
    assert (255, 0, 0) in inks


def test_hidden_rows_and_columns_take_no_room(printed):
    made = book([[cell("seen"), cell("gone"), cell("beside")], [cell("filtered")], [cell("last")]])
    made["sheets"][0]["data"][0]["columnMetadata"][1]["hiddenByUser"] = True
    made["sheets"][0]["data"][0]["rowMetadata"] = [{}, {"hiddenByFilter": True}, {}]
    pdf = printed("spreadsheet", made)
    assert [word in pdf.text() for word in ("seen", "beside", "last", "gone", "filtered")] == [True] * 3 + [False] * 2
    assert pdf.find("beside")[0] == pytest.approx(36 + 150 + 2.25, abs=2)
    assert pdf.find("last")[1] - pdf.find("seen")[1] == pytest.approx(21 * 0.75, abs=2)


def test_a_pie_has_a_sector_for_each_number(printed):
    source = {"startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 1}
    chart = {"spec": {"pieChart": {"series": {"sourceRange": {"sources": [source]}}}}}
    rows = [[{"effectiveValue": {"numberValue": n}, "formattedValue": str(n)}] for n in (2, 1, 1)]
    image = printed("spreadsheet", book(rows, charts=[chart])).file[0].render(scale=1).to_pil().convert("RGB")
    counts = {colour: count for count, colour in image.getcolors(1 << 20)}
    blue, red, yellow = (counts[colour] for colour in ((66, 133, 244), (234, 67, 53), (251, 188, 4)))
    assert blue / (red + yellow) == pytest.approx(1, abs=0.05)
    assert red / yellow == pytest.approx(1, abs=0.05)


def overlay(**place):
    cell = {"rowIndex": place.pop("row", 0), "columnIndex": place.pop("column", 0)}
    return {"position": {"overlayPosition": {"anchorCell": cell, **place}}}


def values(count):
    return [[{"effectiveValue": {"numberValue": n}, "formattedValue": str(n)}] for n in range(1, count + 1)]


def test_a_headed_pie_has_each_name_at_its_number():
    """The row that has no number is left out of the names too."""

    def column(place):
        return {"sourceRange": {"sources": [{"startColumnIndex": place, "endColumnIndex": place + 1}]}}

    def row(name, shown):
        value = {"numberValue": shown} if isinstance(shown, int) else {"stringValue": shown}
        return {"values": [{"formattedValue": name}, {"formattedValue": str(shown), "effectiveValue": value}]}

    grid = {"rowData": [row("company", "value"), row("Alpha", 3), row("Beta", 1)]}
    sheets = [{"properties": {"sheetId": 0}, "data": [grid]}]
    chart = {"spec": {"pieChart": {"domain": column(0), "series": column(1)}}}
    drawn, _ = sheet_chart_page(chart, sheets)
    assert "company" not in drawn
    assert drawn.index("Alpha") < drawn.index("Beta")


def chart_of(rows, title="Here", **place):
    source = {"startRowIndex": 0, "endRowIndex": rows, "startColumnIndex": 0, "endColumnIndex": 1}
    series = {"series": {"sourceRange": {"sources": [source]}}}
    return {"spec": {"title": title, "basicChart": {"chartType": "LINE", "series": [series]}}, **overlay(**place)}


def test_a_chart_lies_over_the_cells_that_it_hangs_on(printed):
    place = {"row": 4, "column": 2, "offsetXPixels": 20, "widthPixels": 200, "heightPixels": 100}
    pdf = printed("spreadsheet", book(values(3), charts=[chart_of(3, **place)]))
    left, top, _, _ = pdf.find("Here")
    # Columns of 150 and 75 pt before it, the title 8 pt inside; rows of 15.75 pt below the tab's title.
    assert left == pytest.approx(36 + 150 + 75 + 15 + 8, abs=2)
    assert top == pytest.approx(pdf.find("Prices")[3] + 6 + 4 * 15.75 + 9, abs=4)


def test_a_chart_may_read_another_tab(printed):
    made = book(values(3))
    chart = chart_of(3)
    chart["spec"]["basicChart"]["chartType"] = "COLUMN"
    chart["spec"]["basicChart"]["series"][0]["series"]["sourceRange"]["sources"][0]["sheetId"] = 7
    other = {"properties": {"title": "Data", "sheetId": 7, "hidden": True}, "data": made["sheets"][0]["data"]}
    made["sheets"] = [{"properties": {"title": "Dashboard"}, "charts": [chart]}, other]
    image = printed("spreadsheet", made).file[0].render(scale=1).to_pil().convert("RGB")
    assert (66, 133, 244) in {colour for _, colour in image.getcolors(1 << 20)}


def test_a_chart_hangs_on_what_is_seen_of_a_merge_and_of_hidden_rows(printed):
    merge = {"startRowIndex": 1, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 2}
    made = book(values(6), charts=[chart_of(3, row=2, column=1), chart_of(3, title="There", row=4, column=0)])
    made["sheets"][0]["merges"] = [merge]
    made["sheets"][0]["data"][0]["rowMetadata"] = [{}, {}, {}, {}, {"hiddenByUser": True}, {}]
    pdf = printed("spreadsheet", made)
    assert pdf.find("Here")[0] == pytest.approx(36 + 8, abs=2)
    assert pdf.find("There")[1] - pdf.find("Here")[1] == pytest.approx(3 * 15.75, abs=2)


@pytest.mark.parametrize(
    "place",
    [
        {"row": 9_000_000, "column": 5},
        {"row": 2, "column": 9_000},
        {"widthPixels": 10**9, "heightPixels": 10**9},
        {"offsetXPixels": -5, "offsetYPixels": 10**9},
        {"row": "x", "widthPixels": None},
    ],
)
def test_a_chart_in_an_absurd_place_is_drawn_all_the_same(printed, place):
    pdf = printed("spreadsheet", book(values(3), charts=[chart_of(3, **place)]))
    assert any("Here" in page.get_textpage().get_text_range() for page in pdf.file)
    assert len(pdf.sizes) < 30


def test_pictures_that_formulas_repeat_come_to_an_end(printed, monkeypatch):
    from pytest_knows.workspace.local.rendering import sheets_floating

    monkeypatch.setattr(sheets_floating, "_MOST_EMBEDDED", 3000)
    row = [{"userEnteredValue": {"formulaValue": '=IMAGE("https://example.org/p")'}}]
    pdf = printed("spreadsheet", book([row] * 50))
    shown = len([item for item in pdf.file[0].get_objects() if item.type == 3])
    assert 0 < shown < 20
