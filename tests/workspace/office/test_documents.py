"""A .docx becomes a document that reads as the Word file does."""

from __future__ import annotations

import io
from typing import Any

import pytest

docx = pytest.importorskip("docx")

from docx.enum.section import WD_ORIENT, WD_SECTION  # noqa: E402
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_COLOR_INDEX  # noqa: E402
from docx.oxml import parse_xml  # noqa: E402
from docx.oxml.ns import nsdecls, qn  # noqa: E402
from docx.shared import Inches, Pt, RGBColor  # noqa: E402


def word(tag: str, inner: str = "", **attributes: str) -> Any:
    """A `w:` element."""
    stated = "".join(f' w:{name}="{value}"' for name, value in attributes.items())
    return parse_xml(f"<w:{tag} {nsdecls('w', 'r')}{stated}>{inner}</w:{tag}>")


def texts(document: Any) -> list[str]:
    return [line.text for line in document.lines]


def style_of(tab: dict[str, Any], name: str) -> dict[str, Any]:
    return next(style for style in tab["namedStyles"]["styles"] if style["namedStyleType"] == name)


def bodies(tab: dict[str, Any]) -> list[dict[str, Any]]:
    return [element["paragraph"] for element in tab["body"]["content"] if "paragraph" in element]


def test_named_styles_and_what_they_look_like(document):
    source = docx.Document()
    source.styles["Heading 2"].font.size = Pt(19)
    source.add_heading("The title", 0)
    for level in (1, 2, 6):
        source.add_heading(f"Level {level}", level)
    source.add_paragraph("Below", style="Subtitle")
    source.add_paragraph("Plain")
    view, _ = document(source)
    found = {paragraph.text: paragraph for paragraph in view.tabs[0].body.paragraphs}
    named = [paragraph.style.named for paragraph in found.values()]
    assert named == ["TITLE", "HEADING_1", "HEADING_2", "HEADING_6", "SUBTITLE", "NORMAL_TEXT"]
    assert found["Level 2"].runs[0].style.size == 19
    assert found["Level 1"].runs[0].style.bold
    assert not found["Plain"].runs[0].style.bold
    assert found["Plain"].runs[0].style.family == "Cambria"  # the template's theme font


def test_runs(document):
    source = docx.Document()
    paragraph = source.add_paragraph("plain ")
    loud = paragraph.add_run("loud")
    loud.bold, loud.italic, loud.underline, loud.font.strike = True, True, True, True
    loud.font.size, loud.font.name = Pt(15.5), "Georgia"
    loud.font.color.rgb, loud.font.highlight_color = RGBColor(0xFF, 0x80, 0), WD_COLOR_INDEX.YELLOW
    shaded = paragraph.add_run("shaded")
    shaded._r.get_or_add_rPr().append(word("shd", val="clear", fill="00FF00"))
    shaded.font.superscript = True
    view, _ = document(source)
    plain, styled, behind = view.lines[0].runs
    assert plain.text == "plain "
    style = styled.style
    assert (style.bold, style.italic, style.underline, style.strikethrough) == (True,) * 4
    assert (style.size, style.family, repr(style.colour)) == (15.5, "Georgia", "#FF8000")
    assert repr(style.background) == "#FFFF00"
    assert (repr(behind.style.background), behind.style.baseline) == ("#00FF00", "SUPERSCRIPT")


def test_text_of_other_scripts(document):
    source = docx.Document()
    source.add_paragraph("漢字 과 עברית 😀")
    source.add_paragraph("שלום")._p.get_or_add_pPr().append(word("bidi"))
    view, tab = document(source)
    assert texts(view) == ["漢字 과 עברית 😀", "שלום"]
    assert bodies(tab)[1]["paragraphStyle"]["direction"] == "RIGHT_TO_LEFT"
    assert bodies(tab)[1]["elements"][0]["startIndex"] == 1 + len("漢字 과 עברית 😀\n".encode("utf-16-le")) // 2


