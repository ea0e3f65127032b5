"""Random and malformed batches, made from Google's own schemas, over HTTP: answered in Google's shape, never half done.

The servers of the suite check their answers against the schemas too, so an accepted batch must leave a file that reads.
"""

from __future__ import annotations

import json
import string
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.kind import Kind
from pytest_knows.workspace import Workspace
from pytest_knows.workspace.discovery import document

Json = dict[str, Any]
Strategy = st.SearchStrategy[Any]

EXAMPLES = [40, pytest.param(500, marks=pytest.mark.soak, id="full")]
WORDS = [
    "", "*", "p", "i0", "kix.abc", "t.0", "Sheet1", "Sheet1!A1:C3", "A1", "=SUM(A1:B2)", "=((", "table_1", "box_1",
    "fontSize", "bold,italic", "title", "userEnteredValue", "gridProperties.rowCount", "a b\n\tc", "🌵é", "0", "77",
    "https://example.org/", "data:image/png;base64,AAAA", "text", "pageBackgroundFill", "NORMAL_TEXT", "x" * 300,
]  # fmt: skip
NUMBERS = [0, 1, 2, 3, 5, 7, 1000, -1, 2**31 - 1, -(2**31), 0.5, 1e9]
WRONG: Strategy = st.sampled_from([None, True, -1, 1.5, "x", [], {}, [None], [[]], {"x": {}}, "\ud800", 2**63, 1e308])


DEPTH = 6
"""Levels of a request, itself included; its own fields are all given, those below by chance."""
SMALL = st.integers(0, 12)
NAMED: dict[str, Strategy] = {
    **dict.fromkeys(
        ("objectId", "elementObjectId", "tableObjectId"), st.sampled_from(["box_1", "table_1", "p", "new_1"])
    ),
    **dict.fromkeys(("pageObjectId", "slideObjectId"), st.just("p")),
    **dict.fromkeys(("fields",), st.sampled_from(["*", "*", "*", *WORDS])),
    **dict.fromkeys(("sheetId", "sourceSheetId"), st.just(0)),
    **dict.fromkeys(("tabId", "segmentId"), st.just("")),
    **dict.fromkeys(("index", "startIndex", "endIndex", "rowIndex", "columnIndex", "rows", "columns"), SMALL),
    **dict.fromkeys(("pageElementObjectIds", "childrenObjectIds"), st.just(["box_1", "table_1"])),
}
"""What some fields must hold to get past the first check."""
SHAPES: dict[tuple[str, str], Strategy] = {
    ("docs", "Location"): st.fixed_dictionaries({"index": SMALL}),
    ("docs", "Range"): st.builds(lambda at, size: {"startIndex": at, "endIndex": at + size}, SMALL, SMALL),
    ("docs", "TableCellLocation"): st.builds(
        lambda row, column: {"tableStartLocation": {"index": 6}, "rowIndex": row, "columnIndex": column},
        st.integers(0, 2), st.integers(0, 2),
    ),
    ("sheets", "GridRange"): st.builds(
        lambda top, left, rows, columns: {"sheetId": 0, "startRowIndex": top, "endRowIndex": top + rows,
                                          "startColumnIndex": left, "endColumnIndex": left + columns},
        *[st.integers(0, 4)] * 4,
    ),
    ("sheets", "DimensionRange"): st.builds(
        lambda axis, at, size: {"sheetId": 0, "dimension": axis, "startIndex": at, "endIndex": at + size},
        st.sampled_from(["ROWS", "COLUMNS"]), SMALL, st.integers(0, 4),
    ),
    ("slides", "PageElementProperties"): st.just({"pageObjectId": "p"}),
    ("slides", "TableCellLocation"): st.fixed_dictionaries({"rowIndex": SMALL, "columnIndex": SMALL}),
}  # fmt: skip
"""Places in the files that `filled` makes."""
SELDOM = {"cellLocation", "tabId", "segmentId", "endOfSegmentLocation", "exclusiveEndIndex"}
"""Fields that are as often left out as given; all others of `NAMED` and `SHAPES` are nearly always given."""


