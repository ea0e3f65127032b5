"""A poster made in the Workspace's own editor, by mouse and keyboard, earns what one made through the API does."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from editorkit import chromium, entered
from editorkit.slides import Frame, SlidesPage
from familykit import Results

from pytest_knows.judge import NoJudge
from pytest_knows.workspace import Kind, Workspace

ALIGNED = {"CENTER": "e", "END": "r", "START": "l"}


def frame(box: Any) -> Frame:
    return box.x, box.y, box.w, box.h


def hexadecimal(colour: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def write(editor: SlidesPage, box: Any) -> None:
    """Text and its looks into the box that is being written in."""
    for number, line in enumerate(box.text.split("\n")):
        editor.press(*["Enter"] * bool(number))
        put = editor.page.keyboard.type if len(line) < 100 else editor.page.keyboard.insert_text
        put(line)
    editor.press("Control+a", *["Control+b"] * bool(box.bold), *["Control+i"] * bool(box.italic))
    editor.size(box.size)
    if box.align:
        editor.press(f"Control+Shift+{ALIGNED[box.align]}")
    if box.colour:
        editor.colour("Text color", hexadecimal(box.colour))
    editor.press("Escape", "Escape")


def make(editor: SlidesPage, boxes: dict[str, Any], notes: str, logo: Path) -> None:
    """The whole poster, as a person would make it on a blank slide."""
    editor.menu("Slide", "Apply layout", "Blank")
    for name, box in boxes.items():
        if name == "logo":
            editor.picture(logo)
            editor.place(frame(box))
            editor.press("Escape", "Escape")
        elif box.shape == "RECTANGLE":
            editor.shape("Rectangle", frame(box))
            editor.colour("Fill color", hexadecimal(box.fill))
            editor.choose("Rectangle")
            editor.press("Enter")
            write(editor, box)
        else:
            editor.text_box(frame(box))
            write(editor, box)
    editor.page.get_by_role("textbox", name="Speaker notes").click()
    editor.page.keyboard.insert_text(notes)
    editor.saved()


@pytest.mark.parametrize("instance", [1, 2])
def test_mouse_and_keyboard_earn_every_point(
    instance: int,
    poster: Callable[[int], Any],
    grade: Callable[..., Results],
    no_judge: NoJudge,
    workspace: Workspace,
    tmp_path: Path,
) -> None:
    by_api = poster(instance)
    logo = tmp_path / "logo.png"
    [request] = by_api.boxes["logo"].requests("logo", "p")
    logo.write_bytes(base64.b64decode(request["createImage"]["url"].partition(",")[2]))
    file = workspace.create_file(Kind.PRESENTATION, "poster")
    with chromium() as browser:
        page = entered(browser, workspace.grant_agent([file.id], name="browser"), file.url)
        make(SlidesPage(page), by_api.boxes, by_api.notes, logo)
    deck = workspace.clients.slides.presentations().get(presentationId=file.id).execute()
    in_browser = poster(instance)
    in_browser.edit = lambda _: deck
    without = grade(by_api, judge=no_judge)
    assert without.points > 0
    assert grade(in_browser, judge=no_judge).differing() == without.differing()
    assert grade(in_browser).differing() == {}
