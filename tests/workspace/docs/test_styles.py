"""Field masks, inheritance, links, headings, page style."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError


def style_text(document, first, stop, style, fields):
    where = {"startIndex": first, "endIndex": stop}
    document.apply({"updateTextStyle": {"range": where, "textStyle": style, "fields": fields}})


def style_paragraphs(document, first, stop, style, fields):
    where = {"startIndex": first, "endIndex": stop}
    document.apply({"updateParagraphStyle": {"range": where, "paragraphStyle": style, "fields": fields}})


def test_a_style_splits_runs_and_equal_neighbours_join_again(document):
    document.type("abcdef")
    document.bold(2, 4)
    assert document.runs == [("a", {}), ("bc", {"bold": True}), ("def\n", {})]
    document.bold(1, 7)
    assert document.runs == [("abcdef", {"bold": True}), ("\n", {})]


def test_only_fields_of_the_mask_change_and_an_absent_one_is_reset(document):
    document.type("abc")
    size = {"magnitude": 14, "unit": "PT"}
    style_text(document, 1, 4, {"bold": True, "italic": True, "fontSize": size}, "bold,fontSize")
    assert document.runs[0] == ("abc", {"bold": True, "fontSize": size})
    style_text(document, 1, 4, {"italic": True}, "bold,italic")
    assert document.runs[0] == ("abc", {"italic": True, "fontSize": size})
    style_text(document, 1, 4, {"underline": True}, "*")
    assert document.runs[0] == ("abc", {"underline": True})


def test_a_value_equal_to_the_inherited_one_is_left_to_inheritance(document):
    document.type("abc")
    style_text(document, 1, 4, {"bold": False, "fontSize": {"magnitude": 11, "unit": "PT"}}, "bold,fontSize")
    assert document.runs == [("abc\n", {})]


def test_black_is_an_empty_colour_and_a_font_has_a_weight(document):
    document.type("abc")
    red_zero = {"color": {"rgbColor": {"red": 0, "green": 0.5}}}
    style_text(document, 1, 4, {"backgroundColor": red_zero, "weightedFontFamily": {"fontFamily": "Lora"}}, "*")
    assert document.runs[0][1] == {
        "backgroundColor": {"color": {"rgbColor": {"green": 0.5}}},
        "weightedFontFamily": {"fontFamily": "Lora", "weight": 400},
    }


def test_a_link_brings_its_colour_and_underline_and_takes_them_away(document):
    document.type("abc")
    style_text(document, 1, 4, {"link": {"url": "https://example.org/"}}, "link")
    style = document.runs[0][1]
    assert style["link"] == {"url": "https://example.org/"}
    assert style["underline"] is True
    assert style["foregroundColor"]["color"]["rgbColor"]["blue"] == 0.8
    style_text(document, 1, 4, {}, "link")
    assert document.runs == [("abc\n", {})]


def test_a_links_colour_can_be_chosen_with_it(document):
    document.type("abc")
    green = {"color": {"rgbColor": {"green": 1}}}
    update = {"link": {"url": "https://example.org/"}, "foregroundColor": green}
    style_text(document, 1, 4, update, "link,foregroundColor")
    assert document.runs[0][1]["foregroundColor"] == green


@pytest.mark.parametrize("fields", ["", "boldness", "bold,fontSize.length"])
def test_a_wrong_mask_is_refused(document, fields):
    document.type("abc")
    with pytest.raises(RequestError, match="field"):
        style_text(document, 1, 4, {"bold": True}, fields)


def test_paragraph_styles_reach_every_paragraph_that_overlaps(document):
    document.type("one\ntwo\nthree")
    style_paragraphs(document, 4, 6, {"alignment": "END", "lineSpacing": 200}, "alignment,lineSpacing")
    assert [p["paragraphStyle"].get("alignment") for p in document.paragraphs] == ["END", "END", None]
    style_paragraphs(document, 1, 2, {"alignment": "START"}, "*")
    assert document.paragraphs[0]["paragraphStyle"] == {"namedStyleType": "NORMAL_TEXT", "direction": "LEFT_TO_RIGHT"}


def test_headings_get_an_id_and_lose_it(document):
    document.type("Title")
    style_paragraphs(document, 1, 2, {"namedStyleType": "HEADING_1"}, "namedStyleType")
    style = document.paragraphs[0]["paragraphStyle"]
    assert style["namedStyleType"] == "HEADING_1"
    assert style["headingId"].startswith("h.")
    style_paragraphs(document, 1, 2, {"namedStyleType": "NORMAL_TEXT"}, "namedStyleType")
    assert "headingId" not in document.paragraphs[0]["paragraphStyle"]


def test_the_named_styles_are_googles(document):
    styles = {style["namedStyleType"]: style for style in document.json["namedStyles"]["styles"]}
    assert list(styles) == ["NORMAL_TEXT", *(f"HEADING_{n}" for n in range(1, 7)), "TITLE", "SUBTITLE"]
    assert styles["TITLE"]["textStyle"]["fontSize"] == {"magnitude": 26, "unit": "PT"}
    normal = styles["NORMAL_TEXT"]["textStyle"]
    assert normal["weightedFontFamily"] == {"fontFamily": "Arial", "weight": 400}


def test_the_page(document):
    width = {"magnitude": 595, "unit": "PT"}
    style = {"pageSize": {"width": width}, "marginLeft": {"magnitude": 36, "unit": "PT"}, "marginTop": {"magnitude": 9}}
    document.apply({"updateDocumentStyle": {"documentStyle": style, "fields": "pageSize.width,marginLeft"}})
    now = document.json["documentStyle"]
    assert now["pageSize"] == {"width": width, "height": {"magnitude": 792, "unit": "PT"}}
    assert now["marginLeft"] == {"magnitude": 36, "unit": "PT"}
    assert now["marginTop"] == {"magnitude": 72, "unit": "PT"}


def bullets(document, first, stop, preset="BULLET_DISC_CIRCLE_SQUARE"):
    where = {"startIndex": first, "endIndex": stop}
    document.apply({"createParagraphBullets": {"range": where, "bulletPreset": preset}})


def test_tabs_in_front_say_how_deep_a_list_item_is_and_go(document):
    document.type("a\n\tb\n\t\tc\nplain")
    bullets(document, 1, 9)
    assert document.lines == ["a\n", "b\n", "c\n", "plain\n"]
    items = [paragraph.get("bullet") for paragraph in document.paragraphs]
    assert [item and item.get("nestingLevel") for item in items] == [None, 1, 2, None]
    assert len({item["listId"] for item in items[:3]}) == 1
    levels = document.json["lists"][items[0]["listId"]]["listProperties"]["nestingLevels"]
    assert [level["glyphSymbol"] for level in levels[:3]] == ["●", "○", "■"]
    indents = [p["paragraphStyle"]["indentStart"]["magnitude"] for p in document.paragraphs[:3]]
    assert indents == [36, 72, 108]


def test_items_join_the_list_before_them_only_if_it_looks_the_same(document):
    document.type("a\nb\nc")
    bullets(document, 1, 2)
    bullets(document, 3, 4)
    bullets(document, 5, 6, "NUMBERED_DECIMAL_NESTED")
    first, second, third = (paragraph["bullet"]["listId"] for paragraph in document.paragraphs)
    assert first == second != third
    levels = document.json["lists"][third]["listProperties"]["nestingLevels"]
    assert [(level["glyphType"], level["glyphFormat"]) for level in levels[:2]] == [
        ("DECIMAL", "%0."),
        ("DECIMAL", "%0.%1."),
    ]


def test_a_list_is_ended(document):
    document.type("a\n\tb")
    bullets(document, 1, 4)
    document.apply({"deleteParagraphBullets": {"range": {"startIndex": 1, "endIndex": 4}}})
    assert all("bullet" not in paragraph for paragraph in document.paragraphs)
    assert document.paragraphs[1]["paragraphStyle"]["indentStart"] == {"magnitude": 36, "unit": "PT"}


def test_the_bullet_follows_the_text_of_a_whole_item(document):
    document.type("item")
    bullets(document, 1, 5)
    document.bold(1, 3)
    assert document.paragraphs[0]["bullet"]["textStyle"] == {}
    document.bold(1, 5)
    assert document.paragraphs[0]["bullet"]["textStyle"] == {"bold": True}


def update_named(document, kind, fields, **parts):
    document.apply({"updateNamedStyle": {"namedStyle": {"namedStyleType": kind, **parts}, "fields": fields}})
    return next(s for s in document.json["namedStyles"]["styles"] if s["namedStyleType"] == kind)


def test_a_named_style_is_changed_by_its_mask(document):
    size = {"magnitude": 30, "unit": "PT"}
    style = {"textStyle": {"fontSize": size, "bold": True}}
    found = update_named(document, "TITLE", "named_style_type,text_style,text_style.font_size", **style)
    assert found["textStyle"] == {"fontSize": size}
    # An absent property is inherited again; a whole part without its properties is emptied.
    assert update_named(document, "TITLE", "textStyle.fontSize")["textStyle"] == {}
    found = update_named(document, "TITLE", "textStyle,paragraphStyle", **style)
    assert found["textStyle"] == {"fontSize": size, "bold": True}
    assert found["paragraphStyle"] == {"namedStyleType": "NORMAL_TEXT"}


def test_normal_text_falls_back_on_docs_own_defaults(document):
    before = document.json["namedStyles"]["styles"][0]
    size = {"magnitude": 9, "unit": "PT"}
    found = update_named(document, "NORMAL_TEXT", "textStyle.fontSize", textStyle={"fontSize": size})
    assert found["textStyle"] == {**before["textStyle"], "fontSize": size}
    assert update_named(document, "NORMAL_TEXT", "textStyle") == before


def test_a_named_style_that_is_none_is_refused(document):
    with pytest.raises(RequestError, match="named style type"):
        update_named(document, "NAMED_STYLE_TYPE_UNSPECIFIED", "textStyle")
    with pytest.raises(RequestError, match="namedStyleType"):
        document.apply({"updateNamedStyle": {"namedStyle": {}, "fields": "textStyle"}})
