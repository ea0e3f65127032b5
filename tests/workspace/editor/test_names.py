"""What a screen reader, or an agent that reads the accessibility tree, finds on the pages: a name for everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pytest_knows.workspace import FileRef, Kind, Workspace

from .conftest import Open

NAMELESS = """() => [...document.querySelectorAll(
    'a[href], button, input, select, textarea, [role=img], [role=menuitem], [role=textbox], [role=toolbar], table')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length))
  .map((one) => one.outerHTML.slice(0, 200))"""
DOUBLE = """() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  return ids.filter((id, i) => ids.indexOf(id) !== i); }"""


def check(page: Page) -> None:
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(DOUBLE) == []


def test_of_a_document(open_file: Open, workspace: Workspace, png: bytes) -> None:
    page = open_file(workspace.create_file(Kind.DOCUMENT, "named"))
    expect(page.get_by_role("status")).to_have_text("All changes saved")
    check(page)
    for label in ("File", "Edit", "View", "Insert", "Format", "Table", "Tools"):
        page.get_by_role("menubar").get_by_role("menuitem", name=label, exact=True).click()
        assert page.get_by_role("menu", name=label).locator("> [role^=menuitem]").count() > 0
        check(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Text color").click()
    check(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Insert link")).to_be_visible()
    check(page)


def test_of_a_folder(open_file: Open, workspace: Workspace) -> None:
    folder = workspace.create_folder("named")
    workspace.create_folder("inner", parent=folder.id)
    page = open_file(FileRef(id=folder.id, url=folder.url, kind=Kind.DOCUMENT))  # only its id and address count
    expect(page.get_by_role("link", name="inner")).to_be_visible()
    check(page)


@pytest.mark.parametrize("keys", [["ArrowDown", "ArrowDown", "Enter"], ["ArrowRight", "ArrowRight", "ArrowDown"]])
def test_menus_by_keyboard(open_file: Open, workspace: Workspace, keys: list[str]) -> None:
    page = open_file(workspace.create_file(Kind.DOCUMENT, "keys"))
    expect(page.get_by_role("status")).to_have_text("All changes saved")
    page.get_by_role("menubar").get_by_role("menuitem", name="File", exact=True).focus()
    for key in keys:
        page.keyboard.press(key)
    if keys[-1] == "Enter":
        page.wait_for_url("**/drive/folders/**")
    else:
        expect(page.get_by_role("menu", name="View")).to_be_visible()
