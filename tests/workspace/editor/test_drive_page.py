"""The page of a Drive folder: what people do with files there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from pytest_knows.workspace import FileRef, FolderRef, Kind, Workspace

from .conftest import Open


def choose(page: Page, name: str, action: str) -> None:
    page.get_by_role("button", name=f"More actions for {name}").click()
    page.get_by_role("menuitem", name=action, exact=True).click()


def answer(page: Page, ok: str, **values: str) -> None:
    box = page.get_by_role("dialog")
    for label, value in values.items():
        box.get_by_label(label.replace("_", " ")).fill(value)
    box.get_by_role("button", name=ok, exact=True).click()


def names(workspace: Workspace, folder: FolderRef) -> list[str]:
    return [str(item["name"]) for item in workspace.list_folder(folder.id)]


def opened(open_file: Open, folder: FolderRef) -> Page:
    return open_file(FileRef(id=folder.id, url=folder.url, kind=Kind.DOCUMENT))  # only its id and address count


def test_folders_and_files(open_file: Open, workspace: Workspace, png: bytes, tmp_path: Path) -> None:
    folder = workspace.create_folder("work")
    page = opened(open_file, folder)
    page.get_by_role("toolbar", name="Files").get_by_role("button", name="New folder").click()
    answer(page, "Create", Name="figures")
    expect(page.get_by_role("link", name="figures")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("toolbar", name="Files").get_by_role("button", name="File upload").click()
    evil = "<b onclick=alert(1)>teal.png"
    chooser.value.set_files({"name": evil, "mimeType": "image/png", "buffer": png})
    expect(page.get_by_role("link", name=evil)).to_be_visible()
    choose(page, evil, "Rename")
    answer(page, "OK", Name="teal.png")
    expect(page.get_by_role("link", name="teal.png")).to_be_visible()
    choose(page, "teal.png", "Make a copy")
    expect(page.get_by_role("link", name="Copy of teal.png")).to_be_visible()
    with page.expect_download() as download:
        choose(page, "teal.png", "Download")
    assert Path(download.value.path()).read_bytes() == png
    choose(page, "teal.png", "Move")
    answer(page, "Move")
    expect(page.get_by_role("link", name="teal.png", exact=True)).to_have_count(0)
    choose(page, "Copy of teal.png", "Move to trash")
    answer(page, "Move to trash")
    expect(page.get_by_role("link", name="Copy of teal.png")).to_have_count(0)
    assert names(workspace, folder) == ["figures"]
    page.get_by_role("link", name="figures").click()
    expect(page.get_by_role("link", name="teal.png")).to_be_visible()
    page.get_by_role("navigation", name="Path").get_by_role("link", name="work").click()
    expect(page.get_by_role("textbox", name="Folder name")).to_have_value("work")


def test_new_files_open_in_their_editors_and_others_appear(open_file: Open, workspace: Workspace) -> None:
    folder = workspace.create_folder("work")
    page = opened(open_file, folder)
    page.get_by_role("toolbar", name="Files").get_by_role("button", name="New", exact=True).click()
    page.get_by_role("menuitem", name="Google Docs").click()
    answer(page, "Create", Name="minutes")
    expect(page.get_by_role("textbox", name="Document name")).to_have_value("minutes")
    page.get_by_role("link", name="Folder of this file").click()
    expect(page.get_by_role("link", name="minutes")).to_be_visible()
    workspace.create_file(Kind.SPREADSHEET, "made elsewhere", parent=folder.id)
    expect(page.get_by_role("link", name="made elsewhere")).to_be_visible()
