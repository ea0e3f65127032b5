"""A .pptx becomes a presentation that reads as the PowerPoint file does."""

from __future__ import annotations

import io
from typing import Any

import pytest

pptx = pytest.importorskip("pptx")

from pptx import Presentation  # noqa: E402
from pptx.dml.color import RGBColor  # noqa: E402
from pptx.enum.dml import MSO_THEME_COLOR  # noqa: E402
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE  # noqa: E402
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN  # noqa: E402
from pptx.oxml import parse_xml  # noqa: E402
from pptx.oxml.ns import nsdecls, qn  # noqa: E402
from pptx.util import Emu, Pt  # noqa: E402

CM = 360000


def blank(layout: int = 6) -> Any:
    """A presentation with one slide; layout 6 of the template is blank, 1 has title and content."""
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[layout])
    return made


def box(made: Any, text: str = "box", at: tuple[int, int, int, int] = (CM, 2 * CM, 5 * CM, 3 * CM)) -> Any:
    shape = made.slides[0].shapes.add_textbox(*map(Emu, at))
    shape.text_frame.text = text
    return shape


def test_page_and_layouts(deck):
    made = blank(1)
    made.slide_width, made.slide_height = Emu(9144000), Emu(5143500)
    view, raw = deck(made)
    assert (view.width, view.height) == (9144000, 5143500)
    assert view.slides[0].layout == "Title and Content"
    assert [layout["layoutProperties"]["name"] for layout in raw["layouts"]][:2] == ["TITLE", "TITLE_AND_BODY"]
    assert len(raw["layouts"]) == 11
    layout = next(
        item for item in raw["layouts"] if item["objectId"] == raw["slides"][0]["slideProperties"]["layoutObjectId"]
    )
    parents = {element["shape"]["placeholder"]["parentObjectId"] for element in layout["pageElements"]}
    assert parents <= {element["objectId"] for element in raw["masters"][0]["pageElements"]}


