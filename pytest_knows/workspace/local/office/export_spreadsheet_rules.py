"""Conditional formats and validation lists for an .xlsx; the inverse of `spreadsheet_rules`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.export_spreadsheet_formats import argb, font_fields
from pytest_knows.workspace.local.office.markup import clean
from pytest_knows.workspace.local.office.spreadsheet_rules import BLANKS, COMPARISONS, POINTS, TEXTS
from pytest_knows.workspace.local.spreadsheets.a1 import column_name
from pytest_knows.workspace.local.spreadsheets.grid import area_or_none

_OPERATORS = {name: operator for operator, name in COMPARISONS.items()}
_TEXT_KINDS = {name: kind for kind, name in TEXTS.items()}
_BLANK_KINDS = {name: kind for kind, name in BLANKS.items()}
_POINT_KINDS = {name: kind for kind, name in POINTS.items()}
_TEXT_FORMULAS = {
    "containsText": 'NOT(ISERROR(SEARCH("{text}",{cell})))', "notContainsText": 'ISERROR(SEARCH("{text}",{cell}))',
    "beginsWith": 'LEFT({cell},{length})="{text}"', "endsWith": 'RIGHT({cell},{length})="{text}"',
}  # fmt: skip
_BLANK_FORMULAS = {"containsBlanks": "LEN(TRIM({cell}))=0", "notContainsBlanks": "LEN(TRIM({cell}))>0"}
MAX_LIST = 255
"""Characters of a list of choices in Excel."""


def add_rules(target: Any, sheet: Json) -> None:
    """The conditional formats of a tab, the first to apply first; kinds that Excel's files have not are left out."""
    for rule in sheet.get("conditionalFormats", []):
        areas = [area for spot in rule.get("ranges", []) if (area := area_or_none(sheet, spot))]
        if not areas:
            continue
        first = f"{column_name(areas[0].left)}{areas[0].top + 1}"
        made = _scale(rule["gradientRule"]) if "gradientRule" in rule else _rule(rule.get("booleanRule", {}), first)
        if made is not None:
            spots = (f"{column_name(a.left)}{a.top + 1}:{column_name(a.right - 1)}{a.bottom}" for a in areas)
            target.conditional_formatting.add(" ".join(spots), made)


def _rule(rule: Json, first: str) -> Any:
    """`first` is the cell that relative references count from."""
    from openpyxl.formatting.rule import Rule

    condition, look = rule.get("condition", {}), _look(rule.get("format", {}))
    kind = condition.get("type", "")
    said = [clean(str(value.get("userEnteredValue", ""))) for value in condition.get("values", [])]
    if kind in _OPERATORS and said:
        return Rule("cellIs", operator=_OPERATORS[kind], formula=[_formula(text) for text in said], dxf=look)
    if kind in _TEXT_KINDS and said:
        name, text = _TEXT_KINDS[kind], said[0].replace('"', '""')
        formula = _TEXT_FORMULAS[name].format(text=text, cell=first, length=len(said[0]))
        operator = "notContains" if name == "notContainsText" else name
        return Rule(name, operator=operator, text=said[0], formula=[formula], dxf=look)
    if kind in _BLANK_KINDS:
        return Rule(_BLANK_KINDS[kind], formula=[_BLANK_FORMULAS[_BLANK_KINDS[kind]].format(cell=first)], dxf=look)
    if kind == "CUSTOM_FORMULA" and said:
        return Rule("expression", formula=[said[0].removeprefix("=")], dxf=look)
    return None


def _formula(text: str) -> str:
    """A number or formula as it is, any other text in quotes."""
    if text.startswith("="):
        return text[1:]
    try:
        float(text)
    except ValueError:
        return '"' + text.replace('"', '""') + '"'
    return text


def _look(form: Json) -> Any:
    """The format of a rule; the colour of a differential fill is its `bgColor`."""
    from openpyxl.styles import Font, PatternFill
    from openpyxl.styles.differential import DifferentialStyle

    text = font_fields(form.get("textFormat", {}))
    fill = PatternFill("solid", bgColor=argb(form["backgroundColor"])) if "backgroundColor" in form else None
    return DifferentialStyle(font=Font(**text) if text else None, fill=fill)


def _scale(gradient: Json) -> Any:
    from openpyxl.formatting.rule import ColorScale, FormatObject, Rule

    points = [gradient[name] for name in ("minpoint", "midpoint", "maxpoint") if name in gradient]
    limits = []
    for point in points:
        kind, value = _POINT_KINDS.get(point.get("type", "")), point.get("value")
        try:
            limits.append(FormatObject(type=kind, val=float(value) if value is not None else None))
        except (TypeError, ValueError):  # a formula, or no kind at all
            return None
    if len(limits) < 2:
        return None
    return Rule("colorScale", colorScale=ColorScale(limits, [argb(point.get("color", {})) for point in points]))


def add_validations(target: Any, cells: Iterable[tuple[int, int, Json]]) -> None:
    """The drop-down lists of a tab."""
    found: dict[str, dict[int, list[int]]] = {}
    for row, column, cell in cells:
        if "dataValidation" in cell:
            key = json.dumps(cell["dataValidation"], sort_keys=True)
            found.setdefault(key, {}).setdefault(column, []).append(row)
    for key, columns in found.items():
        made = _validation(json.loads(key))
        if made is not None:
            for column, rows in columns.items():
                for top, bottom in _runs(rows):
                    made.add(f"{column_name(column)}{top + 1}:{column_name(column)}{bottom + 1}")
            target.add_data_validation(made)


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """First and last of each run of numbers without a gap; `rows` rise."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = runs[-1][0], row
        else:
            runs.append((row, row))
    return runs


def _validation(rule: Json) -> Any:
    """None for what is no list, or one that Excel cannot hold."""
    from openpyxl.worksheet.datavalidation import DataValidation

    condition = rule.get("condition", {})
    said = [clean(str(value.get("userEnteredValue", ""))) for value in condition.get("values", [])]
    source = ""
    if condition.get("type") == "ONE_OF_RANGE" and said:
        source = said[0].removeprefix("=")
    elif condition.get("type") == "ONE_OF_LIST" and not any("," in text or '"' in text for text in said):
        source = '"' + ",".join(said) + '"'
    if not source or len(source) > MAX_LIST:
        return None
    strict = bool(rule.get("strict"))
    style = "stop" if strict else "warning"
    return DataValidation(type="list", formula1=source, errorStyle=style, showErrorMessage=strict, allow_blank=True)
