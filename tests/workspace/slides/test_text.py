"""Text of shapes and table cells: indices, styles, bullets, replacing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.presentations.text import dump, load

FIXED = "FIXED_RANGE"


def fixed(start: int, end: int) -> dict:
    return {"type": FIXED, "startIndex": start, "endIndex": end}


def test_inserted_text_ends_with_a_newline_and_counts_utf16(deck) -> None:
    deck.box(text="a🌵b\nc")
    elements = deck.element("box_1")["shape"]["text"]["textElements"]
    spots = [
        (e.get("startIndex", 0), e["endIndex"], next(k for k in e if k.endswith(("Marker", "Run")))) for e in elements
    ]
    assert spots == [(0, 5, "paragraphMarker"), (0, 5, "textRun"), (5, 7, "paragraphMarker"), (5, 7, "textRun")]
    assert deck.text() == "a🌵b\nc\n"


def test_inserted_text_takes_the_style_before_it_and_at_a_start_the_one_after(deck) -> None:
    deck.box(text="ab\ncd")
    deck.apply(
        {"updateTextStyle": {"objectId": "box_1", "style": {"bold": True}, "textRange": fixed(1, 2), "fields": "bold"}},
        {
            "updateTextStyle": {
                "objectId": "box_1",
                "style": {"italic": True},
                "textRange": fixed(3, 4),
                "fields": "italic",
            }
        },
        {"insertText": {"objectId": "box_1", "insertionIndex": 2, "text": "X"}},
        {"insertText": {"objectId": "box_1", "insertionIndex": 4, "text": "Y"}},
    )
    shown = [(content, style["bold"], style["italic"]) for content, style in deck.runs()]
    assert shown == [
        ("a", False, False), ("bX", True, False), ("\n", False, False), ("Yc", False, True), ("d\n", False, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (
            {"insertText": {"objectId": "box_1", "text": "x", "insertionIndex": 9}},
            r"insertion index \(9\) should not be greater than the existing text length \(4\)",
        ),
        ({"insertText": {"objectId": "box_1", "text": "x", "insertionIndex": 2}}, "surrogate pair"),
        ({"insertText": {"objectId": "box_1"}}, "'text' is missing"),
        ({"insertText": {"objectId": "gone_1", "text": "x"}}, r"The object \(gone_1\) could not be found"),
        ({"deleteText": {"objectId": "box_1", "textRange": fixed(3, 2)}}, "should be less than the end index"),
        ({"deleteText": {"objectId": "box_1", "textRange": fixed(0, 99)}}, r"end index \(99\)"),
        (
            {"updateTextStyle": {"objectId": "box_2", "style": {}, "fields": "bold"}},
            r"The object \(box_2\) has no text",
        ),
        ({"updateTextStyle": {"objectId": "box_1", "style": {}, "fields": "colour"}}, "Invalid field: colour"),
        ({"updateTextStyle": {"objectId": "box_1", "style": {}}}, "'fields' is missing"),
        ({"insertText": {"objectId": "p", "text": "x"}}, "could not be found"),
    ],
)
def test_text_requests_that_are_refused(deck, request_, words) -> None:
    deck.box(text="a🌵b")
    deck.box("box_2")
    with pytest.raises(RequestError, match=words):
        deck.apply(request_)


def test_deleting_joins_paragraphs_and_leaves_the_last_newline(deck) -> None:
    deck.box(text="one\ntwo\nthree")
    deck.apply(
        {
            "updateParagraphStyle": {
                "objectId": "box_1",
                "style": {"alignment": "END"},
                "textRange": fixed(0, 1),
                "fields": "alignment",
            }
        },
        {"deleteText": {"objectId": "box_1", "textRange": fixed(2, 5)}},
    )
    assert deck.text() == "onwo\nthree\n"
    elements = deck.element("box_1")["shape"]["text"]["textElements"]
    assert [e["paragraphMarker"]["style"]["alignment"] for e in elements if "paragraphMarker" in e] == ["END", "START"]
    deck.apply({"deleteText": {"objectId": "box_1", "textRange": {"type": "ALL"}}})
    assert deck.text() == "\n"


def test_a_text_box_states_the_editor_s_defaults_and_a_placeholder_inherits(deck) -> None:
    deck.box(text="x")
    deck.apply({"insertText": {"objectId": "i0", "text": "Title"}})
    [(_, style)] = deck.runs()
    assert style["fontSize"] == {"magnitude": 14, "unit": "PT"}
    assert style["fontFamily"] == "Arial"
    assert style["foregroundColor"] == {"opaqueColor": {"themeColor": "DARK1"}}
    assert deck.runs("i0") == [("Title\n", {})]


def test_a_field_named_without_a_value_is_inherited_again(deck) -> None:
    deck.apply({"insertText": {"objectId": "i0", "text": "Title"}})
    style = {
        "bold": True,
        "fontSize": {"magnitude": 30, "unit": "PT"},
        "foregroundColor": {"opaqueColor": {"rgbColor": {"red": 0}}},
    }
    change = {"objectId": "i0", "style": style, "fields": "bold,fontSize,foregroundColor"}
    deck.apply({"updateTextStyle": change})
    assert deck.runs("i0")[0][1] == {**style, "foregroundColor": {"opaqueColor": {"rgbColor": {}}}}
    deck.apply({"updateTextStyle": {"objectId": "i0", "style": {}, "fields": "fontSize"}})
    assert "fontSize" not in deck.runs("i0")[0][1]
    deck.apply({"updateTextStyle": {"objectId": "i0", "style": {}, "fields": "*"}})
    assert deck.runs("i0")[0][1] == {}


def test_a_link_colours_and_underlines_and_its_removal_undoes_that(deck) -> None:
    deck.apply({"insertText": {"objectId": "i0", "text": "site"}})
    link = {"link": {"url": "https://example.org"}}
    deck.apply({"updateTextStyle": {"objectId": "i0", "style": link, "fields": "link"}})
    look = {"foregroundColor": {"opaqueColor": {"themeColor": "HYPERLINK"}}, "underline": True}
    assert deck.runs("i0")[0][1] == {**link, **look}
    deck.apply({"updateTextStyle": {"objectId": "i0", "style": {}, "fields": "link"}})
    assert deck.runs("i0")[0][1] == {}


def test_fonts_are_answered_with_their_weight(deck) -> None:
    deck.box(text="x")
    deck.apply({"updateTextStyle": {"objectId": "box_1", "style": {"fontFamily": "Lato"}, "fields": "fontFamily"}})
    assert deck.runs()[0][1]["weightedFontFamily"] == {"fontFamily": "Lato", "weight": 400}


def test_bullets_take_tabs_as_levels(deck) -> None:
    deck.box(text="a\n\tb\nc")
    preset = {"objectId": "box_1", "bulletPreset": "NUMBERED_DIGIT_ALPHA_ROMAN"}
    deck.apply({"createParagraphBullets": preset})
    assert deck.text() == "a\nb\nc\n"
    text = deck.element("box_1")["shape"]["text"]
    bullets = [e["paragraphMarker"]["bullet"] for e in text["textElements"] if "paragraphMarker" in e]
    assert [(b.get("nestingLevel", 0), b["glyph"]) for b in bullets] == [(0, "1."), (1, "a."), (0, "2.")]
    assert {b["listId"] for b in bullets} == set(text["lists"])
    deck.apply({"deleteParagraphBullets": {"objectId": "box_1"}})
    elements = deck.element("box_1")["shape"]["text"]["textElements"]
    assert not any("bullet" in e.get("paragraphMarker", {}) for e in elements)


def test_replacing_text_everywhere_keeps_styles(deck) -> None:
    deck.box(text="Dear {{NAME}}, {{name}}")
    deck.apply(
        {"createTable": {"objectId": "table_1", "rows": 1, "columns": 1, "elementProperties": {"pageObjectId": "p"}}},
        {"insertText": {"objectId": "table_1", "cellLocation": {}, "text": "{{name}}!"}},
        {
            "updateTextStyle": {
                "objectId": "box_1",
                "style": {"bold": True},
                "textRange": fixed(5, 13),
                "fields": "bold",
            }
        },
    )
    [reply] = deck.apply({"replaceAllText": {"containsText": {"text": "{{name}}"}, "replaceText": "Ada\nL"}})
    assert reply == {"replaceAllText": {"occurrencesChanged": 3}}
    assert deck.text() == "Dear Ada\nL, Ada\nL\n"
    assert [content for content, style in deck.runs() if style["bold"]] == ["Ada\n", "L"]
    cell = deck.element("table_1")["table"]["tableRows"][0]["tableCells"][0]
    assert cell["text"]["textElements"][1]["textRun"]["content"] == "Ada\n"
    case = {"containsText": {"text": "ADA", "matchCase": True}, "replaceText": "x"}
    assert deck.apply({"replaceAllText": case}) == [{"replaceAllText": {}}]


def test_control_and_private_characters_are_stripped_and_soft_breaks_stay(deck) -> None:
    deck.box(text="a\x00\ue000b\x0bc\r\nd")
    assert deck.text() == "ab\x0bc\nd\n"


def test_slide_numbers_survive_editing(deck) -> None:
    place = {"objectId": "p2_i2", "insertionIndex": 1, "text": "!"}
    deck.apply({"insertText": place})
    elements = deck.element("p2_i2", page="p2")["shape"]["text"]["textElements"]
    assert [next(k for k in e if k not in ("startIndex", "endIndex")) for e in elements] == [
        "paragraphMarker",
        "autoText",
        "textRun",
    ]
    assert elements[-1]["endIndex"] == 3


@given(st.text(alphabet="ab\n🌵\t", max_size=20), st.integers(0, 30), st.integers(0, 30))
def test_text_is_always_whole(text: str, start: int, end: int) -> None:
    built = load(None)
    built.insert(0, text)
    built.delete(min(start, len(built.chars)), min(end, len(built.chars)))
    stored = dump(built)
    again = load(stored)
    assert dump(again) == stored
    assert again.plain.endswith("\n")
    assert len(again.paragraphs) == again.plain.count("\n")
    assert stored["textElements"][-1]["endIndex"] == again.length == len(again.plain.encode("utf-16-le")) // 2
