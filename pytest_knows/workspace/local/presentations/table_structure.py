"""Requests that change the structure of tables: rows and columns in and out, cells merged and unmerged."""

from __future__ import annotations

import copy
from functools import partial

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck
from pytest_knows.workspace.local.presentations.elements import remove_element
from pytest_knows.workspace.local.presentations.grid import COLUMNS, ROWS, spans
from pytest_knows.workspace.local.presentations.tables import table_of
from pytest_knows.workspace.local.presentations.text import dump, load

_MOST_INSERTED = 20
"""Of one request, as Google documents."""


def _insert(axis: int, behind: str, deck: Deck, body: Json) -> None:
    """Lines before or behind the reference cell (all of it, if it is merged), each like the line next to them."""
    element, grid = table_of(deck, need(body, "tableObjectId"))
    count = body.get("number", 1)
    if not 1 <= count <= _MOST_INSERTED:
        raise RequestError(f"number must be 1 to {_MOST_INSERTED}.")
    head = grid.covering(need(body, "cellLocation"))
    end = head[axis] + spans(grid.cells[head])[axis]
    at, like = (end, end - 1) if body.get(behind) else (head[axis], head[axis])
    grid.insert(axis, at, count, like)
    grid.store(element)


def _delete(axis: int, deck: Deck, body: Json) -> None:
    """The lines that the reference cell spans; a table without lines goes."""
    object_id = need(body, "tableObjectId")
    element, grid = table_of(deck, object_id)
    head = grid.covering(need(body, "cellLocation"))
    count = spans(grid.cells[head])[axis]
    if count == grid.size[axis]:
        remove_element(deck.find(object_id))
        return
    grid.delete(axis, head[axis], count)
    grid.store(element)


REQUESTS.handles("insertTableRows")(partial(_insert, ROWS, "insertBelow"))
REQUESTS.handles("insertTableColumns")(partial(_insert, COLUMNS, "insertRight"))
REQUESTS.handles("deleteTableRow")(partial(_delete, ROWS))
REQUESTS.handles("deleteTableColumn")(partial(_delete, COLUMNS))


@REQUESTS.handles("mergeTableCells")
def merge_table_cells(deck: Deck, body: Json) -> None:
    """One cell of several; their texts follow each other as paragraphs in it."""
    element, grid = table_of(deck, body.get("objectId"))
    chosen = grid.chosen(need(body, "tableRange"))
    places = sorted(place for place, owner in grid.owners().items() if owner in chosen)
    (top, left), (bottom, right) = places[0], places[-1]
    rows, columns = bottom - top + 1, right - left + 1
    if rows * columns != len(places):
        raise RequestError("The table range must be a rectangle, but covers cells that are merged beyond it.")
    cells = [grid.cells.pop(place) for place in sorted(chosen)]
    merged = {**cells[0], "rowSpan": rows, "columnSpan": columns}
    filled = [cell["text"] for cell in cells if load(cell.get("text")).plain.strip("\n")]
    if filled:
        merged["text"] = _joined(filled)
    grid.cells[top, left] = merged
    grid.store(element)


def _joined(texts: list[Json]) -> Json:
    first, *others = (load(text) for text in texts)
    for other in others:
        first.chars += other.chars
        first.paragraphs += other.paragraphs
        first.lists |= other.lists
    return dump(first)


@REQUESTS.handles("unmergeTableCells")
def unmerge_table_cells(deck: Deck, body: Json) -> None:
    """Every place of a merged cell gets its own cell with the same look; the text stays in the upper left one."""
    element, grid = table_of(deck, body.get("objectId"))
    for top, left in grid.chosen(need(body, "tableRange")):
        cell = grid.cells[top, left]
        rows, columns = spans(cell)
        look = cell.get("tableCellProperties", {})
        for place in ((r, c) for r in range(top, top + rows) for c in range(left, left + columns)):
            grid.cells[place] = {"tableCellProperties": copy.deepcopy(look)}
        grid.cells[top, left] = {**cell, "rowSpan": 1, "columnSpan": 1}
    grid.store(element)
