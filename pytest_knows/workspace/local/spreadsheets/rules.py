"""Requests about conditional formats and banding."""

from __future__ import annotations

import copy
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import area_or_none, grid_range


def _rule(book: Book, given: Json) -> tuple[Json, Json]:
    """The tab of a conditional format rule, and the rule as it is stored; raises `RequestError`."""
    rule = pair_colours(book.state, given)
    if len(rule.keys() & {"booleanRule", "gradientRule"}) != 1:
        raise RequestError("A rule needs either booleanRule or gradientRule.")
    ranges = rule.get("ranges", [])
    if not ranges:
        raise RequestError("rule.ranges needs at least one range.")
    places = [book.area(spot) for spot in ranges]
    if any(sheet is not places[0][0] for sheet, _ in places):
        raise RequestError("All ranges of a rule must be on the same sheet.")
    return places[0][0], {**rule, "ranges": [grid_range(sheet, area) for sheet, area in places]}


def _place(sheet: Json, index: int, extra: int = 0) -> int:
    count = len(sheet.get("conditionalFormats", []))
    if not 0 <= index < count + extra:
        raise RequestError(f"No conditional format on sheet at index: {index}")
    return index


@REQUESTS.handles("addConditionalFormatRule")
def add_conditional_format_rule(book: Book, body: Json) -> None:
    sheet, rule = _rule(book, need(body, "rule"))
    index = _place(sheet, body.get("index", 0), extra=1)
    sheet.setdefault("conditionalFormats", []).insert(index, rule)


@REQUESTS.handles("updateConditionalFormatRule")
def update_conditional_format_rule(book: Book, body: Json) -> Json:
    """Replace the rule at an index, or move it to another one."""
    index = body.get("index", 0)
    if "rule" in body:
        home, rule = _rule(book, body["rule"])
        sheet = book.sheet(body["sheetId"]) if "sheetId" in body else home
        if sheet is not home:
            raise RequestError("The rule's ranges must be on the sheet of sheetId.")
        old = sheet.get("conditionalFormats", [])[_place(sheet, index)]
        sheet["conditionalFormats"][index] = rule
        return {"newRule": copy.deepcopy(rule), "newIndex": index, "oldRule": old}
    sheet = book.sheet(body.get("sheetId", 0))
    target = _place(sheet, need(body, "newIndex"))
    rule = sheet["conditionalFormats"].pop(_place(sheet, index))
    sheet["conditionalFormats"].insert(target, rule)
    return {"newRule": copy.deepcopy(rule), "newIndex": target, "oldRule": copy.deepcopy(rule), "oldIndex": index}


@REQUESTS.handles("deleteConditionalFormatRule")
def delete_conditional_format_rule(book: Book, body: Json) -> Json:
    sheet = book.sheet(body.get("sheetId", 0))
    return {"rule": drop_from(sheet, "conditionalFormats", _place(sheet, body.get("index", 0)))}


@REQUESTS.handles("addBanding")
def add_banding(book: Book, body: Json) -> Json:
    given = pair_colours(book.state, need(body, "bandedRange"))
    sheet, banded = _banded(book, given, None)
    if "bandedRangeId" in given:
        book.require_fresh(given["bandedRangeId"], "A banded range")
    fresh = {**banded, "bandedRangeId": given.get("bandedRangeId") or book.new_number()}
    add_to(sheet, "bandedRanges", fresh)
    return {"bandedRange": copy.deepcopy(fresh)}


def _banded(book: Book, given: Json, own: Any) -> tuple[Json, Json]:
    sheet, area = book.area(need(given, "range"))
    if not given.keys() & {"rowProperties", "columnProperties"}:
        raise RequestError("A banded range needs rowProperties or columnProperties.")
    for other in sheet.get("bandedRanges", []):
        taken = area_or_none(sheet, other.get("range"))
        if other is not own and taken and taken.overlaps(area):
            raise RequestError("You cannot add alternating background colors to a range that already has them.")
    return sheet, {**given, "range": grid_range(sheet, area)}


@REQUESTS.handles("updateBanding")
def update_banding(book: Book, body: Json) -> None:
    given = pair_colours(book.state, need(body, "bandedRange"))
    sheet, number = book.find("bandedRanges", given.get("bandedRangeId"))
    old = sheet["bandedRanges"][number]
    changed = copy.deepcopy(old)
    paths = pair_paths(schema_of("sheets").mask("BandedRange", need(body, "fields")))
    apply_paths(changed, given, [path for path in paths if path[0] != "bandedRangeId"])
    home, banded = _banded(book, changed, old)
    if home is not sheet:
        raise RequestError("A banded range cannot be moved to another sheet.")
    sheet["bandedRanges"][number] = banded


@REQUESTS.handles("deleteBanding")
def delete_banding(book: Book, body: Json) -> None:
    sheet, number = book.find("bandedRanges", body.get("bandedRangeId", 0))
    drop_from(sheet, "bandedRanges", number)
