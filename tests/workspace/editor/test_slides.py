"""The Slides editor in a browser: what mouse and keyboard leave in the API's JSON."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from pytest_knows.workspace import Workspace

from .conftest import Open
from .talk import INCH, Talk, box_of, bullets, links, notes, plain, size, styles


@pytest.fixture
def talk(workspace: Workspace, open_file: Open) -> Talk:
    return Talk(workspace, open_file)


def test_writing(talk: Talk) -> None:
    editor = talk.editor
    keyboard = editor.page.keyboard
    title = editor.page.get_by_role("textbox", name="Text of Title placeholder")
    title.click()
    keyboard.type("Grüße 😀 from\nhere")
    editor.press(
        "Shift+Home", "Control+i", "End", "Backspace", "Backspace", "Home", "ArrowUp", "End", "ArrowLeft", "Delete"
    )
    editor.saved()
    assert plain(talk.elements()[0]["shape"]) == "Grüße 😀 fro\nhe\n"
    assert [(text, style.get("italic")) for text, style in styles(talk.elements()[0]["shape"])] == [
        ("Grüße 😀 fro\n", None),
        ("he\n", True),
    ]
    editor.press("Control+Home", "Control+Shift+ArrowRight", "Control+b")
    keyboard.type("Good day ")
    editor.press("Control+z", "Control+z")
    editor.saved()
    expect(title).to_have_text("Grüße 😀 frohe")
    editor.press("Control+y")
    editor.saved()
    assert [text for text, style in styles(talk.elements()[0]["shape"]) if style.get("bold")] == ["Grüße"]
    title.fill("Filled by an agent")
    editor.saved()
    assert plain(talk.elements()[0]["shape"]) == "Filled by an agent\n"
    editor.press("Control+a", "Control+c")
    editor.page.get_by_role("textbox", name="Text of Subtitle placeholder").click()
    editor.press("Control+v", "Control+v")
    editor.saved()
    assert plain(talk.elements()[1]["shape"]) == "Filled by an agentFilled by an agent\n"


def test_lists_and_paragraphs(talk: Talk) -> None:
    editor = talk.editor
    editor.menu("Slide", "New slide with layout", "Title and body")
    editor.page.get_by_role("option", name="Slide 2").wait_for()
    editor.page.get_by_role("textbox", name="Text of Body placeholder").click()
    keyboard = editor.page.keyboard
    keyboard.type("one\ntwo\nthree")
    editor.press("Control+a", "Control+Shift+8", "Control+End", "Tab")
    keyboard.type("!\nfour")
    editor.press("Shift+Tab", "ArrowUp", "ArrowUp", "Control+Shift+e")
    editor.saved()
    body = talk.elements(1)[1]["shape"]
    assert plain(body) == "one\ntwo\nthree!\nfour\n"
    assert bullets(body) == [(0, "●"), (0, "●"), (1, "○"), (0, "●")]
    markers = [one["paragraphMarker"] for one in body["text"]["textElements"] if "paragraphMarker" in one]
    assert [marker["style"].get("alignment") for marker in markers] == [None, "CENTER", None, None]
    editor.press("Control+a")
    editor.button("Numbered list")
    editor.press("Control+End", "Enter")
    keyboard.type("five")
    editor.saved()
    assert bullets(talk.elements(1)[1]["shape"]) == [(0, "1."), (0, "2."), (1, "a."), (0, "3."), (0, "4.")]
    editor.press("Enter", "Enter")
    keyboard.type("no item")
    editor.tool("Line spacing", "Double")
    editor.saved()
    body = talk.elements(1)[1]["shape"]
    assert bullets(body)[-1] is None, repr(plain(body))
    assert body["text"]["textElements"][-2]["paragraphMarker"]["style"]["lineSpacing"] == 200
    editor.press("Home", "Control+Shift+ArrowRight", "Control+k")
    editor.page.get_by_role("dialog").get_by_label("Address").fill("javascript:alert(1)")
    editor.press("Enter")
    expect(editor.page.get_by_role("alert")).to_have_text("This is no address.")
    editor.page.get_by_role("dialog").get_by_label("Address").fill("example.org/a")
    editor.press("Enter")
    editor.saved()
    editor.page.get_by_role("dialog").wait_for(state="detached")
    talk.eventually(lambda: links(talk.elements(1)[1]["shape"]) == [("no", "https://example.org/a")])


def test_shapes_by_mouse_and_by_numbers(talk: Talk) -> None:
    editor = talk.editor
    editor.menu("Slide", "Apply layout", "Blank")
    editor.shape("Ellipse", (INCH, INCH, 2 * INCH, INCH))
    editor.colour("Fill color", "#336699")
    editor.colour("Border color", "red")
    editor.tool("Border weight", "3 pt")
    editor.tool("Border dash", "Dotted")
    editor.saved()
    [ellipse] = talk.elements()
    properties = ellipse["shape"]["shapeProperties"]
    assert ellipse["shape"]["shapeType"] == "ELLIPSE"
    assert properties["shapeBackgroundFill"]["solidFill"]["color"]["rgbColor"] == {
        "red": 0.2,
        "green": 0.4,
        "blue": 0.6,
    }
    assert properties["outline"]["outlineFill"]["solidFill"]["color"]["rgbColor"] == {"red": 1}
    assert properties["outline"]["weight"] == {"magnitude": 38100, "unit": "EMU"}
    assert properties["outline"]["dashStyle"] == "DOT"
    editor.drag((2 * INCH, 1.5 * INCH), (4 * INCH, 2.5 * INCH))
    editor.saved()
    assert box_of(talk.elements()[0]) == pytest.approx((3, 2, 2, 1), abs=0.03)
    editor.drag((5 * INCH, 3 * INCH), (6 * INCH, 4 * INCH))
    editor.saved()
    assert box_of(talk.elements()[0]) == pytest.approx((3, 2, 3, 2), abs=0.06)
    for label, value in (("Width (inches)", 4), ("Height (inches)", 1), ("X (inches)", 0.5), ("Y (inches)", 0.25)):
        editor.field(label, value)
    assert box_of(talk.elements()[0]) == (0.5, 0.25, 4, 1)
    editor.field("Rotation (degrees)", 90)
    transform = talk.elements()[0]["transform"]
    assert (transform["shearY"], transform["shearX"]) == pytest.approx(
        (4 * INCH / size(ellipse)[0], -INCH / size(ellipse)[1]), abs=0.01
    )
    expect(editor.page.get_by_label("X (inches)")).to_have_value("0.5")
    editor.press("Escape")
    editor.choose("Ellipse")
    editor.press("ArrowRight", "ArrowRight", "Control+d", "Delete", "Control+z")
    editor.saved()
    assert len(talk.elements()) == 2
    editor.page.get_by_role("textbox", name="Text of Ellipse").first.fill("By name")
    editor.saved()
    assert plain(talk.elements()[0]["shape"]) == "By name\n"
    for _ in range(30):
        editor.press("Control+z")
    editor.saved()
    assert [one["shape"]["placeholder"]["type"] for one in talk.elements()] == ["CENTERED_TITLE", "SUBTITLE"]
    for _ in range(30):
        editor.press("Control+y")
    editor.saved()
    assert [one["shape"]["shapeType"] for one in talk.elements()] == ["ELLIPSE", "ELLIPSE"]


def test_order_groups_and_alignment(talk: Talk) -> None:
    editor = talk.editor
    editor.menu("Slide", "Apply layout", "Blank")
    for number, kind in enumerate(("Rectangle", "Diamond", "Triangle")):
        editor.shape(kind, ((1 + 2 * number) * INCH, (0.5 + number) * INCH, INCH, INCH))
    editor.press("Control+Shift+ArrowDown")
    editor.saved()
    assert [one["shape"]["shapeType"] for one in talk.elements()] == ["TRIANGLE", "RECTANGLE", "DIAMOND"]
    editor.press("Escape")
    editor.drag((0.2 * INCH, 0.2 * INCH), (9 * INCH, 5 * INCH))
    editor.menu("Arrange", "Align", "Top")
    editor.saved()
    assert {box_of(one)[1] for one in talk.elements()} == {box_of(talk.elements()[1])[1]}
    editor.menu("Arrange", "Distribute", "Horizontally")
    editor.menu("Arrange", "Group")
    editor.element("Group").wait_for() if editor.element("Group").count() else None
    editor.saved()
    [group] = talk.elements()
    assert len(group["elementGroup"]["children"]) == 3
    editor.drag((1.5 * INCH, INCH), (1.5 * INCH, 3 * INCH))
    editor.colour("Fill color", "blue")
    editor.press("Control+Alt+Shift+g")
    editor.saved()
    assert [box_of(one)[1] for one in talk.elements()] == pytest.approx([2.5] * 3, abs=0.03)
    fills = [one["shape"]["shapeProperties"]["shapeBackgroundFill"]["solidFill"]["color"] for one in talk.elements()]
    assert fills == [{"rgbColor": {"blue": 1}}] * 3
    editor.tool("Line", "Arrow")
    editor.drag((INCH, 4 * INCH), (6 * INCH, 4.5 * INCH))
    editor.saved()
    assert talk.elements()[-1]["line"]["lineProperties"]["endArrow"] == "FILL_ARROW"
    editor.press("Escape")
    editor.drag((3.5 * INCH, 4.25 * INCH), (3.5 * INCH, 3.75 * INCH))
    editor.saved()
    assert box_of(talk.elements()[-1])[:2] == pytest.approx((1, 3.5), abs=0.03)


def test_pictures(talk: Talk, png_file: Path, png: bytes) -> None:
    editor = talk.editor
    editor.picture(png_file)
    picture = talk.elements()[-1]
    assert picture["image"]["contentUrl"].startswith("http://127.0.0.1")
    assert box_of(picture)[2:] == pytest.approx((40 / 96, 30 / 96), abs=0.01)
    editor.place((2 * INCH, INCH, 4 * INCH, 3 * INCH))
    editor.field("Crop left (%)", 25)
    editor.field("Crop bottom (%)", 50)
    picture = talk.elements()[-1]
    assert picture["image"]["imageProperties"]["cropProperties"] == {"leftOffset": 0.25, "bottomOffset": 0.5}
    assert box_of(picture) == (3, 1, 3, 1.5)
    editor.field("Alt text title", "Teal")
    editor.field("Alt text description", "A teal rectangle")
    picture = talk.elements()[-1]
    assert (picture["title"], picture["description"]) == ("Teal", "A teal rectangle")
    expect(editor.slide.get_by_role("img", name="Image: Teal")).to_be_visible()
    editor.press("Escape")
    editor.choose("Image")
    editor.menu("Format", "Replace image")
    editor.page.get_by_label("or its address").fill("not a picture")
    editor.press("Enter")
    expect(editor.page.get_by_role("status")).to_contain_text("Not saved")
    editor.menu("Format", "Replace image")
    editor.page.get_by_label("Picture from your computer").set_input_files(
        {"name": "blue.png", "mimeType": "image/png", "buffer": blue(png)}
    )
    editor.page.get_by_role("button", name="Replace", exact=True).click()
    talk.eventually(lambda: talk.elements()[-1]["image"]["contentUrl"] != picture["image"]["contentUrl"])
    replaced = talk.elements()[-1]["image"]
    editor.menu("Insert", "Image", "By URL")
    editor.page.get_by_label("Image URL").fill(replaced["contentUrl"])
    editor.press("Enter")
    talk.eventually(lambda: len([one for one in talk.elements() if "image" in one]) == 2)


def blue(png: bytes) -> bytes:
    """A picture of the same kind with other pixels."""
    stream = io.BytesIO()
    Image.new("RGB", Image.open(io.BytesIO(png)).size, "blue").save(stream, "PNG")
    return stream.getvalue()


def test_tables(talk: Talk) -> None:
    editor = talk.editor
    editor.menu("Slide", "Apply layout", "Blank")
    editor.button("Table")
    editor.page.get_by_label("Rows").fill("2")
    editor.page.get_by_label("Columns").fill("2")
    editor.press("Enter")
    editor.saved()
    editor.page.get_by_role("textbox", name="Cell row 1, column 1").click()
    for text in ("a", "b", "c"):
        editor.page.keyboard.type(text)
        editor.press("Tab")
    editor.page.keyboard.type("d")
    editor.press("Control+a", "Control+b")
    editor.colour("Fill color", "yellow")
    editor.menu("Format", "Table", "Insert row above")
    editor.saved()
    [element] = talk.elements()
    rows = element["table"]["tableRows"]
    assert [[plain(cell).strip() for cell in row["tableCells"]] for row in rows] == [["a", "b"], ["", ""], ["c", "d"]]
    last = rows[2]["tableCells"][1]
    assert [style["bold"] for _, style in styles(last)] == [True]
    fill = last["tableCellProperties"]["tableCellBackgroundFill"]["solidFill"]["color"]
    assert fill == {"rgbColor": {"red": 1, "green": 1}}
    editor.page.get_by_role("textbox", name="Cell row 2, column 2").fill("new")
    editor.saved()
    assert plain(talk.elements()[0]["table"]["tableRows"][1]["tableCells"][1]) == "new\n"


def test_slides(talk: Talk) -> None:
    editor = talk.editor
    options = editor.page.get_by_role("listbox", name="Slides").get_by_role("option")
    editor.page.get_by_role("textbox", name="Text of Title placeholder").fill("First")
    editor.saved()
    editor.press("Control+m")
    expect(options).to_have_count(2)
    editor.page.get_by_role("textbox", name="Text of Title placeholder").fill("Second")
    editor.page.get_by_role("textbox", name="Speaker notes").fill("say this")
    editor.saved()
    editor.menu("Slide", "Duplicate slide")
    expect(options).to_have_count(3)
    editor.page.get_by_role("textbox", name="Text of Title placeholder").fill("Third")
    editor.saved()
    editor.menu("Slide", "Background color")
    editor.page.get_by_role("button", name="light green 3").click()
    editor.saved()
    options.nth(0).click()
    editor.press("Control+ArrowDown")
    expect(options.nth(1)).to_have_accessible_name("Slide 2: First")
    options.nth(2).drag_to(options.nth(0), target_position={"x": 100, "y": 5})
    expect(options.nth(0)).to_have_accessible_name("Slide 1: Third")
    slides = talk.json["slides"]
    assert [plain(slide["pageElements"][0]["shape"]).strip() for slide in slides] == ["Third", "Second", "First"]
    assert [notes(slide) for slide in slides] == ["say this\n", "say this\n", ""]
    assert "solidFill" in slides[0]["pageProperties"]["pageBackgroundFill"]
    editor.press("Control+h")
    editor.page.get_by_role("textbox", name="Find").fill("i")
    editor.page.get_by_label("Replace with").fill("I")
    editor.press("Enter")
    expect(options.nth(0)).to_have_accessible_name("Slide 1: ThIrd")
    options.nth(1).click()
    editor.press("Delete")
    expect(options).to_have_count(2)
    editor.press("Control+z")
    expect(options).to_have_count(3)
    assert notes(talk.json["slides"][1]) == "say this\n"
    editor.menu("Slide", "Skip slide")
    editor.saved()
    assert talk.json["slides"][1]["slideProperties"]["isSkipped"] is True


NAMELESS = re.compile(
    r"- (button|textbox|combobox|spinbutton|menuitem|option|group|img|listbox|toolbar|region)(:| \[|$)"
)


def test_everything_has_a_name_and_can_be_reached_by_keys(talk: Talk, png_file: Path) -> None:
    editor, page = talk.editor, talk.editor.page
    page.get_by_role("menubar").get_by_role("menuitem", name="Insert").focus()
    editor.press("ArrowDown")
    page.get_by_role("menuitem", name="Text box").focus()
    editor.press("Enter", "Enter")
    page.keyboard.type("by keys")
    editor.press("Escape")
    editor.saved()
    box = talk.elements()[-1]
    assert plain(box["shape"]) == "by keys\n"
    assert box_of(box)[0] + box_of(box)[2] / 2 == pytest.approx(5, abs=0.02)
    editor.press("Control+x")
    editor.saved()
    assert len(talk.elements()) == 2
    editor.press("Control+m")
    page.get_by_role("region", name="Slide 2 of 2").wait_for()
    page.get_by_role("option", name="Slide 2").focus()
    editor.press("Control+v")
    talk.eventually(lambda: len(talk.elements(1)) == 3)
    editor.element("Text box: by keys").wait_for()
    assert plain(talk.elements(1)[-1]["shape"]) == "by keys\n"
    page.get_by_role("textbox", name="Text of Body placeholder").focus()
    page.keyboard.type("body")
    editor.press("Escape", "Tab", "F2", "Control+End")
    page.keyboard.type("!")
    editor.saved()
    assert plain(talk.elements(1)[-1]["shape"]) == "by keys!\n"
    editor.picture(png_file)
    editor.button("Format options")
    nameless = [line for line in page.locator("body").aria_snapshot().split("\n") if NAMELESS.search(line)]
    assert nameless == []


def test_a_presentation_without_slides(talk: Talk) -> None:
    editor, page = talk.editor, talk.editor.page
    editor.menu("Slide", "Delete slide")
    expect(page.get_by_role("listbox", name="Slides").get_by_role("option")).to_have_count(0)
    expect(page.get_by_role("button", name="Text box")).to_be_disabled()
    editor.menu("Slide", "New slide with layout", "Title only")
    page.get_by_role("textbox", name="Text of Title placeholder").fill("again")
    editor.saved()
    assert plain(talk.elements()[0]["shape"]) == "again\n"