def test_paragraph_styles(document):
    source = docx.Document()
    paragraph = source.add_paragraph("x")
    form = paragraph.paragraph_format
    form.alignment, form.line_spacing = WD_ALIGN_PARAGRAPH.RIGHT, 1.5
    form.space_before, form.space_after = Pt(7), Pt(9)
    form.left_indent, form.right_indent, form.first_line_indent = Pt(30), Pt(10), Pt(-12)
    view, _ = document(source)
    style = view.tabs[0].body.paragraphs[0].style
    assert (style.alignment, style.line_spacing, style.space_above, style.space_below) == ("END", 150, 7, 9)
    assert (style.indent_start, style.indent_end, style.indent_first_line) == (30, 10, 18)


def test_a_style_of_ones_own_is_stated_by_its_paragraphs(document):
    source = docx.Document()
    own = source.styles.add_style("Boxed", 1)
    own.base_style = source.styles["Heading 1"]
    own.font.italic = True
    own.paragraph_format.alignment = WD_ALIGN_PARAGRAPH.CENTER
    source.add_paragraph("x", style="Boxed")
    view, _ = document(source)
    paragraph = view.tabs[0].body.paragraphs[0]
    assert (paragraph.style.named, paragraph.style.alignment) == ("HEADING_1", "CENTER")
    assert paragraph.runs[0].style.italic


def test_lists(document):
    source = docx.Document()
    for text, style in (("a", "List Bullet"), ("b", "List Bullet"), ("1", "List Number")):
        source.add_paragraph(text, style=style)
    deep = source.add_paragraph("deep")
    deep._p.get_or_add_pPr().append(word("numPr", '<w:ilvl w:val="2"/><w:numId w:val="1"/>'))
    view, _ = document(source)
    a, b, one, nested = (paragraph.bullet for paragraph in view.tabs[0].body.paragraphs)
    assert (a.glyph, a.ordered, a.level) == ("●", False, 0)
    assert a.list_id == b.list_id != one.list_id
    assert (one.glyph, one.ordered) == ("DECIMAL", True)
    assert nested.level == 2


def test_links_by_relation_and_by_field(document):
    source = docx.Document()
    paragraph = source.add_paragraph("see ")
    relation = source.part.relate_to("https://a.example/x", docx.opc.constants.RELATIONSHIP_TYPE.HYPERLINK, True)
    link = word("hyperlink", "<w:r><w:t>here</w:t></w:r>")
    link.set(qn("r:id"), relation)
    link.set(qn("w:anchor"), "part")
    paragraph._p.append(link)
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    pieces = (
        field.format("begin"),
        '<w:r><w:instrText> HYPERLINK "https://b.example/" </w:instrText></w:r>',
        field.format("separate"),
        "<w:r><w:t>there</w:t></w:r>",
        field.format("end"),
        "<w:r><w:t>.</w:t></w:r>",
    )
    for piece in word("p", "".join(pieces)):
        paragraph._p.append(piece)
    view, _ = document(source)
    assert view.lines[0].text == "see herethere."
    assert view.lines[0].links == (("here", "https://a.example/x#part"), ("there", "https://b.example/"))


def test_page_numbers(document):
    source = docx.Document()
    paragraph = source.add_paragraph("Page ")
    paragraph._p.append(word("fldSimple", "<w:r><w:t>7</w:t></w:r>", instr=" PAGE "))
    view, tab = document(source)
    assert view.lines[0].text == "Page "
    assert bodies(tab)[0]["elements"][1]["autoText"]["type"] == "PAGE_NUMBER"


def test_breaks(document):
    source = docx.Document()
    run = source.add_paragraph("one").add_run()
    run.add_break()
    run.add_text("two")
    run.add_break(WD_BREAK.PAGE)
    run.add_text("three")
    view, tab = document(source)
    assert [line.text for line in view.tabs[0].body.paragraphs[0].lines] == ["one", "two", "three"]
    assert any("pageBreak" in element for element in bodies(tab)[0]["elements"])
    assert "\v" in bodies(tab)[0]["elements"][0]["textRun"]["content"]


