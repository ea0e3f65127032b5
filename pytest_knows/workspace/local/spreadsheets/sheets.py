"""Requests about the file and its tabs: properties, adding, deleting, duplicating."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.defaults import new_sheet
from pytest_knows.workspace.local.spreadsheets.dimensions import cut_to_size
from pytest_knows.workspace.local.spreadsheets.formats import pair_colours, pair_paths
from pytest_knows.workspace.local.spreadsheets.grid import require_room, stored_cells
from pytest_knows.workspace.local.spreadsheets.refs import renamed

_NESTED_IDS = (
    ("charts", "chartId"),
    ("bandedRanges", "bandedRangeId"),
    ("protectedRanges", "protectedRangeId"),
    ("filterViews", "filterViewId"),
    ("slicers", "slicerId"),
    ("tables", "tableId"),
)


@REQUESTS.handles("updateSpreadsheetProperties")
def update_spreadsheet_properties(book: Book, body: Json) -> None:
    paths = schema_of("sheets").mask("SpreadsheetProperties", need(body, "fields"))
    apply_paths(book.state["properties"], pair_colours(book.state, body.get("properties", {})), pair_paths(paths))
    book.state["properties"].setdefault("title", "")


@REQUESTS.handles("addSheet")
def add_sheet(book: Book, body: Json) -> Json:
    sheet = insert_sheet(book, body.get("properties", {}))
    return {"properties": copy.deepcopy(sheet["properties"])}


def insert_sheet(book: Book, properties: Json) -> Json:
    """A new empty tab at `index` (else last), with a fresh id and title where none is given."""
    given = pair_colours(book.state, properties)
    if given.get("sheetType", "GRID") != "GRID":
        raise RequestError(f"The embedded Workspace has no tabs of type {given['sheetType']}.")
    if "sheetId" in given:
        require_sheet_id(book, given["sheetId"])
    title = given.get("title") or _free_title(book)
    require_title(book, title)
    index = min(max(given.get("index", len(book.sheets)), 0), len(book.sheets))
    sheet_id = given.get("sheetId", book.new_number())
    sheet = new_sheet({"sheetId": sheet_id, **given, "title": title})
    require_grid(sheet)
    book.sheets.insert(index, sheet)
    renumber(book)
    require_room(book.state)
    return sheet


def require_sheet_id(book: Book, sheet_id: int) -> None:
    if sheet_id < 0:
        raise RequestError(f"Invalid sheetId: {sheet_id}. It must not be negative.")
    book.require_fresh(sheet_id, "A sheet")


def require_grid(sheet: Json) -> None:
    grid = sheet["properties"]["gridProperties"]
    if grid["rowCount"] < 1 or grid["columnCount"] < 1:
        raise RequestError("A sheet needs at least one row and one column.")
    for frozen, count in (("frozenRowCount", "rowCount"), ("frozenColumnCount", "columnCount")):
        if not 0 <= grid.get(frozen, 0) < grid[count]:
            raise RequestError("You can't freeze all visible rows or columns on the sheet.")
    for name in [name for name, value in grid.items() if not value]:
        del grid[name]


def require_title(book: Book, title: str, own: Json | None = None) -> None:
    """Raises `RequestError` if the title is empty, too long or another tab's."""
    if not title or len(title) > 100:
        raise RequestError("A sheet's name must have 1 to 100 characters.")
    for sheet in book.sheets:
        if sheet is not own and sheet["properties"]["title"].lower() == title.lower():
            raise RequestError(f'A sheet with the name "{title}" already exists. Please enter another name.')


def _free_title(book: Book) -> str:
    taken = {sheet["properties"]["title"].lower() for sheet in book.sheets}
    number = len(book.sheets) + 1
    while f"sheet{number}" in taken:
        number += 1
    return f"Sheet{number}"


def renumber(book: Book) -> None:
    for index, sheet in enumerate(book.sheets):
        sheet["properties"]["index"] = index


@REQUESTS.handles("deleteSheet")
def delete_sheet(book: Book, body: Json) -> None:
    sheet = book.sheet(body.get("sheetId", 0))
    if len(book.sheets) == 1:
        raise RequestError("You can't remove all the sheets in a document.")
    book.sheets.remove(sheet)
    require_one_visible(book)
    kept = [n for n in book.state["namedRanges"] if n.get("range", {}).get("sheetId", 0) != body.get("sheetId", 0)]
    book.state["namedRanges"] = kept
    renumber(book)


def require_one_visible(book: Book) -> None:
    if all(sheet["properties"].get("hidden") for sheet in book.sheets):
        raise RequestError("You can't hide all the sheets in a document.")


