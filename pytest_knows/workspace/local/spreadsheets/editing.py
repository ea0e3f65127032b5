"""Requests that move or change cells in bulk: copy, cut, sort, find and replace."""

from __future__ import annotations

import copy
import re
from functools import cmp_to_key
from itertools import zip_longest
from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.matching import search_pattern
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to
from pytest_knows.workspace.local.spreadsheets.calc import Computed, compute
from pytest_knows.workspace.local.spreadsheets.grid import (
    Area,
    area_or_none,
    get_cell,
    grid_range,
    put_cell,
    require_modest,
    size,
    stored_cells,
    whole,
)
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format
from pytest_knows.workspace.local.spreadsheets.refs import shifted

_PASTED = {
    "PASTE_NORMAL": None,
    "PASTE_NO_BORDERS": None,
    "PASTE_VALUES": {"userEnteredValue"},
    "PASTE_FORMULA": {"userEnteredValue"},
    "PASTE_FORMAT": {"userEnteredFormat", "textFormatRuns"},
    "PASTE_CONDITIONAL_FORMATTING": set(),
    "PASTE_DATA_VALIDATION": {"dataValidation"},
}
"""Paste type -> the fields of a cell that it brings along (None = all)."""


def pasted(target: Json, source: Json, kind: str, move: tuple[int, int], value: Json | None) -> Json:
    """A cell after pasting another onto it."""
    cell = copy.deepcopy(source)
    entered = cell.get("userEnteredValue", {})
    if "formulaValue" in entered:
        cell["userEnteredValue"] = {"formulaValue": shifted(entered["formulaValue"], *move)}
    if kind == "PASTE_VALUES" and value is not None:
        cell["userEnteredValue"] = value
        if "errorValue" in value:
            cell.pop("userEnteredValue")
    if kind == "PASTE_NO_BORDERS":
        cell.get("userEnteredFormat", {}).pop("borders", None)
    fields = _PASTED[kind]
    if fields is None:
        return cell
    kept = {name: item for name, item in target.items() if name not in fields}
    return {**copy.deepcopy(kept), **{name: item for name, item in cell.items() if name in fields}}


def _paste_kind(body: Json) -> str:
    kind = body.get("pasteType", "PASTE_NORMAL")
    if kind not in _PASTED:
        raise RequestError(f"Invalid pasteType: {kind}")
    return str(kind)


@REQUESTS.handles("copyPaste")
def copy_paste(book: Book, body: Json) -> None:
    """Copy a range; a destination that is a multiple of it is filled with repeats, else its first corner counts."""
    home, area = book.area(need(body, "source"))
    target, spot = _destination(book, need(body, "destination"))
    kind, turned = _paste_kind(body), body.get("pasteOrientation") == "TRANSPOSE"
    height, width = len(area.rows), len(area.columns)
    if turned:
        height, width = width, height
    rows = len(spot.rows) if len(spot.rows) % height == 0 else height
    columns = len(spot.columns) if len(spot.columns) % width == 0 else width
    _require_fits(target, spot, rows, columns)
    require_modest(area)
    require_modest(Area(top=0, left=0, bottom=rows, right=columns))
    computed = compute(book.state, book.env.today) if kind == "PASTE_VALUES" else Computed()
    tab = book.number(home)
    copied = {place: get_cell(home, *place) for place in _all_places(area)}
    for down in range(rows):
        for across in range(columns):
            inner = (down % height, across % width)
            place = (area.top + inner[turned], area.left + inner[not turned])
            goal = (spot.top + down, spot.left + across)
            move = (goal[0] - place[0], goal[1] - place[1])
            value = computed.values.get((tab, *place))
            put_cell(target, *goal, pasted(get_cell(target, *goal), copied[place], kind, move, value))
    if _PASTED[kind] is None and not turned:
        _copy_merges(home, area, target, spot)


def _destination(book: Book, spot: Json) -> tuple[Json, Area]:
    sheet = book.sheet(spot.get("sheetId", 0))
    area = area_or_none(sheet, spot)
    if area is None or min(area.top, area.left) < 0:
        raise RequestError("The destination is outside of the grid.")
    return sheet, area


def _require_fits(sheet: Json, spot: Area, rows: int, columns: int) -> None:
    if spot.top + rows > size(sheet)[0] or spot.left + columns > size(sheet)[1]:
        raise RequestError("The destination does not hold the source: it would run over the edge of the grid.")


def _all_places(area: Area) -> list[tuple[int, int]]:
    return [(row, column) for row in area.rows for column in area.columns]


def _copy_merges(home: Json, area: Area, target: Json, spot: Area) -> None:
    for merge in list(home.get("merges", [])):
        taken = area_or_none(home, merge)
        if taken and area.covers(taken):
            moved = Area(
                top=taken.top - area.top + spot.top,
                bottom=taken.bottom - area.top + spot.top,
                left=taken.left - area.left + spot.left,
                right=taken.right - area.left + spot.left,
            )
            ranges = [area_or_none(target, other) for other in target.get("merges", [])]
            if not any(other and other.overlaps(moved) for other in ranges):
                add_to(target, "merges", grid_range(target, moved))


