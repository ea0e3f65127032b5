"""Google's cell formats as styles of openpyxl; the inverse of `spreadsheet_formats`."""

from __future__ import annotations

import json
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.defaults import default_format
from pytest_knows.workspace.local.spreadsheets.numformat import DEFAULT_PATTERNS

_VERTICAL = {"TOP": "top", "MIDDLE": "center", "BOTTOM": "bottom"}
_BORDERS = {"SOLID": "thin", "DOTTED": "dotted", "SOLID_MEDIUM": "medium", "SOLID_THICK": "thick", "DOUBLE": "double",
            "DASHED": "dashed"}  # fmt: skip
_FONT_FLAGS = {"bold": "b", "italic": "i", "strikethrough": "strike"}


def argb(colour: Json) -> str:
    """`FF4285F4` for a Color."""
    parts = (min(max(float(colour.get(name, 0)), 0), 1) for name in ("red", "green", "blue"))
    return "FF" + "".join(f"{round(part * 255):02X}" for part in parts)


def font_fields(text: Json) -> dict[str, Any]:
    """What a TextFormat states, as arguments of openpyxl's `Font`."""
    found: dict[str, Any] = {key: text[name] for name, key in _FONT_FLAGS.items() if name in text}
    if "underline" in text:
        found["u"] = "single" if text["underline"] else None
    if text.get("fontFamily"):
        found["name"] = text["fontFamily"]
    if text.get("fontSize"):
        found["sz"] = text["fontSize"]
    if "foregroundColor" in text:
        found["color"] = argb(text["foregroundColor"])
    return found


class Looks:
    """Styles cells of one workbook. Excel's normal style becomes the spreadsheet's default format."""

    def __init__(self, workbook: Any, properties: Json) -> None:
        from openpyxl.styles import Font
        from openpyxl.utils.indexed_list import IndexedList

        stated = {**default_format()["textFormat"], **properties.get("defaultFormat", {}).get("textFormat", {})}
        family = properties.get("spreadsheetTheme", {}).get("primaryFontFamily")
        self._default = font_fields({**stated, "fontFamily": family or "Arial"})
        normal = Font(**self._default)
        workbook._fonts = IndexedList([normal])  # the font of cells without a style is the first one
        workbook._named_styles["Normal"].font = normal
        self._known: dict[str, Any] = {}

    def apply(self, target: Any, form: Json) -> None:
        """Give the openpyxl cell this CellFormat; equal formats are made once."""
        key = json.dumps(form, sort_keys=True)
        if key not in self._known:
            self._style(target, form)
            self._known[key] = target._style
        target._style = self._known[key]

    def _style(self, target: Any, form: Json) -> None:
        from openpyxl.styles import Font, PatternFill

        target.font = Font(**{**self._default, **font_fields(form.get("textFormat", {}))})
        if "backgroundColor" in form:
            target.fill = PatternFill("solid", fgColor=argb(form["backgroundColor"]))
        if "numberFormat" in form:
            target.number_format = excel_pattern(form["numberFormat"])
        target.alignment = _alignment(form)
        target.border = _border(form.get("borders", {}))


def excel_pattern(number_format: Json) -> str:
    """The pattern of a NumberFormat; text is `@` in Excel whatever Google's pattern is."""
    kind = number_format.get("type", "")
    pattern = number_format.get("pattern", "")
    return "@" if kind == "TEXT" else pattern or DEFAULT_PATTERNS.get(kind, "General")


def _alignment(form: Json) -> Any:
    from openpyxl.styles import Alignment

    angle = form.get("textRotation", {}).get("angle", 0)
    angle = min(max(int(angle), -90), 90)
    horizontal = form.get("horizontalAlignment", "").lower()
    return Alignment(
        horizontal=horizontal if horizontal in ("left", "center", "right") else None,
        vertical=_VERTICAL.get(form.get("verticalAlignment", "")),
        wrap_text=True if form.get("wrapStrategy") == "WRAP" else None,
        textRotation=angle if angle >= 0 else 90 - angle,  # above 90 Excel counts downwards
    )


def _border(borders: Json) -> Any:
    from openpyxl.styles import Border, Side

    sides = {}
    for side in ("top", "bottom", "left", "right"):
        line = borders.get(side, {})
        if line.get("style") in _BORDERS:
            sides[side] = Side(_BORDERS[line["style"]], color=argb(line.get("color", {})))
    return Border(**sides)
