"""What the page of a spreadsheet shows as pictures: charts as they are drawn for the export, pictures in cells."""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.calls import Call, Json, Reply
from pytest_knows.workspace.local.editor.sheets.acting import spreadsheet
from pytest_knows.workspace.local.editor.sheets.view import picture_in_cell
from pytest_knows.workspace.local.engine import RequestError
from pytest_knows.workspace.local.service import Service
from pytest_knows.workspace.local.spreadsheets.a1 import column_index
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, whole
from pytest_knows.workspace.local.spreadsheets.reading import read_areas

_PIXEL = 0.75  # points
_MOST_PIXELS = 4000
_SAFE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'", "Cache-Control": "no-cache"}


def chart(service: Service, call: Call, file_id: str, chart_id: str) -> Reply:
    """A chart as SVG, in the `width` and `height` (pixels) of the query. Raises RequestError if there is none."""
    from pytest_knows.workspace.local.rendering.charts_html import DEFAULT_SIZE, chart_html

    file = spreadsheet(service, call, file_id)
    state = service.store.state(file.id)
    found = _chart(state, int(chart_id))
    env = service.environment(file.id, file.name, service.kind_of(file), call.caller)
    areas = _read(state, found)
    book = read_areas(state, areas, env, cells=True, comments="") if areas else {"sheets": []}
    asked = (call.one("width"), call.one("height"))
    sides = [min(int(side), _MOST_PIXELS) * _PIXEL if side.isascii() and side.isdigit() else 0 for side in asked]
    width, height = (own or usual for own, usual in zip(sides, DEFAULT_SIZE, strict=True))
    svg = chart_html(found, book["sheets"], (width, height)).replace("<svg", _XMLNS, 1)
    return Reply(content=svg.encode(), mime="image/svg+xml", headers=_SAFE)


_XMLNS = '<svg xmlns="http://www.w3.org/2000/svg"'


def _chart(state: Json, chart_id: int) -> Json:
    for sheet in state["sheets"]:
        for item in sheet.get("charts", []):
            if item.get("chartId") == chart_id:
                found: Json = item
                return found
    raise RequestError(f"No chart with id: {chart_id}", status="NOT_FOUND", http=404)


def _read(state: Json, value: Any) -> list[tuple[Json, Area]]:
    """Of each tab that the chart reads, the part from its corner to the last cell that is read."""
    ends: dict[int, tuple[int, int]] = {}
    tabs = {sheet["properties"]["sheetId"]: sheet for sheet in state["sheets"]}
    for source in _sources(value):
        sheet = tabs.get(source.get("sheetId", 0))
        area = area_or_none(sheet, source) if sheet else None
        if sheet and area:
            bottom, right = ends.get(sheet["properties"]["sheetId"], (0, 0))
            ends[sheet["properties"]["sheetId"]] = (max(bottom, area.bottom), max(right, area.right))
    return [(tabs[tab], Area(top=0, left=0, bottom=bottom, right=right)) for tab, (bottom, right) in ends.items()]


def _sources(value: Any) -> list[Json]:
    """Every GridRange under a list of `sources`."""
    if isinstance(value, list):
        return [source for item in value for source in _sources(item)]
    if not isinstance(value, dict):
        return []
    own = [source for source in value.get("sources", []) if isinstance(source, dict)]
    return own + [source for name, item in value.items() if name != "sources" for source in _sources(item)]


def picture(service: Service, call: Call, file_id: str, place: str) -> Reply:
    """`<sheetId>,<row>,<column>`: the picture of that cell's IMAGE formula; no other address is fetched."""
    file = spreadsheet(service, call, file_id)
    state = service.store.state(file.id)
    sheet_id, row, column = (int(part) for part in place.split(","))
    env = service.environment(file.id, file.name, service.kind_of(file), call.caller)

    def shown(sheet: Json, address: str) -> str:
        area = next((Area(top=r, left=c, bottom=r + 1, right=c + 1) for r, c in _places(sheet, address)), None)
        if area is None:
            return ""
        data = read_areas(state, [(sheet, area)], env, cells=True, comments="")["sheets"][0]["data"][0]
        cells = [cell for line in data.get("rowData", []) for cell in line.get("values", [])]
        return str(cells[0].get("formattedValue", "")) if cells else ""

    content, mime = service.picture(picture_in_cell(state, sheet_id, row, column, shown), call.caller)
    return Reply(content=content, mime=mime, headers=_SAFE)


def _places(sheet: Json, address: str) -> list[tuple[int, int]]:
    """The cell with that A1 address, if it is in the grid."""
    letters = address.rstrip("0123456789")
    row, column = int(address[len(letters) :] or 0) - 1, column_index(letters)
    return [(row, column)] if whole(sheet).contains(row, column) else []
