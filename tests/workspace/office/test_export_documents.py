"""A document goes out as a .docx and comes back as what it was."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from pytest_knows.artifact.document import Document
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office.export_document import export_package
from pytest_knows.workspace.local.office_formats import DOCX

from .differing import differences
from .seen import seen

docx = pytest.importorskip("docx")

from docx.enum.section import WD_SECTION  # noqa: E402
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK  # noqa: E402
from docx.oxml import parse_xml  # noqa: E402
from docx.oxml.ns import nsdecls  # noqa: E402
from docx.shared import Inches, Pt, RGBColor  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

Json = dict[str, Any]


def pt(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "PT"}


def rgb(red: float, green: float, blue: float) -> Json:
    return {"color": {"rgbColor": {"red": red, "green": green, "blue": blue}}}


def span(text: str, part: str, segment: str = "") -> Json:
    """The range of a part of a text that was inserted at index 1 (at 0 of a header)."""
    begin = text.index(part) + (0 if segment else 1)
    return {"startIndex": begin, "endIndex": begin + len(part), **({"segmentId": segment} if segment else {})}


def insert(text: str, segment: str = "") -> Json:
    return {"insertText": {"location": {"index": 0 if segment else 1, "segmentId": segment}, "text": text}}


def text_style(where: Json, **style: Any) -> Json:
    return {"updateTextStyle": {"range": where, "textStyle": style, "fields": ",".join(style)}}


def paragraph_style(where: Json, **style: Any) -> Json:
    return {"updateParagraphStyle": {"range": where, "paragraphStyle": style, "fields": ",".join(style)}}


def bullets(where: Json, preset: str) -> Json:
    return {"createParagraphBullets": {"range": where, "bulletPreset": preset}}


class Room:
    """Documents of a Workspace: made by requests, read, exported."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.docs = workspace.clients.docs.documents()

    def new(self, *requests: Json) -> str:
        made: str = self.docs.create(body={"title": "A document"}).execute()["documentId"]
        self.update(made, *requests)
        return made

    def update(self, file_id: str, *requests: Json) -> list[Json]:
        if not requests:
            return []
        replies: list[Json] = self.docs.batchUpdate(documentId=file_id, body={"requests": [*requests]}).execute()[
            "replies"
        ]
        return replies

    def raw(self, file_id: str) -> Json:
        found: Json = self.docs.get(documentId=file_id).execute()
        return found

    def view(self, file_id: str) -> Document:
        return Document(self.raw(file_id), lambda url: self.workspace.picture(url)[0])

    def exported(self, file_id: str) -> bytes:
        return bytes(self.workspace.clients.drive.files().export(fileId=file_id, mimeType=DOCX).execute())


@pytest.fixture
def room(workspace: Workspace) -> Room:
    return Room(workspace)


@pytest.fixture
def survives(room: Room, uploaded: Callable[..., str]):
    """`survives(file_id)`: exported and uploaded again it looks the same; gives the second file's id."""

    def survives(file_id: str) -> str:
        data = room.exported(file_id)
        docx.Document(io.BytesIO(data))  # another reader takes it too
        again = uploaded("again.docx", data, Kind.DOCUMENT)
        assert differences(seen(room.view(file_id)), seen(room.view(again))) == []
        return again

    return survives


def cv(room: Room, **_: Any) -> str:
    text = "Ada Example\nada@example.org\nExperience\nLed a team\nWrote compilers\nEducation\nMSc, 2019\n"
    return room.new(
        insert(text),
        paragraph_style(span(text, "Ada Example"), namedStyleType="TITLE", alignment="CENTER"),
        text_style(span(text, "ada@example.org"), link={"url": "mailto:ada@example.org"}),
        paragraph_style(span(text, "Experience"), namedStyleType="HEADING_1", spaceAbove=pt(24)),
        paragraph_style(span(text, "Education"), namedStyleType="HEADING_1"),
        text_style(span(text, "compilers"), bold=True, italic=True, fontSize=pt(10.5)),
        text_style(span(text, "2019"), foregroundColor=rgb(1, 0.4, 0), backgroundColor=rgb(1, 1, 0)),
        text_style(span(text, "MSc"), weightedFontFamily={"fontFamily": "Roboto", "weight": 500}),
        bullets(span(text, "Led a team\nWrote compilers"), "BULLET_DISC_CIRCLE_SQUARE"),
    )


