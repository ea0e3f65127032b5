"""Requests about ranges: merges, named and protected ranges, data validation."""

from __future__ import annotations

import copy
import re

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    area_or_none,
    get_cell,
    grid_range,
    put_cell,
    require_modest,
    stored_cells,
)

_NAME = re.compile(r"[^\W\d]\w{0,249}")
_LOOKS_LIKE_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*")


@REQUESTS.handles("mergeCells")
def merge_cells(book: Book, body: Json) -> None:
    """Merge a range into one cell, or its rows or columns each into one; only the first cell's content stays."""
    sheet, area = book.area(need(body, "range"))
    kind = body.get("mergeType", "MERGE_ALL")
    require_modest(area)
    for merge in sheet.get("merges", []):
        taken = area_or_none(sheet, merge)
        if taken and taken.overlaps(area) and not area.covers(taken):
            raise RequestError("You must select all cells in a merged range to merge or unmerge them.")
    _drop_merges(sheet, area)
    for part in _merge_parts(area, kind):
        if len(part.rows) * len(part.columns) > 1:
            add_to(sheet, "merges", grid_range(sheet, part))
            _keep_first(sheet, part)


def _merge_parts(area: Area, kind: str) -> list[Area]:
    if kind == "MERGE_ROWS":
        return [Area(top=row, bottom=row + 1, left=area.left, right=area.right) for row in area.rows]
    if kind == "MERGE_COLUMNS":
        return [Area(top=area.top, bottom=area.bottom, left=c, right=c + 1) for c in area.columns]
    return [area]


def _keep_first(sheet: Json, area: Area) -> None:
    for row, column, cell in list(stored_cells(sheet, area)):
        if (row, column) != (area.top, area.left):
            kept = {k: v for k, v in cell.items() if k not in ("userEnteredValue", "textFormatRuns", "note")}
            put_cell(sheet, row, column, kept)


def _drop_merges(sheet: Json, area: Area) -> None:
    kept = [
        merge
        for merge in sheet.get("merges", [])
        if not (taken := area_or_none(sheet, merge)) or not area.covers(taken)
    ]
    sheet.pop("merges", None)
    if kept:
        sheet["merges"] = kept


@REQUESTS.handles("unmergeCells")
def unmerge_cells(book: Book, body: Json) -> None:
    sheet, area = book.area(need(body, "range"))
    for merge in sheet.get("merges", []):
        taken = area_or_none(sheet, merge)
        if taken and taken.overlaps(area) and not area.covers(taken):
            raise RequestError("You must select all cells in a merged range to merge or unmerge them.")
    _drop_merges(sheet, area)


@REQUESTS.handles("addNamedRange")
def add_named_range(book: Book, body: Json) -> Json:
    named = copy.deepcopy(need(body, "namedRange"))
    _require_name(book, need(named, "name"), None)
    sheet, area = book.area(need(named, "range"))
    if "namedRangeId" in named:
        book.require_fresh(named["namedRangeId"], "A named range")
    fresh = {
        "namedRangeId": named.get("namedRangeId") or str(book.new_number()),
        "name": named["name"],
        "range": grid_range(sheet, area),
    }
    book.state["namedRanges"].append(fresh)
    return {"namedRange": copy.deepcopy(fresh)}


def _require_name(book: Book, name: str, own: Json | None) -> None:
    if not _NAME.fullmatch(name) or _LOOKS_LIKE_CELL.fullmatch(name) or name.lower() in ("true", "false"):
        raise RequestError(f"The name '{name}' is not valid for a named range.")
    for named in book.state["namedRanges"]:
        if named is not own and named.get("name", "").lower() == name.lower():
            raise RequestError(f"A named range with the name '{name}' already exists.")


def _find_named(book: Book, named_id: object) -> Json:
    for named in book.state["namedRanges"]:
        if named_id is not None and named.get("namedRangeId") == named_id:
            found: Json = named
            return found
    raise RequestError(f"No named range with id: {named_id}")


