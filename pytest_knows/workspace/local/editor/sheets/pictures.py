"""Pictures over the cells of a tab: put there, moved, sized, described, taken away."""

from __future__ import annotations

import secrets
from typing import Any

from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.spreadsheets.book import Book
from pytest_knows.workspace.local.spreadsheets.objects import place_object

_WIDEST = 600
"""Pixels: a larger picture is put in at this width."""


def change_pictures(state: Json, env: Environment, change: Json) -> Json:
    """One of `add` (url, anchor, description), `update` (id, overlayPosition, description) and `delete` (id).

    `anchor` is a GridCoordinate. Returns `{"pictureId"}`. Raises RequestError.
    """
    book = Book(state=state, env=env)
    match change:
        case {"add": dict(given)}:
            return _add(book, given)
        case {"update": dict(given)}:
            return _update(book, given)
        case {"delete": dict(given)}:
            sheet, number = _find(book, given.get("id"))
            sheet["pictures"].pop(number)
            if not sheet["pictures"]:
                del sheet["pictures"]
            return {"pictureId": given.get("id")}
    raise RequestError("pictures needs one of: add, update, delete.")


def picture_id(picture: Json, number: int) -> str:
    """The id of a tab's picture; one that came in a file is known by its place."""
    return str(picture.get("pictureId") or f"picture{number}")


def _add(book: Book, given: Json) -> Json:
    stored = book.env.fetch_picture(str(given.get("url", "")))
    scale = min(1.0, _WIDEST / max(stored.width, 1))
    anchor = given.get("anchor")
    sizes = {"widthPixels": max(1, round(stored.width * scale)), "heightPixels": max(1, round(stored.height * scale))}
    overlay = {"anchorCell": anchor if isinstance(anchor, dict) else {}, **sizes}
    sheet, position = place_object(book, {"overlayPosition": overlay})
    name = "p" + secrets.token_hex(6)
    picture = {"pictureId": name, "url": stored.url, "position": position, **_described(given)}
    sheet.setdefault("pictures", []).append(picture)
    return {"pictureId": name}


def _update(book: Book, given: Json) -> Json:
    sheet, number = _find(book, given.get("id"))
    picture = sheet["pictures"][number]
    overlay = given.get("overlayPosition")
    if isinstance(overlay, dict):
        merged = {**picture.get("position", {}).get("overlayPosition", {}), **overlay}
        picture["position"] = place_object(book, {"overlayPosition": merged})[1]
    picture.update(_described(given))
    return {"pictureId": given.get("id")}


def _described(given: Json) -> Json:
    """The description (alternative text), if one is given."""
    return {"description": given["description"]} if isinstance(given.get("description"), str) else {}


def _find(book: Book, wanted: Any) -> tuple[Json, int]:
    for sheet in book.sheets:
        for number, picture in enumerate(sheet.get("pictures", [])):
            if picture_id(picture, number) == wanted:
                return sheet, number
    raise RequestError(f"There is no picture {wanted}.")
