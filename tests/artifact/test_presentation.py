"""The view of a deck over JSON that is written by hand: one thing at a time."""

import pytest

from pytest_knows.artifact.colour import Colour, Theme
from pytest_knows.artifact.presentation import Box, Other, Passage, Picture, Presentation, Table
from pytest_knows.errors import DamagedEvidence

PT = 12700


def deck(*elements, **more):
    slide = {"objectId": "s1", "pageElements": list(elements), **more.pop("slide", {})}
    return Presentation({"slides": [slide], **more}, more.pop("picture", lambda url: url.encode()))


def place(x=0, y=0, w=100, h=50, **transform):
    """An element's size and transform, in points."""
    return {
        "objectId": transform.pop("id", "e1"),
        "size": {"width": {"magnitude": w, "unit": "PT"}, "height": {"magnitude": h, "unit": "PT"}},
        "transform": {"scaleX": 1, "scaleY": 1, "translateX": x, "translateY": y, "unit": "PT", **transform},
    }


def text(*paragraphs, style=None, marker=None):
    """Paragraphs as (text, style) or texts."""
    elements = []
    for paragraph in paragraphs:
        content, own = paragraph if isinstance(paragraph, tuple) else (paragraph, {})
        elements.append({"paragraphMarker": {"style": style or {}, **(marker or {})}})
        elements.append({"textRun": {"content": content + "\n", "style": own}})
    return {"textElements": elements}


def shape(*paragraphs, properties=None, **where):
    found = {"shapeType": "TEXT_BOX", "text": text(*paragraphs), "shapeProperties": properties or {}}
    return {**place(**where), "shape": found}


def only_box(*args, **kwargs):
    (box,) = deck(shape(*args, **kwargs)).first_slide.boxes
    return box


def in_points(rect):
    return tuple(round(edge / PT, 3) for edge in (rect.left, rect.top, rect.right, rect.bottom))


# --- places ---


def test_page_size_defaults_and_units():
    assert (deck().width, deck().height) == (9144000, 5143500)
    points = {"width": {"magnitude": 720, "unit": "PT"}, "height": {"magnitude": 540, "unit": "PT"}}
    other = Presentation({"pageSize": points}, lambda _: b"")
    assert (other.width, other.height) == (9144000, 6858000)
    assert other.first_slide.rect.area == 9144000 * 6858000


def test_flipped_and_turned_elements():
    flipped = only_box("x", x=100, y=10, w=60, h=20, scaleX=-1)
    assert in_points(flipped.rect) == (40, 10, 100, 30)
    turned = only_box("x", x=100, y=10, w=60, h=20, scaleX=0, scaleY=0, shearX=-1, shearY=1)
    assert in_points(turned.rect) == (80, 10, 100, 70)


def test_nested_groups_with_z_order():
    inner = {"elementGroup": {"children": [shape("b", x=10, y=10, id="b")]}, **place(x=100, y=0, id="inner")}
    outer = {"elementGroup": {"children": [shape("a", id="a"), inner]}, **place(x=0, y=50, id="outer", scaleX=2)}
    slide = deck(outer, shape("c", id="c")).first_slide
    assert [(element.id, element.z) for element in slide.elements] == [("a", 0), ("b", 1), ("c", 2)]
    assert in_points(slide.elements[1].rect) == (220, 60, 420, 110)


