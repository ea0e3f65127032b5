"""Request types and methods through google-api-python-client: the effect is read back in a later get."""

from __future__ import annotations

from typing import Any

import pytest
from googleapiclient.errors import HttpError

Json = dict[str, Any]


def span(top: int, bottom: int, left: int, right: int) -> Json:
    return {"startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}


WHITE, RED, GREEN = {"red": 1, "green": 1, "blue": 1}, {"red": 1}, {"green": 1}


@pytest.mark.parametrize(
    ("given", "request_", "left"),
    [
        ([["1"], ["3"]], {"range": span(0, 5, 0, 1)}, [["1"], ["3"], ["5"], ["7"], ["9"]]),
        ([["1"]], {"range": span(0, 3, 0, 1)}, [["1"], ["1"], ["1"]]),
        ([["1"]], {"range": span(0, 3, 0, 1), "useAlternateSeries": True}, [["1"], ["2"], ["3"]]),
        ([["Nov"]], {"range": span(0, 3, 0, 1)}, [["Nov"], ["Dec"], ["Jan"]]),
        ([["Monday", "Wednesday"]], {"range": span(0, 1, 0, 4)}, [["Monday", "Wednesday", "Friday", "Sunday"]]),
        ([["Item 8"], ["Item 9"]], {"range": span(0, 3, 0, 1)}, [["Item 8"], ["Item 9"], ["Item 10"]]),
        ([["a"], ["b"]], {"range": span(0, 4, 0, 1)}, [["a"], ["b"], ["a"], ["b"]]),
        ([["2"], ["=A1*2"]], {"range": span(0, 4, 0, 1)}, [["2"], ["4"], ["2"], ["4"]]),
        ([["1/30/2026"], ["1/31/2026"]], {"range": span(0, 3, 0, 1)}, [["1/30/2026"], ["1/31/2026"], ["2/1/2026"]]),
    ],
)
def test_auto_fill(remote: Any, given: list[list[str]], request_: Json, left: list[list[str]]) -> None:
    remote.enter("A1", *given)
    remote.apply({"autoFill": request_})
    assert remote.values("A1:D9") == left


def test_auto_fill_backwards_and_beyond_the_grid(remote: Any) -> None:
    remote.enter("A3", ["5"], ["7"])
    source = {"source": span(2, 4, 0, 1), "dimension": "ROWS", "fillLength": -2}
    remote.apply({"autoFill": {"sourceAndDestination": source}})
    assert remote.values("A1:A4") == [["1"], ["3"], ["5"], ["7"]]
    with pytest.raises(HttpError, match="outside of the grid"):
        remote.apply({"autoFill": {"sourceAndDestination": {**source, "fillLength": -3}}})


def test_paste_data(remote: Any) -> None:
    html = "<table><tr><th colspan=2>Head</th><th>x</th></tr><tr><td>a &amp; b</td><td>$3</td></tr></table>"
    remote.apply(
        {"pasteData": {"coordinate": {"rowIndex": 1}, "data": 'a,"b,c"\n1,50%', "delimiter": ","}},
        {"pasteData": {"coordinate": {"rowIndex": 4}, "data": html, "html": True, "type": "PASTE_VALUES"}},
    )
    assert remote.values("A2:B3", "UNFORMATTED_VALUE") == [["a", "b,c"], [1, 0.5]]
    assert remote.values("A5:C6") == [["Head", "", "x"], ["a & b", "$3"]]


def test_text_to_columns_trims_and_reads_numbers(remote: Any) -> None:
    remote.enter("A1", ["a; 1"], ["b;2;3"], ["plain"])
    remote.apply({"textToColumns": {"source": span(0, 3, 0, 1), "delimiterType": "AUTODETECT"}})
    assert remote.values("A1:C3", "UNFORMATTED_VALUE") == [["a", 1], ["b", 2, 3], ["plain"]]


def test_duplicates_go_and_the_rest_moves_up(remote: Any) -> None:
    remote.enter("A1", ["x", "1"], ["X", "1"], ["x", "2"], ["x", "1"], ["y", "1"])
    remote.enter("C1", ["beside"])
    [reply] = remote.apply({"deleteDuplicates": {"range": span(0, 5, 0, 2)}})
    assert reply == {"deleteDuplicates": {"duplicatesRemovedCount": 2}}
    assert remote.values("A1:C5") == [["x", "1", "beside"], ["x", "2"], ["y", "1"]]
    columns = [{"dimension": "COLUMNS", "startIndex": 1, "endIndex": 2}]
    remote.apply({"deleteDuplicates": {"range": span(0, 3, 0, 2), "comparisonColumns": columns}})
    assert remote.values("A1:B5") == [["x", "1"], ["x", "2"]]


def test_trim_whitespace_and_randomize(remote: Any) -> None:
    remote.enter("A1", ["  a   b "], ["c"], ["d"])
    assert remote.apply({"trimWhitespace": {"range": span(0, 3, 0, 1)}}) == [
        {"trimWhitespace": {"cellsChangedCount": 1}}
    ]
    remote.apply({"randomizeRange": {"range": span(0, 3, 0, 1)}})
    assert sorted(remote.values("A1:A3")) == [["a b"], ["c"], ["d"]]


def test_ranges_are_inserted_and_deleted_with_their_references(remote: Any) -> None:
    remote.enter("A1", ["1", "x", "=A1+A2"], ["2", "y"])
    remote.apply(
        {"mergeCells": {"range": span(3, 5, 0, 1)}},
        {"insertRange": {"range": span(0, 2, 0, 1), "shiftDimension": "ROWS"}},
    )
    assert remote.values("A1:C4", "FORMULA") == [["", "x", "=A3+A4"], ["", "y"], [1], [2]]
    assert remote.tab()["merges"] == [span(5, 7, 0, 1)]
    remote.apply({"deleteRange": {"range": span(0, 2, 0, 1), "shiftDimension": "COLUMNS"}})
    assert remote.values("A1:C2", "FORMULA") == [["x", "=A3+A4"], ["y"]]
    with pytest.raises(HttpError, match="merged cell"):
        remote.apply({"deleteRange": {"range": span(5, 6, 0, 1), "shiftDimension": "COLUMNS"}})


def test_filter_views(remote: Any) -> None:
    criteria = {"hiddenValues": ["b"]}
    view = {"title": "Mine", "range": span(0, 4, 0, 2), "filterSpecs": [{"columnIndex": 1, "filterCriteria": criteria}]}
    [first] = remote.apply({"addFilterView": {"filter": view}})
    number = first["addFilterView"]["filter"]["filterViewId"]
    [second] = remote.apply({"duplicateFilterView": {"filterId": number}})
    change = {"filterViewId": number, "title": "Changed", "criteria": {"0": criteria}}
    remote.apply({"updateFilterView": {"filter": change, "fields": "title,criteria"}})
    views = remote.tab()["filterViews"]
    assert [found["title"] for found in views] == ["Changed", "Copy of Mine"]
    assert [found["criteria"] for found in views] == [{"0": criteria}, {"1": criteria}]
    assert views[0]["filterSpecs"] == [{"filterCriteria": criteria}]
    remote.apply(
        {"deleteFilterView": {"filterId": number}},
        {"deleteFilterView": {"filterId": second["duplicateFilterView"]["filter"]["filterViewId"]}},
    )
    assert "filterViews" not in remote.tab()


def test_the_basic_filter_and_slicers_hide_rows(remote: Any) -> None:
    remote.enter("A1", ["Name", "Price"], ["a", "1"], ["b", "5"], ["c", "9"])

    def hidden() -> list[int]:
        rows = remote.tab()["data"][0]["rowMetadata"]
        return [row for row, entry in enumerate(rows) if entry.get("hiddenByFilter")]

    condition = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "=2*2"}]}
    specs = [{"columnIndex": 1, "filterCriteria": {"condition": condition}}]
    remote.apply({"setBasicFilter": {"filter": {"range": span(0, 4, 0, 2), "filterSpecs": specs}}})
    assert hidden() == [1]
    spec = {"dataRange": span(0, 4, 0, 2), "columnIndex": 0, "filterCriteria": {"hiddenValues": ["c"]}}
    position = {"overlayPosition": {"anchorCell": {"columnIndex": 5}}}
    [reply] = remote.apply({"addSlicer": {"slicer": {"spec": spec, "position": position}}})
    assert hidden() == [1, 3]
    number = reply["addSlicer"]["slicer"]["slicerId"]
    remote.apply(
        {"clearBasicFilter": {"sheetId": 0}},
        {"updateSlicerSpec": {"slicerId": number, "spec": {"title": "T"}, "fields": "title,filterCriteria"}},
        {"updateEmbeddedObjectPosition": {"objectId": number, "newPosition": {"overlayPosition": {"offsetXPixels": 7}},
                                          "fields": "offsetXPixels"}},
    )  # fmt: skip
    [slicer] = remote.tab()["slicers"]
    assert hidden() == []
    assert (slicer["spec"]["title"], slicer["position"]["overlayPosition"]["offsetXPixels"]) == ("T", 7)
    remote.apply({"deleteEmbeddedObject": {"objectId": number}})
    assert "slicers" not in remote.tab()


