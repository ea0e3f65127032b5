"""`spreadsheets.get`: the REST JSON of a spreadsheet from its state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pytest_knows.workspace.local.comments import shown, user_name
from pytest_knows.workspace.local.engine import Environment, Json
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.calc import Computed, compute
from pytest_knows.workspace.local.spreadsheets.conditional import ConditionalFormats, hidden_rows, rule_formulas
from pytest_knows.workspace.local.spreadsheets.conditions import Conditions
from pytest_knows.workspace.local.spreadsheets.defaults import COLUMN_PIXELS, ROW_PIXELS
from pytest_knows.workspace.local.spreadsheets.formats import EffectiveFormats
from pytest_knows.workspace.local.spreadsheets.grid import Area, Axis, get_cell, has_value, stored_cells, whole
from pytest_knows.workspace.local.spreadsheets.metadata import by_place
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format

PICTURES = "knows.pictures"
"""In the query of our own exports: with the pictures over the cells, for which the API has no place."""
_STATE_ONLY = ("cells", "rows", "columns", "pictures")
_WITH_COMMENTS = frozenset(("COMMENTS_VIEW_MODE_INCLUDED", "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS"))
_URL = re.compile(r"https?://\S+")
_LINK_FORMULA = re.compile(r'=\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"', re.IGNORECASE)


def read_spreadsheet(state: Json, query: Mapping[str, Sequence[str]], env: Environment) -> Json:
    """The answer of `spreadsheets.get`.

    Grid data is included with `includeGridData=true`; with a field mask only the mask counts, as Google documents.
    """
    ranges = [a1.parse(state, text) for text in query.get("ranges", [])]
    mode = (list(query.get("commentsViewMode", [])) or [""])[-1]
    answer = read_areas(state, ranges or None, env, cells=_wants_data(query), comments=mode)
    for sheet, kept in zip(answer["sheets"], state["sheets"], strict=False) if PICTURES in query else ():
        sheet["pictures"] = kept.get("pictures", [])
    return answer


def read_areas(
    state: Json, ranges: list[tuple[Json, Area]] | None, env: Environment, *, cells: bool, comments: str
) -> Json:
    """The spreadsheet with the tabs of these ranges and, with `cells`, what is in the ranges; None: all of it.

    `comments`: the `commentsViewMode`, if one was given.
    """
    answer = _answer(state, ranges, env, cells=cells)
    if comments:
        answer["commentsViewMode"] = comments
    if comments in _WITH_COMMENTS and state.get("comments"):
        answer["comments"] = [shown(thread, user_name(env)) for thread in state["comments"]]
    for sheet in answer["sheets"] if comments not in _WITH_COMMENTS else ():
        sheet.pop("commentAnchors", None)
    return answer


def _answer(state: Json, ranges: list[tuple[Json, Area]] | None, env: Environment, *, cells: bool) -> Json:
    computed = compute(state, env.today, rule_formulas(state)) if cells else Computed()
    return {
        "spreadsheetId": env.file_id,
        "properties": dict(state["properties"]),
        "sheets": [
            _read_sheet(_Tab(state, number, computed, env.today) if cells else None, sheet, ranges or [])
            | _on(by_place(state), (sheet["properties"]["sheetId"],))
            for number, sheet in enumerate(state["sheets"])
            if ranges is None or any(sheet is wanted for wanted, _ in ranges)
        ],
        **({"namedRanges": state["namedRanges"]} if state["namedRanges"] else {}),
        **_on(by_place(state), ()),
        "spreadsheetUrl": f"https://docs.google.com/spreadsheets/d/{env.file_id}/edit",
    }


def _on(placed: Mapping[tuple[object, ...], list[Json]], place: tuple[object, ...]) -> Json:
    """The field with the developer metadata of a place, if there is any."""
    return {"developerMetadata": placed[place]} if place in placed else {}


def _wants_data(query: Mapping[str, Sequence[str]]) -> bool:
    masks = [mask for mask in query.get("fields", []) if mask]
    if masks:
        return any("data" in mask.lower() or "*" in mask for mask in masks)
    return "true" in (value.lower() for value in query.get("includeGridData", []))


class _Tab:
    """What all ranges of one tab share while it is read with its cells."""

    def __init__(self, state: Json, number: int, computed: Computed, today: str) -> None:
        self.sheet, self.number, self.computed = state["sheets"][number], number, computed
        conditions = Conditions(computed, number, today)
        self.rules = ConditionalFormats(state, number, computed, conditions)
        self.formats = EffectiveFormats(state, self.sheet)
        self.metadata = by_place(state)
        self.hidden = hidden_rows(self.sheet, conditions, self.shown)

    def shown(self, row: int, column: int) -> tuple[Json, str]:
        """The value in effect of a cell and the text that it shows."""
        cell, place = get_cell(self.sheet, row, column), (self.number, row, column)
        value = effective_value(cell, self.computed.values.get(place))
        return value, formatted(value, number_format(cell, self.computed.formats.get(place))) if value else ""

    def cell(self, row: int, column: int) -> Json:
        """CellData of one cell: what was entered, and what follows from it."""
        cell, taken = get_cell(self.sheet, row, column), self.computed.formats.get((self.number, row, column))
        value, text = self.shown(row, column)
        shown: Json = {}
        if has_value(cell):
            shown["userEnteredValue"] = cell["userEnteredValue"]
        if value:
            shown["effectiveValue"] = value
            shown["formattedValue"] = text
        if "userEnteredFormat" in cell:
            shown["userEnteredFormat"] = cell["userEnteredFormat"]
        over = self.rules.of(row, column, value, text)
        shown["effectiveFormat"] = self.formats.of(row, column, cell, value, taken, over)
        link = _hyperlink(cell, value)
        if link:
            shown["hyperlink"] = link
        return {**shown, **{name: item for name, item in cell.items() if name not in shown}}

    def places(self, area: Area) -> dict[int, set[int]]:
        """Row -> columns of the cells that have something to answer."""
        lines: dict[int, set[int]] = {}
        for row, column, _ in stored_cells(self.sheet, area):
            lines.setdefault(row, set()).add(column)
        for tab, row, column in self.computed.values:
            if tab == self.number and area.contains(row, column):
                lines.setdefault(row, set()).add(column)
        for row, column in self.rules.places(area):
            if column not in lines.get(row, ()) and self.rules.of(row, column, {}, ""):
                lines.setdefault(row, set()).add(column)
        return lines

    def row_metadata(self, row: int) -> Json:
        hidden = {"hiddenByFilter": True} if row in self.hidden else {}
        return {"pixelSize": ROW_PIXELS, **hidden, **self.sheet["rows"].get(str(row), {}), **self._on("ROWS", row)}

    def column_metadata(self, column: int) -> Json:
        own = self.sheet["columns"].get(str(column), {})
        return {"pixelSize": COLUMN_PIXELS, **own, **self._on("COLUMNS", column)}

    def _on(self, axis: Axis, index: int) -> Json:
        return _on(self.metadata, (self.sheet["properties"]["sheetId"], axis, index))


def _read_sheet(tab: _Tab | None, sheet: Json, ranges: list[tuple[Json, Area]]) -> Json:
    shown = {key: value for key, value in sheet.items() if key not in _STATE_ONLY}
    if tab is None:
        return shown
    areas = [area for wanted, area in ranges if wanted is sheet] or [whole(sheet)]
    return {"properties": shown.pop("properties"), "data": [_grid_data(tab, area) for area in areas], **shown}


def _grid_data(tab: _Tab, area: Area) -> Json:
    """GridData of an area; rows and cells after the last one that holds anything are left out."""
    lines = tab.places(area)
    rows = []
    for row in range(area.top, max(lines, default=area.top - 1) + 1):
        line = lines.get(row, set())
        last = max(line, default=area.left - 1)
        cells = [tab.cell(row, column) if column in line else {} for column in range(area.left, last + 1)]
        rows.append({"values": cells} if cells else {})
    return {
        **({"startRow": area.top} if area.top else {}),
        **({"startColumn": area.left} if area.left else {}),
        **({"rowData": rows} if rows else {}),
        "rowMetadata": [tab.row_metadata(row) for row in area.rows],
        "columnMetadata": [tab.column_metadata(column) for column in area.columns],
    }


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