def test_kinds_of_elements():
    picture = {
        **place(id="i"),
        "image": {"contentUrl": "u", "imageProperties": {"cropProperties": {"leftOffset": 0.25}}},
    }
    line = {**place(id="l"), "line": {"lineType": "STRAIGHT"}}
    chart = {**place(id="c"), "sheetsChart": {"contentUrl": "chart.png"}}
    video = {**place(id="v"), "video": {"url": "https://v"}}
    art = {**place(id="w"), "wordArt": {"renderedText": "Big"}}
    slide = deck(picture, line, chart, video, art, {"objectId": "?"}).first_slide
    assert [type(element) for element in slide.elements] == [Picture, Other, Other, Other, Box, Other]
    assert slide.pictures[0].crop == (0.25, 0, 0, 0)
    assert slide.pictures[0].data() == b"u"
    assert [element.kind for element in slide.elements if isinstance(element, Other)] == [
        "line",
        "sheetsChart",
        "video",
        "",
    ]
    assert [element.url for element in slide.elements if isinstance(element, Other)][1:3] == ["chart.png", "https://v"]
    assert [box.text for box in slide.text_boxes] == ["Big"]
    assert slide.text_boxes[0].extent == slide.text_boxes[0].rect


def test_word_art_is_as_large_as_its_box():
    def sizes(words, **placed):
        (line, *_) = (
            deck({**place(w=300, **placed), "wordArt": {"renderedText": words}}).first_slide.boxes[0].body.lines
        )
        return [round(run.style.size) for run in line.runs]

    assert sizes("Big", h=48) == [40]
    assert sizes("On two\nlines", h=48) == [20]
    assert sizes("Big", h=24, scaleX=2, scaleY=2) == [40]
    assert sizes("Big", h=48, scaleX=0, scaleY=0, shearX=-1, shearY=1) == [40]


def test_a_picture_without_url_is_damaged_evidence():
    (picture,) = (
        deck({**place(), "image": {}}).first_slide.pictures or deck({**place(), "image": {"x": 1}}).first_slide.pictures
    )
    with pytest.raises(DamagedEvidence, match="no content URL"):
        picture.data()


def test_tables_are_boxes_too():
    def cell(words, r, c, **more):
        return {"location": {"rowIndex": r, "columnIndex": c}, "text": text(words), **more}

    grey = {"solidFill": {"color": {"rgbColor": {"red": 0.5, "green": 0.5, "blue": 0.5}}}}
    rows = [
        [cell("Wide", 0, 0, columnSpan=2)],
        [cell("", 1, 0), cell("Right", 1, 1, tableCellProperties={"tableCellBackgroundFill": grey})],
    ]
    columns = [{"columnWidth": {"magnitude": w, "unit": "PT"}} for w in (30, 70)]
    raw = {
        "tableRows": [{"rowHeight": {"magnitude": 25, "unit": "PT"}, "tableCells": cells} for cells in rows],
        "tableColumns": columns,
    }
    (table,) = deck({**place(x=10, y=0), "table": raw}).first_slide.tables
    assert isinstance(table, Table)
    assert [box.text for box in table.cells] == ["Wide", "", "Right"]
    assert in_points(table.cells[0].rect) == (10, 0, 110, 25)
    assert in_points(table.cells[2].rect) == (40, 25, 110, 50)
    assert table.cells[2].fill == Colour(0.5, 0.5, 0.5)
    assert [box.text for box in deck({**place(), "table": raw}).first_slide.text_boxes] == ["Wide", "Right"]


def test_merged_cells_stand_wherever_they_cover():
    """Google leaves out the cells that another one covers; a span of 0 says the same."""

    def cell(words, r, c, **spans):
        return {"location": {"rowIndex": r, "columnIndex": c}, "text": text(words), **spans}

    rows = [
        [cell("a", 0, 0, rowSpan=2), cell("b", 0, 1, columnSpan=2)],
        [cell("", 1, 0, rowSpan=0), cell("c", 1, 1), cell("d", 1, 2)],
        [cell("e", 2, 0), cell("odd", 9, 9), cell("far", 2, 2, columnSpan=7)],
    ]
    raw = {"tableRows": [{"tableCells": cells} for cells in rows], "tableColumns": [{}, {}, {}]}
    (table,) = deck({**place(), "table": raw}).first_slide.tables
    assert [[cell and cell.text for cell in row] for row in table.grid] == [
        ["a", "b", "b"],
        ["a", "c", "d"],
        ["e", None, "far"],
    ]
    assert deck({**place(), "table": {"rows": 1}}).first_slide.tables[0].grid == ()


