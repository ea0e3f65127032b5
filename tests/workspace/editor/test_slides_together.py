"""Several people and programs on one presentation, hostile content, and a presentation as large as they come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pytest_knows.workspace import Workspace

from .conftest import Open
from .talk import Json, Talk, plain

TITLE = "Text of Title placeholder"
EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


@pytest.fixture
def talk(workspace: Workspace, open_file: Open) -> Talk:
    return Talk(workspace, open_file)


def title_text(talk: Talk) -> str:
    return plain(talk.elements()[0]["shape"])


def test_two_browsers_and_a_program_write_in_one_text(talk: Talk) -> None:
    first, second = talk.editor.page, talk.opened().page
    first.get_by_role("textbox", name=TITLE).fill("start middle end")
    talk.editor.saved()
    expect(second.get_by_role("textbox", name=TITLE)).to_have_text("start middle end")
    second.get_by_role("textbox", name=TITLE).click()
    second.keyboard.press("Control+End")
    first.get_by_role("textbox", name=TITLE).click()
    first.keyboard.press("Control+Home")
    for number in range(10):
        first.keyboard.type("a")
        second.keyboard.type("z")
        talk.update({"replaceAllText": {"containsText": {"text": "middle"}, "replaceText": "mmiddle"}})
        first.keyboard.type("b")
        if number == 5:
            second.keyboard.press("Enter")
    expected = f"{'ab' * 10}start {'m' * 10}middle end{'z' * 6}\n{'z' * 4}"
    for page in (first, second):
        expect(page.get_by_role("status")).to_have_text("All changes saved")
        expect(page.get_by_role("textbox", name=TITLE)).to_have_text(expected.replace("\n", ""))
    assert title_text(talk) == expected + "\n"


def test_elements_of_others_come_and_go(talk: Talk) -> None:
    first, second = talk.editor, talk.opened()
    first.menu("Slide", "Apply layout", "Blank")
    first.shape("Rectangle", (914400, 914400, 914400, 914400))
    second.element("Rectangle").wait_for()
    second.choose("Rectangle")
    first.press("ArrowRight")
    first.saved()
    second.colour("Fill color", "red")
    second.saved()
    [shape] = talk.elements()
    assert shape["transform"]["translateX"] > 914400
    assert shape["shape"]["shapeProperties"]["shapeBackgroundFill"]["solidFill"]["color"] == {"rgbColor": {"red": 1}}
    first.press("Control+z")
    first.saved()
    fill = talk.elements()[0]["shape"]["shapeProperties"]["shapeBackgroundFill"]["solidFill"]["color"]
    assert fill == {"rgbColor": {"red": 1}}, "what another one did is not undone"
    talk.update({"deleteObject": {"objectId": shape["objectId"]}})
    expect(second.page.locator("[data-id]")).to_have_count(1)
    first.press("Control+m")
    expect(second.page.get_by_role("listbox", name="Slides").get_by_role("option")).to_have_count(2)


def test_what_was_refused_is_not_shown(talk: Talk) -> None:
    page = talk.editor.page
    title = page.get_by_role("textbox", name=TITLE)
    title.fill("kept")
    talk.editor.saved()
    refuse = {"error": {"code": 400, "message": "No room."}}
    page.route("**/_knows/slides/*", lambda route: route.fulfill(status=400, json=refuse))
    title.click()
    page.keyboard.press("Control+End")
    page.keyboard.press("x")
    expect(page.get_by_role("status")).to_have_text("Not saved: No room.")
    page.unroute_all()
    page.keyboard.press("y")
    talk.editor.saved()
    expect(title).to_have_text("kepty")
    assert title_text(talk) == "kepty\n"


def test_hostile_content_runs_nothing(talk: Talk) -> None:
    page: Page = talk.editor.page
    violations: list[str] = []
    page.on("console", lambda message: violations.append(message.text) if "Content Security" in message.text else None)
    shape, other = (one["objectId"] for one in talk.elements())
    talk.update(
        {"insertText": {"objectId": shape, "text": f"{EVIL}\u202e\u2028]]>&amp;"}},
        {"insertText": {"objectId": other, "text": "link"}},
        {
            "updateTextStyle": {
                "objectId": other,
                "style": {
                    "link": {"url": "javascript:window.hacked=1"},
                    "weightedFontFamily": {"fontFamily": "x';background:url(//evil.example/)"},
                },
                "fields": "link,weightedFontFamily",
            }
        },
        {"updatePageElementAltText": {"objectId": shape, "title": EVIL, "description": EVIL}},
    )
    expect(page.get_by_role("textbox", name=TITLE)).to_contain_text(EVIL)
    page.get_by_role("textbox", name=TITLE).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("!")
    page.get_by_role("textbox", name="Text of Subtitle placeholder").get_by_text("link").click()
    talk.editor.saved()
    assert page.evaluate("window.hacked") is None
    assert page.url == talk.file.url
    assert page.locator("a[href^=javascript]").count() == 0
    assert violations == []


def test_sixty_slides(talk: Talk) -> None:
    """Small slides are drawn as far as they are in sight; what is done on one slide costs no more than on the first."""
    talk.update(*(request for number in range(60) for request in filled(number)))
    page: Page = talk.editor.page
    options = page.get_by_role("listbox", name="Slides").get_by_role("option")
    expect(options).to_have_count(61)
    expect(page.locator(".small p").first).to_be_visible()
    assert page.locator(".small p").count() < 30 * 4
    options.nth(60).scroll_into_view_if_needed()
    options.nth(60).click()
    expect(page.get_by_role("region", name="Slide 61 of 61")).to_be_visible()
    expect(page.locator(".thumb.current p").first).to_have_text("Slide 59")
    page.get_by_role("textbox", name=TITLE).click()
    page.keyboard.press("End")
    page.keyboard.type(" and more")
    expect(options.nth(60)).to_have_accessible_name("Slide 61: Slide 59 and more")


def filled(number: int) -> list[Json]:
    ids = {"TITLE": f"title_{number}", "BODY": f"body_{number}"}
    mappings = [{"layoutPlaceholder": {"type": kind, "index": 0}, "objectId": own} for kind, own in ids.items()]
    layout = {"predefinedLayout": "TITLE_AND_BODY"}
    return [
        {
            "createSlide": {
                "objectId": f"slide_{number}",
                "slideLayoutReference": layout,
                "placeholderIdMappings": mappings,
            }
        },
        {"insertText": {"objectId": ids["TITLE"], "text": f"Slide {number}"}},
        {"insertText": {"objectId": ids["BODY"], "text": "\n".join(f"point {n} of the matter" for n in range(6))}},
    ]
