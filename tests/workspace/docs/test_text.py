"""Text goes in and out by UTF-16 indices, as in Google Docs."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError


def test_a_new_document_is_one_section_and_an_empty_paragraph(document):
    section, paragraph = document.content
    assert "startIndex" not in section
    assert section["endIndex"] == 1
    assert section["sectionBreak"]["sectionStyle"]["sectionType"] == "CONTINUOUS"
    assert (paragraph["startIndex"], paragraph["endIndex"]) == (1, 2)
    assert document.runs == [("\n", {})]
    assert document.json["documentStyle"]["pageSize"]["width"] == {"magnitude": 612, "unit": "PT"}
    assert (document.json["documentId"], document.json["title"]) == ("file-1", "A title")


def test_newlines_split_the_paragraph_and_both_parts_keep_its_style(document):
    document.type("one")
    centre = {
        "range": {"startIndex": 1, "endIndex": 2},
        "paragraphStyle": {"alignment": "CENTER"},
        "fields": "alignment",
    }
    document.apply({"updateParagraphStyle": centre})
    document.type("X\nY", index=2)
    assert document.lines == ["oX\n", "Yne\n"]
    assert [p["paragraphStyle"].get("alignment") for p in document.paragraphs] == ["CENTER", "CENTER"]


def test_inserted_text_looks_like_the_text_before_it(document):
    document.type("bold plain")
    document.bold(1, 5)
    document.type("er", index=5)
    document.type("new ", index=8)
    document.type(">", index=1)
    assert document.runs == [(">bolder", {"bold": True}), (" new plain\n", {})]


def test_text_at_the_end_of_a_segment(document):
    document.apply({"insertText": {"endOfSegmentLocation": {}, "text": "a\n"}})
    document.apply({"insertText": {"endOfSegmentLocation": {}, "text": "b"}})
    assert document.lines == ["a\n", "b\n"]


def test_indices_count_utf16_units(document):
    document.type("😀x")
    document.type("!", index=3)
    assert document.lines == ["😀!x\n"]
    assert document.content[-1]["endIndex"] == 6


@pytest.mark.parametrize(
    "request_body",
    [
        {"insertText": {"location": {"index": 2}, "text": "x"}},
        {"deleteContentRange": {"range": {"startIndex": 1, "endIndex": 2}}},
        {"deleteContentRange": {"range": {"startIndex": 2, "endIndex": 3}}},
        {"updateTextStyle": {"range": {"startIndex": 1, "endIndex": 2}, "textStyle": {"bold": True}, "fields": "bold"}},
    ],
)
def test_a_surrogate_pair_is_not_split(document, request_body):
    document.type("😀")
    with pytest.raises(RequestError, match="surrogate pair"):
        document.apply(request_body)
    assert document.lines == ["😀\n"]


def test_control_and_private_use_characters_are_stripped(document):
    document.type("a\x00b\x0bc\ue000\td\r")
    assert document.lines == ["ab\x0bc\td\n"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            {"location": {"index": 99}, "text": "x"},
            "less than the end index of the referenced segment, 7",
        ),
        ({"location": {"index": 0}, "text": "x"}, "inside the bounds of an existing paragraph"),
        ({"location": {"index": 1, "segmentId": "kix.none"}, "text": "x"}, "Segment with ID kix.none was not found"),
        ({"location": {"index": 1, "tabId": "t.9"}, "text": "x"}, "tab with ID t.9"),
        ({"location": {"index": 1}}, "text"),
        ({"text": "x"}, "location"),
        ({"location": {"index": "one"}, "text": "x"}, "Invalid value at 'requests"),
        ({"location": {"index": 1}, "text": "x", "colour": 1}, 'Unknown name "colour"'),
    ],
)
def test_what_cannot_be_inserted_is_refused_with_its_position_in_the_batch(document, body, says):
    with pytest.raises(RequestError, match=says) as refusal:
        document.apply({"insertText": {"location": {"index": 1}, "text": "kept?"}}, {"insertText": body})
    assert "requests[1].insertText" in str(refusal.value)
    assert document.lines == ["\n"]


def test_an_unknown_request_type_is_named(document):
    with pytest.raises(RequestError, match="paintItBlack"):
        document.apply({"paintItBlack": {}})
    with pytest.raises(RequestError, match="acceptSuggestion"):
        document.apply({"acceptSuggestion": {"suggestionId": "suggest.1"}})


def test_deleting_within_and_across_paragraphs(document):
    document.type("one\ntwo\nthree")
    document.apply({"deleteContentRange": {"range": {"startIndex": 2, "endIndex": 3}}})
    assert document.lines == ["oe\n", "two\n", "three\n"]
    document.apply({"deleteContentRange": {"range": {"startIndex": 2, "endIndex": 9}}})
    assert document.lines == ["ohree\n"]


def test_a_whole_paragraph_goes_without_a_trace(document):
    document.type("one\ntwo\nthree")
    heading = {"range": {"startIndex": 5, "endIndex": 6}, "paragraphStyle": {"namedStyleType": "TITLE"}}
    document.apply({"updateParagraphStyle": {**heading, "fields": "namedStyleType"}})
    document.apply({"deleteContentRange": {"range": {"startIndex": 5, "endIndex": 9}}})
    assert document.lines == ["one\n", "three\n"]
    assert {p["paragraphStyle"]["namedStyleType"] for p in document.paragraphs} == {"NORMAL_TEXT"}


@pytest.mark.parametrize(
    ("first", "stop", "says"),
    [
        (1, 5, "newline character at the end of the segment"),
        (1, 9, "less than or equal to the end index"),
        (2, 2, "should not be empty"),
        (0, 2, "section break"),
    ],
)
def test_what_cannot_be_deleted(document, first, stop, says):
    document.type("abc")
    with pytest.raises(RequestError, match=says):
        document.apply({"deleteContentRange": {"range": {"startIndex": first, "endIndex": stop}}})


def test_replace_all_reaches_tables_and_headers_and_keeps_styles(document):
    document.type("My name, MY NAME")
    document.bold(4, 8)
    document.apply({"insertTable": {"endOfSegmentLocation": {}, "rows": 1, "columns": 1}})
    [created] = document.apply({"createHeader": {"type": "DEFAULT"}})
    header = created["createHeader"]["headerId"]
    document.apply(
        {"insertText": {"location": {"index": document.table["startIndex"] + 3}, "text": "name"}},
        {"insertText": {"location": {"segmentId": header}, "text": "name"}},
    )
    replace = {"containsText": {"text": "name"}, "replaceText": "Ada 😀"}
    [reply] = document.apply({"replaceAllText": replace})
    assert reply == {"replaceAllText": {"occurrencesChanged": 4}}
    assert document.lines[0] == "My Ada 😀, MY Ada 😀\n"
    assert ("Ada 😀", {"bold": True}) in document.runs
    assert document.grid == [["Ada 😀\n"]]
    assert (
        document.json["headers"][header]["content"][0]["paragraph"]["elements"][0]["textRun"]["content"] == "Ada 😀\n"
    )


def test_replace_all_minds_the_case_when_asked_and_can_delete(document):
    document.type("Name name")
    document.apply({"replaceAllText": {"containsText": {"text": "name", "matchCase": True}, "replaceText": ""}})
    assert document.lines == ["Name \n"]
    [reply] = document.apply({"replaceAllText": {"containsText": {"text": "absent"}, "replaceText": "x"}})
    assert reply == {"replaceAllText": {}}


def test_named_ranges_move_with_their_text(document):
    document.type("one two three")
    [reply] = document.apply({"createNamedRange": {"name": "two", "range": {"startIndex": 5, "endIndex": 8}}})
    document.type("zero ", index=1)
    document.apply({"deleteContentRange": {"range": {"startIndex": 11, "endIndex": 12}}})
    [named] = document.json["namedRanges"]["two"]["namedRanges"]
    assert named["namedRangeId"] == reply["createNamedRange"]["namedRangeId"]
    assert named["ranges"] == [{"startIndex": 10, "endIndex": 12, "tabId": "t.0"}]
    document.apply({"deleteNamedRange": {"name": "two"}})
    assert document.json.get("namedRanges", {}) == {}
    with pytest.raises(RequestError, match="No named range"):
        document.apply({"deleteNamedRange": {"name": "two"}})


def test_a_named_range_whose_text_is_deleted_is_gone(document):
    document.type("one two")
    document.apply({"createNamedRange": {"name": "two", "range": {"startIndex": 5, "endIndex": 8}}})
    document.apply({"deleteContentRange": {"range": {"startIndex": 3, "endIndex": 8}}})
    assert document.json.get("namedRanges", {}) == {}


def name_range(document, first, stop, name="n"):
    where = {"startIndex": first, "endIndex": stop}
    [reply] = document.apply({"createNamedRange": {"name": name, "range": where}})
    return reply["createNamedRange"]["namedRangeId"]


def named_spans(document, name="n"):
    group = document.json.get("namedRanges", {}).get(name, {"namedRanges": []})
    return [[(r["startIndex"], r["endIndex"]) for r in named["ranges"]] for named in group["namedRanges"]]


def test_the_content_of_named_ranges_is_replaced_in_the_style_of_its_start(document):
    document.type("one two one")
    document.bold(9, 12)
    name_range(document, 1, 4)
    name_range(document, 9, 12)
    document.apply({"replaceNamedRangeContent": {"namedRangeName": "n", "text": "1\n1"}})
    assert document.runs == [("1\n", {}), ("1 two ", {}), ("1\n", {"bold": True}), ("1", {"bold": True}), ("\n", {})]
    assert named_spans(document) == [[(1, 4)], [(9, 12)]]
    document.apply({"replaceNamedRangeContent": {"namedRangeName": "n", "text": ""}})
    assert (document.lines, named_spans(document)) == ([" two \n"], [])


def test_only_the_first_of_several_ranges_gets_the_text(document):
    document.type("one two three")
    range_id = name_range(document, 1, 4)
    contents = document.state["tabs"][0]["documentTab"]
    [named] = contents["namedRanges"]["n"]["namedRanges"]
    named["ranges"] = [{"startIndex": a, "endIndex": b} for a, b in ((5, 8), (1, 4), (9, 15))]
    document.apply({"replaceNamedRangeContent": {"namedRangeId": range_id, "text": "2"}})
    # The last range holds the document's last newline, which stays.
    assert (document.lines, named_spans(document)) == ([" 2 \n"], [[(2, 3)]])


def test_named_ranges_that_are_not_there(document):
    document.apply({"replaceNamedRangeContent": {"namedRangeName": "n", "text": "x"}})
    assert document.lines == ["\n"]
    with pytest.raises(RequestError, match="No named range has the ID r"):
        document.apply({"replaceNamedRangeContent": {"namedRangeId": "r", "text": "x"}})
    with pytest.raises(RequestError, match="Exactly one"):
        document.apply({"replaceNamedRangeContent": {"text": "x"}})


def replace(document, text, new, **criteria):
    criteria = {"text": text, "matchCase": True, **criteria}
    [reply] = document.apply({"replaceAllText": {"containsText": criteria, "replaceText": new}})
    return reply["replaceAllText"].get("occurrencesChanged", 0)


def test_a_match_may_span_runs_and_stand_next_to_objects(document):
    document.type("abcd")
    document.bold(3, 5)
    document.apply({"insertInlineImage": {"location": {"index": 3}, "uri": "https://example.org/a.png"}})
    assert replace(document, "bc", "x") == 0  # the picture is between the two
    document.apply({"deleteContentRange": {"range": {"startIndex": 3, "endIndex": 4}}})
    assert replace(document, "bc", "xyz") == 1
    assert document.runs == [("axyz", {}), ("d", {"bold": True}), ("\n", {})]


def test_newlines_of_a_replacement_split_paragraphs(document):
    document.type("1, 2, 3")
    document.apply(
        {"createParagraphBullets": {"range": {"startIndex": 1, "endIndex": 2}, "bulletPreset": "BULLET_CHECKBOX"}}
    )
    assert replace(document, ", ", "\n") == 2
    assert document.lines == ["1\n", "2\n", "3\n"]
    assert len({paragraph["bullet"]["listId"] for paragraph in document.paragraphs}) == 1


def test_a_regular_expression_replaces_what_it_matches(document):
    document.type("a1 b22")
    assert replace(document, "[0-9]+", "#", searchByRegex=True) == 2
    assert document.lines == ["a# b#\n"]
    with pytest.raises(RequestError, match="does not run this regular expression"):
        replace(document, "(a+)+", "#", searchByRegex=True)


@pytest.mark.parametrize(
    ("first", "stop", "after"),
    [
        (1, 3, (1, 3)),  # before the match
        (3, 5, (3, 9)),  # "cd", the match itself, becomes six units
        (4, 6, (3, 10)),  # begins within it
        (1, 4, (1, 9)),  # ends within it
        (5, 7, (9, 11)),  # behind it
        (1, 9, (1, 17)),  # around both matches
    ],
)
def test_ranges_keep_what_is_replaced_in_them(document, first, stop, after):
    document.type("abcdefcd")
    name_range(document, first, stop)
    assert replace(document, "cd", "123456") == 2
    assert document.lines == ["ab123456ef123456\n"]
    assert named_spans(document) == [[after]]


def test_ranges_of_which_nothing_is_left_are_gone(document):
    document.type("abcdef")
    name_range(document, 3, 5)
    assert replace(document, "cd", "") == 1
    assert named_spans(document) == []


def test_many_matches_are_replaced_in_one_pass(document):
    document.type("a" * 100_000)
    assert replace(document, "a", "b") == 100_000
    assert document.runs == [("b" * 100_000 + "\n", {})]
    with pytest.raises(RequestError, match="at most 1020000 characters"):
        replace(document, "b", "c" * 20)
    with pytest.raises(RequestError, match="at most 50000 paragraphs"):
        replace(document, "b", "\n")


def test_a_document_has_an_end(document):
    with pytest.raises(RequestError, match="at most 1020000 characters"):
        document.type("a" * 1_020_000)
    with pytest.raises(RequestError, match="at most 50000 paragraphs"):
        document.type("\n" * 50_000)


@pytest.mark.parametrize(("first", "line"), [(5, "one 2\n"), (8, "one two2\n")])
def test_the_last_newline_outlives_a_range_around_it(document, first, line):
    document.type("one two")
    name_range(document, first, 9)
    document.apply({"replaceNamedRangeContent": {"namedRangeName": "n", "text": "2"}})
    assert document.lines == [line]
    assert named_spans(document) == [[(first, first + 1)]]
