"""Formulas, computed by ironcalc whenever a spreadsheet is read; nothing computed is stored.

ironcalc has no tables, open ranges (`A2:A`) or tab names with brackets, so a formula is translated first. What ironcalc
does not know (GOOGLEFINANCE, QUERY, ...) is the error #NAME?.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.a1 import format_area
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, size, stored_cells
from pytest_knows.workspace.local.spreadsheets.refs import BROKEN, TOKEN, Reference, reference

MAX_OPERATORS = 1500
"""Operators and brackets of one formula. ironcalc's parser is recursive: 10,000 nested brackets end the process
(measured with 8 MB of stack), 2,000 do not."""

_OPERATORS = re.compile(r"[-+*/^&=<>(,{]")
_LABEL = re.compile(r"\[?#?([^\[\]#,]+)\]?")
_ERRORS = {
    "#DIV/0!": ("DIVIDE_BY_ZERO", "Division by zero."),
    "#VALUE!": ("VALUE", "A parameter of the formula has the wrong type."),
    "#REF!": ("REF", "Reference does not exist."),
    "#NAME?": ("NAME", "Unknown function or range name."),
    "#NUM!": ("NUM", "A number of the formula is out of range."),
    "#N/A": ("N_A", "Did not find a value."),
    "#NULL!": ("NULL_VALUE", "The ranges do not intersect."),
    "#ERROR!": ("ERROR", "Formula parse error."),
    "#CIRC!": (
        "REF",
        "Circular dependency detected. To resolve with iterative calculation, see File > Settings.",
    ),
    "#SPILL!": ("REF", "Array result was not expanded because it would overwrite data."),
    "#N/IMPL!": ("NAME", "The embedded Workspace cannot compute this function."),
    "#CALC!": ("VALUE", "The array cannot be computed."),
}
ERROR_TEXTS = {
    "DIVIDE_BY_ZERO": "#DIV/0!",
    "VALUE": "#VALUE!",
    "REF": "#REF!",
    "NAME": "#NAME?",
    "NUM": "#NUM!",
    "N_A": "#N/A",
    "NULL_VALUE": "#NULL!",
    "ERROR": "#ERROR!",
}

Place = tuple[int, int, int]
"""Tab number, row, column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """What formulas came to: values, and number formats that they took over from what they refer to."""

    values: dict[Place, Json] = field(default_factory=dict)
    formats: dict[Place, Json] = field(default_factory=dict)


def error_value(text: str) -> Json:
    """The ExtendedValue of an error such as `#DIV/0!`."""
    kind, message = _ERRORS.get(text, _ERRORS["#ERROR!"])
    return {"errorValue": {"type": kind, "message": message}}


def compute(state: Json, today: str) -> Computed:
    """The values of all formulas; `today` (ISO) is the date of TODAY() and NOW()."""
    formulas = [
        (number, row, column, cell["userEnteredValue"]["formulaValue"])
        for number, sheet in enumerate(state["sheets"])
        for row, column, cell in stored_cells(sheet)
        if "formulaValue" in cell.get("userEnteredValue", {})
    ]
    return _run(state, formulas, today) if formulas else Computed()


def _run(state: Json, formulas: list[tuple[int, int, int, str]], today: str) -> Computed:
    import ironcalc

    model = ironcalc.create("book", "en", "UTC", "en")
    model.rename_sheet(0, "tab_0")
    for number in range(1, len(state["sheets"])):
        model.add_sheet(f"tab_{number}")
    entered = _enter_constants(model, state)
    failed: dict[Place, Json] = {}
    translator = Translator(state, today)
    texts: dict[Place, str] = {}
    for number, row, column, formula in formulas:
        entered.add((number, row, column))
        text = translator.translate(formula, number, row)
        try:
            if len(_OPERATORS.findall(text)) > MAX_OPERATORS:
                raise ironcalc.WorkbookError("too complex")
            model.set_user_input(number, row + 1, column + 1, text)
        except ironcalc.WorkbookError:
            failed[number, row, column] = error_value("#ERROR!")
        texts[number, row, column] = text
    failed |= {place: {} for place, text in texts.items() if _points_at_nothing(model, place[0], text)}
    model.evaluate()
    return _results(model, [formula[:3] for formula in formulas], entered, failed)