def report(room: Room, **_: Any) -> str:
    text = "Findings\nFirst\n\tInner\n\t\tInnermost\nSecond\nChecked\nOpen\nEnd\n"
    made = room.new(
        insert(text),
        paragraph_style(span(text, "Findings"), namedStyleType="HEADING_2"),
        bullets(span(text, "Checked\nOpen"), "BULLET_CHECKBOX"),
        bullets(span(text, "First\n\tInner\n\t\tInnermost\nSecond"), "NUMBERED_DECIMAL_ALPHA_ROMAN_PARENS"),
    )
    room.update(made, {"insertTable": {"rows": 3, "columns": 3, "endOfSegmentLocation": {}}})
    table = next(element for element in room.raw(made)["body"]["content"] if "table" in element)
    start = {"index": table["startIndex"]}
    cells = [cell for row in table["table"]["tableRows"] for cell in row["tableCells"]]
    fills = [
        {"insertText": {"location": {"index": cell["startIndex"] + 1}, "text": f"cell {n}"}}
        for n, cell in enumerate(cells)
    ]

    def area(row: int, column: int, rows: int, columns: int) -> Json:
        place = {"tableStartLocation": start, "rowIndex": row, "columnIndex": column}
        return {"tableCellLocation": place, "rowSpan": rows, "columnSpan": columns}

    style = {"backgroundColor": rgb(0.8, 0.8, 1), "contentAlignment": "MIDDLE"}
    cell_style = {"tableRange": area(2, 0, 1, 3), "tableCellStyle": style, "fields": "backgroundColor,contentAlignment"}
    room.update(
        made,
        *fills[::-1],
        {"mergeTableCells": {"tableRange": area(0, 0, 2, 2)}},
        {"mergeTableCells": {"tableRange": area(2, 1, 1, 2)}},
        {"updateTableCellStyle": cell_style},
    )
    return made


def letterhead(room: Room, picture: str, **_: Any) -> str:
    made = room.new(insert("Dear reader\nYours\n"))
    header, footer = (
        room.update(made, {name: {"type": "DEFAULT"}})[0][name][f"{kind}Id"]
        for name, kind in (("createHeader", "header"), ("createFooter", "footer"))
    )
    room.update(
        made,
        insert("The Firm\n", header),
        text_style(span("The Firm\n", "Firm", header), bold=True, smallCaps=True),
        insert("https://firm.example", footer),
        text_style(span("https://firm.example", "firm", footer), link={"url": "https://firm.example/?a=1&b=%20"}),
        {
            "insertInlineImage": {
                "uri": picture,
                "location": {"index": 1, "segmentId": header},
                "objectSize": {"width": pt(90), "height": pt(90)},
            }
        },
        {
            "updateDocumentStyle": {
                "documentStyle": {
                    "pageSize": {"width": pt(595), "height": pt(842)},
                    "marginLeft": pt(50),
                    "marginTop": pt(99.5),
                },
                "fields": "pageSize,marginLeft,marginTop",
            }
        },
    )
    return made


def essay(room: Room, **_: Any) -> str:
    text = "A claim.\nAnother claim with H2O and x2.\n"
    made = room.new(
        insert(text),
        text_style({"startIndex": 30, "endIndex": 31}, baselineOffset="SUBSCRIPT"),
        paragraph_style(span(text, "A claim"), lineSpacing=200, indentFirstLine=pt(36), alignment="JUSTIFIED"),
    )
    for index, note in ((8, "A source"), (1, "An earlier source")):
        [reply] = room.update(made, {"createFootnote": {"location": {"index": index}}})
        footnote = reply["createFootnote"]["footnoteId"]
        room.update(made, {"insertText": {"location": {"index": 1, "segmentId": footnote}, "text": note}})
    return made


