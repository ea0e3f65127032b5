"""Developer metadata, and data filters: what selects ranges by their place or by metadata on them."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.masks import apply_paths
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book
from pytest_knows.workspace.local.spreadsheets.dimensions import dimension_range
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, size, whole

_COMPARED = ("metadataId", "metadataKey", "metadataValue", "visibility")
Spot = tuple[Json, Area]


def _all(book: Book) -> list[Json]:
    found: list[Json] = book.state.setdefault("developerMetadata", [])
    return found


def _settle(book: Book) -> None:
    if not book.state.get("developerMetadata", True):
        del book.state["developerMetadata"]


def _location(book: Book, given: Json) -> Json:
    """The location with its type; raises `RequestError` unless it names exactly one row, column, tab or the file."""
    named = [name for name in ("spreadsheet", "sheetId", "dimensionRange") if name in given]
    if len(named) != 1:
        raise RequestError("location needs exactly one of spreadsheet, sheetId and dimensionRange.")
    if named == ["spreadsheet"]:
        return {"locationType": "SPREADSHEET", "spreadsheet": True}
    if named == ["sheetId"]:
        book.sheet(given["sheetId"])
        return {"locationType": "SHEET", "sheetId": given["sheetId"]}
    sheet, axis, start, end = dimension_range(book, given["dimensionRange"])
    if end != start + 1 or end > size(sheet)[axis == "COLUMNS"]:
        raise RequestError("location.dimensionRange must be a single row or column of the grid.")
    spot = {"sheetId": sheet["properties"]["sheetId"], "dimension": axis, "startIndex": start, "endIndex": end}
    return {"locationType": "ROW" if axis == "ROWS" else "COLUMN", "dimensionRange": spot}


def _checked(book: Book, given: Json) -> Json:
    if not given.get("metadataKey"):
        raise RequestError("developerMetadata.metadataKey is required.")
    if given.get("visibility", "DEVELOPER_METADATA_VISIBILITY_UNSPECIFIED").endswith("UNSPECIFIED"):
        raise RequestError("developerMetadata.visibility is required.")
    return {**given, "location": _location(book, need(given, "location"))}


@REQUESTS.handles("createDeveloperMetadata")
def create_developer_metadata(book: Book, body: Json) -> Json:
    given = _checked(book, copy.deepcopy(need(body, "developerMetadata")))
    used = {item.get("metadataId") for item in _all(book)}
    if given.get("metadataId") in used and given.get("metadataId") is not None:
        raise RequestError(f"Developer metadata with id {given['metadataId']} already exists.")
    number = given.get("metadataId") or book.new_number()
    item = {"metadataId": number, **{name: value for name, value in given.items() if name != "metadataId"}}
    _all(book).append(item)
    return {"developerMetadata": copy.deepcopy(item)}


def _matches(book: Book, item: Json, chosen: Json) -> bool:
    """Whether a DataFilter selects a piece of metadata."""
    lookup = chosen.get("developerMetadataLookup")
    if lookup is None:
        spots = filtered(book, chosen)
        own = _spot(book, item)
        return own is not None and any(own[0] is sheet and own[1].overlaps(area) for sheet, area in spots)
    if any(name in lookup and lookup[name] != item.get(name) for name in _COMPARED):
        return False
    kind = lookup.get("locationType", item["location"]["locationType"])
    if kind != item["location"]["locationType"]:
        return False
    return "metadataLocation" not in lookup or _is_at(book, item, lookup)


def _is_at(book: Book, item: Json, lookup: Json) -> bool:
    wanted = _location(book, lookup["metadataLocation"])
    if lookup.get("locationMatchingStrategy") != "INTERSECTING_LOCATION":
        return bool(wanted == item["location"])
    first, second = _spot(book, {"location": wanted}), _spot(book, item)
    if first is None or second is None:
        return first is second or wanted["locationType"] == "SPREADSHEET"
    return first[0] is second[0] and first[1].overlaps(second[1])


def _spot(book: Book, item: Json) -> Spot | None:
    """The tab and area of metadata; None for that of the file, or where its row or tab is gone."""
    location = item["location"]
    line = location.get("dimensionRange", {})
    wanted = location.get("sheetId", line.get("sheetId", 0) if line else None)
    sheet = next((one for one in book.sheets if one["properties"]["sheetId"] == wanted), None)
    if sheet is None:
        return None
    if not line:
        return sheet, whole(sheet)
    name = "Row" if line["dimension"] == "ROWS" else "Column"
    area = area_or_none(sheet, {f"start{name}Index": line["startIndex"], f"end{name}Index": line["endIndex"]})
    return (sheet, area) if area else None


def by_place(state: Json) -> dict[tuple[object, ...], list[Json]]:
    """Metadata by what it is on: `()` the file, `(sheetId,)` a tab, `(sheetId, "ROWS", 4)` a row or column."""
    found: dict[tuple[object, ...], list[Json]] = {}
    for item in state.get("developerMetadata", []):
        location = item["location"]
        line = location.get("dimensionRange")
        place: tuple[object, ...] = (location["sheetId"],) if "sheetId" in location else ()
        if line:
            place = (line.get("sheetId", 0), line["dimension"], line.get("startIndex", 0))
        found.setdefault(place, []).append(item)
    return found


def selected(book: Book, filters: list[Json]) -> list[tuple[Json, list[Json]]]:
    """Each piece of metadata that some filter selects, with those filters."""
    found = [(item, [one for one in filters if _matches(book, item, one)]) for item in _all(book)]
    _settle(book)
    return [(item, matching) for item, matching in found if matching]


def filtered(book: Book, chosen: Json) -> list[Spot]:
    """The tabs and areas that a DataFilter selects; raises `RequestError` unless it names exactly one way to."""
    if len(chosen.keys() & {"a1Range", "gridRange", "developerMetadataLookup"}) != 1:
        raise RequestError("A data filter needs exactly one of a1Range, gridRange and developerMetadataLookup.")
    if "a1Range" in chosen:
        return [a1.parse(book.state, chosen["a1Range"])]
    if "gridRange" in chosen:
        return [book.area(chosen["gridRange"])]
    return [spot for item, _ in selected(book, [chosen]) if (spot := _spot(book, item))]


@REQUESTS.handles("updateDeveloperMetadata")
def update_developer_metadata(book: Book, body: Json) -> Json:
    paths = schema_of("sheets").mask("DeveloperMetadata", need(body, "fields"))
    found = selected(book, need(body, "dataFilters"))
    if not found:
        raise RequestError("No developer metadata matches the data filters.")
    for item, _ in found:
        changed = copy.deepcopy(item)
        apply_paths(changed, body.get("developerMetadata", {}), [path for path in paths if path[0] != "metadataId"])
        item.update(_checked(book, changed))
        for name in item.keys() - changed.keys():
            del item[name]
    return {"developerMetadata": [copy.deepcopy(item) for item, _ in found]}


@REQUESTS.handles("deleteDeveloperMetadata")
def delete_developer_metadata(book: Book, body: Json) -> Json:
    gone = [item for item, _ in selected(book, [need(body, "dataFilter")])]
    kept = [item for item in _all(book) if not any(item is one for one in gone)]
    book.state["developerMetadata"] = kept
    _settle(book)
    return {"deletedDeveloperMetadata": copy.deepcopy(gone)}
