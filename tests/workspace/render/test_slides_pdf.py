"""Slides on paper: every element at its place, text in inherited styles."""

from __future__ import annotations

import math

import pytest

from .slide_parts import EMU, RED, deck, element, shape, text


def test_a_text_box_stands_at_its_place_inside_its_inset(printed):
    pdf = printed("presentation", deck(element("b", 100, 50, 300, 60, shape=shape("Hello\n"))))
    assert pdf.sizes == [pytest.approx((720, 405), abs=0.5)]
    left, top, _, _ = pdf.find("Hello")
    assert (left, top) == pytest.approx((107.2, 57.2), abs=2)


def test_one_page_for_each_slide(printed):
    second = {"objectId": "s2", "pageElements": [element("c", 0, 0, 300, 60, shape=shape("second\n"))]}
    pdf = printed("presentation", deck(element("b", 0, 0, 300, 60, shape=shape("first\n")), more=[second]))
    assert [pdf.text(page) for page in range(len(pdf.sizes))] == ["first", "second"]


def test_size_is_size_times_scale_but_letters_are_not_scaled(printed):
    box = element(
        "b", 100, 100, 10, 10, shape=shape("Word\n", shapeBackgroundFill=RED), transform={"scaleX": 20, "scaleY": 5}
    )
    pdf = printed("presentation", deck(box))
    assert pdf.colour(298, 148) == "red"
    assert pdf.colour(302, 148) == "white"
    left, top, _, bottom = pdf.find("Word")
    assert (left, top) == pytest.approx((107.2, 107.2), abs=2)
    assert bottom - top == pytest.approx(14 * 1.117, abs=1)


def test_groups_nest(printed):
    inner = element("g", 10, 0, 1, 1, elementGroup={"children": [element("b", 5, 7, 100, 40, shape=shape("deep\n"))]})
    outer = element("o", 100, 200, 1, 1, elementGroup={"children": [inner]}, transform={"scaleX": 2, "scaleY": 2})
    pdf = printed("presentation", deck(outer))
    assert pdf.find("deep")[:2] == pytest.approx((100 + 2 * 15 + 7.2, 200 + 2 * 7 + 7.2), abs=2)


def test_rotated_pictures(printed):
    quarter = {"scaleX": 0, "scaleY": 0, "shearX": -1, "shearY": 1}
    pdf = printed("presentation", deck(element("i", 300, 100, 150, 100, image={"contentUrl": "u"}, transform=quarter)))
    [(box, _)] = pdf.pictures()
    assert box == pytest.approx((200, 100, 300, 250), abs=1)
    # The picture's upper left corner, red, is now in the upper right.
    assert pdf.colour(290, 110) == "red"
    assert pdf.colour(290, 240) == "lime"


def test_flipped_shapes_keep_readable_text_and_flipped_pictures_are_mirrored(printed):
    mirrored = {"scaleX": -1, "translateX": 300 * EMU}
    box = element("b", 0, 20, 200, 50, shape=shape("Readable\n"), transform=mirrored)
    image = element("i", 0, 100, 150, 100, image={"contentUrl": "u"}, transform=mirrored)
    pdf = printed("presentation", deck(box, image))
    left, _, right, _ = pdf.find("Readable")
    assert left == pytest.approx(107.2, abs=2)
    assert right > left
    assert pdf.colour(290, 110) == "red"
    assert pdf.colour(160, 110) == "lime"


def test_a_rotation_by_any_angle(printed):
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    turned = {"scaleX": c, "scaleY": c, "shearX": -s, "shearY": s}
    pdf = printed(
        "presentation", deck(element("b", 300, 100, 200, 40, shape=shape(shapeBackgroundFill=RED), transform=turned))
    )
    for along, down in ((100, 20), (195, 5), (5, 35)):
        assert pdf.colour(300 + c * along - s * down, 100 + s * along + c * down) == "red"
    assert pdf.colour(495, 105) == "white"


def test_a_cropped_picture_fills_its_box(printed):
    image = {"contentUrl": "u", "imageProperties": {"cropProperties": {"rightOffset": 0.5, "topOffset": 0.5}}}
    pdf = printed("presentation", deck(element("i", 50, 60, 120, 80, image=image)))
    [(box, pixels)] = pdf.pictures()
    assert box == pytest.approx((50, 60, 170, 140), abs=0.5)
    assert pixels.getpixel((20, 20)) == pytest.approx((0, 0, 255), abs=2)


