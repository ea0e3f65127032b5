"""A1 notation: `Sheet1!A1:B2`, `'My tab'!A:C`, `B3:D`, `Sheet1`, or a named range."""

from __future__ import annotations

import re
from typing import Any

from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_or_none, size, whole

_CELL = re.compile(r"\$?([A-Za-z]{1,3})?\$?([1-9][0-9]{0,7})?")
_BARE = re.compile(r"[A-Za-z0-9_]+")
_REFERENCE = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc][0-9]*")


def column_name(index: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def column_index(name: str) -> int:
    """A -> 0, AA -> 26."""
    index = 0
    for char in name.upper():
        index = index * 26 + ord(char) - ord("A") + 1
    return index - 1


def quoted(title: str) -> str:
    """A tab's title as it stands before `!`: quoted unless it is a plain word that is not itself a reference."""
    if _BARE.fullmatch(title) and not title[0].isdigit() and not _REFERENCE.fullmatch(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def format_area(title: str, area: Area) -> str:
    """`Sheet1!A1:B2`, or `Sheet1!A1` for a single cell."""
    first = f"{column_name(area.left)}{area.top + 1}"
    last = f"{column_name(area.right - 1)}{area.bottom}"
    return f"{quoted(title)}!{first}" + (f":{last}" if last != first else "")


def parse(state: Json, text: Any, *, grow: bool = False) -> tuple[Json, Area]:
    """The tab and the rectangle that a range names; a missing tab name means the first tab.

    A range beyond the grid is an error, or with `grow` taken as it is (writing there extends the tab). Raises
    `RequestError` ("Unable to parse range: ...").
    """
    if not isinstance(text, str) or not text.strip():
        raise RequestError(f"Unable to parse range: {text}")
    sheet, cells = _split(state, text.strip())
    if cells is None:
        return sheet, whole(sheet)
    named = None if "!" in text else _named(state, cells)
    return named or (sheet, _rectangle(sheet, cells, text, grow))


def _split(state: Json, text: str) -> tuple[Json, str | None]:
    """The tab and the part after `!` (None: the whole tab)."""
    by_title = {sheet["properties"]["title"].lower(): sheet for sheet in state["sheets"]}
    title, mark, cells = text.rpartition("!")
    name = _unquoted(title if mark else text)
    if mark:
        if name.lower() not in by_title:
            raise RequestError(f"Unable to parse range: {text}")
        return by_title[name.lower()], cells
    if name.lower() in by_title:
        return by_title[name.lower()], None
    return state["sheets"][0], text


def _unquoted(title: str) -> str:
    if len(title) >= 2 and title[0] == title[-1] == "'":
        return title[1:-1].replace("''", "'")
    return title


def _named(state: Json, name: str) -> tuple[Json, Area] | None:
    for named in state["namedRanges"]:
        if named.get("name", "").lower() == name.lower():
            sheet_id = named.get("range", {}).get("sheetId", 0)
            for sheet in state["sheets"]:
                area = area_or_none(sheet, named.get("range"))
                if sheet["properties"]["sheetId"] == sheet_id and area:
                    return sheet, area
    return None


def _rectangle(sheet: Json, cells: str, text: str, grow: bool) -> Area:
    rows, columns = size(sheet)
    first, mark, last = cells.partition(":")
    left, top = _corner(first, text)
    right, bottom = _corner(last, text) if mark else (left, top)
    if not mark and (left is None or top is None):
        raise RequestError(f"Unable to parse range: {text}")
    lefts = sorted(column for column in (left, right) if column is not None)
    tops = sorted(row for row in (top, bottom) if row is not None)
    area = Area(
        top=tops[0] if tops else 0,
        left=lefts[0] if lefts else 0,
        bottom=tops[-1] + 1 if bottom is not None and tops else rows,
        right=lefts[-1] + 1 if right is not None and lefts else columns,
    )
    if (not grow and (area.bottom > rows or area.right > columns)) or area.top >= area.bottom:
        raise RequestError(f"Range ({text}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return area


def _corner(text: str, whole_text: str) -> tuple[int | None, int | None]:
    match = _CELL.fullmatch(text.strip())
    if not match or not any(match.groups()):
        raise RequestError(f"Unable to parse range: {whole_text}")
    column, row = match.groups()
    return (column_index(column) if column else None, int(row) - 1 if row else None)
