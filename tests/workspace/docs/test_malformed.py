"""Whatever a batch holds, the engine answers with replies or a `RequestError`, and the document stays whole."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.schema import schema_of

SCHEMA = schema_of("docs")
TYPES = sorted(ENGINE.request_types)
JUNK = st.sampled_from([None, -1, 10**9, 2.5, "x", "", [], {}, [{}], True, float("nan"), "\ud800"])
INTEGERS = st.integers(min_value=-1, max_value=60)
SMALL = st.integers(min_value=0, max_value=2)
BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "text": st.sampled_from(["a", "😀", "x\ny", "\t\tb", ""]),
    "namedRangeName": st.just("a"),
    "content": st.sampled_from(["<b>", ""]),
    "uri": st.sampled_from(["https://example.org/a.png", "nowhere"]),
    "tabId": st.sampled_from(["t.0", "t.0", "t.0", "t.1"]),
    "tabIds": st.just("t.1"),
    "parentTabId": st.sampled_from(["", "t.0", "t.1"]),
    "iconEmoji": st.sampled_from(["📝", "x"]),
    "dropdownDefinitionId": st.sampled_from(["kix.def", "kix.def", "kix.other"]),
    "optionId": st.sampled_from(["dropdownItem.aa", "dropdownItem.bb"]),
    "selectedOptionId": st.sampled_from(["dropdownItem.aa", "dropdownItem.zz"]),
    "selectedOptionIdReplacements": st.just({"dropdownItem.aa": "dropdownItem.bb"}),
    "dropdownId": st.just("kix.000000000007"),
    "commentId": st.just("kix.000000000010"),
    "postId": st.sampled_from(["kix.000000000009", "kix.000000000011"]),
    "timestamp": st.sampled_from(["2026-03-14T10:00:00Z", "9999-12-31T23:59:59Z", "now"]),
    "timeZoneId": st.sampled_from(["Asia/Tokyo", "Mars/Base"]),
    "locale": st.just("en"),
    "email": st.just("a@example.org"),
    "headingId": st.just("h.1"),
    "segmentId": st.sampled_from(["", "", "", "kix.000000000004", "kix.9"]),
    "headerId": st.just("kix.000000000004"),
    "imageObjectId": st.just("kix.000000000001"),
    "name": st.sampled_from(["a", "b"]),
    "type": st.just("DEFAULT"),
    "magnitude": st.floats(-1, 900),
    **dict.fromkeys(("rows", "columns", "rowSpan", "columnSpan"), st.integers(0, 3)),
    **dict.fromkeys(("rowIndex", "columnIndex", "columnIndices", "rowIndices"), SMALL),
    "tableStartLocation": st.fixed_dictionaries({"index": st.sampled_from([7, 7, 7, 6])}),
    "range": st.tuples(st.integers(1, 40), st.integers(0, 20)).map(lambda r: {"startIndex": r[0], "endIndex": sum(r)}),
}
# Of each group a request may set one; the others would only be refused.
ONE_OF = (
    {"location", "endOfSegmentLocation"},
    {"name", "namedRangeId"},
    {"namedRangeName", "namedRangeId"},
    {"tableRange", "tableStartLocation"},
    {"commentId", "suggestionId"},
)


@st.composite
def messages(draw: st.DrawFn, name: str, depth: int = 0) -> dict[str, Any]:
    """A body of a message type whose fields have values of their types."""
    fields = SCHEMA.fields(name)
    chosen = {key for key in fields if not key.startswith("suggested") and (depth < 1 or draw(st.integers(0, 5)))}
    for group in ONE_OF:
        if depth == 0 and group <= chosen:
            chosen -= {draw(st.sampled_from(sorted(group)))}
    body = {key: draw(values(key, fields[key], depth)) for key in fields if key in chosen}
    if "fields" in body:
        styles = [key for key in fields if key not in ("fields", "range", "tabId") and "$ref" in fields[key]]
        known = sorted({path for key in styles for path in SCHEMA.fields(fields[key]["$ref"])})
        body["fields"] = ",".join(draw(st.lists(st.sampled_from(["*", *known]), min_size=1, max_size=2)))
    return body


def values(key: str, field: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
    """Values that a field may have."""
    if key in BY_NAME and field.get("type") != "array":
        return BY_NAME[key]
    if "$ref" in field:
        return messages(field["$ref"], depth + 1) if depth < 6 else st.just({})
    if field["type"] == "array":
        return st.lists(values(key, field["items"], depth + 1), max_size=2)
    if "enum" in field:
        return st.sampled_from(field["enum"])
    simple = {"string": st.just("*"), "integer": INTEGERS, "number": st.floats(0, 1), "boolean": st.booleans()}
    return simple.get(field["type"], st.just({}))


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request, every other one with a value somewhere in it that does not belong there."""
    name = draw(st.sampled_from(TYPES))
    request = {name: draw(messages(SCHEMA.fields("Request")[name]["$ref"]))}
    if draw(st.booleans()):
        spoil(request, draw)
    return request


