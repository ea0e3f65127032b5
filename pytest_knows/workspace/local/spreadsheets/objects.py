"""Requests about charts and formal tables."""

from __future__ import annotations

import copy
import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    area_of,
    area_or_none,
    get_cell,
    grid_range,
    put_cell,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.reading import effective_value, formatted, number_format
from pytest_knows.workspace.local.spreadsheets.sheets import insert_sheet

CHART_PIXELS = (600, 371)
"""Width and height of a chart that was given none (Google's default)."""

_CHART_KINDS = {
    "basicChart", "pieChart", "bubbleChart", "candlestickChart", "histogramChart", "orgChart", "scorecardChart",
    "treemapChart", "waterfallChart",
}  # fmt: skip
_TABLE_NAME = re.compile(r"[^\W\d]\w*")


@REQUESTS.handles("addChart")
def add_chart(book: Book, body: Json) -> Json:
    given = need(body, "chart")
    _require_spec(book, need(given, "spec"))
    chart = pair_colours(book.state, given)
    if "chartId" in chart:
        book.require_fresh(chart["chartId"], "A chart")
    chart["chartId"] = chart.get("chartId") or book.new_number()
    position = chart.get("position", {})
    if not position:
        raise RequestError("chart.position is required.")
    sheet, chart["position"] = _placed(book, position)
    add_to(sheet, "charts", chart)
    return {"chart": copy.deepcopy(chart)}


def _require_spec(book: Book, spec: Json) -> None:
    kinds = spec.keys() & _CHART_KINDS
    if len(kinds) != 1:
        raise RequestError("A chart spec needs exactly one kind of chart, such as basicChart or pieChart.")
    for source in _sources(spec):
        book.area(source)
    basic = spec.get("basicChart")
    if basic is not None and basic.get("chartType", "BASIC_CHART_TYPE_UNSPECIFIED").endswith("UNSPECIFIED"):
        raise RequestError("basicChart.chartType is required.")
    if basic is not None and not basic.get("series"):
        raise RequestError("basicChart.series: a chart needs at least one series.")


def _sources(value: object) -> list[Json]:
    """Every GridRange under a `sources` list."""
    if isinstance(value, list):
        return [source for item in value for source in _sources(item)]
    if not isinstance(value, dict):
        return []
    found = list(value.get("sources", []))
    return found + [source for key, item in value.items() if key != "sources" for source in _sources(item)]


def _placed(book: Book, position: Json) -> tuple[Json, Json]:
    """The tab for an EmbeddedObjectPosition, and the position as Google answers it."""
    if position.get("newSheet"):
        sheet = insert_sheet(book, {"title": _chart_title(book)})
        return sheet, {"sheetId": sheet["properties"]["sheetId"]}
    if "overlayPosition" not in position:
        return book.sheet(position.get("sheetId", 0)), dict(position)
    overlay = position["overlayPosition"]
    anchor = overlay.get("anchorCell", {})
    sheet = book.sheet(anchor.get("sheetId", 0))
    rows, columns = size(sheet)
    if not (0 <= anchor.get("rowIndex", 0) < rows and 0 <= anchor.get("columnIndex", 0) < columns):
        raise RequestError("overlayPosition.anchorCell is outside of the grid.")
    sizes = {
        "widthPixels": overlay.get("widthPixels") or CHART_PIXELS[0],
        "heightPixels": overlay.get("heightPixels") or CHART_PIXELS[1],
    }
    if min(sizes.values()) < 1:
        raise RequestError("overlayPosition: width and height must be positive.")
    return sheet, {"overlayPosition": {**overlay, **sizes}}


def _chart_title(book: Book) -> str:
    taken = {sheet["properties"]["title"] for sheet in book.sheets}
    number = 1
    while f"Chart{number}" in taken:
        number += 1
    return f"Chart{number}"


@REQUESTS.handles("updateChartSpec")
def update_chart_spec(book: Book, body: Json) -> None:
    sheet, number = book.find("charts", body.get("chartId", 0))
    _require_spec(book, need(body, "spec"))
    sheet["charts"][number]["spec"] = pair_colours(book.state, body["spec"])


@REQUESTS.handles("updateEmbeddedObjectPosition")
def update_embedded_object_position(book: Book, body: Json) -> Json:
    sheet, number = book.find("charts", body.get("objectId", 0))
    given = need(body, "newPosition")
    position = copy.deepcopy(sheet["charts"][number].get("position", {}))
    if given.get("newSheet") or "fields" not in body:
        position = given
    else:
        overlay = position.setdefault("overlayPosition", {})
        paths = [path[1:] if path[0] == "overlayPosition" else path for path in _position_paths(body["fields"])]
        apply_paths(overlay, given.get("overlayPosition", {}), [path for path in paths if path])
    target, placed = _placed(book, position)
    chart = drop_from(sheet, "charts", number)
    chart["position"] = placed
    add_to(target, "charts", chart)
    return {"position": copy.deepcopy(placed)}


def _position_paths(fields: str) -> list[tuple[str, ...]]:
    """The mask is relative to `newPosition.overlayPosition`, as Google documents; a full path is understood too."""
    schema = schema_of("sheets")
    if fields.startswith("overlayPosition"):
        paths = schema.mask("EmbeddedObjectPosition", fields)
        return schema.mask("OverlayPosition", "*") if ("overlayPosition",) in paths else paths
    return schema.mask("OverlayPosition", fields)


