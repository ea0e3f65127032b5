"""A stock tracker in a Google Sheet: a formal table with formulas, and a chart of the holdings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pytest_knows.agents.example import research
from pytest_knows.agents.model import AgentTask

Json = dict[str, Any]

_HEADER = 2
"""Index of the table's header row; above it stand the title and a blank row."""
_PATTERNS = {"Gain/Loss": "+#,##0.00;-#,##0.00", "Shares": "#,##0", "% of Portfolio": "0.0%"}
"""How a column's numbers are shown, if not with two digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the prompt asks for."""

    count: int
    shares: int
    chart: str
    """BAR, PIE or LINE."""
    percent: bool


def read_order(prompt: str) -> Order | None:
    """The numbers and the chart of "the top 8 ... 1,000 shares ... a bar chart"; None if one of them is missing."""
    patterns = (r"top (\d+)", r"([\d,]+) shares", r"(bar|pie|line) chart")
    count, shares, chart = (re.search(pattern, prompt) for pattern in patterns)
    if not (count and shares and chart):
        return None
    number = int(shares[1].replace(",", ""))
    return Order(count=int(count[1]), shares=number, chart=chart[1].upper(), percent="percentage" in prompt)


def make_tracker(task: AgentTask) -> list[str] | None:
    """Build it; the pages read, or None for a sector that the notes do not know."""
    sector, order = research.find("trackers", task.prompt), read_order(task.prompt)
    if sector is None or order is None:
        return None
    stocks = sector["stocks"][: order.count]
    rows = [_row(order, sector, place, len(stocks)) for place in range(len(stocks))]
    headers = list(rows[0])
    grid = [[_cell(header) for header in headers], *([_cell(*item) for item in row.items()] for row in rows)]
    requests = [
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Portfolio"}, "fields": "title"}},
        _write(0, [[_title(sector["title"])]]),
        _write(_HEADER, grid),
        {"addTable": {"table": _table(headers, len(rows))}},
        *(_width(place, 170 if header == "Name" else 120) for place, header in enumerate(headers)),
        {"addChart": {"chart": _chart(order, sector, headers, len(rows))}},
    ]
    task.clients.sheets.spreadsheets().batchUpdate(spreadsheetId=task.file.id, body={"requests": requests}).execute()
    return list(sector["read"])


def _row(order: Order, sector: Json, place: int, count: int) -> Json:
    """Header -> content of a stock's row; the columns are A to F, G or H in this order."""
    name, ticker = sector["stocks"][place]
    row, first, last = _HEADER + 2 + place, _HEADER + 2, _HEADER + 1 + count
    # No quotes are at hand: round, made-up prices. This is the mistake that all five trackers share.
    past = 100 + 20 * place
    current = past + (15 if place % 2 == 0 else -10)
    gain = f"=C{row}-D{row}" if sector.get("gain_reversed") else f"=D{row}-C{row}"
    content = {"Name": name, "Ticker": ticker, sector["past"]: past, "Current Price": current, "Gain/Loss": gain}
    if sector.get("no_shares_column"):
        return {**content, f"Value ({order.shares:,} shares)": f"=D{row}*{order.shares}"}
    # A total that was typed, not computed, when the price was another one.
    total: str | int = order.shares * past if name == sector.get("stale_total") else f"=D{row}*F{row}"
    content |= {"Shares": order.shares, "Total Value": total}
    return content | ({"% of Portfolio": f"=G{row}/SUM(G${first}:G${last})"} if order.percent else {})


def _cell(header: str, *content: str | int) -> Json:
    """A cell of that column; without content the header itself."""
    if not content:
        return {"userEnteredValue": {"stringValue": header}, "userEnteredFormat": {"textFormat": {"bold": True}}}
    value = content[0]
    kind = "numberValue" if isinstance(value, int) else "formulaValue" if value.startswith("=") else "stringValue"
    cell: Json = {"userEnteredValue": {kind: value}}
    if kind != "stringValue":
        pattern = _PATTERNS.get(header, "#,##0.00")
        shown = {"type": "PERCENT" if "%" in pattern else "NUMBER", "pattern": pattern}
        cell["userEnteredFormat"] = {"numberFormat": shown}
    return cell


def _title(text: str) -> Json:
    style = {"textFormat": {"bold": True, "fontSize": 14}, "wrapStrategy": "OVERFLOW_CELL"}
    return {"userEnteredValue": {"stringValue": text}, "userEnteredFormat": style}


def _write(row: int, rows: list[list[Json]]) -> Json:
    start = {"sheetId": 0, "rowIndex": row, "columnIndex": 0}
    fields = "userEnteredValue,userEnteredFormat"
    return {"updateCells": {"start": start, "rows": [{"values": cells} for cells in rows], "fields": fields}}


def _width(column: int, pixels: int) -> Json:
    where = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": column, "endIndex": column + 1}
    return {"updateDimensionProperties": {
        "range": where, "properties": {"pixelSize": pixels}, "fields": "pixelSize"}}  # fmt: skip


def _table(headers: list[str], count: int) -> Json:
    columns = [{"columnIndex": place, "columnName": header} for place, header in enumerate(headers)]
    return {"name": "Holdings", "range": _area(0, len(headers), count), "columnProperties": columns}


def _chart(order: Order, sector: Json, headers: list[str], count: int) -> Json:
    """The holdings by name: percentages if they are wanted, else values. `chart`, a mistake, is another kind."""
    kind = sector.get("chart", order.chart)
    shown = len(headers) - 1
    names, values = ({"sourceRange": {"sources": [_area(column, column + 1, count)]}} for column in (0, shown))
    if kind == "PIE":
        spec: Json = {"pieChart": {"legendPosition": "RIGHT_LEGEND", "domain": names, "series": values}}
    else:
        axis = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
        series = [{"series": values, "targetAxis": axis}]
        spec = {"basicChart": {"chartType": kind, "headerCount": 1, "legendPosition": "NO_LEGEND",
                               "domains": [{"domain": names}], "series": series}}  # fmt: skip
    place = {"anchorCell": {"sheetId": 0, "rowIndex": _HEADER + count + 2, "columnIndex": 0}}
    size = {"widthPixels": 640, "heightPixels": 360}
    return {"spec": {"title": headers[shown], **spec}, "position": {"overlayPosition": {**place, **size}}}


def _area(first: int, last: int, count: int) -> Json:
    """Columns `first` to before `last` of the header row and the `count` rows below it."""
    rows = {"startRowIndex": _HEADER, "endRowIndex": _HEADER + 1 + count}
    return {"sheetId": 0, **rows, "startColumnIndex": first, "endColumnIndex": last}
