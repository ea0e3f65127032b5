"""Methods that select ranges by data filters or search developer metadata."""

from __future__ import annotations

import copy

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.book import Book
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.grid import Area
from pytest_knows.workspace.local.spreadsheets.metadata import filtered, selected
from pytest_knows.workspace.local.spreadsheets.reading import read_areas
from pytest_knows.workspace.local.spreadsheets.values import (
    Method,
    clear,
    input_option,
    option,
    read_range,
    render_options,
    totals,
    with_data,
    write_range,
)


def _ranges(book: Book, filters: list[Json]) -> list[tuple[str, list[Json]]]:
    """The ranges that filters select, each once in A1 notation, with all filters that select it."""
    found: dict[str, list[Json]] = {}
    for chosen in filters:
        for sheet, area in filtered(book, chosen):
            found.setdefault(a1.format_area(sheet["properties"]["title"], area), []).append(chosen)
    return list(found.items())


def _checked(message: str, body: Json, name: str) -> tuple[Json, list[Json]]:
    checked = schema_of("sheets").body(message, body)
    return checked, checked.get(name, [])


def _batch_get(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    checked, filters = _checked("BatchGetValuesByDataFilterRequest", body, "dataFilters")
    major = option(checked, "majorDimension", "ROWS", ("ROWS", "COLUMNS"))
    options, computed = render_options(checked), compute(book.state, book.env.today)
    found = [
        {"valueRange": read_range(book, text, options, major, computed), "dataFilters": matching}
        for text, matching in _ranges(book, filters)
    ]
    return {"spreadsheetId": book.env.file_id, "valueRanges": found}, False


def _batch_clear(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    _, filters = _checked("BatchClearValuesByDataFilterRequest", body, "dataFilters")
    cleared = [clear(book, text) for text, _ in _ranges(book, filters)]
    return {"spreadsheetId": book.env.file_id, "clearedRanges": cleared}, True


def _batch_update(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    checked, data = _checked("BatchUpdateValuesByDataFilterRequest", body, "data")
    how = input_option(checked)
    answers = []
    for given in data:
        for text, matching in _ranges(book, [given.get("dataFilter", {})]):
            written = with_data(book, write_range(book, given, text, how), checked)
            answers.append({**written, "dataFilter": matching[0]})
    counts = totals(answers)
    for answer in answers:
        del answer["spreadsheetId"]
    return {"spreadsheetId": book.env.file_id, **counts, "responses": answers}, True


def _get(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    """`spreadsheets.getByDataFilter`: only the tabs, and of their cells only the ranges, that the filters select."""
    checked, filters = _checked("GetSpreadsheetByDataFilterRequest", body, "dataFilters")
    spots: list[tuple[Json, Area]] = [spot for chosen in filters for spot in filtered(book, chosen)]
    cells, comments = checked.get("includeGridData") is True, checked.get("commentsViewMode", "")
    return read_areas(book.state, spots if filters else None, book.env, cells=cells, comments=comments), False


def _search(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    _, filters = _checked("SearchDeveloperMetadataRequest", body, "dataFilters")
    found = [
        {"developerMetadata": copy.deepcopy(item), "dataFilters": matching}
        for item, matching in selected(book, filters)
    ]
    return ({"matchedDeveloperMetadata": found} if found else {}), False


def _metadata(book: Book, params: Json, _body: Json) -> tuple[Json, bool]:
    wanted = str(params.get("metadataId"))
    for item in book.state.get("developerMetadata", []):
        if str(item.get("metadataId")) == wanted:
            return copy.deepcopy(item), False
    raise RequestError(f"No developer metadata with id: {wanted}", status="NOT_FOUND", http=404)


METHODS: dict[str, Method] = {
    "spreadsheets.values.batchGetByDataFilter": _batch_get,
    "spreadsheets.values.batchClearByDataFilter": _batch_clear,
    "spreadsheets.values.batchUpdateByDataFilter": _batch_update,
    "spreadsheets.getByDataFilter": _get,
    "spreadsheets.developerMetadata.search": _search,
    "spreadsheets.developerMetadata.get": _metadata,
}
