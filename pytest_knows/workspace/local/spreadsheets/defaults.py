"""What a new spreadsheet starts with.

The values are those that the real API answers for a blank file made through Drive (locale en_US, time zone Etc/GMT).
"""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.colours import from_hex
from pytest_knows.workspace.local.engine import Json

ROWS, COLUMNS = 1000, 26
ROW_PIXELS, COLUMN_PIXELS = 21, 100

_THEME = {
    "TEXT": "000000",
    "BACKGROUND": "ffffff",
    "ACCENT1": "4285f4",
    "ACCENT2": "ea4335",
    "ACCENT3": "fbbc04",
    "ACCENT4": "34a853",
    "ACCENT5": "ff6d01",
    "ACCENT6": "46bdc6",
    "LINK": "1155cc",
}


WHITE = from_hex("ffffff")


def default_format() -> Json:
    """The format of a cell on which nothing was set."""
    return {
        "backgroundColor": dict(WHITE),
        "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
        "verticalAlignment": "BOTTOM",
        "wrapStrategy": "OVERFLOW_CELL",
        "textFormat": {
            "foregroundColor": {},
            "fontFamily": "arial,sans,sans-serif",
            "fontSize": 10,
            "bold": False,
            "italic": False,
            "strikethrough": False,
            "underline": False,
            "foregroundColorStyle": {"rgbColor": {}},
        },
        "backgroundColorStyle": {"rgbColor": dict(WHITE)},
    }


def spreadsheet_properties(title: str) -> Json:
    return {
        "title": title,
        "locale": "en_US",
        "autoRecalc": "ON_CHANGE",
        "timeZone": "Etc/GMT",
        "defaultFormat": default_format(),
        "spreadsheetTheme": {
            "primaryFontFamily": "Arial",
            "themeColors": [
                {"colorType": name, "color": {"rgbColor": from_hex(code)}} for name, code in _THEME.items()
            ],
        },
    }


def new_sheet(properties: Json) -> Json:
    """An empty tab with these SheetProperties (`sheetId`, `title` and `index` must be among them)."""
    grid: dict[str, Any] = {"rowCount": ROWS, "columnCount": COLUMNS, **properties.get("gridProperties", {})}
    return {
        "properties": {"sheetType": "GRID", **properties, "gridProperties": grid},
        "cells": {},
        "rows": {},
        "columns": {},
    }
