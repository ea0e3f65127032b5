"""Formulas, computed by ironcalc whenever a spreadsheet is read; nothing computed is stored.

A cell that calls a function which needs the network (GOOGLEFINANCE, QUERY, ...), or that depends on such a cell, is the
error #N/A with a message that names the function: whatever ironcalc would make of it, its value is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets import functions
from pytest_knows.workspace.local.spreadsheets.calc_process import calculate
from pytest_knows.workspace.local.spreadsheets.dependents import depending
from pytest_knows.workspace.local.spreadsheets.grid import get_cell, has_value, stored_cells
from pytest_knows.workspace.local.spreadsheets.refs import TOKEN, reference
from pytest_knows.workspace.local.spreadsheets.rewriting import rewrite
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
Condition = tuple[int, str]
"""Tab number and formula."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """What formulas came to: values, and number formats that they took over from what they refer to."""

    values: dict[Place, Json] = field(default_factory=dict)
    formats: dict[Place, Json] = field(default_factory=dict)
    conditions: dict[Condition, Json] = field(default_factory=dict)


def error_value(text: str) -> Json:
    """The ExtendedValue of an error such as `#DIV/0!`."""
    kind, message = _ERRORS.get(text, _ERRORS["#ERROR!"])
    return {"errorValue": {"type": kind, "message": message}}


def unsupported_value(function: str) -> Json:
    """The ExtendedValue of a cell that needs a function which is not there (read by `artifact.spreadsheet`)."""
    return {"errorValue": {"type": "N_A", "message": f"{function} is not available in the embedded Workspace."}}


def compute(state: Json, today: str, conditions: Collection[Condition] = ()) -> Computed:
    """The values of all formulas; `today` (ISO) is the date of TODAY() and NOW().

    `conditions`: formulas that stand in no cell (rules of conditional formats), each with its tab.
    """
    if not conditions and not any("formulaValue" in cell["userEnteredValue"] for *_, cell in _entered(state)):
        return Computed()
    return _Run(state, Translator(state, today)).of(_entered(state), conditions)


def _entered(state: Json) -> Iterator[tuple[int, int, int, Json]]:
    """Tab, row, column and cell of every cell with a value; no list, as that of a large sheet takes much memory."""
    for number, sheet in enumerate(state["sheets"]):
        for row, column, cell in stored_cells(sheet):
            if has_value(cell):
                yield number, row, column, cell


class _Run:
    """One calculation of a whole spreadsheet."""

    def __init__(self, state: Json, translator: Translator) -> None:
        self._state, self._translator = state, translator
        self._computed = Computed()
        self._formulas: dict[Place, str] = {}
        self._missing: dict[Place, str] = {}

    def of(self, cells: Iterable[tuple[int, int, int, Json]], conditions: Collection[Condition]) -> Computed:
        tabs = len(self._state["sheets"])
        inputs = [line for place in cells if (line := self._input(*place))]
        aside = dict(enumerate(conditions))  # on a tab of their own, one below the other
        for number, (tab, text) in aside.items():
            content = self._content(text, tab, 0, (tabs, number, 0))
            if content:
                inputs.append([tabs, number, 0, "f", content, ""])
        self._calculate({"tabs": tabs + 1, "cells": inputs})
        for place, function in depending(self._formulas, self._missing).items():
            self._computed.values[place] = unsupported_value(function)
            self._computed.formats.pop(place, None)
        for place in [place for place in self._computed.values if place[0] == tabs]:
            value = self._computed.values.pop(place)
            if place[2] == 0 and place[1] in aside:
                self._computed.conditions[aside[place[1]]] = value
        return self._computed

    def _input(self, tab: int, row: int, column: int, cell: Json) -> list[Any] | None:
        """The line of a job for a cell; None if its value is clear without it."""
        kind, content = next(iter(cell["userEnteredValue"].items()))
        if kind == "formulaValue":
            content = self._content(content, tab, row, (tab, row, column))
            if content is None:
                return None
        pattern = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("pattern", "")
        return [tab, row, column, kind[0], content, pattern]

    def _content(self, formula: str, tab: int, row: int, place: Place) -> str | None:
        """The formula for ironcalc; None if the cell at `place` got its value here."""
        content = self._translator.translate(formula, tab, row, aside=place[0] != tab)
        self._formulas[place] = content
        if missing := functions.unsupported(content):
            self._missing[place] = missing
            return "=NA()"
        if len(_OPERATORS.findall(content)) > MAX_OPERATORS:
            self._computed.values[place] = error_value("#ERROR!")
            return None
        if _points_at_nothing(self._state, tab, content):
            self._computed.values[place] = {}
            return None
        if functions.outermost(formula) in functions.FORMATS:
            self._computed.formats[place] = functions.FORMATS[functions.outermost(formula)]
        content = rewrite(content, formula) or ""
        if not content or len(_OPERATORS.findall(content)) > MAX_OPERATORS:
            self._computed.values[place] = error_value("#LIMIT!")
            return None
        return content

    def _calculate(self, job: Json) -> None:
        """Add what ironcalc answers; if it fails over the job, each formula gets Google's error for that."""
        answer = calculate(job)
        cells = answer["cells"] if answer else [[*c[:3], {"error": "#LIMIT!"}, ""] for c in job["cells"] if c[3] == "f"]
        for tab, row, column, value, pattern in cells:
            place = (tab, row, column)
            if value.get("error") == "#N/IMPL!" and self._formulas.get(place):
                self._missing[place] = next(iter(functions.called(self._formulas[place])), "An array operation")
            if value.get("stringValue") == "" and place not in self._formulas:
                continue  # an empty cell of an array
            if value.get("stringValue") == "" and functions.outermost(self._formulas[place]) in functions.PICTURES:
                value = {}
            self._computed.values[place] = error_value(value["error"]) if "error" in value else value
            if pattern and place not in self._computed.formats:
                self._computed.formats[place] = {"type": _kind_of(pattern), "pattern": pattern}


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
