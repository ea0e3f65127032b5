"""Documents on paper: text, pictures, tables and page headers where Google Docs puts them."""

from __future__ import annotations

import pytest

from pytest_knows.workspace.local.documents.defaults import document_style, named_styles, points, section_break
from pytest_knows.workspace.local.rendering import render_html


def run(text, **style):
    return {"textRun": {"content": text, "textStyle": style}}


def paragraph(*elements, **style):
    shown = [run(e) if isinstance(e, str) else e for e in elements]
    return {"paragraph": {"elements": shown, "paragraphStyle": {"namedStyleType": "NORMAL_TEXT", **style}}}


def document(*content, **parts):
    return {
        "title": "T",
        "body": {"content": [section_break(), *content]},
        "documentStyle": {**document_style(), **parts.pop("style", {})},
        "namedStyles": named_styles(),
        **parts,
    }


def embedded(width, height, url="https://example.org/p", **image):
    size = {"width": points(width), "height": points(height)}
    return {"imageProperties": {"contentUri": url, **image}, "size": size}


def inline(object_id="i1"):
    return {"inlineObjectElement": {"inlineObjectId": object_id, "textStyle": {}}}


def inline_objects(**objects):
    return {name: {"inlineObjectProperties": {"embeddedObject": value}} for name, value in objects.items()}


def test_text_begins_at_the_margins(printed):
    pdf = printed("document", document(paragraph("Ethan Ashby\n"), paragraph("Right\n", alignment="END")))
    assert pdf.sizes == [(612, 792)]
    left, top, _, bottom = pdf.find("Ethan")
    assert left == pytest.approx(72, abs=1)
    assert top == pytest.approx(72, abs=3)
    assert pdf.find("Right")[2] == pytest.approx(540, abs=1)
    # 11 pt Arial at 115 %: lines 14.5 pt apart.
    assert pdf.find("Right")[1] - top == pytest.approx(14.5, abs=0.3)
    assert bottom - top < 15


def test_named_styles_and_own_styles(printed):
    title = paragraph("Big\n", namedStyleType="TITLE")
    own = paragraph(run("Huge\n", fontSize=points(52), foregroundColor={"color": {"rgbColor": {"red": 1}}}))
    pdf = printed("document", document(title, own))
    small, large = pdf.find("Big"), pdf.find("Huge")
    assert (large[3] - large[1]) / (small[3] - small[1]) == pytest.approx(2, abs=0.1)
    image = pdf.file[0].render(scale=1).to_pil().convert("RGB")
    assert (255, 0, 0) in {colour for _, colour in image.getcolors(1 << 20)}


def test_a_picture_has_its_size_at_the_margin_and_its_own_pixels(printed):
    pdf = printed("document", document(paragraph(inline(), "\n"), inlineObjects=inline_objects(i1=embedded(90, 60))))
    [(box, pixels)] = pdf.pictures()
    assert box == pytest.approx((72, 72, 162, 132), abs=0.5)
    assert pixels.size == (300, 200)
    for place, colour in (((10, 10), (255, 0, 0)), ((290, 10), (0, 255, 0)), ((10, 190), (0, 0, 255))):
        assert pixels.getpixel(place) == pytest.approx(colour, abs=2)


def test_a_crop_shows_the_rest_in_the_whole_rectangle(printed):
    crop = {"offsetLeft": 0.5, "offsetBottom": 0.5}
    objects = inline_objects(i1=embedded(90, 60, cropProperties=crop))
    pdf = printed("document", document(paragraph(inline(), "\n"), inlineObjects=objects))
    [(box, pixels)] = pdf.pictures()
    assert box == pytest.approx((72, 72, 162, 132), abs=0.5)
    assert pixels.size == (150, 100)
    assert pixels.getpixel((75, 50)) == pytest.approx((0, 255, 0), abs=2)


def test_a_lost_picture_leaves_its_room(printed):
    objects = inline_objects(i1=embedded(90, 60, url="https://example.org/lost"))
    pdf = printed("document", document(paragraph(inline(), "after\n"), inlineObjects=objects))
    assert pdf.pictures() == []
    assert pdf.find("after")[0] == pytest.approx(162, abs=1)


def floating(layout, left, top):
    return {
        "p1": {
            "positionedObjectProperties": {
                "embeddedObject": embedded(90, 60),
                "positioning": {"layout": layout, "leftOffset": points(left), "topOffset": points(top)},
            }
        }
    }


