"""What a cell comes to: its effective value, its number format, the text that it shows."""

from __future__ import annotations

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.calc import ERROR_TEXTS
from pytest_knows.workspace.local.spreadsheets.numformat import show


def number_format(cell: Json, taken: Json | None) -> Json | None:
    """The cell's own number format, else the one that its formula took over."""
    own: Json | None = cell.get("userEnteredFormat", {}).get("numberFormat")
    return own or taken


def effective_value(cell: Json, computed: Json | None) -> Json:
    """The ExtendedValue in effect; empty for a cell without a value."""
    if computed is not None:
        return computed
    entered: Json = cell.get("userEnteredValue", {})
    return entered


def formatted(value: Json, pattern: Json | None) -> str:
    """`formattedValue`: the text that the cell shows."""
    if "numberValue" in value:
        return show(value["numberValue"], pattern)
    if "boolValue" in value:
        return "TRUE" if value["boolValue"] else "FALSE"
    if "errorValue" in value:
        return ERROR_TEXTS.get(value["errorValue"]["type"], "#ERROR!")
    text: str = value.get("stringValue", "")
    return text