@REQUESTS.handles("cutPaste")
def cut_paste(book: Book, body: Json) -> None:
    """Move a range: formulas keep their references, the source is left empty."""
    home, area = book.area(need(body, "source"))
    require_modest(area)
    place = need(body, "destination")
    target = book.sheet(place.get("sheetId", 0))
    top, left = place.get("rowIndex", 0), place.get("columnIndex", 0)
    if min(top, left) < 0:
        raise RequestError("The destination is outside of the grid.")
    goal = Area(top=top, left=left, bottom=top + len(area.rows), right=left + len(area.columns))
    _require_fits(target, goal, len(area.rows), len(area.columns))
    kind = _paste_kind(body)
    copied = {spot: get_cell(home, *spot) for spot in _all_places(area)}
    for spot in copied:
        put_cell(home, *spot, {})
    for (row, column), cell in copied.items():
        spot = (row - area.top + top, column - area.left + left)
        put_cell(target, *spot, pasted(get_cell(target, *spot), cell, kind, (0, 0), None))


@REQUESTS.handles("sortRange")
def sort_range(book: Book, body: Json) -> None:
    sheet, area = book.area(need(body, "range"))
    require_modest(area)
    specs = body.get("sortSpecs", [])
    for spec in specs:
        if spec.get("dimensionIndex", 0) not in area.columns:
            raise RequestError(f"sortSpecs: dimensionIndex {spec.get('dimensionIndex', 0)} is outside of the range.")
    tab = book.number(sheet)
    computed = compute(book.state, book.env.today)

    def key(row: int, column: int) -> Json:
        return effective_value(get_cell(sheet, row, column), computed.values.get((tab, row, column)))

    def compare(first: int, second: int) -> int:
        for spec in specs:
            column, down = spec.get("dimensionIndex", 0), spec.get("sortOrder") == "DESCENDING"
            result = _compare(key(first, column), key(second, column), down)
            if result:
                return result
        return 0

    arrange(sheet, area, sorted(area.rows, key=cmp_to_key(compare)))


def arrange(sheet: Json, area: Area, order: list[int]) -> None:
    """Put the rows of an area in that order, each with its formats and its formulas moved along.

    Rows that `order` leaves out are lost; the end of the area is left empty then.
    """
    lines = {row: [get_cell(sheet, row, column) for column in area.columns] for row in order}
    for target, source in zip_longest(area.rows, order):
        cells = [{}] * len(area.columns) if source is None else lines[source]
        for column, cell in zip(area.columns, cells, strict=True):
            move = (0 if source is None else target - source, 0)
            put_cell(sheet, target, column, pasted({}, cell, "PASTE_NORMAL", move, None))


_RANKS = {"numberValue": 0, "stringValue": 1, "boolValue": 2, "errorValue": 3}


def _compare(first: Json, second: Json, down: bool) -> int:
    """Numbers before texts before truth values; empty cells last in either order."""
    if not first or not second:
        return bool(second) - bool(first)
    keys = [_sort_key(first), _sort_key(second)]
    result = (keys[0] > keys[1]) - (keys[0] < keys[1])
    return -result if down else result


def _sort_key(value: Json) -> tuple[int, Any]:
    [(kind, content)] = value.items()
    if isinstance(content, dict):
        return _RANKS.get(kind, 4), ""
    return _RANKS.get(kind, 4), content.lower() if isinstance(content, str) else content


@REQUESTS.handles("findReplace")
def find_replace(book: Book, body: Json) -> Json:
    pattern = search_pattern(
        need(body, "find"),
        match_case=body.get("matchCase", False),
        regex=body.get("searchByRegex", False),
        whole=body.get("matchEntireCell", False),
    )
    counts = {"valuesChanged": 0, "formulasChanged": 0, "occurrencesChanged": 0}
    rows: set[tuple[int, int]] = set()
    for number, sheet, area in _searched(book, body):
        for row, column, cell in list(stored_cells(sheet, area)):
            changed = _replace(cell, pattern, body)
            if changed:
                counts[f"{changed[0]}sChanged"] += 1
                counts["occurrencesChanged"] += changed[2]
                put_cell(sheet, row, column, {**cell, "userEnteredValue": changed[1]})
                rows.add((number, row))
    answer = {**counts, "rowsChanged": len(rows), "sheetsChanged": len({number for number, _ in rows})}
    return {name: count for name, count in answer.items() if count}


def _searched(book: Book, body: Json) -> list[tuple[int, Json, Area]]:
    scopes = body.keys() & {"range", "sheetId", "allSheets"}
    if len(scopes) != 1:
        raise RequestError("findReplace needs exactly one of range, sheetId and allSheets.")
    if "allSheets" in scopes:
        return [(number, sheet, whole(sheet)) for number, sheet in enumerate(book.sheets)]
    if "range" in scopes:
        sheet, area = book.area(body["range"])
    else:
        sheet = book.sheet(body["sheetId"])
        area = whole(sheet)
    return [(book.number(sheet), sheet, area)]


def _replace(cell: Json, pattern: re.Pattern[str], body: Json) -> tuple[str, Json, int] | None:
    """What kind of content changed, the new value and how many places, or None."""
    value = cell.get("userEnteredValue", {})
    formula = value.get("formulaValue")
    if not value or (formula is not None and not body.get("includeFormulas")):
        return None
    text = formula if formula is not None else formatted(value, number_format(cell, None))
    if body.get("matchEntireCell") and not pattern.match(text):
        return None
    replacement = body.get("replacement", "")
    template = re.sub(r"\$(\d)", r"\\\1", replacement.replace("\\", r"\\")) if body.get("searchByRegex") else None
    try:
        changed, count = pattern.subn(template if template is not None else lambda _match: replacement, text)
    except (re.error, IndexError) as error:
        raise RequestError(f"Invalid replacement: {replacement[:80]} ({error})") from error
    if not count:
        return None
    if formula is not None:
        return "formula", {"formulaValue": changed} if changed.startswith("=") else {"stringValue": changed}, count
    return "value", {"stringValue": changed}, count
