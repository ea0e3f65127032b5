"""Formulas, computed by ironcalc whenever a spreadsheet is read; nothing computed is stored.

What ironcalc does not know (GOOGLEFINANCE, QUERY, ...) is the error #NAME?.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.calc_process import calculate
from pytest_knows.workspace.local.spreadsheets.grid import get_cell, has_value, stored_cells
from pytest_knows.workspace.local.spreadsheets.refs import TOKEN, reference
from pytest_knows.workspace.local.spreadsheets.translate import Translator

MAX_OPERATORS = 1500
"""Operators and brackets of one formula. ironcalc's parser is recursive: 10,000 nested brackets end the process
(measured with 8 MB of stack), 2,000 do not."""

_OPERATORS = re.compile(r"[-+*/^&=<>(,{]")
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
    "#LIMIT!": ("ERROR", "Calculation limit was reached while trying to compute the formulas of this spreadsheet."),
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
    cells = [
        (number, row, column, cell)
        for number, sheet in enumerate(state["sheets"])
        for row, column, cell in stored_cells(sheet)
        if has_value(cell)
    ]
    if not any("formulaValue" in cell["userEnteredValue"] for *_, cell in cells):
        return Computed()
    return _run(state, cells, Translator(state, today))


def _run(state: Json, cells: list[tuple[int, int, int, Json]], translator: Translator) -> Computed:
    computed = Computed()
    inputs: list[list[Any]] = []
    for tab, row, column, cell in cells:
        kind, content = next(iter(cell["userEnteredValue"].items()))
        if kind == "formulaValue":
            content = translator.translate(content, tab, row)
            if len(_OPERATORS.findall(content)) > MAX_OPERATORS:
                computed.values[tab, row, column] = error_value("#ERROR!")
                continue
            if _points_at_nothing(state, tab, content):
                computed.values[tab, row, column] = {}
                continue
        pattern = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("pattern", "")
        inputs.append([tab, row, column, kind[0], content, pattern])
    _calculate(computed, {"tabs": len(state["sheets"]), "cells": inputs})
    return computed


def _calculate(computed: Computed, job: Json) -> None:
    """Add what ironcalc answers; if it fails over the job, each formula gets Google's error for that."""
    answer = calculate(job)
    cells = answer["cells"] if answer else [[*c[:3], {"error": "#LIMIT!"}, ""] for c in job["cells"] if c[3] == "f"]
    for tab, row, column, value, pattern in cells:
        place = (tab, row, column)
        computed.values[place] = error_value(value["error"]) if "error" in value else value
        if pattern:
            computed.formats[place] = {"type": _kind_of(pattern), "pattern": pattern}


def _points_at_nothing(state: Json, tab: int, text: str) -> bool:
    """Whether the formula is just `=B7` and that cell is empty: Google shows an empty cell then, ironcalc 0."""
    match = TOKEN.fullmatch(text[1:].strip())
    if not match or not match["ref"] or ":" in match["cells"]:
        return False
    found = reference(match)
    sheet = state["sheets"][tab if found.sheet is None else int(found.sheet.removeprefix("tab_"))]
    return not has_value(get_cell(sheet, found.first.row or 0, found.first.column or 0))


def _kind_of(pattern: str) -> str:
    bare = re.sub(r'"[^"]*"', "", pattern)
    if re.search(r"[ymdhs]", bare, re.IGNORECASE) and not re.search(r"[#0]", bare):
        dated, timed = re.search(r"[yd]", bare, re.I), re.search(r"[hs]", bare, re.I)
        return "DATE_TIME" if dated and timed else "TIME" if timed else "DATE"
    if "%" in bare:
        return "PERCENT"
    return "CURRENCY" if re.search(r"[$€£¥₹]", pattern) else "NUMBER"