def test_tracked_changes(document):
    source = docx.Document()
    paragraph = source.add_paragraph("a")
    change = {"id": "1", "author": "x"}
    paragraph._p.append(word("ins", "<w:r><w:t>b</w:t></w:r>", **change))
    paragraph._p.append(word("del", "<w:r><w:delText>c</w:delText></w:r>", **change))
    paragraph._p.append(word("moveFrom", "<w:r><w:t>x</w:t></w:r>", **change))
    gone = source.add_paragraph("d")
    gone._p.get_or_add_pPr().append(word("rPr", '<w:del w:id="2" w:author="x"/>'))
    source.add_paragraph("e")
    last = source.add_paragraph("f")
    last._p.get_or_add_pPr().append(word("rPr", '<w:del w:id="3" w:author="x"/>'))
    old = word("sectPrChange", "<w:sectPr><w:pgSz w:w='100' w:h='100'/></w:sectPr>", id="4", author="x")
    source.sections[0]._sectPr.append(old)
    view, tab = document(source)
    assert texts(view) == ["ab", "de", "f"]
    assert view.page_size == (612, 792)
    assert sum("sectionBreak" in element for element in tab["body"]["content"]) == 1


def test_content_controls_and_alternatives(document):
    source = docx.Document()
    control = word("sdt", "<w:sdtContent><w:p><w:r><w:t>in a control</w:t></w:r></w:p></w:sdtContent>")
    source.element.body.insert(0, control)
    paragraph = source.add_paragraph("a")
    paragraph._p.append(word("sdt", "<w:sdtContent><w:r><w:t>b</w:t></w:r></w:sdtContent>"))
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    first, other = ("<w:r><w:t>c</w:t></w:r>", "<w:r><w:t>d</w:t></w:r>")
    both = f"<mc:Choice Requires='w14'>{first}</mc:Choice><mc:Fallback>{other}</mc:Fallback>"
    inner = f"<mc:AlternateContent {mc}>{both}</mc:AlternateContent>"
    for piece in word("p", inner):
        paragraph._p.append(piece)
    view, _ = document(source)
    assert texts(view) == ["in a control", "abc"]


def test_an_old_picture(document, png):
    source = docx.Document()
    relation, _ = source.part.get_or_add_image(io.BytesIO(png))
    vml = (
        '<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:1in;height:36pt">'
        f'<v:imagedata r:id="{relation}"/></v:shape></w:pict>'
    )
    source.add_paragraph()._p.append(word("r", vml))
    view, _ = document(source)
    [picture] = view.pictures
    assert (picture.width, picture.height, picture.data()) == (72, 36, png)


def test_pictures_of_other_formats(document, png):
    from PIL import Image

    source = docx.Document()
    stream = io.BytesIO()
    Image.open(io.BytesIO(png)).save(stream, "BMP")
    source.add_picture(stream)
    view, _ = document(source)
    [picture] = view.pictures
    assert Image.open(io.BytesIO(picture.data())).size == Image.open(io.BytesIO(png)).size


def test_hidden_text_is_not_carried(document):
    source = docx.Document()
    paragraph = source.add_paragraph("seen")
    paragraph.add_run(" unseen").font.hidden = True
    view, _ = document(source)
    assert texts(view) == ["seen"]


