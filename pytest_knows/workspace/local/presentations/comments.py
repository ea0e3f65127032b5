"""Where comment threads speak of a presentation: insertComment, deleteComment.

The places are kept in their page's `commentAnchors`. They stay as they were made when text is edited later.
"""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.comments import add_thread, handle_posts, remove_thread
from pytest_knows.workspace.local.engine import Json, RequestError
from pytest_knows.workspace.local.presentations.deck import REQUESTS, Deck, elements_of
from pytest_knows.workspace.local.presentations.grid import location
from pytest_knows.workspace.local.presentations.tables import table_of
from pytest_knows.workspace.local.presentations.text import Text, index_range, load

_PLACES = ("objectId", "shapeTextAnchor", "tableAnchor", "tableCellTextAnchor")
_MOST_IN_GROUP = 100

handle_posts(REQUESTS)


@REQUESTS.handles("insertComment")
def insert_comment(deck: Deck, body: Json) -> Json:
    given = [name for name in _PLACES if name in body]
    if len(given) != 1:
        raise RequestError(f"Exactly one of {', '.join(_PLACES)} must be set.")
    page, anchors, quote = _ANCHORS[given[0]](deck, body[given[0]])
    anchor_id = deck.env.new_id()
    page.setdefault("commentAnchors", []).append({"anchorId": anchor_id, "objectAnchors": anchors})
    return add_thread(deck, body, anchor_id, quote)


@REQUESTS.handles("deleteComment")
def delete_comment(deck: Deck, body: Json) -> None:
    anchor_id = remove_thread(deck, body)
    for page in deck.pages():
        kept = [anchor for anchor in page.get("commentAnchors", []) if anchor["anchorId"] != anchor_id]
        page.pop("commentAnchors", None)
        if kept:
            page["commentAnchors"] = kept


_Anchored = tuple[Json, list[Json], str]
"""The page, its ObjectAnchors, and the text that the comment speaks of."""


def _object(deck: Deck, object_id: Any) -> _Anchored:
    for page in deck.pages():
        if page["objectId"] == object_id:
            return page, [{"objectId": object_id}], ""
    found = deck.find(object_id)
    inside = [item.element for item in elements_of({"pageElements": [found.element]})]
    leaves = [element for element in inside if "elementGroup" not in element][:_MOST_IN_GROUP]
    text = load(found.element.get("shape", {}).get("text")).plain.rstrip("\n")
    return found.page, [{"objectId": element["objectId"]} for element in leaves], text


def _shape_text(deck: Deck, anchor: Json) -> _Anchored:
    object_id = need(anchor, "objectId")
    text = load(deck.part(object_id, "shape").get("text"))
    if not text.chars:
        raise RequestError(f"The object ({object_id}) has no text.")
    ranges, quote = _range(text, anchor.get("textRange"))
    return deck.find(object_id).page, [{"objectId": object_id, "shapeTextAnchors": {"ranges": ranges}}], quote


def _table(deck: Deck, anchor: Json) -> _Anchored:
    object_id = need(anchor, "objectId")
    _, grid = table_of(deck, object_id)
    texts = {place: load(grid.cells[place].get("text")) for place in sorted(grid.chosen(anchor.get("tableRange")))}
    return _cells(deck, object_id, {place: text for place, text in texts.items() if text.chars}, None)


def _cell_text(deck: Deck, anchor: Json) -> _Anchored:
    object_id = need(anchor, "objectId")
    _, grid = table_of(deck, object_id)
    place = grid.covering(need(anchor, "cellLocation"))
    text = load(grid.cells[place].get("text"))
    return _cells(deck, object_id, {place: text} if text.chars else {}, anchor.get("textRange"))


def _cells(deck: Deck, object_id: Any, texts: dict[tuple[int, int], Text], text_range: Json | None) -> _Anchored:
    if not texts:
        raise RequestError(f"No cell of the range in the table ({object_id}) contains text.")
    found = [(place, *_range(text, text_range)) for place, text in texts.items()]
    cell_ranges = [{"cellLocation": location(place), "ranges": ranges} for place, ranges, _ in found]
    anchor = {"objectId": object_id, "tableCellAnchors": {"cellRanges": cell_ranges}}
    return deck.find(object_id).page, [anchor], "\n".join(quote for *_, quote in found)


def _range(text: Text, text_range: Json | None) -> tuple[list[Json], str]:
    """The range in UTF-16 units as a TextRange, and its words."""
    start, end = text.span(text_range)
    units = (sum(char.width for char in text.chars[:place]) for place in (start, end))
    words = "".join(char.text for char in text.chars[start:end]).rstrip("\n")
    return [index_range(*units)], words


_ANCHORS = dict(zip(_PLACES, (_object, _shape_text, _table, _cell_text), strict=True))
