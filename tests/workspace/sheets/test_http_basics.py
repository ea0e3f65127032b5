"""The everyday request types through google-api-python-client: the effect is read back in a later get."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.workspace.local.spreadsheets import ENGINE

Json = dict[str, Any]
RED, BLUE = {"red": 1}, {"blue": 1}
HERE = Path(__file__).parent


def span(top: int, bottom: int, left: int, right: int) -> Json:
    return {"startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}


def lines(dimension: str, start: int, end: int) -> Json:
    return {"sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": end}


def test_every_request_type_is_sent_over_http() -> None:
    sent = "".join((HERE / name).read_text("utf-8") for name in ("test_http_basics.py", "test_http_requests.py"))
    assert ENGINE.request_types <= set(re.findall(r'\{\s*"(\w+)": ', sent))


def text(value: str, **more: Any) -> Json:
    return {"userEnteredValue": {"stringValue": value}, **more}


def test_cells_are_written(remote: Any) -> None:
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}, "note": "seen"}
    line = {"style": "SOLID", "color": RED}
    formula = {"userEnteredValue": {"formulaValue": "=LEN(A1)"}}
    remote.apply(
        {"updateCells": {"start": {}, "rows": [{"values": [text("head", **bold)]}], "fields": "*"}},
        {"repeatCell": {"range": span(0, 2, 1, 2), "cell": formula, "fields": "userEnteredValue"}},
        {"appendCells": {"rows": [{"values": [text("below")]}], "fields": "userEnteredValue"}},
        {"updateBorders": {"range": span(0, 2, 0, 2), "top": line, "innerVertical": line}},
    )
    assert remote.values("A1:B3") == [["head", "4"], ["", "0"], ["below"]]
    first = remote.tab()["data"][0]["rowData"][0]["values"][0]
    assert (first["note"], first["effectiveFormat"]["textFormat"]["bold"]) == ("seen", True)
    assert first["effectiveFormat"]["borders"].keys() == {"top", "right"}


def test_rows_and_columns(remote: Any) -> None:
    remote.enter("A1", ["1", "long enough to need some room"], ["2"], ["3"])
    remote.apply(
        {"insertDimension": {"range": lines("ROWS", 1, 2)}},
        {"deleteDimension": {"range": lines("ROWS", 3, 4)}},
        {"moveDimension": {"source": lines("ROWS", 0, 1), "destinationIndex": 3}},
        {"appendDimension": {"sheetId": 0, "dimension": "COLUMNS", "length": 2}},
        {
            "updateDimensionProperties": {
                "range": lines("ROWS", 0, 1),
                "properties": {"pixelSize": 60},
                "fields": "pixelSize",
            }
        },
        {"autoResizeDimensions": {"dimensions": lines("COLUMNS", 1, 2)}},
        {"addDimensionGroup": {"range": lines("COLUMNS", 3, 5)}},
    )
    tab = remote.tab()
    assert remote.values("A1:A4") == [[], ["2"], ["1"]]
    assert tab["properties"]["gridProperties"] == {"rowCount": 1000, "columnCount": 28, "columnGroupControlAfter": True}
    assert tab["data"][0]["rowMetadata"][0]["pixelSize"] == 60
    assert tab["data"][0]["columnMetadata"][1]["pixelSize"] > 150
    assert len(tab["columnGroups"]) == 1
    remote.apply({"deleteDimensionGroup": {"range": lines("COLUMNS", 3, 5)}})
    assert "columnGroups" not in remote.tab()


def test_cells_are_moved_and_changed_in_bulk(remote: Any) -> None:
    remote.enter("A1", ["b", "=A1&1"], ["a", "=A2&1"])
    remote.apply(
        {"sortRange": {"range": span(0, 2, 0, 2), "sortSpecs": [{"dimensionIndex": 0, "sortOrder": "ASCENDING"}]}},
        {"copyPaste": {"source": span(0, 2, 0, 2), "destination": span(4, 6, 2, 4), "pasteType": "PASTE_NORMAL"}},
        {"cutPaste": {"source": span(0, 1, 0, 1), "destination": {"rowIndex": 8}, "pasteType": "PASTE_VALUES"}},
        {"findReplace": {"find": "b", "replacement": "z", "range": span(0, 3, 0, 1)}},
    )
    assert remote.values("A1:B2", "FORMULA") == [["", "=A1&1"], ["z", "=A2&1"]]
    assert remote.values("C5:D6", "FORMULA") == [["a", "=C5&1"], ["b", "=C6&1"]]
    assert remote.values("A9") == [["a"]]


def test_ranges(remote: Any) -> None:
    remote.enter("A1", ["x"], ["2"])
    area, condition = span(0, 2, 0, 2), {"condition": {"type": "BOOLEAN"}}
    remote.apply(
        {"mergeCells": {"range": span(4, 6, 0, 2)}},
        {"mergeCells": {"range": span(7, 9, 0, 2)}},
        {"unmergeCells": {"range": span(7, 9, 0, 2)}},
        {"addNamedRange": {"namedRange": {"namedRangeId": "n1", "name": "first", "range": area}}},
        {"updateNamedRange": {"namedRange": {"namedRangeId": "n1", "name": "second"}, "fields": "name"}},
        {"addNamedRange": {"namedRange": {"namedRangeId": "n2", "name": "gone", "range": area}}},
        {"deleteNamedRange": {"namedRangeId": "n2"}},
        {"addProtectedRange": {"protectedRange": {"protectedRangeId": 5, "range": area, "warningOnly": True}}},
        {
            "updateProtectedRange": {
                "protectedRange": {"protectedRangeId": 5, "description": "d"},
                "fields": "description",
            }
        },
        {"addProtectedRange": {"protectedRange": {"protectedRangeId": 6, "range": area}}},
        {"deleteProtectedRange": {"protectedRangeId": 6}},
        {"setDataValidation": {"range": span(1, 2, 1, 2), "rule": condition}},
    )
    tab, whole = remote.tab(), remote.api.get(spreadsheetId=remote.id).execute()
    assert tab["merges"] == [span(4, 6, 0, 2)]
    assert [(one["namedRangeId"], one["name"]) for one in whole["namedRanges"]] == [("n1", "second")]
    assert [(one["protectedRangeId"], one["description"]) for one in tab["protectedRanges"]] == [(5, "d")]
    assert tab["data"][0]["rowData"][1]["values"][1]["dataValidation"] == condition
    assert remote.values("second") == [["x"], ["2"]]


def rule(kind: str) -> Json:
    condition = {"condition": {"type": kind}, "format": {"backgroundColor": RED}}
    return {"ranges": [span(0, 3, 0, 1)], "booleanRule": condition}


def test_rules_and_banding(remote: Any) -> None:
    remote.enter("A1", ["x"], ["y"], ["z"])
    remote.apply(
        {"addConditionalFormatRule": {"rule": rule("NOT_BLANK"), "index": 0}},
        {"addConditionalFormatRule": {"rule": rule("BLANK"), "index": 0}},
        {"updateConditionalFormatRule": {"sheetId": 0, "index": 0, "newIndex": 1}},
        {"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}},
        {"setBasicFilter": {"filter": {"range": span(0, 3, 0, 1)}}},
        {
            "addBanding": {
                "bandedRange": {"bandedRangeId": 3, "range": span(0, 3, 0, 1), "rowProperties": {"firstBandColor": RED}}
            }
        },
        {
            "updateBanding": {
                "bandedRange": {"bandedRangeId": 3, "rowProperties": {"firstBandColor": BLUE}},
                "fields": "rowProperties",
            }
        },
    )
    tab = remote.tab()
    assert [one["booleanRule"]["condition"]["type"] for one in tab["conditionalFormats"]] == ["BLANK"]
    assert remote.fills(0)[0] == BLUE
    assert tab["basicFilter"]["range"] == span(0, 3, 0, 1)
    remote.apply({"clearBasicFilter": {"sheetId": 0}}, {"deleteBanding": {"bandedRangeId": 3}})
    assert not remote.tab().keys() & {"basicFilter", "bandedRanges"}


def test_tables(remote: Any) -> None:
    remote.enter("A1", ["Name", "Price"], ["a", "2"], ["b", "3"])
    remote.apply(
        {"addTable": {"table": {"tableId": "t", "name": "Goods", "range": span(0, 3, 0, 2)}}},
        {"updateTable": {"table": {"tableId": "t", "name": "Wares"}, "fields": "name"}},
    )
    remote.enter("D1", ["=SUM(Wares[Price])"])
    [table] = remote.tab()["tables"]
    assert [one["columnName"] for one in table["columnProperties"]] == ["Name", "Price"]
    assert remote.values("D1") == [["5"]]
    remote.apply({"deleteTable": {"tableId": "t"}})
    assert "tables" not in remote.tab()
    assert remote.values("A1:B3") == []


def test_charts(remote: Any) -> None:
    remote.enter("A1", ["a", "1"], ["b", "2"])
    source = {"sourceRange": {"sources": [span(0, 2, 1, 2)]}}
    basic = {"basicChart": {"chartType": "COLUMN", "series": [{"series": source}]}}
    place = {"overlayPosition": {"anchorCell": {"rowIndex": 4}}}
    remote.apply(
        {"addChart": {"chart": {"chartId": 8, "spec": basic, "position": place}}},
        {"updateChartSpec": {"chartId": 8, "spec": {"title": "T", **basic}}},
        {
            "updateEmbeddedObjectPosition": {
                "objectId": 8,
                "newPosition": {"overlayPosition": {"widthPixels": 300}},
                "fields": "widthPixels",
            }
        },
    )
    [chart] = remote.tab()["charts"]
    overlay = chart["position"]["overlayPosition"]
    assert (chart["spec"]["title"], overlay["widthPixels"], overlay["anchorCell"]["rowIndex"]) == ("T", 300, 4)
    remote.apply({"deleteEmbeddedObject": {"objectId": 8}})
    assert "charts" not in remote.tab()


def test_tabs_and_the_file(remote: Any) -> None:
    remote.enter("A1", ["kept"])
    remote.apply(
        {"addSheet": {"properties": {"sheetId": 2, "title": "Two"}}},
        {"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 3, "insertSheetIndex": 1}},
        {
            "updateSheetProperties": {
                "properties": {"sheetId": 3, "title": "Three", "tabColor": RED},
                "fields": "title,tabColor",
            }
        },
        {"deleteSheet": {"sheetId": 2}},
        {
            "updateSpreadsheetProperties": {
                "properties": {"title": "Renamed", "timeZone": "Europe/Rome"},
                "fields": "title,timeZone",
            }
        },
    )
    whole = remote.api.get(spreadsheetId=remote.id).execute()
    assert [one["properties"]["title"] for one in whole["sheets"]] == ["Sheet1", "Three"]
    assert (whole["properties"]["title"], whole["properties"]["timeZone"]) == ("Renamed", "Europe/Rome")
    assert whole["sheets"][1]["properties"]["tabColorStyle"] == {"rgbColor": RED}
    assert remote.values("Three!A1") == [["kept"]]


@pytest.mark.parametrize("ranges", [["A1:B1"], ["A1", "B2:B3"]])
def test_grid_data_of_ranges_only(remote: Any, ranges: list[str]) -> None:
    remote.enter("A1", ["a", "b"], ["c", "d"], ["e", "f"])
    mask = "sheets(data(startRow,startColumn,rowData.values.formattedValue))"
    whole = remote.api.get(spreadsheetId=remote.id, ranges=ranges, includeGridData=True, fields=mask).execute()
    shown = [
        [[cell["formattedValue"] for cell in row["values"]] for row in grid["rowData"]]
        for grid in whole["sheets"][0]["data"]
    ]
    assert shown == {1: [[["a", "b"]]], 2: [[["a"]], [["d"], ["f"]]]}[len(ranges)]
