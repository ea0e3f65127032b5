"""How a cell looks. `effectiveFormat` already holds what conditional formats and table styles did to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.colour import BLACK, WHITE, Colour, Theme
from pytest_knows.artifact.lenient import at, boolean, entries, number, string, table

# The theme of a new spreadsheet; a response lists all nine, a malformed one may not.
_DEFAULT_THEME = {
    "TEXT": "#000000",
    "BACKGROUND": "#FFFFFF",
    "ACCENT1": "#4285F4",
    "ACCENT2": "#EA4335",
    "ACCENT3": "#FBBC04",
    "ACCENT4": "#34A853",
    "ACCENT5": "#FF6D01",
    "ACCENT6": "#46BDC6",
    "LINK": "#1155CC",
}


def sheets_theme(properties: object) -> Theme:
    """The colours of `properties.spreadsheetTheme`."""
    colours = {name: Colour.of_hex(value) for name, value in _DEFAULT_THEME.items()}
    for entry in entries(properties, "spreadsheetTheme", "themeColors"):
        if isinstance(at(entry, "color", "rgbColor"), dict):
            colours[string(entry, "colorType")] = Colour.of_rgb(at(entry, "color", "rgbColor"))
    return Theme(colours)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the whole spreadsheet gives to every cell: its theme and its default format."""

    theme: Theme
    default: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFormat:
    """A resolved format; `stated` holds the API's `CellFormat`s, nearest first."""

    stated: tuple[Mapping[str, Any], ...]
    theme: Theme

    def __repr__(self) -> str:
        return f"CellFormat({self.background!r}, {self.text_colour!r}, bold={self.bold})"

    def _colour(self, *path: str) -> Colour | None:
        *parents, name = path
        style_name = f"{name}Style"
        for stated in self.stated:
            holder = table(stated, *parents)
            style = self.theme.opaque(holder.get(style_name))
            if style is not None:
                return style
            if isinstance(holder.get(name), dict):
                return Colour.of_rgb(holder[name])
        return None

    def _flag(self, name: str) -> bool:
        for stated in self.stated:
            flag = boolean(stated, "textFormat", name)
            if flag is not None:
                return flag
        return False

    def _string(self, *path: str) -> str:
        for stated in self.stated:
            found = string(stated, *path)
            if found:
                return found
        return ""

    @property
    def background(self) -> Colour:
        return self._colour("backgroundColor") or WHITE

    @property
    def text_colour(self) -> Colour:
        return self._colour("textFormat", "foregroundColor") or BLACK

    @property
    def bold(self) -> bool:
        return self._flag("bold")

    @property
    def italic(self) -> bool:
        return self._flag("italic")

    @property
    def underline(self) -> bool:
        return self._flag("underline")

    @property
    def strikethrough(self) -> bool:
        return self._flag("strikethrough")

    @property
    def font(self) -> str:
        return self._string("textFormat", "fontFamily")

    @property
    def size(self) -> float:
        """Points; 10 where nothing says otherwise, as in a new spreadsheet."""
        for stated in self.stated:
            size = number(stated, "textFormat", "fontSize")
            if size > 0:
                return size
        return 10.0

    @property
    def number_type(self) -> str:
        """TEXT, NUMBER, PERCENT, CURRENCY, DATE, TIME, DATE_TIME, SCIENTIFIC, or "" for automatic."""
        return self._string("numberFormat", "type")

    @property
    def number_pattern(self) -> str:
        return self._string("numberFormat", "pattern")

    @property
    def wrap(self) -> str:
        """OVERFLOW_CELL, WRAP, CLIP, LEGACY_WRAP, or "" where nothing says (which overflows)."""
        return self._string("wrapStrategy")

    @property
    def horizontal(self) -> str:
        """LEFT, CENTER, RIGHT, or ""."""
        return self._string("horizontalAlignment")

    def line(self, side: str) -> bool:
        """Whether there is a border at that side: "top", "bottom", "left" or "right"."""
        return self._string("borders", side, "style") not in ("", "NONE")
