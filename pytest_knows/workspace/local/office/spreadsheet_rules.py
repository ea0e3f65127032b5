"""Conditional formats and validation lists of an .xlsx: the kinds that Google has too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.office.spreadsheet_formats import Formats

COMPARISONS = {
    "greaterThan": "NUMBER_GREATER", "greaterThanOrEqual": "NUMBER_GREATER_THAN_EQ", "lessThan": "NUMBER_LESS",
    "lessThanOrEqual": "NUMBER_LESS_THAN_EQ", "equal": "NUMBER_EQ", "notEqual": "NUMBER_NOT_EQ",
    "between": "NUMBER_BETWEEN", "notBetween": "NUMBER_NOT_BETWEEN",
}  # fmt: skip
TEXTS = {"containsText": "TEXT_CONTAINS", "notContainsText": "TEXT_NOT_CONTAINS", "beginsWith": "TEXT_STARTS_WITH",
          "endsWith": "TEXT_ENDS_WITH"}  # fmt: skip
BLANKS = {"containsBlanks": "BLANK", "notContainsBlanks": "NOT_BLANK"}
POINTS = {"min": "MIN", "max": "MAX", "num": "NUMBER", "percent": "PERCENT", "percentile": "PERCENTILE"}


def condition_values(formulas: list[str]) -> list[Json]:
    """ConditionValues: numbers and texts as they are, anything else as a formula."""
    return [{"userEnteredValue": _entered(str(formula))} for formula in formulas]


def _entered(formula: str) -> str:
    if formula.startswith('"') and formula.endswith('"') and len(formula) > 1:
        return formula[1:-1].replace('""', '"')
    try:
        float(formula)
    except ValueError:
        return f"={formula}"
    return formula


def conditional_formats(sheet: Any, formats: Formats) -> Iterator[tuple[Any, Json]]:
    """(ranges, rule without ranges) of each rule, the first to apply first."""
    found = [(spot, rule) for spot in sheet.conditional_formatting for rule in spot.rules]
    for spot, rule in sorted(found, key=lambda pair: pair[1].priority or 0):
        made = _gradient(rule, formats) if rule.type == "colorScale" else _boolean(rule, formats)
        if made:
            yield spot.sqref.ranges, made


def _boolean(rule: Any, formats: Formats) -> Json | None:
    if rule.type == "cellIs":
        kind, values = COMPARISONS.get(rule.operator or ""), condition_values(rule.formula)
    elif rule.type in TEXTS:
        kind, values = TEXTS[rule.type], [{"userEnteredValue": rule.text or ""}]
    elif rule.type == "expression":
        kind, values = "CUSTOM_FORMULA", [{"userEnteredValue": f"={formula}"} for formula in rule.formula]
    else:
        kind, values = BLANKS.get(rule.type or ""), []
    look = _look(rule.dxf, formats)
    if not kind or not look:
        return None
    condition = {"type": kind, **({"values": values} if values else {})}
    return {"booleanRule": {"condition": condition, "format": look}}


def _look(differential: Any, formats: Formats) -> Json:
    """The format of a rule; a solid fill of a differential format has its colour in `bgColor`."""
    if differential is None:
        return {}
    fill = differential.fill
    colour = formats.colour(fill.bgColor) if fill is not None and getattr(fill, "bgColor", None) else None
    text = formats.text(differential.font, None)
    text = {name: text[name] for name in text if name not in ("fontFamily", "fontSize") and text[name] is not False}
    return {
        **({"backgroundColor": colour} if colour is not None else {}),
        **({"textFormat": text} if text else {}),
    }


def _gradient(rule: Any, formats: Formats) -> Json | None:
    scale = rule.colorScale
    stops = list(zip(scale.cfvo, scale.color, strict=False))
    if not 2 <= len(stops) <= 3:
        return None
    points = []
    for limit, colour in stops:
        kind = POINTS.get(limit.type, "")
        value = {} if kind in ("MIN", "MAX") or limit.val is None else {"value": f"{limit.val:g}"}
        points.append({"color": formats.colour(colour) or {}, "type": kind or "NUMBER", **value})
    names = ("minpoint", "maxpoint") if len(points) == 2 else ("minpoint", "midpoint", "maxpoint")
    return {"gradientRule": dict(zip(names, points, strict=True))}


def validation_lists(sheet: Any) -> Iterator[tuple[Any, Json]]:
    """(ranges, DataValidationRule) of each drop-down list."""
    for item in sheet.data_validations.dataValidation if sheet.data_validations else ():
        source = (item.formula1 or "").strip() if item.type == "list" else ""
        if not source:
            continue
        if source.startswith('"'):
            values = [{"userEnteredValue": text.strip()} for text in source.strip('"').split(",")]
            condition = {"type": "ONE_OF_LIST", "values": values}
        else:
            condition = {"type": "ONE_OF_RANGE", "values": [{"userEnteredValue": f"={source.lstrip('=')}"}]}
        strict = item.errorStyle in (None, "stop") and bool(item.showErrorMessage)
        yield item.sqref.ranges, {"condition": condition, "showCustomUi": True, **({"strict": True} if strict else {})}
