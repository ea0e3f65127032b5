"""Formulas, conditions and data filters of any shape: an answer or a RequestError, never a crash."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.spreadsheets import ENGINE

Json = dict[str, Any]
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
PIECES = st.sampled_from(
    ["SORT(", "FILTER(", "SPLIT(", "JOIN(", "REGEXEXTRACT(", "ARRAYFORMULA(", "ISBETWEEN(", "COUNTUNIQUE(", "QUERY(",
     "IMAGE(", "RANK(", "SORTN(", "TO_DATE(", "(", ")", "{", "}", ",", ";", "A1", "A1:B3", "A:A", "Sheet1!A1", "'", '"',
     '"(a)"', "1", "TRUE", "+", ":", "#REF!", " ", "T[x]", "E1", "🌵"]
)  # fmt: skip
FORMULAS = st.lists(PIECES, max_size=14).map(lambda parts: "=" + "".join(parts))
HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 5, 1e300, "", "x", "=A1", "=((", [], {}, [{}], "A1", "kind", 2**31]),
)


def read_everything(book: Any) -> None:
    json.dumps(book.read(), allow_nan=False)


@SLOW
@example(formulas=["=QUERY(", "=#REF!Sheet1!A1"])
@given(formulas=st.lists(FORMULAS, min_size=1, max_size=4))
def test_formulas_of_any_shape(make_book, formulas: list[str]) -> None:
    book = make_book()
    book.enter("A1", ["3", "a-b"], ["1", "c"], ["2"])
    book.enter("E1", formulas)
    read_everything(book)


@SLOW
@given(
    kind=st.sampled_from(
        ["NUMBER_GREATER", "NUMBER_BETWEEN", "TEXT_CONTAINS", "DATE_BEFORE", "ONE_OF_LIST", "CUSTOM_FORMULA", "BLANK",
         "BOOLEAN", "DATE_EQ", "TEXT_IS_URL", "FILTER_EXPRESSION"]
    ),
    operands=st.lists(
        st.one_of(
            st.one_of(FORMULAS, st.text(max_size=5)).map(lambda text: {"userEnteredValue": text}),
            st.sampled_from([{}, {"relativeDate": "TODAY"}, {"relativeDate": "PAST_YEAR"}]),
        ),
        max_size=3,
    ),
    points=st.lists(st.tuples(st.sampled_from(["MIN", "MAX", "NUMBER", "PERCENT", "PERCENTILE"]),
                              st.one_of(FORMULAS, st.sampled_from(["", "5", "-1", "nan", "inf", "1e999"]))),
                    min_size=2, max_size=3),
)  # fmt: skip
def test_conditions_of_any_shape(make_book, kind: str, operands: list[Json], points: list[tuple[str, str]]) -> None:
    book = make_book()
    book.enter("A1", ["3", "a-b", "=1/0"], ["1", "", "TRUE"], ["2", "1/5/2023"])
    area = {"startRowIndex": 0, "endRowIndex": 4, "startColumnIndex": 0, "endColumnIndex": 3}
    condition = {"type": kind, "values": operands}
    names = ("minpoint", "midpoint", "maxpoint") if len(points) == 3 else ("minpoint", "maxpoint")
    scale = {
        name: {"type": type_, "value": value, "color": {"red": 1}}
        for name, (type_, value) in zip(names, points, strict=True)
    }
    rule = {"booleanRule": {"condition": condition, "format": {}}}
    specs = [{"columnIndex": 1, "filterCriteria": {"condition": condition}}]
    book.apply(
        {"addConditionalFormatRule": {"rule": {"ranges": [area], **rule}}},
        {"addConditionalFormatRule": {"rule": {"ranges": [area], "gradientRule": scale}}},
        {"setBasicFilter": {"filter": {"range": area, "filterSpecs": specs}}},
    )
    read_everything(book)


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("values.batchGetByDataFilter", "dataFilters"),
        ("values.batchClearByDataFilter", "dataFilters"),
        ("values.batchUpdateByDataFilter", "data"),
        ("getByDataFilter", "dataFilters"),
        ("developerMetadata.search", "dataFilters"),
    ],
)
@SLOW
@given(
    field=st.sampled_from(["a1Range", "gridRange", "developerMetadataLookup"]),
    value=st.one_of(
        HOSTILE,
        st.dictionaries(
            st.sampled_from(
                ["sheetId", "startRowIndex", "endRowIndex", "metadataKey", "metadataLocation", "locationType"]
            ),
            st.one_of(HOSTILE, st.sampled_from(["ROW", "SHEET", {"spreadsheet": True}, {"sheetId": 0}])),
            max_size=3,
        ),
    ),
    values=HOSTILE,
)
def test_data_filters_of_any_shape(make_book, method: str, name: str, field: str, value: Any, values: Any) -> None:
    book = make_book()
    item = {"metadataKey": "kind", "visibility": "DOCUMENT", "location": {"sheetId": 0}}
    book.apply({"createDeveloperMetadata": {"developerMetadata": item}})
    chosen: Json = {field: value}
    given_ = {"dataFilter": chosen, "values": values} if name == "data" else chosen
    body = {name: [given_], **({"valueInputOption": "RAW"} if name == "data" else {})}
    try:
        ENGINE.call(f"spreadsheets.{method}", book.state, {}, body, book.env)
    except RequestError:
        return
    read_everything(book)
