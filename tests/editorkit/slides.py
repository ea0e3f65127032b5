"""The Slides editor by mouse and keyboard."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page

Frame = tuple[float, float, float, float]
"""Left, top, width, height in EMU."""

WIDTH = 9144000
"""EMU of a slide's width."""


class SlidesPage:
    """An editor that is open in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.slide = page.get_by_role("region", name=re.compile(r"Slide \d+ of"))
        self.slide.wait_for()

    def button(self, name: str) -> None:
        """A button or tool; the shortcut in its name may be left out."""
        self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( \(.*\))?$")).click()

    def menu(self, *names: str) -> None:
        """Choose in a menu: its name in the bar, then the items."""
        first, *others = names
        self.page.get_by_role("menubar").get_by_role("menuitem", name=first, exact=True).click()
        self.items(*others)

    def tool(self, *names: str) -> None:
        """The same for a tool that opens a menu."""
        first, *others = names
        self.button(first)
        self.items(*others)

    def items(self, *names: str) -> None:
        for name in names:
            self.page.get_by_role("menuitem", name=name).or_(
                self.page.get_by_role("menuitemcheckbox", name=name)
            ).first.click()

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the slide is on the screen."""
        box = self.slide.bounding_box()
        assert box, "the slide is not to be seen"
        scale = box["width"] / WIDTH
        return box["x"] + x * scale, box["y"] + y * scale

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """From one place of the slide to another, in EMU."""
        mouse = self.page.mouse
        mouse.move(*self.point(*start))
        mouse.down()
        mouse.move(*self.point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        mouse.move(*self.point(*end))
        mouse.up()

    def draw(self, frame: Frame) -> None:
        x, y, width, height = frame
        self.drag((x, y), (x + width, y + height))

    def text_box(self, frame: Frame, text: str = "") -> None:
        self.button("Text box")
        self.draw(frame)
        self.page.get_by_role("textbox", name="Text of Text box").last.wait_for()
        if text:
            self.page.keyboard.type(text)

    def shape(self, kind: str, frame: Frame) -> None:
        self.tool("Shape", "Shapes", kind)
        self.draw(frame)
        self.saved()

    def picture(self, path: Path) -> None:
        """Upload a picture; it stands in the middle and is chosen."""
        self.tool("Insert image", "Upload from computer")
        self.page.get_by_label("Picture (PNG, JPEG or GIF)").set_input_files(path)
        before = self.slide.get_by_role("img").count()
        self.page.get_by_role("button", name="Insert", exact=True).click()
        self.slide.get_by_role("img").nth(before).wait_for()
        self.saved()

    def element(self, name: str) -> Locator:
        """An element of the slide by the beginning of its name."""
        return self.slide.get_by_role("group", name=name).or_(self.slide.get_by_role("img", name=name)).first

    def choose(self, name: str) -> None:
        """Choose an element as a whole, by the keyboard."""
        self.element(name).focus()

    def field(self, label: str, value: float | str) -> None:
        """A field of the format options; they are opened if need be."""
        box = self.page.get_by_role("complementary", name="Format options")
        if not box.is_visible():
            self.button("Format options")
        box.get_by_label(label, exact=True).fill(str(value))
        self.page.keyboard.press("Enter")
        self.saved()

    def place(self, frame: Frame) -> None:
        """Put what is chosen into a frame by the format options."""
        for label, value in zip(
            ("Width (inches)", "Height (inches)", "X (inches)", "Y (inches)"), (*frame[2:], *frame[:2]), strict=True
        ):
            self.field(label, round(value / 914400, 3))

    def colour(self, tool: str, value: str) -> None:
        """A colour by name, or one as `#rrggbb`."""
        self.button(tool)
        if value.startswith("#"):
            self.page.get_by_label("Custom colour (#rrggbb)").fill(value)
            self.page.get_by_role("button", name="Apply", exact=True).click()
        else:
            self.page.get_by_role("button", name=value, exact=True).click()
        self.saved()

    def size(self, points: float) -> None:
        self.page.get_by_role("spinbutton", name="Font size").fill(str(points))
        self.page.keyboard.press("Enter")
        self.saved()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def saved(self) -> None:
        """Wait until everything is saved."""
        self.page.get_by_role("status").get_by_text("All changes saved").wait_for()