# --- text and styles ---


def test_defaults_of_text_that_states_nothing():
    (line,) = only_box("Hello").body.lines
    style = line.runs[0].style
    assert (style.size, style.family, style.colour, style.bold) == (14, "Arial", Colour(0, 0, 0), False)
    assert (line.alignment, line.spacing) == ("left", 1)


def test_heavy_letters_are_bold():
    def bold(**style):
        return only_box(("x", style)).body.lines[0].runs[0].style.bold

    assert bold(weightedFontFamily={"fontFamily": "Montserrat", "weight": 600})
    assert bold(weightedFontFamily={"weight": 900}, bold=False)
    assert not bold(weightedFontFamily={"weight": 500})
    assert bold(weightedFontFamily={"weight": 400}, bold=True)
    assert not bold(weightedFontFamily={"weight": "heavy"})


def test_what_is_marked_with_a_highlighter():
    def highlight(**style):
        return only_box(("x", style)).body.lines[0].runs[0].style.highlight

    green = {"opaqueColor": {"rgbColor": {"green": 1}}}
    assert highlight(backgroundColor=green) == Colour(0, 1, 0)
    assert highlight() is highlight(backgroundColor={}) is highlight(backgroundColor="x") is None


def test_vertical_tabs_break_lines_within_a_paragraph():
    body = only_box("One\vtwo", "Three").body
    assert [paragraph.text for paragraph in body.paragraphs] == ["One\ntwo", "Three"]
    assert [line.text for line in body.lines] == ["One", "two", "Three"]
    assert body.text == "One\ntwo\nThree"


def test_alignment_in_right_to_left_text():
    def aligned(**style):
        raw = {**place(), "shape": {"text": text("x", style=style)}}
        return deck(raw).first_slide.boxes[0].body.lines[0].alignment

    assert aligned(direction="RIGHT_TO_LEFT") == "right"
    assert aligned(direction="RIGHT_TO_LEFT", alignment="END") == "left"
    assert aligned(alignment="JUSTIFIED") == "justified"


PARENTS = {
    "layouts": [
        {
            "objectId": "layout",
            "layoutProperties": {"masterObjectId": "master", "displayName": "Mine"},
            "pageElements": [
                {
                    "objectId": "layout_body",
                    "shape": {
                        "placeholder": {"type": "BODY", "parentObjectId": "master_body"},
                        "text": {
                            "textElements": [
                                {"paragraphMarker": {"style": {"alignment": "CENTER"}, "bullet": {}}},
                                {"textRun": {"content": "\n", "style": {"italic": True}}},
                                {"paragraphMarker": {"style": {}, "bullet": {"nestingLevel": 1}}},
                                {"textRun": {"content": "\n", "style": {"fontSize": {"magnitude": 9, "unit": "PT"}}}},
                            ]
                        },
                    },
                }
            ],
        }
    ],
    "masters": [
        {
            "objectId": "master",
            "pageProperties": {"colorScheme": {"colors": [{"type": "ACCENT1", "color": {"red": 1}}]}},
            "pageElements": [
                {
                    "objectId": "master_body",
                    "shape": {
                        "placeholder": {"type": "BODY"},
                        "shapeProperties": {
                            "contentAlignment": "BOTTOM",
                            "shapeBackgroundFill": {"solidFill": {"color": {"themeColor": "ACCENT1"}}},
                        },
                        "text": text(("", {"fontSize": {"magnitude": 30, "unit": "PT"}, "bold": True})),
                    },
                }
            ],
        }
    ],
}


def placeholder_box(level, **placeholder):
    marker = {"paragraphMarker": {"bullet": {"nestingLevel": level}}}
    shape = {
        "placeholder": {"type": "BODY", **placeholder},
        "shapeProperties": {"shapeBackgroundFill": {"propertyState": "INHERIT"}},
        "text": {"textElements": [marker, {"textRun": {"content": "x\n"}}]},
    }
    properties = {"slideProperties": {"layoutObjectId": "layout", "masterObjectId": "master"}}
    return deck({**place(h=100), "shape": shape}, slide=properties, **PARENTS).first_slide.boxes[0]


