"""The presentation that a batch works on: its pages and page elements, found by id, and fresh ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pytest_knows.workspace.local.batch import Requests
from pytest_knows.workspace.local.colours import channels
from pytest_knows.workspace.local.engine import Environment, Json, RequestError
from pytest_knows.workspace.local.presentations import text as texts
from pytest_knows.workspace.local.presentations.autofit import settle_autofit
from pytest_knows.workspace.local.presentations.template import length

_ID = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_\-:]{4,49}")
EMU_PER_PT = 12700


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page element: the page it is on, the list that holds it, and itself."""

    page: Json
    siblings: list[Json]
    element: Json


@dataclass(slots=True, kw_only=True)
class Deck:
    """A presentation's state (its REST JSON without id) and what the server offers while it changes."""

    state: Json
    env: Environment

    @property
    def slides(self) -> list[Json]:
        found: list[Json] = self.state["slides"]
        return found

    def pages(self) -> Iterator[Json]:
        """Slides, each followed by its notes page, then layouts, masters and the notes master."""
        for slide in self.slides:
            yield slide
            notes = slide.get("slideProperties", {}).get("notesPage")
            if notes:
                yield notes
        yield from self.state.get("layouts", [])
        yield from self.state.get("masters", [])
        if self.state.get("notesMaster"):
            yield self.state["notesMaster"]

    def elements(self) -> Iterator[Found]:
        """Every page element of every page; a group comes before its children."""
        for page in self.pages():
            yield from elements_of(page)

    def page(self, object_id: Any) -> Json:
        """The page of that id; raises `RequestError`."""
        for page in self.pages():
            if page["objectId"] == object_id:
                return page
        raise RequestError(f"The page ({object_id}) could not be found.")

    def slide(self, object_id: Any) -> Json:
        for slide in self.slides:
            if slide["objectId"] == object_id:
                return slide
        raise RequestError(f"The slide ({object_id}) could not be found.")

    def find(self, object_id: Any) -> Found:
        """The page element of that id; raises `RequestError`."""
        for found in self.elements():
            if found.element["objectId"] == object_id:
                return found
        raise RequestError(f"The object ({object_id}) could not be found.")

    def part(self, object_id: Any, kind: str) -> Json:
        """The `shape`, `image`, `line` or `table` of an element; raises `RequestError` if it is something else."""
        element = self.find(object_id).element
        if kind not in element:
            raise RequestError(f"The object ({object_id}) is not of type {kind.upper()}.")
        part: Json = element[kind]
        return part

    def text_holder(self, body: Json) -> Json:
        """The shape or table cell whose `text` a request is about to change; raises `RequestError`."""
        object_id = body.get("objectId")
        element = self.find(object_id).element
        if "table" in element:
            if "cellLocation" not in body:
                raise RequestError(f"The object ({object_id}) is a table: cellLocation is required.")
            return table_cell(element["table"], body["cellLocation"])
        if "shape" not in element:
            raise RequestError(f"The object ({object_id}) does not allow text editing.")
        shape: Json = element["shape"]
        settle_autofit(shape)
        return shape

    def text(self, body: Json) -> tuple[Json, texts.Text]:
        """The holder and its text, which must not be empty; raises `RequestError`."""
        holder = self.text_holder(body)
        text = texts.load(holder.get("text"))
        if not text.chars:
            raise RequestError(f"The object ({body.get('objectId')}) has no text.")
        return holder, text

    def ids(self) -> set[str]:
        return {page["objectId"] for page in self.pages()} | {f.element["objectId"] for f in self.elements()}

    def object_id(self, given: str | None) -> str:
        """The id that the caller chose, checked, or a fresh one."""
        used = self.ids()
        if given:
            if not _ID.fullmatch(given):
                raise RequestError(
                    f"The object ID ({given}) should be 5 to 50 characters, start with a letter, digit or underscore, "
                    "and have only letters, digits and _-: after it."
                )
            if given in used:
                raise RequestError(
                    f"The object ID ({given}) should be unique among all pages and page elements in the presentation."
                )
            return given
        while True:
            fresh = self.env.new_id()
            if fresh not in used:
                return fresh


def elements_of(page: Json) -> Iterator[Found]:
    """Every page element of a page, those in groups included."""
    pending = [page.setdefault("pageElements", [])]
    while pending:
        siblings = pending.pop()
        for element in siblings:
            yield Found(page=page, siblings=siblings, element=element)
            if "elementGroup" in element:
                pending.append(element["elementGroup"].setdefault("children", []))


def table_cell(table: Json, location: Json) -> Json:
    """The cell at a TableCellLocation; raises `RequestError`."""
    row, column = location.get("rowIndex", 0), location.get("columnIndex", 0)
    if not (0 <= row < table.get("rows", 0) and 0 <= column < table.get("columns", 0)):
        raise RequestError(f"The table has no cell at row {row}, column {column}.")
    for cell in table["tableRows"][row]["tableCells"]:
        # Cells that a merged one covers are not there, so that places and columns may differ.
        place = cell.get("location", {})
        if (place.get("rowIndex", 0), place.get("columnIndex", 0)) == (row, column):
            found: Json = cell
            return found
    raise RequestError(f"The cell at row {row}, column {column} is part of a merged cell.")


def in_emu(dimension: Json) -> float:
    """A Dimension in EMU; raises `RequestError` for a missing unit."""
    magnitude: float = dimension.get("magnitude", 0)
    unit = dimension.get("unit")
    if unit not in ("EMU", "PT"):
        raise RequestError("A dimension needs the unit EMU or PT.")
    return magnitude if unit == "EMU" else magnitude * EMU_PER_PT


def as_answered(value: Any) -> Any:
    """A copy as Google answers it: colour channels that are 0 are left out, weights of lines are in EMU."""
    if isinstance(value, list):
        return [as_answered(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _answered(name, item) for name, item in value.items()}


def _answered(name: str, item: Any) -> Any:
    if name == "rgbColor" and isinstance(item, dict):
        return channels(item)
    if name == "weight" and isinstance(item, dict):
        return length(in_emu(item))
    return as_answered(item)


REQUESTS: Requests[Deck] = Requests("slides")
