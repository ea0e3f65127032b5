"""`spreadsheets.values.*`: reading and writing plain values in A1 ranges."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.schema import schema_of
from pytest_knows.workspace.local.spreadsheets import a1
from pytest_knows.workspace.local.spreadsheets.book import Book
from pytest_knows.workspace.local.spreadsheets.calc import Computed, compute
from pytest_knows.workspace.local.spreadsheets.entry import parse_entry
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    block_at,
    get_cell,
    has_value,
    put_cell,
    require_room,
    size,
    stored_cells,
)
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format

Scalar = str | int | float | bool
Method = Callable[[Book, Json, Json], "tuple[Json, bool]"]
MAX_TEXT = 50_000
"""Google's limit of characters in one cell."""


def option(params: Json, name: str, default: str, allowed: tuple[str, ...]) -> str:
    """A query parameter that is an enum; raises `RequestError`."""
    value = params.get(name) or default
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if value not in allowed:
        raise RequestError(f"Invalid value at '{name}' (TYPE_ENUM), \"{value}\"")
    return str(value)


def render_options(params: Json, prefix: str = "") -> tuple[str, str]:
    """`valueRenderOption` and `dateTimeRenderOption`, or those that begin with a prefix; raises `RequestError`."""

    def name(word: str) -> str:
        return prefix + word[0].upper() + word[1:] if prefix else word

    return (
        option(params, name("valueRenderOption"), "FORMATTED_VALUE",
               ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA")),
        option(params, name("dateTimeRenderOption"), "SERIAL_NUMBER", ("SERIAL_NUMBER", "FORMATTED_STRING")),
    )  # fmt: skip


def read_range(
    book: Book, text: Any, options: tuple[str, str], major: str, computed: Computed, *, grow: bool = False
) -> Json:
    """A ValueRange; empty cells and rows at the end are left out."""
    sheet, area = a1.parse(book.state, text, grow=grow)
    number = book.number(sheet)
    lines: dict[int, dict[int, Scalar]] = {}
    places = {(row, column) for row, column, cell in stored_cells(sheet, area) if has_value(cell)}
    places |= {(r, c) for tab, r, c in computed.values if tab == number and area.contains(r, c)}
    for row, column in places:
        cell = get_cell(sheet, row, column)
        shown = _rendered(cell, (number, row, column), computed, options)
        if major == "ROWS":
            lines.setdefault(row - area.top, {})[column - area.left] = shown
        else:
            lines.setdefault(column - area.left, {})[row - area.top] = shown
    answer = {"range": a1.format_area(sheet["properties"]["title"], area), "majorDimension": major}
    if lines:
        answer["values"] = [_filled(lines.get(n, {})) for n in range(max(lines) + 1)]  # type: ignore[assignment]
    return answer


def _filled(line: dict[int, Scalar]) -> list[Scalar]:
    return [line.get(n, "") for n in range(max(line, default=-1) + 1)]


def _rendered(cell: Json, place: tuple[int, int, int], computed: Computed, options: tuple[str, str]) -> Scalar:
    render, dates = options
    entered = cell.get("userEnteredValue", {})
    if render == "FORMULA" and "formulaValue" in entered:
        return str(entered["formulaValue"])
    value = effective_value(cell, computed.values.get(place))
    pattern = number_format(cell, computed.formats.get(place))
    dated = bool(pattern) and (pattern or {}).get("type") in ("DATE", "TIME", "DATE_TIME")
    if render == "FORMATTED_VALUE" or (dates == "FORMATTED_STRING" and dated) or "errorValue" in value:
        return formatted(value, pattern)
    plain: Scalar = next((value[key] for key in ("numberValue", "boolValue", "stringValue") if key in value), "")
    return plain


def write_range(book: Book, value_range: Json, text: Any, how: str, *, grow: bool = False) -> Json:
    """Write a ValueRange and return an UpdateValuesResponse. A null value leaves its cell as it is.

    The tab grows for values that begin inside of it; with `grow` they may begin beyond.
    """
    rows = _rows_of(value_range)
    sheet, area = a1.parse(book.state, text, grow=grow)
    needed = Area(
        top=area.top,
        left=area.left,
        bottom=area.top + max(len(rows), 1),
        right=area.left + max((len(row) for row in rows), default=1),
    )
    _require_inside(text, sheet, area, needed)
    _extend(book, sheet, needed)
    today = dt.date.fromisoformat(book.env.today)
    written = set()
    for row, line in enumerate(rows, area.top):
        for column, value in enumerate(line, area.left):
            if value is not None:
                write_value(sheet, row, column, value, how, today)
                written.add((row, column))
    return _update_answer(book, sheet, needed, written)


def _rows_of(value_range: Json) -> list[list[Any]]:
    rows: list[list[Any]] = value_range.get("values", [])
    if value_range.get("majorDimension") == "COLUMNS":
        height = max((len(line) for line in rows), default=0)
        return [[line[n] if n < len(line) else None for line in rows] for n in range(height)]
    return rows


def _require_inside(text: Any, sheet: Json, area: Area, needed: Area) -> None:
    """A range that names its end may not be overrun; a single cell only says where to begin."""
    if ":" in str(text) and (needed.bottom > area.bottom or needed.right > area.right):
        low = needed.bottom > area.bottom
        beyond = f"row [{area.bottom + 1}]" if low else f"column [{a1.column_name(area.right)}]"
        named = a1.format_area(sheet["properties"]["title"], area)
        raise RequestError(f"Requested writing within range [{named}], but tried writing to {beyond}")


def _extend(book: Book, sheet: Json, needed: Area) -> None:
    """Grow the tab so that it holds the area; Google does so when values are written beyond its edge."""
    rows, columns = size(sheet)
    grid = sheet["properties"]["gridProperties"]
    grid["rowCount"], grid["columnCount"] = max(rows, needed.bottom), max(columns, needed.right)
    if (grid["rowCount"], grid["columnCount"]) != (rows, columns):
        require_room(book.state)


def write_value(sheet: Json, row: int, column: int, value: Any, how: str, today: dt.date) -> None:
    """Enter one value (`how`: RAW or USER_ENTERED); an empty string empties the cell but keeps its format."""
    if not isinstance(value, str | int | float | bool):
        raise RequestError(f"Invalid values[{row}][{column}]: {value}")
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise RequestError(f"Your input contains more than the maximum of {MAX_TEXT} characters in a single cell.")
    cell = {k: v for k, v in get_cell(sheet, row, column).items() if k not in ("userEnteredValue", "textFormatRuns")}
    entered, implied = _entry(cell, value, how, today)
    if entered:
        cell["userEnteredValue"] = entered
    if implied and "numberFormat" not in cell.get("userEnteredFormat", {}):
        cell["userEnteredFormat"] = {**cell.get("userEnteredFormat", {}), "numberFormat": implied}
    put_cell(sheet, row, column, cell)


def _entry(cell: Json, value: Scalar, how: str, today: dt.date) -> tuple[Json, Json | None]:
    if isinstance(value, bool):
        return {"boolValue": value}, None
    if isinstance(value, int | float):
        if value != value or abs(value) > 1.7e308:
            raise RequestError(f"Invalid value: {value} is not a number that a cell can hold.")
        return {"numberValue": value}, None
    if not value:
        return {}, None
    is_text = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type") == "TEXT"
    if how == "RAW" or (is_text and not value.startswith("=")):
        return {"stringValue": value}, None
    return parse_entry(value, today)


def _update_answer(book: Book, sheet: Json, area: Area, written: set[tuple[int, int]]) -> Json:
    answer: Json = {
        "spreadsheetId": book.env.file_id,
        "updatedRange": a1.format_area(sheet["properties"]["title"], area),
    }
    if written:
        answer["updatedRows"] = len({row for row, _ in written})
        answer["updatedColumns"] = len({column for _, column in written})
        answer["updatedCells"] = len(written)
    return answer


def input_option(params: Json) -> str:
    """`valueInputOption`, which must be given; raises `RequestError`."""
    if not params.get("valueInputOption"):
        raise RequestError("'valueInputOption' is required but not specified")
    return option(params, "valueInputOption", "", ("RAW", "USER_ENTERED"))


def with_data(book: Book, answer: Json, params: Json) -> Json:
    """An UpdateValuesResponse with the range as it is afterwards, if that was asked for."""
    if str(params.get("includeValuesInResponse", "")).lower() == "true":
        options = render_options(params, "response")
        computed = compute(book.state, book.env.today)
        answer["updatedData"] = read_range(book, answer["updatedRange"], options, "ROWS", computed)
    return answer


def _values_get(book: Book, params: Json, _body: Json) -> tuple[Json, bool]:
    major = option(params, "majorDimension", "ROWS", ("ROWS", "COLUMNS"))
    computed = compute(book.state, book.env.today)
    return read_range(book, params.get("range"), render_options(params), major, computed), False


def _values_batch_get(book: Book, params: Json, _body: Json) -> tuple[Json, bool]:
    major = option(params, "majorDimension", "ROWS", ("ROWS", "COLUMNS"))
    options = render_options(params)
    computed = compute(book.state, book.env.today)
    found = [read_range(book, text, options, major, computed) for text in _many(params.get("ranges"))]
    return {"spreadsheetId": book.env.file_id, "valueRanges": found}, False


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [] if value is None else [value]


def _value_range(book: Book, params: Json, body: Json) -> Json:
    """The body of an update or append, whose range must be the address's if it names one."""
    checked = schema_of("sheets").body("ValueRange", body, "data")
    asked, named = params.get("range"), checked.get("range")
    if named and a1.parse(book.state, named, grow=True) != a1.parse(book.state, asked, grow=True):
        raise RequestError(f"Request range[{asked}] does not match value's range[{named}]")
    return checked


def _values_update(book: Book, params: Json, body: Json) -> tuple[Json, bool]:
    checked = _value_range(book, params, body)
    answer = write_range(book, checked, params.get("range"), input_option(params))
    return with_data(book, answer, params), True


def _values_append(book: Book, params: Json, body: Json) -> tuple[Json, bool]:
    """Write below the table that the range touches; Google reports that table as `tableRange`."""
    checked = _value_range(book, params, body)
    how = input_option(params)
    insert = option(params, "insertDataOption", "OVERWRITE", ("OVERWRITE", "INSERT_ROWS"))
    sheet, area = a1.parse(book.state, params.get("range"))
    table = block_at(sheet, area)
    row, column = (table.bottom, table.left) if table else (area.top, area.left)
    rows = _rows_of(checked)
    if insert == "INSERT_ROWS" and table and rows:
        from pytest_knows.workspace.local.spreadsheets.dimensions import insert_lines

        insert_lines(book, sheet, "ROWS", row, len(rows))
    start = f"{a1.quoted(sheet['properties']['title'])}!{a1.column_name(column)}{row + 1}"
    updates = with_data(book, write_range(book, checked, start, how, grow=True), params)
    answer: Json = {"spreadsheetId": book.env.file_id, "updates": updates}
    if table:
        answer["tableRange"] = a1.format_area(sheet["properties"]["title"], table)
    return answer, True


def clear(book: Book, text: Any) -> str:
    """Empty a range's cells, but not their formats, and return it in full."""
    sheet, area = a1.parse(book.state, text)
    for row, column, cell in list(stored_cells(sheet, area)):
        kept = {k: v for k, v in cell.items() if k not in ("userEnteredValue", "textFormatRuns")}
        put_cell(sheet, row, column, kept)
    return a1.format_area(sheet["properties"]["title"], area)


def _values_clear(book: Book, params: Json, _body: Json) -> tuple[Json, bool]:
    return {"spreadsheetId": book.env.file_id, "clearedRange": clear(book, params.get("range"))}, True


def _values_batch_clear(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    checked = schema_of("sheets").body("BatchClearValuesRequest", body)
    cleared = [clear(book, text) for text in checked.get("ranges", [])]
    return {"spreadsheetId": book.env.file_id, "clearedRanges": cleared}, True


def _values_batch_update(book: Book, _params: Json, body: Json) -> tuple[Json, bool]:
    checked = schema_of("sheets").body("BatchUpdateValuesRequest", body)
    how = input_option(checked)
    answers = []
    for number, data in enumerate(checked.get("data", [])):
        try:
            answers.append(with_data(book, write_range(book, data, data.get("range"), how), checked))
        except RequestError as error:
            raise RequestError(f"Invalid data[{number}]: {error}", status=error.status, http=error.http) from error
    return {"spreadsheetId": book.env.file_id, **totals(answers), "responses": answers}, True


def totals(answers: list[Json]) -> Json:
    """The counts of several UpdateValuesResponses together."""
    sheets = len({answer["updatedRange"].rpartition("!")[0] for answer in answers})
    counts = {
        f"totalUpdated{what}": sum(answer.get(f"updated{what}", 0) for answer in answers)
        for what in ("Rows", "Columns", "Cells")
    }
    return {**counts, "totalUpdatedSheets": sheets}


METHODS: dict[str, Method] = {
    "spreadsheets.values.get": _values_get,
    "spreadsheets.values.batchGet": _values_batch_get,
    "spreadsheets.values.update": _values_update,
    "spreadsheets.values.append": _values_append,
    "spreadsheets.values.clear": _values_clear,
    "spreadsheets.values.batchClear": _values_batch_clear,
    "spreadsheets.values.batchUpdate": _values_batch_update,
}