def spoil(value: Any, draw: st.DrawFn) -> None:
    """Replace one value somewhere below an object or list."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = draw(st.sampled_from(keys))
    if isinstance(value[key], dict | list) and value[key] and draw(st.integers(0, 4)):
        spoil(value[key], draw)
    else:
        value[key] = draw(JUNK)


BATCHES = st.lists(requests(), min_size=1, max_size=4)


OPTIONS = [{"optionId": f"dropdownItem.{name}", "displayValue": name} for name in ("aa", "bb")]
DROPDOWN = {"dropdownDefinitionId": "kix.def", "dropdownDefinitionProperties": {"options": OPTIONS}}


def rich(document: Any) -> Any:
    document.type("one\n\ttwo\nthree 😀\nfour")
    document.apply(
        {"insertTable": {"location": {"index": 5}, "rows": 2, "columns": 2}},
        {"insertInlineImage": {"location": {"index": 2}, "uri": "https://example.org/a.png"}},
        {"createParagraphBullets": {"range": {"startIndex": 1, "endIndex": 3}, "bulletPreset": "BULLET_CHECKBOX"}},
        {"createNamedRange": {"name": "a", "range": {"startIndex": 1, "endIndex": 30}}},
        {"createHeader": {"type": "DEFAULT"}},
        {"createDropdownDefinition": {"dropdownDefinition": DROPDOWN}},
        {"insertDropdown": {"endOfSegmentLocation": {}, "dropdownDefinitionId": "kix.def"}},
        {"insertComment": {"range": {"startIndex": 1, "endIndex": 3}, "content": "?"}},
        {"addCommentReply": {"commentId": "kix.000000000010", "post": {"content": "!"}}},
        {"addDocumentTab": {"tabProperties": {"tabId": "t.1"}}},
    )
    return document


@settings(max_examples=150, deadline=None)
@given(batch=BATCHES)
def test_any_batch_is_applied_or_refused(new_document, indices_checked, batch):
    document = rich(new_document())
    for request in batch:
        with contextlib.suppress(RequestError):
            document.apply(request)
    indices_checked(document.json)


EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), INTEGERS, st.text("ab\n\t😀", min_size=1, max_size=4)),
        st.tuples(st.just("delete"), INTEGERS, st.integers(1, 20)),
        st.tuples(st.just("bold"), INTEGERS, st.integers(1, 20)),
        st.tuples(st.just("table"), INTEGERS, st.integers(1, 2)),
    ),
    max_size=12,
)


def request_of(edit: tuple[str, int, Any]) -> dict[str, Any]:
    kind, index, value = edit
    if kind == "insert":
        return {"insertText": {"location": {"index": index}, "text": value}}
    if kind == "table":
        return {"insertTable": {"location": {"index": index}, "rows": value, "columns": 1}}
    where = {"startIndex": index, "endIndex": index + value}
    if kind == "delete":
        return {"deleteContentRange": {"range": where}}
    return {"updateTextStyle": {"range": where, "textStyle": {"bold": True}, "fields": "bold"}}


@settings(max_examples=150, deadline=None)
@given(edits=EDITS)
def test_any_sequence_of_edits_leaves_a_whole_document(new_document, indices_checked, edits):
    document = rich(new_document())
    for edit in edits:
        size = document.content[-1]["endIndex"]
        try:
            document.apply(request_of(edit))
        except RequestError:
            continue
        grown = document.content[-1]["endIndex"] - size
        if edit[0] == "insert":
            assert grown == len(edit[2].encode("utf-16-le")) // 2
        elif edit[0] == "delete":
            assert grown == -edit[2]
        indices_checked(document.json)


@pytest.mark.parametrize("requests", [[], ["insertText"], [{}], [{"insertText": 1}], [{"insertText": None}], [None]])
def test_what_is_no_request_is_refused(document, requests):
    with pytest.raises(RequestError):
        document.apply(*requests)


WORDS = st.text("ab\t😀", min_size=1, max_size=3)


@settings(max_examples=100, deadline=None)
@given(text=st.text("ab\n\t😀", max_size=20), bold=st.integers(1, 20), old=WORDS, new=st.text("ax😀", max_size=3))
def test_replacing_does_to_a_text_what_it_does_to_a_string(new_document, indices_checked, text, bold, old, new):
    document = new_document()
    with contextlib.suppress(RequestError):
        document.type(text)
        document.bold(bold, bold + 3)
    criteria = {"text": old, "matchCase": True}
    [reply] = document.apply({"replaceAllText": {"containsText": criteria, "replaceText": new}})
    assert reply["replaceAllText"].get("occurrencesChanged", 0) == text.count(old)
    assert "".join(document.lines) == text.replace(old, new) + "\n"
    indices_checked(document.json)
