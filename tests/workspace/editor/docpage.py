"""The Docs editor as a person uses it: by names on the screen, mouse and keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from pytest_knows.workspace import FileRef, Workspace

Json = dict[str, Any]


class DocPage:
    """A document's page, once it has been loaded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.body = page.get_by_role("textbox", name="Document content")
        self.saved()

    def saved(self) -> None:
        """Wait until the page says that all is saved."""
        expect(self.page.get_by_role("status")).to_have_text("All changes saved")

    def type(self, *lines: str) -> None:
        """Type lines, with Enter between them."""
        for number, line in enumerate(lines):
            if number:
                self.press("Enter")
            self.page.keyboard.type(line)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def menu(self, *labels: str) -> None:
        """Choose from the menus."""
        first, *others = labels
        self.page.get_by_role("menubar").get_by_role("menuitem", name=first, exact=True).click()
        for label in others:
            self.item(label).click()

    def item(self, label: str) -> Locator:
        """An item of an open menu."""
        return self.page.locator("[role^=menuitem]").filter(has_text=re.compile(rf"^{re.escape(label)}")).last

    def tool(self, label: str) -> Locator:
        """A button of the tools, whatever its shortcut."""
        return self.page.get_by_role("toolbar", name="Formatting").get_by_role("button", name=label)

    def answer(self, ok: str, **values: str | int | bool | FilePayload | Path) -> None:
        """Fill the open dialog's fields by their labels (`_` for a blank) and confirm it."""
        dialog = self.page.get_by_role("dialog")
        for label, value in values.items():
            field = dialog.get_by_label(label.replace("_", " "))
            if isinstance(value, bool):
                field.set_checked(value)
            elif isinstance(value, dict | Path):
                field.set_input_files(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        dialog.get_by_role("button", name=ok, exact=True).click()
        expect(self.page.locator("dialog")).to_have_count(0)  # gone, and not only closed: now the answer counts

    def upload(self, picture: bytes, name: str = "picture.png") -> None:
        """Insert a picture from the disk at the caret."""
        pictures = self.page.get_by_role("img")
        count = pictures.count()
        with self.page.expect_file_chooser() as chooser:
            self.menu("Insert", "Image", "Upload from computer")
        chooser.value.set_files({"name": name, "mimeType": "image/png", "buffer": picture})
        expect(pictures).to_have_count(count + 1)
        self.saved()


def contents(workspace: Workspace, file: FileRef) -> Json:
    """The first tab of a document, as the API tells it."""
    tab: Json = workspace.read(file)["tabs"][0]["documentTab"]
    return tab


def lines(content: list[Json]) -> list[str]:
    """The text of the paragraphs of a content list; what is no text is shown as `#`."""
    return [
        "".join(one["textRun"]["content"] if "textRun" in one else "#" for one in node["paragraph"]["elements"])
        for node in content
        if "paragraph" in node
    ]
