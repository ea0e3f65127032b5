"""Each request type: a valid request through Google's own client over HTTP, its effect read back in a later get."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from pytest_knows.kind import Kind
from pytest_knows.workspace.local.presentations import ENGINE
from pytest_knows.workspace.local.rendering import find_chromium

Json = dict[str, Any]
PROOFS: dict[str, Callable[[Any], None]] = {}
ON_PAGE = {"pageObjectId": "p"}
RED = {"solidFill": {"color": {"rgbColor": {"red": 1}}, "alpha": 1}}
ALL = {"type": "ALL"}


class Deck:
    """A presentation of one blank slide `p`, edited and read over HTTP."""

    def __init__(self, workspace: Any) -> None:
        self.workspace = workspace
        self.presentations = workspace.clients.slides.presentations()
        self.id = workspace.create_file(Kind.PRESENTATION, "Proofs").id
        for empty in ("i0", "i1"):
            self.do("deleteObject", objectId=empty)

    def do(self, request: str, /, **body: Any) -> Json:
        """Send one request; its reply."""
        answer = self.presentations.batchUpdate(presentationId=self.id, body={"requests": [{request: body}]}).execute()
        return answer["replies"][0].get(request, {})

    def get(self, **query: Any) -> Json:
        return self.presentations.get(presentationId=self.id, **query).execute()

    def page(self, object_id: str = "p") -> Json:
        return self.presentations.pages().get(presentationId=self.id, pageObjectId=object_id).execute()

    def ids(self) -> list[str]:
        return [element["objectId"] for element in self.page().get("pageElements", [])]

    def slides(self) -> list[str]:
        return [slide["objectId"] for slide in self.get()["slides"]]

    def element(self, object_id: str) -> Json:
        return next(one for one in self.page()["pageElements"] if one["objectId"] == object_id)

    def shape(self, object_id: str = "shape_1", text: str = "", at: tuple[float, float] = (0, 0)) -> str:
        """A rectangle of 100 x 50 pt."""
        place = {"scaleX": 1, "scaleY": 1, "translateX": at[0], "translateY": at[1], "unit": "PT"}
        properties = {**ON_PAGE, "size": {"width": points(100), "height": points(50)}, "transform": place}
        self.do("createShape", objectId=object_id, shapeType="RECTANGLE", elementProperties=properties)
        if text:
            self.do("insertText", objectId=object_id, text=text)
        return object_id

    def parts(self, kind: str, object_id: str = "shape_1") -> list[Json]:
        """The `textRun`s or `paragraphMarker`s of a shape."""
        elements = self.element(object_id)["shape"]["text"]["textElements"]
        return [one[kind] for one in elements if kind in one]

    def text(self, object_id: str = "shape_1") -> str:
        return "".join(run["content"] for run in self.parts("textRun", object_id))

    def table(self, *words: str) -> Json:
        """The table `table_1`, made with two rows and two columns and words in its first row if there is none."""
        if "table_1" not in self.ids():
            self.do("createTable", objectId="table_1", rows=2, columns=2, elementProperties=ON_PAGE)
            for column, word in enumerate(words):
                self.do("insertText", objectId="table_1", cellLocation={"columnIndex": column}, text=word)
        return self.element("table_1")["table"]

    def comments(self) -> list[Json]:
        return self.get(commentsViewMode="COMMENTS_VIEW_MODE_INCLUDED").get("comments", [])

    def comment(self) -> str:
        thread = self.do("insertComment", objectId="p", content="Why?")["commentThread"]
        return thread["commentId"]

    def book(self) -> Json:
        """A spreadsheet with a column chart, as the source of a chart on a slide."""
        if find_chromium() is None:
            pytest.skip("no Chromium on this machine")
        book = self.workspace.create_file(Kind.SPREADSHEET, "Numbers").id
        sheets = self.workspace.clients.sheets.spreadsheets()
        source = {"sourceRange": {"sources": [{"sheetId": 0, "endRowIndex": 2, "endColumnIndex": 1}]}}
        chart = {"title": "Chart", "basicChart": {"chartType": "COLUMN", "series": [{"series": source}]}}
        place = {"overlayPosition": {"anchorCell": {"sheetId": 0}}}
        sheets.values().update(
            spreadsheetId=book, range="A1:A2", valueInputOption="RAW", body={"values": [[1], [2]]}
        ).execute()
        body = {"requests": [{"addChart": {"chart": {"spec": chart, "position": place}}}]}
        answer = sheets.batchUpdate(spreadsheetId=book, body=body).execute()
        return {"spreadsheetId": book, "chartId": answer["replies"][0]["addChart"]["chart"]["chartId"]}


def proves(name: str) -> Callable[[Callable[[Deck], None]], Callable[[Deck], None]]:
    def register(proof: Callable[[Deck], None]) -> Callable[[Deck], None]:
        PROOFS[name] = proof
        return proof

    return register


def points(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "PT"}


def emu(magnitude: float) -> Json:
    return {"magnitude": magnitude, "unit": "EMU"}


def picture(colour: str, width: int = 40, height: int = 20) -> str:
    target = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


# Slides and elements as wholes


@proves("createSlide")
def _(deck):
    reference = {"predefinedLayout": "TITLE_ONLY"}
    deck.do("createSlide", objectId="slide_2", insertionIndex=0, slideLayoutReference=reference)
    assert deck.slides() == ["slide_2", "p"]
    assert deck.page("slide_2")["pageElements"][0]["shape"]["placeholder"]["type"] == "TITLE"


@proves("createShape")
def _(deck):
    deck.shape(at=(10, 20))
    shape = deck.element("shape_1")
    assert (shape["shape"]["shapeType"], shape["transform"]["translateX"]) == ("RECTANGLE", 127000)


@proves("createImage")
def _(deck):
    deck.do("createImage", objectId="image_1", url=picture("red"), elementProperties=ON_PAGE)
    assert deck.element("image_1")["size"] == {"width": emu(40 * 9525), "height": emu(20 * 9525)}


@proves("createVideo")
def _(deck):
    deck.do("createVideo", objectId="video_1", source="YOUTUBE", id="7U3axjORYZ0", elementProperties=ON_PAGE)
    assert deck.element("video_1")["video"]["url"] == "https://www.youtube.com/watch?v=7U3axjORYZ0"


@proves("updateVideoProperties")
def _(deck):
    deck.do("createVideo", objectId="video_1", source="DRIVE", id="abc", elementProperties=ON_PAGE)
    deck.do("updateVideoProperties", objectId="video_1", videoProperties={"start": 3, "mute": True}, fields="start")
    properties = deck.element("video_1")["video"]["videoProperties"]
    assert (properties["start"], "mute" in properties) == (3, False)


@proves("deleteObject")
def _(deck):
    deck.shape()
    deck.do("deleteObject", objectId="shape_1")
    assert deck.ids() == []


@proves("duplicateObject")
def _(deck):
    deck.shape(text="twice")
    assert deck.do("duplicateObject", objectId="shape_1", objectIds={"shape_1": "shape_2"}) == {"objectId": "shape_2"}
    assert deck.text("shape_2") == "twice\n"


@proves("updateSlidesPosition")
def _(deck):
    deck.do("createSlide", objectId="slide_2")
    deck.do("updateSlidesPosition", slideObjectIds=["slide_2"], insertionIndex=0)
    assert deck.slides() == ["slide_2", "p"]


@proves("updateSlideProperties")
def _(deck):
    deck.do("updateSlideProperties", objectId="p", slideProperties={"isSkipped": True}, fields="isSkipped")
    assert deck.page()["slideProperties"]["isSkipped"] is True


@proves("updatePageProperties")
def _(deck):
    deck.do("updatePageProperties", objectId="p", pageProperties={"pageBackgroundFill": RED}, fields="*")
    assert deck.page()["pageProperties"]["pageBackgroundFill"] == RED


@proves("updatePageElementTransform")
def _(deck):
    deck.shape(at=(10, 0))
    move = {"scaleX": 2, "scaleY": 1, "translateX": 5, "unit": "PT"}
    deck.do("updatePageElementTransform", objectId="shape_1", applyMode="RELATIVE", transform=move)
    transform = deck.element("shape_1")["transform"]
    assert (transform["scaleX"], transform["translateX"]) == (2, 25 * 12700)


@proves("updatePageElementsZOrder")
def _(deck):
    deck.shape("shape_1")
    deck.shape("shape_2")
    deck.do("updatePageElementsZOrder", pageElementObjectIds=["shape_1"], operation="BRING_TO_FRONT")
    assert deck.ids() == ["shape_2", "shape_1"]


@proves("updatePageElementAltText")
def _(deck):
    deck.shape()
    deck.do("updatePageElementAltText", objectId="shape_1", title="A box", description="of nothing")
    element = deck.element("shape_1")
    assert (element["title"], element["description"]) == ("A box", "of nothing")


@proves("groupObjects")
def _(deck):
    deck.shape("shape_1")
    deck.shape("shape_2")
    deck.do("groupObjects", childrenObjectIds=["shape_1", "shape_2"], groupObjectId="group_1")
    children = deck.element("group_1")["elementGroup"]["children"]
    assert [child["objectId"] for child in children] == ["shape_1", "shape_2"]


@proves("ungroupObjects")
def _(deck):
    PROOFS["groupObjects"](deck)
    deck.do("ungroupObjects", objectIds=["group_1"])
    assert deck.ids() == ["shape_1", "shape_2"]


@proves("updateShapeProperties")
def _(deck):
    deck.shape()
    properties = {"shapeBackgroundFill": RED, "contentAlignment": "BOTTOM"}
    deck.do("updateShapeProperties", objectId="shape_1", shapeProperties=properties, fields="shapeBackgroundFill")
    answer = deck.element("shape_1")["shape"]["shapeProperties"]
    assert (answer["shapeBackgroundFill"], answer["contentAlignment"]) == (RED, "MIDDLE")


# Pictures and charts


@proves("updateImageProperties")
def _(deck):
    deck.do("createImage", objectId="image_1", url=picture("red"), elementProperties=ON_PAGE)
    outline = {"outlineFill": RED, "weight": points(3)}
    deck.do("updateImageProperties", objectId="image_1", imageProperties={"outline": outline}, fields="outline")
    assert deck.element("image_1")["image"]["imageProperties"]["outline"]["outlineFill"] == RED


@proves("replaceImage")
def _(deck):
    size = {"width": emu(400), "height": emu(200)}
    deck.do("createImage", objectId="image_1", url=picture("red"), elementProperties={**ON_PAGE, "size": size})
    deck.do("replaceImage", imageObjectId="image_1", url=picture("blue", 20, 20), imageReplaceMethod="CENTER_INSIDE")
    image = deck.element("image_1")
    assert image["size"] == {"width": emu(200), "height": emu(200)}
    assert deck.workspace.picture(image["image"]["contentUrl"])[1] == "image/png"


@proves("replaceAllShapesWithImage")
def _(deck):
    deck.shape(text="{{logo}}")
    criteria = {"text": "{{logo}}"}
    reply = deck.do("replaceAllShapesWithImage", containsText=criteria, imageUrl=picture("red"))
    assert reply == {"occurrencesChanged": 1}
    assert "image" in deck.element("shape_1")


@proves("createSheetsChart")
def _(deck):
    source = deck.book()
    deck.do("createSheetsChart", objectId="chart_1", linkingMode="LINKED", elementProperties=ON_PAGE, **source)
    chart = deck.element("chart_1")["sheetsChart"]
    assert {name: chart[name] for name in source} == source
    data, _ = deck.workspace.picture(chart["contentUrl"])
    assert (66, 133, 244) in {pixel for _, pixel in Image.open(io.BytesIO(data)).convert("RGB").getcolors(1 << 20)}
    deck.do("createSheetsChart", objectId="chart_2", elementProperties=ON_PAGE, **source)
    assert "image" in deck.element("chart_2")


@proves("refreshSheetsChart")
def _(deck):
    source = deck.book()
    deck.do("createSheetsChart", objectId="chart_1", linkingMode="LINKED", elementProperties=ON_PAGE, **source)
    before = deck.element("chart_1")
    deck.workspace.clients.sheets.spreadsheets().values().update(
        spreadsheetId=source["spreadsheetId"], range="A1", valueInputOption="RAW", body={"values": [[7]]}
    ).execute()
    deck.do("refreshSheetsChart", objectId="chart_1")
    after = deck.element("chart_1")
    urls = [element["sheetsChart"].pop("contentUrl") for element in (before, after)]
    assert urls[0] != urls[1]
    assert before == after


@proves("replaceAllShapesWithSheetsChart")
def _(deck):
    deck.shape(text="{{chart}}")
    source = deck.book()
    criteria = {"text": "{{CHART}}"}
    reply = deck.do("replaceAllShapesWithSheetsChart", containsText=criteria, linkingMode="LINKED", **source)
    assert reply == {"occurrencesChanged": 1}
    assert deck.element("shape_1")["sheetsChart"]["chartId"] == source["chartId"]


# Lines


@proves("createLine")
def _(deck):
    deck.do("createLine", objectId="line_1", category="BENT", elementProperties=ON_PAGE)
    line = deck.element("line_1")["line"]
    assert (line["lineType"], line["lineCategory"]) == ("BENT_CONNECTOR_3", "BENT")


@proves("updateLineProperties")
def _(deck):
    deck.do("createLine", objectId="line_1", elementProperties=ON_PAGE)
    properties = {"endArrow": "FILL_ARROW", "weight": points(2)}
    deck.do("updateLineProperties", objectId="line_1", lineProperties=properties, fields="endArrow")
    answer = deck.element("line_1")["line"]["lineProperties"]
    assert (answer["endArrow"], answer["weight"]) == ("FILL_ARROW", emu(9525))


@proves("updateLineCategory")
def _(deck):
    deck.do("createLine", objectId="line_1", elementProperties=ON_PAGE)
    deck.do("updateLineCategory", objectId="line_1", lineCategory="CURVED")
    assert deck.element("line_1")["line"]["lineType"] == "CURVED_CONNECTOR_3"


@proves("rerouteLine")
def _(deck):
    deck.shape("shape_1", at=(0, 0))
    deck.shape("shape_2", at=(200, 0))
    deck.do("createLine", objectId="line_1", elementProperties=ON_PAGE)
    ends = {
        "startConnection": {"connectedObjectId": "shape_1"},
        "endConnection": {"connectedObjectId": "shape_2"},
    }
    deck.do("updateLineProperties", objectId="line_1", lineProperties=ends, fields="*")
    deck.do("rerouteLine", objectId="line_1")
    line = deck.element("line_1")
    # From the right side of the first box to the left side of the second.
    connections = line["line"]["lineProperties"]
    assert connections["startConnection"]["connectionSiteIndex"] == 3
    assert connections["endConnection"]["connectionSiteIndex"] == 1
    assert (line["transform"]["translateX"], line["transform"]["translateY"]) == (100 * 12700, 25 * 12700)
    assert line["size"]["width"] == emu(100 * 12700)


# Text


@proves("insertText")
def _(deck):
    deck.shape(text="ad")
    deck.do("insertText", objectId="shape_1", insertionIndex=1, text="bc")
    assert deck.text() == "abcd\n"


@proves("deleteText")
def _(deck):
    deck.shape(text="abcd")
    span = {"type": "FIXED_RANGE", "startIndex": 1, "endIndex": 3}
    deck.do("deleteText", objectId="shape_1", textRange=span)
    assert deck.text() == "ad\n"


@proves("replaceAllText")
def _(deck):
    deck.shape(text="Dear {{name}}")
    assert deck.do("replaceAllText", containsText={"text": "{{name}}"}, replaceText="Ada") == {"occurrencesChanged": 1}
    assert deck.text() == "Dear Ada\n"


@proves("updateTextStyle")
def _(deck):
    deck.shape(text="bold")
    span = {"type": "FIXED_RANGE", "startIndex": 0, "endIndex": 2}
    deck.do("updateTextStyle", objectId="shape_1", textRange=span, style={"bold": True}, fields="bold")
    assert [(run["content"], run["style"]["bold"]) for run in deck.parts("textRun")] == [("bo", True), ("ld\n", False)]


@proves("updateParagraphStyle")
def _(deck):
    deck.shape(text="one\ntwo")
    span = {"type": "FROM_START_INDEX", "startIndex": 4}
    style = {"alignment": "END"}
    deck.do("updateParagraphStyle", objectId="shape_1", textRange=span, style=style, fields="alignment")
    assert [marker["style"]["alignment"] for marker in deck.parts("paragraphMarker")] == ["CENTER", "END"]


@proves("createParagraphBullets")
def _(deck):
    deck.shape(text="one\n\ttwo")
    preset = "NUMBERED_DIGIT_ALPHA_ROMAN"
    deck.do("createParagraphBullets", objectId="shape_1", textRange=ALL, bulletPreset=preset)
    bullets = [marker["bullet"] for marker in deck.parts("paragraphMarker")]
    assert [(bullet.get("nestingLevel", 0), bullet["glyph"]) for bullet in bullets] == [(0, "1."), (1, "a.")]
    assert deck.text() == "one\ntwo\n"


@proves("deleteParagraphBullets")
def _(deck):
    PROOFS["createParagraphBullets"](deck)
    deck.do("deleteParagraphBullets", objectId="shape_1", textRange=ALL)
    assert not any("bullet" in marker for marker in deck.parts("paragraphMarker"))


# Tables


def words(row: Json) -> list[str]:
    """The texts of a row's cells without their last newlines."""
    texts = [cell.get("text", {}).get("textElements", []) for cell in row["tableCells"]]
    return ["".join(e["textRun"]["content"] for e in text if "textRun" in e)[:-1] for text in texts]


