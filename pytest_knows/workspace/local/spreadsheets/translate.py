"""Google's formulas as ironcalc understands them: no tables, open ranges, named ranges or odd tab names."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import Any

from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.a1 import format_area
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, size
from pytest_knows.workspace.local.spreadsheets.refs import BROKEN, TOKEN, Reference, reference

_LABEL = re.compile(r"\[?#?([^\[\]#,]+)\]?")


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

    def translate(self, formula: str, tab: int, row: int, *, aside: bool = False) -> str:
        """The formula of a cell in that tab and row (both from 0). `aside`: it will stand on another tab than that."""
        return TOKEN.sub(lambda match: self._token(match, tab, row, aside), formula)

    def _token(self, match: re.Match[str], tab: int, row: int, aside: bool) -> str:
        if match["ref"]:
            return self._reference(reference(match), tab, aside)
        if match["table"]:
            return self._structured(match["table"], row)
        if match["clock"]:
            day = self._today
            return f"DATE({day.year},{day.month},{day.day})"
        if match["word"]:
            return self._word(match["word"])
        return match[0]

    def _reference(self, found: Reference, tab: int, aside: bool) -> str:
        number = tab if found.sheet is None else self._titles.get(found.sheet.lower())
        if number is None:
            return BROKEN
        rows, columns = size(self._state["sheets"][number])
        first, last = found.first, found.last
        if any((end.row or 0) >= rows or (end.column or 0) >= columns for end in (first, last or first)):
            return BROKEN
        if last is not None:
            half_open = None in (first.row, last.row) and first.row != last.row
            if half_open or first.row is None:
                first = replace(first, row=first.row or 0)
                last = replace(last, row=rows - 1 if last.row is None else last.row)
            if first.column is None or last.column is None:
                first = replace(first, column=first.column or 0)
                last = replace(last, column=columns - 1 if last.column is None else last.column)
        sheet = None if number == tab and not aside else f"tab_{number}"
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