def minutes(room: Room, **_: Any) -> str:
    text = "Minutes\nPresent: \nNext: see Minutes\n"
    made = room.new(insert(text), paragraph_style(span(text, "Minutes"), namedStyleType="HEADING_1"))
    heading = room.raw(made)["body"]["content"][1]["paragraph"]["paragraphStyle"]["headingId"]
    last = text.rindex("Minutes") + 1
    room.update(
        made,
        text_style({"startIndex": last, "endIndex": last + 7}, link={"headingId": heading}),
        {
            "insertPerson": {
                "location": {"index": text.index("Present: ") + 10},
                "personProperties": {"email": "ada@example.org"},
            }
        },
    )
    return made


def newsletter(room: Room, **_: Any) -> str:
    text = "News\nOne\nTwo\nThree\n"
    made = room.new(insert(text), paragraph_style(span(text, "News"), namedStyleType="SUBTITLE"))
    columns = [{"width": pt(200), "paddingEnd": pt(20)}, {"width": pt(200), "paddingEnd": pt(0)}]
    room.update(made, {"insertSectionBreak": {"location": {"index": 6}, "sectionType": "CONTINUOUS"}})
    style = {"columnProperties": columns, "columnSeparatorStyle": "BETWEEN_EACH_COLUMN"}
    where = {"startIndex": 8, "endIndex": 9}
    room.update(
        made,
        {
            "updateSectionStyle": {
                "range": where,
                "sectionStyle": style,
                "fields": "columnProperties,columnSeparatorStyle",
            }
        },
        {"insertPageBreak": {"location": {"index": 12}}},
    )
    return made


def teal() -> str:
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(stream, "PNG")
    return f"data:image/png;base64,{base64.b64encode(stream.getvalue()).decode()}"


TEAL = teal()
MADE = (cv, report, letterhead, essay, minutes, newsletter)


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_documents_made_by_requests(room, survives, make):
    again = survives(make(room, picture=TEAL))
    survives(again)


def contract(source: Any, png: bytes) -> None:
    section = source.sections[0]
    section.different_first_page_header_footer = True
    source.settings.odd_and_even_pages_header_footer = True
    section.first_page_header.paragraphs[0].text = "first"
    section.header.paragraphs[0].text = "others"
    section.even_page_footer.paragraphs[0].text = "even"
    source.add_heading("The contract", 0)
    for level in range(1, 7):
        source.add_heading(f"Clause {level}", level)
    source.add_paragraph("indented", style="List Number").paragraph_format.left_indent = Pt(70)
    other = source.add_section(WD_SECTION.NEW_PAGE)
    other.header.is_linked_to_previous = False
    other.header.paragraphs[0].text = "annex"
    source.add_paragraph("Annex")


def timetable(source: Any, png: bytes) -> None:
    table = source.add_table(4, 5, style="Table Grid")
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = str(number)
    table.cell(0, 0).merge(table.cell(0, 4))
    table.cell(1, 0).merge(table.cell(3, 0))
    table.cell(1, 2).merge(table.cell(2, 3))
    inner = table.cell(3, 4).add_table(1, 2)
    inner.cell(0, 1).text = "inner"
    inner.cell(0, 1).paragraphs[0].runs[0].font.color.rgb = RGBColor(200, 0, 0)


def recipe(source: Any, png: bytes) -> None:
    source.add_picture(io.BytesIO(png), Inches(2), Inches(1))
    inline = source.inline_shapes[0]._inline
    inline.docPr.set("descr", "a <cake> & more")
    inline.graphic.graphicData.pic.blipFill.insert(1, parse_xml(f'<a:srcRect {nsdecls("a")} l="25000" b="10000"/>'))
    source.add_picture(io.BytesIO(png), Pt(60), Pt(40))
    drawing = source.inline_shapes[1]._inline.getparent()
    anchor = parse_xml(
        f'<wp:anchor {nsdecls("wp")} behindDoc="1"><wp:positionH relativeFrom="column"><wp:posOffset>127000'
        '</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>-63500</wp:posOffset>'
        "</wp:positionV></wp:anchor>"
    )
    for child in [*drawing[0]]:
        anchor.append(child)
    drawing.replace(drawing[0], anchor)
    for text in ("Flour", "Sugar"):
        source.add_paragraph(text, style="List Bullet 2")