def test_placeholders_inherit_place_and_style(deck):
    made = blank(1)
    slide = made.slides[0]
    slide.shapes.title.text = "The title"
    frame = slide.placeholders[1].text_frame
    frame.text = "one"
    for text, level in (("two", 1), ("three", 2)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    view, raw = deck(made)
    title, body = view.slides[0].elements
    layout_body = made.slide_layouts[1].placeholders[1]
    assert (title.placeholder, body.placeholder) == ("TITLE", "BODY")
    assert (body.rect.left, body.rect.width) == (layout_body.left, layout_body.width)
    assert [line.runs[0].style.size for line in (*title.body.lines, *body.body.lines)] == [44, 32, 28, 24]
    assert title.body.lines[0].alignment == "center"
    assert [(p.level, p.bullet) for p in body.body.paragraphs] == [(0, "●"), (1, "–"), (2, "●")]
    runs = raw["slides"][0]["pageElements"][0]["shape"]["text"]["textElements"]
    assert "fontSize" not in runs[1]["textRun"]["style"]  # inherited, as at Google


def test_own_style_of_a_placeholder_wins(deck):
    made = blank(1)
    title = made.slides[0].shapes.title
    title.text = "x"
    title.left, title.top, title.width, title.height = (Emu(n * CM) for n in (1, 2, 3, 4))
    title.text_frame.paragraphs[0].runs[0].font.size = Pt(21)
    view, _ = deck(made)
    found = view.slides[0].elements[0]
    assert (found.rect.left, found.rect.top, found.rect.width, found.rect.height) == (CM, 2 * CM, 3 * CM, 4 * CM)
    assert found.body.lines[0].runs[0].style.size == 21


def test_runs_and_paragraphs(deck):
    made = blank()
    frame = box(made, "plain\vbroken").text_frame
    paragraph = frame.paragraphs[0]
    run = paragraph.add_run()
    run.text = "link"
    run.hyperlink.address = "https://example.org/"
    second = frame.add_paragraph()
    second.alignment, second.line_spacing, second.space_after = PP_ALIGN.RIGHT, 1.5, Pt(6)
    styled = second.add_run()
    styled.text = "loud 😀"
    styled.font.bold, styled.font.italic, styled.font.underline, styled.font.size = True, True, True, Pt(30)
    styled.font.name, styled.font.color.rgb = "Georgia", RGBColor(255, 0, 0)
    view, _ = deck(made)
    body = view.slides[0].elements[0].body
    assert [line.text for line in body.lines] == ["plain", "brokenlink", "loud 😀"]
    assert (body.lines[0].runs[0].style.size, body.lines[0].runs[0].style.family) == (18, "Calibri")
    assert body.lines[0].alignment == "left"
    link = body.lines[1].runs[-1]
    assert (link.link, link.style.underline, repr(link.style.colour)) == ("https://example.org/", True, "#0000FF")
    last = body.lines[2]
    assert (last.alignment, last.spacing) == ("right", 1.5)
    style = last.runs[0].style
    assert (style.bold, style.italic, style.underline, style.size, style.family) == (True, True, True, 30, "Georgia")
    assert repr(style.colour) == "#FF0000"


def test_text_from_right_to_left(deck):
    made = blank()
    paragraph = box(made, "שלום").text_frame.paragraphs[0]
    paragraph.alignment = PP_ALIGN.RIGHT
    paragraph._p.get_or_add_pPr().set("rtl", "1")
    view, raw = deck(made)
    assert view.slides[0].elements[0].body.lines[0].alignment == "right"
    marker = raw["slides"][0]["pageElements"][0]["shape"]["text"]["textElements"][0]["paragraphMarker"]
    assert (marker["style"]["direction"], marker["style"]["alignment"]) == ("RIGHT_TO_LEFT", "START")


def test_bullets_and_numbers(deck):
    made = blank()
    frame = box(made, "a").text_frame
    for text in "bc":
        frame.add_paragraph().text = text
    for paragraph, bullet in zip(
        frame.paragraphs,
        ('<a:buChar {} char="•"/>', '<a:buAutoNum {} type="alphaUcParenR"/>', '<a:buAutoNum {} type="alphaUcParenR"/>'),
        strict=True,
    ):
        paragraph._p.get_or_add_pPr().append(parse_xml(bullet.format(nsdecls("a"))))
    view, _ = deck(made)
    assert [p.bullet for p in view.slides[0].elements[0].body.paragraphs] == ["●", "B)", "C)"]


def test_shapes_fills_outlines(deck):
    made = blank()
    shapes = made.slides[0].shapes
    shapes.add_shape(MSO_SHAPE.ROUNDED_RECTANGLE, *map(Emu, (0, 0, CM, CM)))
    red = shapes.add_shape(MSO_SHAPE.RIGHT_ARROW, *map(Emu, (0, 0, CM, CM)))
    red.fill.solid()
    red.fill.fore_color.rgb = RGBColor(255, 0, 0)
    red.line.width, red.line.color.rgb = Pt(3), RGBColor(0, 0, 255)
    lighter = shapes.add_shape(MSO_SHAPE.OVAL, *map(Emu, (0, 0, CM, CM)))
    lighter.fill.solid()
    lighter.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_1
    lighter.fill.fore_color.brightness = 0.5
    see_through = box(made)
    see_through.text_frame.vertical_anchor = MSO_ANCHOR.BOTTOM
    half = parse_xml(
        f'<a:solidFill {nsdecls("a")}><a:srgbClr val="000000"><a:alpha val="50000"/></a:srgbClr></a:solidFill>'
    )
    see_through._element.spPr.append(half)
    view, raw = deck(made)
    found = view.slides[0].elements
    assert [shape.shape_type for shape in found] == ["ROUND_RECTANGLE", "RIGHT_ARROW", "ELLIPSE", "TEXT_BOX"]
    assert [repr(shape.fill) for shape in found] == ["#4F81BD", "#FF0000", "#A7C0DE", "#808080"]
    outline = raw["slides"][0]["pageElements"][1]["shape"]["shapeProperties"]["outline"]
    assert (outline["weight"]["magnitude"], outline["outlineFill"]["solidFill"]["color"]) == (
        38100,
        {"rgbColor": {"blue": 1}},
    )
    assert raw["slides"][0]["pageElements"][3]["shape"]["shapeProperties"]["contentAlignment"] == "BOTTOM"


def test_rotation_and_flips(deck):
    made = blank()
    turned = box(made, at=(4 * CM, 4 * CM, 4 * CM, 2 * CM))
    turned.rotation = 90
    flipped = box(made, at=(0, 0, 4 * CM, 2 * CM))
    flipped._element.spPr.xfrm.set("flipH", "1")
    view, raw = deck(made)
    first, second = view.slides[0].elements
    assert [round(n) for n in (first.rect.left, first.rect.top, first.rect.right, first.rect.bottom)] == [
        5 * CM,
        3 * CM,
        7 * CM,
        7 * CM,
    ]
    assert (second.rect.left, second.rect.right) == (0, 4 * CM)
    turned_by = raw["slides"][0]["pageElements"][0]["transform"]
    assert (turned_by["shearX"], turned_by["shearY"], turned_by.get("scaleX", 0)) == (-1, 1, 0)
    assert raw["slides"][0]["pageElements"][1]["transform"]["scaleX"] == -1


def test_groups_within_groups(deck):
    made = blank()
    outer = made.slides[0].shapes.add_group_shape()
    inner = outer.shapes.add_group_shape()
    inner.shapes.add_textbox(*map(Emu, (CM, CM, 2 * CM, CM))).text_frame.text = "deep"
    xfrm = outer._element.grpSpPr.find(qn("a:xfrm"))
    for name, values in (("off", (10 * CM, 5 * CM)), ("chOff", (CM, CM))):
        point = xfrm.find(qn(f"a:{name}"))
        point.set("x", str(values[0]))
        point.set("y", str(values[1]))
    for name, size in (("ext", (4 * CM, 2 * CM)), ("chExt", (2 * CM, CM))):
        xfrm.find(qn(f"a:{name}")).set("cx", str(size[0]))
        xfrm.find(qn(f"a:{name}")).set("cy", str(size[1]))
    view, _ = deck(made)
    [found] = view.slides[0].elements
    rect = found.rect
    assert [round(n) for n in (rect.left, rect.top, rect.width, rect.height)] == [10 * CM, 5 * CM, 4 * CM, 2 * CM]
    assert found.text == "deep"


def test_pictures(deck, png):
    made = blank()
    picture = made.slides[0].shapes.add_picture(io.BytesIO(png), *map(Emu, (CM, CM, 4 * CM, 3 * CM)))
    picture.crop_left, picture.crop_top = 0.25, 0.1
    picture._element.nvPicPr.cNvPr.set("descr", "teal")
    picture.click_action.hyperlink.address = "https://example.org/p"
    view, _ = deck(made)
    [found] = view.slides[0].elements
    assert (found.crop, found.description, found.link) == ((0.25, 0.1, 0, 0), "teal", "https://example.org/p")
    assert (found.rect.left, found.rect.width) == (CM, 4 * CM)
    assert found.source(found.url) == png


def test_lines(deck):
    made = blank()
    made.slides[0].shapes.add_connector(MSO_CONNECTOR.STRAIGHT, *map(Emu, (0, 0, CM, 2 * CM)))
    _, raw = deck(made)
    [line] = raw["slides"][0]["pageElements"]
    assert line["line"]["lineType"] == "STRAIGHT_LINE"
    assert (line["size"]["width"]["magnitude"], line["size"]["height"]["magnitude"]) == (CM, 2 * CM)


def test_tables(deck):
    made = blank()
    table = made.slides[0].shapes.add_table(2, 3, *map(Emu, (0, 0, 9 * CM, 2 * CM))).table
    for number in range(6):
        table.cell(number // 3, number % 3).text = str(number)
    table.cell(0, 0).merge(table.cell(0, 1))
    table.columns[2].width = Emu(6 * CM)
    table.cell(1, 2).fill.solid()
    table.cell(1, 2).fill.fore_color.rgb = RGBColor(0, 255, 0)
    view, raw = deck(made)
    [found] = view.slides[0].elements
    assert (found.rows, found.columns) == (2, 3)
    assert [cell.text.split() for cell in found.cells] == [["0", "1"], ["2"], ["3"], ["4"], ["5"]]
    first, last = found.cells[0], found.cells[-1]
    assert (first.rect.width, last.rect.width, repr(last.fill)) == (6 * CM, 6 * CM, "#00FF00")
    assert raw["slides"][0]["pageElements"][0]["table"]["tableRows"][0]["tableCells"][0]["columnSpan"] == 2


def test_background_notes_skipped_hidden(deck):
    made = blank()
    slide = made.slides[0]
    slide.background.fill.solid()
    slide.background.fill.fore_color.rgb = RGBColor(0x11, 0x22, 0x33)
    slide.notes_slide.notes_text_frame.text = "Say\nhttps://example.org/source"
    slide._element.set("show", "0")
    box(made, "unseen")._element.nvSpPr.cNvPr.set("hidden", "1")
    view, raw = deck(made)
    [found] = view.slides
    assert repr(found.background) == "#112233"
    assert found.skipped
    assert found.elements == ()
    assert "Say\nhttps://example.org/source" in [element.text for element in found.notes.boxes]
    notes = raw["slides"][0]["slideProperties"]["notesPage"]
    assert notes["notesProperties"]["speakerNotesObjectId"] in [e["objectId"] for e in notes["pageElements"]]


def test_a_theme_whose_text_is_light(deck):
    made = blank()
    box(made)
    colours = made.slide_masters[0]._element.find(qn("p:clrMap"))
    for role, base in (("bg1", "dk1"), ("tx1", "lt1")):
        colours.set(role, base)
    view, _ = deck(made)
    assert repr(view.slides[0].background) == "#000000"
    assert repr(view.slides[0].elements[0].body.lines[0].runs[0].style.colour) == "#FFFFFF"


def test_text_for_which_the_file_states_nothing(deck):
    made = blank()
    box(made)
    stated = made.part._element.find(qn("p:defaultTextStyle"))
    stated.getparent().remove(stated)
    view, _ = deck(made)
    style = view.slides[0].elements[0].body.lines[0].runs[0].style
    assert (style.size, style.family, repr(style.colour)) == (18, "Calibri", "#000000")


def test_shrunk_text(deck):
    made = blank()
    frame = box(made).text_frame._txBody.bodyPr
    for child in [*frame]:
        frame.remove(child)
    frame.append(parse_xml(f'<a:normAutofit {nsdecls("a")} fontScale="62500"/>'))
    _, raw = deck(made)
    fit = raw["slides"][0]["pageElements"][0]["shape"]["shapeProperties"]["autofit"]
    assert fit == {"autofitType": "TEXT_AUTOFIT", "fontScale": 0.625}


def test_an_imported_deck_can_be_edited(workspace, uploaded, save):
    from pytest_knows.workspace import Kind

    made = blank(1)
    made.slides[0].shapes.title.text = "old"
    file_id = uploaded("a.pptx", save(made), Kind.PRESENTATION)
    decks = workspace.clients.slides.presentations()
    title = decks.get(presentationId=file_id).execute()["slides"][0]["pageElements"][0]["objectId"]
    requests = [{"insertText": {"objectId": title, "text": "very "}}, {"createSlide": {}}]
    decks.batchUpdate(presentationId=file_id, body={"requests": requests}).execute()
    slides = decks.get(presentationId=file_id).execute()["slides"]
    assert len(slides) == 2
    run = slides[0]["pageElements"][0]["shape"]["text"]["textElements"][1]["textRun"]
    assert run["content"] == "very old\n"
