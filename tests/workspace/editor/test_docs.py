"""The Docs editor: what is done on the page is what the API tells afterwards, and the other way round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import Open
from .docpage import DocPage, contents, lines

Json = dict[str, Any]


@pytest.fixture
def file(workspace: Workspace) -> FileRef:
    return workspace.create_file(Kind.DOCUMENT, "notes")


def body(workspace: Workspace, file: FileRef) -> list[Json]:
    found: list[Json] = contents(workspace, file)["body"]["content"]
    return found


def batch(workspace: Workspace, file: FileRef, *requests: Json) -> None:
    docs = workspace.clients.docs.documents()
    docs.batchUpdate(documentId=file.id, body={"requests": list(requests)}).execute()


def runs(paragraph: Json) -> list[tuple[str, Json]]:
    return [(one["textRun"]["content"], one["textRun"]["textStyle"]) for one in paragraph["elements"]]


def test_text_and_its_looks(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.type("Report", "A bold, red word", "Last 🎉 line")
    page.press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
    page.type("!")
    page.press("ArrowUp", "Home", "Control+ArrowRight", "Control+Shift+ArrowRight", "Control+b")
    page.tool("Text color").click()
    page.page.get_by_role("button", name="red", exact=True).click()
    page.page.get_by_role("spinbutton", name="Font size").fill("18")
    page.press("Enter")
    page.press("ArrowUp")
    page.page.get_by_role("combobox", name="Styles").select_option("Title")
    page.tool("Align center").click()
    page.saved()
    first, second, third = [node["paragraph"] for node in body(workspace, file)[1:]]
    assert lines(body(workspace, file)) == ["Report\n", "A bold, red word\n", "Last!\n"]
    assert (first["paragraphStyle"]["namedStyleType"], first["paragraphStyle"]["alignment"]) == ("TITLE", "CENTER")
    styled = {text: style for text, style in runs(second) if style}
    [(text, style)] = styled.items()
    assert text.strip() == "bold"
    assert (style["bold"], style["fontSize"]["magnitude"]) == (True, 18)
    assert style["foregroundColor"]["color"]["rgbColor"] == {"red": 1}
    assert third["paragraphStyle"]["namedStyleType"] == "NORMAL_TEXT"


def test_lists_nest_and_end(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.tool("Numbered list").click()
    page.type("one", "two")
    page.press("Enter", "Tab")
    page.type("inner")
    page.press("Enter", "Shift+Tab")
    page.type("three")
    page.press("Enter", "Enter")
    page.type("plain")
    page.saved()
    content = body(workspace, file)[1:]
    bullets = [node["paragraph"].get("bullet") for node in content]
    assert lines(content) == ["one\n", "two\n", "inner\n", "three\n", "plain\n"]
    assert [bullet and bullet.get("nestingLevel", 0) for bullet in bullets] == [0, 0, 1, 0, None]
    assert len({bullet["listId"] for bullet in bullets if bullet}) == 1
    glyphs = page.body.locator("p").evaluate_all("all => all.map((one) => one.dataset.glyph || '')")
    assert glyphs == ["1.", "2.", "a.", "3.", ""]


def test_undo_and_redo(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.type("kept words")
    page.saved()
    page.press("Control+a", "Control+i")
    page.menu("Insert", "Table")
    page.answer("Insert", Rows=2, Columns=2)
    page.saved()
    assert any("table" in node for node in body(workspace, file))
    page.press("Control+z", "Control+z")
    expect(page.page.get_by_role("table")).to_have_count(0)
    page.saved()
    assert lines(body(workspace, file)) == ["kept words\n"]
    assert runs(body(workspace, file)[1]["paragraph"])[0][1] == {"italic": True}
    page.press("Control+y")
    page.press("Control+Shift+z")
    expect(page.page.get_by_role("table")).to_have_count(1)


def test_tables(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.menu("Insert", "Table")
    page.answer("Insert", Rows=2, Columns=2)
    expect(page.page.get_by_role("cell")).to_have_count(4)
    for word in ("a", "b", "c", "d"):
        page.type(word)
        page.press("Tab")
    expect(page.page.get_by_role("cell")).to_have_count(6)
    page.type("e")
    page.menu("Table", "Insert column right")
    expect(page.page.get_by_role("cell")).to_have_count(9)
    page.menu("Table", "Cell color")
    page.page.get_by_role("button", name="light green 3").click()
    page.menu("Table", "Merge cells")
    page.answer("Merge")
    page.saved()
    table = next(node["table"] for node in body(workspace, file) if "table" in node)
    grid = [["".join(lines(cell["content"])).strip() for cell in row["tableCells"]] for row in table["tableRows"]]
    assert grid == [["a", "", "b"], ["c", "", "d"], ["e", "", ""]]
    style = table["tableRows"][2]["tableCells"][0]["tableCellStyle"]
    assert style["columnSpan"] == 2
    assert style["backgroundColor"]["color"]["rgbColor"]["red"] == pytest.approx(0xD9 / 255)


def test_links_breaks_headers_and_bookmarks(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.page.get_by_role("combobox", name="Styles").select_option("Heading 2")
    page.type("Chapter", "see ")
    page.press("Control+k")
    page.answer("Apply", Text="the site", Link="example.org/a")
    page.type(" and ")
    page.menu("Insert", "Bookmark")
    page.press("Control+k")
    page.answer("Apply", Text="above", or_a_place_in_this_document="Heading: Chapter")
    page.press("Control+Enter")
    page.type("second page")
    page.menu("Insert", "Header")
    page.type("Running head ")
    page.menu("Insert", "Page numbers", "Page number in the header")
    page.saved()
    found = contents(workspace, file)
    heading, second, third = [node["paragraph"] for node in found["body"]["content"][1:]]
    assert heading["paragraphStyle"]["namedStyleType"] == "HEADING_2"
    linked = {
        text.strip(): style["link"] for text, style in runs({"elements": second["elements"][:-2]}) if "link" in style
    }
    assert linked["the site"] == {"url": "https://example.org/a"}
    assert linked["above"]["heading"]["id"] == heading["paragraphStyle"]["headingId"]
    assert "pageBreak" in second["elements"][-2]
    assert runs(third)[0][0] == "second page\n"
    [header] = found["headers"].values()
    assert lines(header["content"]) == ["Running head #\n"]
    assert list(found["namedRanges"]) == ["bookmark"]


def test_pictures(open_file: Open, workspace: Workspace, file: FileRef, png: bytes) -> None:
    page = DocPage(open_file(file))
    page.type("A picture: ")
    page.upload(png)
    picture = page.page.get_by_role("img", name="Picture")
    picture.click()
    tools = page.page.get_by_role("toolbar", name="Picture")
    tools.get_by_role("button", name="Alt text").click()
    page.answer("OK", Description="a teal box")
    page.page.get_by_role("img", name="a teal box").click()
    tools.get_by_role("button", name="Size and position").click()
    page.answer("Apply", **{"Width_(inches)": 2, "Text_wrapping": "WRAP_TEXT", "From_the_left": 1, "From_the_top": 0.5})
    page.saved()
    found = contents(workspace, file)
    [held] = found["positionedObjects"].values()
    properties = held["positionedObjectProperties"]
    assert properties["positioning"]["layout"] == "WRAP_TEXT"
    assert (
        properties["positioning"]["leftOffset"]["magnitude"],
        properties["positioning"]["topOffset"]["magnitude"],
    ) == (72, 36)
    assert properties["embeddedObject"]["description"] == "a teal box"
    assert properties["embeddedObject"]["size"]["width"]["magnitude"] == pytest.approx(144)
    box = page.page.get_by_role("img", name="a teal box").bounding_box()
    assert box
    page.page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 70, box["y"] + 60, steps=3)
    page.page.mouse.up()
    expect(page.page.get_by_role("status")).to_have_text("All changes saved")
    [moved] = contents(workspace, file)["positionedObjects"].values()
    where = moved["positionedObjectProperties"]["positioning"]
    assert where["leftOffset"]["magnitude"] == pytest.approx(72 + 50 * 0.75, abs=1)
    page.press("Delete")
    page.saved()
    assert not contents(workspace, file).get("positionedObjects")


def test_what_others_write_appears_and_nothing_is_lost(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    one, two = DocPage(open_file(file)), DocPage(open_file(file))
    one.type("first")
    expect(two.body).to_contain_text("first")
    two.press("Control+End", "Enter")
    expect(one.body.locator("p")).to_have_count(2)  # two insertions at one place would have no order
    for number in range(6):
        one.type(f" a{number}")
        two.type(f" b{number}")
        batch(workspace, file, {"insertText": {"location": {"index": 1}, "text": f"c{number} "}})
    one.saved()
    two.saved()
    text = "".join(lines(body(workspace, file)))
    assert text == "c5 c4 c3 c2 c1 c0 first a0 a1 a2 a3 a4 a5\n b0 b1 b2 b3 b4 b5\n"
    for page in (one, two):
        expect(page.body.locator("p").last).to_have_text(" b0 b1 b2 b3 b4 b5")
        expect(page.body.locator("p").first).to_have_text("c5 c4 c3 c2 c1 c0 first a0 a1 a2 a3 a4 a5")


def test_hostile_text_stays_text(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    link = {
        "range": {"startIndex": 1, "endIndex": 5},
        "textStyle": {"link": {"url": "javascript:alert(3)"}},
        "fields": "link",
    }
    batch(workspace, file, {"insertText": {"location": {"index": 1}, "text": evil}}, {"updateTextStyle": link})
    page = DocPage(open_file(file))
    said: list[str] = []
    page.page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    expect(page.body).to_contain_text(evil)
    page.body.get_by_role("link").click(modifiers=["Control"])
    assert page.body.locator("img, script").count() == 0
    assert said == []


def test_pictures_by_mouse(open_file: Open, workspace: Workspace, file: FileRef, png: bytes) -> None:
    page = DocPage(open_file(file))
    page.type("before ", "after")
    page.press("ArrowUp", "End")
    page.upload(png)
    picture = page.page.get_by_role("img", name="Picture")
    picture.click()
    box, handle = picture.bounding_box(), page.page.locator(".handle").bounding_box()
    assert box
    assert handle
    page.page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    page.page.mouse.down()
    page.page.mouse.move(handle["x"] + 5 + box["width"], handle["y"] + 5, steps=3)
    page.page.mouse.up()
    expect(picture).to_have_css("width", "80px")
    page.saved()
    target = page.body.locator("p").last.bounding_box()
    assert target
    picture.hover()
    page.page.mouse.down()
    page.page.mouse.move(target["x"] + 200, target["y"] + 8, steps=4)
    page.page.mouse.up()
    expect(page.body.locator("p").last.get_by_role("img")).to_have_count(1)
    page.saved()
    found = contents(workspace, file)
    assert lines(found["body"]["content"]) == ["before \n", "after#\n"]
    [held] = found["inlineObjects"].values()
    size = held["inlineObjectProperties"]["embeddedObject"]["size"]
    assert size["width"]["magnitude"] == pytest.approx(60, abs=0.5)
    assert size["height"]["magnitude"] == pytest.approx(45, abs=0.5)


def test_many_pages_in_one_browser_all_hear_of_changes(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    pages = [DocPage(open_file(file))]
    for _ in range(6):
        other = pages[0].page.context.new_page()
        other.goto(file.url)
        pages.append(DocPage(other))
    batch(workspace, file, {"insertText": {"location": {"index": 1}, "text": "news"}})
    for page in pages:
        expect(page.body).to_have_text("news")


def test_what_cannot_be_done_is_said(open_file: Open, workspace: Workspace, file: FileRef) -> None:
    page = DocPage(open_file(file))
    page.type("text")
    page.menu("Insert", "Image", "By URL")
    question = page.page.get_by_role("dialog", name="Insert image by URL")
    question.get_by_label("Paste the URL").fill("http://127.0.0.1:9/secret.png")
    question.get_by_role("button", name="Insert").click()
    problem = page.page.get_by_role("dialog", name="The picture cannot be inserted")
    expect(problem).to_contain_text("problem retrieving the image")
    problem.get_by_role("button", name="OK").click()
    page.type(" goes on")
    page.saved()
    assert lines(body(workspace, file)) == ["text goes on\n"]