@pytest.mark.parametrize("named", [{"parentObjectId": "layout_body"}, {"parentObjectId": "lost"}, {}])
def test_placeholders_inherit_by_nesting_level(named):
    box = placeholder_box(0, **named)
    style = box.body.lines[0].runs[0].style
    assert (style.size, style.bold, style.italic) == (30, True, True)
    assert box.body.lines[0].alignment == "center"
    assert box.fill == Colour(1, 0, 0)
    assert box.extent.bottom == pytest.approx((100 - 3.6) * PT)
    nested = placeholder_box(1, **named).body.lines[0]
    assert (nested.runs[0].style.size, nested.runs[0].style.italic, nested.alignment) == (9, False, "left")


def test_a_placeholder_that_is_its_own_parent_ends():
    ring = {"objectId": "layout_body", "shape": {"placeholder": {"type": "BODY", "parentObjectId": "layout_body"}}}
    layouts = [{"objectId": "layout", "pageElements": [ring]}]
    raw = {**place(), "shape": {"placeholder": {"type": "BODY", "parentObjectId": "layout_body"}, "text": text("x")}}
    assert deck(raw, layouts=layouts).first_slide.boxes[0].text == "x"


def test_links_behind_words_and_boxes():
    raw = {**place(), "shape": {"text": {"textElements": [
        {"paragraphMarker": {}},
        {"textRun": {"content": "see "}},
        {"textRun": {"content": "here\n", "style": {"link": {"url": "https://a.example"}}}},
    ]}, "shapeProperties": {"link": {"url": "https://b.example"}}}}  # fmt: skip
    passage = Passage.of(deck(raw).first_slide.text_boxes)
    assert passage.links == ("https://b.example", "https://a.example")
    assert passage.text == "see here"


def test_notes():
    notes = {"objectId": "n", "pageElements": [shape("First.", "Second.", id="n1")]}
    slide = deck(slide={"slideProperties": {"notesPage": notes}}).first_slide
    assert slide.notes.text == "First.\nSecond."
    assert slide.text == ""


# --- colours ---


def test_fills():
    def fill(**stated):
        return only_box("x", properties={"shapeBackgroundFill": stated}).fill

    red = {"color": {"rgbColor": {"red": 1}}}
    assert fill(solidFill=red) == Colour(1, 0, 0)
    assert fill(solidFill={"color": {"rgbColor": {}}, "alpha": 0.25}) == Colour(0.75, 0.75, 0.75)
    assert fill(solidFill=red, propertyState="NOT_RENDERED") is None
    assert fill(solidFill={**red, "alpha": 0}) is None
    assert fill(propertyState="INHERIT") is None


