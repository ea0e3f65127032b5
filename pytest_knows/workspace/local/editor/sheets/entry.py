"""The text that a cell is edited as: typing it in again gives the same cell."""

from __future__ import annotations

import datetime as dt

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.entry import parse_entry
from pytest_knows.workspace.local.spreadsheets.numformat import show

_DATES = {
    "DATE": ("m/d/yyyy",),
    "DATE_TIME": ("m/d/yyyy h:mm:ss",),
    "TIME": ("h:mm:ss AM/PM",),
}
_ANY_DAY = dt.date(2000, 1, 1)


def entry_text(cell: Json) -> str:
    """From `userEnteredValue` and `userEnteredFormat` of a CellData; "" for an empty cell."""
    value = cell.get("userEnteredValue", {})
    pattern = cell.get("userEnteredFormat", {}).get("numberFormat", {})
    if "formulaValue" in value:
        return str(value["formulaValue"])
    if "boolValue" in value:
        return "TRUE" if value["boolValue"] else "FALSE"
    if "numberValue" in value:
        return _number(value["numberValue"], pattern.get("type"), cell.get("formattedValue", ""))
    text = str(value.get("stringValue", ""))
    plain = pattern.get("type") == "TEXT" or parse_entry(text, _ANY_DAY)[0] == {"stringValue": text}
    return text if plain else f"'{text}"


def _number(number: float, kind: str | None, shown: str) -> str:
    if kind == "PERCENT":
        return f"{_digits(number * 100)}%"
    for text in (shown, *(show(number, {"type": kind, "pattern": pattern}) for pattern in _DATES.get(kind or "", ()))):
        if kind in _DATES and parse_entry(text, _ANY_DAY)[0] == {"numberValue": number}:
            return text
    return _digits(number)


def _digits(number: float) -> str:
    """Up to 15 digits, as Sheets keeps; no trailing `.0`."""
    text = f"{number:.15g}"
    return text.replace("e+", "E+").replace("e-", "E-")