def test_tables(document):
    source = docx.Document()
    table = source.add_table(3, 3)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = str(number)
    table.cell(0, 0).merge(table.cell(1, 1))
    table.columns[2].width = Inches(2)
    table.cell(2, 2)._tc.get_or_add_tcPr().append(word("shd", val="clear", fill="FF0000"))
    table.cell(2, 0).add_table(1, 1).cell(0, 0).text = "inner"
    view, tab = document(source)
    found = view.tabs[0].body.blocks[0]
    assert (found.rows[0][0].row_span, found.rows[0][0].column_span) == (2, 2)
    assert found.rows[0][0].text.split() == ["0", "1", "3", "4"]
    assert [cell.text for cell in found.rows[2][1:]] == ["7", "8"]
    assert "inner" in found.rows[2][0].text
    raw = next(element["table"] for element in tab["body"]["content"] if "table" in element)
    assert raw["tableStyle"]["tableColumnProperties"][2]["width"]["magnitude"] == 144
    fill = raw["tableRows"][2]["tableCells"][2]["tableCellStyle"]["backgroundColor"]
    assert fill == {"color": {"rgbColor": {"red": 1}}}


def test_a_deleted_table_row(document):
    source = docx.Document()
    table = source.add_table(2, 1)
    table.cell(0, 0).text, table.cell(1, 0).text = "kept", "gone"
    table.rows[1]._tr.get_or_add_trPr().append(word("del", id="1", author="x"))
    view, _ = document(source)
    assert [[cell.text for cell in row] for row in view.tabs[0].body.blocks[0].rows] == [["kept"]]


def test_inline_pictures(document, png):
    source = docx.Document()
    source.add_picture(io.BytesIO(png), Inches(2), Inches(1))
    source.inline_shapes[0]._inline.docPr.set("descr", "a teal field")
    fill = source.inline_shapes[0]._inline.graphic.graphicData.pic.blipFill
    fill.insert(1, parse_xml(f'<a:srcRect {nsdecls("a")} l="25000" b="10000"/>'))
    view, tab = document(source)
    [picture] = view.pictures
    assert (picture.width, picture.height, picture.positioned) == (144, 72, False)
    assert (picture.crop.left, picture.crop.bottom, picture.crop.right) == (0.25, 0.1, 0)
    assert picture.description == "a teal field"
    assert picture.data() == png
    assert len(tab["inlineObjects"]) == 1


def floating(source: Any, png: bytes, horizontal: str, vertical: str, wrap: str = "wrapSquare") -> None:
    """Make the last picture of the document a floating one."""
    source.add_picture(io.BytesIO(png), Pt(60), Pt(40))
    drawing = source.inline_shapes[-1]._inline.getparent()
    inline = drawing[0]
    anchor = parse_xml(
        f'<wp:anchor {nsdecls("wp")} behindDoc="0"><wp:positionH relativeFrom="{horizontal}</wp:positionH>'
        f'<wp:positionV relativeFrom="{vertical}</wp:positionV></wp:anchor>'
    )
    for child in [*inline]:
        anchor.append(child)
    anchor.append(parse_xml(f'<wp:{wrap} {nsdecls("wp")} wrapText="bothSides"/>'))
    drawing.replace(inline, anchor)


@pytest.mark.parametrize(
    ("horizontal", "vertical", "left", "top"),
    [
        ('column"><wp:posOffset>127000</wp:posOffset>', 'paragraph"><wp:posOffset>-63500</wp:posOffset>', 10, -5),
        ('page"><wp:posOffset>1270000</wp:posOffset>', 'page"><wp:posOffset>914400</wp:posOffset>', 10, 0),
        ('margin"><wp:align>right</wp:align>', 'margin"><wp:align>bottom</wp:align>', 432 - 60, 648 - 40),
    ],
)
def test_floating_pictures(document, png, horizontal, vertical, left, top):
    source = docx.Document()
    section = source.sections[0]
    section.left_margin = section.right_margin = Pt(90)
    floating(source, png, horizontal, vertical)
    view, tab = document(source)
    [picture] = view.pictures
    assert picture.positioned
    assert picture.data() == png
    [made] = tab["positionedObjects"].values()
    positioning = made["positionedObjectProperties"]["positioning"]
    assert positioning["layout"] == "WRAP_TEXT"
    assert positioning["leftOffset"].get("magnitude", 0) == pytest.approx(left)
    assert positioning["topOffset"].get("magnitude", 0) == pytest.approx(top)


