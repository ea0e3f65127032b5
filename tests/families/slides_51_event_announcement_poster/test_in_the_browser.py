"""A poster made in the Workspace's own editor, by mouse and keyboard, earns what one made through the API does."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from editorkit import chromium, entered
from editorkit.slides import Frame, SlidesPage
from familykit import Results

from pytest_knows.judge import NoJudge
from pytest_knows.workspace import Kind, Workspace

SIZES = {"header": 22, "subheader": 12, "body": 14, "sidebar": 11, "footer": 10}


def frame(box: Any) -> Frame:
    return box.x, box.y, box.w, box.h


def write(editor: SlidesPage, box: Any, size: float) -> None:
    """Text into the box that is being written in, in that size."""
    for number, line in enumerate(box.text.split("\n")):
        editor.press(*["Enter"] * bool(number))
        put = editor.page.keyboard.type if len(line) < 100 else editor.page.keyboard.insert_text
        put(line)
    editor.press("Control+a")
    editor.size(size)


def make(editor: SlidesPage, boxes: dict[str, Any], notes: str, logo: Path) -> None:
    """The whole poster, as a person would make it on a blank slide."""
    editor.menu("Slide", "Apply layout", "Blank")
    for name in ("header", "subheader", "body", "footer"):
        editor.text_box(frame(boxes[name]))
        write(editor, boxes[name], SIZES[name])
        if name == "header":
            editor.press("Control+b")
            editor.button("Center align")
            editor.colour("Text color", "black")
        elif name == "subheader":
            editor.press("Control+i")
        elif name == "footer":
            editor.press("Control+Shift+r")
        editor.press("Escape", "Escape")
    editor.shape("Rectangle", frame(boxes["sidebar"]))
    editor.colour("Fill color", "light gray 1")
    editor.choose("Rectangle")
    editor.press("Enter")
    write(editor, boxes["sidebar"], SIZES["sidebar"])
    editor.press("Escape", "Escape")
    editor.picture(logo)
    editor.place(frame(boxes["logo"]))
    editor.page.get_by_role("textbox", name="Speaker notes").click()
    editor.page.keyboard.insert_text(notes)
    editor.saved()


def test_mouse_and_keyboard_earn_every_point(
    poster: Callable[[int], Any], grade: Callable[..., Results], no_judge: NoJudge, workspace: Workspace, tmp_path: Path
) -> None:
    by_api = poster(1)
    logo = tmp_path / "logo.png"
    [request] = by_api.boxes["logo"].requests("logo", "p")
    logo.write_bytes(base64.b64decode(request["createImage"]["url"].partition(",")[2]))
    file = workspace.create_file(Kind.PRESENTATION, "poster")
    with chromium() as browser:
        page = entered(browser, workspace.grant_agent([file.id], name="browser"), file.url)
        make(SlidesPage(page), by_api.boxes, by_api.notes, logo)
    deck = workspace.clients.slides.presentations().get(presentationId=file.id).execute()
    in_browser = poster(1)
    in_browser.edit = lambda _: deck
    without = grade(by_api, judge=no_judge)
    assert without.points > 0
    assert grade(in_browser, judge=no_judge).differing() == without.differing()
    assert grade(in_browser).differing() == {}
