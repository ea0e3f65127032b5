"""What the batchUpdate requests do to a spreadsheet."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError

RED, WHITE = {"red": 1}, {"red": 1, "green": 1, "blue": 1}


def span(top: int, bottom: int, left: int, right: int, sheet: int = 0) -> dict:
    place = {"startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}
    return {"sheetId": sheet, **place} if sheet else place


def test_a_new_spreadsheet_is_google_s(book) -> None:
    answer = book.read()
    assert answer["spreadsheetId"] == "file"
    assert answer["properties"]["title"] == "A file"
    [tab] = answer["sheets"]
    assert tab["properties"] == {
        "sheetId": 0,
        "title": "Sheet1",
        "index": 0,
        "sheetType": "GRID",
        "gridProperties": {"rowCount": 1000, "columnCount": 26},
    }
    assert "rowData" not in tab["data"][0]
    assert len(tab["data"][0]["rowMetadata"]) == 1000


def test_create_takes_tabs_and_cells(make_book) -> None:
    rows = [{"values": [{"userEnteredValue": {"numberValue": 4}}]}]
    sheet = {"properties": {"title": "Data"}, "data": [{"startRow": 1, "startColumn": 1, "rowData": rows}]}
    book = make_book({"properties": {"locale": "de_DE"}, "sheets": [sheet, {"properties": {"title": "More"}}]})
    assert [s["properties"]["title"] for s in book.read()["sheets"]] == ["Data", "More"]
    assert book.values("Data!B2") == [["4"]]
    assert book.read()["properties"]["locale"] == "de_DE"


def test_a_file_that_was_read_can_be_created_again(make_book, book) -> None:
    book.enter("A1", ["Name", "Price"], ["x", "$5.00"], ["y", "=B2*2"])
    source = {"sourceRange": {"sources": [span(0, 3, 0, 1)]}}
    pie = {"pieChart": {"domain": source, "series": source}}
    rule = {"ranges": [span(0, 3, 0, 1)], "booleanRule": {"condition": {"type": "NOT_BLANK"}, "format": {}}}
    wide = {"range": {"dimension": "COLUMNS", "endIndex": 1}, "properties": {"pixelSize": 300}, "fields": "pixelSize"}
    book.apply(
        {"addTable": {"table": {"name": "T", "range": span(0, 3, 0, 2)}}},
        {"addChart": {"chart": {"spec": pie, "position": {"overlayPosition": {"anchorCell": {"rowIndex": 9}}}}}},
        {"mergeCells": {"range": span(5, 7, 0, 2)}},
        {"addConditionalFormatRule": {"rule": rule}},
        {"updateDimensionProperties": wide},
    )
    answer = book.read()
    again = make_book({key: answer[key] for key in ("properties", "sheets")})
    assert again.read() == answer


def test_grid_data_comes_only_when_asked_for(book) -> None:
    book.enter("A1", ["x"], ["y"])
    assert "data" not in book.read(includeGridData=["false"])["sheets"][0]
    assert "data" in book.read(includeGridData=[], fields=["sheets.data.rowData"])["sheets"][0]
    assert "data" not in book.read(fields=["sheets.properties"])["sheets"][0]
    [data] = book.read(ranges=["Sheet1!A2:B3"])["sheets"][0]["data"]
    assert data["startRow"] == 1
    assert [cell["formattedValue"] for cell in data["rowData"][0]["values"]] == ["y"]
    assert len(data["rowData"]) == 1


def test_formats_in_effect_are_filled_up_like_google_s(book) -> None:
    book.enter("A1", ["text", "5", "TRUE"])
    cells = [book.cell(0, n)["effectiveFormat"] for n in range(3)]
    assert [cell["horizontalAlignment"] for cell in cells] == ["LEFT", "RIGHT", "CENTER"]
    assert cells[0]["textFormat"] == {
        "foregroundColor": {},
        "fontFamily": "Arial",
        "fontSize": 10,
        "bold": False,
        "italic": False,
        "strikethrough": False,
        "underline": False,
        "foregroundColorStyle": {"rgbColor": {}},
    }
    assert cells[0]["backgroundColor"] == WHITE


def test_both_fields_of_a_colour_pair_are_kept_and_the_mask_counts_for_both(book) -> None:
    def paint(cell: dict, fields: str) -> dict:
        book.apply({"repeatCell": {"range": span(0, 1, 0, 1), "cell": cell, "fields": fields}})
        return book.cell(0, 0).get("userEnteredFormat", {})

    plain = paint(
        {"userEnteredFormat": {"backgroundColor": {"red": 1, "green": 0}}}, "userEnteredFormat.backgroundColor"
    )
    assert plain == {"backgroundColor": RED, "backgroundColorStyle": {"rgbColor": RED}}
    themed = {"userEnteredFormat": {"backgroundColorStyle": {"themeColor": "ACCENT1"}}}
    style = paint(themed, "userEnteredFormat(backgroundColorStyle)")
    assert style["backgroundColor"] == {"red": 0.25882354, "green": 0.52156866, "blue": 0.95686275}
    assert paint({}, "userEnteredFormat.backgroundColor") == {}


def test_a_mask_changes_only_what_it_names(book) -> None:
    start = {"rowIndex": 0, "columnIndex": 0}
    full = {"userEnteredValue": {"numberValue": 1}, "note": "n", "userEnteredFormat": {"textFormat": {"bold": True}}}
    book.apply({"updateCells": {"start": start, "rows": [{"values": [full]}], "fields": "*"}})
    italic = {"userEnteredFormat": {"textFormat": {"italic": True}}}
    mask = "userEnteredFormat.textFormat.italic"
    book.apply({"updateCells": {"start": start, "rows": [{"values": [italic]}], "fields": mask}})
    cell = book.cell(0, 0)
    assert (cell["userEnteredValue"], cell["note"]) == ({"numberValue": 1}, "n")
    assert cell["userEnteredFormat"]["textFormat"] == {"bold": True, "italic": True}
    book.apply({"updateCells": {"range": span(0, 1, 0, 1), "fields": "*"}})
    assert book.cell(0, 0) == {}


def test_a_mask_is_required_and_checked(book) -> None:
    for fields, words in [(None, "'fields' is missing"), ("", "At least one field"), ("nonsense", "Invalid field")]:
        body = {"range": span(0, 1, 0, 1), "cell": {}} | ({} if fields is None else {"fields": fields})
        with pytest.raises(RequestError, match=words):
            book.apply({"repeatCell": body})


def test_hyperlinks_of_cells(book) -> None:
    book.enter("A1", ['=HYPERLINK("https://a.example/","a")', "https://b.example/x", "see https://c.example"])
    linked = {
        "userEnteredValue": {"stringValue": "d"},
        "userEnteredFormat": {"textFormat": {"link": {"uri": "https://d.example"}}},
    }
    book.apply({"updateCells": {"start": {"columnIndex": 3}, "rows": [{"values": [linked]}], "fields": "*"}})
    assert [book.cell(0, n).get("hyperlink") for n in range(4)] == [
        "https://a.example/", "https://b.example/x", None, "https://d.example",
    ]  # fmt: skip


def test_a_table_names_its_columns_and_writes_them_into_its_header(book) -> None:
    book.enter("A1", ["Name", "", "Shares"], ["x", "1", "2"])
    columns = [{"columnIndex": 2, "columnName": "Shares owned", "columnType": "DOUBLE"}]
    table = {"name": "Stocks", "range": span(0, 2, 0, 3), "columnProperties": columns}
    [reply] = book.apply({"addTable": {"table": table}})
    added = reply["addTable"]["table"]
    assert added["tableId"]
    assert added["columnProperties"] == [
        {"columnName": "Name"},
        {"columnIndex": 1, "columnName": "Column 2"},
        {"columnIndex": 2, "columnName": "Shares owned", "columnType": "DOUBLE"},
    ]
    assert book.tab()["tables"] == [added]
    assert book.values("A1:C1") == [["Name", "Column 2", "Shares owned"]]


def test_tables_may_not_overlap_or_share_a_name(book) -> None:
    book.apply({"addTable": {"table": {"name": "T", "range": span(0, 3, 0, 3)}}})
    for name, place, words in [("U", span(2, 5, 2, 5), "overlaps"), ("t", span(5, 8, 0, 2), "already exists")]:
        with pytest.raises(RequestError, match=words):
            book.apply({"addTable": {"table": {"name": name, "range": place}}})


def test_table_and_banding_colours_take_effect(book) -> None:
    style = {"headerColorStyle": {"rgbColor": RED}, "firstBandColorStyle": {"rgbColor": {"blue": 1}}}
    book.enter("A1", ["h"], ["1"], ["2"])
    book.apply({"addTable": {"table": {"name": "T", "range": span(0, 3, 0, 1), "rowsProperties": style}}})
    colours = [book.cell(row, 0)["effectiveFormat"]["backgroundColor"] for row in range(3)]
    assert colours == [RED, {"blue": 1}, WHITE]


def test_a_chart_keeps_its_spec_and_gets_an_id_and_a_place(book) -> None:
    source = {"sourceRange": {"sources": [span(0, 3, 0, 1)]}}
    spec = {
        "title": "T",
        "basicChart": {"chartType": "BAR", "domains": [{"domain": source}], "series": [{"series": source}]},
    }
    place = {"overlayPosition": {"anchorCell": {"rowIndex": 4, "columnIndex": 5}}}
    [reply] = book.apply({"addChart": {"chart": {"spec": spec, "position": place}}})
    chart = reply["addChart"]["chart"]
    assert chart["spec"] == spec
    assert chart["chartId"] > 0
    size = {"widthPixels": 600, "heightPixels": 371}
    assert chart["position"] == {"overlayPosition": {**place["overlayPosition"], **size}}
    assert book.tab()["charts"] == [chart]


def test_a_chart_can_get_a_tab_of_its_own(book) -> None:
    source = {"sourceRange": {"sources": [span(0, 3, 0, 1)]}}
    spec = {"pieChart": {"domain": source, "series": source}}
    book.apply({"addChart": {"chart": {"spec": spec, "position": {"newSheet": True}}}})
    assert [len(sheet.get("charts", [])) for sheet in book.read()["sheets"]] == [0, 1]


@pytest.mark.parametrize(
    ("chart", "words"),
    [
        ({"spec": {"title": "x"}, "position": {"newSheet": True}}, "exactly one kind of chart"),
        ({"spec": {"pieChart": {}}}, "position is required"),
        ({"spec": {"basicChart": {"series": [{}]}}, "position": {"newSheet": True}}, "chartType is required"),
        (
            {
                "spec": {"pieChart": {"series": {"sourceRange": {"sources": [{"sheetId": 9}]}}}},
                "position": {"newSheet": True},
            },
            "No grid with id: 9",
        ),
    ],
)
def test_charts_that_cannot_be(book, chart, words) -> None:
    with pytest.raises(RequestError, match=words):
        book.apply({"addChart": {"chart": chart}})


def test_merging_keeps_the_first_cell_and_refuses_half_of_a_merge(book) -> None:
    book.enter("A1", ["a", "b"], ["c", "d"])
    book.apply({"mergeCells": {"range": span(0, 2, 0, 2), "mergeType": "MERGE_ROWS"}})
    assert book.tab()["merges"] == [span(0, 1, 0, 2), span(1, 2, 0, 2)]
    assert book.values("A1:B2") == [["a"], ["c"]]
    with pytest.raises(RequestError, match="select all cells in a merged range"):
        book.apply({"mergeCells": {"range": span(0, 1, 1, 3)}})
    book.apply({"unmergeCells": {"range": span(0, 2, 0, 2)}})
    assert "merges" not in book.tab()


def test_tabs_are_added_moved_and_deleted(book) -> None:
    book.apply(
        {"addSheet": {"properties": {"title": "B", "sheetId": 2}}},
        {"addSheet": {"properties": {"title": "C", "sheetId": 3, "index": 0}}},
    )

    def titles() -> list[str]:
        sheets = book.read()["sheets"]
        assert [sheet["properties"]["index"] for sheet in sheets] == list(range(len(sheets)))
        return [sheet["properties"]["title"] for sheet in sheets]

    assert titles() == ["C", "Sheet1", "B"]
    book.apply({"updateSheetProperties": {"properties": {"sheetId": 3, "index": 2}, "fields": "index"}})
    assert titles() == ["Sheet1", "C", "B"]
    book.apply({"deleteSheet": {"sheetId": 0}}, {"deleteSheet": {"sheetId": 2}})
    assert titles() == ["C"]
    for request, words in [
        ({"deleteSheet": {"sheetId": 3}}, "You can't remove all the sheets"),
        ({"deleteSheet": {"sheetId": 99}}, "No grid with id: 99"),
        ({"addSheet": {"properties": {"title": "c"}}}, "already exists"),
        ({"addSheet": {"properties": {"gridProperties": {"rowCount": 2**31 - 1}}}}, "10000000 cells"),
    ]:
        with pytest.raises(RequestError, match=words):
            book.apply(request)


def test_a_duplicated_tab_has_its_own_ranges_and_ids(book) -> None:
    book.enter("A1", ["x"], ["1"])
    book.apply({"addTable": {"table": {"name": "T", "tableId": "7", "range": span(0, 2, 0, 1)}}})
    [reply] = book.apply({"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 8}})
    assert reply["duplicateSheet"]["properties"]["title"] == "Copy of Sheet1"
    copied = book.read()["sheets"][0]
    assert copied["tables"][0]["range"]["sheetId"] == 8
    assert copied["tables"][0]["tableId"] != "7"
    assert book.values("'Copy of Sheet1'!A1:A2") == [["x"], ["1"]]


def test_shrinking_a_tab_drops_what_was_beyond(book) -> None:
    book.enter("A1", ["a", "b"], ["c", "d"])
    size = {"gridProperties": {"rowCount": 1, "columnCount": 1}}
    book.apply({"updateSheetProperties": {"properties": size, "fields": "gridProperties(rowCount,columnCount)"}})
    book.apply({"appendDimension": {"dimension": "ROWS", "length": 4}})
    assert book.values("Sheet1") == [["a"]]


def test_sorting_moves_rows_with_their_formats_and_formulas(book) -> None:
    book.enter("A1", ["b", "2", "=B1*2"], ["", "9"], ["A", "$1", "=B3*2"], ["c", "3", "=B4*2"])
    sort = {"range": span(0, 4, 0, 3), "sortSpecs": [{"dimensionIndex": 0, "sortOrder": "ASCENDING"}]}
    book.apply({"sortRange": sort})
    assert book.values("A1:C4") == [["A", "$1", "$2"], ["b", "2", "4"], ["c", "3", "6"], ["", "9"]]


def test_copying_fills_a_larger_destination_and_moves_references(book) -> None:
    book.enter("A1", ["1", "=A1*10"])
    book.apply({"copyPaste": {"source": span(0, 1, 0, 2), "destination": span(1, 4, 0, 2)}})
    assert book.values("A1:B4", valueRenderOption="FORMULA") == [[1, f"=A{n}*10"] for n in range(1, 5)]
    values = {"source": span(0, 1, 1, 2), "destination": span(5, 6, 1, 2), "pasteType": "PASTE_VALUES"}
    book.apply({"copyPaste": values})
    assert book.values("B6", valueRenderOption="FORMULA") == [[10]]
    flip = {
        "source": span(0, 1, 0, 2),
        "destination": span(7, 8, 3, 4),
        "pasteOrientation": "TRANSPOSE",
        "pasteType": "PASTE_VALUES",
    }
    book.apply({"copyPaste": flip})
    assert book.values("D8:D9") == [["1"], ["10"]]


def test_find_and_replace_counts(book) -> None:
    book.enter("A1", ["cat", "Catalog", '="cat"'], ["dog"])
    [reply] = book.apply({"findReplace": {"find": "cat", "replacement": "cow", "allSheets": True}})
    counts = {"valuesChanged": 2, "occurrencesChanged": 2, "rowsChanged": 1, "sheetsChanged": 1}
    assert reply["findReplace"] == counts
    assert book.values("A1:C1") == [["cow", "cowalog", "cat"]]
    with pytest.raises(RequestError, match="does not run this regular expression"):
        book.apply({"findReplace": {"find": "(a+)+$", "replacement": "", "allSheets": True, "searchByRegex": True}})


def test_data_validation_and_conditional_formats_are_kept(book) -> None:
    rule = {"condition": {"type": "BOOLEAN"}, "strict": True}
    book.apply({"setDataValidation": {"range": span(0, 1, 0, 2), "rule": rule}})
    assert book.cell(0, 1)["dataValidation"] == rule
    book.apply({"setDataValidation": {"range": span(0, 1, 0, 2)}})
    assert book.cell(0, 1) == {}
    colour = {"type": "NOT_BLANK"}
    boolean = {"condition": colour, "format": {"backgroundColor": RED}}
    book.apply({"addConditionalFormatRule": {"rule": {"ranges": [span(0, 2, 0, 1)], "booleanRule": boolean}}})
    [kept] = book.tab()["conditionalFormats"]
    assert kept["booleanRule"]["format"]["backgroundColorStyle"] == {"rgbColor": RED}


def test_errors_say_where_in_the_batch(book) -> None:
    with pytest.raises(RequestError) as caught:
        book.apply({"addSheet": {}}, {"deleteSheet": {"sheetId": 77}})
    assert str(caught.value) == "Invalid requests[1].deleteSheet: No grid with id: 77"


def test_colours_outside_of_their_range_are_cut(book) -> None:
    wild = {"userEnteredFormat": {"backgroundColor": {"red": 1e300, "green": -5, "blue": 1 / 3}}}
    book.apply({"repeatCell": {"range": span(0, 1, 0, 1), "cell": wild, "fields": "userEnteredFormat.backgroundColor"}})
    assert book.cell(0, 0)["userEnteredFormat"]["backgroundColor"] == {"red": 1, "blue": 0.33333334}


def test_what_get_answers_can_be_created_again(make_book) -> None:
    book = make_book()
    book.enter("A1", ["Name", "Price"], ["a", "1"])
    area = span(0, 2, 0, 2)
    lines = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 3}
    spec = {"dataRange": area, "columnIndex": 1, "filterCriteria": {"hiddenValues": ["1"]}}
    book.apply(
        {"addFilterView": {"filter": {"title": "View", "range": area, "sortSpecs": [{"sortOrder": "ASCENDING"}]}}},
        {"addSlicer": {"slicer": {"spec": spec, "position": {"overlayPosition": {"anchorCell": {"columnIndex": 4}}}}}},
        {"addDimensionGroup": {"range": lines}},
        {"updateDimensionGroup": {"dimensionGroup": {"range": lines, "depth": 1, "collapsed": True}, "fields": "*"}},
    )
    answer = book.read()
    again = make_book({"sheets": answer["sheets"]}).read()
    for part in ("filterViews", "slicers", "rowGroups", "data"):
        assert again["sheets"][0][part] == answer["sheets"][0][part], part
