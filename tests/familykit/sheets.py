"""Spreadsheets through Google's client: grids of values, charts, formal tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_knows.workspace import FileRef, Kind, Workspace

Grid = list[list[Any]]
"""Cells: None, a truth value, a number, a text (a formula with "="), (number, number format pattern), or CellData."""

Requests = list[dict[str, Any]]


def write(workspace: Workspace, tabs: Mapping[str, Grid], more: Requests | None = None) -> FileRef:
    """A new spreadsheet with these tabs (ids 0, 1, ... in order; the first keeps the name "Sheet1" in any case)."""
    file = workspace.create_file(Kind.SPREADSHEET, "spreadsheet")
    requests = [*tab_requests(tabs), *(more or [])]
    if requests:
        body = {"requests": requests}
        workspace.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=file.id, body=body).execute()
    return file


def tab_requests(tabs: Mapping[str, Grid]) -> Requests:
    found: Requests = []
    for sheet, (title, grid) in enumerate(tabs.items()):
        columns, rows = max([26, *map(len, grid)]), max(1000, len(grid))
        size = {"rowCount": rows, "columnCount": columns}
        if sheet:
            properties = {"sheetId": sheet, "title": title, "gridProperties": size}
            found.append({"addSheet": {"properties": properties}})
        elif (rows, columns) != (1000, 26):
            properties = {"sheetId": sheet, "gridProperties": size}
            found.append({"updateSheetProperties": {"properties": properties, "fields": "gridProperties"}})
        if grid:
            start = {"sheetId": sheet, "rowIndex": 0, "columnIndex": 0}
            data = [{"values": [cell(value) for value in row]} for row in grid]
            fields = "userEnteredValue,userEnteredFormat,textFormatRuns,note,dataValidation"
            found.append({"updateCells": {"start": start, "rows": data, "fields": fields}})
    return found


def cell(value: Any) -> dict[str, Any]:
    """CellData of a value as in a `Grid`."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    if isinstance(value, tuple):
        number, pattern = value
        kind = "PERCENT" if "%" in pattern else "NUMBER"
        return cell(number) | {"userEnteredFormat": {"numberFormat": {"type": kind, "pattern": pattern}}}
    if isinstance(value, str):
        return {"userEnteredValue": {"formulaValue" if value.startswith("=") else "stringValue": value}}
    return {"userEnteredValue": {"boolValue" if isinstance(value, bool) else "numberValue": value}}


def source(row: int, end_row: int | None, column: int, sheet: int = 0) -> dict[str, Any]:
    """Chart data from one column; rows from `row` to before `end_row` (None: open)."""
    area = {"startRowIndex": row, "startColumnIndex": column, "endColumnIndex": column + 1}
    if sheet:
        area["sheetId"] = sheet
    if end_row is not None:
        area["endRowIndex"] = end_row
    return {"sourceRange": {"sources": [area]}}


def chart(kind: str, domain: Any, *series: Any, title: str = "Chart", **more: Any) -> dict[str, Any]:
    anchor = {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 0, "columnIndex": 9}}}
    if kind == "PIE":
        spec = {"pieChart": {"legendPosition": "RIGHT_LEGEND", "domain": domain, "series": series[0]}}
    else:
        lines = [{"series": line, "targetAxis": "LEFT_AXIS"} for line in series]
        spec = {"basicChart": {"chartType": kind, "domains": [{"domain": domain}], "series": lines, **more}}
    return {"spec": {"title": title, **spec}, "position": anchor}


def table(headers: Sequence[str], rows: int, *, row: int = 0, column: int = 0, sheet: int = 0, name: str = "Stocks"):
    """A formal table with its header at (row, column) and `rows` data rows."""
    area = {"sheetId": sheet, "startRowIndex": row, "endRowIndex": row + rows + 1}
    area |= {"startColumnIndex": column, "endColumnIndex": column + len(headers)}
    columns = [{"columnIndex": place, "columnName": text} for place, text in enumerate(headers)]
    return {"name": name, "range": area, "columnProperties": columns}
