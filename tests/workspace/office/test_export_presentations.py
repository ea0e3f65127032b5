"""Decks out as .pptx and in again: what the views see stays as it is."""

from __future__ import annotations

import hashlib
import io
import itertools
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_knows.artifact.geometry import EMU_PER_PT
from pytest_knows.artifact.presentation import Box, Element, Picture, Presentation, Slide, Table, TextBody
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office_formats import PPTX

pptx = pytest.importorskip("pptx")

from pptx.dml.color import RGBColor  # noqa: E402
from pptx.enum.dml import MSO_THEME_COLOR  # noqa: E402
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE  # noqa: E402
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN  # noqa: E402
from pptx.oxml import parse_xml  # noqa: E402
from pptx.oxml.ns import nsdecls  # noqa: E402
from pptx.util import Emu, Pt  # noqa: E402

from .differing import differences  # noqa: E402

Json = dict[str, Any]
CM = 360000


def text_seen(body: TextBody) -> list[Any]:
    return [
        (
            paragraph.level,
            paragraph.bullet,
            [
                (line.alignment, line.spacing, runs_seen(line.runs))
                for line in paragraph.lines
            ],
        )
        for paragraph in body.paragraphs
    ]  # fmt: skip


def runs_seen(runs: Any) -> list[Any]:
    """Runs of the same look joined: how text is cut into them is nobody's business."""
    looks = itertools.groupby((run for run in runs if run.text), key=lambda run: (repr(run.style), run.link))
    return [("".join(run.text for run in same), *look) for look, same in looks]


def element_seen(element: Element) -> list[Any]:
    corners = [tuple(part / EMU_PER_PT for part in corner) for corner in element.corners]
    found: list[Any] = [type(element).__name__, corners, element.title, element.description]
    if isinstance(element, Box):
        found += [element.shape_type, element.placeholder, repr(element.fill), element.link, text_seen(element.body)]
    if isinstance(element, Picture):
        found += [element.crop, element.link, element.placeholder, hashlib.sha256(element.data()).hexdigest()]
    if isinstance(element, Table):
        found += [element.rows, element.columns, [element_seen(cell) for cell in element.cells]]
    return [*found, getattr(element, "kind", "")]


def slide_seen(slide: Slide) -> Json:
    return {
        "background": (repr(slide.background), bool(slide.background_picture)),
        "elements": [element_seen(element) for element in slide.elements],
        "notes": slide.notes.text,
        "about": (slide.layout, slide.skipped),
    }


def seen(view: Presentation) -> Json:
    return {"size": (view.width, view.height), "slides": [slide_seen(slide) for slide in view.slides]}


def png(colour: tuple[int, int, int] = (200, 30, 30), side: int = 8) -> bytes:
    rows = b"".join(b"\0" + bytes(colour) * side for _ in range(side))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def slides(workspace: Workspace) -> Any:
    return workspace.clients.slides.presentations()


@pytest.fixture
def view_of(workspace: Workspace, slides: Any) -> Callable[[str], Presentation]:
    def view_of(file_id: str) -> Presentation:
        return Presentation(slides.get(presentationId=file_id).execute(), lambda url: workspace.picture(url)[0])

    return view_of


@pytest.fixture
def exported(workspace: Workspace) -> Callable[[str], bytes]:
    def exported(file_id: str) -> bytes:
        data: bytes = workspace.clients.drive.files().export(fileId=file_id, mimeType=PPTX).execute()
        return data

    return exported


@pytest.fixture
def kept(view_of: Any, exported: Any, uploaded: Any) -> Callable[[str], Presentation]:
    """`kept(file_id)`: asserts that the file is the same after a round through .pptx, to 0.01 pt; the view."""

    def kept(file_id: str) -> Presentation:
        before = view_of(file_id)
        after = view_of(uploaded("again.pptx", exported(file_id), Kind.PRESENTATION))
        assert differences(seen(before), seen(after), within=0.01) == []
        return before

    return kept


