"""BooleanConditions of conditional formats and filters: whether they hold for a cell."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.calc import Computed, Condition
from pytest_knows.workspace.local.spreadsheets.entry import EPOCH, parse_entry
from pytest_knows.workspace.local.spreadsheets.refs import shifted

_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(\.[\w-]+)+")
_ADDRESS = re.compile(r"((https?|ftp)://|www\.)\S+", re.IGNORECASE)
_BACK = {"PAST_YEAR": 365, "PAST_MONTH": 30, "PAST_WEEK": 7, "YESTERDAY": 1, "TODAY": 0, "TOMORROW": -1}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "GREATER": lambda one, other: one > other,
    "GREATER_THAN_EQ": lambda one, other: one >= other,
    "LESS": lambda one, other: one < other,
    "LESS_THAN_EQ": lambda one, other: one <= other,
    "EQ": lambda one, other: one == other,
    "NOT_EQ": lambda one, other: one != other,
    "AFTER": lambda one, other: int(one) > int(other),
    "BEFORE": lambda one, other: int(one) < int(other),
    "ON_OR_AFTER": lambda one, other: int(one) >= int(other),
    "ON_OR_BEFORE": lambda one, other: int(one) <= int(other),
}
_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "TEXT_CONTAINS": lambda text, part: part in text,
    "TEXT_NOT_CONTAINS": lambda text, part: part not in text,
    "TEXT_STARTS_WITH": lambda text, part: text.startswith(part),
    "TEXT_ENDS_WITH": lambda text, part: text.endswith(part),
    "TEXT_EQ": lambda text, part: text == part,
    "TEXT_NOT_EQ": lambda text, part: text != part,
}


def formulas_of(condition: Any, move: tuple[int, int] = (0, 0)) -> list[str]:
    """The formulas among a condition's values, as they read `move` rows and columns further."""
    return [shifted(text, *move) for text in _texts(condition) if _is_formula(text)]


def _texts(condition: Any) -> list[str]:
    values = condition.get("values", []) if isinstance(condition, dict) else []
    return [str(value.get("userEnteredValue", "")) for value in values if isinstance(value, dict)]


def _is_formula(text: str) -> bool:
    return len(text) > 1 and text.startswith("=")


class Conditions:
    """Decides conditions with the values of formulas that were computed before (`Computed.conditions`)."""

    def __init__(self, computed: Computed, tab: int, today: str) -> None:
        self._computed, self._tab = computed, tab
        self._today = dt.date.fromisoformat(today)

    def hold(self, condition: Json, value: Json, text: str, move: tuple[int, int] = (0, 0)) -> bool:
        """Whether a condition holds for a cell with that ExtendedValue and shown text.

        Formulas of the condition are read `move` rows and columns further. An error holds no condition but NOT_BLANK.
        """
        kind = str(condition.get("type", ""))
        if kind in ("BLANK", "NOT_BLANK"):
            return (kind == "BLANK") == (not value or value == {"stringValue": ""})
        operands = [self._operand(item, move) for item in condition.get("values", [])]
        if kind == "CUSTOM_FORMULA":
            return bool(operands) and _truth(operands[0])
        if "errorValue" in value or any("errorValue" in one for one in operands):
            return False
        return _decide(kind, value, text.lower(), operands)

    def _operand(self, item: Json, move: tuple[int, int]) -> Json:
        if "relativeDate" in item:
            days = (self._today - EPOCH).days - _BACK.get(item["relativeDate"], 0)
            return {"numberValue": days}
        text = str(item.get("userEnteredValue", ""))
        if not _is_formula(text):
            return parse_entry(text, self._today)[0]
        return self.value(shifted(text, *move))

    def value(self, formula: str) -> Json:
        """What a formula of a rule came to; an error if it was not computed."""
        key: Condition = (self._tab, formula)
        return self._computed.conditions.get(key, {"errorValue": {"type": "ERROR", "message": "Not computed."}})


def _truth(value: Json) -> bool:
    return value.get("boolValue") is True or value.get("numberValue", 0) != 0


def _plain(value: Json) -> str:
    content = next(iter(value.values()), "")
    return str(content).lower()


def _decide(kind: str, value: Json, text: str, operands: list[Json]) -> bool:
    if kind in _TEXTS:
        return bool(operands) and _TEXTS[kind](text, _plain(operands[0]))
    if kind == "ONE_OF_LIST":
        return text in [_plain(one) for one in operands] or value in operands
    if kind in ("TEXT_IS_EMAIL", "TEXT_IS_URL"):
        return bool((_EMAIL if kind == "TEXT_IS_EMAIL" else _ADDRESS).fullmatch(text))
    if kind == "BOOLEAN":
        return "boolValue" in value
    number = value.get("numberValue")
    if number is None or isinstance(number, bool):
        return kind in ("NUMBER_NOT_EQ", "DATE_NOT_EQ") and bool(value)
    return kind == "DATE_IS_VALID" or _numbers(kind, number, [one.get("numberValue") for one in operands])


def _numbers(kind: str, number: float, given: list[Any]) -> bool:
    order = kind.partition("_")[2]
    if not given or any(one is None for one in given):
        return False
    if order in ("BETWEEN", "NOT_BETWEEN"):
        return len(given) > 1 and (min(given[:2]) <= number <= max(given[:2])) == (order == "BETWEEN")
    if kind.startswith("DATE"):
        number, given = int(number), [int(one) for one in given]
    return order in _ORDER and _ORDER[order](number, given[0])