def test_page_headers_and_footers(document):
    source = docx.Document()
    section = source.sections[0]
    section.page_width, section.page_height = Pt(595), Pt(842)
    section.left_margin, section.top_margin, section.header_distance = Pt(50), Pt(60), Pt(20)
    section.different_first_page_header_footer = True
    source.settings.odd_and_even_pages_header_footer = True
    section.first_page_header.paragraphs[0].text = "first"
    section.header.paragraphs[0].text = "others"
    section.even_page_footer.paragraphs[0].text = "even"
    source.add_paragraph("body")
    view, tab = document(source)
    assert view.page_size == (595, 842)
    style = tab["documentStyle"]
    assert [style[name]["magnitude"] for name in ("marginLeft", "marginTop", "marginHeader")] == [50, 60, 20]
    shown = [segment.lines[0].text for segment in view.tabs[0].margins]
    assert [text for text in shown if text] == ["first", "others", "even"]
    assert (
        tab["footers"][style["evenPageFooterId"]]["content"][0]["paragraph"]["elements"][0]["textRun"]["content"]
        == "even\n"
    )
    assert texts(view)[:2] == ["body", "first"]


def test_sections(document):
    source = docx.Document()
    source.add_paragraph("one")
    source.add_section(WD_SECTION.CONTINUOUS)
    source.add_paragraph("two")
    third = source.add_section(WD_SECTION.NEW_PAGE)
    third.orientation, third.left_margin = WD_ORIENT.LANDSCAPE, Pt(33)
    third.header.is_linked_to_previous = False
    third.header.paragraphs[0].text = "of three"
    source.add_paragraph("three")
    view, tab = document(source)
    styles = [item["sectionBreak"]["sectionStyle"] for item in tab["body"]["content"] if "sectionBreak" in item]
    assert [style["sectionType"] for style in styles] == ["CONTINUOUS", "CONTINUOUS", "NEXT_PAGE"]
    assert styles[2]["marginLeft"]["magnitude"] == 33
    assert [line.text for line in view.tabs[0].body.lines if line.text] == ["one", "two", "three"]
    assert [segment.lines[0].text for segment in view.tabs[0].margins] == ["of three"]


def test_footnotes(document, rezip, save):
    source = docx.Document()
    source.add_paragraph("claim")._p.append(word("r", '<w:footnoteReference w:id="2"/>'))
    notes = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>the source</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"

    def add(members: dict[str, bytes]) -> None:
        members["word/footnotes.xml"] = notes.encode()
        relations = members["word/_rels/document.xml.rels"].decode()
        relation = f'<Relationship Id="rId99" Type="{kind}" Target="footnotes.xml"/></Relationships>'
        members["word/_rels/document.xml.rels"] = relations.replace("</Relationships>", relation).encode()

    view, tab = document(rezip(save(source), add))
    assert [note.lines[0].text for note in view.footnotes] == ["the source"]
    reference = bodies(tab)[0]["elements"][1]["footnoteReference"]
    assert reference["footnoteNumber"] == "1"
    assert reference["footnoteId"] in tab["footnotes"]


def test_an_imported_document_can_be_edited(workspace, uploaded, save):
    from pytest_knows.workspace import Kind

    source = docx.Document()
    source.add_paragraph("end")
    file_id = uploaded("a.docx", save(source), Kind.DOCUMENT)
    docs = workspace.clients.docs.documents()
    insert = {"insertText": {"location": {"index": 1}, "text": "the "}}
    docs.batchUpdate(documentId=file_id, body={"requests": [insert]}).execute()
    content = docs.get(documentId=file_id).execute()["body"]["content"]
    assert content[1]["paragraph"]["elements"][0]["textRun"]["content"] == "the end\n"