@pytest.mark.parametrize("layout", ["WRAP_TEXT", "IN_FRONT_OF_TEXT", "BEHIND_TEXT", "BREAK_LEFT_RIGHT"])
def test_a_floating_picture_stands_at_its_offset_from_the_paragraph(printed, layout):
    anchor = paragraph("anchor\n")
    anchor["paragraph"]["positionedObjectIds"] = ["p1"]
    pdf = printed("document", document(paragraph("first\n"), anchor, positionedObjects=floating(layout, 100, 20)))
    [(box, _)] = pdf.pictures()
    line = 11 * 1.15 * 1.15
    assert box == pytest.approx((172, 92 + line, 262, 152 + line), abs=0.7)


def test_text_flows_on_the_wider_side_of_a_floating_picture(printed):
    anchor = paragraph("anchor\n")
    anchor["paragraph"]["positionedObjectIds"] = ["p1"]
    pdf = printed("document", document(anchor, positionedObjects=floating("WRAP_TEXT", 300, 0)))
    [(box, _)] = pdf.pictures()
    assert box == pytest.approx((372, 72, 462, 132), abs=0.5)
    assert pdf.find("anchor")[0] == pytest.approx(72, abs=1)


def test_a_picture_in_the_corner_pushes_the_text_aside(printed):
    anchor = paragraph("anchor\n")
    anchor["paragraph"]["positionedObjectIds"] = ["p1"]
    pdf = printed("document", document(anchor, positionedObjects=floating("WRAP_TEXT", 0, 0)))
    [(box, _)] = pdf.pictures()
    assert box[:2] == pytest.approx((72, 72), abs=0.5)
    assert pdf.find("anchor")[0] >= 162


def test_soft_breaks_tabs_and_tab_stops(printed):
    stops = [{"alignment": "END", "offset": points(468)}]
    tabbed = paragraph("left\tright\x0bunder", run("\t", bold=True), "far\n", tabStops=stops)
    rows = [paragraph("one\x0btwo\n"), paragraph("a\tb\n"), tabbed]
    pdf = printed("document", document(*rows))
    assert pdf.find("two")[0] == pytest.approx(72, abs=1)
    assert pdf.find("two")[1] > pdf.find("one")[1] + 10
    assert pdf.find("b")[0] == pytest.approx(108, abs=1)
    assert pdf.find("right")[2] == pytest.approx(540, abs=1)
    assert pdf.find("right")[1] == pytest.approx(pdf.find("left")[1], abs=0.5)
    assert pdf.find("far")[2] == pytest.approx(540, abs=1)
    assert pdf.find("far")[1] == pytest.approx(pdf.find("under")[1], abs=0.5)


def test_header_and_footer_stand_in_the_margins_of_every_page(printed):
    parts = {
        "headers": {"h": {"headerId": "h", "content": [paragraph("Letterhead\n")]}},
        "footers": {"f": {"footerId": "f", "content": [paragraph("Imprint\n")]}},
        "style": {"defaultHeaderId": "h", "defaultFooterId": "f"},
    }
    lines = [paragraph(f"line {n}\n") for n in range(100)]
    pdf = printed("document", document(*lines, **parts))
    assert len(pdf.sizes) == 3
    for page in range(3):
        left, top, _, _ = pdf.find("Letterhead", page)
        assert (left, top) == pytest.approx((72, 36), abs=3)
        assert pdf.find("Imprint", page)[3] == pytest.approx(756, abs=3)
    assert pdf.find("line 0")[1] == pytest.approx(72, abs=3)
    assert pdf.find("line 99", 2)[1] < 400


def test_page_one_may_have_a_header_of_its_own(printed):
    segments = {name: {"headerId": name, "content": [paragraph(f"Header {name}\n")]} for name in ("one", "rest")}
    style = {"defaultHeaderId": "rest", "firstPageHeaderId": "one", "useFirstPageHeaderFooter": True}
    lines = [paragraph(f"line {n}\n") for n in range(60)]
    pdf = printed("document", document(*lines, headers=segments, style=style))
    assert ["Headerone" in pdf.text(page) for page in range(2)] == [True, False]
    assert ["Headerrest" in pdf.text(page) for page in range(2)] == [False, True]
    assert "line59" in pdf.text(1)