@REQUESTS.handles("updateSheetProperties")
def update_sheet_properties(book: Book, body: Json) -> None:
    given = pair_colours(book.state, body.get("properties", {}))
    sheet = book.sheet(given.get("sheetId", 0))
    properties = sheet["properties"]
    paths = schema_of("sheets").mask("SheetProperties", need(body, "fields"))
    paths = [path for path in pair_paths(paths) if path[0] not in ("sheetId", "index", "sheetType")]
    wants_index = "index" in {path[0] for path in schema_of("sheets").mask("SheetProperties", body["fields"])}
    before = copy.deepcopy(properties)
    apply_paths(properties, given, paths)
    _restore_required(properties, before)
    require_grid(sheet)
    require_title(book, properties["title"], own=sheet)
    require_one_visible(book)
    _follow_title(book, before["title"], properties["title"])
    if not properties.get("hidden"):
        properties.pop("hidden", None)
    cut_to_size(book, sheet, before["gridProperties"])
    require_room(book.state)
    if wants_index and "index" in given:
        _move(book, sheet, given["index"])


def _restore_required(properties: Json, before: Json) -> None:
    """A mask that names a property without giving it resets it; what a tab cannot be without stays as it was."""
    properties.setdefault("title", before["title"])
    grid = properties.setdefault("gridProperties", {})
    for name in ("rowCount", "columnCount"):
        grid.setdefault(name, before["gridProperties"][name])


def _follow_title(book: Book, old: str, new: str) -> None:
    if old == new:
        return
    for sheet in book.sheets:
        for _, _, cell in stored_cells(sheet):
            value = cell.get("userEnteredValue", {})
            if "formulaValue" in value:
                value["formulaValue"] = renamed(value["formulaValue"], old, new)


def _move(book: Book, sheet: Json, index: int) -> None:
    if not 0 <= index <= len(book.sheets):
        raise RequestError(f"Invalid index: {index}. There are {len(book.sheets)} sheets.")
    # The index counts the tabs as they stand before the move, as Google documents.
    old = book.sheets.index(sheet)
    book.sheets.insert(index, sheet)
    del book.sheets[old + (old >= index)]
    renumber(book)


@REQUESTS.handles("duplicateSheet")
def duplicate_sheet(book: Book, body: Json) -> Json:
    copied = copy.deepcopy(book.sheet(body.get("sourceSheetId", 0)))
    if "newSheetId" in body:
        require_sheet_id(book, body["newSheetId"])
    title = body.get("newSheetName") or _copy_title(book, copied["properties"]["title"])
    require_title(book, title)
    copied["properties"].update(sheetId=body.get("newSheetId", book.new_number()), title=title)
    return {"properties": _adopt(book, copied, body.get("insertSheetIndex", 0))}


def copy_to(book: Book, params: Json, _body: Json) -> tuple[Json, bool]:
    """`spreadsheets.sheets.copyTo`: a tab of another spreadsheet becomes the last one of `book`."""
    source = Book(state=book.env.other_state(params["spreadsheetId"]), env=book.env)
    copied = source.sheet(params["sheetId"])
    title = _copy_title(book, copied["properties"]["title"])
    copied["properties"].update(sheetId=book.new_number(), title=title)
    return _adopt(book, copied, len(book.sheets)), True


def _adopt(book: Book, copied: Json, index: int) -> Json:
    """Put a copied tab, whose id and title are its own already, at a place; its properties."""
    relocate(copied, copied["properties"]["sheetId"])
    book.sheets.insert(min(max(index, 0), len(book.sheets)), copied)
    fresh_ids(book, copied)
    renumber(book)
    require_room(book.state)
    return copy.deepcopy(copied["properties"])


def _copy_title(book: Book, title: str) -> str:
    taken = {sheet["properties"]["title"].lower() for sheet in book.sheets}
    name, number = f"Copy of {title}", 1
    while name.lower() in taken:
        number += 1
        name = f"Copy of {title} {number}"
    return name


def relocate(sheet: Json, sheet_id: int) -> None:
    """Point every range of a copied tab at the copy."""

    def visit(value: object) -> None:
        if isinstance(value, list):
            for item in value:
                visit(item)
        elif isinstance(value, dict):
            is_place = value.keys() & {"startRowIndex", "endRowIndex", "startColumnIndex", "rowIndex", "columnIndex"}
            if is_place or "sheetId" in value:
                value["sheetId"] = sheet_id
            for item in value.values():
                visit(item)

    visit({key: value for key, value in sheet.items() if key not in ("properties", "cells", "rows", "columns")})


def fresh_ids(book: Book, sheet: Json) -> None:
    sheet.pop("commentAnchors", None)  # threads stay with the original
    for kind, key in _NESTED_IDS:
        for item in sheet.get(kind, []):
            number = book.new_number()
            item[key] = str(number) if kind == "tables" else number
