"""What slides hold beside text and pictures: forms, lines and their heads, borders; and pages as PNG."""

from __future__ import annotations

import io
import math

import pytest
from PIL import Image

from pytest_knows.workspace.local.rendering import chart_png, find_chromium, render_png
from pytest_knows.workspace.local.rendering.slides_forms import form_path, text_box

from .slide_parts import EMU, RED, deck, element, shape, text

BLUE = {"solidFill": {"color": {"rgbColor": {"blue": 1}}}}


def emu(points):
    return {"magnitude": points * EMU, "unit": "EMU"}


@pytest.mark.parametrize(
    ("kind", "inside", "outside"),
    [
        ("RECTANGLE", [(2, 2), (198, 98)], []),
        ("ELLIPSE", [(100, 2), (35, 20)], [(20, 10), (195, 95)]),
        ("ROUND_RECTANGLE", [(2, 50), (8, 8)], [(2, 2)]),
        ("TRIANGLE", [(100, 5), (5, 98)], [(5, 5), (40, 20)]),
        ("DIAMOND", [(100, 5), (5, 50)], [(20, 20)]),
        # The head is half of the shorter side, 50 pt, deep; the shaft half as high as the box.
        ("RIGHT_ARROW", [(5, 30), (195, 50), (152, 5)], [(5, 20), (145, 5)]),
        ("LEFT_ARROW", [(195, 30), (5, 50)], [(195, 20), (55, 5)]),
        ("DOWN_ARROW", [(100, 95), (60, 5)], [(40, 5), (40, 95)]),
        ("UP_ARROW", [(100, 5), (60, 95)], [(40, 95), (40, 5)]),
        ("CHEVRON", [(60, 50), (5, 3)], [(40, 50), (190, 5)]),
        # The ring is a quarter of the shorter side, 25 pt, wide.
        ("DONUT", [(100, 20), (15, 50)], [(100, 50), (100, 30)]),
        ("PLUS", [(100, 5), (5, 50)], [(20, 20)]),
        ("PIE", [(50, 50), (150, 75)], [(150, 25)]),
        ("STAR_5", [(100, 5), (100, 60)], [(40, 10), (100, 98)]),
    ],
)
def test_forms(printed, kind, inside, outside):
    pdf = printed("presentation", deck(element("b", 50, 60, 200, 100, shape=shape(kind=kind, shapeBackgroundFill=RED))))
    for x, y in inside:
        assert pdf.colour(50 + x, 60 + y) == "red", (x, y)
    for x, y in outside:
        assert pdf.colour(50 + x, 60 + y) == "white", (x, y)


def test_every_corner_of_a_polygon_is_in_its_path():
    # Trapezoid: a quarter of the shorter side, 25 pt, is cut at both ends of the top.
    assert form_path("TRAPEZOID", 200, 100) == "M0.000 100.000L25.000 0.000L175.000 0.000L200.000 100.000Z"
    assert form_path("NOT_A_SHAPE", 2, 1) == form_path("RECTANGLE", 2, 1)


def test_the_text_of_a_form_stands_in_the_rectangle_inside_of_it(printed):
    assert text_box("ELLIPSE", 1, 1)[0] == pytest.approx((1 - math.sqrt(0.5)) / 2)
    pdf = printed("presentation", deck(element("b", 100, 50, 400, 200, shape=shape("Word\n", kind="ELLIPSE"))))
    # 0.14645 of 400 and 200 pt, and the inset of 7.2 pt.
    assert pdf.find("Word")[:2] == pytest.approx((100 + 58.58 + 7.2, 50 + 29.29 + 7.2), abs=2)


def test_outlines_lie_half_outside(printed):
    outline = {"outlineFill": BLUE, "weight": emu(10)}
    box = element("b", 100, 100, 200, 100, shape=shape(kind="RECTANGLE", shapeBackgroundFill=RED, outline=outline))
    image = element("i", 400, 100, 150, 100, image={"contentUrl": "u", "imageProperties": {"outline": outline}})
    pdf = printed("presentation", deck(box, image))
    for x in (97, 103, 397, 403):
        assert pdf.colour(x, 150) == "blue"
    assert (pdf.colour(93, 150), pdf.colour(107, 150), pdf.colour(407, 110)) == ("white", "red", "red")


def line(kind="STRAIGHT_CONNECTOR_1", **more):
    return {"lineType": kind, "lineProperties": {"lineFill": RED, "weight": emu(4), **more}}


def test_bent_lines_and_heads(printed):
    bent = element("a", 100, 50, 200, 100, line=line("BENT_CONNECTOR_3"))
    arrow = element("b", 100, 200, 200, 0, line=line(endArrow="FILL_ARROW"))
    dots = element("c", 100, 300, 200, 0, line=line(startArrow="FILL_CIRCLE", endArrow="OPEN_SQUARE"))
    pdf = printed("presentation", deck(bent, arrow, dots))
    for x, y in ((150, 50), (200, 100), (250, 150)):
        assert pdf.colour(x, y) == "red"
    assert pdf.colour(200, 60) == "red"
    assert pdf.colour(150, 100) == "white"
    # A head of a line of 4 pt is 12 pt long and wide, with its tip at the line's end.
    assert (pdf.colour(290, 204), pdf.colour(280, 204), pdf.colour(298, 204)) == ("red", "white", "white")
    assert (pdf.colour(96, 300), pdf.colour(100, 304), pdf.colour(300, 300), pdf.colour(306, 300)) == (
        "red", "red", "white", "red",
    )  # fmt: skip


