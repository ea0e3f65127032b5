"""Dropdown chips and their definitions: the five requests about them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_knows.workspace.local.batch import need
from pytest_knows.workspace.local.copying import json_copy
from pytest_knows.workspace.local.documents.editor import Editor, all_content
from pytest_knows.workspace.local.documents.indexing import paragraphs
from pytest_knows.workspace.local.documents.registry import REQUESTS, mask
from pytest_knows.workspace.local.documents.requests.chips import insert_chip
from pytest_knows.workspace.local.documents.styling import tidy
from pytest_knows.workspace.local.engine import Json, RequestError

# The forms that the discovery document gives for DropdownDefinition and DropdownOption.
_DEFINITION_ID = re.compile(r"kix\.[a-zA-Z0-9_-]{2,14}")
_OPTION_ID = re.compile(r"dropdownItem\.[a-zA-Z0-9_-]{2,14}")
_OPTION_COUNT = range(2, 51)
_OPTION_STYLES = {"foregroundColor", "backgroundColor"}


def _definitions(contents: Json) -> Json:
    found: Json = contents.setdefault("dropdownDefinitions", {})
    return found


def _definition(contents: Json, definition_id: str) -> Json:
    if definition_id not in contents.get("dropdownDefinitions", {}):
        raise RequestError(f"The dropdown definition with ID {definition_id} was not found.")
    found: Json = contents["dropdownDefinitions"][definition_id]
    return found


def _contents(editor: Editor, body: Json) -> Json:
    found: Json = editor.tab(body.get("tabId"))["documentTab"]
    return found


def _chips(contents: Json) -> Iterator[Json]:
    for content in all_content(contents):
        for node in paragraphs(content):
            yield from (element["dropdown"] for element in node["paragraph"]["elements"] if "dropdown" in element)


def _options(editor: Editor, asked: list[Json]) -> list[Json]:
    """The options with ids and without what cannot be. Raises `RequestError`."""
    if len(asked) not in _OPTION_COUNT:
        raise RequestError("A dropdown definition must have at least 2 options and at most 50 options.")
    options = [{"optionId": "dropdownItem." + editor.env.new_id().rpartition(".")[2], **tidy(o)} for o in asked]
    ids = [option["optionId"] for option in options]
    if len(set(ids)) < len(ids) or not all(_OPTION_ID.fullmatch(option_id) for option_id in ids):
        raise RequestError("Option IDs must be unique and match dropdownItem.[a-zA-Z0-9_-]{2,14}.")
    for option in options:
        need(option, "displayValue")
        if set(option.get("textStyle", {})) - _OPTION_STYLES:
            raise RequestError("Only foregroundColor and backgroundColor can be set in an option's text style.")
    return options


def _select(contents: Json, chip: Json, option_id: str | None) -> None:
    """Select an option, the first without an id, and show its text. Raises `RequestError`."""
    properties = chip["dropdownProperties"]
    options = _definition(contents, properties["dropdownDefinitionId"])["dropdownDefinitionProperties"]["options"]
    chosen = next((o for o in options if option_id in (None, o["optionId"])), None)
    if chosen is None:
        raise RequestError(f"The dropdown definition has no option with ID {option_id}.")
    properties.update(selectedOptionId=chosen["optionId"], displayValue=chosen["displayValue"])


@REQUESTS.handles("createDropdownDefinition")
def create_dropdown_definition(editor: Editor, body: Json) -> Json:
    """The options that dropdowns of a tab can show."""
    asked = need(body, "dropdownDefinition")
    definitions = _definitions(_contents(editor, body))
    definition_id = asked.get("dropdownDefinitionId") or editor.env.new_id()
    if definition_id in definitions:
        raise RequestError(f"The ID {definition_id} is taken.")
    if "dropdownDefinitionId" in asked and not _DEFINITION_ID.fullmatch(definition_id):
        raise RequestError("A dropdown definition's ID must match kix.[a-zA-Z0-9_-]{2,14}.")
    properties = asked.get("dropdownDefinitionProperties", {})
    made = {
        "dropdownDefinitionId": definition_id,
        "dropdownDefinitionProperties": {**properties, "options": _options(editor, properties.get("options", []))},
    }
    definitions[definition_id] = made
    return {"dropdownDefinition": json_copy(made)}


@REQUESTS.handles("deleteDropdownDefinition")
def delete_dropdown_definition(editor: Editor, body: Json) -> None:
    """Forget a definition that no dropdown uses."""
    contents, definition_id = _contents(editor, body), need(body, "dropdownDefinitionId")
    _definition(contents, definition_id)
    if any(chip["dropdownProperties"].get("dropdownDefinitionId") == definition_id for chip in _chips(contents)):
        raise RequestError(f"The dropdown definition {definition_id} is used by a dropdown of the document.")
    del contents["dropdownDefinitions"][definition_id]


@REQUESTS.handles("insertDropdown")
def insert_dropdown(editor: Editor, body: Json) -> Json:
    """A dropdown that shows one of a definition's options."""
    definition_id = need(body, "dropdownDefinitionId")
    segment, _ = editor.place(body)
    _definition(segment.tab, definition_id)
    chip = insert_chip(editor, body, "dropdown", "dropdownId", {"dropdownDefinitionId": definition_id})
    _select(segment.tab, chip, body.get("selectedOptionId"))
    return {"dropdown": json_copy(chip)}


@REQUESTS.handles("updateDropdownProperties")
def update_dropdown_properties(editor: Editor, body: Json) -> None:
    """Select another option, or show another definition's."""
    contents, dropdown_id = _contents(editor, body), need(body, "dropdownId")
    asked, names = body.get("dropdownProperties", {}), {path[0] for path in mask(body, "DropdownProperties")}
    chip = next((chip for chip in _chips(contents) if chip.get("dropdownId") == dropdown_id), None)
    if chip is None:
        raise RequestError(f"The dropdown with ID {dropdown_id} was not found.")
    if "dropdownDefinitionId" in names & set(asked):
        chip["dropdownProperties"]["dropdownDefinitionId"] = asked["dropdownDefinitionId"]
    _select(contents, chip, asked.get("selectedOptionId") if "selectedOptionId" in names else None)


@REQUESTS.handles("updateDropdownDefinitionProperties")
def update_dropdown_definition_properties(editor: Editor, body: Json) -> None:
    """Title and options; dropdowns whose option goes show its replacement."""
    contents, definition_id = _contents(editor, body), need(body, "dropdownDefinitionId")
    own = _definition(contents, definition_id)["dropdownDefinitionProperties"]
    asked = body.get("dropdownDefinitionProperties", {})
    names = {path[0] for path in mask(body, "DropdownDefinitionProperties")}
    if "title" in names:
        own["title"] = asked.get("title", "")
    if "options" not in names:
        return
    own["options"] = _options(editor, asked.get("options", []))
    kept, replacements = {o["optionId"] for o in own["options"]}, body.get("selectedOptionIdReplacements", {})
    for chip in _chips(contents):
        shown = chip["dropdownProperties"]
        if shown.get("dropdownDefinitionId") == definition_id:
            selected = shown.get("selectedOptionId", "")
            if selected not in kept and selected not in replacements:
                raise RequestError(f"The option {selected} is selected in a dropdown: it needs a replacement.")
            _select(contents, chip, selected if selected in kept else replacements[selected])