def test_a_high_header_pushes_the_text_down(printed):
    header = [paragraph(f"head {n}\n") for n in range(10)]
    parts = {"headers": {"h": {"headerId": "h", "content": header}}, "style": {"defaultHeaderId": "h"}}
    pdf = printed("document", document(paragraph("body\n"), **parts))
    assert pdf.find("body")[1] >= pdf.find("head 9")[3] - 1


def test_page_breaks(printed):
    broken = paragraph("before", {"pageBreak": {"textStyle": {}}}, "\n")
    section = section_break("NEXT_PAGE")
    own = paragraph("own page\n", pageBreakBefore=True)
    pdf = printed("document", document(broken, paragraph("after\n"), section, paragraph("section\n"), own))
    assert [pdf.text(page) for page in range(len(pdf.sizes))] == ["before", "after", "section", "ownpage"]
    assert pdf.find("after", 1)[1] == pytest.approx(72, abs=3)


def cell(text, **style):
    return {"content": [paragraph(text)], "tableCellStyle": {"rowSpan": 1, "columnSpan": 1, **style}}


def test_a_table_has_its_columns_fills_and_merged_cells(printed):
    fixed = [{"widthType": "FIXED_WIDTH", "width": points(100)}, {"widthType": "EVENLY_DISTRIBUTED"}]
    fill = {"color": {"rgbColor": {"green": 1}}}
    rows = [
        {"tableCells": [cell("A1\n", backgroundColor=fill), cell("B1\n")]},
        {"tableCells": [cell("wide\n", columnSpan=2), cell("covered\n")]},
    ]
    table = {"table": {"rows": 2, "columns": 2, "tableRows": rows, "tableStyle": {"tableColumnProperties": fixed}}}
    pdf = printed("document", document(table, paragraph("end\n")))
    assert pdf.find("A1")[0] == pytest.approx(77, abs=1)
    assert pdf.find("B1")[0] == pytest.approx(177, abs=1)
    assert "covered" not in pdf.text()
    assert pdf.colour(160, 80) == "lime"
    assert pdf.colour(300, 80) == "white"


def test_lists_count_and_indent(printed):
    levels = [
        {"glyphType": "DECIMAL", "glyphFormat": "%0."},
        {"glyphType": "UPPER_ROMAN", "glyphFormat": "%0.%1)"},
    ]
    lists = {"l": {"listProperties": {"nestingLevels": levels}}}

    def item(text, level=0):
        made = paragraph(text, indentStart=points(36 + 36 * level), indentFirstLine=points(18 + 36 * level))
        made["paragraph"]["bullet"] = {"listId": "l", "nestingLevel": level}
        return made

    items = [item("a\n"), item("b\n"), item("c\n", 1), item("d\n", 1), item("e\n"), item("f\n", 1)]
    pdf = printed("document", document(*items, lists=lists))
    assert pdf.text() == "1.a2.b2.I)c2.II)d3.e3.I)f"
    assert pdf.find("a")[0] == pytest.approx(108, abs=1)
    assert pdf.find("1.")[0] == pytest.approx(90, abs=1)


def test_what_a_file_says_is_shown_and_not_obeyed(printed):
    hostile = "<script>document.body.innerHTML=1</script><img src=x onerror=y>&amp;\n"
    font = {"fontFamily": "Arial;} body{display:none"}
    link = {"url": "javascript:alert(1)"}
    pdf = printed("document", document(paragraph(run(hostile, weightedFontFamily=font, link=link))))
    assert "<script>document.body.innerHTML=1</script>" in pdf.text()
    assert "&amp;" in pdf.text()
    assert b"javascript" not in pdf.content


def test_a_horizontal_rule_stays_in_its_paragraph(printed):
    rule = paragraph("above", {"horizontalRule": {"textStyle": {}}}, "below\n", alignment="END")
    pdf = printed("document", document(rule))
    assert pdf.find("above")[2] == pytest.approx(540, abs=1)
    assert pdf.find("below")[2] == pytest.approx(540, abs=1)


def test_a_page_of_another_size(printed):
    style = {"pageSize": {"width": points(595), "height": points(842)}, "marginLeft": points(36)}
    pdf = printed("document", document(paragraph("text\n"), style=style))
    assert pdf.sizes == [pytest.approx((595, 842), abs=1)]
    assert pdf.find("text")[0] == pytest.approx(36, abs=1)


