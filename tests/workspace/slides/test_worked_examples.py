"""Examples in the manner of Google's guides to the Slides API, with values worked out by hand."""

from __future__ import annotations

import math

import pytest

PT = 12700


def transformed(deck, mode: str, **transform) -> dict:
    request = {"objectId": "box_1", "applyMode": mode, "transform": {**transform, "unit": "PT"}}
    deck.apply({"updatePageElementTransform": request})
    return deck.element("box_1")["transform"]


def test_an_element_turns_about_its_centre(deck) -> None:
    """Move the centre to the origin, turn, move back: one relative transform (guide "Transforms", rotation)."""
    deck.box()
    # The box is 300 x 50 pt at (10, 20): its centre is (160, 45). A quarter turn takes (x, y) to (-y, x).
    turned = transformed(deck, "RELATIVE", shearX=-1, shearY=1, translateX=160 + 45, translateY=45 - 160)
    # The upper left corner (10, 20) is (-150, -25) from the centre, which turns to (25, -150).
    expected = {"shearX": -1, "shearY": 1, "translateX": 185 * PT, "translateY": -105 * PT, "unit": "EMU"}
    assert turned == expected
    again = transformed(deck, "RELATIVE", shearX=-1, shearY=1, translateX=160 + 45, translateY=45 - 160)
    # Upside down: the corner is (150, 25) from the centre.
    assert again == {"scaleX": -1, "scaleY": -1, "translateX": 310 * PT, "translateY": 70 * PT, "unit": "EMU"}


def test_an_element_is_mirrored_in_its_vertical_centre_line(deck) -> None:
    deck.box()
    mirrored = transformed(deck, "RELATIVE", scaleX=-1, scaleY=1, translateX=2 * 160)
    assert mirrored == {"scaleX": -1, "scaleY": 1, "translateX": 310 * PT, "translateY": 20 * PT, "unit": "EMU"}


def test_an_absolute_transform_replaces_position_scale_and_turn(deck) -> None:
    deck.box()
    cosine, sine = math.cos(math.radians(30)), math.sin(math.radians(30))
    transformed(deck, "RELATIVE", scaleX=cosine, scaleY=cosine, shearX=-sine, shearY=sine)
    assert transformed(deck, "ABSOLUTE", scaleX=2, scaleY=0.5, translateX=7) == {
        "scaleX": 2,
        "scaleY": 0.5,
        "translateX": 7 * PT,
        "unit": "EMU",
    }


def test_a_group_that_moves_moves_what_it_leaves_behind(deck) -> None:
    """Ungrouping multiplies the group's transform into its children."""
    deck.box("box_1")
    deck.box("box_2")
    deck.apply({"groupObjects": {"childrenObjectIds": ["box_1", "box_2"], "groupObjectId": "group"}})
    twice = {"scaleX": 2, "scaleY": 3, "translateX": 5, "unit": "PT"}
    deck.apply(
        {"updatePageElementTransform": {"objectId": "group", "applyMode": "RELATIVE", "transform": twice}},
        {"ungroupObjects": {"objectIds": ["group"]}},
    )
    transform = {"scaleX": 2, "scaleY": 3, "translateX": 25 * PT, "translateY": 60 * PT, "unit": "EMU"}
    assert deck.element("box_2")["transform"] == transform


def test_a_template_is_merged_with_data(deck) -> None:
    """Guide "Merge data into a presentation": tags give way to words in their style, and to pictures in their place."""
    deck.box("title", text="Dear {{customer}}!")
    deck.box("logo_1", text="{{customer-logo}}")
    bold = {"type": "FIXED_RANGE", "startIndex": 5, "endIndex": 17}
    deck.apply(
        {"updateTextStyle": {"objectId": "title", "textRange": bold, "style": {"bold": True}, "fields": "bold"}},
        {"replaceAllText": {"containsText": {"text": "{{customer}}", "matchCase": True}, "replaceText": "Ada & Co"}},
        {
            "replaceAllShapesWithImage": {
                "imageUrl": "https://example.org/logo.png",
                "imageReplaceMethod": "CENTER_INSIDE",
                "containsText": {"text": "{{customer-logo}}", "matchCase": True},
            }
        },
    )
    runs = [(content, style["bold"]) for content, style in deck.runs("title")]
    assert runs == [("Dear ", False), ("Ada & Co", True), ("!\n", False)]
    # A picture of 2 : 1 in a box of 300 x 50 pt at (10, 20): 100 x 50 pt in its middle.
    logo = deck.element("logo_1")
    assert (logo["size"]["width"]["magnitude"], logo["size"]["height"]["magnitude"]) == (100 * PT, 50 * PT)
    assert (logo["transform"]["translateX"], logo["transform"]["translateY"]) == (110 * PT, 20 * PT)


def test_styled_text_with_bullets(deck) -> None:
    """Guide "Editing and styling text": tabs nest, and go; indices count from the text that is left."""
    deck.box(text="Title\n\tone\n\t\ttwo 🌵\nend")
    # Without "Title\n" (6): "\tone\n" is 6 to 11, "\t\ttwo 🌵\n" 11 to 20.
    span = {"type": "FIXED_RANGE", "startIndex": 6, "endIndex": 20}
    preset = "BULLET_DIAMONDX_ARROW3D_SQUARE"
    deck.apply({"createParagraphBullets": {"objectId": "box_1", "textRange": span, "bulletPreset": preset}})
    markers = [
        element for element in deck.element("box_1")["shape"]["text"]["textElements"] if "paragraphMarker" in element
    ]
    bullets = [marker["paragraphMarker"].get("bullet", {}) for marker in markers]
    assert [bullet.get("glyph") for bullet in bullets] == [None, "➢", "■", None]
    assert [marker["endIndex"] for marker in markers] == [6, 10, 17, 21]
    assert deck.text() == "Title\none\ntwo 🌵\nend\n"


def test_a_weight_in_points_is_answered_in_emu(deck) -> None:
    deck.box()
    outline = {"weight": {"magnitude": 2.5, "unit": "PT"}}
    deck.apply(
        {
            "updateShapeProperties": {
                "objectId": "box_1",
                "shapeProperties": {"outline": outline},
                "fields": "outline.weight",
            }
        }
    )
    weight = deck.element("box_1")["shape"]["shapeProperties"]["outline"]["weight"]
    assert weight == {"magnitude": pytest.approx(31750), "unit": "EMU"}