def _points_at_nothing(model: Any, number: int, text: str) -> bool:
    """Whether the formula is just `=B7` and that cell is empty: Google shows an empty cell then, ironcalc 0."""
    match = TOKEN.fullmatch(text[1:].strip())
    if not match or not match["ref"] or ":" in match["cells"]:
        return False
    found = reference(match)
    tab = number if found.sheet is None else int(found.sheet[4:])
    row, column = found.first.row or 0, found.first.column or 0
    return bool(model.is_empty_cell(tab, row + 1, column + 1))


def _enter_constants(model: Any, state: Json) -> set[Place]:
    """Give ironcalc every constant (and its number format, which formulas take over)."""
    entered: set[Place] = set()
    for number, sheet in enumerate(state["sheets"]):
        for row, column, cell in stored_cells(sheet):
            value = cell.get("userEnteredValue", {})
            if "numberValue" in value:
                model.update_cell_with_number(number, row + 1, column + 1, float(value["numberValue"]))
                _enter_format(model, number, row, column, cell)
            elif "boolValue" in value:
                model.update_cell_with_bool(number, row + 1, column + 1, value["boolValue"])
            elif "stringValue" in value:
                model.update_cell_with_text(number, row + 1, column + 1, value["stringValue"])
            if value:
                entered.add((number, row, column))
    return entered


def _enter_format(model: Any, number: int, row: int, column: int, cell: Json) -> None:
    pattern = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("pattern")
    if pattern:
        style = model.get_cell_style(number, row + 1, column + 1)
        model.set_cell_style(number, row + 1, column + 1, {**style, "num_fmt": pattern})


def _results(model: Any, formulas: list[Place], entered: set[Place], failed: dict[Place, Json]) -> Computed:
    computed = Computed(values=dict(failed))
    spilled = [
        (sheet, row - 1, column - 1)
        for sheet, row, column in model.get_all_cells()
        if (sheet, row - 1, column - 1) not in entered
    ]
    for place in [*formulas, *spilled]:
        if place in failed:
            continue
        sheet, row, column = place
        computed.values[place] = _extended(model, sheet, row + 1, column + 1)
        pattern = model.get_cell_style(sheet, row + 1, column + 1)["num_fmt"]
        if pattern.lower() != "general" and "numberValue" in computed.values[place]:
            computed.formats[place] = {"type": _kind_of(pattern), "pattern": pattern}
    return computed


def _extended(model: Any, sheet: int, row: int, column: int) -> Json:
    value = model.get_cell_value(sheet, row, column)
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        number = float(value)
        if number != number or number in (float("inf"), float("-inf")):
            return error_value("#NUM!")
        return {"numberValue": int(number) if number.is_integer() and abs(number) < 1e15 else number}
    text = str(value or "")
    if str(model.get_cell_type(sheet, row, column)) == "CellType.ErrorValue":
        return error_value(text)
    return {"stringValue": text}


def _kind_of(pattern: str) -> str:
    bare = re.sub(r'"[^"]*"', "", pattern)
    if re.search(r"[ymdhs]", bare, re.IGNORECASE) and not re.search(r"[#0]", bare):
        dated, timed = re.search(r"[yd]", bare, re.I), re.search(r"[hs]", bare, re.I)
        return "DATE_TIME" if dated and timed else "TIME" if timed else "DATE"
    if "%" in bare:
        return "PERCENT"
    return "CURRENCY" if re.search(r"[$€£¥₹]", pattern) else "NUMBER"