@pytest.fixture
def made(workspace: Workspace, slides: Any) -> Callable[..., str]:
    """`made(request, ...)`: the id of a new deck with an empty slide `s` on which they were carried out."""

    def made(*requests: Json, layout: str = "BLANK") -> str:
        file_id = workspace.create_file(Kind.PRESENTATION, "A deck").id
        slide = {"createSlide": {"objectId": "slide_s", "slideLayoutReference": {"predefinedLayout": layout}}}
        slides.batchUpdate(presentationId=file_id, body={"requests": [slide, *requests]}).execute()
        return file_id

    return made


def place(at: tuple[float, float], size: tuple[float, float] = (100, 50), **transform: float) -> Json:
    sides = {side: {"magnitude": length, "unit": "PT"} for side, length in zip(("width", "height"), size, strict=True)}
    move = {"scaleX": 1, "scaleY": 1, "translateX": at[0], "translateY": at[1], "unit": "PT", **transform}
    return {"pageObjectId": "slide_s", "size": sides, "transform": move}


def shape(name: str, kind: str = "TEXT_BOX", text: str = "", **where: Any) -> list[Json]:
    spot = where.get("spot") or place((50, 60))
    made = {"createShape": {"objectId": name, "shapeType": kind, "elementProperties": spot}}
    return [made, {"insertText": {"objectId": name, "text": text}}] if text else [made]


def look(name: str, style: Json, start: int | None = None, end: int | None = None) -> Json:
    span = {"type": "ALL"} if start is None else {"type": "FIXED_RANGE", "startIndex": start, "endIndex": end}
    return {"updateTextStyle": {"objectId": name, "style": style, "textRange": span, "fields": ",".join(style)}}


def rgb(red: float, green: float, blue: float) -> Json:
    return {"rgbColor": {"red": red, "green": green, "blue": blue}}


def test_a_talk_with_title_and_bullets(made, slides, kept):
    file_id = made(layout="TITLE_AND_BODY")
    page = slides.get(presentationId=file_id).execute()["slides"][1]
    title, body = (element["objectId"] for element in page["pageElements"][:2])
    notes = page["slideProperties"]["notesPage"]["notesProperties"]["speakerNotesObjectId"]
    requests = [
        {"insertText": {"objectId": title, "text": "Größe 🌵"}},
        {"insertText": {"objectId": body, "text": "one\n\ttwo\n\t\tthree\nfour"}},
        {"createParagraphBullets": {"objectId": body, "textRange": {"type": "ALL"},
                                    "bulletPreset": "BULLET_DISC_CIRCLE_SQUARE"}},
        {"insertText": {"objectId": notes, "text": "Say hello.\nBreathe."}},
        look(title, {"bold": True, "foregroundColor": {"opaqueColor": {"themeColor": "ACCENT1"}}}),
        look(body, {"link": {"url": "https://example.org/?a=1&b=2"}, "foregroundColor": {"opaqueColor": rgb(1, 0, 0)},
                    "underline": False}, 0, 3),
    ]  # fmt: skip
    slides.batchUpdate(presentationId=file_id, body={"requests": requests}).execute()
    view = kept(file_id)
    assert view.slides[1].notes.text == "Say hello.\nBreathe."


def test_numbered_lists_and_paragraph_styles(made, kept):
    style = {"alignment": "END", "lineSpacing": 150, "spaceAbove": {"magnitude": 6, "unit": "PT"}}
    view = kept(
        made(
            *shape("box_1", text="a\n\tb\n\tc\nd\n\tx\ne"),
            {"createParagraphBullets": {"objectId": "box_1", "textRange": {"type": "ALL"},
                                        "bulletPreset": "NUMBERED_DIGIT_ALPHA_ROMAN"}},
            *shape("box_2", text="right\vbroken\nרגיל"),
            {"updateParagraphStyle": {"objectId": "box_2", "style": style, "fields": ",".join(style),
                                      "textRange": {"type": "ALL"}}},
            {"updateParagraphStyle": {"objectId": "box_2", "style": {"direction": "RIGHT_TO_LEFT"},
                                      "fields": "direction",
                                      "textRange": {"type": "FROM_START_INDEX", "startIndex": 13}}},
        )
    )  # fmt: skip
    assert [found.bullet for found in view.slides[1].boxes[0].body.paragraphs] == ["1.", "a.", "b.", "2.", "a.", "3."]