@proves("createTable")
def _(deck):
    table = deck.table()
    assert (table["rows"], table["columns"]) == (2, 2)
    assert [len(row["tableBorderCells"]) for row in table["horizontalBorderRows"]] == [2, 2, 2]
    assert [len(row["tableBorderCells"]) for row in table["verticalBorderRows"]] == [3, 3]


@proves("insertTableRows")
def _(deck):
    deck.table("a", "b")
    deck.do("insertTableRows", tableObjectId="table_1", cellLocation={}, number=2, insertBelow=False)
    assert [words(row) for row in deck.table()["tableRows"]] == [["", ""], ["", ""], ["a", "b"], ["", ""]]


@proves("insertTableColumns")
def _(deck):
    deck.table("a", "b")
    deck.do("insertTableColumns", tableObjectId="table_1", cellLocation={}, number=1, insertRight=True)
    assert words(deck.table()["tableRows"][0]) == ["a", "", "b"]
    assert deck.element("table_1")["size"]["width"] == emu(3 * 952500)


@proves("deleteTableRow")
def _(deck):
    deck.table("a", "b")
    deck.do("deleteTableRow", tableObjectId="table_1", cellLocation={"rowIndex": 1})
    assert [words(row) for row in deck.table()["tableRows"]] == [["a", "b"]]


