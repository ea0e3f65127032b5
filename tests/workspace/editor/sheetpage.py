"""The page of a spreadsheet as people use it: by roles and names, mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from pytest_knows.workspace import FileRef, Workspace

Json = dict[str, Any]


class SheetPage:
    """A page that shows a spreadsheet."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.get_by_role("gridcell", name="A1").first.wait_for()

    def cell(self, name: str) -> Locator:
        """The cell with that A1 address."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name}( |$)"))

    def click(self, name: str) -> None:
        self.cell(name).click()

    def select(self, first: str, last: str) -> None:
        """From one corner to the other."""
        self.click(first)
        self.cell(last).click(modifiers=["Shift"])

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def fill(self, start: str, rows: Sequence[Sequence[str]]) -> None:
        """Types rows from a cell on, with Tab and Enter."""
        self.click(start)
        for row in rows:
            for place, text in enumerate(row):
                self.page.keyboard.type(text)
                self.keys("Tab" if place < len(row) - 1 else "Enter")
        self.saved()

    def menu(self, *names: str) -> None:
        """Goes through the menu bar: `menu("Insert", "Image", "Insert image in cell")`."""
        top, *rest = names
        self.page.get_by_role("menubar").get_by_role("menuitem", name=top, exact=True).click()
        for name in rest:
            label = re.compile(rf"^{re.escape(name)}")
            self.page.get_by_role("menu").last.get_by_text(label).first.click()

    def tool(self, name: str) -> None:
        self.page.get_by_role("toolbar").get_by_role("button", name=name).click()

    def answer(self, ok: str, **words: str | bool) -> None:
        """Fills in the dialog: `Chart_title="..."` is the field "Chart title"."""
        box = self.page.get_by_role("dialog")
        for label, value in words.items():
            field = box.get_by_label(re.compile(rf"^{label.replace('_', ' ')}"), exact=True).first
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        box.get_by_role("button", name=ok, exact=True).click()
        self.saved()

    def saved(self) -> None:
        """Waits until everything is saved."""
        self.page.wait_for_timeout(60)
        expect(self.page.locator("#saved")).to_have_text("All changes saved")


def texts(workspace: Workspace, file: FileRef, cells: str) -> list[list[str]]:
    """What the API says that the cells show."""
    values = workspace.clients.sheets.spreadsheets().values()
    found: list[list[str]] = values.get(spreadsheetId=file.id, range=cells).execute().get("values", [])
    return found


def tab(workspace: Workspace, file: FileRef, number: int = 0) -> Json:
    """A tab as the API answers it, without cells."""
    found: Json = workspace.clients.sheets.spreadsheets().get(spreadsheetId=file.id).execute()["sheets"][number]
    return found


def cells(workspace: Workspace, file: FileRef, area: str) -> list[list[Json]]:
    """CellData of a range."""
    book = workspace.clients.sheets.spreadsheets().get(spreadsheetId=file.id, ranges=area, includeGridData=True)
    rows = book.execute()["sheets"][0]["data"][0].get("rowData", [])
    return [row.get("values", []) for row in rows]