def numbered(*starts: tuple[str, int]) -> Any:
    """A text box with a paragraph for each scheme and first number, each after a plain one."""
    made = blank()
    frame = made.slides[0].shapes.add_textbox(CM, CM, 9 * CM, 9 * CM).text_frame
    for scheme, start in starts:
        frame.add_paragraph().text = "plain"
        for text in ("one", "two"):
            paragraph = frame.add_paragraph()
            paragraph.text = text
            paragraph._p.get_or_add_pPr().append(
                parse_xml(f'<a:buAutoNum {nsdecls("a")} type="{scheme}" startAt="{start}"/>')
            )
    return made


def test_numbers_that_do_not_begin_at_one(uploaded, save, kept):
    starts = [("arabicPeriod", 3), ("romanLcParenR", 9), ("alphaUcParenBoth", 9), ("alphaLcPeriod", 2)]
    view = kept(uploaded("first.pptx", save(numbered(*starts)), Kind.PRESENTATION))
    found = [paragraph.bullet for paragraph in view.slides[0].boxes[0].body.paragraphs if paragraph.bullet]
    assert found == ["3.", "4.", "ix)", "x)", "(I)", "(J)", "b.", "c."]


def test_a_diagram_of_forms_lines_and_groups(made, kept):
    fill = {"shapeBackgroundFill": {"solidFill": {"color": rgb(0.2, 0.4, 0.6), "alpha": 0.5}},
            "outline": {"outlineFill": {"solidFill": {"color": {"themeColor": "ACCENT4"}}}, "dashStyle": "DASH",
                        "weight": {"magnitude": 3, "unit": "PT"}},
            "contentAlignment": "MIDDLE", "link": {"url": "https://example.org/"}}  # fmt: skip
    turned = {"scaleX": 0.8, "shearY": 0.6, "shearX": -0.6, "scaleY": 0.8}
    line = {"createLine": {"objectId": "line_1", "category": "STRAIGHT",
                           "elementProperties": place((10, 200), (80, 40), scaleY=-1)}}  # fmt: skip
    kept(
        made(
            *shape("form_1", "ROUND_RECTANGLE", "turned", spot=place((200, 100), **turned)),
            *shape("form_2", "STAR_5", spot=place((300, 100), (60, 60), scaleX=-1)),
            *shape("form_3", "RIGHT_ARROW", "both", spot=place((20, 20), scaleX=2, scaleY=0.5)),
            {"updateShapeProperties": {"objectId": "form_1", "shapeProperties": fill,
                "fields": "shapeBackgroundFill.solidFill,outline,contentAlignment,link"}},
            line,
            {"updateLineProperties": {"objectId": "line_1", "fields": "endArrow,weight", "lineProperties": {
                "endArrow": "STEALTH_ARROW", "weight": {"magnitude": 2, "unit": "PT"}}}},
            {"groupObjects": {"groupObjectId": "group_1", "childrenObjectIds": ["form_2", "form_3"]}},
            {"updatePageElementTransform": {"objectId": "group_1", "applyMode": "RELATIVE",
                "transform": {"scaleX": 0.5, "scaleY": 0.5, "translateX": 40, "translateY": 9, "unit": "PT"}}},
            {"groupObjects": {"groupObjectId": "group_2", "childrenObjectIds": ["group_1", "form_1"]}},
            {"updatePageElementAltText": {"objectId": "form_2", "title": "A star", "description": 'of "five" points'}},
        )
    )  # fmt: skip


