"""`spreadsheets.get`: the REST JSON of a spreadsheet from its state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pytest_knows.workspace.local.engine import Environment, Json
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.calc import ERROR_TEXTS, Computed, compute
from pytest_knows.workspace.local.spreadsheets.defaults import COLUMN_PIXELS, ROW_PIXELS
from pytest_knows.workspace.local.spreadsheets.formats import EffectiveFormats
from pytest_knows.workspace.local.spreadsheets.grid import Area, has_value, stored_cells, whole
from pytest_knows.workspace.local.spreadsheets.numformat import show

_STATE_ONLY = ("cells", "rows", "columns")
_URL = re.compile(r"https?://\S+")
_LINK_FORMULA = re.compile(r'=\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"', re.IGNORECASE)


def read_spreadsheet(state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
    """The answer of `spreadsheets.get`.

    Grid data is included with `includeGridData=true`; with a field mask only the mask counts, as Google documents.
    """
    ranges = [a1.parse(state, text) for text in query.get("ranges", [])]
    wants_data = _wants_data(query)
    computed = compute(state, env.today) if wants_data else Computed()
    return {
        "spreadsheetId": env.file_id,
        "properties": dict(state["properties"]),
        "sheets": [
            _read_sheet(state, number, computed if wants_data else None, ranges)
            for number, sheet in enumerate(state["sheets"])
            if not ranges or any(sheet is wanted for wanted, _ in ranges)
        ],
        **{key: state[key] for key in ("namedRanges", "developerMetadata") if state.get(key)},
        "spreadsheetUrl": f"https://docs.google.com/spreadsheets/d/{env.file_id}/edit",
    }


def _wants_data(query: Mapping[str, Sequence[str]]) -> bool:
    masks = [mask for mask in query.get("fields", []) if mask]
    if masks:
        return any("data" in mask.lower() or "*" in mask for mask in masks)
    return "true" in (value.lower() for value in query.get("includeGridData", []))


def _read_sheet(state: Json, number: int, computed: Computed | None, ranges: list[tuple[Json, Area]]) -> Json:
    sheet = state["sheets"][number]
    shown = {key: value for key, value in sheet.items() if key not in _STATE_ONLY}
    if computed is None:
        return shown
    areas = [area for wanted, area in ranges if wanted is sheet] or [whole(sheet)]
    return {
        "properties": shown.pop("properties"),
        "data": [_grid_data(state, number, area, computed) for area in areas],
        **shown,
    }


def _grid_data(state: Json, number: int, area: Area, computed: Computed) -> Json:
    """GridData of an area; rows and cells after the last one that holds anything are left out."""
    sheet = state["sheets"][number]
    formats = EffectiveFormats(state, sheet)
    lines: dict[int, dict[int, Json]] = {}
    for row, column, cell in stored_cells(sheet, area):
        lines.setdefault(row, {})[column] = cell
    for tab, row, column in computed.values:
        if tab == number and area.contains(row, column):
            lines.setdefault(row, {}).setdefault(column, {})
    rows = []
    for row in range(area.top, max(lines, default=area.top - 1) + 1):
        line = lines.get(row, {})
        cells = [
            read_cell(number, row, column, line[column], computed, formats) if column in line else {}
            for column in range(area.left, max(line, default=area.left - 1) + 1)
        ]
        rows.append({"values": cells} if cells else {})
    return {
        **({"startRow": area.top} if area.top else {}),
        **({"startColumn": area.left} if area.left else {}),
        **({"rowData": rows} if rows else {}),
        "rowMetadata": [{"pixelSize": ROW_PIXELS, **sheet["rows"].get(str(row), {})} for row in area.rows],
        "columnMetadata": [
            {"pixelSize": COLUMN_PIXELS, **sheet["columns"].get(str(column), {})} for column in area.columns
        ],
    }


def read_cell(number: int, row: int, column: int, cell: Json, computed: Computed, formats: EffectiveFormats) -> Json:
    """CellData of one cell: what was entered, and what follows from it."""
    value = effective_value(cell, computed.values.get((number, row, column)))
    taken = computed.formats.get((number, row, column))
    shown: Json = {}
    if has_value(cell):
        shown["userEnteredValue"] = cell["userEnteredValue"]
    if value:
        shown["effectiveValue"] = value
        shown["formattedValue"] = formatted(value, number_format(cell, taken))
    if "userEnteredFormat" in cell:
        shown["userEnteredFormat"] = cell["userEnteredFormat"]
    shown["effectiveFormat"] = formats.of(row, column, cell, value, taken)
    link = _hyperlink(cell, value)
    if link:
        shown["hyperlink"] = link
    rest = {name: item for name, item in cell.items() if name not in shown}
    return {**shown, **rest}


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


def _hyperlink(cell: Json, value: Json) -> str:
    formula = _LINK_FORMULA.match(cell.get("userEnteredValue", {}).get("formulaValue", ""))
    if formula:
        return formula[1].replace('""', '"')
    own = cell.get("userEnteredFormat", {}).get("textFormat", {}).get("link", {}).get("uri")
    runs = {run.get("format", {}).get("link", {}).get("uri") for run in cell.get("textFormatRuns", [])} - {None}
    if own or len(runs) == 1:
        return str(own or runs.pop())
    text = value.get("stringValue", "")
    return text if not runs and _URL.fullmatch(text) else ""