@proves("deleteTableColumn")
def _(deck):
    deck.table("a", "b")
    deck.do("deleteTableColumn", tableObjectId="table_1", cellLocation={})
    assert words(deck.table()["tableRows"][0]) == ["b"]


@proves("mergeTableCells")
def _(deck):
    deck.table("a", "b")
    deck.do("mergeTableCells", objectId="table_1", tableRange={"rowSpan": 1, "columnSpan": 2})
    table = deck.table()
    [cell] = table["tableRows"][0]["tableCells"]
    assert (words(table["tableRows"][0]), cell["columnSpan"]) == (["a\nb"], 2)
    # The border inside of the merged cell is gone.
    assert [len(row["tableBorderCells"]) for row in table["verticalBorderRows"]] == [2, 3]


@proves("unmergeTableCells")
def _(deck):
    PROOFS["mergeTableCells"](deck)
    deck.do("unmergeTableCells", objectId="table_1", tableRange={"rowSpan": 1, "columnSpan": 1})
    assert words(deck.table()["tableRows"][0]) == ["a\nb", ""]


@proves("updateTableBorderProperties")
def _(deck):
    deck.table()
    deck.do(
        "updateTableBorderProperties",
        objectId="table_1",
        borderPosition="INNER_HORIZONTAL",
        tableBorderProperties={"tableBorderFill": RED, "weight": emu(25400)},
        fields="tableBorderFill",
    )
    rows = deck.table()["horizontalBorderRows"]
    borders = [[cell["tableBorderProperties"] for cell in row["tableBorderCells"]] for row in rows]
    assert [[border["tableBorderFill"] == RED for border in row] for row in borders] == [
        [False] * 2,
        [True] * 2,
        [False] * 2,
    ]
    assert borders[1][0]["weight"] == emu(9525)