@REQUESTS.handles("updateNamedRange")
def update_named_range(book: Book, body: Json) -> None:
    given = need(body, "namedRange")
    named = _find_named(book, given.get("namedRangeId"))
    changed = copy.deepcopy(named)
    paths = schema_of("sheets").mask("NamedRange", need(body, "fields"))
    apply_paths(changed, given, [path for path in paths if path[0] != "namedRangeId"])
    _require_name(book, need(changed, "name"), named)
    sheet, area = book.area(need(changed, "range"))
    named.update(name=changed["name"], range=grid_range(sheet, area))


@REQUESTS.handles("deleteNamedRange")
def delete_named_range(book: Book, body: Json) -> None:
    book.state["namedRanges"].remove(_find_named(book, body.get("namedRangeId")))


@REQUESTS.handles("addProtectedRange")
def add_protected_range(book: Book, body: Json) -> Json:
    given = copy.deepcopy(need(body, "protectedRange"))
    if "protectedRangeId" in given:
        book.require_fresh(given["protectedRangeId"], "A protected range")
    sheet, spot = named_spot(book, given)
    fresh = {
        "protectedRangeId": given.get("protectedRangeId") or book.new_number(),
        **{key: value for key, value in given.items() if key not in ("protectedRangeId", "range") and value},
        **spot,
        "editors": {key: value for key, value in given.get("editors", {}).items() if value},
        "requestingUserCanEdit": True,
    }
    reply = {"protectedRange": copy.deepcopy(fresh)}
    users = fresh["editors"].get("users", [])
    if book.env.user and book.env.user not in users:  # recorded: later answers name the caller, the reply does not
        fresh["editors"]["users"] = [*users, book.env.user]
    add_to(sheet, "protectedRanges", fresh)
    return reply


def named_spot(book: Book, given: Json) -> tuple[Json, Json]:
    """The tab, and the `range` as it is answered: that of the request, of the named range or of the table."""
    if "namedRangeId" in given:
        named = _find_named(book, given["namedRangeId"])
        return book.area(named["range"])[0], {"range": copy.deepcopy(named["range"])}
    if "tableId" in given:
        sheet, number = book.find("tables", given["tableId"])
        return sheet, {"range": copy.deepcopy(sheet["tables"][number]["range"])}
    spot = need(given, "range")
    sheet, _ = book.area(spot)
    return sheet, {"range": {key: value for key, value in spot.items() if key != "sheetId" or value}}


@REQUESTS.handles("updateProtectedRange")
def update_protected_range(book: Book, body: Json) -> None:
    given = need(body, "protectedRange")
    sheet, number = book.find("protectedRanges", given.get("protectedRangeId"))
    changed = copy.deepcopy(sheet["protectedRanges"][number])
    paths = schema_of("sheets").mask("ProtectedRange", need(body, "fields"))
    apply_paths(changed, given, [path for path in paths if path[0] != "protectedRangeId"])
    home, spot = named_spot(book, changed)
    if home is not sheet:
        raise RequestError("A protected range cannot be moved to another sheet.")
    sheet["protectedRanges"][number] = {**changed, **spot, "requestingUserCanEdit": True}


@REQUESTS.handles("deleteProtectedRange")
def delete_protected_range(book: Book, body: Json) -> None:
    sheet, number = book.find("protectedRanges", body.get("protectedRangeId", 0))
    drop_from(sheet, "protectedRanges", number)


@REQUESTS.handles("setDataValidation")
def set_data_validation(book: Book, body: Json) -> None:
    """A rule for every cell of the range; without a rule the cells' rules are removed."""
    sheet, area = book.area(need(body, "range"))
    rule = body.get("rule")
    require_modest(area)
    if rule is not None and need(rule, "condition").get("type", "CONDITION_TYPE_UNSPECIFIED").endswith("UNSPECIFIED"):
        raise RequestError("rule.condition.type is required.")
    for row in area.rows:
        for column in area.columns:
            cell = {key: value for key, value in get_cell(sheet, row, column).items() if key != "dataValidation"}
            if rule is not None:
                cell["dataValidation"] = copy.deepcopy(rule)
            put_cell(sheet, row, column, cell)