def test_lines_and_outlines(made, slides, exported, uploaded):
    """What no view sees."""
    solid = {"solidFill": {"color": {"themeColor": "ACCENT4"}, "alpha": 0.5}}
    line = {"lineFill": solid, "weight": {"magnitude": 2, "unit": "PT"}, "dashStyle": "LONG_DASH_DOT",
            "startArrow": "OPEN_ARROW", "endArrow": "FILL_DIAMOND"}  # fmt: skip
    outline = {"outlineFill": solid, "weight": {"magnitude": 3, "unit": "PT"}, "dashStyle": "DOT"}
    spot = place((10, 200), (80, 40))
    file_id = made(
        {"createLine": {"objectId": "line_1", "category": "CURVED", "elementProperties": spot}},
        {"updateLineProperties": {"objectId": "line_1", "lineProperties": line, "fields": "*"}},
        *shape("form_1", "ELLIPSE"),
        {"updateShapeProperties": {"objectId": "form_1", "shapeProperties": {"outline": outline}, "fields": "outline"}},
    )
    again = uploaded("again.pptx", exported(file_id), Kind.PRESENTATION)
    drawn, form = slides.get(presentationId=again).execute()["slides"][1]["pageElements"]
    found = drawn["line"]["lineProperties"]
    assert drawn["line"]["lineCategory"] == "CURVED"
    assert {**found, "weight": {"magnitude": found["weight"]["magnitude"] / EMU_PER_PT, "unit": "PT"}} == line
    found = form["shape"]["shapeProperties"]["outline"]
    assert (found["outlineFill"], found["weight"]["magnitude"], found["dashStyle"]) == (solid, 3 * EMU_PER_PT, "DOT")


def test_a_table_with_merges_and_fills(made, kept):
    spot = {"pageObjectId": "slide_s", **{name: place((30, 40), (300, 90))[name] for name in ("size", "transform")}}
    corner = {"tableCellBackgroundFill": {"solidFill": {"color": rgb(1, 0.9, 0.2)}}, "contentAlignment": "BOTTOM"}

    def cells(row: int, column: int, rows: int = 1, columns: int = 1) -> Json:
        where = {"rowIndex": row, "columnIndex": column}
        return {"location": where, "rowSpan": rows, "columnSpan": columns}

    kept(
        made(
            {"createTable": {"objectId": "table_1", "rows": 3, "columns": 3, "elementProperties": spot}},
            {"insertText": {"objectId": "table_1", "cellLocation": {"rowIndex": 0, "columnIndex": 0}, "text": "Head"}},
            {"insertText": {"objectId": "table_1", "cellLocation": {"rowIndex": 2, "columnIndex": 2}, "text": "1\n2"}},
            {"mergeTableCells": {"objectId": "table_1", "tableRange": cells(0, 0, 1, 2)}},
            {"mergeTableCells": {"objectId": "table_1", "tableRange": cells(1, 0, 2, 2)}},
            {"updateTableCellProperties": {"objectId": "table_1", "tableRange": cells(0, 0),
                                           "tableCellProperties": corner,
                                           "fields": "tableCellBackgroundFill.solidFill,contentAlignment"}},
            {"updateTableColumnProperties": {"objectId": "table_1", "columnIndices": [2], "fields": "columnWidth",
                "tableColumnProperties": {"columnWidth": {"magnitude": 170, "unit": "PT"}}}},
        )
    )  # fmt: skip


def test_backgrounds_and_skipped_slides(made, slides, kept):
    back = {"pageBackgroundFill": {"solidFill": {"color": rgb(0.1, 0.2, 0.3)}}}
    file_id = made(
        {"updatePageProperties": {"objectId": "slide_s", "pageProperties": back,
                                  "fields": "pageBackgroundFill.solidFill"}},
        {"updateSlideProperties": {"objectId": "slide_s", "slideProperties": {"isSkipped": True},
                                   "fields": "isSkipped"}},
    )  # fmt: skip
    view = kept(file_id)
    assert (repr(view.slides[1].background), view.slides[1].skipped) == ("#1A334C", True)