@proves("updateTableCellProperties")
def _(deck):
    deck.table()
    spot = {"location": {"columnIndex": 1}, "rowSpan": 2, "columnSpan": 1}
    properties = {"tableCellBackgroundFill": RED}
    fields = "tableCellBackgroundFill.solidFill.color"
    deck.do(
        "updateTableCellProperties", objectId="table_1", tableRange=spot, tableCellProperties=properties, fields=fields
    )
    cells = [row["tableCells"] for row in deck.table()["tableRows"]]
    fills = [[cell["tableCellProperties"]["tableCellBackgroundFill"] == RED for cell in row] for row in cells]
    assert fills == [[False, True], [False, True]]


@proves("updateTableColumnProperties")
def _(deck):
    deck.table()
    width = {"columnWidth": emu(500000)}
    deck.do(
        "updateTableColumnProperties",
        objectId="table_1",
        columnIndices=[1],
        tableColumnProperties=width,
        fields="columnWidth",
    )
    assert deck.table()["tableColumns"] == [{"columnWidth": emu(952500)}, width]
    assert deck.element("table_1")["size"]["width"] == emu(1452500)


@proves("updateTableRowProperties")
def _(deck):
    deck.table()
    height = {"minRowHeight": points(50)}
    deck.do(
        "updateTableRowProperties", objectId="table_1", rowIndices=[0], tableRowProperties=height, fields="minRowHeight"
    )
    assert [row["rowHeight"] for row in deck.table()["tableRows"]] == [emu(635000), emu(396200)]