def poem(source: Any, png: bytes) -> None:
    first = source.add_paragraph("漢字 과 עברית 😀\ttab ")
    first.add_run("bold").bold = True
    first.runs[0].add_break()
    first.paragraph_format.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    source.add_paragraph("שלום")._p.get_or_add_pPr().append(parse_xml(f"<w:bidi {nsdecls('w')}/>"))
    source.add_paragraph("before").add_run().add_break(WD_BREAK.PAGE)
    rule = (
        f'<w:r {nsdecls("w")}><w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:o="urn:schemas-microsoft-com:office:office" o:hr="t"/></w:pict></w:r>'
    )
    source.add_paragraph("above")._p.append(parse_xml(rule))
    source.styles["Normal"].font.name = "Georgia"
    source.styles["Normal"].paragraph_format.line_spacing = 1.5
    source.styles["Heading 3"].font.size = Pt(19)
    source.add_heading("Coda", 3).runs[0].bold = False


@pytest.mark.parametrize("build", [contract, timetable, recipe, poem], ids=lambda build: build.__name__)
def test_documents_made_by_word(uploaded, save, survives, png, build):
    source = docx.Document()
    build(source, png)
    first = uploaded("file.docx", save(source), Kind.DOCUMENT)
    survives(survives(first))


def elements(raw: Json, kind: str) -> list[Json]:
    return [element[kind] for element in raw["body"]["content"] if kind in element]


def test_what_the_view_does_not_see_of_tables(room, survives):
    made = report(room)
    before, after = (elements(room.raw(file_id), "table")[0] for file_id in (made, survives(made)))
    assert after["tableStyle"] == before["tableStyle"]
    for row, column in ((0, 0), (0, 2), (1, 2), (2, 0), (2, 1)):  # the others are covered by merged ones
        style, written = (table["tableRows"][row]["tableCells"][column]["tableCellStyle"] for table in (before, after))
        kept = ("backgroundColor", "contentAlignment", "paddingLeft", "paddingTop", "rowSpan", "columnSpan")
        assert {name: written[name] for name in kept} == {name: style[name] for name in kept}
    assert before["tableRows"][2]["tableCells"][0]["tableCellStyle"]["backgroundColor"] == rgb(0.8, 0.8, 1)


def test_what_the_view_does_not_see_of_sections(room, survives):
    made = newsletter(room)
    turned = {"range": {"startIndex": 8, "endIndex": 9}, "sectionStyle": {"flipPageOrientation": True}}
    room.update(made, {"updateSectionStyle": {**turned, "fields": "flipPageOrientation"}})
    again = survives(made)
    first, second = (section["sectionStyle"] for section in elements(room.raw(again), "sectionBreak"))
    assert second["columnSeparatorStyle"] == "BETWEEN_EACH_COLUMN"
    assert len(second["columnProperties"]) == 2
    assert second["columnProperties"][0]["paddingEnd"] == pt(20)
    assert second["flipPageOrientation"] is True
    assert "columnProperties" not in first
    assert any("pageBreak" in element for p in elements(room.raw(again), "paragraph") for element in p["elements"])


def test_links_to_headings(room, survives):
    again = survives(minutes(room))
    heading, _, last, *_ = elements(room.raw(again), "paragraph")
    target = heading["paragraphStyle"]["headingId"]
    assert last["elements"][-2]["textRun"]["textStyle"]["link"] == {"headingId": target}


