"""The view over documents: what fixtures of our own show in Google's shape, and what malformed JSON reads as."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_knows.artifact.document import Document, Place, Table
from pytest_knows.errors import DamagedEvidence


def no_picture(url: str) -> bytes:
    raise DamagedEvidence(url)


def document(content, **more) -> Document:
    return Document({"body": {"content": content}, **more}, no_picture)


def para(*elements, **more):
    runs = [
        {"textRun": {"content": element, "textStyle": {}}} if isinstance(element, str) else element
        for element in elements
    ]
    return {"paragraph": {"elements": runs, "paragraphStyle": {"namedStyleType": "NORMAL_TEXT"}, **more}}


def table(*rows):
    cells = [{"tableCells": [{"content": cell} for cell in row]} for row in rows]
    return {"table": {"rows": len(rows), "columns": len(rows[0]), "tableRows": cells}}


def pt(magnitude):
    return {"magnitude": magnitude, "unit": "PT"}


def inline(object_id):
    return {"inlineObjectElement": {"inlineObjectId": object_id}}


def embedded(url="https://x/y", **properties):
    return {
        "imageProperties": {"contentUri": url, **properties},
        "size": {"width": {"magnitude": 10, "unit": "PT"}, "height": {"magnitude": 20, "unit": "PT"}},
    }


def inline_objects(**objects):
    return {
        key: {"objectId": key, "inlineObjectProperties": {"embeddedObject": value}} for key, value in objects.items()
    }


def texts(lines):
    return [line.text for line in lines]


def test_lines_end_at_soft_breaks_page_breaks_and_paragraphs():
    found = document([para("one\vtwo", {"pageBreak": {}}, "three\n"), para("\n"), para("four")])
    assert texts(found.lines) == ["one", "two", "three", "", "four"]


def test_a_line_says_which_manual_break_it_begins_behind():
    content = [para("a", {"pageBreak": {}}, "b", {"columnBreak": {}}, {"horizontalRule": {}}, "c\vd\n"), para("e\n")]
    lines = document([*content, para({"pageBreak": {}})]).lines
    assert [(line.text, line.begins) for line in lines] == [
        ("a", ""),
        ("b", "page"),
        ("", "column"),
        ("c", ""),
        ("d", ""),
        ("e", ""),
        ("", ""),
        ("", "page"),
    ]


def test_sections_have_columns_and_begin_pages():
    def section(**style):
        return {"sectionBreak": {"sectionStyle": style}}

    two = {"columnProperties": [{}, {}], "sectionType": "NEXT_PAGE"}
    content = [section(), para("a\n"), section(**two), para("b\n"), table([[para("c\n")]]), section(sectionType=3)]
    (tab,) = document(content).tabs
    assert [(part.columns, part.new_page, len(part.blocks)) for part in tab.sections] == [
        (1, False, 1),
        (2, True, 2),
        (1, False, 0),
    ]
    assert texts(tab.body.lines) == ["a", "b", "c"]
    assert [len(part.blocks) for part in document([para("x\n"), section(), para("y\n")]).tabs[0].sections] == [1, 1]
    assert len(document("nothing").tabs[0].sections) == 1


def test_tables_are_read_row_by_row_at_any_depth():
    inner = table([[para("b1\n")], [para("b2\n")]])
    found = document([para("before\n"), table([[para("a\n")], [inner]], [[para("c\n")], [para("d\n"), para("e\n")]])])
    assert texts(found.lines) == ["before", "a", "b1", "b2", "c", "d", "e"]
    outer = found.tabs[0].body.blocks[1]
    assert isinstance(outer, Table)
    assert outer.rows[1][1].text == "d\ne"


def test_tables_without_bottom_do_not_exhaust_the_stack():
    content = [para("deep\n")]
    for _ in range(100):
        content = [table([content])]
    assert document(content).lines == ()


def test_pictures_in_reading_order_with_place_crop_and_size():
    crop = {"cropProperties": {"offsetLeft": 0.5, "offsetTop": 0.25, "offsetRight": -0.1}}
    found = document(
        [
            para("x", inline("a"), "y\n"),
            table([[para(inline("b"), "\n")]]),
            para("late\n", positionedObjectIds=["c"]),
        ],
        inlineObjects=inline_objects(a=embedded(**crop), b=embedded(), h=embedded()),
        positionedObjects={"c": {"positionedObjectProperties": {"embeddedObject": embedded()}}},
        headers={"kix.h": {"content": [para(inline("h"), "\n")]}},
        documentStyle={"defaultHeaderId": "kix.h"},
    )
    assert [(p.object_id, p.place, p.positioned) for p in found.pictures] == [
        ("a", Place.BODY, False),
        ("b", Place.TABLE, False),
        ("c", Place.BODY, True),
        ("h", Place.HEADER, False),
    ]
    first = found.pictures[0]
    assert (first.crop.left, first.crop.top, first.crop.right, first.crop.visible) == (0.5, 0.25, 0, 0.375)
    assert (first.width, first.height) == (10, 20)
    assert texts(found.after(first)) == ["y", "", "late"]
    assert texts(found.after(found.pictures[2])) == ["late"]
    assert found.after(found.pictures[3]) == ()


def test_a_drawing_is_a_picture_without_bytes():
    drawing = {"embeddedDrawingProperties": {}, "size": {}}
    found = document([para(inline("d"))], inlineObjects=inline_objects(d=drawing))
    with pytest.raises(DamagedEvidence, match="no content"):
        found.pictures[0].data()


@pytest.mark.parametrize(
    ("style", "sections", "shown"),
    [
        ({"defaultHeaderId": "d"}, [], [("d", True)]),
        ({"defaultHeaderId": "d", "firstPageHeaderId": "f"}, [], [("d", True)]),
        (
            {"defaultHeaderId": "d", "firstPageHeaderId": "f", "useFirstPageHeaderFooter": True},
            [],
            [("f", True), ("d", False)],
        ),
        ({"defaultHeaderId": "d", "useFirstPageHeaderFooter": True}, [], [("d", False)]),
        (
            {"defaultHeaderId": "d", "evenPageHeaderId": "e", "useEvenPageHeaderFooter": True},
            [],
            [("d", True), ("e", False)],
        ),
        ({"defaultHeaderId": "d"}, [{}, {"defaultHeaderId": "s"}], [("d", True), ("s", False)]),
        (
            {"defaultHeaderId": "d"},
            [{"useFirstPageHeaderFooter": True, "firstPageHeaderId": "f"}],
            [("f", True), ("d", False)],
        ),
        ({}, [], []),
    ],
)
def test_headers_by_page(style, sections, shown):
    content = [{"sectionBreak": {"sectionStyle": section, "x": 1}} for section in sections]
    found = document([*content, para("\n")], documentStyle=style)
    assert [(segment.segment_id, segment.on_first_page) for segment in found.tabs[0].margins] == shown


def test_only_the_first_pages_header_is_among_the_lines():
    headers = {key: {"content": [para(f"header {key}\n")]} for key in "fd"}
    style = {"defaultHeaderId": "d", "firstPageHeaderId": "f", "useFirstPageHeaderFooter": True}
    found = document([para("body\n")], headers=headers, documentStyle=style)
    assert texts(found.lines) == ["body", "header f"]


def test_tabs_and_their_children():
    def tab(number, *children):
        content = {"body": {"content": [para(f"text {number}\n")]}}
        return {
            "tabProperties": {"tabId": f"t.{number}", "title": f"T{number}"},
            "documentTab": content,
            "childTabs": list(children),
        }

    found = Document({"tabs": [tab(1, tab(2)), tab(3)]}, no_picture)
    assert [(t.tab_id, t.title) for t in found.tabs] == [("t.1", "T1"), ("t.2", "T2"), ("t.3", "T3")]
    assert texts(found.lines) == ["text 1", "text 2", "text 3"]


def test_chips_show_their_text_and_lead_somewhere():
    person = {"person": {"personProperties": {"name": "Ada L.", "email": "ada@example.org"}}}
    nameless = {"person": {"personProperties": {"email": "x@example.org"}}}
    page = {"richLink": {"richLinkProperties": {"title": "A page", "uri": "https://example.org"}}}
    date = {"dateElement": {"dateElementProperties": {"displayText": "3 March"}}}
    (line,) = document([para("by ", person, ", ", nameless, ", ", page, ", ", date, "\n")]).lines
    assert line.text == "by Ada L., x@example.org, A page, 3 March"
    assert line.links == (
        ("Ada L.", "mailto:ada@example.org"),
        ("x@example.org", "mailto:x@example.org"),
        ("A page", "https://example.org"),
    )


def test_a_link_over_several_runs_is_one_link():
    runs = [{"textRun": {"content": text, "textStyle": {"link": {"url": "https://e.org"}}}} for text in ("Git", "Hub")]
    (line,) = document([para(*runs, " rest\n")]).lines
    assert line.links == (("GitHub", "https://e.org"),)


def test_suggestions():
    gone = {"textRun": {"content": "gone", "suggestedDeletionIds": ["s"]}}
    new = {"textRun": {"content": "new", "suggestedInsertionIds": ["s"]}}
    assert texts(document([para("a ", gone, new, "\n")]).lines) == ["a new"]


def test_what_is_behind_a_paragraph_and_a_cell():
    yellow = {"backgroundColor": {"color": {"rgbColor": {"red": 1, "green": 1}}}}
    shaded = para("a\n", paragraphStyle={"shading": yellow})
    cells = table([[shaded], [para("b\n")]])
    cells["table"]["tableRows"][0]["tableCells"][1]["tableCellStyle"] = yellow
    left, right = document([cells]).tabs[0].body.blocks[0].rows[0]
    assert (repr(left.background), repr(left.blocks[0].style.shading)) == ("None", "#FFFF00")
    assert (repr(right.background), repr(right.blocks[0].style.shading)) == ("#FFFF00", "None")


def rgb(red, green, blue):
    return {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}}


def styled(text, colour=None, behind=None, size=None):
    style = {"foregroundColor": colour, "backgroundColor": behind, "fontSize": size and pt(size)}
    return {"textRun": {"content": text, "textStyle": {key: value for key, value in style.items() if value}}}


WHITE_RGB, DARK = rgb(1, 1, 1), rgb(0.1, 0.1, 0.3)


def test_what_nobody_can_see_is_no_text():
    near_white = rgb(0.99, 1, 0.99)
    runs = [
        styled("seen "),
        styled("white ", WHITE_RGB),
        styled("nearly ", near_white),
        styled("grey ", rgb(0.9, 0.9, 0.9)),
        styled("tiny ", size=1),
        styled("on a marker ", WHITE_RGB, behind=DARK),
        styled("marked over", DARK, behind=DARK),
        {"textRun": {**styled("a link", WHITE_RGB)["textRun"]}},
    ]
    runs[-1]["textRun"]["textStyle"]["link"] = {"url": "https://e.org"}
    (line,) = document([para(*runs, "\n")]).lines
    assert line.text == "seen grey on a marker "
    assert line.links == ()


def test_soft_breaks_of_hidden_text_break_lines_all_the_same():
    assert texts(document([para("a", styled("x\vy", WHITE_RGB), "b\n")]).lines) == ["a", "b"]


def test_white_text_is_seen_on_what_is_dark():
    white = para(styled("white\n", WHITE_RGB))
    shaded = para(styled("white\n", WHITE_RGB), paragraphStyle={"shading": {"backgroundColor": DARK}})
    cells = table([[table([[white]])], [white]])
    cells["table"]["tableRows"][0]["tableCells"][0]["tableCellStyle"] = {"backgroundColor": DARK}
    assert texts(document([shaded, cells, white]).lines) == ["white", "white", "", ""]
    page = {"background": {"color": DARK}}
    assert texts(document([white], documentStyle=page).lines) == ["white"]
    behind = {"positionedObjectProperties": {"positioning": {"layout": "BEHIND_TEXT"}}}
    assert texts(document([white], positionedObjects={"x": behind}).lines) == ["white"]
    beside = {"positionedObjectProperties": {"positioning": {"layout": "WRAP_TEXT"}}}
    assert texts(document([white], positionedObjects={"x": beside}).lines) == [""]


def test_how_wide_a_line_can_be():
    assert document([]).tabs[0].text_width == 612 - 144
    style = {"pageSize": {"width": pt(400), "height": pt(600)}, "marginLeft": pt(50), "marginRight": pt(500)}
    assert document([], documentStyle=style).tabs[0].text_width == 0
    assert document([], documentStyle={**style, "marginRight": pt(25)}).tabs[0].text_width == 325


def test_styles_come_from_normal_text_named_style_and_run():
    styles = [
        {
            "namedStyleType": "NORMAL_TEXT",
            "textStyle": {
                "fontSize": {"magnitude": 11, "unit": "PT"},
                "bold": False,
                "foregroundColor": {"color": {"rgbColor": {}}},
            },
            "paragraphStyle": {"alignment": "START", "lineSpacing": 115},
        },
        {
            "namedStyleType": "HEADING_1",
            "textStyle": {"fontSize": {"magnitude": 20, "unit": "PT"}, "bold": True},
            "paragraphStyle": {"alignment": "CENTER", "namedStyleType": "NORMAL_TEXT"},
        },
    ]
    run = {"textRun": {"content": "Head", "textStyle": {"bold": False, "foregroundColor": {}}}}
    heading = para("Plain ", run)
    heading["paragraph"]["paragraphStyle"] = {"namedStyleType": "HEADING_1", "lineSpacing": 100}
    (paragraph,) = document([heading], namedStyles={"styles": styles}).tabs[0].body.paragraphs
    plain, own = (piece.style for piece in paragraph.runs)
    assert (plain.size, plain.bold, repr(plain.colour)) == (20, True, "#000000")
    assert (own.size, own.bold, own.colour) == (20, False, None)
    assert (paragraph.style.named, paragraph.style.alignment, paragraph.style.line_spacing) == (
        "HEADING_1",
        "CENTER",
        100,
    )


def test_a_paragraph_says_how_text_without_a_style_of_its_own_looks():
    styles = {
        "styles": [
            {"namedStyleType": "NORMAL_TEXT", "textStyle": {"fontSize": pt(12)}},
            {"namedStyleType": "HEADING_3", "textStyle": {"bold": True}},
        ]
    }
    title = para(
        {"textRun": {"content": "A\n", "textStyle": {"fontSize": pt(30)}}},
        paragraphStyle={"namedStyleType": "HEADING_3"},
    )
    plain = document([title], namedStyles=styles).tabs[0].body.paragraphs[0].plain
    assert (plain.size, plain.bold) == (12, True)


def test_named_ranges_are_told_where_they_begin():
    def at(start, end, **more):
        return {"ranges": [{"startIndex": start, "endIndex": end, **more}]}

    ranges = {
        "b": {"namedRanges": [at(4, 7), at(8, 9)]},
        "a": {"namedRanges": [at(4, 6)]},
        "elsewhere": {"namedRanges": [at(4, 6, segmentId="kix.header"), {"ranges": "spoiled"}]},
    }
    content = [
        {**para("one\n"), "startIndex": 1, "endIndex": 4},
        {**para("two\n"), "startIndex": 4, "endIndex": 8},
        {**para("three\n"), "startIndex": 8, "endIndex": 14},
    ]
    found = document(content, namedRanges=ranges).tabs[0].body.paragraphs
    assert [paragraph.range_names for paragraph in found] == [(), ("a", "b"), ("b",)]


def test_footnotes_are_no_lines_of_the_body():
    found = document(
        [para("text", {"footnoteReference": {"footnoteId": "n"}}, "\n")], footnotes={"n": {"content": [para("note\n")]}}
    )
    assert texts(found.lines) == ["text"]
    assert [texts(note.lines) for note in found.footnotes] == [["note"]]


@pytest.mark.parametrize(
    "raw", [None, [], 3, "text", {}, {"body": None}, {"tabs": {}}, {"tabs": [1]}, {"body": {"content": [[]]}}]
)
def test_what_is_no_document_is_a_blank_one(raw):
    found = Document(raw, no_picture)
    assert (found.lines, found.pictures, found.page_size, found.title) == ((), (), (612, 792), "")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=5,
)
SAMPLE = json.dumps(
    {
        "title": "T",
        "body": {
            "content": [
                {"sectionBreak": {"sectionStyle": {}}},
                para("a", inline("i"), "\n", bullet={"listId": "l"}),
                table([[para("b\n")]]),
            ]
        },
        "inlineObjects": inline_objects(i=embedded(cropProperties={"offsetLeft": 0.1})),
        "positionedObjects": {"p": {"positionedObjectProperties": {"embeddedObject": embedded()}}},
        "lists": {"l": {"listProperties": {"nestingLevels": [{"glyphType": "DECIMAL"}]}}},
        "headers": {"h": {"content": [para("h\n", positionedObjectIds=["p"])]}},
        "documentStyle": {"defaultHeaderId": "h", "pageSize": {"width": {"magnitude": 1}}},
        "namedStyles": {"styles": [{"namedStyleType": "NORMAL_TEXT", "textStyle": {"fontSize": {"magnitude": 11}}}]},
    }
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_value_anywhere_reads_as_something(data):
    raw = json.loads(SAMPLE)
    spots, stack = [], [raw]
    while stack:
        value = stack.pop()
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        spots += [(value, key) for key in keys]
        stack += [value[key] for key in keys if isinstance(value[key], dict | list)]
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(JSON)
    found = Document(raw, no_picture)
    everything = (found.lines, found.pictures, found.footnotes, found.page_size, [t.margins for t in found.tabs])
    assert len(repr(everything)) < 5000
    behind = [found.after(picture) for picture in found.pictures]
    assert all(len(lines) <= len(found.tabs[0].body.lines) for lines in behind)