def test_tabs_content_is_drawn_too(printed):
    whole = document(paragraph("in a tab\n"))
    pdf = printed("document", {"title": "T", "tabs": [{"documentTab": whole}]})
    assert "inatab" in pdf.text()


@pytest.mark.parametrize(
    "style",
    [{"spaceAbove": points(1e12)}, {"indentStart": points(1e30)}, {"lineSpacing": 1e9}, {"spaceBelow": points(-9)}],
)
def test_absurd_lengths_end(printed, style):
    pdf = printed("document", document(paragraph("found\n", **style)))
    assert "d" in "".join(pdf.text(page) for page in range(len(pdf.sizes)))


def field(kind):
    return {"autoText": {"type": kind, "textStyle": {}}}


def segments(**texts):
    """Headers (or footers) of those ids that say those texts."""
    return {name: {"content": [text if isinstance(text, dict) else paragraph(text)]} for name, text in texts.items()}


def section(kind="NEXT_PAGE", **style):
    made = section_break(kind)
    made["sectionBreak"]["sectionStyle"].update(style)
    return made


def texts(pdf):
    return [pdf.text(page) for page in range(len(pdf.sizes))]


def test_pages_are_numbered_where_a_field_says_so(printed):
    numbers = paragraph("Page ", field("PAGE_NUMBER"), " of ", field("PAGE_COUNT"), "\n", alignment="END")
    lines = [paragraph(f"line {n}\n") for n in range(60)]
    style = {"defaultFooterId": "f", "defaultHeaderId": "h", "pageNumberStart": 7}
    parts = {"footers": segments(f=numbers), "headers": segments(h="Letterhead\n"), "style": style}
    pdf = printed("document", document(*lines, **parts))
    assert ["Page7of2" in pdf.text(0), "Page8of2" in pdf.text(1)] == [True, True]
    _, _, right, bottom = pdf.find("Page 8 of 2", 1)
    assert (right, bottom) == (pytest.approx(540, abs=1), pytest.approx(756, abs=3))
    assert pdf.find("Letterhead", 1)[:2] == pytest.approx((72, 36), abs=3)
    assert pdf.find("line 0")[1] == pytest.approx(72, abs=3)


def test_sections_have_pages_of_their_own(printed):
    later = section(flipPageOrientation=True, marginLeft=points(144), defaultHeaderId="two", pageNumberStart=1)
    pdf = printed(
        "document",
        document(
            paragraph("first\n"),
            section("CONTINUOUS"),
            paragraph("still first\n"),
            later,
            paragraph("landscape\n"),
            section(),
            paragraph("last\n"),
            headers=segments(one="Header one\n", two=paragraph("Two ", field("PAGE_NUMBER"), "\n")),
            style={"defaultHeaderId": "one"},
        ),
    )
    assert pdf.sizes == [(612, 792), (792, 612), (612, 792)]
    # A section that names no header goes on with that of the section before it, and with its numbers.
    assert texts(pdf) == ["firststillfirstHeaderone", "landscapeTwo1", "lastTwo2"]
    assert pdf.find("landscape", 1)[0] == pytest.approx(144, abs=1)
    assert pdf.find("Two", 1)[0] == pytest.approx(144, abs=1)


def test_even_pages_may_have_a_header_of_their_own(printed):
    lines = [paragraph("x\n", pageBreakBefore=True) for _ in range(3)]
    style = {"defaultHeaderId": "odd", "evenPageHeaderId": "even", "useEvenPageHeaderFooter": True}
    pdf = printed("document", document(*lines, headers=segments(odd="Odd\n", even="Even\n"), style=style))
    assert texts(pdf) == ["xOdd", "xEven", "xOdd"]


def test_many_sections_are_printed_at_once_when_they_look_alike(printed):
    content = [node for n in range(60) for node in (paragraph(f"{n}\n"), section())]
    assert len(printed("document", document(*content, paragraph("end\n"))).sizes) == 61
    different = [node for n in range(60) for node in (paragraph(f"{n}\n"), section(marginLeft=points(n)))]
    assert len(printed("document", document(*different, paragraph("end\n"))).sizes) == 61


