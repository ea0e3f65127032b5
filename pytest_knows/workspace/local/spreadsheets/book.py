"""The spreadsheet that a batch works on: its state, the tabs and objects found in it, fresh ids."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_knows.workspace.local.batch import Requests
from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_of

_OBJECT_IDS = {
    "charts": "chartId",
    "tables": "tableId",
    "bandedRanges": "bandedRangeId",
    "protectedRanges": "protectedRangeId",
    "filterViews": "filterViewId",
    "slicers": "slicerId",
}


@dataclass(slots=True, kw_only=True)
class Book:
    """A spreadsheet's state and what the server offers while it changes."""

    state: Json
    env: Environment

    @property
    def sheets(self) -> list[Json]:
        found: list[Json] = self.state["sheets"]
        return found

    def sheet(self, sheet_id: int) -> Json:
        """The tab of that id; raises `RequestError`."""
        for sheet in self.sheets:
            if sheet["properties"]["sheetId"] == sheet_id:
                return sheet
        raise RequestError(f"No grid with id: {sheet_id}")

    def number(self, sheet: Json) -> int:
        """The place of a tab among the tabs."""
        return next(number for number, candidate in enumerate(self.sheets) if candidate is sheet)

    def area(self, grid_range: Json) -> tuple[Json, Area]:
        """The tab and rectangle of a GridRange (absent `sheetId` = 0); raises `RequestError`."""
        sheet = self.sheet(grid_range.get("sheetId", 0))
        return sheet, area_of(sheet, grid_range)

    def find(self, kind: str, object_id: object) -> tuple[Json, int]:
        """The tab that holds an object of that list (`charts`, `tables`, ...) and its place in the list."""
        for sheet, number, item in self._objects(kind):
            if item.get(_OBJECT_IDS[kind]) == object_id:
                return sheet, number
        raise RequestError(f"No {kind[:-1]} with id: {object_id}")

    def _objects(self, kind: str) -> Iterator[tuple[Json, int, Json]]:
        for sheet in self.sheets:
            for number, item in enumerate(sheet.get(kind, [])):
                yield sheet, number, item

    def _numbers(self) -> set[object]:
        used: set[object] = {sheet["properties"]["sheetId"] for sheet in self.sheets}
        for kind, key in _OBJECT_IDS.items():
            used.update(item.get(key) for _, _, item in self._objects(kind))
        used.update(named.get("namedRangeId") for named in self.state["namedRanges"])
        return used

    def new_number(self) -> int:
        """A fresh positive id below 2**31, as Google uses for tabs, charts and ranges."""
        used = self._numbers()
        while True:
            number = zlib.crc32(self.env.new_id().encode()) & 0x7FFFFFFF
            if number and number not in used and str(number) not in used:
                return number

    def require_fresh(self, number: object, what: str) -> None:
        """Raises `RequestError` if an id chosen by the caller is taken."""
        if number in self._numbers():
            raise RequestError(f"{what} with id {number} already exists. Please use a different id.")


def add_to(sheet: Json, kind: str, item: Json) -> None:
    """Append to one of a tab's lists, which is absent while it is empty."""
    sheet.setdefault(kind, []).append(item)


def drop_from(sheet: Json, kind: str, number: int) -> Json:
    """Remove from one of a tab's lists and return what was there."""
    item: Json = sheet[kind].pop(number)
    if not sheet[kind]:
        del sheet[kind]
    return item


REQUESTS: Requests[Book] = Requests("sheets")