def instances(api: str, declared: Json, depth: int, name: str = "") -> Strategy:
    """Values of a discovery schema for a field of that name; one in forty is of the wrong type."""
    return st.integers(0, 39).flatmap(lambda die: WRONG if die == 39 else _instances(api, declared, depth, name))


def _instances(api: str, declared: Json, depth: int, name: str) -> Strategy:
    if name in NAMED:
        return NAMED[name]
    if "$ref" in declared:
        shape = SHAPES.get((api, declared["$ref"]))
        return message(api, declared["$ref"], depth) if shape is None else shape
    if "enum" in declared:
        return st.sampled_from(declared["enum"])
    match declared.get("type"):
        case "array":
            return st.lists(st.deferred(lambda: instances(api, declared["items"], depth)), max_size=2)
        case "integer" | "number":
            return st.sampled_from(NUMBERS)
        case "boolean":
            return st.booleans()
        case "string":
            return st.sampled_from(WORDS)
    return st.dictionaries(st.sampled_from(WORDS), st.sampled_from(WORDS), max_size=2)


@cache
def message(api: str, name: str, depth: int) -> Strategy:
    """Objects of a message type with any of its fields, those that point to more only down to a depth."""
    fields: Json = document(api)["schemas"][name].get("properties", {})
    usable = {key: field for key, field in fields.items() if depth > 0 or not ("$ref" in field or "items" in field)}
    inner = {key: st.deferred(lambda k=key: instances(api, usable[k], depth - 1, k)) for key in sorted(usable)}
    likely = {key for key, field in usable.items() if key in NAMED or (api, field.get("$ref")) in SHAPES}
    likely = (set(usable) if depth == DEPTH - 1 else likely) - SELDOM
    return st.fixed_dictionaries(
        {key: inner[key] for key in sorted(likely)},
        optional={key: inner[key] for key in sorted(set(usable) - likely)},
    )


@cache
def batches(api: str) -> Strategy:
    """Lists of one to three requests, each with one type (seldom none or two)."""
    types: Json = document(api)["schemas"]["Request"]["properties"]
    one = st.sampled_from(sorted(types)).flatmap(
        lambda name: st.fixed_dictionaries({name: instances(api, types[name], DEPTH - 1)})
    )
    odd = st.dictionaries(st.sampled_from(sorted(types)), st.just({}), max_size=2)
    return st.lists(st.integers(0, 19).flatmap(lambda die: odd if die == 19 else one), min_size=1, max_size=3)


def is_googles(answer: httpx.Response) -> bool:
    """A success, or a refusal in Google's shape."""
    if answer.is_success:
        return True
    error = answer.json()["error"]
    return 400 <= answer.status_code < 500 and error["code"] == answer.status_code and bool(error["message"])


def sent(http: httpx.Client, method: str, path: str, body: Any) -> httpx.Response:
    content = json.dumps(body).encode("utf-8", "surrogatepass")
    return http.request(method, path, content=content, headers={"content-type": "application/json"})


@pytest.fixture(scope="module")
def filled(workspace: Workspace) -> dict[Kind, str]:
    """A document, a sheet and a deck with something in them, to be copied for each batch."""
    ids = {kind: workspace.create_file(kind, f"fuzz {kind}").id for kind in Kind}
    rows = {"values": [[1, "a", "=A1*2"], [2, "b", "=SUM(A1:A2)"]]}
    workspace.clients.sheets.spreadsheets().values().update(
        spreadsheetId=ids[Kind.SPREADSHEET], range="A1", valueInputOption="USER_ENTERED", body=rows
    ).execute()
    requests: list[Json] = [
        {"insertText": {"location": {"index": 1}, "text": "One\nTwo 🌵\n"}},
        {"insertTable": {"location": {"index": 5}, "rows": 2, "columns": 2}},
    ]
    workspace.clients.docs.documents().batchUpdate(documentId=ids[Kind.DOCUMENT], body={"requests": requests}).execute()
    page = {"pageObjectId": "p"}
    requests = [
        {"createShape": {"objectId": "box_1", "shapeType": "TEXT_BOX", "elementProperties": page}},
        {"insertText": {"objectId": "box_1", "text": "Hello"}},
        {"createTable": {"objectId": "table_1", "rows": 2, "columns": 2, "elementProperties": page}},
    ]
    workspace.clients.slides.presentations().batchUpdate(
        presentationId=ids[Kind.PRESENTATION], body={"requests": requests}
    ).execute()
    return ids


