"""A spreadsheet as its page shows it: what lies on the tabs, and the cells of the parts that are in sight.

Cells name their format by its place in `formats`: most share a few, and a page of 2,000 rows would be 12 MB otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pytest_knows.workspace.local.calls import Call, Json
from pytest_knows.workspace.local.editor.sheets.acting import spreadsheet
from pytest_knows.workspace.local.editor.sheets.entry import entry_text
from pytest_knows.workspace.local.editor.sheets.pictures import picture_id
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.service import Service, revision_id
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none
from pytest_knows.workspace.local.spreadsheets.images import image_url
from pytest_knows.workspace.local.spreadsheets.reading import read_areas

Shown = Callable[[Json, str], str]
"""Tab and A1 address of a cell to the text that it shows."""
_MOST_CELLS = 60_000
"""Cells of all windows of one answer."""
_LISTS = (
    "merges", "charts", "tables", "basicFilter", "filterViews", "conditionalFormats", "bandedRanges", "slicers",
    "protectedRanges",
)  # fmt: skip
_SAME = ("dataValidation", "note", "hyperlink", "textFormatRuns")


def view(service: Service, call: Call, file_id: str) -> Json:
    """`?window=<sheetId>,<top>,<left>,<bottom>,<right>` (repeated; half-open) -> tabs, and `windows` with `formats`."""
    file = spreadsheet(service, call, file_id)
    state = service.store.state(file.id)
    env = service.environment(file.id, file.name, service.kind_of(file), call.caller)
    tabs = {sheet["properties"]["sheetId"]: sheet for sheet in state["sheets"]}
    areas = [area for text in call.query.get("window", []) if (area := _window(tabs, text))]
    filtered = [(sheet, Area(top=0, left=0, bottom=_rows(sheet), right=1)) for sheet in _filtered(tabs, areas)]
    found = read_areas(state, [*areas, *filtered] or None, env, cells=bool(areas), comments="")["sheets"]
    data: dict[Any, list[Json]] = {sheet["properties"]["sheetId"]: list(sheet.get("data", ())) for sheet in found}
    painter = _Painter()
    windows = [painter.window(sheet, area, data[sheet["properties"]["sheetId"]].pop(0)) for sheet, area in areas]
    hidden = {sheet["properties"]["sheetId"]: _hidden(data[sheet["properties"]["sheetId"]][0]) for sheet, _ in filtered}
    return {
        "revision": file.revision,
        "revisionId": revision_id(file),
        "title": file.name,
        "properties": state["properties"],
        "namedRanges": state["namedRanges"],
        "sheets": [_tab(sheet) | {"filtered": hidden.get(tab, [])} for tab, sheet in tabs.items()],
        "windows": windows,
        "formats": painter.formats,
    }


def _window(tabs: dict[int, Json], text: str) -> tuple[Json, Area] | None:
    """The tab and the part of its grid; None for a tab that is gone. Raises ApiError 400."""
    try:
        sheet_id, top, left, bottom, right = map(int, text.split(","))
    except ValueError as error:
        raise ApiError(400, f"Invalid value at 'window': {text[:80]!r} is not five whole numbers.") from error
    if (bottom - top) * (right - left) > _MOST_CELLS or min(top, left) < 0:
        raise ApiError(400, f"Invalid value at 'window': at most {_MOST_CELLS} cells can be asked for.")
    sheet = tabs.get(sheet_id)
    spot = {"startRowIndex": top, "startColumnIndex": left, "endRowIndex": bottom, "endColumnIndex": right}
    area = area_or_none(sheet, spot) if sheet else None
    return (sheet, area) if sheet and area else None


def _rows(sheet: Json) -> int:
    return int(sheet["properties"]["gridProperties"]["rowCount"])


def _filtered(tabs: dict[int, Json], areas: list[tuple[Json, Area]]) -> list[Json]:
    """The tabs in sight of which a filter may hide rows."""
    wanted = {sheet["properties"]["sheetId"] for sheet, _ in areas}
    return [tabs[tab] for tab in tabs if tab in wanted and (_has_criteria(tabs[tab]) or tabs[tab].get("slicers"))]


def _has_criteria(sheet: Json) -> bool:
    return bool(sheet.get("basicFilter", {}).get("filterSpecs"))


def _hidden(grid: Json) -> list[int]:
    return [row for row, line in enumerate(grid["rowMetadata"]) if line.get("hiddenByFilter")]


def _tab(sheet: Json) -> Json:
    pictures = [{**item, "pictureId": picture_id(item, place)} for place, item in enumerate(sheet.get("pictures", []))]
    return {
        "properties": sheet["properties"],
        "rows": sheet["rows"],
        "columns": sheet["columns"],
        "pictures": pictures,
        "lastRow": max(map(int, sheet["cells"]), default=-1),
        "lastColumn": max((int(column) for line in sheet["cells"].values() for column in line), default=-1),
        **{name: sheet[name] for name in _LISTS if name in sheet},
    }


class _Painter:
    """Writes cells down, each format once."""

    def __init__(self) -> None:
        self.formats: list[Json] = []
        self._places: dict[str, int] = {}

    def window(self, sheet: Json, area: Area, grid: Json) -> Json:
        """`cells`: `{row: {column: cell}}` of the cells that hold anything, counted from the tab's corner."""
        cells: dict[str, dict[str, Json]] = {}
        for down, line in enumerate(grid.get("rowData", [])):
            row = {
                str(area.left + across): self._cell(cell) for across, cell in enumerate(line.get("values", [])) if cell
            }
            if row:
                cells[str(area.top + down)] = row
        bounds = {"top": area.top, "left": area.left, "bottom": area.bottom, "right": area.right}
        return {"sheetId": sheet["properties"]["sheetId"], **bounds, "cells": cells}

    def _cell(self, cell: Json) -> Json:
        """`text` it shows, `entry` if another one is edited, `kind` of its value, `format`, and what else it has."""
        text, entry = cell.get("formattedValue", ""), entry_text(cell)
        kind = next((name.removesuffix("Value") for name in cell.get("effectiveValue", {})), "")
        error = cell.get("effectiveValue", {}).get("errorValue", {}).get("message")
        formula = cell.get("userEnteredValue", {}).get("formulaValue", "")
        return {
            **({"text": text} if text else {}),
            **({"entry": entry} if entry != text else {}),
            **({"kind": kind} if kind not in ("", "string") else {}),
            **({"error": error} if error else {}),
            **({"image": True} if formula and _is_image(formula) else {}),
            "format": self._place(cell.get("effectiveFormat", {})),
            **{name: cell[name] for name in _SAME if name in cell},
        }

    def _place(self, style: Json) -> int:
        text = json.dumps(style)
        if text not in self._places:
            self._places[text] = len(self.formats)
            self.formats.append(style)
        return self._places[text]


def _is_image(formula: str) -> bool:
    return bool(image_url(formula, lambda _: "cell"))


def picture_in_cell(state: Json, sheet_id: int, row: int, column: int, shown: Shown) -> str:
    """The address that a cell's IMAGE formula shows; `shown` reads another cell. Raises RequestError for no picture."""
    sheet: Json = next((one for one in state["sheets"] if one["properties"]["sheetId"] == sheet_id), {"cells": {}})
    cell = sheet["cells"].get(str(row), {}).get(str(column), {})
    formula = cell.get("userEnteredValue", {}).get("formulaValue", "")
    url = image_url(formula, lambda address: shown(sheet, address))
    if not url:
        raise RequestError("There is no picture in this cell.", status="NOT_FOUND", http=404)
    return url
