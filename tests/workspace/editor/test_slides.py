"""The Slides editor in a browser: what mouse and keyboard leave in the API's JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from editorkit import chromium, entered
from editorkit.slides import SlidesPage
from playwright.sync_api import Browser, expect

from pytest_knows.workspace import FileRef, Kind, Workspace

Json = dict[str, Any]
INCH = 914400


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


class Talk:
    """A presentation: its API, and editors that are open on it."""

    def __init__(self, workspace: Workspace, browser: Browser) -> None:
        self.workspace, self.browser = workspace, browser
        self.file: FileRef = workspace.create_file(Kind.PRESENTATION, "talk")
        self.access = workspace.grant_agent([self.file.id], name="browser")
        self.editor = self.opened()

    def opened(self) -> SlidesPage:
        return SlidesPage(entered(self.browser, self.access, self.file.url))

    @property
    def json(self) -> Json:
        decks = self.workspace.clients.slides.presentations()
        found: Json = decks.get(presentationId=self.file.id).execute()
        return found

    def update(self, *requests: Json) -> None:
        decks = self.workspace.clients.slides.presentations()
        decks.batchUpdate(presentationId=self.file.id, body={"requests": list(requests)}).execute()

    def elements(self, slide: int = 0) -> list[Json]:
        found: list[Json] = self.json["slides"][slide].get("pageElements", [])
        return found


@pytest.fixture
def talk(workspace: Workspace, browser: Browser) -> Iterator[Talk]:
    made = Talk(workspace, browser)
    yield made
    for context in browser.contexts:
        context.close()


def plain(holder: Json) -> str:
    runs = holder.get("text", {}).get("textElements", [])
    return "".join(run["textRun"]["content"] for run in runs if "textRun" in run)


def styles(holder: Json) -> list[tuple[str, Json]]:
    runs = holder.get("text", {}).get("textElements", [])
    return [(run["textRun"]["content"], run["textRun"]["style"]) for run in runs if "textRun" in run]


def bullets(holder: Json) -> list[tuple[int, str] | None]:
    markers = [one["paragraphMarker"] for one in holder["text"]["textElements"] if "paragraphMarker" in one]
    return [(m["bullet"].get("nestingLevel", 0), m["bullet"]["glyph"]) if "bullet" in m else None for m in markers]


def box_of(element: Json) -> tuple[float, float, float, float]:
    """Left, top, width, height in inches."""
    size, transform = element["size"], element["transform"]
    width, height = (size[side]["magnitude"] for side in ("width", "height"))
    return (
        round(transform.get("translateX", 0) / INCH, 2),
        round(transform.get("translateY", 0) / INCH, 2),
        round(width * transform.get("scaleX", 0) / INCH, 2),
        round(height * transform.get("scaleY", 0) / INCH, 2),
    )


def test_writing(talk: Talk) -> None:
    editor = talk.editor
    keyboard = editor.page.keyboard
    title = editor.page.get_by_role("textbox", name="Text of Title placeholder")
    title.click()
    keyboard.type("Grüße 😀 from\nhere")
    editor.press("Shift+Home", "Control+i", "End", "Backspace", "Backspace", "Home", "ArrowUp", "End", "ArrowLeft", "Delete")
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
    assert bullets(body)[-1] is None
    assert body["text"]["textElements"][-2]["paragraphMarker"]["style"]["lineSpacing"] == 200
    editor.press("Home", "Control+Shift+ArrowRight", "Control+k")
    editor.page.get_by_role("dialog").get_by_label("Address").fill("javascript:alert(1)")
    editor.press("Enter")
    expect(editor.page.get_by_role("alert")).to_have_text("This is no address.")
    editor.page.get_by_role("dialog").get_by_label("Address").fill("example.org/a")
    editor.press("Enter")
    editor.saved()
    links = [(text, style["link"]["url"]) for text, style in styles(talk.elements(1)[1]["shape"]) if "link" in style]
    assert links == [("no", "https://example.org/a")]