def cell(row, column, rows=1, columns=1, **more):
    return {"location": {"rowIndex": row, "columnIndex": column}, "rowSpan": rows, "columnSpan": columns, **more}


def borders(places, weight=6):
    found = [
        {
            "location": {"rowIndex": row, "columnIndex": column},
            "tableBorderProperties": {"tableBorderFill": fill, "weight": emu(weight), "dashStyle": "SOLID"},
        }
        for (row, column), fill in places.items()
    ]
    return [{"tableBorderCells": found}]


def test_borders_of_merged_cells_lie_over_the_edges(printed):
    """Two rows of two, the first of them one cell; its lower edge is red over the left column, blue over the right."""
    table = {
        "rows": 2,
        "columns": 2,
        "tableColumns": [{"columnWidth": emu(100)}, {"columnWidth": emu(200)}],
        "tableRows": [
            {"rowHeight": emu(50), "tableCells": [cell(0, 0, columns=2, text=text("merged\n"))]},
            {"rowHeight": emu(50), "tableCells": [cell(1, 0), cell(1, 1, text=text("low\n"))]},
        ],
        "horizontalBorderRows": borders({(1, 0): RED, (1, 1): BLUE}),
        "verticalBorderRows": borders({(0, 0): BLUE, (1, 1): RED}),
    }
    pdf = printed("presentation", deck(element("t", 100, 100, 300, 100, table=table)))
    assert [pdf.colour(x, 150) for x in (150, 300)] == ["red", "blue"]
    assert [pdf.colour(100, 125), pdf.colour(100, 175), pdf.colour(200, 175), pdf.colour(200, 125)] == [
        "blue", "white", "red", "white",
    ]  # fmt: skip
    assert pdf.colour(400, 125) == "white"
    # Borders take no room: the text stands by the inset of 7.2 pt from the edges.
    assert pdf.find("low")[:2] == pytest.approx((207.2, 157.2), abs=1)


def test_shrunk_text_is_smaller_and_closer(printed):
    fit = {"autofitType": "TEXT_AUTOFIT", "fontScale": 0.5, "lineSpacingReduction": 0.2}
    style = text("one\ntwo\n", {"lineSpacing": 120}, fontSize={"magnitude": 40, "unit": "PT"})
    pdf = printed("presentation", deck(element("b", 0, 0, 300, 200, shape=shape(autofit=fit) | {"text": style})))
    _, top, _, bottom = pdf.find("one")
    assert bottom - top == pytest.approx(20 * 1.117, abs=1)


def test_bullets_hang_before_their_text(printed):
    marker = {"indentStart": {"magnitude": 72, "unit": "PT"}, "indentFirstLine": {"magnitude": 54, "unit": "PT"}}
    content = text("item\n", marker)
    content["textElements"][0]["paragraphMarker"]["bullet"] = {"nestingLevel": 1, "glyph": "a."}
    pdf = printed("presentation", deck(element("b", 100, 50, 300, 60, shape=shape() | {"text": content})))
    assert pdf.find("a.")[0] == pytest.approx(107.2 + 54, abs=1)
    assert pdf.find("item")[0] == pytest.approx(107.2 + 72, abs=1)


def png(deck_json, page, width=360):
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    data = render_png("presentation", deck_json, page, width, lambda _: (b"", ""))
    return Image.open(io.BytesIO(data))


def test_a_page_as_png():
    second = {"objectId": "s2", "pageElements": [element("c", 360, 0, 360, 405, shape=shape(shapeBackgroundFill=RED))]}
    layout = {"objectId": "l", "pageElements": [element("d", 0, 0, 360, 405, shape=shape(shapeBackgroundFill=BLUE))]}
    whole = deck(more=[second], layouts=[layout])
    image = png(whole, "s2")
    assert (image.format, image.size) == ("PNG", (360, 203))
    assert (image.getpixel((90, 100)), image.getpixel((270, 100))) == ((255, 255, 255), (255, 0, 0))
    assert png(whole, "l", 72).getpixel((18, 20)) == (0, 0, 255)
    with pytest.raises(KeyError):
        png(whole, "s3")


def test_a_chart_as_png():
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    source = {"sources": [{"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1}]}
    chart = {"spec": {"title": "T", "basicChart": {"series": [{"series": {"sourceRange": source}}]}}}
    cells = [{"values": [{"effectiveValue": {"numberValue": value}}]} for value in (1, 2)]
    image = Image.open(io.BytesIO(chart_png(chart, [{"data": [{"rowData": cells}]}]))).convert("RGB")
    # 600 x 371 pixels are a new chart's size.
    assert image.size == pytest.approx((1200, 742), abs=2)
    assert (66, 133, 244) in {colour for _, colour in image.getcolors(1 << 20)}