@pytest.mark.parametrize("layout", ["TITLE", "SECTION_HEADER", "TITLE_AND_TWO_COLUMNS", "BIG_NUMBER"])
def test_every_placeholder_of_a_layout(made, slides, kept, layout):
    file_id = made(layout=layout)
    page = slides.get(presentationId=file_id).execute()["slides"][1]
    texts = [
        {"insertText": {"objectId": element["objectId"], "text": f"text {number}"}}
        for number, element in enumerate(page["pageElements"])
        if element["shape"]["placeholder"]["type"] != "SLIDE_NUMBER"
    ]
    slides.batchUpdate(presentationId=file_id, body={"requests": texts}).execute()
    assert len(kept(file_id).slides[1].text_boxes) == len(texts)


# made by python-pptx, imported first


def blank(layout: int = 6) -> Any:
    made = pptx.Presentation()
    made.slides.add_slide(made.slide_layouts[layout])
    return made


def report() -> Any:
    made = blank(1)
    slide = made.slides[0]
    slide.shapes.title.text = "The title"
    frame = slide.placeholders[1].text_frame
    frame.text = "one"
    for text, level in (("two", 1), ("three", 2)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    slide.notes_slide.notes_text_frame.text = "Notes\nof two lines"
    return made


def poster() -> Any:
    made = blank()
    made.slide_width, made.slide_height = Emu(9144000), Emu(5143500)
    box = made.slides[0].shapes.add_textbox(CM, 2 * CM, 9 * CM, 3 * CM)
    frame = box.text_frame
    frame.vertical_anchor = MSO_ANCHOR.MIDDLE
    run = frame.paragraphs[0].add_run()
    run.text, run.font.size, run.font.bold, run.font.name = "Big", Pt(40), True, "Georgia"
    run.font.color.rgb = RGBColor(0x33, 0x66, 0x99)
    frame.paragraphs[0].alignment = PP_ALIGN.CENTER
    frame.paragraphs[0].line_spacing = 1.5
    link = frame.add_paragraph().add_run()
    link.text, link.hyperlink.address = "a link", "https://example.org/"
    box.rotation = 30
    return made


def album() -> Any:
    made = blank()
    shapes = made.slides[0].shapes
    picture = shapes.add_picture(io.BytesIO(png()), CM, CM, 4 * CM, 3 * CM)
    picture.crop_left, picture.crop_top, picture.rotation = 0.25, 0.1, 45
    picture._element.nvPicPr.cNvPr.set("descr", "A red square")
    group = shapes.add_group_shape()
    group.shapes.add_picture(io.BytesIO(png((0, 200, 0))), 6 * CM, CM, 2 * CM, 2 * CM)
    group.shapes.add_shape(MSO_SHAPE.OVAL, 9 * CM, CM, 2 * CM, 2 * CM)
    return made


def flow_chart() -> Any:
    made = blank()
    shapes = made.slides[0].shapes
    for number, kind in enumerate((MSO_SHAPE.RECTANGLE, MSO_SHAPE.DIAMOND, MSO_SHAPE.CLOUD, MSO_SHAPE.CHEVRON)):
        form = shapes.add_shape(kind, (1 + 4 * number) * CM, CM, 3 * CM, 2 * CM)
        form.text_frame.text = f"Step {number}"
        form.fill.solid()
        form.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_2
    shapes.add_connector(MSO_CONNECTOR.STRAIGHT, 4 * CM, 2 * CM, CM, 6 * CM)
    shapes.add_connector(MSO_CONNECTOR.ELBOW, 4 * CM, 6 * CM, 8 * CM, 9 * CM)
    return made


def figures() -> Any:
    made = blank(5)
    slide = made.slides[0]
    slide.shapes.title.text = "Figures"
    table = slide.shapes.add_table(3, 3, CM, 5 * CM, 15 * CM, 4 * CM).table
    for row, column in itertools.product(range(3), range(3)):
        table.cell(row, column).text = f"{row}.{column}"
    table.cell(0, 0).merge(table.cell(0, 1))
    table.cell(1, 2).merge(table.cell(2, 2))
    table.cell(1, 0).fill.solid()
    table.cell(1, 0).fill.fore_color.rgb = RGBColor(255, 200, 0)
    table.columns[0].width = 7 * CM
    return made


def wallpaper() -> Any:
    made = blank()
    slide = made.slides[0]
    _, relation = slide.part.get_or_add_image_part(io.BytesIO(png((0, 0, 90))))
    back = parse_xml(
        f'<p:bg {nsdecls("p", "a", "r")}><p:bgPr><a:blipFill><a:blip r:embed="{relation}"/><a:stretch/></a:blipFill>'
        "<a:effectLst/></p:bgPr></p:bg>"
    )
    slide._element.cSld.insert(0, back)
    return made


def two_layouts() -> Any:
    made = blank(3)
    for number, placeholder in enumerate(made.slides[0].placeholders):
        placeholder.text_frame.text = f"Part {number}"
    slide = made.slides.add_slide(made.slide_layouts[0])
    slide.shapes.title.text = "Titel"
    fill = slide.background.fill
    fill.solid()
    fill.fore_color.rgb = RGBColor(10, 20, 30)
    return made


@pytest.mark.parametrize("make", [report, poster, album, flow_chart, figures, two_layouts, wallpaper])
def test_what_came_as_powerpoint(make, uploaded, save, kept):
    kept(uploaded("first.pptx", save(make()), Kind.PRESENTATION))


def test_what_python_pptx_reads(made, exported):
    saved = pptx.Presentation(io.BytesIO(exported(made(*shape("box_1", text="Hello")))))
    assert [shape.text_frame.text for shape in saved.slides[1].shapes] == ["Hello"]
    assert (saved.slide_width, saved.slides[1].slide_layout.name) == (9144000, "Blank")


_STYLES = st.fixed_dictionaries(
    {},
    optional={
        "bold": st.booleans(),
        "italic": st.booleans(),
        "underline": st.booleans(),
        "strikethrough": st.booleans(),
        "fontSize": st.integers(6, 90).map(lambda size: {"magnitude": size, "unit": "PT"}),
        "fontFamily": st.sampled_from(["Georgia", "Roboto Mono"]),
        "foregroundColor": st.tuples(*[st.integers(0, 255)] * 3).map(
            lambda parts: {"opaqueColor": rgb(*(part / 255 for part in parts))}
        ),
    },
)
_WORDS = st.text("abc é漢🌵&<\"'", min_size=1, max_size=8).filter(str.strip)
_PLACES = st.tuples(st.integers(-300, 700), st.integers(-300, 500))
_SIZES = st.tuples(st.integers(5, 400), st.integers(5, 300))
_TURNS = st.sampled_from(
    [{}, {"scaleX": -1}, {"scaleY": -2}, {"scaleX": 0, "scaleY": 0, "shearX": -1, "shearY": 1},
     {"scaleX": 0.6, "shearY": 0.8, "shearX": 0.8, "scaleY": -0.6}]
)  # fmt: skip
_SHAPES = st.tuples(st.sampled_from(["TEXT_BOX", "ELLIPSE", "PENTAGON"]), _WORDS, _STYLES, _PLACES, _SIZES, _TURNS)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_SHAPES, min_size=1, max_size=5))
def test_shapes_keep_all(made, kept, shapes):
    requests = []
    for number, (kind, text, style, at, size, turn) in enumerate(shapes):
        name = f"shape_{number}"
        requests += shape(name, kind, text, spot=place(at, size, **turn))
        requests += [look(name, style)] if style else []
    kept(made(*requests))