def test_columns(printed):
    two = [{"paddingEnd": points(36)}, {}]
    pdf = printed(
        "document",
        document(
            section("CONTINUOUS", columnProperties=two),
            *(paragraph(f"word {n}\n") for n in range(10)),
            section("CONTINUOUS"),
            paragraph("below\n"),
            section("CONTINUOUS", columnProperties=two),
            paragraph("left", {"columnBreak": {"textStyle": {}}}, "right\n"),
        ),
    )
    # Columns of (468 - 36) / 2 points; before another section they are balanced.
    assert pdf.find("word 0")[0] == pytest.approx(72, abs=1)
    assert pdf.find("word 5")[0] == pytest.approx(72 + 216 + 36, abs=1)
    assert pdf.find("word 5")[1] == pytest.approx(pdf.find("word 0")[1], abs=1)
    assert pdf.find("below")[1] > pdf.find("word 4")[1]
    assert [pdf.find(word)[0] for word in ("left", "right")] == pytest.approx([72, 324], abs=1)


def test_pinned_rows_stand_on_every_page_of_a_table(printed):
    rows = [{"tableCells": [cell(f"row {n}\n")], "tableRowStyle": {"tableHeader": n == 0}} for n in range(60)]
    pdf = printed("document", document({"table": {"rows": 60, "columns": 1, "tableRows": rows}}))
    assert len(pdf.sizes) > 1
    assert all(text.startswith("row0row") for text in texts(pdf))
    assert "".join(texts(pdf)).count("row59") == 1


def test_a_frame_lies_around_the_text(printed):
    red = {"color": {"rgbColor": {"red": 1}}}
    border = {"color": red, "width": points(4), "padding": points(6), "dashStyle": "SOLID"}
    style = {"borderLeft": border, "spaceAbove": points(30), "indentStart": points(20), "indentFirstLine": points(20)}
    pdf = printed("document", document(paragraph("framed\n", **style)))
    left, top, _, bottom = pdf.find("framed")
    assert left == pytest.approx(92, abs=1)
    middle = (top + bottom) / 2
    # The line is 4 points wide and ends 6 points before the text; the space above is outside of it.
    assert [pdf.colour(x, middle) for x in (80, 84, 88)] == ["white", "red", "white"]
    assert pdf.colour(84, top - 10) == "white"


def test_chips_and_footnotes(printed):
    person = {"person": {"personProperties": {"email": "a@example.org", "name": "Ada"}, "textStyle": {}}}
    date = {"dateElement": {"dateElementProperties": {"displayText": "Mar 14"}, "textStyle": {}}}
    chosen = {"dropdownDefinitionId": "d", "selectedOptionId": "o", "displayValue": "Open"}
    lime = {"backgroundColor": {"color": {"rgbColor": {"green": 1}}}}
    definition = {"dropdownDefinitionProperties": {"options": [{"optionId": "o", "textStyle": lime}]}}
    dropdown = {"dropdown": {"dropdownProperties": chosen, "textStyle": {}}}
    notes = [{"footnoteReference": {"footnoteId": f"f{n}", "footnoteNumber": str(n), "textStyle": {}}} for n in (1, 2)]
    content = document(
        paragraph(person, " ", date, " ", dropdown, "word", *notes, "\n"),
        dropdownDefinitions={"d": definition},
        # Not in the order of their references.
        footnotes=segments(f2="second\n", f1="first\n"),
    )
    pdf = printed("document", content)
    assert pdf.text() == "AdaMar14Openword121first2second"
    left, top, right, _ = pdf.find("Open")
    assert pdf.colour((left + right) / 2, top + 0.5) == "lime"
    assert pdf.find("first")[1] > pdf.find("word")[3]


def test_the_page_for_people_has_all_runs_with_their_headers_and_footers():
    content = document(
        paragraph("first\n"),
        section(marginLeft=points(10)),
        paragraph("second\n"),
        headers=segments(h="Letterhead\n"),
        footers=segments(f="Imprint\n"),
        style={"defaultHeaderId": "h", "defaultFooterId": "f"},
    )
    html = render_html("document", content, lambda _: (b"", "image/png"))
    words = [html.index(word) for word in ("Letterhead", "first", "second")]
    assert words == sorted(words)
    assert html.count("Imprint") == html.count("Letterhead") == 2
    assert "hidden" not in html
