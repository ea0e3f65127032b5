"""Each request type: a valid request through Google's own client over HTTP, its effect read back in a later get."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from PIL import Image

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.documents import ENGINE
from pytest_knows.workspace.local.schema import schema_of

Json = dict[str, Any]
PROOFS: dict[str, Callable[[Any], None]] = {}
TABLE = {"tableStartLocation": {"index": 2}}
CORNER = {"tableCellLocation": {**TABLE, "rowIndex": 0, "columnIndex": 0}}
LINE = {"startIndex": 1, "endIndex": 4}


class Doc:
    """A document that says "one\\ntwo\\n", edited and read over HTTP."""

    def __init__(self, workspace: Any, folder: Path, file_id: str) -> None:
        self.workspace = workspace
        self.documents = workspace.clients.docs.documents()
        self.folder = folder
        self.id = file_id

    def do(self, request: str, /, **body: Any) -> Json:
        """Send one request; its reply."""
        answer = self.documents.batchUpdate(documentId=self.id, body={"requests": [{request: body}]}).execute()
        return answer["replies"][0].get(request, {})

    def get(self, **query: Any) -> Json:
        return self.documents.get(documentId=self.id, **query).execute()

    def tabs(self) -> list[Json]:
        return self.get(includeTabsContent=True)["tabs"]

    def comments(self) -> list[Json]:
        asked = {"commentsViewMode": "COMMENTS_VIEW_MODE_INCLUDED", "suggestionsViewMode": "SUGGESTIONS_INLINE"}
        return self.get(includeTabsContent=True, **asked).get("comments", [])

    def paragraphs(self) -> list[Json]:
        return [node["paragraph"] for node in self.get()["body"]["content"] if "paragraph" in node]

    def elements(self, name: str) -> list[Json]:
        return [e[name] for p in self.paragraphs() for e in p["elements"] if name in e]

    def lines(self) -> list[str]:
        return ["".join(e.get("textRun", {}).get("content", "#") for e in p["elements"]) for p in self.paragraphs()]

    def table(self, rows: int = 2) -> Json:
        """The table, which is inserted at the start if there is none."""
        found = [node["table"] for node in self.get()["body"]["content"] if "table" in node]
        if not found:
            self.do("insertTable", location={"index": 1}, rows=rows, columns=2)
            return self.table()
        return found[0]

    def cell(self, row: int, column: int) -> Json:
        return self.table()["tableRows"][row]["tableCells"][column]["tableCellStyle"]


def proves(name: str) -> Callable[[Callable[[Doc], None]], Callable[[Doc], None]]:
    def register(proof: Callable[[Doc], None]) -> Callable[[Doc], None]:
        PROOFS[name] = proof
        return proof

    return register


def points(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "PT"}


def picture(colour: str) -> str:
    target = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


# Text and named ranges


@proves("insertText")
def _(doc: Doc) -> None:
    doc.do("insertText", location={"index": 2}, text="😀")
    assert doc.lines() == ["o😀ne\n", "two\n"]


@proves("deleteContentRange")
def _(doc: Doc) -> None:
    doc.do("deleteContentRange", range={"startIndex": 3, "endIndex": 6})
    assert doc.lines() == ["onwo\n"]


@proves("replaceAllText")
def _(doc: Doc) -> None:
    reply = doc.do("replaceAllText", containsText={"text": "O", "matchCase": False}, replaceText="0")
    assert reply == {"occurrencesChanged": 2}
    assert doc.lines() == ["0ne\n", "tw0\n"]


@proves("createNamedRange")
def _(doc: Doc) -> None:
    range_id = doc.do("createNamedRange", name="n", range=LINE)["namedRangeId"]
    [named] = doc.get()["namedRanges"]["n"]["namedRanges"]
    assert named == {"namedRangeId": range_id, "name": "n", "ranges": [{**LINE, "tabId": "t.0"}]}


@proves("deleteNamedRange")
def _(doc: Doc) -> None:
    doc.do("createNamedRange", name="n", range=LINE)
    doc.do("deleteNamedRange", name="n")
    assert not doc.get().get("namedRanges")


@proves("replaceNamedRangeContent")
def _(doc: Doc) -> None:
    doc.do("createNamedRange", name="n", range=LINE)
    doc.do("replaceNamedRangeContent", namedRangeName="n", text="first")
    assert doc.lines() == ["first\n", "two\n"]
    [named] = doc.get()["namedRanges"]["n"]["namedRanges"]
    assert named["ranges"] == [{"startIndex": 1, "endIndex": 6, "tabId": "t.0"}]


# Looks


@proves("updateTextStyle")
def _(doc: Doc) -> None:
    doc.do("updateTextStyle", range={"startIndex": 2, "endIndex": 4}, textStyle={"bold": True}, fields="bold")
    runs = [(run["content"], run["textStyle"]) for run in doc.elements("textRun")]
    assert runs == [("o", {}), ("ne", {"bold": True}), ("\n", {}), ("two\n", {})]


@proves("updateParagraphStyle")
def _(doc: Doc) -> None:
    doc.do("updateParagraphStyle", range=LINE, paragraphStyle={"alignment": "END"}, fields="alignment")
    assert [p["paragraphStyle"].get("alignment") for p in doc.paragraphs()] == ["END", None]


@proves("updateNamedStyle")
def _(doc: Doc) -> None:
    style = {"namedStyleType": "HEADING_1", "textStyle": {"italic": True}, "paragraphStyle": {"alignment": "CENTER"}}
    doc.do("updateNamedStyle", namedStyle=style, fields="namedStyleType,textStyle.italic,paragraphStyle.alignment")
    found = next(s for s in doc.get()["namedStyles"]["styles"] if s["namedStyleType"] == "HEADING_1")
    assert found["textStyle"] == {"fontSize": points(20), "italic": True}
    assert found["paragraphStyle"]["alignment"] == "CENTER"


@proves("createParagraphBullets")
def _(doc: Doc) -> None:
    doc.do("insertText", location={"index": 5}, text="\t")
    doc.do("createParagraphBullets", range={"startIndex": 1, "endIndex": 9}, bulletPreset="BULLET_DISC_CIRCLE_SQUARE")
    assert [p["bullet"].get("nestingLevel", 0) for p in doc.paragraphs()] == [0, 1]
    assert doc.lines() == ["one\n", "two\n"]


@proves("deleteParagraphBullets")
def _(doc: Doc) -> None:
    doc.do("createParagraphBullets", range={"startIndex": 1, "endIndex": 8}, bulletPreset="BULLET_CHECKBOX")
    doc.do("deleteParagraphBullets", range=LINE)
    assert ["bullet" in p for p in doc.paragraphs()] == [False, True]


@proves("updateDocumentStyle")
def _(doc: Doc) -> None:
    style = {
        "documentFormat": {"documentMode": "PAGELESS"},
        "flipPageOrientation": True,
        "pageNumberStart": 3,
        "pageSize": {"width": points(595), "height": points(842)},
    }
    doc.do("updateDocumentStyle", documentStyle=style, fields=",".join(style))
    assert style.items() <= doc.get()["documentStyle"].items()


# Breaks, headers, footers, footnotes, sections


@proves("insertPageBreak")
def _(doc: Doc) -> None:
    doc.do("insertPageBreak", location={"index": 2})
    assert doc.lines() == ["o#\n", "ne\n", "two\n"]
    assert doc.elements("pageBreak") == [{"textStyle": {}}]


@proves("insertSectionBreak")
def _(doc: Doc) -> None:
    doc.do("insertSectionBreak", location={"index": 4}, sectionType="NEXT_PAGE")
    breaks = [
        n["sectionBreak"]["sectionStyle"]["sectionType"] for n in doc.get()["body"]["content"] if "sectionBreak" in n
    ]
    assert breaks == ["CONTINUOUS", "NEXT_PAGE"]


@proves("updateSectionStyle")
def _(doc: Doc) -> None:
    style = {"marginLeft": points(30), "columnProperties": [{"paddingEnd": points(12)}, {"paddingEnd": points(0)}]}
    doc.do("updateSectionStyle", range=LINE, sectionStyle=style, fields="marginLeft,columnProperties")
    found = doc.get()["body"]["content"][0]["sectionBreak"]["sectionStyle"]
    assert found["marginLeft"] == points(30)
    assert found["columnProperties"] == [{"paddingEnd": points(12)}, {"paddingEnd": {"unit": "PT"}}]


def _segment(kind: str) -> None:
    @proves(f"create{kind.capitalize()}")
    def _(doc: Doc) -> None:
        segment_id = doc.do(f"create{kind.capitalize()}", type="DEFAULT")[f"{kind}Id"]
        assert doc.get()["documentStyle"][f"default{kind.capitalize()}Id"] == segment_id
        assert list(doc.get()[f"{kind}s"]) == [segment_id]

    @proves(f"delete{kind.capitalize()}")
    def _(doc: Doc) -> None:
        segment_id = doc.do(f"create{kind.capitalize()}", type="DEFAULT")[f"{kind}Id"]
        doc.do(f"delete{kind.capitalize()}", **{f"{kind}Id": segment_id})
        assert not doc.get().get(f"{kind}s")


_segment("header")
_segment("footer")


@proves("createFootnote")
def _(doc: Doc) -> None:
    footnote_id = doc.do("createFootnote", location={"index": 4})["footnoteId"]
    assert doc.lines() == ["one#\n", "two\n"]
    [reference] = doc.elements("footnoteReference")
    assert (reference["footnoteId"], reference["footnoteNumber"]) == (footnote_id, "1")
    assert footnote_id in doc.get()["footnotes"]


# Pictures


@proves("insertInlineImage")
def _(doc: Doc) -> None:
    object_id = doc.do("insertInlineImage", location={"index": 1}, uri=picture("red"))["objectId"]
    size = doc.get()["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"]["size"]
    assert size == {"width": points(30), "height": points(15)}  # 40 x 20 pixels at 96 to the inch


@proves("replaceImage")
def _(doc: Doc) -> None:
    object_id = doc.do("insertInlineImage", location={"index": 1}, uri=picture("red"))["objectId"]
    before = doc.get()["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"]
    doc.do("replaceImage", imageObjectId=object_id, uri=picture("blue"), imageReplaceMethod="CENTER_CROP")
    after = doc.get()["inlineObjects"][object_id]["inlineObjectProperties"]["embeddedObject"]
    assert after["size"] == before["size"]
    assert after["imageProperties"]["contentUri"] != before["imageProperties"]["contentUri"]


@proves("deletePositionedObject")
def _(doc: Doc) -> None:
    # No request makes a floating picture, but a Word file can bring one.
    path = doc.folder / "floating.docx"
    path.write_bytes(floating_picture())
    doc.id = doc.workspace.upload(path, kind=Kind.DOCUMENT).id
    [object_id] = doc.get()["positionedObjects"]
    doc.do("deletePositionedObject", objectId=object_id)
    assert not doc.get().get("positionedObjects")
    assert not any(paragraph.get("positionedObjectIds") for paragraph in doc.paragraphs())


def floating_picture() -> bytes:
    """A Word file whose picture is anchored to its paragraph."""
    word = docx.Document()
    shape = word.add_paragraph().add_run().add_picture(io.BytesIO(base64.b64decode(picture("red").partition(",")[2])))
    place = "<wp:{0} relativeFrom='column'><wp:posOffset>0</wp:posOffset></wp:{0}>"
    anchor = parse_xml(f"<wp:anchor {nsdecls('wp')}>{place.format('positionH')}{place.format('positionV')}</wp:anchor>")
    anchor.extend(list(shape._inline))
    shape._inline.getparent().replace(shape._inline, anchor)
    target = io.BytesIO()
    word.save(target)
    return target.getvalue()


# Tables


@proves("insertTable")
def _(doc: Doc) -> None:
    doc.do("insertTable", endOfSegmentLocation={}, rows=2, columns=3)
    table = doc.table()
    assert (table["rows"], table["columns"]) == (2, 3)
    assert [len(row["tableCells"]) for row in table["tableRows"]] == [3, 3]


def _grows(name: str, counted: str, expected: int, **body: Any) -> None:
    @proves(name)
    def _(doc: Doc) -> None:
        doc.table()
        doc.do(name, **CORNER, **body)
        assert doc.table()[counted] == expected


_grows("insertTableRow", "rows", 3, insertBelow=True)
_grows("insertTableColumn", "columns", 3, insertRight=True)
_grows("deleteTableRow", "rows", 1)
_grows("deleteTableColumn", "columns", 1)


@proves("mergeTableCells")
def _(doc: Doc) -> None:
    doc.table()
    doc.do("mergeTableCells", tableRange={**CORNER, "rowSpan": 2, "columnSpan": 2})
    assert (doc.cell(0, 0)["rowSpan"], doc.cell(0, 0)["columnSpan"]) == (2, 2)


@proves("unmergeTableCells")
def _(doc: Doc) -> None:
    doc.table()
    area = {**CORNER, "rowSpan": 2, "columnSpan": 2}
    doc.do("mergeTableCells", tableRange=area)
    doc.do("unmergeTableCells", tableRange=area)
    assert (doc.cell(0, 0)["rowSpan"], doc.cell(0, 0)["columnSpan"]) == (1, 1)


@proves("updateTableCellStyle")
def _(doc: Doc) -> None:
    doc.table()
    green = {"color": {"rgbColor": {"green": 1}}}
    area = {**CORNER, "rowSpan": 1, "columnSpan": 2}
    doc.do("updateTableCellStyle", tableRange=area, tableCellStyle={"backgroundColor": green}, fields="backgroundColor")
    fills = [[cell["tableCellStyle"]["backgroundColor"] for cell in r["tableCells"]] for r in doc.table()["tableRows"]]
    assert fills == [[green, green], [{}, {}]]


@proves("updateTableColumnProperties")
def _(doc: Doc) -> None:
    doc.table()
    width = {"widthType": "FIXED_WIDTH", "width": points(100)}
    doc.do("updateTableColumnProperties", **TABLE, columnIndices=[1], tableColumnProperties=width, fields="*")
    assert doc.table()["tableStyle"]["tableColumnProperties"] == [{"widthType": "EVENLY_DISTRIBUTED"}, width]


@proves("updateTableRowStyle")
def _(doc: Doc) -> None:
    doc.table()
    style = {"minRowHeight": points(40), "preventOverflow": True}
    doc.do("updateTableRowStyle", **TABLE, rowIndices=[0], tableRowStyle=style, fields="minRowHeight,preventOverflow")
    first, second = (row["tableRowStyle"] for row in doc.table()["tableRows"])
    assert style.items() <= first.items()
    assert second["minRowHeight"] == {"unit": "PT"}


@proves("pinTableHeaderRows")
def _(doc: Doc) -> None:
    doc.table(rows=3)
    doc.do("pinTableHeaderRows", **TABLE, pinnedHeaderRowsCount=2)
    assert [row["tableRowStyle"].get("tableHeader") for row in doc.table()["tableRows"]] == [True, True, False]


# Smart chips


@proves("insertPerson")
def _(doc: Doc) -> None:
    doc.do("insertPerson", location={"index": 4}, personProperties={"email": "ada@example.org", "name": "Ada"})
    [person] = doc.elements("person")
    assert person["personProperties"] == {"email": "ada@example.org", "name": "Ada"}
    assert doc.lines() == ["one#\n", "two\n"]


@proves("insertRichLink")
def _(doc: Doc) -> None:
    doc.do("insertRichLink", endOfSegmentLocation={}, richLinkProperties={"uri": "https://youtu.be/x", "title": "Film"})
    [link] = doc.elements("richLink")
    assert link["richLinkProperties"] == {"uri": "https://youtu.be/x", "title": "Film"}
    assert doc.lines() == ["one\n", "two#\n"]


@proves("insertDate")
def _(doc: Doc) -> None:
    doc.do("insertDate", location={"index": 1}, dateElementProperties={"timestamp": "2026-03-14T10:00:00Z"})
    [date] = doc.elements("dateElement")
    assert date["dateElementProperties"]["displayText"] == "Mar 14, 2026"
    assert date["dateElementProperties"]["timestamp"] == "2026-03-14T10:00:00Z"


def define(doc: Doc) -> Json:
    """A dropdown definition with two options."""
    options = [{"optionId": f"dropdownItem.{name}", "displayValue": name.title()} for name in ("open", "done")]
    properties = {"title": "State", "options": options}
    definition = {"dropdownDefinitionId": "kix.state", "dropdownDefinitionProperties": properties}
    return doc.do("createDropdownDefinition", dropdownDefinition=definition)["dropdownDefinition"]


@proves("createDropdownDefinition")
def _(doc: Doc) -> None:
    made = define(doc)
    assert doc.tabs()[0]["documentTab"]["dropdownDefinitions"] == {"kix.state": made}
    assert [o["displayValue"] for o in made["dropdownDefinitionProperties"]["options"]] == ["Open", "Done"]


@proves("deleteDropdownDefinition")
def _(doc: Doc) -> None:
    define(doc)
    doc.do("deleteDropdownDefinition", dropdownDefinitionId="kix.state")
    assert not doc.tabs()[0]["documentTab"].get("dropdownDefinitions")


@proves("insertDropdown")
def _(doc: Doc) -> None:
    define(doc)
    reply = doc.do("insertDropdown", location={"index": 1}, dropdownDefinitionId="kix.state")
    [chip] = doc.elements("dropdown")
    assert chip == reply["dropdown"]
    assert (chip["dropdownProperties"]["displayValue"], doc.lines()[0]) == ("Open", "#one\n")


@proves("updateDropdownProperties")
def _(doc: Doc) -> None:
    define(doc)
    chip = doc.do("insertDropdown", location={"index": 1}, dropdownDefinitionId="kix.state")["dropdown"]
    chosen = {"selectedOptionId": "dropdownItem.done"}
    doc.do(
        "updateDropdownProperties", dropdownId=chip["dropdownId"], dropdownProperties=chosen, fields="selectedOptionId"
    )
    assert [c["dropdownProperties"]["displayValue"] for c in doc.elements("dropdown")] == ["Done"]


@proves("updateDropdownDefinitionProperties")
def _(doc: Doc) -> None:
    define(doc)
    doc.do("insertDropdown", location={"index": 1}, dropdownDefinitionId="kix.state")
    options = [{"optionId": f"dropdownItem.{name}", "displayValue": name} for name in ("new", "old")]
    doc.do(
        "updateDropdownDefinitionProperties",
        dropdownDefinitionId="kix.state",
        dropdownDefinitionProperties={"options": options},
        selectedOptionIdReplacements={"dropdownItem.open": "dropdownItem.old"},
        fields="options",
    )
    [definition] = doc.tabs()[0]["documentTab"]["dropdownDefinitions"].values()
    assert definition["dropdownDefinitionProperties"] == {"title": "State", "options": options}
    assert [c["dropdownProperties"]["displayValue"] for c in doc.elements("dropdown")] == ["old"]


# Tabs


@proves("addDocumentTab")
def _(doc: Doc) -> None:
    made = doc.do("addDocumentTab", tabProperties={"title": "Notes", "iconEmoji": "📝", "index": 0})["tabProperties"]
    assert [tab["tabProperties"]["title"] for tab in doc.tabs()] == ["Notes", "Tab 1"]
    assert doc.tabs()[0]["tabProperties"] == made
    assert doc.tabs()[1]["tabProperties"]["index"] == 1


@proves("deleteTab")
def _(doc: Doc) -> None:
    tab_id = doc.do("addDocumentTab")["tabProperties"]["tabId"]
    doc.do("deleteTab", tabId=tab_id)
    assert [tab["tabProperties"]["tabId"] for tab in doc.tabs()] == ["t.0"]


@proves("updateDocumentTabProperties")
def _(doc: Doc) -> None:
    doc.do("updateDocumentTabProperties", tabProperties={"tabId": "t.0", "title": "Draft"}, fields="title")
    assert doc.tabs()[0]["tabProperties"]["title"] == "Draft"


# Comments


def comment(doc: Doc) -> Json:
    return doc.do("insertComment", range=LINE, content="Why <one>?")["commentThread"]


@proves("insertComment")
def _(doc: Doc) -> None:
    thread = comment(doc)
    [found] = doc.comments()
    assert (found["commentId"], found["status"], found["plainTextQuote"]) == (thread["commentId"], "OPEN", "one")
    assert found["headPost"]["content"] == "Why <one>?"
    assert found["headPost"]["author"]["me"] is True


@proves("addCommentReply")
def _(doc: Doc) -> None:
    thread = comment(doc)
    doc.do("addCommentReply", commentId=thread["commentId"], post={"content": "Done", "commentAction": "RESOLVE"})
    [found] = doc.comments()
    assert ([post["content"] for post in found["replies"]], found["status"]) == (["Done"], "RESOLVED")


@proves("updateCommentPost")
def _(doc: Doc) -> None:
    thread = comment(doc)
    doc.do("updateCommentPost", commentId=thread["commentId"], postId=thread["headPost"]["postId"], content="So?")
    assert [found["headPost"]["content"] for found in doc.comments()] == ["So?"]


@proves("deleteCommentReply")
def _(doc: Doc) -> None:
    thread = comment(doc)
    post = doc.do("addCommentReply", commentId=thread["commentId"], post={"content": "No"})["post"]
    doc.do("deleteCommentReply", commentId=thread["commentId"], postId=post["postId"])
    assert [found["replies"] for found in doc.comments()] == [[]]


@proves("deleteComment")
def _(doc: Doc) -> None:
    doc.do("deleteComment", commentId=comment(doc)["commentId"])
    assert doc.comments() == []


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_request(workspace, tmp_path, name):
    doc = Doc(workspace, tmp_path, workspace.create_file(Kind.DOCUMENT, name).id)
    doc.do("insertText", location={"index": 1}, text="one\ntwo")
    PROOFS[name](doc)


def test_every_type_is_proved():
    assert set(PROOFS) == ENGINE.request_types


def test_only_what_needs_suggestions_is_missing():
    missing = set(schema_of("docs").fields("Request")) - ENGINE.request_types
    assert missing == {"acceptSuggestion", "deleteSuggestion", "rejectSuggestion"}
