"""Styles of a Google Doc, resolved: NORMAL_TEXT, then the paragraph's named style, then its own, then the run's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_knows.artifact.colour import Colour
from pytest_knows.artifact.geometry import points
from pytest_knows.artifact.lenient import at, boolean, entries, number, string, table

NORMAL = "NORMAL_TEXT"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStyle:
    """How text looks. Sizes in pt; None where nothing states a value."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strikethrough: bool = False
    small_caps: bool = False
    size: float | None = None
    family: str = ""
    weight: int = 400
    colour: Colour | None = None
    background: Colour | None = None
    baseline: str = "NONE"
    """NONE, SUPERSCRIPT or SUBSCRIPT."""

    @classmethod
    def of(cls, style: Mapping[str, Any]) -> TextStyle:
        """From a merged REST `TextStyle`."""
        return cls(
            bold=boolean(style, "bold") is True,
            italic=boolean(style, "italic") is True,
            underline=boolean(style, "underline") is True,
            strikethrough=boolean(style, "strikethrough") is True,
            small_caps=boolean(style, "smallCaps") is True,
            size=points(style.get("fontSize")) or None,
            family=string(style, "weightedFontFamily", "fontFamily"),
            weight=int(number(style, "weightedFontFamily", "weight", default=400)),
            colour=colour(style.get("foregroundColor")),
            background=colour(style.get("backgroundColor")),
            baseline=string(style, "baselineOffset") or "NONE",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphStyle:
    """How a paragraph is set. Lengths in pt, line spacing in percent of a single line."""

    named: str = NORMAL
    alignment: str = "START"
    line_spacing: float = 100
    space_above: float = 0
    space_below: float = 0
    indent_start: float = 0
    indent_end: float = 0
    indent_first_line: float = 0
    heading_id: str = ""
    shading: Colour | None = None
    """Behind the whole paragraph; None for none."""

    @classmethod
    def of(cls, named: str, style: Mapping[str, Any]) -> ParagraphStyle:
        """From a merged REST `ParagraphStyle`. `named` is the paragraph's own: a named style may state another."""
        return cls(
            named=named,
            alignment=string(style, "alignment") or "START",
            line_spacing=number(style, "lineSpacing", default=100),
            space_above=points(style.get("spaceAbove")),
            space_below=points(style.get("spaceBelow")),
            indent_start=points(style.get("indentStart")),
            indent_end=points(style.get("indentEnd")),
            indent_first_line=points(style.get("indentFirstLine")),
            heading_id=string(style, "headingId"),
            shading=colour(at(style, "shading", "backgroundColor")),
        )

    @property
    def heading_level(self) -> int | None:
        """1 to 6 for HEADING_1 to HEADING_6, else None (also for TITLE and SUBTITLE)."""
        level = self.named.removeprefix("HEADING_")
        return int(level) if level in {"1", "2", "3", "4", "5", "6"} else None


class StyleSheet:
    """The named styles of one tab."""

    def __init__(self, named_styles: object) -> None:
        self._styles = {string(style, "namedStyleType"): style for style in entries(named_styles, "styles")}
        self._plain: dict[str, TextStyle] = {}

    def __repr__(self) -> str:
        return f"StyleSheet({len(self._styles)} named styles)"

    def text_style(self, named: str, own: object) -> TextStyle:
        """What a run looks like: `own` is its stated style, `named` its paragraph's named style."""
        return TextStyle.of(self._merged("textStyle", named, own))

    def plain(self, named: str) -> TextStyle:
        """What a run looks like that states nothing."""
        if named not in self._plain:
            self._plain[named] = self.text_style(named, None)
        return self._plain[named]

    def paragraph_style(self, own: object) -> ParagraphStyle:
        """What a paragraph looks like; `own` is its stated style."""
        named = string(own, "namedStyleType") or NORMAL
        merged = {**self._merged("paragraphStyle", named, own), "headingId": string(own, "headingId")}
        return ParagraphStyle.of(named, merged)

    def _merged(self, part: str, named: str, own: object) -> dict[str, Any]:
        normal = table(self._styles.get(NORMAL), part)
        return {**normal, **table(self._styles.get(named), part), **table(own)}


def colour(optional_colour: object) -> Colour | None:
    """A REST `OptionalColor`: absent components are 0, `{}` is transparent (None)."""
    rgb = at(optional_colour, "color", "rgbColor")
    return Colour.of_rgb(rgb) if isinstance(rgb, dict) else None
