"""Requests about filters: the basic filter, filter views, slicers."""

from __future__ import annotations

import copy
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to, drop_from
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import grid_range
from pytest_knows.workspace.local.spreadsheets.objects import place_object
from pytest_knows.workspace.local.spreadsheets.ranges import named_spot


def _filter(book: Book, given: Json) -> tuple[Json, Json]:
    """The tab of a BasicFilter or FilterView, and the filter as it is answered: both forms of its criteria."""
    sheet, spot = named_spot(book, given)
    filled: Json = {**given, "range": grid_range(sheet, book.area(spot["range"])[1])}
    specs = filled.get("filterSpecs")
    if specs is None and "criteria" in filled:
        specs = [
            {**({"columnIndex": int(column)} if int(column) else {}), "filterCriteria": criteria}
            for column, criteria in filled["criteria"].items()
            if _is_index(column)
        ]
    if specs is not None:
        filled["filterSpecs"] = specs
        filled["criteria"] = {str(spec.get("columnIndex", 0)): spec.get("filterCriteria", {}) for spec in specs}
    _require_columns(book, filled)
    return sheet, {name: value for name, value in filled.items() if value not in ([], {})}


def _is_index(column: Any) -> bool:
    if not str(column).isascii() or not str(column).isdigit() or len(str(column)) > 7:
        raise RequestError(f"criteria: the key '{column}' is no column index.")
    return True


def _require_columns(book: Book, filled: Json) -> None:
    _, area = book.area(filled["range"])
    used = [spec.get("columnIndex", 0) for spec in filled.get("filterSpecs", [])]
    used += [spec.get("dimensionIndex", 0) for spec in filled.get("sortSpecs", [])]
    for column in used:
        if column not in area.columns:
            raise RequestError(f"The column with index {column} is outside of the filter's range.")


@REQUESTS.handles("setBasicFilter")
def set_basic_filter(book: Book, body: Json) -> None:
    sheet, filled = _filter(book, pair_colours(book.state, need(body, "filter")))
    sheet["basicFilter"] = filled


@REQUESTS.handles("clearBasicFilter")
def clear_basic_filter(book: Book, body: Json) -> None:
    book.sheet(body.get("sheetId", 0)).pop("basicFilter", None)


@REQUESTS.handles("addFilterView")
def add_filter_view(book: Book, body: Json) -> Json:
    sheet, view = _filter(book, pair_colours(book.state, need(body, "filter")))
    if "filterViewId" in view:
        book.require_fresh(view["filterViewId"], "A filter view")
    return _keep_view(book, sheet, view, view.get("title") or _free_title(book, "Filter {}"), view.get("filterViewId"))


def _keep_view(book: Book, sheet: Json, view: Json, title: str, number: int | None = None) -> Json:
    fresh = {**view, "filterViewId": number or book.new_number(), "title": title}
    add_to(sheet, "filterViews", fresh)
    return {"filter": copy.deepcopy(fresh)}


def _free_title(book: Book, pattern: str) -> str:
    taken = {view.get("title") for sheet in book.sheets for view in sheet.get("filterViews", [])}
    return next(title for number in range(1, len(taken) + 2) if (title := pattern.format(number)) not in taken)


@REQUESTS.handles("duplicateFilterView")
def duplicate_filter_view(book: Book, body: Json) -> Json:
    sheet, number = book.find("filterViews", body.get("filterId", 0))
    view = copy.deepcopy(sheet["filterViews"][number])
    return _keep_view(book, sheet, view, f"Copy of {view.get('title', '')}")


@REQUESTS.handles("updateFilterView")
def update_filter_view(book: Book, body: Json) -> None:
    given = pair_colours(book.state, need(body, "filter"))
    sheet, number = book.find("filterViews", given.get("filterViewId", 0))
    changed = copy.deepcopy(sheet["filterViews"][number])
    paths = pair_paths(schema_of("sheets").mask("FilterView", need(body, "fields")))
    if {path[0] for path in paths} & {"criteria", "filterSpecs"}:  # one form of the criteria replaces the other
        changed.pop("criteria", None)
        changed.pop("filterSpecs", None)
    apply_paths(changed, given, [path for path in paths if path[0] != "filterViewId"])
    home, view = _filter(book, changed)
    if home is not sheet:
        raise RequestError("A filter view cannot be moved to another sheet.")
    sheet["filterViews"][number] = view


@REQUESTS.handles("deleteFilterView")
def delete_filter_view(book: Book, body: Json) -> None:
    drop_from(*_located(book, "filterViews", body.get("filterId", 0)))


def _located(book: Book, kind: str, object_id: object) -> tuple[Json, str, int]:
    sheet, number = book.find(kind, object_id)
    return sheet, kind, number


def _require_slicer(book: Book, spec: Json) -> None:
    _, area = book.area(need(spec, "dataRange"))
    if "columnIndex" in spec and not 0 <= spec["columnIndex"] < len(area.columns):
        raise RequestError(f"spec.columnIndex {spec['columnIndex']} is outside of the data range.")


@REQUESTS.handles("addSlicer")
def add_slicer(book: Book, body: Json) -> Json:
    slicer = pair_colours(book.state, need(body, "slicer"))
    _require_slicer(book, need(slicer, "spec"))
    if "slicerId" in slicer:
        book.require_fresh(slicer["slicerId"], "A slicer")
    position = need(slicer, "position")
    if position.get("newSheet"):
        raise RequestError("A slicer can be put on an existing sheet only.")
    slicer["slicerId"] = slicer.get("slicerId") or book.new_number()
    sheet, slicer["position"] = place_object(book, position)
    add_to(sheet, "slicers", slicer)
    return {"slicer": copy.deepcopy(slicer)}


@REQUESTS.handles("updateSlicerSpec")
def update_slicer_spec(book: Book, body: Json) -> None:
    sheet, number = book.find("slicers", body.get("slicerId", 0))
    spec = copy.deepcopy(sheet["slicers"][number].get("spec", {}))
    paths = schema_of("sheets").mask("SlicerSpec", need(body, "fields"))
    apply_paths(spec, pair_colours(book.state, body.get("spec", {})), pair_paths(paths))
    _require_slicer(book, spec)
    sheet["slicers"][number]["spec"] = spec
