"""Requests about charts, and about what lies over the cells as charts do."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import (
    size,
)
from pytest_knows.workspace.local.spreadsheets.sheets import insert_sheet

CHART_PIXELS = (600, 371)
"""Width and height of a chart that was given none (Google's default)."""

_CHART_KINDS = {
    "basicChart", "pieChart", "bubbleChart", "candlestickChart", "histogramChart", "orgChart", "scorecardChart",
    "treemapChart", "waterfallChart",
}  # fmt: skip


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
    sheet, chart["position"] = place_object(book, position)
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


def place_object(book: Book, position: Json) -> tuple[Json, Json]:
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


def _embedded(book: Book, object_id: object) -> tuple[str, Json, int]:
    """The list (`charts` or `slicers`), tab and place of an embedded object."""
    try:
        return "charts", *book.find("charts", object_id)
    except RequestError:
        return "slicers", *book.find("slicers", object_id)


@REQUESTS.handles("updateEmbeddedObjectPosition")
def update_embedded_object_position(book: Book, body: Json) -> Json:
    kind, sheet, number = _embedded(book, body.get("objectId", 0))
    given = need(body, "newPosition")
    position = copy.deepcopy(sheet[kind][number].get("position", {}))
    if given.get("newSheet") or "fields" not in body:
        position = given
    else:
        overlay = position.setdefault("overlayPosition", {})
        paths = [path[1:] if path[0] == "overlayPosition" else path for path in _position_paths(body["fields"])]
        apply_paths(overlay, given.get("overlayPosition", {}), [path for path in paths if path])
    target, placed = place_object(book, position)
    item = drop_from(sheet, kind, number)
    item["position"] = placed
    add_to(target, kind, item)
    return {"position": copy.deepcopy(placed)}


def _position_paths(fields: str) -> list[tuple[str, ...]]:
    """The mask is relative to `newPosition.overlayPosition`, as Google documents; a full path is understood too."""
    schema = schema_of("sheets")
    if fields.startswith("overlayPosition"):
        paths = schema.mask("EmbeddedObjectPosition", fields)
        return schema.mask("OverlayPosition", "*") if ("overlayPosition",) in paths else paths
    return schema.mask("OverlayPosition", fields)


@REQUESTS.handles("updateEmbeddedObjectBorder")
def update_embedded_object_border(book: Book, body: Json) -> None:
    sheet, number = book.find("charts", body.get("objectId", 0))
    chart = sheet["charts"][number]
    border = chart.setdefault("border", {})
    paths = schema_of("sheets").mask("EmbeddedObjectBorder", need(body, "fields"))
    apply_paths(border, pair_colours(book.state, body.get("border", {})), pair_paths(paths))
    if not border:
        del chart["border"]


@REQUESTS.handles("deleteEmbeddedObject")
def delete_embedded_object(book: Book, body: Json) -> None:
    kind, sheet, number = _embedded(book, body.get("objectId", 0))
    drop_from(sheet, kind, number)