class Translator:
    """Google formulas to ironcalc formulas, for one workbook whose tabs are called tab_0, tab_1, ... there."""

    def __init__(self, state: Json, today: str) -> None:
        self._state = state
        self._titles = {s["properties"]["title"].lower(): n for n, s in enumerate(state["sheets"])}
        self._names = {named.get("name", "").lower(): named.get("range") for named in state["namedRanges"]}
        self._tables = {
            table.get("name", "").lower(): (number, table)
            for number, sheet in enumerate(state["sheets"])
            for table in sheet.get("tables", [])
        }
        self._today = dt.date.fromisoformat(today)

    def translate(self, formula: str, tab: int, row: int) -> str:
        """The formula of a cell in that tab and row (both from 0)."""
        return TOKEN.sub(lambda match: self._token(match, tab, row), formula)

    def _token(self, match: re.Match[str], tab: int, row: int) -> str:
        if match["ref"]:
            return self._reference(reference(match), tab)
        if match["table"]:
            return self._structured(match["table"], row)
        if match["clock"]:
            day = self._today
            return f"DATE({day.year},{day.month},{day.day})"
        if match["word"]:
            return self._word(match["word"])
        return match[0]

    def _reference(self, found: Reference, tab: int) -> str:
        number = tab if found.sheet is None else self._titles.get(found.sheet.lower())
        if number is None:
            return BROKEN
        rows, columns = size(self._state["sheets"][number])
        first, last = found.first, found.last
        if last is not None:
            half_open = None in (first.row, last.row) and first.row != last.row
            if half_open or first.row is None:
                first = replace(first, row=first.row or 0)
                last = replace(last, row=rows - 1 if last.row is None else last.row)
            if first.column is None or last.column is None:
                first = replace(first, column=first.column or 0)
                last = replace(last, column=columns - 1 if last.column is None else last.column)
        sheet = None if number == tab else f"tab_{number}"
        return str(Reference(sheet=sheet, first=first, last=last))

    def _word(self, word: str) -> str:
        if word.upper() == "ARRAYFORMULA":
            return ""
        named = self._names.get(word.lower())
        if named is not None:
            return self._area_text(named)
        if word.lower() in self._tables:
            return self._structured(f"{word}[#DATA]", 0)
        return word

    def _area_text(self, grid_range: Any) -> str:
        sheet_id = grid_range.get("sheetId", 0) if isinstance(grid_range, dict) else None
        for number, sheet in enumerate(self._state["sheets"]):
            area = area_or_none(sheet, grid_range)
            if sheet["properties"]["sheetId"] == sheet_id and area:
                return format_area(f"tab_{number}", area)
        return BROKEN

    def _structured(self, text: str, row: int) -> str:
        """`Table1[Price]`, `Table1[[#ALL],[Price]]`, `Table1[#HEADERS]`, `Table1[@Price]` to a range."""
        name, _, inside = text.partition("[")
        number, table = self._tables.get(name.lower(), (0, {}))
        area = area_or_none(self._state["sheets"][number], table.get("range"))
        if area is None:
            return BROKEN
        this_row = inside.startswith("@")
        labels = [label.strip() for label in _LABEL.findall(inside.lstrip("@").rstrip("]"))]
        marks = {label.upper() for label in labels if f"#{label}" in text}
        picked = self._columns(number, table, area, [label for label in labels if label.upper() not in marks])
        if picked is None:
            return BROKEN
        area = replace(area, left=picked[0], right=picked[1] + 1)
        if this_row or "THIS ROW" in marks:
            area = replace(area, top=row, bottom=row + 1)
        elif "HEADERS" in marks:
            area = replace(area, bottom=area.top + 1)
        elif "ALL" not in marks:
            area = replace(area, top=min(area.top + 1, area.bottom - 1))
        return format_area(f"tab_{number}", area)

    def _columns(self, number: int, table: Json, area: Area, labels: list[str]) -> tuple[int, int] | None:
        """First and last column that the labels name; all of them without a label."""
        if not labels:
            return area.left, area.right - 1
        names = {
            str(column.get("columnName", "")).lower(): area.left + column.get("columnIndex", 0)
            for column in table.get("columnProperties", [])
        }
        found = [names.get(label.lower()) for label in labels]
        known = [column for column in found if column is not None]
        return (min(known), max(known)) if len(known) == len(labels) else None