def unvolatile(kind: Kind, rest: Json) -> Json:
    """What an unchanged file answers the same each time."""
    return {key: value for key, value in rest.items() if key not in ("revisionId", "spreadsheetUrl")}


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("examples", EXAMPLES)
def test_batch_is_done_whole_or_not_at_all(
    http: httpx.Client, filled: dict[Kind, str], kind: Kind, examples: int
) -> None:
    version = "v4" if kind is Kind.SPREADSHEET else "v1"
    wide = {"includeTabsContent": "true"} if kind is Kind.DOCUMENT else {}
    wide |= {"includeGridData": "true"} if kind is Kind.SPREADSHEET else {}

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(batch=batches(kind.api))
    def run(batch: list[Json]) -> None:
        file = sent(http, "POST", f"/drive/v3/files/{filled[kind]}/copy", {}).json()["id"]
        path = f"/{version}/{kind.collection}/{file}"
        before = http.get(path, params=wide).json()
        answer = sent(http, "POST", f"{path}:batchUpdate", {"requests": batch})
        assert is_googles(answer), answer.text
        after = http.get(path, params=wide)
        assert after.status_code == 200, after.text
        if not answer.is_success:
            assert unvolatile(kind, after.json()) == unvolatile(kind, before)
        http.delete(f"/drive/v3/files/{file}")

    run()


def calls(api: str) -> Strategy:
    """Method, path template, query and body of any method of an API."""
    from pytest_knows.workspace.local.discovery import methods

    def call(method: Any) -> Strategy:
        query = {
            name: st.sampled_from([*declared.get("enum", []), *WORDS, "true", "12", "'root' in parents"])
            for name, declared in method.parameters.items()
            if declared.get("location") == "query"
        }
        body = instances(api, {"$ref": method.request}, 3) if method.request else st.just({})
        values = st.sampled_from(["{id}", "{id}", "root", "0", "Sheet1!A1:B2", "p", "nothing"])
        path = {name: values for name, item in method.parameters.items() if item.get("location") == "path"}
        return st.tuples(st.just(method), st.fixed_dictionaries(path), st.fixed_dictionaries({}, optional=query), body)

    return st.sampled_from([method for method in methods() if method.api == api]).flatmap(call)


@pytest.mark.parametrize("api", ["drive", "sheets", "docs", "slides"])
@pytest.mark.parametrize("examples", EXAMPLES)
def test_any_call_is_answered_in_googles_shape(
    http: httpx.Client, workspace: Workspace, filled: dict[Kind, str], api: str, examples: int
) -> None:
    source = filled[next((kind for kind in Kind if kind.api == api), Kind.DOCUMENT)]
    service = document(api)["servicePath"]
    declared = {method["id"]: method["path"] for method in _declared(document(api)["resources"])}

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(call=calls(api))
    def run(call: Any) -> None:
        method, path, query, body = call
        file = sent(http, "POST", f"/drive/v3/files/{source}/copy", {}).json()["id"]
        template = declared[method.id].replace("{+", "{")
        filled_in = string.Template(template.replace("{", "${")).substitute(path).replace("{id}", file)
        query = {name: value.replace("{id}", file) for name, value in query.items() if name != "fields"}
        if method.id == "drive.files.emptyTrash":
            return  # it would take the bin from under the other tests
        url = httpx.URL(f"/{service}{filled_in}", params=query)
        answer = sent(http, method.http, str(url), body)
        assert is_googles(answer) or answer.status_code in (204, 501), (str(url), answer.text)
        assert http.get("/drive/v3/files", params={"pageSize": 1}).status_code == 200

    run()


def _declared(resources: Json) -> list[Json]:
    found: list[Json] = []
    for resource in resources.values():
        found += resource.get("methods", {}).values()
        found += _declared(resource.get("resources", {}))
    return found
