"""Any JSON is drawn as far as it goes: a damaged or hostile file is no reason to crash."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from pytest_knows.workspace.local.documents.defaults import blank_tab
from pytest_knows.workspace.local.rendering import render_html
from pytest_knows.workspace.local.rendering.documents_html import Paper
from pytest_knows.workspace.local.rendering.pictures import Pictures

JUNK: tuple[Any, ...] = (None, 0, -1, 1e308, "", "x", [], {}, [[]], [None], {"a": 1}, True, "</style><script>")


def picture(url: str) -> tuple[bytes, str]:
    return b"no picture", "image/png"


def samples() -> list[Path]:
    shared = os.environ.get("KNOWS_SHARED")
    if not shared:
        pytest.skip("KNOWS_SHARED is not set: the real answers of Google's API are there")
    return sorted(
        path for kind in ("docs", "slides", "sheets") for path in Path(shared, "real-api", kind).glob("*.json")
    )


KINDS = {"docs": "document", "slides": "presentation", "sheets": "spreadsheet"}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [found for key in keys for found in ((*path, key), *places(value[key], (*path, key)))]


def corrupted(value: Any, chance: random.Random, paths: list[tuple[Any, ...]]) -> Any:
    damaged = copy.deepcopy(value)
    *parents, last = chance.choice(paths)
    target = damaged
    for key in parents:
        target = target[key]
    target[last] = copy.deepcopy(chance.choice(JUNK))
    return damaged


def check(kind: str, value: Any, count: int) -> None:
    chance, paths = random.Random(7), places(value)
    for _ in range(count):
        html = render_html(kind, corrupted(value, chance, paths), picture)
        assert html.startswith("<!doctype html>")
        assert "<script" not in html


def test_real_answers_are_drawn_with_all_their_text():
    for path in samples():
        value = json.loads(path.read_text("utf-8"))
        html = render_html(KINDS[path.parent.name], value, picture)
        for content in texts(value):
            assert content in html.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def texts(value: Any) -> list[str]:
    """The words of the text runs of a document's body; what covered cells hold is not drawn."""
    body = value.get("body", {}) if isinstance(value, dict) else {}
    found: list[str] = []
    for path in places(body):
        if path[-1] == "content" and "textRun" in path:
            target: Any = body
            for key in path:
                target = target[key]
            found += target.split()
    return found


def test_damaged_real_answers_are_drawn():
    for path in samples():
        check(KINDS[path.parent.name], json.loads(path.read_text("utf-8")), 60)


def rich_document() -> dict[str, Any]:
    contents = blank_tab()["documentTab"]
    image = {"imageProperties": {"contentUri": "u", "cropProperties": {"offsetTop": 0.5}}, "size": {}}
    positioning = {"layout": "WRAP_TEXT", "leftOffset": {"magnitude": 3}}
    contents["positionedObjects"] = {
        "p": {"positionedObjectProperties": {"embeddedObject": image, "positioning": positioning}}
    }
    paragraph = contents["body"]["content"][1]["paragraph"]
    paragraph["positionedObjectIds"] = ["p"]
    paragraph["bullet"] = {"listId": "l", "nestingLevel": 1}
    contents["lists"] = {"l": {"listProperties": {"nestingLevels": [{"glyphFormat": "%0.", "glyphType": "ROMAN"}] * 2}}}
    cell = {"content": [{"paragraph": copy.deepcopy(paragraph)}], "tableCellStyle": {"rowSpan": 2, "columnSpan": 2}}
    row = {"tableCells": [cell, cell], "tableRowStyle": {"tableHeader": True, "preventOverflow": True}}
    contents["body"]["content"].append({"table": {"tableRows": [row], "tableStyle": {}}})
    return contents


def paged_document() -> dict[str, Any]:
    """Sections, columns, numbered pages, chips, a frame, a footnote."""
    contents = blank_tab()["documentTab"]
    columns = {"columnProperties": [{"paddingEnd": {"magnitude": 9}}, {}], "sectionType": "NEXT_PAGE"}
    own = {"flipPageOrientation": True, "useFirstPageHeaderFooter": True, "firstPageHeaderId": "h"}
    border = {"width": {"magnitude": 2}, "padding": {"magnitude": 3}, "color": {}, "dashStyle": "DOT"}
    chips = [
        {"person": {"personProperties": {"email": "a@example.org"}}},
        {"richLink": {"richLinkProperties": {"uri": "https://example.org", "title": "t"}}},
        {
            "dropdown": {
                "dropdownProperties": {"dropdownDefinitionId": "d", "selectedOptionId": "o", "displayValue": "v"}
            }
        },
        {"footnoteReference": {"footnoteId": "f", "footnoteNumber": "1"}},
        {"columnBreak": {}},
        {"textRun": {"content": "x\n"}},
    ]
    style = {"borderLeft": border, "indentStart": {"magnitude": 9}}
    field = {"paragraph": {"elements": [{"autoText": {"type": "PAGE_NUMBER"}}]}}
    contents["body"]["content"] += [
        {"sectionBreak": {"sectionStyle": columns}},
        {"paragraph": {"elements": chips, "paragraphStyle": style}},
        {"sectionBreak": {"sectionStyle": {**columns, **own}}},
    ]
    contents["headers"] = {"h": {"content": [field]}}
    contents["footnotes"] = {"f": {"content": [{"paragraph": {"elements": chips[-1:]}}]}}
    option = {"optionId": "o", "textStyle": {"backgroundColor": {"color": {"rgbColor": {"red": 1}}}}}
    contents["dropdownDefinitions"] = {"d": {"dropdownDefinitionProperties": {"options": [option]}}}
    return contents


def test_damaged_documents_are_drawn():
    check("document", rich_document(), 600)
    check("document", paged_document(), 600)


def test_damaged_headers_are_stamped():
    value, chance = paged_document(), random.Random(7)
    paths = places(value)
    for _ in range(300):
        paper = Paper(corrupted(value, chance, paths), Pictures(picture))
        for run in paper.runs:
            drawn = paper.html(run, stamped=paper.varies()), paper.stamps(run, 1, 2, 2)
            assert all(html.startswith("<!doctype html>") and "<script" not in html for html in drawn)


@pytest.mark.parametrize("kind", KINDS.values())
@pytest.mark.parametrize("value", [{}, {"tabs": "x"}, {"slides": [1]}, {"sheets": [{"data": [{"rowData": 1}]}]}])
def test_what_is_no_file_is_an_empty_page(kind, value):
    assert render_html(kind, value, picture).startswith("<!doctype html>")