def test_a_chart_gets_a_border(remote: Any) -> None:
    source = {"sourceRange": {"sources": [span(0, 2, 0, 1)]}}
    position = {"overlayPosition": {"anchorCell": {}}}
    [reply] = remote.apply(
        {"addChart": {"chart": {"spec": {"pieChart": {"domain": source, "series": source}}, "position": position}}}
    )
    number = reply["addChart"]["chart"]["chartId"]
    remote.apply({"updateEmbeddedObjectBorder": {"objectId": number, "border": {"color": RED}, "fields": "color"}})
    assert remote.tab()["charts"][0]["border"] == {"color": RED, "colorStyle": {"rgbColor": RED}}


def test_groups_collapse(remote: Any) -> None:
    lines = {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 3}
    remote.apply({"addDimensionGroup": {"range": lines}})
    change = {"range": lines, "depth": 1, "collapsed": True}
    remote.apply({"updateDimensionGroup": {"dimensionGroup": change, "fields": "collapsed"}})
    tab = remote.tab()
    assert tab["rowGroups"][0]["collapsed"] is True
    hidden = [row for row, entry in enumerate(tab["data"][0]["rowMetadata"]) if entry.get("hiddenByUser")]
    assert hidden == [1, 2]
    remote.apply({"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 1}}})
    assert (remote.tab()["rowGroups"][0]["range"]["startIndex"], remote.tab()["rowGroups"][0]["range"]["endIndex"]) == (
        2,
        4,
    )


def rule(condition: str, *values: str, fill: Json = RED) -> Json:
    operands = {"values": [{"userEnteredValue": value} for value in values]} if values else {}
    format_ = {"backgroundColor": fill, "textFormat": {"bold": True}}
    return {"booleanRule": {"condition": {"type": condition, **operands}, "format": format_}}


@pytest.mark.parametrize(
    ("condition", "values", "places"),
    [
        ("NUMBER_GREATER", ["4"], [2, 3]),
        ("NUMBER_BETWEEN", ["1", "5"], [1, 2]),
        ("NUMBER_NOT_BETWEEN", ["1", "5"], [3]),
        ("NUMBER_EQ", ["=A2"], []),
        ("TEXT_CONTAINS", ["A"], [0, 4]),
        ("TEXT_STARTS_WITH", ["pa"], [4]),
        ("NOT_BLANK", [], [0, 1, 2, 3, 4]),
        ("CUSTOM_FORMULA", ["=$A1>1"], [2, 3]),
        ("CUSTOM_FORMULA", ["=REGEXMATCH(TO_TEXT(B1),\"^pa\")"], [4]),
        ("NUMBER_LESS_THAN_EQ", ["5"], [1, 2]),
        ("TEXT_EQ", ["share"], [0]),
    ],
)  # fmt: skip
def test_conditional_formats_show_in_the_effective_format(
    remote: Any, condition: str, values: list[str], places: list[int]
) -> None:
    remote.enter("A1", ["0", "share"], ["1", "1"], ["2", "5"], ["3", "9"], ["0", "paid"])
    given = {"ranges": [span(0, 5, 1, 2)], **rule(condition, *values)}
    remote.apply({"addConditionalFormatRule": {"rule": given, "index": 0}})
    assert [place for place, fill in enumerate(remote.fills(1)) if fill == RED] == places
    assert remote.fills(0) == [WHITE] * 5


def test_the_first_rule_that_holds_decides_and_empty_cells_are_coloured_too(remote: Any) -> None:
    remote.enter("A1", ["done", "", "x"], ["open", "", "x"])
    ranges = [span(0, 2, 0, 3)]
    remote.apply(
        {"addConditionalFormatRule": {"index": 0, "rule": {"ranges": ranges, **rule("NOT_BLANK", fill=GREEN)}}},
        {
            "addConditionalFormatRule": {
                "index": 0,
                "rule": {"ranges": ranges, **rule("CUSTOM_FORMULA", '=$A1="done"')},
            }
        },
    )
    rows = remote.tab()["data"][0]["rowData"]
    assert [cell["effectiveFormat"]["backgroundColor"] for cell in rows[0]["values"]] == [RED] * 3
    assert rows[0]["values"][1].keys() == {"effectiveFormat"}
    assert rows[0]["values"][0]["effectiveFormat"]["textFormat"]["bold"] is True
    assert rows[1]["values"][0]["effectiveFormat"]["backgroundColor"] == GREEN
    assert rows[1]["values"][1] == {}


def test_colour_scales(remote: Any) -> None:
    remote.enter("A1", ["0"], ["5"], ["10"], ["text"], ["=A3*2"])
    scale = {"minpoint": {"type": "MIN", "color": RED}, "maxpoint": {"type": "NUMBER", "value": "10", "color": GREEN}}
    given = {"ranges": [span(0, 5, 0, 1)], "gradientRule": scale}
    remote.apply({"addConditionalFormatRule": {"rule": given, "index": 0}})
    assert remote.fills(0) == [RED, {"red": 0.5, "green": 0.5}, GREEN, WHITE, GREEN]


def metadata(key: str, location: Json) -> Json:
    item = {"metadataKey": key, "metadataValue": "v", "visibility": "DOCUMENT", "location": location}
    return {"createDeveloperMetadata": {"developerMetadata": item}}


def test_developer_metadata_and_data_filters(remote: Any) -> None:
    remote.enter("A1", ["a"], ["b"], ["c"])
    row = {"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}}
    replies = remote.apply(metadata("row", row), metadata("file", {"spreadsheet": True}))
    number = replies[0]["createDeveloperMetadata"]["developerMetadata"]["metadataId"]
    by_key = {"developerMetadataLookup": {"metadataKey": "row"}}
    assert [item["metadataKey"] for item in remote.tab()["data"][0]["rowMetadata"][1]["developerMetadata"]] == ["row"]
    remote.apply({"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 1}}})
    values = remote.api.values()
    body = {"dataFilters": [by_key, {"a1Range": "A2:A3"}], "valueRenderOption": "FORMATTED_VALUE"}
    got = values.batchGetByDataFilter(spreadsheetId=remote.id, body=body).execute()["valueRanges"]
    assert [(one["valueRange"]["range"], one["valueRange"]["values"]) for one in got] == [
        ("Sheet1!A3:Z3", [["b"]]),
        ("Sheet1!A2:A3", [["a"], ["b"]]),
    ]
    remote.apply(
        {"updateDeveloperMetadata": {"dataFilters": [by_key], "developerMetadata": {"metadataValue": "w"},
                                     "fields": "metadataValue"}},
    )  # fmt: skip
    api = remote.api.developerMetadata()
    assert api.get(spreadsheetId=remote.id, metadataId=number).execute()["metadataValue"] == "w"
    found = api.search(spreadsheetId=remote.id, body={"dataFilters": [by_key]}).execute()["matchedDeveloperMetadata"]
    assert [one["developerMetadata"]["metadataId"] for one in found] == [number]
    data = [{"dataFilter": by_key, "majorDimension": "ROWS", "values": [["B", "=1+1"]]}]
    body = {"valueInputOption": "USER_ENTERED", "data": data, "includeValuesInResponse": True}
    answer = values.batchUpdateByDataFilter(spreadsheetId=remote.id, body=body).execute()
    assert answer["totalUpdatedCells"] == 2
    assert answer["responses"][0]["updatedData"]["values"] == [["B", "2"]]
    cleared = values.batchClearByDataFilter(
        spreadsheetId=remote.id, body={"dataFilters": [{"gridRange": span(1, 2, 0, 1)}]}
    )
    assert cleared.execute()["clearedRanges"] == ["Sheet1!A2"]
    body = {"dataFilters": [by_key], "includeGridData": True}
    [tab] = remote.api.getByDataFilter(spreadsheetId=remote.id, body=body).execute()["sheets"]
    assert tab["data"][0]["startRow"] == 2
    assert [cell.get("formattedValue") for cell in tab["data"][0]["rowData"][0]["values"]] == ["B", "2"]
    [reply] = remote.apply({"deleteDeveloperMetadata": {"dataFilter": by_key}})
    assert reply["deleteDeveloperMetadata"]["deletedDeveloperMetadata"][0]["metadataKey"] == "row"
    whole = remote.api.get(spreadsheetId=remote.id).execute()
    assert [item["metadataKey"] for item in whole["developerMetadata"]] == ["file"]
    with pytest.raises(HttpError, match="exactly one of a1Range"):
        values.batchGetByDataFilter(spreadsheetId=remote.id, body={"dataFilters": [{}]}).execute()


def test_comment_threads(remote: Any) -> None:
    remote.enter("A1", ["=1+1"])
    coordinate = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    [reply] = remote.apply({"insertComment": {"coordinate": coordinate, "content": "Why?"}})
    thread = reply["insertComment"]["commentThread"]
    number = thread["commentId"]
    [answer] = remote.apply({"addCommentReply": {"commentId": number, "post": {"content": "Because <b>"}}})
    post = answer["addCommentReply"]["post"]["postId"]
    remote.apply(
        {"updateCommentPost": {"commentId": number, "postId": thread["headPost"]["postId"], "content": "Why 2?"}},
        {"insertDimension": {"range": {"dimension": "ROWS", "startIndex": 0, "endIndex": 2}}},
    )
    mode = "COMMENTS_VIEW_MODE_INCLUDED"

    def read() -> Json:
        return remote.api.get(spreadsheetId=remote.id, commentsViewMode=mode).execute()

    [found] = read()["comments"]
    assert (found["headPost"]["content"], found["plainTextQuote"], found["status"]) == ("Why 2?", "2", "OPEN")
    assert [one["contentHtml"] for one in found["replies"]] == ["Because &lt;b&gt;"]
    [anchor] = read()["sheets"][0]["commentAnchors"]
    assert (anchor["anchorId"], anchor["range"]) == (found["anchorId"], span(2, 3, 0, 1))
    silent = remote.api.get(spreadsheetId=remote.id).execute()
    assert "comments" not in silent
    assert "commentAnchors" not in silent["sheets"][0]
    remote.apply({"deleteCommentReply": {"commentId": number, "postId": post}})
    assert not read()["comments"][0].get("replies")
    remote.apply({"deleteComment": {"commentId": number}})
    assert "comments" not in read()


@pytest.mark.parametrize("locale", ["de_DE", "ja", "xx"])
def test_other_locales_are_kept_and_computed_as_en_us(remote: Any, locale: str) -> None:
    remote.apply({"updateSpreadsheetProperties": {"properties": {"locale": locale}, "fields": "locale"}})
    remote.enter("A1", ["1.5", "=A1*2", "$3"])
    assert remote.values("A1:C1") == [["1.5", "3", "$3"]]
    assert remote.api.get(spreadsheetId=remote.id).execute()["properties"]["locale"] == locale
