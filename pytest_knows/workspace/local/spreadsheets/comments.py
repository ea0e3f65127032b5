"""Where comment threads speak of a spreadsheet: insertComment, deleteComment.

A place is kept in its tab's `commentAnchors` and moves with the rows and columns.
"""

from __future__ import annotations

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.comments import add_thread, handle_posts, remove_thread
from pytest_knows.workspace.local.engine import Json
from pytest_knows.workspace.local.spreadsheets.book import REQUESTS, Book, add_to
from pytest_knows.workspace.local.spreadsheets.calc import compute
from pytest_knows.workspace.local.spreadsheets.grid import Area, area_of, get_cell, grid_range
from pytest_knows.workspace.local.spreadsheets.reading_values import effective_value, formatted, number_format

handle_posts(REQUESTS)


@REQUESTS.handles("insertComment")
def insert_comment(book: Book, body: Json) -> Json:
    place = need(body, "coordinate")
    sheet = book.sheet(place.get("sheetId", 0))
    row, column = place.get("rowIndex", 0), place.get("columnIndex", 0)
    spot = grid_range(sheet, Area(top=row, left=column, bottom=row + 1, right=column + 1))
    area_of(sheet, spot)
    cell = get_cell(sheet, row, column)
    computed = compute(book.state, book.env.today).values.get((book.number(sheet), row, column))
    quote = formatted(effective_value(cell, computed), number_format(cell, None))
    reply = add_thread(book, body, book.env.new_id(), quote)
    add_to(sheet, "commentAnchors", {"anchorId": reply["commentThread"]["anchorId"], "range": spot})
    return reply


@REQUESTS.handles("deleteComment")
def delete_comment(book: Book, body: Json) -> None:
    anchor_id = remove_thread(book, body)
    for sheet in book.sheets:
        kept = [anchor for anchor in sheet.pop("commentAnchors", []) if anchor["anchorId"] != anchor_id]
        if kept:
            sheet["commentAnchors"] = kept