def drawn(weight=2, alpha=1.0, **more):
    fill = {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": alpha}}
    return {"weight": {"magnitude": weight, "unit": "PT"}, **more}, fill


def test_outlines_lines_and_borders():
    def outlined(**stated):
        stroke, fill = drawn(**stated)
        return only_box("x", properties={"outline": {**stroke, "outlineFill": fill}}).outline

    red = Colour(1, 0, 0)
    assert outlined() == red
    assert outlined(alpha=0.5) == Colour(1, 0.5, 0.5)
    assert outlined(weight=0) is outlined(alpha=0) is outlined(propertyState="NOT_RENDERED") is None
    assert only_box("x").outline is None
    stroke, fill = drawn()
    line = {**place(), "line": {"lineProperties": {**stroke, "lineFill": fill}}}
    image = {**place(), "image": {"contentUrl": "u", "imageProperties": {"outline": {**stroke, "outlineFill": fill}}}}
    assert [one.outline for one in deck(line, image).first_slide.elements] == [red, red]
    border = {"tableBorderProperties": {**stroke, "tableBorderFill": fill}}
    none = {"tableBorderProperties": {**stroke, "tableBorderFill": {"solidFill": {"alpha": 0}}}}
    table = {"tableRows": [{}], "verticalBorderRows": [{"tableBorderCells": [border, none, border]}]}
    assert deck({**place(), "table": table}).first_slide.tables[0].borders == (red,)


def test_how_opaque_a_picture_is():
    def opacity(**stated):
        return (
            deck({**place(), "image": {"contentUrl": "u", "imageProperties": stated}}).first_slide.pictures[0].opacity
        )

    assert [opacity(), opacity(transparency=0.75), opacity(transparency=7), opacity(transparency="x")] == [
        1,
        0.25,
        0,
        1,
    ]


def test_what_is_behind_a_slide():
    """The layout and the master of each; a background picture of theirs is not the slide's own."""
    picture = {"pageProperties": {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": "m.png"}}}}
    layout = {"objectId": "l", "layoutProperties": {"masterObjectId": "m"}, "pageElements": [shape("bar", id="bar")]}
    more = {"layouts": [layout], "masters": [{"objectId": "m", **picture}, {"objectId": "other"}]}
    slide = deck(slide={"slideProperties": {"layoutObjectId": "l"}}, **more).first_slide
    assert [page.id for page in slide.behind] == ["l", "m"]
    assert [box.text for page in slide.behind for box in page.boxes] == ["bar"]
    assert (slide.background_picture.url, slide.own_background_picture) == ("m.png", None)
    own = {"pageProperties": {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": "own.png"}}}}
    slide = deck(slide={"slideProperties": {"layoutObjectId": "l"}, **own}, **more).first_slide
    assert slide.own_background_picture.url == "own.png"
    assert deck().first_slide.behind == ()


def test_backgrounds_are_inherited():
    dark = {"pageBackgroundFill": {"solidFill": {"color": {"themeColor": "DARK1"}}}}
    own = {
        "slideProperties": {"masterObjectId": "m"},
        "pageProperties": {"pageBackgroundFill": {"propertyState": "INHERIT"}},
    }
    assert deck(slide=own, masters=[{"objectId": "m", "pageProperties": dark}]).first_slide.background == Colour(
        0, 0, 0
    )
    picture = {"pageProperties": {"pageBackgroundFill": {"stretchedPictureFill": {"contentUrl": "b.png"}}}}
    slide = deck(slide=picture).first_slide
    assert (slide.background, slide.background_picture.url) == (Colour(1, 1, 1), "b.png")
    assert (slide.background_picture.rect, slide.background_picture.data()) == (slide.rect, b"b.png")
    painted = {"slideProperties": {"masterObjectId": "m"}, "pageProperties": dark}
    slide = deck(slide=painted, masters=[{"objectId": "m", **picture}]).first_slide
    assert (slide.background, slide.background_picture) == (Colour(0, 0, 0), None), "the slide's own fill hides it"


def test_theme_colours():
    scheme = {"colorScheme": {"colors": [{"type": "DARK1", "color": {"blue": 1}}, {"type": "ACCENT1", "color": {}}]}}
    theme = Theme.of_pages([{}, {"pageProperties": scheme}, {"pageProperties": {"colorScheme": {"colors": []}}}])
    assert theme.named("TEXT1") == Colour(0, 0, 1)
    assert theme.named("ACCENT1") == Colour(0, 0, 0)
    assert theme.named("ACCENT4") == Colour.of_hex("#FFAB40")
    assert theme.named("NO_SUCH") is None
    assert theme.opaque({"rgbColor": {"green": 1}}) == Colour(0, 1, 0)
    assert theme.opaque({}) is None


# --- where text is seen ---


def extent(*paragraphs, properties=None, style=None, **where):
    raw = {**place(**where), "shape": {"text": text(*paragraphs, style=style), "shapeProperties": properties or {}}}
    return in_points(deck(raw).first_slide.boxes[0].extent)


def test_extent_of_one_line():
    # 10 characters of 14 pt: 10 x 0.55 x 14 = 77 pt wide, 1.2 x 14 = 16.8 pt high, 7.2 and 3.6 pt within the box.
    assert extent("abcdefghij", w=200) == (7.2, 3.6, 84.2, 20.4)
    assert extent("abcdefghij", w=200, style={"alignment": "END"}) == (115.8, 3.6, 192.8, 20.4)
    assert extent("abcdefghij", w=200, style={"alignment": "CENTER"}) == (61.5, 3.6, 138.5, 20.4)
    assert extent("abcdefghij", w=200, style={"lineSpacing": 150}) == (7.2, 3.6, 84.2, 28.8)


def test_extent_wraps_at_the_width_and_overflows_the_height():
    # 20 characters are 154 pt; 85.6 pt are free: two lines as wide as the room.
    assert extent("a" * 20, w=100, h=10) == (7.2, 3.6, 92.8, 37.2)


def test_extent_leaves_out_blank_paragraphs_but_keeps_their_room():
    assert extent("", "abcdefghij", "", w=200) == (7.2, 20.4, 84.2, 37.2)


@pytest.mark.parametrize(("alignment", "top"), [("TOP", 3.6), ("MIDDLE", 41.6), ("BOTTOM", 79.6)])
def test_extent_follows_the_content_alignment(alignment, top):
    box = extent("abcdefghij", w=200, h=100, properties={"contentAlignment": alignment})
    assert box == (7.2, top, 84.2, round(top + 16.8, 3))


def test_extent_shrinks_with_autofit():
    fitted = {"autofit": {"autofitType": "TEXT_AUTOFIT", "fontScale": 0.5}}
    assert extent("abcdefghij", w=200, properties=fitted) == (7.2, 3.6, 45.7, 12)
    assert only_box("x", properties=fitted).font_scale == 0.5
    assert only_box("x", properties={"autofit": {"fontScale": -3}}).font_scale == 1


def test_extent_of_turned_and_mirrored_boxes():
    # Turned by 90 degrees clockwise about its origin at (100, 0): the text runs down, its first line at the right.
    turned = {"x": 100, "w": 200, "h": 50, "scaleX": 0, "scaleY": 0, "shearX": -1, "shearY": 1}
    assert extent("abcdefghij", **turned) == (79.6, 7.2, 96.4, 84.2)
    # Mirroring a box does not mirror its text: it still begins at the left.
    assert extent("abcdefghij", x=200, w=200, scaleX=-1) == (7.2, 3.6, 84.2, 20.4)


def test_extent_scales_the_box_but_not_the_type():
    assert extent("abcdefghij", w=100, h=50, scaleX=2, scaleY=2) == (7.2, 3.6, 84.2, 20.4)


def test_a_passage_reads_boxes_from_the_top_and_counts_characters():
    small = shape(("tiny", {"fontSize": {"magnitude": 8, "unit": "PT"}, "bold": True}), x=0, y=100, id="small")
    large = shape(("larger text", {"fontSize": {"magnitude": 20, "unit": "PT"}}), x=0, y=0, w=300, id="large")
    passage = Passage.of(deck(small, large).first_slide.text_boxes)
    assert passage.text == "larger text\ntiny"
    assert (passage.size, passage.bold) == (20, False)
    assert passage.paragraphs == ("larger text", "tiny")
    assert len(passage.extents) == 2
    assert Passage.of([]) is None


def test_reprs_are_short_and_tell():
    slide = deck(shape("A title that is rather long for a representation", x=10, y=20)).first_slide
    assert repr(slide) == "Slide('s1', 1 elements)"
    assert repr(slide.boxes[0]) == "Box('A title that is rather long for a repre…' at 10,20 pt)"
    assert repr(Passage.of(slide.boxes)) == "'A title that is rather long for a representation'"
    assert repr(Colour(1, 0.5, 0)) == "#FF8000"
