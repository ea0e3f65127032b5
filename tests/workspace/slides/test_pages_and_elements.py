"""Pages, shapes, pictures, tables, groups: what the requests do to a presentation."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.presentations.transforms import compose


def emu(width: float, height: float) -> dict:
    return {"width": {"magnitude": width, "unit": "EMU"}, "height": {"magnitude": height, "unit": "EMU"}}


def ids(page: dict) -> list[str]:
    return [element["objectId"] for element in page["pageElements"]]


def test_a_new_presentation_is_google_s(deck) -> None:
    answer = deck.read()
    assert (answer["presentationId"], answer["title"]) == ("file", "A deck")
    assert answer["pageSize"] == emu(9144000, 5143500)
    [slide] = answer["slides"]
    kinds = [element["shape"]["placeholder"]["type"] for element in slide["pageElements"]]
    assert (slide["objectId"], ids(slide), kinds) == ("p", ["i0", "i1"], ["CENTERED_TITLE", "SUBTITLE"])
    assert not any("text" in element["shape"] for element in slide["pageElements"])
    names = [layout["layoutProperties"]["name"] for layout in answer["layouts"]]
    assert names == [
        "TITLE", "SECTION_HEADER", "TITLE_AND_BODY", "TITLE_AND_TWO_COLUMNS", "TITLE_ONLY", "ONE_COLUMN_TEXT",
        "MAIN_POINT", "SECTION_TITLE_AND_DESCRIPTION", "CAPTION_ONLY", "BIG_NUMBER", "BLANK",
    ]  # fmt: skip
    colours = {c["type"]: c["color"] for c in answer["masters"][0]["pageProperties"]["colorScheme"]["colors"]}
    assert (colours["DARK1"], colours["LIGHT1"]) == ({}, {"red": 1, "green": 1, "blue": 1})


def test_every_parent_of_a_placeholder_exists(deck) -> None:
    deck.apply({"createSlide": {"slideLayoutReference": {"predefinedLayout": "TITLE_AND_TWO_COLUMNS"}}})
    answer = deck.read()
    notes = [slide["slideProperties"]["notesPage"] for slide in answer["slides"]]
    pages = [*answer["slides"], *notes, *answer["layouts"], *answer["masters"], answer["notesMaster"]]
    elements = {e["objectId"]: e for page in pages for e in page.get("pageElements", [])}
    parents = [
        e["shape"]["placeholder"]["parentObjectId"]
        for e in elements.values()
        if "parentObjectId" in e.get("shape", {}).get("placeholder", {})
    ]
    assert len(parents) > 20
    assert set(parents) <= set(elements)


def test_create_takes_a_page_size(make_deck) -> None:
    size = {"width": {"magnitude": 100, "unit": "PT"}, "height": {"magnitude": 50, "unit": "PT"}}
    assert make_deck({"pageSize": size}).read()["pageSize"] == emu(1270000, 635000)


def test_speaker_notes_are_reached_through_the_notes_page(deck) -> None:
    notes = deck.read()["slides"][0]["slideProperties"]["notesPage"]
    body = notes["notesProperties"]["speakerNotesObjectId"]
    deck.apply({"insertText": {"objectId": body, "text": "Say hello"}})
    assert deck.text(body, page=notes["objectId"]) == "Say hello\n"
    assert deck.element(body, page=notes["objectId"])["shape"]["placeholder"]["type"] == "BODY"


def test_a_slide_gets_its_layout_s_placeholders_with_the_wished_ids(deck) -> None:
    mappings = [{"layoutPlaceholder": {"type": "BODY", "index": 1}, "objectId": "right_1"}]
    reference = {"predefinedLayout": "TITLE_AND_TWO_COLUMNS"}
    request = {
        "objectId": "slide_2",
        "insertionIndex": 0,
        "slideLayoutReference": reference,
        "placeholderIdMappings": mappings,
    }
    assert deck.apply({"createSlide": request}) == [{"createSlide": {"objectId": "slide_2"}}]
    assert [slide["objectId"] for slide in deck.read()["slides"]] == ["slide_2", "p"]
    slide = deck.page("slide_2")
    assert [e["shape"]["placeholder"]["type"] for e in slide["pageElements"]] == ["TITLE", "BODY", "BODY"]
    assert ids(slide)[2] == "right_1"
    assert slide["slideProperties"]["layoutObjectId"] == "p5"
    deck.apply({"createSlide": {"objectId": "slide_3"}})
    assert "pageElements" not in deck.page("slide_3")


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"createSlide": {"insertionIndex": 5}}, r"insertion index \(5\)"),
        ({"createSlide": {"slideLayoutReference": {"layoutId": "nope"}}}, "layout .nope. could not be found"),
        (
            {
                "createSlide": {
                    "placeholderIdMappings": [{"layoutPlaceholder": {"type": "TITLE"}, "objectId": "title_9"}]
                }
            },
            "layout placeholder",
        ),
        (
            {"createShape": {"shapeType": "TEXT_BOX", "objectId": "i0-x", "elementProperties": {"pageObjectId": "p"}}},
            "5 to 50 characters",
        ),
        (
            {"createShape": {"shapeType": "TEXT_BOX", "objectId": "box_1", "elementProperties": {"pageObjectId": "p"}}},
            "should be unique",
        ),
        ({"createShape": {"shapeType": "BLOB", "elementProperties": {"pageObjectId": "p"}}}, "TYPE_ENUM"),
        ({"createShape": {"elementProperties": {"pageObjectId": "p"}}}, "'shapeType' is missing"),
        ({"createShape": {"shapeType": "TEXT_BOX", "elementProperties": {"pageObjectId": "zzz"}}}, r"page \(zzz\)"),
        (
            {
                "createShape": {
                    "shapeType": "TEXT_BOX",
                    "elementProperties": {"pageObjectId": "p", "transform": {"translateX": 5, "unit": "EMU"}},
                }
            },
            "not invertible",
        ),
        (
            {
                "createShape": {
                    "shapeType": "TEXT_BOX",
                    "elementProperties": {"pageObjectId": "p", "size": {"width": {"magnitude": 5}}},
                }
            },
            "unit EMU or PT|height",
        ),
        ({"createImage": {"elementProperties": {"pageObjectId": "p"}}}, "'url' is missing"),
        ({"createTable": {"rows": 0, "columns": 2, "elementProperties": {"pageObjectId": "p"}}}, "1 to 400"),
        ({"deleteObject": {"objectId": "p2"}}, "only slides can"),
        ({"groupObjects": {"childrenObjectIds": ["box_1"]}}, "at least two"),
        ({"groupObjects": {"childrenObjectIds": ["box_1", "i0"]}}, "placeholder"),
        (
            {
                "updatePageElementTransform": {
                    "objectId": "box_1",
                    "transform": {"scaleX": 1, "scaleY": 1, "unit": "EMU"},
                }
            },
            "applyMode",
        ),
        ({"updateImageProperties": {"objectId": "box_1", "fields": "outline"}}, "not of type IMAGE"),
        (
            {
                "updateShapeProperties": {
                    "objectId": "box_1",
                    "shapeProperties": {"autofit": {"autofitType": "TEXT_AUTOFIT"}},
                    "fields": "autofit",
                }
            },
            "only be set to NONE",
        ),
    ],
)
def test_requests_that_are_refused(deck, request_, words) -> None:
    deck.box()
    with pytest.raises(RequestError, match=words):
        deck.apply(request_)


def test_a_shape_stands_where_it_was_put_in_emu(deck) -> None:
    box = deck.box()
    assert box["size"] == emu(3810000, 635000)
    assert box["transform"] == {"scaleX": 1, "scaleY": 1, "translateX": 127000, "translateY": 254000, "unit": "EMU"}


def test_a_text_box_is_bare_and_another_shape_is_filled(deck) -> None:
    bare = deck.box("box_1")["shape"]["shapeProperties"]
    filled = deck.box("box_2", kind="RECTANGLE")["shape"]["shapeProperties"]
    assert bare["shapeBackgroundFill"]["propertyState"] == "NOT_RENDERED"
    assert filled["shapeBackgroundFill"] == {"solidFill": {"color": {"themeColor": "LIGHT2"}, "alpha": 1}}
    assert bare["autofit"]["autofitType"] == "NONE"


def test_setting_a_fill_renders_it_and_dropping_it_goes_back_to_the_default(deck) -> None:
    deck.box()

    def fill(properties: dict) -> dict:
        change = {"objectId": "box_1", "shapeProperties": properties, "fields": "shapeBackgroundFill"}
        deck.apply({"updateShapeProperties": change})
        found: dict = deck.element("box_1")["shape"]["shapeProperties"]["shapeBackgroundFill"]
        return found

    grey = {"solidFill": {"color": {"rgbColor": {"red": 0.8, "green": 0.8, "blue": 0.8}}}}
    assert fill({"shapeBackgroundFill": grey}) == {"solidFill": {**grey["solidFill"], "alpha": 1}}
    assert fill({})["propertyState"] == "NOT_RENDERED"
    assert fill({"shapeBackgroundFill": {"propertyState": "NOT_RENDERED"}}) == {"propertyState": "NOT_RENDERED"}


def test_a_placeholder_s_fill_is_inherited_again_when_dropped(deck) -> None:
    change = {"objectId": "i0", "fields": "shapeBackgroundFill.solidFill.color"}
    colour = {"shapeBackgroundFill": {"solidFill": {"color": {"themeColor": "ACCENT1"}}}}
    deck.apply({"updateShapeProperties": {**change, "shapeProperties": colour}})
    assert "propertyState" not in deck.element("i0")["shape"]["shapeProperties"]["shapeBackgroundFill"]
    deck.apply({"updateShapeProperties": {"objectId": "i0", "fields": "shapeBackgroundFill"}})
    fill = deck.element("i0")["shape"]["shapeProperties"]["shapeBackgroundFill"]
    assert fill == {"propertyState": "INHERIT"}


def test_a_picture_keeps_its_proportions_in_the_middle_of_its_box(deck) -> None:
    place = {"scaleX": 1, "scaleY": 1, "translateX": 1000, "translateY": 2000, "unit": "EMU"}
    properties = {"pageObjectId": "p", "size": emu(600000, 600000), "transform": place}
    url = "https://example.org/logo.png"
    deck.apply({"createImage": {"objectId": "logo_1", "url": url, "elementProperties": properties}})
    logo = deck.element("logo_1")
    assert logo["size"] == emu(600000, 300000)
    assert logo["transform"] == {**place, "translateY": 152000}
    assert (logo["image"]["contentUrl"], logo["image"]["sourceUrl"]) == ("http://localhost/_media/1", url)


def test_a_picture_without_a_size_has_its_own_at_96_dpi(deck) -> None:
    deck.apply(
        {"createImage": {"objectId": "logo_1", "url": "https://e.org/a", "elementProperties": {"pageObjectId": "p"}}}
    )
    assert deck.element("logo_1")["size"] == emu(200 * 9525, 100 * 9525)


def test_replacing_a_picture_crops_or_fits(deck) -> None:
    square = {"pageObjectId": "p", "size": emu(400000, 200000)}
    deck.apply({"createImage": {"objectId": "logo_1", "url": "https://e.org/a", "elementProperties": square}})
    deck.state["slides"][0]["pageElements"][-1]["size"] = emu(200000, 200000)
    deck.apply(
        {"replaceImage": {"imageObjectId": "logo_1", "url": "https://e.org/b", "imageReplaceMethod": "CENTER_CROP"}}
    )
    image = deck.element("logo_1")["image"]
    assert image["imageProperties"]["cropProperties"] == {"leftOffset": 0.25, "rightOffset": 0.25}
    deck.apply({"replaceImage": {"imageObjectId": "logo_1", "url": "https://e.org/c"}})
    logo = deck.element("logo_1")
    assert logo["size"] == emu(200000, 100000)
    assert logo["transform"]["translateY"] == 50000
    assert "cropProperties" not in logo["image"]["imageProperties"]


def test_shapes_with_a_text_become_pictures(deck) -> None:
    deck.box(text="{{logo}}")
    request = {"containsText": {"text": "{{LOGO}}"}, "imageUrl": "https://e.org/a.png"}
    assert deck.apply({"replaceAllShapesWithImage": request}) == [
        {"replaceAllShapesWithImage": {"occurrencesChanged": 1}}
    ]
    assert "image" in deck.element("box_1")


def test_transforms_are_set_or_composed(deck) -> None:
    deck.box()
    flip = {"scaleX": -2, "scaleY": 1, "translateX": 100, "unit": "EMU"}
    deck.apply({"updatePageElementTransform": {"objectId": "box_1", "applyMode": "RELATIVE", "transform": flip}})
    assert deck.element("box_1")["transform"] == {
        "scaleX": -2, "scaleY": 1, "translateX": -253900, "translateY": 254000, "unit": "EMU",
    }  # fmt: skip
    deck.apply({"updatePageElementTransform": {"objectId": "box_1", "applyMode": "ABSOLUTE", "transform": flip}})
    assert deck.element("box_1")["transform"] == flip


def test_composition_is_that_of_matrices() -> None:
    turn = {"shearX": -1, "shearY": 1, "translateX": 10, "unit": "EMU"}
    place = {"scaleX": 2, "scaleY": 3, "translateX": 5, "translateY": 7, "unit": "EMU"}
    assert compose(turn, place) == {"shearX": -3, "shearY": 2, "translateX": 3, "translateY": 5, "unit": "EMU"}


def test_groups_nest_and_ungroup_into_place(deck) -> None:
    deck.box("box_1")
    deck.box("box_2")
    deck.apply({"groupObjects": {"groupObjectId": "group_1", "childrenObjectIds": ["box_1", "box_2"]}})
    assert ids(deck.page()) == ["i0", "i1", "group_1"]
    shift = {"scaleX": 1, "scaleY": 1, "translateX": 1000, "unit": "EMU"}
    deck.apply({"updatePageElementTransform": {"objectId": "group_1", "applyMode": "ABSOLUTE", "transform": shift}})
    deck.apply({"ungroupObjects": {"objectIds": ["group_1"]}})
    assert ids(deck.page()) == ["i0", "i1", "box_1", "box_2"]
    assert deck.element("box_1")["transform"]["translateX"] == 128000


def test_deleting_from_a_group_dissolves_it(deck) -> None:
    deck.box("box_1")
    deck.box("box_2")
    deck.apply({"groupObjects": {"groupObjectId": "group_1", "childrenObjectIds": ["box_1", "box_2"]}})
    deck.apply({"deleteObject": {"objectId": "box_1"}})
    assert ids(deck.page()) == ["i0", "i1", "box_2"]


@pytest.mark.parametrize(
    ("operation", "order"),
    [
        ("BRING_TO_FRONT", ["i0", "i1", "box_2", "box_3", "box_1"]),
        ("BRING_FORWARD", ["i0", "i1", "box_2", "box_1", "box_3"]),
        ("SEND_BACKWARD", ["i0", "box_1", "i1", "box_2", "box_3"]),
        ("SEND_TO_BACK", ["box_1", "i0", "i1", "box_2", "box_3"]),
    ],
)
def test_z_order(deck, operation, order) -> None:
    for name in ("box_1", "box_2", "box_3"):
        deck.box(name)
    deck.apply({"updatePageElementsZOrder": {"pageElementObjectIds": ["box_1"], "operation": operation}})
    assert ids(deck.page()) == order


def test_slides_move_and_duplicate_with_their_notes(deck) -> None:
    deck.apply({"insertText": {"objectId": "p:notes_i1", "text": "note"}}, {"createSlide": {"objectId": "slide_2"}})
    [reply] = deck.apply({"duplicateObject": {"objectId": "p", "objectIds": {"p": "slide_9", "i0": "title_9"}}})
    assert reply == {"duplicateObject": {"objectId": "slide_9"}}
    copied = next(slide for slide in deck.read()["slides"] if slide["objectId"] == "slide_9")
    assert ids(copied)[0] == "title_9"
    notes = copied["slideProperties"]["notesPage"]
    assert deck.text(notes["notesProperties"]["speakerNotesObjectId"], page=notes["objectId"]) == "note\n"
    deck.apply({"updateSlidesPosition": {"slideObjectIds": ["p", "slide_9"], "insertionIndex": 3}})
    assert [slide["objectId"] for slide in deck.read()["slides"]] == ["slide_2", "p", "slide_9"]


def test_tables_have_cells_with_text_and_fill(deck) -> None:
    deck.apply(
        {"createTable": {"objectId": "table_1", "rows": 2, "columns": 3, "elementProperties": {"pageObjectId": "p"}}},
        {"insertText": {"objectId": "table_1", "cellLocation": {"rowIndex": 1, "columnIndex": 2}, "text": "cell"}},
    )
    colour = {"tableCellBackgroundFill": {"solidFill": {"color": {"rgbColor": {"red": 1}}}}}
    spot = {"location": {"rowIndex": 1}, "rowSpan": 1, "columnSpan": 2}
    mask = "tableCellBackgroundFill.solidFill.color"
    deck.apply(
        {
            "updateTableCellProperties": {
                "objectId": "table_1",
                "tableRange": spot,
                "tableCellProperties": colour,
                "fields": mask,
            }
        }
    )
    table = deck.element("table_1")["table"]
    assert (table["rows"], table["columns"]) == (2, 3)
    cells = table["tableRows"][1]["tableCells"]
    rendered = ["propertyState" not in c["tableCellProperties"]["tableCellBackgroundFill"] for c in cells]
    assert rendered == [True, True, False]
    assert cells[2]["text"]["textElements"][1]["textRun"]["content"] == "cell\n"
    with pytest.raises(RequestError, match="no cell at row 2"):
        deck.apply({"insertText": {"objectId": "table_1", "cellLocation": {"rowIndex": 2}, "text": "x"}})


def test_backgrounds_alt_texts_and_lines(deck) -> None:
    fill = {"pageBackgroundFill": {"solidFill": {"color": {"rgbColor": {"red": 1, "blue": 0}}}}}
    line = {"objectId": "line_1", "category": "STRAIGHT", "elementProperties": {"pageObjectId": "p"}}
    deck.apply(
        {
            "updatePageProperties": {
                "objectId": "p",
                "pageProperties": fill,
                "fields": "pageBackgroundFill.solidFill.color",
            }
        },
        {"createLine": line},
        {"updatePageElementAltText": {"objectId": "line_1", "title": "A line", "description": "d"}},
        {"updatePageElementAltText": {"objectId": "line_1", "description": ""}},
    )
    page = deck.page()
    assert page["pageProperties"]["pageBackgroundFill"] == {
        "solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": 1}
    }
    assert deck.element("line_1")["title"] == "A line"
    assert "description" not in deck.element("line_1")


def test_pages_can_be_got_one_by_one(deck) -> None:
    assert deck.page("p2")["layoutProperties"]["name"] == "TITLE"
    with pytest.raises(RequestError) as caught:
        deck.page("gone")
    assert (caught.value.status, caught.value.http) == ("NOT_FOUND", 404)
