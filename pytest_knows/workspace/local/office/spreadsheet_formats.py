"""Cell formats of an .xlsx as Google's: only what differs from the workbook's default."""

from __future__ import annotations

import colorsys
import re
from typing import Any

from pytest_knows.workspace.local.colours import channels, from_hex
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.drawing import Palette
from pytest_knows.workspace.local.office.markup import hex_colour

_THEME_ORDER = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink",
                "folHlink")  # fmt: skip
_HORIZONTAL = {"left": "LEFT", "center": "CENTER", "centerContinuous": "CENTER", "right": "RIGHT"}
_VERTICAL = {"top": "TOP", "center": "MIDDLE", "bottom": "BOTTOM"}
_BORDERS = {"thin": "SOLID", "hair": "DOTTED", "medium": "SOLID_MEDIUM", "thick": "SOLID_THICK", "double": "DOUBLE",
            "dotted": "DOTTED"}  # fmt: skip
_DATES = {"date": "DATE", "time": "TIME", "datetime": "DATE_TIME"}
_EXCEL_ONLY = re.compile(r"\[\$([^\]\-]*)-[0-9A-Fa-f,]+\]|\[(?:Red|Black|Blue|Green|White|Cyan|Magenta|Yellow)\]", re.I)


class Formats:
    """Reads styles of one workbook; equal styles are read once."""

    def __init__(self, workbook: Any, palette: Palette) -> None:
        self._palette = palette
        self._default = workbook._fonts[0] if workbook._fonts else None
        self._known: dict[Any, Json] = {}

    def default(self) -> Json:
        """The text format of the workbook's normal style."""
        return self.text(self._default, None) if self._default is not None else {}

    def of(self, cell: Any) -> Json:
        """The CellFormat of a cell; the result is shared and only to be read."""
        key = cell._style
        if key not in self._known:
            self._known[key] = self._format(cell)
        return self._known[key]

    def _format(self, cell: Any) -> Json:
        found: Json = {"textFormat": self.text(cell.font, self._default)}
        pattern = cell.number_format
        if pattern and pattern != "General":
            found["numberFormat"] = number_format(pattern)
        found["backgroundColor"] = self.fill(cell.fill)
        alignment = cell.alignment
        found["horizontalAlignment"] = _HORIZONTAL.get(alignment.horizontal)
        found["verticalAlignment"] = _VERTICAL.get(alignment.vertical)
        found["wrapStrategy"] = "WRAP" if alignment.wrap_text else None
        turned = alignment.textRotation or 0
        if 0 < turned <= 180:  # above 90 Excel counts downwards
            found["textRotation"] = {"angle": turned if turned <= 90 else 90 - turned}
        found["borders"] = self._borders(cell.border)
        return {name: value for name, value in found.items() if value not in (None, {})} | (
            {"backgroundColor": found["backgroundColor"]} if found["backgroundColor"] is not None else {}
        )

    def text(self, font: Any, default: Any) -> Json:
        """The TextFormat in which a font differs from another one (None: all of it)."""
        if font is None:
            return {}
        same = {name: getattr(default, name, None) for name in ("name", "sz", "b", "i", "u", "strike", "color")}
        found: Json = {}
        if font.name and font.name != same["name"]:
            found["fontFamily"] = font.name
        if font.sz and font.sz != same["sz"]:
            found["fontSize"] = int(font.sz) if float(font.sz).is_integer() else font.sz
        for name, key in (("bold", "b"), ("italic", "i"), ("underline", "u"), ("strikethrough", "strike")):
            wanted = getattr(font, key) not in (None, False, "none")
            if wanted != (same[key] not in (None, False, "none")):
                found[name] = wanted
        colour = self.colour(font.color) if font.color != same["color"] else None
        return found | ({"foregroundColor": colour} if colour is not None else {})

    def fill(self, fill: Any) -> Json | None:
        """The Color of a solid fill; a pattern or gradient counts as its first colour."""
        if getattr(fill, "patternType", None) not in (None, "none"):
            return self.colour(fill.fgColor)
        stops = getattr(fill, "stop", None)
        return self.colour(stops[0].color) if stops else None

    def colour(self, colour: Any) -> Json | None:
        """A Color from openpyxl's; None for an automatic one."""
        from openpyxl.styles.colors import COLOR_INDEX

        base: Json | None = None
        if colour is None:
            return None
        if colour.type == "rgb" and isinstance(colour.rgb, str):
            base = hex_colour(colour.rgb[-6:])
        elif colour.type == "theme" and 0 <= colour.theme < len(_THEME_ORDER):
            base = self._palette.colours.get(_THEME_ORDER[colour.theme])
        elif colour.type == "indexed" and 0 <= colour.indexed < len(COLOR_INDEX):
            base = from_hex(COLOR_INDEX[colour.indexed][-6:])
        tint = min(max(float(colour.tint or 0), -1), 1)
        return base if base is None or not tint else _tinted(base, tint)

    def _borders(self, border: Any) -> Json:
        found: Json = {}
        for side in ("top", "bottom", "left", "right"):
            line = getattr(border, side)
            if line is not None and line.style:
                found[side] = {"style": _BORDERS.get(line.style, "DASHED"), "color": self.colour(line.color) or {}}
        return found


def _tinted(colour: Json, tint: float) -> Json:
    """Lighter (positive) or darker, as ECMA-376 part 1, 18.8.19 says."""
    names = ("red", "green", "blue")
    hue, lum, sat = colorsys.rgb_to_hls(*(float(colour.get(name, 0)) for name in names))
    lum = lum * (1 + tint) if tint < 0 else lum * (1 - tint) + tint
    return channels(dict(zip(names, colorsys.hls_to_rgb(hue, lum, sat), strict=True)))


def number_format(pattern: str) -> Json:
    """The NumberFormat of an Excel pattern; what only Excel understands (locales, colours) is taken away."""
    from openpyxl.styles.numbers import is_date_format, is_datetime

    kept = _EXCEL_ONLY.sub(lambda match: f'"{match[1]}"' if match[1] else "", pattern)
    bare = re.sub(r'"[^"]*"|\\.', "", kept)
    if pattern == "@":
        kind = "TEXT"
    elif is_date_format(pattern):
        kind = _DATES.get(is_datetime(pattern) or "date", "DATE")
    elif "%" in bare:
        kind = "PERCENT"
    elif re.search(r"[$€£¥₹]", kept):
        kind = "CURRENCY"
    else:
        kind = "SCIENTIFIC" if re.search(r"E[+-]", bare) else "NUMBER"
    return {"type": kind, "pattern": kept}