def test_all_tabs_one_after_the_other(room, uploaded):
    made = letterhead(room, picture=TEAL)
    tab = room.update(made, {"addDocumentTab": {"tabProperties": {"title": "Two"}}})[0]
    second = tab["addDocumentTab"]["tabProperties"]["tabId"]
    inside = {"tabId": second, "index": 1}
    whole = {"tabId": second, "startIndex": 1, "endIndex": 8}
    [first_note, *_, reply] = room.update(
        made,
        {"createFootnote": {"location": {"index": 3}}},
        {"insertText": {"location": inside, "text": "A\n\tB\nC"}},
        bullets(whole, "NUMBERED_DECIMAL_NESTED"),
        {"createFootnote": {"location": inside}},
    )
    note = {"tabId": second, "segmentId": reply["createFootnote"]["footnoteId"], "index": 1}
    other = {"segmentId": first_note["createFootnote"]["footnoteId"], "index": 1}
    room.update(made, *({"insertText": {"location": at, "text": "a note"}} for at in (note, other)))
    again = uploaded("tabs.docx", room.exported(made), Kind.DOCUMENT)
    view = room.view(again)
    paragraphs = view.tabs[0].body.paragraphs
    assert [p.text for p in paragraphs] == ["Dear reader", "Yours", "", "A", "B", "C"]
    assert [(p.bullet.level, p.bullet.glyph) for p in paragraphs[3:]] == [
        (0, "DECIMAL"),
        (1, "DECIMAL"),
        (0, "DECIMAL"),
    ]
    assert [note.lines[0].text for note in view.footnotes] == [" a note"] * 2
    pieces = [piece for p in elements(room.raw(again), "paragraph") for piece in p["elements"]]
    marks = [piece["footnoteReference"]["footnoteId"] for piece in pieces if "footnoteReference" in piece]
    assert marks == [segment.segment_id for segment in view.footnotes]
    first, *others = [segment.lines[0].text for segment in view.tabs[0].margins]
    assert first == "The Firm"
    assert others == ["", "https://firm.example", ""]  # the second tab has no header and footer


def test_other_programs_read_it(room, png):
    made = cv(room)
    read = docx.Document(io.BytesIO(room.exported(made)))
    assert [p.style.name for p in read.paragraphs][:3] == ["Title", "Normal", "Heading 1"]
    assert read.paragraphs[0].alignment == WD_ALIGN_PARAGRAPH.CENTER
    run = next(run for run in read.paragraphs[4].runs if run.text == "compilers")
    assert (run.bold, run.italic, run.font.size.pt) == (True, True, 10.5)
    assert read.paragraphs[6].runs[0].font.name == "Roboto Medium"
    assert read.paragraphs[1].hyperlinks[0].address == "mailto:ada@example.org"


_WHERE = "http://pictures.example/x.png"


def _no_picture(url: str) -> tuple[bytes, str]:
    raise LookupError(url)


_KEYS = """
paragraph elements textRun content textStyle table tableRows tableCells tableCellStyle rowSpan columnSpan magnitude
width paragraphStyle namedStyleType headingId bullet listId nestingLevel link url fontSize sectionBreak sectionStyle
inlineObjectElement inlineObjectId footnoteReference footnoteId autoText type positionedObjectIds columnProperties
weightedFontFamily fontFamily weight foregroundColor color rgbColor red tableOfContents indentStart
lineSpacing borderTop
"""
_TOP = "documentStyle lists inlineObjects positionedObjects footnotes headers namedStyles tabs"
_ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 1 << 70) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS.split()), inner, max_size=4),
    max_leaves=30,
)


@settings(max_examples=150, deadline=None)
@given(
    content=st.lists(_ODD, max_size=4),
    top=st.dictionaries(st.sampled_from(_TOP.split()), _ODD, max_size=4),
)
def test_odd_json_is_written_as_far_as_it_goes(content, top):
    data = export_package({**top, "body": {"content": content}}, _no_picture)
    docx.Document(io.BytesIO(data))


