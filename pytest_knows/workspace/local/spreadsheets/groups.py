"""Requests about groups of rows or columns that fold together."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.dimensions import dimension_range, set_line
from pytest_knows.workspace.local.spreadsheets.grid import Axis, size


def _groups(axis: Axis) -> str:
    return "rowGroups" if axis == "ROWS" else "columnGroups"


@REQUESTS.handles("addDimensionGroup")
def add_dimension_group(book: Book, body: Json) -> Json:
    sheet, axis, start, end = dimension_range(book, need(body, "range"))
    sheet_id = sheet["properties"]["sheetId"]
    spot: Json = {"dimension": axis, "startIndex": start, "endIndex": end}
    if sheet_id:
        spot = {"sheetId": sheet_id, **spot}
    control = "rowGroupControlAfter" if axis == "ROWS" else "columnGroupControlAfter"
    sheet["properties"]["gridProperties"].setdefault(control, True)  # recorded: the first group sets it
    groups = sheet.setdefault(_groups(axis), [])
    depth = 1 + sum(g["range"].get("startIndex", 0) <= start and end <= g["range"]["endIndex"] for g in groups)
    groups.append({"range": spot, "depth": depth})
    return {"dimensionGroups": copy.deepcopy(groups)}


@REQUESTS.handles("deleteDimensionGroup")
def delete_dimension_group(book: Book, body: Json) -> Json:
    sheet, axis, start, end = dimension_range(book, need(body, "range"))
    kind = _groups(axis)
    kept = list(sheet.get(kind, []))
    for group in reversed(kept):
        if (group["range"].get("startIndex", 0), group["range"]["endIndex"]) == (start, end):
            kept.remove(group)
            break
    else:
        raise RequestError(f"There is no group over {axis.lower()} {start} to {end}.")
    sheet.pop(kind, None)
    if not kept:
        return {}
    sheet[kind] = kept
    return {"dimensionGroups": copy.deepcopy(kept)}


@REQUESTS.handles("updateDimensionGroup")
def update_dimension_group(book: Book, body: Json) -> None:
    """Collapse or expand a group, which hides or shows its rows or columns."""
    given = need(body, "dimensionGroup")
    sheet, axis, start, end = dimension_range(book, need(given, "range"))
    paths = schema_of("sheets").mask("DimensionGroup", need(body, "fields"))
    for group in sheet.get(_groups(axis), []):
        place = (group["range"].get("startIndex", 0), group["range"].get("endIndex"), group["depth"])
        if place == (start, end, given.get("depth", 1)):
            break
    else:
        raise RequestError(f"There is no group of depth {given.get('depth', 1)} over {axis.lower()} {start} to {end}.")
    if ("collapsed",) not in paths:
        return
    collapsed = given.get("collapsed", False)
    group.pop("collapsed", None)
    if collapsed:
        group["collapsed"] = True
    for index in range(start, min(end, size(sheet)[axis == "COLUMNS"])):
        set_line(sheet, axis, index, {"hiddenByUser": collapsed}, [("hiddenByUser",)])