# Comments


@proves("insertComment")
def _(deck):
    deck.shape(text="Hello world")
    anchor = {"objectId": "shape_1", "textRange": {"type": "FIXED_RANGE", "startIndex": 6, "endIndex": 11}}
    reply = deck.do("insertComment", shapeTextAnchor=anchor, content="Which one?")
    [thread] = deck.comments()
    assert thread["headPost"].pop("author")["me"] is True
    reply["commentThread"]["headPost"].pop("author")
    assert (reply["commentThread"], thread["plainTextQuote"], thread["status"]) == (thread, "world", "OPEN")
    [anchored] = deck.get(commentsViewMode="COMMENTS_VIEW_MODE_INCLUDED")["slides"][0]["commentAnchors"]
    ranges = {"ranges": [{"startIndex": 6, "endIndex": 11}]}
    assert anchored["objectAnchors"] == [{"objectId": "shape_1", "shapeTextAnchors": ranges}]
    assert "comments" not in deck.get()


@proves("addCommentReply")
def _(deck):
    deck.do("addCommentReply", commentId=deck.comment(), post={"content": "Because.", "commentAction": "RESOLVE"})
    [thread] = deck.comments()
    assert ([post["content"] for post in thread["replies"]], thread["status"]) == (["Because."], "RESOLVED")


@proves("updateCommentPost")
def _(deck):
    comment = deck.comment()
    deck.do("updateCommentPost", commentId=comment, postId=deck.comments()[0]["headPost"]["postId"], content="How?")
    assert deck.comments()[0]["headPost"]["content"] == "How?"


@proves("deleteComment")
def _(deck):
    deck.do("deleteComment", commentId=deck.comment())
    assert deck.comments() == []
    assert "commentAnchors" not in deck.get(commentsViewMode="COMMENTS_VIEW_MODE_INCLUDED")["slides"][0]


@proves("deleteCommentReply")
def _(deck):
    comment = deck.comment()
    post = deck.do("addCommentReply", commentId=comment, post={"content": "Because."})["post"]
    deck.do("deleteCommentReply", commentId=comment, postId=post["postId"])
    assert not deck.comments()[0].get("replies")


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_a_request_does_what_it_says(workspace, name: str) -> None:
    PROOFS[name](Deck(workspace))


def test_every_request_type_that_is_offered_is_proved() -> None:
    assert set(PROOFS) == ENGINE.request_types
