"""`presentations.get`: the REST JSON of a presentation from its state.

The state stores only the styles that were set. Google answers every style for text that inherits from no placeholder,
so those are filled in here.
"""

from __future__ import annotations

from typing import Any

from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.engine import Environment, Json
from pytest_knows.workspace.local.presentations.deck import elements_of
from pytest_knows.workspace.local.presentations.template import default_paragraph, default_text

_PAGES = ("slides", "layouts", "masters")


def read_presentation(state: Json, env: Environment) -> Json:
    """The answer of `presentations.get`."""
    shown = json_copy(state)
    for kind in _PAGES:
        for page in shown.get(kind, []):
            complete_page(page)
    return {"presentationId": env.file_id, **shown}


def complete_page(page: Json) -> None:
    """Fill in, in place, the styles that a page's text would otherwise leave out though nothing is inherited."""
    if not page.get("pageElements"):
        page.pop("pageElements", None)
        return
    for found in elements_of(page):
        shape = found.element.get("shape")
        if shape is not None and not shape.get("placeholder", {}).get("parentObjectId"):
            _complete_text(shape.get("text"), _alignment(shape))
        for row in found.element.get("table", {}).get("tableRows", []):
            for cell in row.get("tableCells", []):
                _complete_text(cell.get("text"), "START")


def _alignment(shape: Json) -> str:
    """The editor centres the text of new shapes, but not of text boxes."""
    return "START" if shape.get("shapeType") == "TEXT_BOX" else "CENTER"


def _complete_text(text: Any, alignment: str) -> None:
    for element in text.get("textElements", []) if isinstance(text, dict) else []:
        marker = element.get("paragraphMarker")
        if marker is not None:
            marker["style"] = {**default_paragraph(alignment), **marker.get("style", {})}
        run = element.get("textRun") or element.get("autoText")
        if run is not None:
            run["style"] = {**default_text(), **run.get("style", {})}
