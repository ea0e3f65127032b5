"""A document goes out as a .docx and comes back as what it was."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest

from pytest_knows.artifact.document import Document
from pytest_knows.workspace import Kind, Workspace
from pytest_knows.workspace.local.office_formats import DOCX

from .differing import differences
from .seen import seen

docx = pytest.importorskip("docx")

from docx.enum.section import WD_SECTION  # noqa: E402
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK  # noqa: E402
from docx.oxml import parse_xml  # noqa: E402
from docx.oxml.ns import nsdecls  # noqa: E402
from docx.shared import Inches, Pt, RGBColor  # noqa: E402

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


MADE = (cv, report, letterhead, essay, minutes, newsletter)


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_documents_made_by_requests(room, survives, png, make):
    picture = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    again = survives(make(room, picture=picture))
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