MASTER_TEXT = text("\n", {"alignment": "CENTER"}, fontSize={"magnitude": 40, "unit": "PT"}, fontFamily="Arial")


def themed():
    colours = [
        {"type": "ACCENT1", "color": {"green": 1}},
        {"type": "DARK1", "color": {}},
        {"type": "LIGHT1", "color": {"blue": 1}},
    ]
    master = {
        "objectId": "m",
        "pageProperties": {
            "colorScheme": {"colors": colours},
            "pageBackgroundFill": {"solidFill": {"color": {"themeColor": "LIGHT1"}}},
        },
        "pageElements": [
            element(
                "mt",
                0,
                0,
                1,
                1,
                shape=shape("model text\n", contentAlignment="BOTTOM")
                | {"text": MASTER_TEXT, "placeholder": {"type": "TITLE"}},
            ),
            element("logo", 600, 300, 50, 50, shape=shape(shapeBackgroundFill=RED)),
        ],
    }
    layout = {
        "objectId": "l",
        "layoutProperties": {"masterObjectId": "m"},
        "pageElements": [element("lt", 0, 0, 1, 1, shape=shape("hint\n", placeholder={"parentObjectId": "mt"}))],
    }
    slide = {
        "slideProperties": {"layoutObjectId": "l", "masterObjectId": "m"},
        "pageProperties": {"pageBackgroundFill": {"propertyState": "INHERIT"}},
    }
    return {"masters": [master], "layouts": [layout], "slide": slide}


def test_placeholders_inherit_from_layout_and_master(printed):
    accent = {"solidFill": {"color": {"themeColor": "ACCENT1"}}}
    title = shape("Title\n", placeholder={"parentObjectId": "lt"}, shapeBackgroundFill=accent)
    empty = shape(placeholder={"parentObjectId": "lt"}, shapeBackgroundFill={"propertyState": "INHERIT"})
    pdf = printed(
        "presentation",
        deck(element("t", 100, 100, 400, 150, shape=title), element("e", 0, 0, 90, 90, shape=empty), **themed()),
    )
    left, top, right, bottom = pdf.find("Title")
    assert bottom - top == pytest.approx(40 * 1.117, abs=2)
    assert (left + right) / 2 == pytest.approx(300, abs=2)
    assert bottom == pytest.approx(250 - 7.2, abs=3)
    assert pdf.text() == "Title"
    assert pdf.colour(110, 110) == "lime"
    assert pdf.colour(10, 10) == "blue"
    assert pdf.colour(625, 325) == "red"


def test_a_background_picture_covers_the_slide(printed):
    fill = {"stretchedPictureFill": {"contentUrl": "u"}}
    pdf = printed("presentation", deck(slide={"pageProperties": {"pageBackgroundFill": fill}}))
    assert pdf.colour(10, 10) == "red"
    assert pdf.colour(710, 10) == "lime"
    assert pdf.colour(10, 395) == "blue"


def test_tables_and_lines(printed):
    cells = [
        {"text": text("left\n")},
        {"text": text("right\n"), "tableCellProperties": {"tableCellBackgroundFill": RED}},
    ]
    width = {"columnWidth": {"magnitude": 100 * EMU, "unit": "EMU"}}
    table = {"rows": 1, "columns": 2, "tableColumns": [width, width], "tableRows": [{"tableCells": cells}]}
    line = {"lineProperties": {"lineFill": RED, "weight": {"magnitude": 4 * EMU, "unit": "EMU"}}}
    pdf = printed(
        "presentation", deck(element("t", 50, 50, 200, 40, table=table), element("l", 50, 300, 200, 0, line=line))
    )
    assert pdf.find("left")[0] == pytest.approx(57.2, abs=2)
    assert pdf.find("right")[0] == pytest.approx(157.2, abs=2)
    assert pdf.colour(245, 60) == "red"
    assert pdf.colour(150, 300) == "red"


def test_what_a_slide_says_is_shown_and_not_obeyed(printed):
    pdf = printed("presentation", deck(element("b", 0, 0, 600, 60, shape=shape("<script>1</script>\n"))))
    assert pdf.text() == "<script>1</script>"