@REQUESTS.handles("deleteEmbeddedObject")
def delete_embedded_object(book: Book, body: Json) -> None:
    sheet, number = book.find("charts", body.get("objectId", 0))
    drop_from(sheet, "charts", number)


@REQUESTS.handles("addTable")
def add_table(book: Book, body: Json) -> Json:
    given = pair_colours(book.state, need(body, "table"))
    sheet, area = book.area(need(given, "range"))
    name = given.get("name") or _free_name(book)
    _require_table(book, sheet, area, name, None)
    if "tableId" in given:
        book.require_fresh(given["tableId"], "A table")
    table = {
        **given,
        "tableId": given.get("tableId") or str(book.new_number()),
        "name": name,
        "range": grid_range(sheet, area),
        "columnProperties": _columns(book, sheet, area, given.get("columnProperties", [])),
    }
    add_to(sheet, "tables", table)
    return {"table": copy.deepcopy(table)}


def _all_tables(book: Book) -> list[tuple[Json, Json]]:
    return [(sheet, table) for sheet in book.sheets for table in sheet.get("tables", [])]


def _free_name(book: Book) -> str:
    taken = {str(table.get("name", "")).lower() for _, table in _all_tables(book)}
    number = 1
    while f"table{number}" in taken:
        number += 1
    return f"Table{number}"


def _require_table(book: Book, sheet: Json, area: Area, name: str, own: Json | None) -> None:
    if not _TABLE_NAME.fullmatch(name):
        raise RequestError(f"Invalid table name: '{name}'. It may have letters, digits and underscores only.")
    for home, other in _all_tables(book):
        if other is own:
            continue
        if str(other.get("name", "")).lower() == name.lower():
            raise RequestError(f"A table named '{name}' already exists.")
        taken = area_or_none(home, other.get("range"))
        if home is sheet and taken and taken.overlaps(area):
            raise RequestError(f"The range overlaps the table '{other.get('name', '')}'.")
    if len(area.rows) < 2 and own is None and area.bottom >= size(sheet)[0]:
        raise RequestError("A table needs a header row and at least one more row.")


def _columns(book: Book, sheet: Json, area: Area, given: list[Json]) -> list[Json]:
    """One entry for each column; a name comes from the request, else from the header cell, else `Column 1`.

    The names are written to the header row, where the editor shows them.
    """
    by_index: dict[int, Json] = {}
    for place, column in enumerate(given):
        index = column.get("columnIndex", place)
        if not 0 <= index < len(area.columns) or index in by_index:
            raise RequestError(f"columnProperties: columnIndex {index} is outside of the table or given twice.")
        if column.get("columnType") == "DROPDOWN" and "dataValidationRule" not in column:
            raise RequestError("columnProperties: a DROPDOWN column needs a dataValidationRule.")
        by_index[index] = column
    columns: list[Json] = []
    taken: set[str] = set()
    for index in range(len(area.columns)):
        column = by_index.get(index, {})
        name = column.get("columnName") or _header(book, sheet, area, index) or f"Column {index + 1}"
        if "columnName" in column and name.lower() in taken:
            raise RequestError(f"columnProperties: the name '{name}' is used twice.")
        taken.add(name.lower())
        if _header(book, sheet, area, index) != name:
            spot = (area.top, area.left + index)
            put_cell(sheet, *spot, {**get_cell(sheet, *spot), "userEnteredValue": {"stringValue": name}})
        columns.append({**({"columnIndex": index} if index else {}), "columnName": name, **_rest(column)})
    return columns


def _rest(column: Json) -> Json:
    return {key: value for key, value in column.items() if key not in ("columnIndex", "columnName")}


def _header(book: Book, sheet: Json, area: Area, index: int) -> str:
    cell = get_cell(sheet, area.top, area.left + index)
    if "formulaValue" not in cell.get("userEnteredValue", {}):
        value = effective_value(cell, None)
        return formatted(value, number_format(cell, None)) if value else ""
    place = (book.number(sheet), area.top, area.left + index)
    value = compute(book.state, book.env.today).values.get(place, {})
    return formatted(value, number_format(cell, None))


@REQUESTS.handles("updateTable")
def update_table(book: Book, body: Json) -> None:
    given = pair_colours(book.state, need(body, "table"))
    sheet, number = book.find("tables", given.get("tableId"))
    table = sheet["tables"][number]
    changed = copy.deepcopy(table)
    paths = schema_of("sheets").mask("Table", need(body, "fields"))
    apply_paths(changed, given, [path for path in pair_paths(paths) if path[0] != "tableId"])
    target = book.sheet(need(changed, "range").get("sheetId", 0))
    if target is not sheet:
        raise RequestError("A table cannot be moved to another sheet.")
    area = area_of(sheet, changed["range"])
    name = changed.get("name") or table["name"]
    _require_table(book, sheet, area, name, table)
    columns = changed.get("columnProperties", [])
    if ("columnProperties",) not in paths:
        columns = [column for column in columns if column.get("columnIndex", 0) < len(area.columns)]
    changed.update(name=name, range=grid_range(sheet, area), columnProperties=_columns(book, sheet, area, columns))
    sheet["tables"][number] = changed


@REQUESTS.handles("deleteTable")
def delete_table(book: Book, body: Json) -> None:
    """The table goes, and with it its cells' contents, as Google documents for deleteTable."""
    sheet, number = book.find("tables", need(body, "tableId"))
    table = drop_from(sheet, "tables", number)
    area = area_or_none(sheet, table.get("range"))
    for row, column, _ in list(stored_cells(sheet, area)) if area else ():
        put_cell(sheet, row, column, {})
