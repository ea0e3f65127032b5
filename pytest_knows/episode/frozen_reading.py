"""Answers to readers of a frozen file that want less, or other, than the JSON that was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_knows.artifact.lenient import at, entries, number, string, table
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.errors import ApiError
from pytest_knows.workspace.local.spreadsheets.a1 import format_area, parse
from pytest_knows.workspace.local.spreadsheets.grid import Area
from pytest_knows.workspace.local.spreadsheets.values import option, render_options

Query = Mapping[str, Sequence[str]]
_PLAIN = ("numberValue", "boolValue", "stringValue")
_DATED = ("DATE", "TIME", "DATE_TIME")


def without_tabs(document: Json) -> Json:
    """A Doc as it is answered without `includeTabsContent`: the first tab's contents at the top."""
    tabs = entries(document, "tabs")
    if not tabs:
        return document
    return {key: value for key, value in document.items() if key != "tabs"} | dict(table(tabs[0], "documentTab"))


def value_range(spreadsheet: Json, text: Any, query: Query) -> Json:
    """`spreadsheets.values.get` of a range in A1 notation. Raises ApiError 400 as Google does for a wrong one."""
    params = {name: values[-1] for name, values in query.items() if values}
    try:
        sheet, area = parse({"namedRanges": [], **spreadsheet}, text)
        render, dates = render_options(params)
        major = option(params, "majorDimension", "ROWS", ("ROWS", "COLUMNS"))
    except (RequestError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ApiError(400, str(error) or f"Unable to parse range: {text}") from error
    lines: dict[int, dict[int, Any]] = {}
    for row, column, cell in _cells(sheet, area):
        line, place = (row, column) if major == "ROWS" else (column, row)
        lines.setdefault(line, {})[place] = _shown(cell, render, dates)
    answer: Json = {"range": format_area(sheet["properties"]["title"], area), "majorDimension": major}
    if lines:
        answer["values"] = [_filled(lines.get(n, {})) for n in range(max(lines) + 1)]
    return answer


def _cells(sheet: Json, area: Area) -> Iterator[tuple[int, int, Json]]:
    """Row and column from the area's corner, and the cell, of those that show something."""
    for data in entries(sheet, "data"):
        top, left = int(number(data, "startRow")), int(number(data, "startColumn"))
        for row, line in enumerate(entries(data, "rowData"), top):
            for column, cell in enumerate(entries(line, "values"), left):
                if area.contains(row, column) and ("effectiveValue" in cell or "userEnteredValue" in cell):
                    yield row - area.top, column - area.left, dict(cell)


def _filled(line: Mapping[int, Any]) -> list[Any]:
    return [line.get(n, "") for n in range(max(line, default=-1) + 1)]


def _shown(cell: Json, render: str, dates: str) -> Any:
    formula = at(cell, "userEnteredValue", "formulaValue")
    if render == "FORMULA" and formula is not None:
        return formula
    value = table(cell, "effectiveValue") or table(cell, "userEnteredValue")
    dated = string(cell, "effectiveFormat", "numberFormat", "type") in _DATED
    if render == "FORMATTED_VALUE" or (dates == "FORMATTED_STRING" and dated) or "errorValue" in value:
        return string(cell, "formattedValue")
    return next((value[key] for key in _PLAIN if key in value), "")
