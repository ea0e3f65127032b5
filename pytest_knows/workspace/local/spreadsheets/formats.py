"""Cell formats: Google's pairs of colour fields, and the format that a cell has in effect."""

from __future__ import annotations

import json
from typing import Any

from pytest_knows.workspace.local.colours import channels
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.defaults import default_format
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none

_TWINS = {"backgroundColor": "backgroundColorStyle", "foregroundColor": "foregroundColorStyle",
          "tabColor": "tabColorStyle", "color": "colorStyle"}  # fmt: skip
_STYLE_FIELDS = {"rgbColor", "themeColor"}
"""What tells a ColorStyle from a Color: the `color` of a theme's colour pair is a ColorStyle."""

_BACK = {style: colour for colour, style in _TWINS.items()}


def theme_colour(state: Json, name: str) -> Json:
    """The Color of a theme colour (`ACCENT1`); black if the theme lacks it."""
    for pair in state["properties"].get("spreadsheetTheme", {}).get("themeColors", []):
        if pair.get("colorType") == name:
            found: Json = pair.get("color", {}).get("rgbColor", {})
            return dict(found)
    return {}


def pair_colours(state: Json, value: Any) -> Any:
    """A copy with both fields of every colour pair, as Google answers whichever one was set.

    `backgroundColor` and `backgroundColorStyle`, ...: a style wins over a plain colour; channels of 0 are dropped.
    """
    if isinstance(value, list):
        return [pair_colours(state, item) for item in value]
    if not isinstance(value, dict):
        return value
    paired = {name: pair_colours(state, item) for name, item in value.items()}
    for colour, style in _TWINS.items():
        if isinstance(paired.get(style), dict):
            paired[style] = _plain_style(paired[style])
            theme = paired[style].get("themeColor")
            paired[colour] = theme_colour(state, theme) if theme else dict(paired[style].get("rgbColor", {}))
        elif isinstance(paired.get(colour), dict) and not paired[colour].keys() & _STYLE_FIELDS:
            paired[colour] = channels(paired[colour])
            paired[style] = {"rgbColor": dict(paired[colour])}
    return paired


def _plain_style(style: Json) -> Json:
    return {**style, "rgbColor": channels(style["rgbColor"])} if "rgbColor" in style else style


def pair_paths(paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The mask paths, each with that of its twin colour field."""
    twins = [
        (*path[:number], other[name])
        for path in paths
        for number, name in enumerate(path)
        for other in (_TWINS, _BACK)
        if name in other
    ]
    return [*paths, *twins]


def merged(base: Json, over: Json) -> Json:
    """`base` with `over` laid on it. The result shares parts with both, so it is only to be read."""
    result = dict(base)
    for name, value in over.items():
        below = result.get(name)
        inner = isinstance(value, dict) and isinstance(below, dict) and not _is_colour(name)
        result[name] = merged(below, value) if inner else value  # type: ignore[arg-type]
    return result


def _is_colour(name: str) -> bool:
    return name in _TWINS or name in _BACK


class EffectiveFormats:
    """The formats in effect on one tab: default, banding and table colours, the cell's own, alignment by value."""

    def __init__(self, state: Json, sheet: Json) -> None:
        self._default = merged(default_format(), state["properties"].get("defaultFormat", {}))
        font = state["properties"].get("spreadsheetTheme", {}).get("primaryFontFamily", "Arial")
        self._default = merged(self._default, {"textFormat": {"fontFamily": font}})
        self._bands = [band for item in sheet.get("bandedRanges", []) if (band := _banding(sheet, item))]
        self._bands += [band for item in sheet.get("tables", []) if (band := _table_band(sheet, item))]
        self._state = state
        self._known: dict[str, Json] = {}

    def of(self, row: int, column: int, cell: Json, value: Json, number_format: Json | None, over: Json) -> Json:
        """The `effectiveFormat` of a cell; it is shared by all that look like it, so it is only to be read.

        `number_format` is the one taken over by a formula, if any; `over` what conditional formats lay over it.
        """
        colour = next((c for area, band in self._bands if area.contains(row, column)
                       and (c := band.get(_part(area, row, band)))), None)  # fmt: skip
        parts = (colour, number_format, _alignment(value), cell.get("userEnteredFormat", {}), over)
        key = json.dumps(parts)
        if key not in self._known:
            self._known[key] = self._laid_together(*parts)
        return self._known[key]

    def _laid_together(
        self, colour: Json | None, number_format: Json | None, alignment: str, own: Json, over: Json
    ) -> Json:
        base = self._default
        if colour:
            base = {**base, **pair_colours(self._state, {"backgroundColorStyle": colour})}
        if number_format:
            base = {**base, "numberFormat": number_format}
        effective = merged({**base, "horizontalAlignment": alignment}, own)
        linked = bool(effective.get("textFormat", {}).get("link"))
        effective.setdefault("hyperlinkDisplayType", "LINKED" if linked else "PLAIN_TEXT")
        return merged(effective, over)


def _alignment(value: Json) -> str:
    if "numberValue" in value:
        return "RIGHT"
    return "CENTER" if "boolValue" in value or "errorValue" in value else "LEFT"


def _banding(sheet: Json, item: Json) -> tuple[Area, Json] | None:
    area = area_or_none(sheet, item.get("range"))
    rows = item.get("rowProperties")
    return (area, _colours(rows)) if area and isinstance(rows, dict) else None


def _table_band(sheet: Json, item: Json) -> tuple[Area, Json] | None:
    area = area_or_none(sheet, item.get("range"))
    rows = item.get("rowsProperties")
    return (area, _colours(rows)) if area and isinstance(rows, dict) else None


def _colours(properties: Json) -> Json:
    """Part of the band -> ColorStyle."""
    colours: Json = {}
    for part in ("header", "footer", "firstBand", "secondBand"):
        style, plain = properties.get(f"{part}ColorStyle"), properties.get(f"{part}Color")
        if style or plain:
            colours[part] = style or {"rgbColor": plain}
    return colours


def _part(area: Area, row: int, band: Json) -> str:
    if "header" in band and row == area.top:
        return "header"
    if "footer" in band and row == area.bottom - 1:
        return "footer"
    return ("firstBand", "secondBand")[(row - area.top - ("header" in band)) % 2]
