"""spreadsheets.values.* and A1 notation."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError


def test_a_range_is_answered_without_its_empty_end(book) -> None:
    book.enter("Sheet1!A1", ["a", "", "c"], [], ["", "x"])
    answer = book.call("get", range="Sheet1!A1:E9")
    assert answer == {
        "range": "Sheet1!A1:E9",
        "majorDimension": "ROWS",
        "values": [["a", "", "c"], [], ["", "x"]],
    }
    assert book.call("get", range="Sheet1!D4:E9") == {"range": "Sheet1!D4:E9", "majorDimension": "ROWS"}
    assert book.values("A1:C3", majorDimension="COLUMNS") == [["a"], ["", "", "x"], ["c"]]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Sheet1", "Sheet1!A1:Z1000"),
        ("sheet1!b2", "Sheet1!B2"),
        ("A:C", "Sheet1!A1:C1000"),
        ("B3:D", "Sheet1!B3:D1000"),
        ("2:3", "Sheet1!A2:Z3"),
        ("$A$1:B2", "Sheet1!A1:B2"),
        ("C3:A1", "Sheet1!A1:C3"),
        ("'My ''tab'!A1", "'My ''tab'!A1"),
        ("D3!A1", "'D3'!A1"),
        ("D3", "'D3'!A1:Z1000"),
        ("total", "Sheet1!B1:B2"),
    ],
)
def test_ranges_in_a1_notation(book, text, canonical) -> None:
    book.apply(
        {"addSheet": {"properties": {"title": "My 'tab"}}},
        {"addSheet": {"properties": {"title": "D3"}}},
        {
            "addNamedRange": {
                "namedRange": {
                    "name": "total",
                    "range": {"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 1, "endColumnIndex": 2},
                }
            }
        },
    )
    assert book.call("get", range=text)["range"] == canonical


@pytest.mark.parametrize("text", ["", "Nope!A1", "A0", "A1:", "A1:B2:C3", "!A1", "'x", "A1B", "AAAA1", "x!y!z", None])
def test_ranges_that_cannot_be_parsed(book, text) -> None:
    with pytest.raises(RequestError, match="Unable to parse range"):
        book.call("get", range=text)


def test_beyond_the_grid_is_refused_and_values_that_run_over_its_edge_extend_it(book) -> None:
    with pytest.raises(RequestError, match=r"exceeds grid limits\. Max rows: 1000, max columns: 26"):
        book.call("get", range="Sheet1!A1001")
    for beyond in ("Sheet1!A1001", "AA1", "A1:AA1"):
        with pytest.raises(RequestError, match="exceeds grid limits"):
            book.enter(beyond, ["far"])
    book.enter("Sheet1!Z1000", ["edge", "over"], ["below"])
    assert book.tab()["properties"]["gridProperties"] == {"rowCount": 1001, "columnCount": 27}


def test_an_update_counts_cells_and_keeps_what_is_null(book) -> None:
    book.enter("A1:B2", ["a", "b"], ["c", "d"])
    answer = book.enter("A1:B2", [None, "B"], ["", None])
    assert answer == {
        "spreadsheetId": "file",
        "updatedRange": "Sheet1!A1:B2",
        "updatedRows": 2,
        "updatedColumns": 2,
        "updatedCells": 2,
    }
    assert book.values("A1:B2") == [["a", "B"], ["", "d"]]


def test_writing_outside_of_a_closed_range_is_refused(book) -> None:
    with pytest.raises(RequestError, match=r"within range \[Sheet1!A1\], but tried writing to column \[B\]"):
        book.enter("Sheet1!A1:A1", ["a", "b"])
    with pytest.raises(RequestError, match=r"within range \[Sheet1!A1:B1\], but tried writing to row \[2\]"):
        book.enter("A1:B1", ["a", "b"], ["c"])


def test_a_range_in_the_body_must_be_the_one_in_the_address(book) -> None:
    body = {"values": [["x"]], "range": "A1:B9"}
    for method in ("update", "append"):
        with pytest.raises(RequestError, match=r"Request range\[A1:B2\] does not match value's range\[A1:B9\]"):
            book.call(method, body, range="A1:B2", valueInputOption="RAW")
        book.call(method, {**body, "range": "sheet1!A1:B2"}, range="A1:B2", valueInputOption="RAW")


def test_a_batch_of_updates_says_which_range_is_wrong(book) -> None:
    data = [{"range": "A1", "values": [["x"]]}, {"range": "Nope!A1", "values": [["y"]]}]
    with pytest.raises(RequestError, match=r"^Invalid data\[1\]: Unable to parse range: Nope!A1$"):
        book.call("batchUpdate", {"valueInputOption": "RAW", "data": data})


def test_columns_can_be_written(book) -> None:
    body = {"values": [["a", "b"], ["c"]], "majorDimension": "COLUMNS"}
    book.call("update", body, range="A1", valueInputOption="RAW")
    assert book.values("A1:B2") == [["a", "c"], ["b"]]


@pytest.mark.parametrize(
    ("params", "body", "words"),
    [
        ({"range": "A1"}, {"values": [["x"]]}, "'valueInputOption' is required"),
        ({"range": "A1", "valueInputOption": "MAGIC"}, {"values": [["x"]]}, "valueInputOption"),
        ({"range": "A1", "valueInputOption": "RAW"}, {"values": "A1:D4"}, "Invalid value at 'data.values'"),
        ({"range": "A1", "valueInputOption": "RAW"}, {"values": ["x"]}, r"Invalid value at 'data.values\[0\]'"),
        ({"range": "A1", "valueInputOption": "RAW"}, {"values": [[{"a": 1}]]}, "Invalid values"),
        ({"range": "A1", "valueInputOption": "RAW"}, {"values": [["x" * 50_001]]}, "50000 characters"),
    ],
)
def test_bad_updates_are_refused(book, params, body, words) -> None:
    with pytest.raises(RequestError, match=words):
        book.call("update", body, **params)


def test_append_goes_below_the_table_that_the_range_touches(book) -> None:
    book.enter("B2", ["h1", "h2"], ["1", "2"])
    answer = book.call("append", {"values": [["3", "4"]]}, range="Sheet1", valueInputOption="USER_ENTERED")
    assert answer["tableRange"] == "Sheet1!B2:C3"
    assert answer["updates"]["updatedRange"] == "Sheet1!B4:C4"
    empty = book.call("append", {"values": [["x"]]}, range="Sheet1!F1", valueInputOption="RAW")
    assert "tableRange" not in empty
    assert empty["updates"]["updatedRange"] == "Sheet1!F1"


def test_append_can_insert_rows(book) -> None:
    book.enter("A1", ["a"], ["b"])
    book.enter("A4", ["below"])
    book.call("append", {"values": [["c"], ["d"]]}, range="A1", valueInputOption="RAW", insertDataOption="INSERT_ROWS")
    assert book.values("A1:A6") == [["a"], ["b"], ["c"], ["d"], [], ["below"]]


def test_render_options(book) -> None:
    book.enter("A1", ["$5.00", "=A1*2", "1/5/2023", "TRUE"])
    assert book.values("A1:D1") == [["$5.00", "$10.00", "1/5/2023", "TRUE"]]
    assert book.values("A1:D1", valueRenderOption="UNFORMATTED_VALUE") == [[5, 10, 44931, True]]
    assert book.values("A1:D1", valueRenderOption="FORMULA") == [[5, "=A1*2", 44931, True]]
    dated = {"valueRenderOption": "UNFORMATTED_VALUE", "dateTimeRenderOption": "FORMATTED_STRING"}
    assert book.values("A1:D1", **dated) == [[5, 10, "1/5/2023", True]]


def test_batches_of_values(book) -> None:
    data = [{"range": "A1", "values": [["1"]]}, {"range": "B2:C2", "values": [["x", "y"]]}]
    answer = book.call("batchUpdate", {"valueInputOption": "USER_ENTERED", "data": data})
    assert (answer["totalUpdatedCells"], answer["totalUpdatedSheets"], len(answer["responses"])) == (3, 1, 2)
    found = book.call("batchGet", ranges=["A1", "B2:C2"])["valueRanges"]
    assert [one["values"] for one in found] == [[["1"]], [["x", "y"]]]
    assert book.call("batchClear", {"ranges": ["A1", "C2"]})["clearedRanges"] == ["Sheet1!A1", "Sheet1!C2"]
    assert book.values("A1:C2") == [[], ["", "x"]]


def test_clearing_keeps_formats(book) -> None:
    book.enter("A1", ["$5"])
    book.call("clear", range="Sheet1")
    assert book.values("Sheet1") == []
    assert book.cell(0, 0)["userEnteredFormat"]["numberFormat"]["type"] == "CURRENCY"