def test_pictures_that_cannot_be_had_are_left_out():
    held = {"inlineObjectProperties": {"embeddedObject": {"imageProperties": {"contentUri": _WHERE}}}}
    element = {
        "paragraph": {"elements": [{"inlineObjectElement": {"inlineObjectId": "i"}}, {"textRun": {"content": "x\n"}}]}
    }
    data = export_package({"body": {"content": [element]}, "inlineObjects": {"i": held}}, _no_picture)
    read = docx.Document(io.BytesIO(data))
    assert [p.text for p in read.paragraphs] == ["x"]
    assert len(read.inline_shapes) == 0


_TEXTS = st.text(st.sampled_from("ab &<é漢😀\t\v"), min_size=1, max_size=12)
_COLOURS = st.tuples(*(st.integers(0, 255),) * 3).map(lambda parts: rgb(*(part / 255 for part in parts)))
_TEXT_STYLES = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("bold", "italic", "underline", "strikethrough", "smallCaps"), st.booleans()),
        "fontSize": st.integers(2, 200).map(lambda half: pt(half / 2)),
        "foregroundColor": _COLOURS,
        "backgroundColor": _COLOURS,
        "baselineOffset": st.sampled_from(["NONE", "SUPERSCRIPT", "SUBSCRIPT"]),
        "weightedFontFamily": st.fixed_dictionaries(
            {"fontFamily": st.sampled_from(["Georgia", "Roboto"]), "weight": st.integers(1, 9).map(lambda n: 100 * n)}
        ),
        "link": st.sampled_from([{"url": "https://a.example/?q=1&r=%20#x"}, {"url": "mailto:a@b.example"}]),
    },
).filter(bool)
_LENGTHS = st.integers(-800, 2000).map(lambda twips: pt(twips / 20))
_PARAGRAPH_STYLES = st.fixed_dictionaries(
    {"namedStyleType": st.sampled_from(["NORMAL_TEXT", "TITLE", "HEADING_1", "HEADING_6"])},
    optional={
        "alignment": st.sampled_from(["START", "CENTER", "END", "JUSTIFIED"]),
        "lineSpacing": st.sampled_from([100, 115, 150, 247.5]),
        "spaceAbove": st.integers(0, 400).map(lambda twips: pt(twips / 20)),
        "spaceBelow": st.integers(0, 400).map(lambda twips: pt(twips / 20)),
        **dict.fromkeys(("indentStart", "indentEnd", "indentFirstLine"), _LENGTHS),
    },
)
_PRESETS = st.sampled_from(
    [None, "BULLET_DISC_CIRCLE_SQUARE", "BULLET_CHECKBOX", "NUMBERED_UPPERROMAN_UPPERALPHA_DECIMAL"]
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    paragraphs=st.lists(
        st.tuples(st.lists(st.tuples(_TEXTS, _TEXT_STYLES), min_size=1, max_size=3), _PARAGRAPH_STYLES, _PRESETS),
        min_size=1,
        max_size=4,
    )
)
def test_styled_text_survives(room, survives, paragraphs):
    requests: list[Json] = []
    index = 1
    for runs, style, preset in paragraphs:
        text = "".join(text for text, _ in runs) + "\n"
        requests.append({"insertText": {"location": {"index": index}, "text": text}})
        begin = index
        for part, look in runs:
            end = begin + len(part.encode("utf-16-le")) // 2
            requests.append(text_style({"startIndex": begin, "endIndex": end}, **look))
            begin = end
        whole = {"startIndex": index, "endIndex": begin}
        requests += [paragraph_style(whole, **style), *([bullets(whole, preset)] if preset else [])]
        index = begin + 1
        if preset:  # its leading tabs are gone, they became the level
            index -= len(text) - len(text.lstrip("\t"))
    survives(room.new(*requests))


def test_items_without_the_indents_of_their_list(room, survives):
    made = room.new(insert("item\n"), bullets(span("item\n", "item"), "BULLET_DISC_CIRCLE_SQUARE"))
    where = {"range": span("item\n", "item"), "fields": "indentStart,indentFirstLine", "paragraphStyle": {}}
    room.update(made, {"updateParagraphStyle": where})
    paragraph = room.view(survives(made)).tabs[0].body.paragraphs[0]
    assert (paragraph.bullet.glyph, paragraph.style.indent_start) == ("●", 0)


def test_a_section_goes_on_with_the_first_page_of_the_one_before():
    def paragraph(text: str) -> Json:
        return {"paragraph": {"elements": [{"textRun": {"content": f"{text}\n"}}]}}

    sections = [{"sectionBreak": {"sectionStyle": {"sectionType": kind}}} for kind in ("CONTINUOUS", "NEXT_PAGE")]
    sections[0]["sectionBreak"]["sectionStyle"]["useFirstPageHeaderFooter"] = True
    content = [sections[0], paragraph("one"), sections[1], paragraph("two")]
    headers = {name: {"content": [paragraph(name)]} for name in ("first", "all")}
    style = {"firstPageHeaderId": "first", "defaultHeaderId": "all"}
    data = export_package({"body": {"content": content}, "headers": headers, "documentStyle": style}, _no_picture)
    one, two = docx.Document(io.BytesIO(data)).sections
    assert [section.different_first_page_header_footer for section in (one, two)] == [True, True]
    assert [section.first_page_header.paragraphs[0].text for section in (one, two)] == ["first", "first"]
    assert (one.header.paragraphs[0].text, two.header.is_linked_to_previous) == ("all", True)


def test_what_the_view_does_not_see_of_pictures(room, uploaded, save, survives, png):
    source = docx.Document()
    recipe(source, png)
    first = uploaded("file.docx", save(source), Kind.DOCUMENT)
    for file_id in (first, survives(first)):
        [held] = room.raw(file_id)["positionedObjects"].values()
        positioning = held["positionedObjectProperties"]["positioning"]
        assert positioning == {"layout": "BEHIND_TEXT", "leftOffset": pt(10), "topOffset": pt(-5)}


def test_what_the_view_does_not_see_of_lists_and_paragraphs(room, uploaded, save, survives, png):
    source = docx.Document()
    poem(source, png)
    numbers = source.part.numbering_part.element
    start = parse_xml(f'<w:lvlOverride {nsdecls("w")} w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>')
    numbers.findall(f"{{{numbers.nsmap['w']}}}num")[-1].append(start)
    number_id = numbers.findall(f"{{{numbers.nsmap['w']}}}num")[-1].get(f"{{{numbers.nsmap['w']}}}numId")
    item = source.add_paragraph("item")
    item._p.get_or_add_pPr().append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="0"/><w:numId w:val="{number_id}"/></w:numPr>')
    )
    item.paragraph_format.keep_with_next = True
    first = uploaded("file.docx", save(source), Kind.DOCUMENT)
    again = survives(first)
    outermost = [
        [held["listProperties"]["nestingLevels"][0] for held in room.raw(file_id)["lists"].values()]
        for file_id in (first, again)
    ]
    assert outermost[0] == outermost[1]
    assert outermost[0][-1]["startNumber"] == 7
    styles = [paragraph["paragraphStyle"] for paragraph in elements(room.raw(again), "paragraph")]
    assert styles[1]["direction"] == "RIGHT_TO_LEFT"
    assert styles[-1]["keepWithNext"] is True


def test_a_table_within_a_cell_fits_into_it(room, survives):
    made = room.new({"insertTable": {"rows": 1, "columns": 2, "endOfSegmentLocation": {}}})
    [outer] = elements(room.raw(made), "table")
    place = {"index": outer["tableRows"][0]["tableCells"][0]["content"][0]["startIndex"]}
    room.update(made, {"insertTable": {"rows": 1, "columns": 2, "location": place}})
    survives(made)
    [table] = docx.Document(io.BytesIO(room.exported(made))).tables
    [inner] = table.cell(0, 0).tables
    assert [column.width.pt for column in table.columns] == [234, 234]
    assert [column.width.pt for column in inner.columns] == [112, 112]  # less 5 pt of padding on each side
